//! What can be set, as the protocol tells it.

use crate::host::{Host, Kind, Setting, all_settings};

/// The options, a line each.
pub(super) fn describe(host: &Host<'_>) -> Vec<String> {
    all_settings(offered(host)).iter().map(line).collect()
}

/// The line of the option by which a game is chosen.
pub(super) fn variants(host: &Host<'_>) -> String {
    let all = all_settings(offered(host));
    all.iter().find(|setting| setting.name == "UCI_Variant").map(line).unwrap_or_default()
}

/// The games that are offered: those for more than two only if that was asked for.
fn offered(host: &Host<'_>) -> Vec<String> {
    let more = host.games.unlisted.iter().filter(|_| host.settings.many);
    host.games.names.iter().chain(more).chain(host.own_names()).cloned().collect()
}

fn line(setting: &Setting) -> String {
    let kind = match &setting.kind {
        Kind::Check => "check default false".to_owned(),
        Kind::Spin { usual, least, most } => format!("spin default {usual} min {least} max {most}"),
        Kind::Choice { usual, among } => {
            let vars: String = among.iter().map(|name| format!(" var {name}")).collect();
            format!("combo default {usual}{vars}")
        }
        Kind::File | Kind::Folder => "string default <empty>".to_owned(),
        Kind::Button => "button".to_owned(),
    };
    format!("option name {} type {kind}", setting.name)
}

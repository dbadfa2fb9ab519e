//! A window of its own for the page: a browser without its frame.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What the families of browsers need to show a page alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Chromium,
    Firefox,
}

/// Browsers as they are called on a command line, in the order they are looked for.
const NAMES: &[(&str, Family)] = &[
    ("chromium", Family::Chromium),
    ("chromium-browser", Family::Chromium),
    ("google-chrome", Family::Chromium),
    ("google-chrome-stable", Family::Chromium),
    ("chrome", Family::Chromium),
    ("microsoft-edge", Family::Chromium),
    ("microsoft-edge-stable", Family::Chromium),
    ("msedge", Family::Chromium),
    ("brave-browser", Family::Chromium),
    ("brave", Family::Chromium),
    ("vivaldi", Family::Chromium),
    ("firefox", Family::Firefox),
    ("firefox-esr", Family::Firefox),
];

/// Where they are on systems that do not put them where commands are found.
const PLACES: &[(&str, Family)] = &[
    ("/Applications/Chromium.app/Contents/MacOS/Chromium", Family::Chromium),
    ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", Family::Chromium),
    ("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", Family::Chromium),
    ("/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", Family::Chromium),
    ("/Applications/Firefox.app/Contents/MacOS/firefox", Family::Firefox),
    (r"C:\Program Files\Google\Chrome\Application\chrome.exe", Family::Chromium),
    (r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe", Family::Chromium),
    (r"C:\Program Files\BraveSoftware\Brave-Browser\Application\brave.exe", Family::Chromium),
    (r"C:\Program Files\Mozilla Firefox\firefox.exe", Family::Firefox),
];

/// A browser that is over sooner than this had no window, or gave it to one that runs already.
const AT_ONCE: Duration = Duration::from_secs(3);
/// Firefox has no mode for it: what surrounds a page is hidden instead.
const FIREFOX_SETTINGS: &str = "\
user_pref(\"toolkit.legacyUserProfileCustomizations.stylesheets\", true);
user_pref(\"browser.shell.checkDefaultBrowser\", false);
user_pref(\"browser.aboutwelcome.enabled\", false);
user_pref(\"browser.sessionstore.resume_from_crash\", false);
user_pref(\"datareporting.policy.dataSubmissionEnabled\", false);
";
const FIREFOX_STYLE: &str = "#navigator-toolbox { visibility: collapse; }\n";

/// The window, while it is there.
pub struct Window {
    browser: Child,
    since: Instant,
}

/// How a window came to an end.
#[derive(PartialEq, Eq, Debug)]
pub enum Closed {
    /// Somebody closed it.
    ByHand,
    /// It went over to a browser that runs already.
    HandedOver,
    /// There never was one.
    NeverOpened,
}

impl Window {
    /// Shows a page in a window of its own. The browser keeps what it must in this folder, apart from what it keeps
    /// otherwise; nothing if there is none that can do it.
    pub fn open(url: &str, folder: &Path) -> Option<Window> {
        browsers().into_iter().find_map(|(program, family)| {
            let arguments = arguments(family, url, folder)?;
            let mut command = Command::new(program);
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let browser = command.spawn().ok()?;
            Some(Window { browser, since: Instant::now() })
        })
    }

    /// Whether and how it came to an end.
    pub fn closed(&mut self) -> Option<Closed> {
        let well = match self.browser.try_wait() {
            Ok(status) => status?.success(),
            Err(_) => false,
        };
        Some(match self.since.elapsed() >= AT_ONCE {
            true => Closed::ByHand,
            false if well => Closed::HandedOver,
            false => Closed::NeverOpened,
        })
    }
}

impl Drop for Window {
    /// A page whose program is gone is of no use.
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}

/// The browsers there are.
fn browsers() -> Vec<(PathBuf, Family)> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let named = NAMES.iter().flat_map(|(name, family)| {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| (folder.join(&file), *family))
    });
    let placed = PLACES.iter().map(|(place, family)| (PathBuf::from(place), *family));
    named.chain(placed).filter(|(program, _)| program.is_file()).collect()
}

/// How a browser is asked for a window with nothing but the page; nothing if its folder cannot be made.
fn arguments(family: Family, url: &str, folder: &Path) -> Option<Vec<OsString>> {
    match family {
        Family::Chromium => {
            let mut profile = OsString::from("--user-data-dir=");
            profile.push(folder.join("chromium"));
            let others = [
                format!("--app={url}"),
                "--no-first-run".into(),
                "--no-default-browser-check".into(),
                "--hide-crash-restore-bubble".into(),
            ];
            Some(others.into_iter().map(OsString::from).chain([profile]).collect())
        }
        Family::Firefox => {
            let profile = folder.join("firefox");
            std::fs::create_dir_all(profile.join("chrome")).ok()?;
            std::fs::write(profile.join("user.js"), FIREFOX_SETTINGS).ok()?;
            std::fs::write(profile.join("chrome").join("userChrome.css"), FIREFOX_STYLE).ok()?;
            let words = ["--no-remote", "--new-window", url, "--profile"].map(OsString::from);
            Some(words.into_iter().chain([profile.into_os_string()]).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_is_asked_in_its_own_words() {
        let folder = std::env::temp_dir().join(format!("chatura window {}", std::process::id()));
        let told = |family| -> Vec<String> {
            let words = arguments(family, "http://127.0.0.1:1", &folder).unwrap();
            words.into_iter().map(|word| word.into_string().unwrap()).collect()
        };
        assert!(told(Family::Chromium).contains(&"--app=http://127.0.0.1:1".to_owned()));
        assert!(told(Family::Firefox).contains(&"http://127.0.0.1:1".to_owned()));
        let style = folder.join("firefox").join("chrome").join("userChrome.css");
        assert_eq!(std::fs::read_to_string(style).unwrap(), FIREFOX_STYLE);
        std::fs::remove_dir_all(folder).unwrap();
    }
}

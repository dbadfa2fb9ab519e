use super::*;
use crate::catalogue::{definition, definition_of_text};
use crate::diagnostics::Finding;
use chatura_rules::definition::{Royal, VariableRange};

const BASE: &str = r#"
name = "Base"
[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "rook" }
[setup]
array = "rk/KR"
[rules]
promotion = { of = "king", to = ["rook"] }
"#;

fn findings(text: &str) -> Vec<Finding> {
    definition_of_text(text, "test.toml", &[], 0).err().map(|error| error.findings()).unwrap_or_default()
}

fn settings(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Replaces a line of the base text and tells what is found: line, column, length, message, help.
fn changed(from: &str, to: &str) -> Finding {
    let text = BASE.replace(from, to);
    assert_ne!(text, BASE);
    let mut findings = findings(&text);
    assert_eq!(findings.len(), 1, "{findings:#?}");
    findings.remove(0)
}

#[test]
fn a_plain_definition_is_read() {
    let definition = definition_of_text(BASE, "base.toml", &[], 0).unwrap();
    assert_eq!((definition.about.id.as_str(), definition.about.name.as_str()), ("base", "Base"));
    assert_eq!(definition.players.names.len(), 2);
    assert_eq!(definition.pieces[0].royal, Royal::Yes);
    assert_eq!(definition.pieces[1].moves.value, crate::betza::parse("R").unwrap());
    assert!(definition.rules.get("promotion").is_some());
}

#[test]
fn misspelt_keys_get_a_suggestion_and_a_place() {
    let finding = changed("moves = \"rook\"", "movs = \"R\", moves = \"R\"");
    assert_eq!((finding.line, finding.column, finding.length), (5, 24, 4));
    assert_eq!(finding.help.as_deref(), Some("did you mean \"moves\"?"));
    let finding = changed("name", "nane");
    assert_eq!((finding.line, finding.column), (2, 1));
    assert_eq!(finding.help.as_deref(), Some("did you mean \"name\"?"));
}

#[test]
fn notation_errors_are_marked_inside_the_text() {
    let finding = changed("moves = \"K\"", "moves = \"WFX\"");
    assert_eq!((finding.line, finding.column, finding.length), (4, 35, 1));
    let finding = changed("moves = \"rook\"", "moves = [\"W\", [\"F\", \"fx\"]]");
    assert_eq!((finding.line, finding.column, finding.length), (5, 46, 1));
    let finding = changed("moves = \"rook\"", "moves = \"rok\"");
    assert_eq!(finding.help.as_deref(), Some("did you mean \"rook\"?"));
    // Where escapes hide the place, the whole text is marked.
    let finding = changed("moves = \"K\"", "moves = \"\\u0057X\"");
    assert_eq!((finding.column, finding.length), (32, 9));
}

#[test]
fn several_problems_come_at_once() {
    let text =
        "nane = 1\n[pieces]\nking = { letter = 5, moves = \"K\" }\nrook = { moves = \"R\" }\n[setup]\n";
    let found = findings(text);
    let messages: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(found.len(), 4, "{messages:#?}");
    assert!(messages.contains(&"the piece \"rook\" has no letter"));
    assert!(messages.contains(&"the setup has no array"));
}

#[test]
fn values_of_the_wrong_kind_are_refused() {
    for (from, to) in [
        ("name = \"Base\"", "name = 5"),
        ("royal = true", "royal = \"first\""),
        ("letter = \"K\"", "letter = \"k\""),
        ("letter = \"K\"", "letter = \"\""),
        ("\"rk/KR\"", "\"rk/KR w - - 0 1\""),
        ("\"rk/KR\"", "\"rk/{n}\""),
        ("\"rk/KR\"", "\"rk/{n\""),
        ("name = \"Base\"", "zones = { a = 5 }"),
        ("name = \"Base\"", "zones = 5"),
        ("name = \"Base\"", "variables = { n = 5 }"),
        ("name = \"Base\"", "variables = { n = { range = [5, 1] } }"),
        ("name = \"Base\"", "extends = \"nonsense-game\""),
        ("name = \"Base\"", "extends = \"../chess.toml\""),
        ("royal = true", "beyond = { a = \"W\", b = \"F\" }"),
        ("royal = true", "beyond = { a = 5 }"),
        ("moves = \"K\"", "moves = []"),
        ("moves = \"K\"", "moves = [[]]"),
    ] {
        changed(from, to);
    }
}

#[test]
fn extending_merges_tables_and_keeps_the_order() {
    let text = r#"
extends = "chess"
pieces.queen = false
pieces.knight.royal = "last"
pieces.camel = { letter = "C", moves = "camel" }
pieces.pawn.first = false
rules.promotion.to = ["camel"]
rules.castling = "none"
board.wrap = true
"#;
    let definition = definition_of_text(text, "mine.toml", &[], 0).unwrap();
    let names: Vec<&str> = definition.pieces.iter().map(|piece| piece.name.value.as_str()).collect();
    assert_eq!(names, ["pawn", "knight", "bishop", "rook", "king", "camel"]);
    assert_eq!(definition.pieces[1].royal, Royal::Last);
    assert_eq!(definition.pieces[1].letter.value, "N");
    assert!(definition.pieces[0].first.is_none());
    assert_eq!((definition.about.name.as_str(), definition.about.tags.len()), ("mine", 0));
    let Some(Value::Table(promotion)) = definition.rules.get("promotion").map(|value| &value.value) else {
        panic!("promotion is no table")
    };
    assert_eq!(values::texts(promotion, "to")[0].value, "camel");
    assert_eq!(values::text(promotion, "of").unwrap().value, "pawn");
    let BoardSource::Shape { parameters, .. } = &definition.board else { panic!("no shape") };
    assert!(parameters.get("wrap").is_some() && parameters.get("size").is_some());
}

#[test]
fn places_keep_the_file_they_came_from() {
    let text = "extends = \"chess\"\npieces.king.moves = \"KX\"\n";
    let finding = findings(text).remove(0);
    assert_eq!((finding.file.as_str(), finding.line, finding.column), ("test.toml", 2, 23));
    let find = |_: &str| Some(Input::from_text(&BASE.replace("\"rk/KR\"", "\"{x}\""), "parent.toml"));
    let reading = read(Input::from_text("extends = \"parent\"", "child.toml"), &[], 0, &find);
    let finding = reading.sources.finding(&reading.problems[0]);
    assert_eq!(
        (finding.file.as_str(), finding.line, finding.column, finding.length),
        ("parent.toml", 7, 10, 3)
    );
}

#[test]
fn circles_and_long_chains_are_refused() {
    let circle = |name: &str| {
        Some(Input::from_text(&format!("extends = \"{}\"", if name == "a" { "b" } else { "a" }), name))
    };
    let reading = read(Input::from_text("extends = \"a\"", "start"), &[], 0, &circle);
    assert!(reading.problems.iter().any(|problem| problem.message.contains("extends itself")));
    let chain = |name: &str| Some(Input::from_text(&format!("extends = \"{name}x\""), name));
    let reading = read(Input::from_text("extends = \"x\"", "start"), &[], 0, &chain);
    assert!(reading.problems.iter().any(|problem| problem.message.contains("too many games")));
}

#[test]
fn files_extend_files_beside_them() {
    let directory = std::env::temp_dir().join(format!("chatura-define-{}", std::process::id()));
    std::fs::create_dir_all(directory.join("deep")).unwrap();
    std::fs::write(directory.join("parent.toml"), BASE).unwrap();
    std::fs::write(directory.join("beside.toml"), "extends = \"parent\"\n").unwrap();
    std::fs::write(directory.join("deep/child.toml"), "extends = \"../parent.toml\"\nname = \"Child\"\n")
        .unwrap();
    for file in ["beside.toml", "deep/child.toml"] {
        let definition = definition(&directory.join(file).display().to_string(), &[], 0).unwrap();
        assert_eq!(definition.pieces.len(), 2, "{file}");
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn variables_are_set_or_drawn() {
    let given = definition("chess960", &settings(&[("position", "518")]), 1).unwrap();
    assert_eq!(given.setup.array.value, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert!(!given.variables[0].drawn);
    let drawn = definition("chess960", &[], 1).unwrap();
    assert!(drawn.variables[0].drawn);
    assert_eq!(drawn.variables[0].range, VariableRange::Number(0, 959));
    let again = definition("chess960", &settings(&[("position", &drawn.variables[0].value)]), 9).unwrap();
    assert_eq!(again.setup.array.value, drawn.setup.array.value);
}

#[test]
fn bits_place_the_pawns_of_chess256() {
    let array = |number: &str| {
        definition("chess256", &settings(&[("position", number)]), 0).unwrap().setup.array.value
    };
    assert_eq!(array("1"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert_eq!(array("2"), "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR");
    assert_eq!(array("256"), "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR");
}

#[test]
fn wrong_settings_are_shown_as_given() {
    let finding =
        definition("chess960", &settings(&[("position", "960")]), 1).unwrap_err().findings().remove(0);
    assert_eq!((finding.file.as_str(), finding.line, finding.column, finding.length), ("settings", 1, 10, 3));
    assert_eq!(finding.help.as_deref(), Some("a number from 0 to 959"));
    let finding = definition("chess960", &settings(&[("positon", "1")]), 1).unwrap_err().findings().remove(0);
    assert_eq!(finding.help.as_deref(), Some("did you mean \"position\"?"));
}

#[test]
fn choices_stand_for_texts() {
    let text = BASE.replace("\"rk/KR\"", "\"{army}\"")
        + "[variables.army]\nchoice = [\"strong\", \"weak\"]\nvalues = { strong = \"rk/KR\" }\n";
    let array = |word: &str| {
        definition_of_text(&text, "t.toml", &settings(&[("army", word)]), 0).map(|d| d.setup.array.value).ok()
    };
    assert_eq!(array("strong").as_deref(), Some("rk/KR"));
    assert_eq!(array("Weak").as_deref(), Some("weak"));
    assert_eq!(array("none"), None);
}

#[test]
fn one_mistake_is_not_reported_as_many() {
    assert_eq!(findings("extends = \"ches\"\n").len(), 1);
    assert_eq!(findings("extends = \"ches\"\n")[0].help.as_deref(), Some("did you mean \"chess\"?"));
    assert_eq!(findings("name = \n").len(), 1);
    assert_eq!(findings("").len(), 2);
}

#[test]
fn what_is_drawn_stays_with_its_board() {
    let look = |text: &str| definition_of_text(text, "test.toml", &[], 0).unwrap().look;
    let taken_over = look("extends = \"xiangqi\"\nname = \"The same board\"");
    assert!(taken_over.points && taken_over.lines.len() == 16 && taken_over.dots.len() == 7);
    let other = look("extends = \"xiangqi\"\nname = \"A board of its own\"\n[board]\nsize = [9, 10]");
    assert!(!other.points && other.lines.is_empty() && other.dots.is_empty());
    let finding = changed("[setup]", "[look]\nlines = \"a1-b2\"\n[setup]");
    assert_eq!((finding.line, finding.message.as_str()), (7, "\"lines\" takes a list, each a text"));
}

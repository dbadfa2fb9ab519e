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

/// The base with other lines at its end, which may use its variables; some of them set.
fn with(more: &str, set: &[(&str, &str)]) -> Result<Definition, Vec<String>> {
    let text = BASE.replace("[\"rook\"] }", "[\"rook\"] }\n") + more;
    definition_of_text(&text, "t.toml", &settings(set), 0)
        .map_err(|error| error.findings().iter().map(ToString::to_string).collect())
}

#[test]
fn variables_of_every_kind_stand_anywhere() {
    let more = "castling = \"{castle}\"\nen-passant = \"{passing}\"\nblast = { radius = \"{far}\" }\n\
                promotion.to = [\"{most}\", \"king\"]\n\
                [board]\nsize = [\"{wide}\", 2]\n\
                [zones]\nhome = \"rank {row}\"\n\
                [variables]\ncastle = { choice = [\"standard\", \"none\"], default = \"none\" }\n\
                passing = { flag = true, default = false }\nfar = { range = [0, 4], default = 2 }\n\
                wide = { range = [2, 3], default = 2 }\nrow = { computed = \"{wide - 1}\" }\n\
                most = { choice = [\"one\", \"all\"], default = \"all\", values = { all = [\"rook\", \"king\"], one = \"rook\" } }\n";
    let text =
        BASE.replace("promotion = { of = \"king\", to = [\"rook\"] }\n", "promotion.of = \"king\"\n") + more;
    let read = |set: &[(&str, &str)]| definition_of_text(&text, "t.toml", &settings(set), 0).unwrap();
    let told = |table: &Table, key: &str| format!("{:?}", table.get(key).map(|value| &value.value));
    let usual = read(&[]);
    assert_eq!(told(&usual.rules, "castling"), "Some(Text(\"none\"))");
    assert_eq!(told(&usual.rules, "en-passant"), "Some(Flag(false))");
    assert!(told(&usual.rules, "blast").contains("Number(2)"));
    assert_eq!(usual.zones[0].1.value, "rank 1");
    assert!(!usual.setup.varies && usual.variables.iter().all(|variable| !variable.drawn));
    let names = |definition: &Definition| {
        let Some(Value::Table(promotion)) = definition.rules.get("promotion").map(|value| &value.value)
        else {
            panic!()
        };
        plain_texts(promotion, "to")
    };
    assert_eq!(names(&usual), ["rook", "king", "king"], "a list stands for its items");
    let other =
        read(&[("castle", "Standard"), ("passing", "yes"), ("far", "4"), ("wide", "3"), ("most", "one")]);
    assert_eq!(told(&other.rules, "castling"), "Some(Text(\"standard\"))");
    assert_eq!(told(&other.rules, "en-passant"), "Some(Flag(true))");
    assert!(told(&other.rules, "blast").contains("Number(4)"));
    assert_eq!((other.zones[0].1.value.as_str(), names(&other).len()), ("rank 2", 2));
    let BoardSource::Shape { parameters, .. } = &other.board else { panic!("no shape") };
    assert!(told(parameters, "size").contains("Number(3)"));
}

#[test]
fn what_is_computed_follows_from_what_is_chosen() {
    let more = "[variables]\nn = { range = [0, 11], default = 5 }\n\
                side = { computed = \"{n / 4 % 2}\", values = { 0 = \"rk/KR\", 1 = \"kr/RK\" } }\n";
    let array = |more: &str, set: &[(&str, &str)]| {
        let text = BASE.replace("\"rk/KR\"", "\"{side}\"") + more;
        definition_of_text(&text, "t.toml", &settings(set), 0)
            .map(|definition| definition.setup.array.value)
            .map_err(|error| error.findings()[0].to_string())
    };
    assert_eq!(array(more, &[]).as_deref(), Ok("kr/RK"));
    assert_eq!(array(more, &[("n", "3")]).as_deref(), Ok("rk/KR"));
    let refused = array(more, &[("side", "0")]).unwrap_err();
    assert!(refused.contains("\"side\" is worked out from others"), "{refused}");
    let forms = "[variables]\nn = { range = [1, 12], default = 12 }\nside = { computed = \"{n:arrange:kr:lower}{n:pick:a}\" }";
    assert!(array(forms, &[]).unwrap_err().contains("only 2 arrangements"));
    let forms = "[variables]\nn = { range = [1, 2], default = 2 }\n\
                 side = { computed = \"{n:arrange:KR:lower}/{n:arrange:KR}\" }";
    assert_eq!(array(forms, &[]).as_deref(), Ok("rk/RK"));
}

#[test]
fn what_is_wrong_with_a_variable_is_told_where_it_is_used() {
    let found = |more: &str| with(more, &[]).err().unwrap_or_default();
    let wrong = [
        ("castling = \"{kind}\"", "there is no variable \"kind\""),
        ("castling = \"{kind\"", "is never closed"),
        ("pass = \"{n}\"\n[variables]\nn = {}", "needs a range or a choice"),
        (
            "pass = \"a {n}\"\n[variables]\nn = { choice = [\"x\"], values = { x = [\"y\"] } }",
            "in the middle of a text",
        ),
        ("pass = \"{n / 0}\"\n[variables]\nn = { range = [1, 2] }", "divided by 0"),
        ("pass = \"{t}\"\n[variables]\nt = { text = true }", "has no default"),
        (
            "pass = \"{t:pieces}\"\n[variables]\nt = { text = true, default = \"KX\" }",
            "no piece has the letter \"X\"",
        ),
        ("[variables]\nn = { range = [1, 2], default = 3 }", "\"n\" cannot be \"3\""),
        ("[[entries]]\nname = \"x\"", "an entry has no id"),
        ("[[entries]]\nid = \"X y\"", "cannot be an id"),
        ("[[entries]]\nid = \"x\"\nset = { y = 1 }", "has no variable \"y\""),
    ];
    for (more, expected) in wrong {
        let found = found(&format!("{more}\n"));
        assert!(found.len() == 1 && found[0].contains(expected), "{more}: {found:#?}");
    }
    let doubling: String =
        (1..40).map(|n| format!("v{n} = {{ computed = \"{{v{0}}}{{v{0}}}\" }}\n", n - 1)).collect();
    let found = found(&format!(
        "pass = \"{{v39}}\"\n[variables]\nv0 = {{ text = true, default = \"pass\" }}\n{doubling}"
    ));
    assert!(found.iter().any(|found| found.contains("too long")), "{found:#?}");
}

#[test]
fn entries_are_games_of_their_own() {
    let text = "extends = \"extinction\"\nname = \"Rookless\"\nvariables.types.default = \"R\"\n\
                [[entries]]\nid = \"bishopless\"\nabout = \"\"\"\nNo bishop,\nno game.\"\"\"\nset = { types = \"B\" }\n";
    let found = entries(&Input::from_text(text, "rookless.toml"));
    assert_eq!(found.len(), 1);
    let entry = read(found[0].clone(), &[], 0, &|id| match id {
        "rookless" => Some(Input::from_text(text, "rookless.toml")),
        id => crate::catalogue::open(id).ok(),
    });
    assert!(entry.problems.is_empty(), "{:?}", entry.problems);
    assert_eq!(
        (entry.definition.about.id.as_str(), entry.definition.about.name.as_str()),
        ("bishopless", "bishopless")
    );
    assert_eq!(entry.definition.about.description, "No bishop,\nno game.");
    let types = entry.definition.variables.iter().find(|variable| variable.name == "types").unwrap();
    assert_eq!((types.value.as_str(), types.drawn), ("B", false));
    // In the catalogue they stand beside the game of their file, and can be started from it.
    let kinglet = definition("kinglet", &[], 0).unwrap();
    assert_eq!((kinglet.about.name.as_str(), kinglet.variables[0].value.as_str()), ("Kinglet Chess", "P"));
    let directory = std::env::temp_dir().join(format!("chatura-entries-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("rookless.toml").display().to_string();
    std::fs::write(&file, text).unwrap();
    assert_eq!(definition(&format!("{file}#bishopless"), &[], 0).unwrap().about.id, "bishopless");
    assert!(definition(&format!("{file}#none"), &[], 0).is_err());
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_piece_has_one_value_or_two() {
    let value = |written: &str| {
        let text = BASE.replace("moves = \"rook\"", &format!("moves = \"rook\", value = {written}"));
        definition_of_text(&text, "t.toml", &[], 0)
            .map(|definition| definition.pieces[1].value)
            .map_err(|e| e.to_string())
    };
    assert_eq!(value("500"), Ok(Some([500, 500])));
    assert_eq!(value("[500, 550]"), Ok(Some([500, 550])));
    assert!(value("[500]").unwrap_err().contains("one value or two"));
    assert!(value("[1, -1]").is_err());
}

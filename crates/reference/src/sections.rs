//! What the reference consists of, gathered from the crates that know it.

use crate::pictures;
use chatura_define::betza::{DOCUMENTATION as NOTATION, NAMED};
use chatura_define::toml::sections::SECTIONS as FIXED;
use chatura_rules::board::SHAPES;
use chatura_rules::definition::Spec;
use chatura_rules::rule::{RULES, Section as RuleSection};

/// A part of the reference.
pub struct Section {
    /// The heading.
    pub title: String,
    /// What comes before the keys, in Markdown.
    pub introduction: String,
    /// The keys, in the order to print them in.
    pub keys: Vec<&'static Spec>,
}

/// Every part, in the order to print them in.
pub fn sections() -> Vec<Section> {
    let mut sections = Vec::new();
    for fixed in FIXED {
        let title = match fixed.name {
            "" => "The top of the file".to_owned(),
            name => format!("`[{name}]`"),
        };
        let introduction = fixed.documentation.to_owned();
        let of_rules = RULES.iter().filter(|rule| rule.section.name() == fixed.name).map(|rule| &rule.spec);
        sections.push(Section { title, introduction, keys: fixed.keys.iter().chain(of_rules).collect() });
        // What else may stand in a section follows it at once.
        match fixed.name {
            "board" => sections.extend(shapes()),
            "pieces.NAME" => sections.extend([notation(), known_pieces()]),
            _ => {}
        }
    }
    sections.push(Section { title: "Zones".to_owned(), introduction: ZONES.to_owned(), keys: Vec::new() });
    sections.push(rules("`[rules]`", RULES_INTRODUCTION, RuleSection::Rules));
    sections.push(rules("`[end]`", "How the game ends, and what that means for whom.", RuleSection::End));
    sections
}

/// What holds for all rules.
const RULES_INTRODUCTION: &str = "\
What may be played. Each key is a rule; a game pays only for those it uses.

Where a key takes a *table by player*, players may differ: the table's keys are their names, `zone = { White = \"last rank\", \
Black = \"last 2 ranks\" }`, and one who is not named has what holds where the key is left out. A table that also has keys of its \
own holds for all, and what stands under a name differs: `promotion.Black = { to = \"knight\" }`.";

/// `[board]` for each shape.
fn shapes() -> impl Iterator<Item = Section> {
    SHAPES.iter().map(|shape| Section {
        title: format!("`[board]` with `shape = \"{}\"`", shape.name),
        introduction: format!("{}{}", shape.documentation, pictures::of_shape(shape.name)),
        keys: shape.keys.iter().collect(),
    })
}

/// How movements are written.
fn notation() -> Section {
    let introduction = format!("{MOVEMENTS}\n\n{NOTATION}");
    Section { title: "Movements: Betza notation".to_owned(), introduction, keys: Vec::new() }
}

/// The pieces with a name of their own, as a table.
fn known_pieces() -> Section {
    let mut introduction =
        "These names may stand wherever a movement is written: `moves = \"nightrider\"`.\n\n\
                            | name | notation | |\n| --- | --- | --- |\n"
            .to_owned();
    for piece in NAMED {
        introduction
            .push_str(&format!("| {} | `{}` | {} |\n", piece.name, piece.notation, piece.documentation));
    }
    Section { title: "Known pieces".to_owned(), introduction, keys: Vec::new() }
}

/// The rules whose keys stand in one place.
fn rules(title: &str, introduction: &str, place: RuleSection) -> Section {
    let keys = RULES.iter().filter(|rule| rule.section == place).map(|rule| &rule.spec).collect();
    Section { title: title.to_owned(), introduction: introduction.to_owned(), keys }
}

const MOVEMENTS: &str = "\
A movement (`moves`, `first`, `beyond`, `shoots`) is a text in Betza notation, the name of a known piece, or a list of alternatives.
An alternative in a list may itself be a list: legs walked one after the other.";

const ZONES: &str = "\
A zone is a set of cells in words, as the first player sees them; the others' follow by the board's symmetry. It is
one or more of these, separated by commas:

- `all`, `none`
- `rank 2`, `ranks 1-5`, `first rank`, `last rank`, `first 2 ranks`, `last 3 ranks`
- `file a`, `files a-c`
- `d1..f3`, a rectangle from corner to corner
- a cell's name
- the name of a zone from the section `[zones]`

A leading `not` turns it round: `not ranks 1-5`. Ranks are counted from the first player's side, whatever they are called. A \
file, and a rank whose name is no number, may also be meant by the name that the game gives it.";

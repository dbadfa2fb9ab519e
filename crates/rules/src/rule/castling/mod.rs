//! Castling: the king goes towards a partner, which comes to stand on its other side.

mod fen;
mod play;
mod setup;
mod table;
mod text;

use super::parts::AnyParts;
use super::{Rule, Section};
use crate::cell::{Cell, PieceType};
use crate::definition::{Kind, Problem, Spec, Value};
use crate::describe::{Chapter, Prose, a, cardinal};

pub(crate) use play::{Rights, forfeit, rights};
pub(crate) use table::CastlingTable;

/// How far the king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// So many cells from its start cell.
    Cells(u8),
    /// Two cells, but three towards the edge that is farther away.
    Long,
    /// So many cells at least and at most, as it likes, up to beside the edge.
    Flexible(u8, u8),
    /// To the third file from the left or the last but one, wherever it starts.
    Files,
}

/// Who castles with whom, and where they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The king's type.
    pub king: PieceType,
    /// The partners' types.
    pub partners: Vec<PieceType>,
    /// How far.
    pub reach: Reach,
    /// Cells by name, as the first player sees them: (king to, partner to, right side), instead of `reach`.
    pub named: Vec<(Cell, Cell)>,
    /// Where king and partners may castle from though they come in from the hand, as the first player sees them: the
    /// king's cell first.
    pub from: Vec<Cell>,
    /// Written as king takes partner.
    pub by_partner: bool,
}

impl Castling {
    fn describe(&self, prose: &Prose<'_>) -> String {
        let (king, partner) = (prose.name(self.king), prose.names(&self.partners, "or"));
        let far = match (self.named.is_empty(), self.reach) {
            (false, _) => format!("goes towards {} to its castling cell", a(&partner)),
            (true, Reach::Cells(count)) => {
                format!("goes {} cells towards {}", cardinal(u16::from(count)), a(&partner))
            }
            (true, Reach::Long) => {
                format!("goes two cells towards {}, three if the edge there is the farther one", a(&partner))
            }
            (true, Reach::Flexible(least, most)) => {
                let far = match most {
                    ANY_NUMBER => "or more".to_owned(),
                    most => format!("to {}", cardinal(u16::from(most))),
                };
                let least = cardinal(u16::from(least));
                let cells = if least == "one" && most == ANY_NUMBER { "cell" } else { "cells" };
                match most {
                    ANY_NUMBER => format!("goes {least} {cells} {far} towards {}, at will", a(&partner)),
                    _ => format!("goes {least} {far} {cells} towards {}, at will", a(&partner)),
                }
            }
            (true, Reach::Files) => {
                let files = (prose.file(3), prose.file(prose.files().saturating_sub(1)));
                let (left, right) = (files.0.unwrap_or_default(), files.1.unwrap_or_default());
                format!("goes to file {left} or {right}, whichever lies towards {}", a(&partner))
            }
        };
        let safe = match prose.royal() == Some(king) && !prose.rules.check.ignored {
            true => format!(", and the {king} is not attacked where it stands, passes or arrives"),
            false => String::new(),
        };
        let placed = match &self.from[..] {
            [] => String::new(),
            [home, others @ ..] => format!(
                " So may a {king} that was placed on {}, with {} on {}.",
                prose.zone([*home].into_iter().collect()),
                a(&partner),
                prose.zone(others.iter().copied().collect())
            ),
        };
        format!(
            "Castling: the {king} {far}, which comes to stand on its other side, if neither has moved and nothing \
             else is in their way{safe}.{placed}"
        )
    }
}

/// No limit of how far a king goes.
pub(super) const ANY_NUMBER: u8 = u8::MAX;

/// The most cells of a row on which one castles.
const MAX_ROW: usize = 128;
const KINDS: &[&str] = &["none", "standard", "long", "wide", "flexible", "chess960"];

/// Castling.
pub(crate) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec {
        name: "castling",
        kind: Kind::ByPlayer(&Kind::Either(&[
            Kind::Word(KINDS),
            Kind::Table(&[
                Spec {
                    name: "kind",
                    kind: Kind::ByPlayer(&Kind::Word(KINDS)),
                    default: "\"standard\"",
                    documentation: "As the word alone.",
                },
                Spec {
                    name: "king",
                    kind: Kind::Piece,
                    default: "the royal type, or else the piece named king",
                    documentation: "Who castles.",
                },
                Spec {
                    name: "partner",
                    kind: Kind::Pieces,
                    default: "\"rook\"",
                    documentation: "With whom: the type on the start row that stands farthest out.",
                },
                Spec {
                    name: "cells",
                    kind: Kind::ByPlayer(&Kind::List(&Kind::List(&Kind::Cell))),
                    default: "by kind",
                    documentation: "Where king and partner go, by name: `[[\"g1\", \"f1\"], [\"c1\", \"d1\"]]`; each \
                                    player's own, by symmetry.",
                },
                Spec {
                    name: "least",
                    kind: Kind::Number(1, 16),
                    default: "2",
                    documentation: "With `flexible`: how many cells the king goes at least. If it goes one, its partner \
                                    gets its cell.",
                },
                Spec {
                    name: "most",
                    kind: Kind::Number(1, 16),
                    default: "any number",
                    documentation: "With `flexible`: how many cells it goes at most.",
                },
                Spec {
                    name: "from",
                    kind: Kind::List(&Kind::Cell),
                    default: "where they begin",
                    documentation: "Where armies are placed first: the cell of the king, then those of partners. Who is \
                                    dropped there may castle.",
                },
            ]),
        ])),
        default: "\"none\"",
        documentation: "The king goes towards a partner on its row and the partner comes to its other side, if \
                        neither has moved, nothing stands between, and the king is not attacked where it stands, \
                        passes or arrives. `standard`: two cells; `long`: two, but three towards the farther edge; \
                        `wide`: three; `flexible`: two or more, as the player likes; `chess960`: to the third file \
                        from the left or the last but one, whatever the start cells. A FEN may give rights to kings \
                        and partners on other cells of the row: they then go where they would from the start, or, \
                        where the start is drawn, from where they stand. In a FEN `K` and `Q` mean the partner on \
                        its start cell, or else the outermost.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let kind = reader.text("kind").unwrap_or(match &value.value {
            Value::Text(text) => text,
            _ => "standard",
        });
        let kind = kind.to_owned();
        if kind == "none" {
            draft.rules.castling = None;
            return Ok(());
        }
        let king = reader.pieces("king").first().copied();
        let king = king.or_else(|| draft.royal_type()).or_else(|| draft.piece("king"));
        let Some(king) = king else {
            return Err(Problem::new(value.span, "castling needs to know the king", "which piece castles?")
                .help("castling = { king = \"king\" }")
                .into());
        };
        let mut partners = reader.pieces("partner");
        if partners.is_empty() {
            partners.extend(draft.piece("rook"));
        }
        if partners.is_empty() {
            return Err(Problem::new(
                value.span,
                "castling needs a partner",
                "there is no piece named \"rook\"",
            )
            .help("name one, castling = { partner = \"…\" }, or write castling = \"none\"")
            .into());
        }
        let mut cells = Vec::new();
        for pair in reader.list("cells") {
            let cell = |v: &crate::definition::Spanned<Value>| match &v.value {
                Value::Text(name) => draft.board.cell(name),
                _ => None,
            };
            match &pair.value {
                Value::List(two) if two.len() == 2 => match (cell(&two[0]), cell(&two[1])) {
                    (Some(king), _) if cells.iter().any(|(earlier, _)| *earlier == king) => {
                        let message = "the king castles to this cell already";
                        return Err(Problem::new(two[0].span, message, "twice").into());
                    }
                    (Some(king), Some(partner)) => cells.push((king, partner)),
                    _ => return Err(Problem::new(pair.span, "no such cell", "not on this board").into()),
                },
                _ => {
                    return Err(Problem::new(pair.span, "a pair of cells is needed", "king's and partner's")
                        .help("[\"g1\", \"f1\"]")
                        .into());
                }
            }
        }
        let from: Vec<Cell> =
            reader.texts("from").iter().filter_map(|name| draft.board.cell(&name.value)).collect();
        if let Some(key) = ["least", "most"].into_iter().find(|key| reader.has(key) && kind != "flexible") {
            let message = format!("\"{key}\" is for castling that is flexible");
            let problem = Problem::new(value.span, message, "another kind");
            return Err(problem.help("castling = { kind = \"flexible\", least = 1, most = 4 }").into());
        }
        if reader.number("least", 2) > reader.number("most", ANY_NUMBER.into()) {
            let message = "the king cannot go farther at least than at most";
            return Err(Problem::new(value.span, message, "\"least\" is more than \"most\"").into());
        }
        let reach = match kind.as_str() {
            "long" => Reach::Long,
            "wide" => Reach::Cells(3),
            "flexible" => Reach::Flexible(
                reader.number("least", 2) as u8,
                reader.number("most", ANY_NUMBER.into()) as u8,
            ),
            "chess960" => Reach::Files,
            _ => Reach::Cells(2),
        };
        draft.rules.castling =
            Some(Castling { king, partners, reach, named: cells, from, by_partner: kind == "chess960" });
        Ok(())
    },
    check: |definition, checked| {
        let said = |rules: &super::RuleSet| {
            let castling = rules.castling.as_ref()?;
            Some((castling.king, castling.partners.clone(), castling.by_partner))
        };
        let written = definition.rules.get("castling")?;
        let mut on_rank = std::collections::BTreeMap::new();
        checked.board.cells.iter().for_each(|cell| *on_rank.entry(cell.rank).or_insert(0) += 1);
        let castles = checked.rules.each().any(|rules| rules.castling.is_some());
        if castles && on_rank.into_values().any(|cells| cells > MAX_ROW) {
            let message = format!("on a board for castling a rank has at most {MAX_ROW} cells");
            let problem = Problem::new(written.span, message, "more are on one rank");
            return Some(problem.help("castling = \"none\""));
        }
        let placed = checked.rules.drops.as_ref().is_some_and(|drops| drops.first);
        let comes_in =
            |rules: &super::RuleSet| rules.castling.as_ref().is_some_and(|own| !own.from.is_empty());
        if !placed && checked.rules.each().any(comes_in) {
            let problem =
                Problem::new(written.span, "\"from\" is for armies that are placed first", "they are not");
            return Some(problem.help("write drops = { first = true, … }, or leave \"from\" out"));
        }
        if checked.rules.agree(said) {
            return None;
        }
        let message = "all who castle do so with the same pieces, and are written alike";
        Some(Problem::new(written.span, message, "king, partner or \"chess960\" differ"))
    },
    grant: setup::grant,
    parts: AnyParts::new(&setup::Parts),
    describe: |prose| {
        if let Some(castling) = &prose.rules.castling {
            prose.say(Chapter::Moves, castling.describe(prose));
        }
    },
    fen: Some(&fen::FIELD),
    fen4: &[fen::KINGSIDE4, fen::QUEENSIDE4],
    moves: Some(&text::CastlingSpelling),
    refusal: text::refusal,
    ..Rule::PLAIN
};

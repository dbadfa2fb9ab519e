//! More than two players: who is out, what becomes of the army, and when the whole game is over.

pub(crate) mod fen;
mod generate;
mod seats;
mod standing;

pub(crate) use seats::{SeatTable, SeatUndo, Seats, take_back};

use super::parts::AnyParts;
use super::{Rule, Section};
use crate::definition::{Kind, Spec};
use crate::describe::Chapter;

/// How players leave a game for more than two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Elimination {
    pub until: Until,
    pub army: Army,
    /// What becomes of the pieces of someone who resigned or ran out of time; nobody inherits them.
    pub retired: Army,
    pub stalemate: Stalemate,
    /// No move may take a royal piece that check is about.
    pub spares_royals: bool,
}

/// How long the game goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Until {
    /// Until one player or side is left.
    #[default]
    Last,
    /// Until the first player is out.
    First,
}

/// What becomes of the pieces of someone who is out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Army {
    /// They stand in the way, belong to nobody and can be taken.
    #[default]
    Dead,
    /// They leave the board.
    Removed,
    /// They go over to whoever put their owner out.
    Inherited,
}

impl Army {
    /// The same where there is nobody to inherit.
    fn without_heir(self) -> Army {
        if self == Army::Inherited { Army::Dead } else { self }
    }
}

/// What being stalemated means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stalemate {
    /// The player is out.
    #[default]
    Out,
    /// The turn is skipped.
    Skip,
    /// The player is out with a draw.
    Draw,
}

/// How players leave the game.
pub(crate) const RULE: Rule = Rule {
    section: Section::End,
    spec: Spec {
        name: "elimination",
        kind: Kind::Table(&[
            Spec {
                name: "until",
                kind: Kind::Word(&["last", "first"]),
                default: "\"last\"",
                documentation: "How long play goes on: until one player or team is left, or only until the first is \
                                out; then whoever put that player out wins, with teams the other side. Those who \
                                are out at once have all lost.",
            },
            Spec {
                name: "army",
                kind: Kind::Word(&["dead", "removed", "inherited"]),
                default: "\"dead\"",
                documentation: "What becomes of the pieces of a player who is out. `dead`: they stay, belong to \
                                nobody, give no check and can be captured. `removed`: they leave the board. \
                                `inherited`: they go over to whoever put the player out, except royal ones, which \
                                leave the board; without anyone to inherit they are dead.",
            },
            Spec {
                name: "retired",
                kind: Kind::Word(&["dead", "removed"]),
                default: "as `army` says; `dead` where it says `inherited`",
                documentation: "What becomes of the pieces of a player who resigned or ran out of time: nobody put \
                                that player out, so nobody inherits them.",
            },
            Spec {
                name: "stalemate",
                kind: Kind::Word(&["out", "skip", "draw"]),
                default: "\"out\"",
                documentation: "What it means to have no legal move while not in check: out of the game, the turn \
                                skipped, or out with a draw.",
            },
            Spec {
                name: "king-capture",
                kind: Kind::Word(&["out", "forbidden"]),
                default: "\"out\"",
                documentation: "A move may open an attack on another's royal piece that a third player can use \
                                first. `out`: it may be captured, and its owner is out and gives no check any more, so \
                                that even one who is in check by that player may answer so. `forbidden`: it may not.",
            },
        ]),
        default: "play goes on to the last; armies are dead",
        documentation: "For more than two players: a player who is checkmated, stalemated or has lost the royal \
                        piece is out. Being mated is judged on the player's own turn. The one credited is the owner \
                        of a checking piece, of several the latest to have moved. Whatever another key calls a loss \
                        after a move (`extinction`, `goal`, `bare-king`) puts a player out too; a win or a draw ends the \
                        game for all, and so does any result of `repetition` and `no-progress`: one who loses by it is \
                        placed behind those who still play, before those who are out.",
    },
    compile: |draft, value| {
        let reader = draft.reader(value);
        let army = match reader.text("army") {
            Some("removed") => Army::Removed,
            Some("inherited") => Army::Inherited,
            _ => Army::Dead,
        };
        draft.rules.elimination = Elimination {
            until: if reader.text("until") == Some("first") { Until::First } else { Until::Last },
            army,
            retired: match reader.text("retired") {
                Some("removed") => Army::Removed,
                Some(_) => Army::Dead,
                None => army.without_heir(),
            },
            stalemate: match reader.text("stalemate") {
                Some("skip") => Stalemate::Skip,
                Some("draw") => Stalemate::Draw,
                _ => Stalemate::Out,
            },
            spares_royals: reader.text("king-capture") == Some("forbidden"),
        };
        Ok(())
    },
    describe: |prose| {
        if prose.players().len() == 2 {
            return;
        }
        let Elimination { until, army, retired, stalemate, spares_royals } = prose.rules.elimination;
        prose.say(
            Chapter::Aim,
            match until {
                _ if prose.rules.points.is_some() && until == Until::Last => {
                    "A player who is out plays no more; play is over when one is left."
                }
                Until::Last => "A player who is out plays no more; the last one left wins.",
                Until::First => "The game ends when the first player is out: whoever did it wins.",
            },
        );
        prose.say(
            Chapter::Aim,
            match army {
                Army::Dead => "The pieces of a player who is out stay as obstacles that anyone may capture.",
                Army::Removed => "The pieces of a player who is out leave the board.",
                Army::Inherited => "The pieces of a player who is out go over to whoever did it.",
            },
        );
        if retired != army.without_heir() {
            prose.say(
                Chapter::Aim,
                match retired {
                    Army::Removed => "When a player resigns or runs out of time, the pieces leave the board.",
                    _ => "When a player resigns or runs out of time, the pieces stay as obstacles.",
                },
            );
        }
        let ignored = prose.rules.check.ignored;
        let (either, free) = if ignored { ("", "") } else { (", in check or not", " who is not in check") };
        prose.say(
            Chapter::Aim,
            match stalemate {
                Stalemate::Out => format!("A player with no legal move is out{either}."),
                Stalemate::Skip => format!("A player with no legal move{free} misses the turn."),
                Stalemate::Draw => format!("A player with no legal move{free} leaves with a draw."),
            },
        );
        // Where check is ignored, the loss of a royal has been told already.
        let told = ignored && !spares_royals;
        if let Some(royal) = prose.royal().filter(|_| !told).map(str::to_owned) {
            prose.say(
                Chapter::Check,
                match spares_royals {
                    true => format!("No {royal} may be captured."),
                    false => format!("A player whose {royal} is captured is out."),
                },
            );
        }
    },
    parts: AnyParts::new(&seats::Parts),
    fen: Some(&fen::OUT),
    fen4: &[fen::OUT4],
    ..Rule::PLAIN
};

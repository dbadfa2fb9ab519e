//! Small rules that only tests know, one for each event that no rule of a game answers yet, on a board of four by four.

use super::behaviour::{Behaviour, Events, Look, Memory, Play, Safety, Words};
use super::ends::{End, Played};
use super::{Rule, Section, Verdict, word};
use crate::board::Leap;
use crate::cell::{Cell, Piece, Player};
use crate::compile::game::Game;
use crate::definition::{
    BoardSource, Definition, Evaluation, Kind, PieceDefinition, Players, Royal, SetupDefinition, Span,
    Spanned, Spec, Table, Value, Written,
};
use crate::movement::{Ends, Leg, Movement, Part, Way};
use crate::notation::{format_fen, parse_fen};
use crate::position::Position;
use crate::position::generate::MoveGen;
use crate::position::generate::attack::After;
use crate::position::generate::sink::Sink;
use crate::position::line::Line;
use crate::position::moves::{Move, MoveKind};
use crate::position::outcome::{Reason, Standing};
use crate::set::CellSet;
use std::sync::Arc;

/// The trials, by the words of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
    /// Nobody enters the file d.
    Ban,
    /// After a move the turn has a second part in which one can only do nothing.
    Rest,
    /// A rook on d4 wins.
    Corner,
    /// A rook on a4 makes a draw.
    Quiet,
    /// Who has no move wins.
    Stuck,
    /// Whoever has the rook on b1 may claim the win.
    Boast,
    /// A royal is attacked on d1 by everybody, and nowhere else on the file d.
    Ghost,
    /// After a move whatever stands on d4 is the mover's.
    Convert,
}

const TRIALS: [(&str, Trial); 8] = [
    ("ban", Trial::Ban),
    ("rest", Trial::Rest),
    ("corner", Trial::Corner),
    ("quiet", Trial::Quiet),
    ("stuck", Trial::Stuck),
    ("boast", Trial::Boast),
    ("ghost", Trial::Ghost),
    ("convert", Trial::Convert),
];

/// Cells by number: four by four, a1 is 0.
const B1: usize = 1;
const D1: usize = 3;
const A4: usize = 12;
const D4: usize = 15;
const ROOK: usize = 1;

impl Words for Trial {
    fn memory(&self, _: usize) -> Option<Memory> {
        let memory = Memory { name: "rest", bytes: vec![(0, 1)], own_field: false };
        (*self == Trial::Rest).then_some(memory)
    }

    fn claim(&self, position: &Position) -> Option<(Reason, Verdict)> {
        let own = position.piece(Cell(B1 as u16));
        let boasts = *self == Trial::Boast && own.is_some() && own.owner() == position.turn();
        boasts.then_some((Reason::Rule, Verdict::Win))
    }

    fn most_moves(&self) -> u8 {
        if *self == Trial::Rest { 2 } else { 1 }
    }

    fn end_words(&self) -> Option<&'static str> {
        match self {
            Trial::Corner => Some("by the corner"),
            Trial::Quiet => Some("because it is quiet"),
            _ => None,
        }
    }
}

impl<const W: usize> Behaviour<W> for Trial {
    fn listens(&self) -> Events {
        match self {
            Trial::Ban => Events::FORBIDDEN,
            Trial::Rest => Events::INSTEAD.and(Events::AFTER_MOVE).and(Events::MOVES_AGAIN),
            Trial::Corner | Trial::Quiet => Events::OUTCOME,
            Trial::Stuck => Events::NO_MOVES,
            Trial::Boast => Events::default(),
            Trial::Ghost => Events::ATTACKS,
            Trial::Convert => Events::AFTER_MOVE,
        }
    }

    fn safety(&self) -> Safety {
        Safety::Masks
    }

    fn forbidden(&self, _: &MoveGen<'_, W>, _: &[u8]) -> CellSet<W> {
        (D1..=D4).step_by(4).fold(CellSet::EMPTY, |all, cell| all | CellSet::of(cell))
    }

    fn instead(&self, _: &MoveGen<'_, W>, memory: &[u8], sink: &mut dyn Sink<W>) -> bool {
        if memory[0] == 1 {
            sink.one(Move::PASS);
        }
        memory[0] == 1
    }

    fn after_move(&self, play: &mut Play<'_, W>) {
        if *self == Trial::Convert {
            let piece = play.state().piece(D4);
            if piece.is_some() {
                play.set(Cell(D4 as u16), Piece::new(Player(play.us as u8), piece.kind()));
            }
            return;
        }
        play.remember(0, u8::from(play.mv.kind != MoveKind::Pass));
    }

    fn moves_again(&self, play: &mut Play<'_, W>) -> bool {
        play.memory()[0] == 1
    }

    fn outcome(&self, played: &mut Played<'_, W>) -> Option<End> {
        let (cell, verdict) = if *self == Trial::Corner { (D4, Verdict::Win) } else { (A4, Verdict::Draw) };
        let player = played.players().find(|player| played.state().of(*player, ROOK).has(cell))?;
        Some(End { reason: Reason::Rule, player, verdict })
    }

    fn no_moves(&self, here: &Look<'_, W>) -> Option<Verdict> {
        assert!(!here.tables.has_move(here.state));
        Some(Verdict::Win)
    }

    fn attacks(&self, _: &Look<'_, W>, _: usize, cell: usize, _: After<W>) -> Option<bool> {
        (cell % 4 == D1).then_some(cell == D1)
    }
}

/// The key that lets trials take part.
pub(super) const RULE: Rule = Rule {
    section: Section::Rules,
    spec: Spec { name: "trial", kind: Kind::Text, default: "none", documentation: "For tests." },
    compile: |draft, value| {
        for name in word(value).split_whitespace() {
            let trial = TRIALS.iter().find(|(known, _)| *known == name).unwrap().1;
            draft.listen(trial);
        }
        Ok(())
    },
    ..Rule::PLAIN
};

fn piece(name: &str, letter: &str, leaps: &[Leap], most: Option<u8>, royal: Royal) -> PieceDefinition {
    let (ends, way) = (Ends::BOTH, Way::Leap);
    let leg = Leg { leaps: leaps.to_vec(), least: 1, most, ends, way, crooked: false };
    PieceDefinition {
        name: Spanned::synthetic(name.to_owned()),
        letter: Spanned::synthetic(letter.to_owned()),
        moves: Spanned::synthetic(Movement { parts: vec![Part { legs: vec![leg], initial: false }] }),
        steps: Vec::new(),
        rules: Table::default(),
        first: None,
        players: Vec::new(),
        first_zone: None,
        unmoved: false,
        royal,
        wall: false,
        within: None,
        beyond: None,
        also: Vec::new(),
        value: None,
        evaluation: Evaluation::default(),
        image: None,
        written: Written::default(),
        called: Vec::new(),
        span: Span::default(),
    }
}

/// Kings and rooks, four by four, with these trials.
fn game(trials: &str) -> Arc<Game> {
    game_with(trials, Vec::new())
}

/// The same with more rules.
fn game_with(trials: &str, more: Vec<(Spanned<String>, Spanned<Value>)>) -> Arc<Game> {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let all = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let text = |text: &str| Spanned::synthetic(text.to_owned());
    let size = vec![Spanned::synthetic(Value::Number(4)); 2];
    let parameters = Table { entries: vec![(text("size"), Spanned::synthetic(Value::List(size)))] };
    let definition = Definition {
        board: BoardSource::Shape { shape: text("rectangle"), parameters },
        players: Players { names: vec![text("White"), text("Black")], ..Players::default() },
        pieces: vec![
            piece("king", "K", &all, Some(1), Royal::Yes),
            piece("rook", "R", &straight, None, Royal::No),
        ],
        setup: SetupDefinition { array: text("3k/4/4/KR2"), ..SetupDefinition::default() },
        rules: Table {
            entries: std::iter::once((text("trial"), Spanned::synthetic(Value::Text(trials.to_owned()))))
                .chain(more)
                .collect(),
        },
        ..Definition::default()
    };
    Game::compile(&definition).unwrap()
}

fn line(game: &Arc<Game>, fen: &str) -> Line {
    Line::new(Position::new(game, &parse_fen(game, fen).unwrap()).unwrap())
}

fn step(from: usize, to: usize) -> Move {
    Move::step(from, to)
}

#[test]
fn cells_that_are_banned_are_not_entered() {
    let start = "3k/4/4/KR2 w - - 0 1";
    let goals = |trials: &str| -> Vec<u16> {
        let line = line(&game(trials), start);
        let moves = line.position().legal_moves().into_iter().filter(|mv| mv.from.index() == B1);
        let mut goals: Vec<u16> = moves.map(|mv| mv.to.0).collect();
        goals.sort_unstable();
        goals
    };
    assert_eq!(goals(""), [2, 3, 5, 9, 13]);
    assert_eq!(goals("ban"), [2, 5, 9, 13]);
    let dropped = |trials: &str| -> usize {
        let captured = (Spanned::synthetic("captured".to_owned()), Spanned::synthetic(Value::Flag(true)));
        let drops = Spanned::synthetic(Value::Table(Table { entries: vec![captured] }));
        let game = game_with(trials, vec![(Spanned::synthetic("drops".to_owned()), drops)]);
        let position = line(&game, "3k/4/4/KR2[R] w - - 0 1").position().clone();
        position.legal_moves().iter().filter(|mv| mv.dropped().is_some()).count()
    };
    // Sixteen cells, three of them occupied; of the file d only d1 to d3 are empty.
    assert_eq!((dropped(""), dropped("ban")), (13, 10));
}

#[test]
fn what_changes_sides_is_told_as_changed_not_as_captured() {
    let mut position = line(&game("convert"), "3r/k3/4/KR2 w - - 0 1").position().clone();
    let ply = position.play(step(B1, 5)).unwrap();
    assert_eq!(ply.captured, []);
    let changed: Vec<_> =
        ply.changed.iter().map(|changed| (changed.cell.index(), changed.after.owner())).collect();
    assert_eq!(changed, [(D4, Player(0))]);
}

#[test]
fn a_part_of_a_turn_has_moves_of_its_own() {
    let game = game("rest");
    let mut line = line(&game, "3k/4/4/KR2 w - - 0 1");
    line.play(step(B1, 5)).unwrap();
    assert_eq!(line.position().turn(), Player(0));
    assert_eq!(line.position().legal_moves(), [Move::PASS]);
    let fen = format_fen(line.position());
    assert!(fen.ends_with("rest:1"), "{fen}");
    let read = Position::new(&game, &parse_fen(&game, &fen).unwrap()).unwrap();
    assert_eq!(read.legal_moves(), [Move::PASS]);
    line.play(Move::PASS).unwrap();
    assert_eq!(line.position().turn(), Player(1));
    assert!(line.position().legal_moves().len() > 1);
    line.undo();
    assert_eq!(line.position().legal_moves(), [Move::PASS]);
}

#[test]
fn the_first_end_in_order_holds_and_is_told_in_its_own_words() {
    for (trials, to, standing, sentence) in [
        ("corner quiet", D4, Standing::Win, "White wins by the corner"),
        ("quiet corner", D4, Standing::Win, "White wins by the corner"),
        ("corner quiet", A4, Standing::Draw, "Draw because it is quiet"),
        ("quiet corner", A4, Standing::Draw, "Draw because it is quiet"),
    ] {
        let game = game(trials);
        let mut line = line(&game, "4/1k2/4/R1KR w - - 0 1");
        let from = if to == D4 { D1 } else { 0 };
        line.play_unchecked(step(from, to));
        let outcome = line.outcome().unwrap();
        assert_eq!((outcome.reason, outcome.standings[0]), (Reason::Rule, standing), "{trials}");
        assert_eq!(outcome.sentence, sentence, "{trials}");
        line.undo();
        assert_eq!(line.outcome(), None);
    }
    for (trials, sentence) in
        [("corner quiet", "White wins by the corner"), ("quiet corner", "Draw because it is quiet")]
    {
        let line = line(&game(trials), "R2R/4/2k1/K3 b - - 0 1");
        assert_eq!(line.outcome().unwrap().sentence, sentence);
    }
}

#[test]
fn what_it_means_to_have_no_move_can_be_said() {
    let stuck = "k3/1R2/2K1/4 b - - 0 1";
    let sentence = |trials: &str| line(&game(trials), stuck).outcome().unwrap().sentence;
    assert_eq!(sentence(""), "Draw by stalemate");
    assert_eq!(sentence("stuck"), "Black wins by stalemate");
    assert_eq!(line(&game("stuck"), "k3/4/1KR1/4 b - - 0 1").outcome(), None);
}

#[test]
fn a_rule_may_let_a_player_claim() {
    let start = "3k/4/4/KR2 w - - 0 1";
    assert_eq!(line(&game(""), start).claimable(), None);
    let mut line = line(&game("boast"), start);
    assert_eq!(line.claimable().unwrap().standings, [Standing::Win, Standing::Loss]);
    line.play(step(B1, 2)).unwrap();
    assert_eq!(line.claimable(), None);
}

#[test]
fn attacks_can_be_added_and_taken_away() {
    let goals = |trials: &str, fen: &str| -> Vec<u16> {
        let line = line(&game(trials), fen);
        let mut goals: Vec<u16> = line.position().legal_moves().into_iter().map(|mv| mv.to.0).collect();
        goals.sort_unstable();
        goals
    };
    // The king on c1 may not step to d1, where nothing attacks it.
    assert_eq!(goals("", "k3/4/4/2K1 w - - 0 1"), [1, 3, 5, 6, 7]);
    assert_eq!(goals("ghost", "k3/4/4/2K1 w - - 0 1"), [1, 5, 6, 7]);
    // On d2 a rook on the file gives no check, so the king may step there.
    assert_eq!(goals("", "k2r/4/4/2K1 w - - 0 1"), [1, 5, 6]);
    assert_eq!(goals("ghost", "k2r/4/4/2K1 w - - 0 1"), [1, 5, 6, 7]);
    let checked = |trials: &str| {
        let line = line(&game(trials), "k3/4/4/3K w - - 0 1");
        line.position().attacked_royals(Player(0))
    };
    assert_eq!((checked(""), checked("ghost")), (vec![], vec![Cell(D1 as u16)]));
}

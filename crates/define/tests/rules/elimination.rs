use super::*;
use chatura_rules::{Move, Player, Standing};

/// Four players on a board of 6 by 6, Red below, Blue on the left, Yellow above, Green on the right.
pub fn four(changes: &str) -> Arc<Game> {
    let text = format!("{FOUR}{changes}");
    chatura_define::load_text(&text, "test", &[], 0).unwrap_or_else(|error| panic!("{:#?}", error.findings()))
}

/// The section `[end]` comes last and is left open.
pub const FOUR: &str = r#"
board = { shape = "cross", size = 6, corner = 0 }
setup.army = "1RKQR1"
players.names = ["Red", "Blue", "Yellow", "Green"]
players.symmetry = "rotation"
[pieces]
pawn   = { letter = "P", moves = "fmWfcF" }
knight = { letter = "N", moves = "N" }
rook   = { letter = "R", moves = "R" }
queen  = { letter = "Q", moves = "Q" }
king   = { letter = "K", moves = "K", royal = true }
[end]
no-progress = { automatic = 3 }
"#;

/// Who still plays, by their marks.
pub fn playing(position: &Position) -> String {
    position.playing().map(|player| ['r', 'b', 'y', 'g'][player.index()]).collect()
}

/// Whose turn it is, by the mark.
pub fn turn(position: &Position) -> char {
    ['r', 'b', 'y', 'g'][position.turn().index()]
}

pub fn places(position: &Position) -> Vec<u8> {
    position.outcome().unwrap_or_else(|| panic!("{position:?} is not over")).places
}

/// Nothing but kings, far from each other.
pub const KINGS: &str = "2,yK,3/6/bK,5/5,gK/6/2,rK,3 r - - 0 1";

/// Red mates Yellow with c1c6, unless Blue does something about it. Green is out.
const MATE: &str = "yK,5/5,rR/3,bN,2/4,yP,1/bK,5/2,rR,2,rK r - - 0 1";

#[test]
fn mate_is_judged_on_the_victims_turn() {
    let mated = after(&at(&four(""), MATE), "c1c6");
    assert_eq!((playing(&mated).as_str(), turn(&mated)), ("rby", 'b'));
    let gone = after(&mated, "a2a3");
    assert_eq!((playing(&gone).as_str(), turn(&gone)), ("rb", 'r'));
}

#[test]
fn a_third_player_can_prevent_a_mate() {
    let saved = after(&at(&four(""), MATE), "c1c6 d4c6");
    assert_eq!((playing(&saved).as_str(), turn(&saved)), ("rby", 'y'));
    assert_eq!(from(&saved, "a6"), "b6");
}

#[test]
fn a_dead_army_stays() {
    let dead = after(&at(&four(""), MATE), "c1c6 a2a3");
    assert_eq!(board(&dead), "^K,1,rR,3/5,rR/3,bN,2/bK,3,^P,1/6/5,rK");
}

#[test]
fn an_army_can_be_removed() {
    let removed = after(&at(&four("elimination.army = \"removed\""), MATE), "c1c6 a2a3");
    assert_eq!(board(&removed), "2,rR,3/5,rR/3,bN,2/bK,5/6/5,rK");
}

#[test]
fn the_one_who_mates_can_inherit_all_but_the_king() {
    let inherited = after(&at(&four("elimination.army = \"inherited\""), MATE), "c1c6 a2a3");
    assert_eq!(board(&inherited), "2,rR,3/5,rR/3,bN,2/bK,3,rP,1/6/5,rK");
}

#[test]
fn nobody_inherits_from_one_who_resigns() {
    let mut position = at(&four("elimination.army = \"inherited\""), MATE);
    position.play(Move::resign(Player(2))).unwrap();
    assert_eq!(board(&position), "^K,5/5,rR/3,bN,2/4,^P,1/bK,5/2,rR,2,rK");
    assert_eq!(turn(&position), 'r');
}

#[test]
fn the_army_of_one_who_retires_can_have_a_fate_of_its_own() {
    let resigned = |elimination: &str| {
        let mut position = at(&four(&format!("elimination = {{ {elimination} }}")), MATE);
        position.play(Move::time_out(Player(2))).unwrap();
        board(&position)
    };
    let (stays, gone) = ("^K,5/5,rR/3,bN,2/4,^P,1/bK,5/2,rR,2,rK", "6/5,rR/3,bN,2/6/bK,5/2,rR,2,rK");
    assert_eq!(resigned("army = \"removed\""), gone);
    assert_eq!(resigned("army = \"removed\", retired = \"dead\""), stays);
    assert_eq!(resigned("army = \"dead\", retired = \"removed\""), gone);
    assert_eq!(resigned("army = \"inherited\", retired = \"removed\""), gone);
    // Whoever is mated leaves the army as ever.
    let game = four("elimination = { army = \"inherited\", retired = \"removed\" }");
    assert_eq!(board(&after(&at(&game, MATE), "c1c6 a2a3")), "2,rR,3/5,rR/3,bN,2/bK,3,rP,1/6/5,rK");
}

#[test]
fn undo_brings_an_army_back() {
    let mut line = line(&at(&four("elimination.army = \"removed\""), MATE), "c1c6");
    let before = line.position().clone();
    let mv = parse_move(&before, "a2a3").unwrap();
    line.play(mv).unwrap();
    line.undo();
    assert!(*line.position() == before);
}

#[test]
fn dead_pieces_block_and_can_be_taken_but_give_no_check() {
    let position = at(&four(""), "^R,^Q,4/6/6/rR,4,bK/6/rK,5 r - - 0 1");
    // The dead rook and queen attack nothing on the files a and b.
    assert_eq!(from(&position, "a1"), "a2 b1 b2");
    assert_eq!(from(&position, "a3"), "a2 a4 a5 a6 b3 c3 d3 e3 f3");
}

/// After e1b1 Yellow cannot move and is not attacked. Green is out.
const STALEMATE: &str = "yK,5/5,rR/6/6/bK,5/4,rR,rK r - - 0 1";

#[test]
fn a_stalemated_player_is_out() {
    let position = after(&at(&four(""), STALEMATE), "e1b1 a2a3");
    assert_eq!((playing(&position).as_str(), turn(&position)), ("rb", 'r'));
    assert_eq!(board(&position), "^K,5/5,rR/6/bK,5/6/1,rR,3,rK");
}

#[test]
fn a_stalemated_player_can_be_skipped() {
    let position = after(&at(&four("elimination.stalemate = \"skip\""), STALEMATE), "e1b1 a2a3");
    assert_eq!((playing(&position).as_str(), turn(&position)), ("rby", 'r'));
    // Yellow moves again when it can.
    assert_eq!(turn(&after(&position, "b1c1 a3a2")), 'y');
}

#[test]
fn a_stalemated_player_can_leave_with_a_draw() {
    let game = four("elimination.stalemate = \"draw\"");
    let mut position = after(&at(&game, STALEMATE), "e1b1 a2a3");
    assert_eq!(playing(&position), "rb");
    position.play(Move::resign(Player(1))).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.places, [1, 2, 3, 4]);
    assert_eq!(outcome.standings, [Standing::Win, Standing::Loss, Standing::Draw, Standing::Loss]);
}

#[test]
fn nobody_can_move_so_it_is_a_draw() {
    let text = "board = { shape = \"cross\", size = 3, corner = 0 }\n\
                players = { names = [\"Red\", \"Blue\", \"Yellow\", \"Green\"], symmetry = \"rotation\" }\n\
                setup.army = \"1P1\"\n\
                pieces.pawn = { letter = \"P\", moves = \"fmW\" }\n\
                end = { elimination.stalemate = \"skip\", no-progress.automatic = 9 }";
    let game = chatura_define::load_text(text, "test", &[], 0).unwrap();
    // The first pawn to step into the middle stands in everybody's way, its own included.
    let blocked = after(&Position::start(&game), "b1b2");
    let outcome = blocked.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.places), (Reason::Stalemate, vec![1, 1, 1, 1]));
}

/// Blue's knight stands between Yellow's rook and Red's king. Green is out.
const UNCOVERED: &str = "3,yR,2/6/3,bN,2/6/bK,5/3,rK,1,yK b - - 0 1";

#[test]
fn a_king_that_a_third_player_uncovers_can_be_captured() {
    let position = after(&at(&four(""), UNCOVERED), "d4b5");
    assert!(is_legal(&position, "d6d1"));
    let gone = after(&position, "d6d1");
    assert_eq!((playing(&gone).as_str(), turn(&gone)), ("by", 'b'));
}

#[test]
fn kings_can_be_spared() {
    let position = after(&at(&four("elimination.king-capture = \"forbidden\""), UNCOVERED), "d4b5");
    assert_eq!(from(&position, "d6"), "a6 b6 c6 d2 d3 d4 d5 e6 f6");
}

#[test]
fn who_loses_the_king_gives_no_check_any_more() {
    // Red's rook attacks Yellow's king; Yellow may take Red's king nevertheless, and not much else.
    let position = at(&four(""), "3,yR,1,yK/6/6/6/bK,5/3,rK,1,rR y - - 0 1");
    assert_eq!(from(&position, "d6"), "d1");
    assert_eq!(playing(&after(&position, "d6d1")), "by");
    // With Blue's rook in Red's place on the file it must not.
    let position = at(&four(""), "3,yR,1,yK/6/6/6/bK,5/3,rK,1,bR y - - 0 1");
    assert_eq!(from(&position, "d6"), "");
}

#[test]
fn no_move_may_leave_the_king_to_any_opponent() {
    // Yellow holds the file on the left of Red's king, Green the one on the right, Blue the row in front.
    let position = at(&four(""), "2,yR,1,gR,1/bK,5/5,rP/gK,4,yK/bR,5/3,rK,2 r - - 0 1");
    assert_eq!(moves(&position), ["f4f5"]);
}

#[test]
fn the_mate_belongs_to_the_latest_of_several_who_give_check() {
    // Yellow is attacked by Red's rook on a1 and, once Blue has moved it, by Blue's rook on rank 6.
    let game = four("points.mate = 20");
    let position = at(&game, "yK,5/3,bR,2/1,rR,4/5,bK/6/rR,1,rK,3 r - - 0 1");
    let mated = after(&position, "b4b1 d5d6");
    assert_eq!(playing(&mated), "rb");
    assert_eq!(mated.points(), Some(vec![0, 20, 0, 0]));
}

#[test]
fn whoever_leaves_last_is_placed_best() {
    let mut position = at(&four(""), KINGS);
    for player in [1, 3, 2] {
        assert_eq!(end(&position), None);
        position.play(Move::resign(Player(player))).unwrap();
    }
    assert_eq!(places(&position), [1, 4, 2, 3]);
    assert_eq!(end(&position), ended("1-0-0-0", Reason::Resignation));
}

#[test]
fn on_a_draw_the_living_share_what_is_left() {
    let mut position = at(&four(""), "yK,5/6/6/6/bK,5/5,rK r - - 0 1");
    position.play(Move::time_out(Player(1))).unwrap();
    // Three rounds of the two who are left.
    let drawn = after(&position, "f1f2 a6a5 f2f1 a5a6 f1f2 a6a5");
    assert_eq!(end(&drawn).unwrap().1, Reason::NoProgress);
    assert_eq!(places(&drawn), [1, 3, 1, 4]);
}

#[test]
fn the_limit_counts_rounds_of_the_living_and_begins_anew_when_one_leaves() {
    let position = at(&four(""), "yK,5/6/6/6/bK,5/5,rK r - - 8 1");
    assert_eq!(end(&after(&position, "f1f2")).unwrap().1, Reason::NoProgress);
    let mut position = position;
    position.play(Move::resign(Player(1))).unwrap();
    assert_eq!(position.halfmoves(), 0);
}

#[test]
fn the_first_to_leave_can_end_the_game() {
    let with_green = MATE.replace("3,bN,2", "3,bN,1,gK");
    let position = at(&four("elimination.until = \"first\""), &with_green);
    let mated = after(&position, "c1c6 a2a3");
    assert_eq!(end(&mated), ended("1-0-0-0", Reason::Checkmate));
    assert_eq!(places(&mated), [1, 2, 4, 2]);
}

#[test]
fn those_who_are_blown_up_together_share_a_place() {
    let game = four("[rules]\nblast.radius = 1");
    // Red takes the knight between the kings of Blue and Yellow.
    let position = at(&game, "6/bK,bN,yK,3/6/6/5,gK/1,rR,2,rK,1 r - - 0 1");
    let mut both = after(&position, "b1b5");
    assert_eq!((playing(&both).as_str(), turn(&both)), ("rg", 'g'));
    both.play(Move::resign(Player(3))).unwrap();
    assert_eq!(places(&both), [1, 3, 3, 2]);
}

#[test]
fn nobody_may_be_left() {
    let game = four("[rules]\nblast.radius = 1\ncheck = \"ignored\"");
    let position = at(&game, "6/6/6/6/3,bK,bN,1/4,rK,rR r - - 0 1");
    let gone = after(&position, "e1e2");
    assert_eq!(playing(&gone), "");
    assert_eq!(end(&gone).unwrap().1, Reason::RoyalLost);
}

#[test]
fn a_game_goes_on_when_the_seat_before_is_out() {
    let game = four("[rules]\ncheck = \"ignored\"");
    let position = at(&game, "yK,5/6/6/6/6/5,rK r - - 0 1");
    assert_eq!((playing(&position).as_str(), end(&position)), ("ry", None));
}

#[test]
fn an_army_with_a_king_is_enough_to_end_a_game() {
    let text = FOUR.replace("no-progress = { automatic = 3 }", "");
    assert!(chatura_define::load_text(&text, "test", &[], 0).is_ok());
}

#[test]
fn what_becomes_of_one_who_cannot_move_is_told_once() {
    for name in ["three-player", "four-player", "six-player"] {
        let told = load(name).describe();
        let told: Vec<&String> = told.iter().collect();
        let stuck = told.iter().filter(|sentence| sentence.contains("no legal move and is not in check"));
        assert_eq!(stuck.count(), 0, "{name}: {told:?}");
    }
}

const ARCHER: &str = "[pieces.archer]\nletter = \"A\"\nmoves = \"mK\"\nshoots = \"R3\"\n";

#[test]
fn a_shot_at_the_king_that_checks_is_an_answer() {
    let position = at(&four(ARCHER), "3,yA,1,yK/6/6/3,rK,2/bK,5/5,rR y - - 0 1");
    assert_eq!(playing(&after(&position, "d6*d3")), "by");
}

#[test]
fn spared_kings_are_not_shot_either() {
    let game = four(&format!("elimination.king-capture = \"forbidden\"\n{ARCHER}"));
    let position = at(&game, "3,yA,1,yK/6/6/3,rK,2/bK,2,rQ,1,rR/6 y - - 0 1");
    assert!(!is_legal(&position, "d6*d3"));
}

#[test]
fn no_king_blows_itself_up_with_another() {
    let game = four("[rules]\nblast.radius = 1");
    let position = at(&game, "4,yK,1/4,rK,1/6/6/bK,5/6 y - - 0 1");
    assert_eq!(from(&position, "e6"), "d5 d6 f5 f6");
}

#[test]
fn those_who_die_out_at_once_leave_together() {
    let game = four("extinction.of = \"rook\"\n[rules]\nblast.radius = 1");
    // Red takes the knight between the last rooks of Blue and Yellow.
    let position = at(&game, "5,yK/bR,bN,yR,3/6/5,gR/bK,4,gK/1,rR,2,rK,rR r - - 0 1");
    let both = after(&position, "b1b5");
    assert_eq!(playing(&both), "rg");
    let fen = format_fen(&both);
    assert!(fen.ends_with(" out:b+y"), "{fen}");
    assert!(at(&game, &fen) == both);
}

#[test]
fn all_who_are_out_first_have_lost() {
    let game = four("elimination.until = \"first\"\n[rules]\nblast.radius = 1");
    let position = at(&game, "6/bK,bN,yK,3/6/6/5,gK/1,rR,2,rK,1 r - - 0 1");
    assert_eq!(places(&after(&position, "b1b5")), [1, 3, 3, 2]);
}

#[test]
fn who_loses_by_a_limit_is_before_those_who_are_out() {
    let text = FOUR.replace("automatic = 3", "automatic = 3, result = \"loss\"");
    let game = chatura_define::load_text(&text, "test", &[], 0).unwrap();
    let mut position = at(&game, "yK,5/6/6/6/bK,5/5,rK r - - 0 1");
    position.play(Move::time_out(Player(1))).unwrap();
    assert_eq!(places(&after(&position, "f1f2 a6a5 f2f1 a5a6 f1f2 a6a5")), [2, 3, 1, 4]);
}

#[test]
fn what_it_means_to_have_no_move_is_told_once() {
    let about = |name: &str| {
        let rules = load(name).describe();
        let told =
            rules.into_iter().filter(|rule| rule.contains("no legal move") && !rule.contains("checkmated"));
        told.collect::<Vec<_>>()
    };
    assert_eq!(about("three-player"), ["A player with no legal move is out, in check or not."]);
    assert_eq!(about("chaturaji"), ["A player with no legal move misses the turn."]);
}

#[test]
fn where_check_is_ignored_no_move_is_a_check() {
    let game = load("chaturaji");
    let mut position = Position::start(&game);
    let mut dice = chatura_rules::random::Random::new(4);
    for _ in 0..60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        for mv in &moves {
            let san = chatura_rules::notation::format_san(&position, *mv);
            assert!(!san.contains('+'), "{san} in {}", format_fen(&position));
        }
        position.play_unchecked(*dice.pick(&moves));
    }
}

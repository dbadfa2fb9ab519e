use super::*;

/// The word of FEN for the count.
fn count(position: &Position) -> String {
    let fen = format_fen(position);
    fen.split(' ').find_map(|word| word.strip_prefix("count:")).unwrap_or("-").to_owned()
}

#[test]
fn a_bare_king_is_counted_by_what_is_against_it() {
    let game = load("makruk");
    let taken = |fen: &str, text: &str| count(&after(&at(&game, fen), text));
    // Four pieces are left: the count begins with them, in moves of both.
    assert_eq!(taken("7k/8/8/8/8/4m3/4R3/KR6 w - - 0 1", "e2e3"), "2,8,8");
    assert_eq!(taken("7k/8/8/8/8/3n4/4S3/K7 w - - 0 1", "e2d3"), "2,44,6");
    assert_eq!(taken("7k/8/8/8/8/4m3/4R3/KN6 w - - 0 1", "e2e3"), "2,16,8");
    assert_eq!(taken("7k/8/8/8/8/3m4/4M3/K7 w - - 0 1", "e2d3"), "2,64,6");
    // As long as there is a pawn nobody counts.
    assert_eq!(taken("7k/8/8/8/8/3n4/P3S3/K7 w - - 0 1", "e2d3"), "-");
}

#[test]
fn the_game_is_drawn_when_the_count_is_over() {
    let game = load("makruk");
    let mut position = after(&at(&game, "7k/8/8/8/8/4m3/4R3/KR6 w - - 0 1"), "e2e3");
    for text in ["h8g8 e3e4", "g8h8 e4e3", "h8g8 e3e4", "g8h8 e4e3"] {
        position = after(&position, text);
    }
    assert_eq!((count(&position).as_str(), end(&position)), ("2,8,16", None));
    assert_eq!(at(&game, &format_fen(&position)), position);
    let over = after(&position, "h8g8");
    assert_eq!(end(&over), ended("1/2-1/2", Reason::Rule));
    assert_eq!(over.outcome().unwrap().sentence, "Draw because the count is over");
    assert!(moves(&over).is_empty());
}

#[test]
fn the_board_is_counted_when_no_pawn_is_left() {
    let game = load("makruk");
    let counted = after(&at(&game, "7k/8/8/4p3/8/8/4R3/KR4n1 w - - 0 1"), "e2e5 g1e2");
    assert_eq!(count(&counted), "1,64,1");
    // Taking goes on counting; a bare king begins anew.
    assert_eq!(count(&after(&counted, "e5e2")), "2,8,8");
    let few = chess_with("end.counting = { without = \"pawn\", board = 63, few = 3 }");
    assert_eq!(count(&after(&at(&few, "4k1nr/8/8/8/8/8/PPPPP3/4K3 w - - 0 1"), "e1f1")), "1,63,0");
}

#[test]
fn who_mates_with_the_last_move_has_won() {
    let game = load("makruk");
    let last = at(&game, "7k/R7/8/8/8/8/8/KR6 w - - 16 20 count:2,8,16");
    assert_eq!(end(&after(&last, "b1b8")), ended("1-0", Reason::Checkmate));
    assert_eq!(end(&after(&last, "b1b7")), ended("1/2-1/2", Reason::Rule));
}

use super::*;
use chatura_rules::notation::{format_san, read_move};

#[test]
fn the_duck_comes_to_any_other_empty_cell() {
    let game = load("duck");
    let start = Position::start(&game);
    assert_eq!(start.count_moves(), 640);
    let position = after(&start, "e2e4,e4e5");
    assert_eq!(board(&position), "rnbqkbnr/pppppppp/8/4*3/4P3/8/PPPP1PPP/RNBQKBNR");
    assert!(is_legal(&position, "d7d5,d5e3") && !is_legal(&position, "d7d5,d5e5"), "it never stays");
    assert!(!is_legal(&position, "e7e5,e5e3") && is_legal(&position, "e7e6,e6e7"), "it stands in the way");
}

#[test]
fn the_duck_cannot_be_captured() {
    let position = at(&load("duck"), "4k3/8/8/8/3*4/4P3/8/3RK3 w - - 0 1");
    assert!(moves(&position).iter().all(|mv| !mv.starts_with("e3d4") && !mv.starts_with("d1d4")));
    assert_eq!(
        position
            .refusal(game_cell(&position, "e3"), game_cell(&position, "d4"))
            .map(|refusal| refusal.sentence)
            .as_deref(),
        Some("the duck on d4 cannot be captured")
    );
}

#[test]
fn kings_may_stand_in_attack_and_are_captured() {
    let position = at(&load("duck"), "4k3/8/8/8/8/8/8/4RK2 w - - 0 1");
    assert_eq!(end(&after(&position, "e1e8,e8a1")), ended("1-0", Reason::RoyalLost));
}

#[test]
fn it_is_written_and_read_in_coordinates_and_san() {
    let position = Position::start(&load("duck"));
    let mv = read_move(&position, "e4,d5").unwrap();
    assert_eq!(
        (format_move(&position, mv).as_str(), format_san(&position, mv).as_str()),
        ("e2e4,e4d5", "e4,d5")
    );
    assert_eq!(read_move(&position, "e2e4,d5"), Ok(mv));
    assert!(read_move(&position, "e4").unwrap_err().to_string().contains("e4,"), "it asks where");
}

#[test]
fn a_drop_asks_where_the_duck_goes_as_any_move_does() {
    let game = chess_with(
        "pieces.duck = { letter = \"*\", wall = true }\nrules.duck = \"duck\"\nrules.drops = { captured = true }\n",
    );
    let position = at(&game, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1");
    assert!(read_move(&position, "R@c3").unwrap_err().to_string().contains("can be"), "it asks where");
    assert!(read_move(&position, "R@c3,d5").is_ok());
}

#[test]
fn only_a_wall_can_be_the_duck() {
    let text = "extends = \"chess\"\nrules.duck = \"rook\"\n";
    let findings = chatura_define::catalogue::check(text, "test");
    assert!(findings.iter().any(|finding| finding.message.contains("must be a wall")), "{findings:?}");
}

fn game_cell(position: &Position, name: &str) -> chatura_rules::Cell {
    position.game().board().cell(name).unwrap()
}

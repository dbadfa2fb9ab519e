//! The protocol is found out from what is said first.

use crate::common::dialogue;
use chatura_protocol::engine::run;

#[test]
fn the_first_line_tells_which_protocol_it_is() {
    let said = |lines: &str| dialogue(run, lines);
    assert!(said("uci\nquit\n").contains("uciok\n"));
    assert!(said("\n\nisready\n").contains("readyok\n"));
    assert!(said("xboard\nprotover 2\nquit\n").ends_with("feature done=1\n"));
    assert!(said("protover 2\n").ends_with("feature done=1\n"));
    assert!(said("new\nping 7\n").ends_with("pong 7\n"));
    // Whoever says something else is answered all the same.
    assert!(said("hello\nuci\n").contains("unknown command hello") && said("").is_empty());
    assert!(said(&format!("{}\nxboard\nping 1\n", "x".repeat(2 << 20))).ends_with("pong 1\n"));
}

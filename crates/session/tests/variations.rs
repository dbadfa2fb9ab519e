//! The tree of variations.

use crate::common::{play, say, seat, table};
use chatura_session::{Code, Command, Event, Seat, Session, Terms, Who};

fn code(answer: Result<Vec<Event>, chatura_session::Refusal>) -> Code {
    answer.expect_err("this should be refused").code
}

fn sans(session: &Session) -> Vec<String> {
    session.past().into_iter().map(|record| record.san).collect()
}

#[test]
fn lines_that_are_left_stay_where_variations_are_kept() {
    let mut session = table("chess", Terms { variations: true, ..Terms::default() });
    play(&mut session, "e4 e5 Nf3");
    say(&mut session, seat(0), Command::Jump { ply: 1 }, 9_000).unwrap();
    play(&mut session, "c5 d4");
    assert_eq!(session.tree().len(), 5);
    let tree = session.tree();
    let node = |san: &str| tree.iter().find(|record| record.san == san).unwrap().node;
    say(&mut session, seat(0), Command::Visit { node: node("e5") }, 9_000).unwrap();
    assert_eq!((sans(&session), session.future()[0].san.as_str()), (vec!["e4".into(), "e5".into()], "Nf3"));
    // A move that is there already is walked along, not added.
    play(&mut session, "Nf3");
    assert_eq!(session.tree().len(), 5);
    say(&mut session, seat(0), Command::Promote { node: node("d4") }, 9_000).unwrap();
    let order: Vec<String> = session.tree().into_iter().map(|record| record.san).collect();
    assert_eq!(order, ["e4", "c5", "d4", "e5", "Nf3"]);
    let note = Command::Annotate { node: node("c5"), comment: "Sicilian".into(), nags: vec![1] };
    say(&mut session, seat(0), note, 9_000).unwrap();
    let text = session.pgn(&[]).to_string();
    assert!(text.contains("1. e4 c5 $1 {Sicilian} (1... e5 2. Nf3) 2. d4"), "{text}");
    let events = say(&mut session, seat(0), Command::Prune { node: node("e5") }, 9_000).unwrap();
    assert!(matches!(events[..], [Event::Navigated(_), Event::Tree]), "{events:?}");
    assert_eq!((session.tree().len(), session.ply()), (3, 1));
    assert_eq!(
        code(say(&mut session, seat(0), Command::Visit { node: node("e5") }, 9_000)),
        Code::NoSuchNode
    );
    let mut plain = table("chess", Terms::default());
    play(&mut plain, "e4");
    let visit = Command::Visit { node: plain.past()[0].node };
    assert_eq!(code(say(&mut plain, seat(0), visit, 9_000)), Code::NoVariations);
}

#[test]
fn variations_do_not_lie_deeper_than_pgn_can_say() {
    let mut session = table("chess", Terms { variations: true, ..Terms::default() });
    let all = Who::Seats(vec![Seat(0), Seat(1)]);
    let mut refused = false;
    for _ in 0..80 {
        // At each ply the first move and then another: every second one begins a variation.
        for text in session
            .position()
            .legal_moves()
            .iter()
            .take(2)
            .map(|mv| chatura_rules::notation::format_move(session.position(), *mv))
            .collect::<Vec<_>>()
        {
            let ply = session.ply() as u32;
            match say(&mut session, all.clone(), Command::play(text), 0) {
                Ok(_) => say(&mut session, all.clone(), Command::Jump { ply }, 0).map(|_| ()).unwrap(),
                Err(refusal) => refused |= refusal.code == Code::Full,
            }
        }
        let next = session.tree().into_iter().rfind(|record| record.ply as usize == session.ply() + 1);
        let Some(next) = next else { break };
        say(&mut session, all.clone(), Command::Visit { node: next.node }, 0).unwrap();
    }
    assert!(refused);
    let text = session.pgn(&[]).to_string();
    assert!(chatura_rules::notation::pgn::games(&text).all(|game| game.is_ok()));
}

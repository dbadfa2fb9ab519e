//! Conversations that went wrong: real ones with lines cut, copied, exchanged and changed.

use crate::common::with_games;
use chatura_protocol::{Games, fuzz};
use chatura_rules::Position;
use chatura_rules::random::Random;

const UCI: &str = "uci\nisready\nucinewgame\nsetoption name MultiPV value 3\nsetoption name UCI_Variant value xiangqi\n\
    position startpos moves h3e3\ngo nodes 50\nsetoption name UCI_Chess960 value true\n\
    position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\ngo wtime 100 btime 100 winc 1 binc 1 movestogo 3\n\
    go ponder depth 2 searchmoves e2e4\nponderhit\ngo infinite\nstop\ngo mate 1\nd\nflip\neval\ngo movetime 1\n";

const XBOARD: &str = "xboard\nprotover 2\naccepted ping\nnew\nvariant crazyhouse\nlevel 40 0:01 0\nst 0.01\nsd 2\npost\nhard\n\
    usermove e2e4\nping 1\nforce\nsetboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nusermove e1g1\nundo\nexclude e1e2\nanalyze\n.\n\
    include all\nexit\nhint\nbk\ngo\n?\nplayother\nremove\nlift e1\noption MultiPV=2\npersonality 3\nresult * {x}\ndraw\neasy\ntime 5\n";

/// Changes a conversation a little, in a way that follows from a number.
fn spoilt(text: &str, random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..=random.below(6) {
        let (at, other) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(5) {
            0 => lines.swap(at, other),
            1 => lines[at] = lines[other].clone(),
            2 => {
                let length = lines[at].len();
                lines[at].truncate(random.below(length + 1));
            }
            3 => {
                let length = lines[at].len();
                lines[at].insert(random.below(length + 1), b"\0\xff -=@+*9z"[random.below(10)]);
            }
            _ => {
                let copied = lines[other].clone();
                lines[at].extend_from_slice(&copied);
            }
        }
    }
    lines.join(&b'\n')
}

fn converse(text: &str, say: fn(&[u8], &Games<'_>) -> String, last: &str) {
    let mut random = Random::named(text, 3);
    for _ in 0..30 {
        let lines = spoilt(text, &mut random);
        let said = with_games(|games| say(&lines, games));
        assert!(said.contains(last), "{}\n{said}", String::from_utf8_lossy(&lines));
    }
}

/// What engines say.
const ANSWERS: &str = "id name x\noption name Hash type spin default 16 min 1 max 33554432\noption name Style type combo default a var a var b\n\
    uciok\ninfo depth 12 seldepth 20 multipv 2 score cp -31 lowerbound nodes 1234 nps 99 hashfull 3 time 17 pv e2e4 e7e5\n\
    info depth 3 score mate -2 pv d2d4\nbestmove e2e4 ponder e7e5\nbestmove (none)\nfeature myname=\"a b\" variants=\"normal,atomic\" done=1\n\
    feature option=\"Level -spin 3 1 20\" option=\"Kind -combo *a /// b\"\nMulti -spin 3 1 20\n9 -31 17 1234 e4 e5\n9& 100003 1 1 8 9 0\te2e4\n\
    move e2e4\nmove O-O\n1. ... e7e5\nresign\n1-0 {White mates}\nIllegal move (no): e2e5\nError (unknown command): x\n";

#[test]
fn spoilt_lines_are_read_whoever_says_them() {
    let games = ["chess", "xiangqi", "crazyhouse", "three-player"];
    let starts = games.map(|name| Position::start(&chatura_define::load(name, &[], 0).unwrap()));
    let mut random = Random::named("lines", 3);
    for text in [UCI, XBOARD, ANSWERS] {
        for _ in 0..2000 {
            let lines = spoilt(text, &mut random);
            let start = &starts[random.below(starts.len())];
            fuzz::uci_lines(&lines, start);
            fuzz::xboard_lines(&lines, start);
        }
    }
}

#[test]
fn spoilt_conversations_by_uci_come_to_an_end() {
    converse(UCI, fuzz::uci, "readyok\n");
}

#[test]
fn spoilt_conversations_by_xboard_come_to_an_end() {
    converse(XBOARD, fuzz::xboard, "pong 1\n");
}

//! What can be typed at the board.

/// Something that can be typed.
#[derive(Debug)]
pub struct Keyword {
    /// The word, and others for the same.
    pub names: &'static [&'static str],
    /// What follows it.
    pub arguments: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it is.
    pub action: Action,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Moves,
    Undo,
    Redo,
    Jump,
    Takeback,
    Accept,
    Decline,
    Resign,
    Draw,
    Claim,
    Abort,
    Pause,
    Resume,
    Time,
    Swap,
    Replace,
    Rename,
    New,
    Visit,
    Promote,
    Prune,
    Note,
    Tree,
    Hint,
    Eval,
    Go,
    Flip,
    Board,
    Show,
    History,
    Fen,
    Clock,
    Score,
    Save,
    Load,
    Settings,
    Rules,
    Help,
    Quit,
}

const fn word(
    names: &'static [&'static str],
    arguments: &'static str,
    about: &'static str,
    action: Action,
) -> Keyword {
    Keyword { names, arguments, about, action }
}

/// Everything but moves.
pub const WORDS: &[Keyword] = &[
    word(&["moves"], "[CELL]", "list the legal moves, of all pieces or of one", Action::Moves),
    word(&["hint"], "", "ask the engine for a move", Action::Hint),
    word(&["eval"], "", "ask the engine what it thinks of the position", Action::Eval),
    word(&["go"], "", "let the engine stop thinking and move", Action::Go),
    word(&["undo", "u"], "", "take back, as far as your own last move", Action::Undo),
    word(&["redo"], "", "play again what was taken back", Action::Redo),
    word(&["jump"], "PLY", "take back or play again to a ply, 0 for the start", Action::Jump),
    word(&["takeback"], "", "ask the others to take your last move back", Action::Takeback),
    word(&["draw"], "", "offer a draw, or agree to one", Action::Draw),
    word(&["accept"], "", "agree to what was offered or asked", Action::Accept),
    word(&["decline"], "", "refuse what was offered or asked, or withdraw it", Action::Decline),
    word(&["claim"], "", "claim the end that the rules allow now", Action::Claim),
    word(&["resign"], "", "give up", Action::Resign),
    word(&["abort"], "", "call the game off", Action::Abort),
    word(&["new"], "[rotate] [FEN]", "begin the next game, with changed seats, or elsewhere", Action::New),
    word(&["pause"], "", "stop the clocks", Action::Pause),
    word(&["resume"], "", "let them run again", Action::Resume),
    word(&["clock"], "", "show the clocks", Action::Clock),
    word(&["time"], "SEAT SECONDS", "give a player more time", Action::Time),
    word(&["swap"], "SEAT SEAT", "let two players change seats", Action::Swap),
    word(
        &["replace"],
        "SEAT WHO",
        "let someone else play: human, ai:5, ai:one-ply, ai:fixed-depth=4",
        Action::Replace,
    ),
    word(&["rename"], "SEAT NAME", "call a player something else", Action::Rename),
    word(&["score"], "", "show the score of the games so far", Action::Score),
    word(&["history"], "", "list the moves", Action::History),
    word(&["show"], "[PLY]", "look at an earlier position; without a number, at the game", Action::Show),
    word(&["board"], "", "draw the board again", Action::Board),
    word(&["flip"], "", "see the board from the next side", Action::Flip),
    word(&["tree"], "", "list the variations with their numbers", Action::Tree),
    word(&["visit"], "NUMBER", "go to a move of any variation", Action::Visit),
    word(&["promote"], "NUMBER", "make a variation the main line", Action::Promote),
    word(&["prune"], "NUMBER", "remove a move and what follows it", Action::Prune),
    word(&["note"], "NUMBER TEXT", "say something about a move", Action::Note),
    word(&["fen"], "", "show the position as FEN", Action::Fen),
    word(&["save"], "FILE", "write the game as PGN", Action::Save),
    word(&["load"], "FILE", "go on with a game in PGN", Action::Load),
    word(&["rules"], "", "tell the rules", Action::Rules),
    word(&["settings"], "", "show the settings", Action::Settings),
    word(&["help", "?"], "", "list all this", Action::Help),
    word(&["quit", "q", "exit"], "", "leave; the game is kept, and --resume goes on with it", Action::Quit),
];

/// A line that was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'t> {
    /// Nothing.
    Empty,
    /// One of the words, and what follows it.
    Action(Action, &'t str),
    /// A move, most likely.
    Move(&'t str),
}

/// Understands a line.
pub fn read(line: &str) -> Line<'_> {
    let line = line.trim();
    if line.is_empty() {
        return Line::Empty;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let is = |word: &&Keyword| word.names.iter().any(|name| name.eq_ignore_ascii_case(first));
    match WORDS.iter().find(is) {
        Some(word) => Line::Action(word.action, rest.trim()),
        None => Line::Move(line),
    }
}

/// The help.
pub fn help() -> Vec<String> {
    let mut lines = vec![
        "Type a move as e2e4, Nf3 or P@e5, or click on the piece and where it goes. Otherwise:".to_owned(),
    ];
    let width = WORDS.iter().map(|word| usage(word).chars().count()).max().unwrap_or(0);
    lines.extend(WORDS.iter().map(|word| format!("  {:width$}  {}", usage(word), word.about)));
    lines
}

fn usage(word: &Keyword) -> String {
    format!("{} {}", word.names.join(", "), word.arguments).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(read("  "), Line::Empty);
        assert_eq!(read("e2e4"), Line::Move("e2e4"));
        assert_eq!(read(" Undo "), Line::Action(Action::Undo, ""));
        assert_eq!(read("save my game.pgn"), Line::Action(Action::Save, "my game.pgn"));
        assert_eq!(read("undoing"), Line::Move("undoing"));
    }

    #[test]
    fn no_word_stands_for_two_things() {
        let names: Vec<&str> = WORDS.iter().flat_map(|word| word.names).copied().collect();
        for name in &names {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn the_help_names_every_word() {
        let help = help().join("\n");
        assert!(WORDS.iter().all(|word| help.contains(word.names[0])));
        assert!(help.lines().all(|line| line.chars().count() <= 90), "{help}");
    }
}

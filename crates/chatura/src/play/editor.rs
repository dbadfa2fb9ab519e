//! The line that is typed at: history, completion, clicks, and a bell that interrupts it.

use crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use reedline::{
    ColumnarMenu, Completer, EditMode, Emacs, FileBackedHistory, KeyCode, KeyModifiers, MenuBuilder, Prompt,
    PromptEditMode, PromptHistorySearch, Reedline, ReedlineEvent, ReedlineMenu, ReedlineRawEvent, Signal,
    Span, Suggestion, default_emacs_keybindings,
};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How many lines are remembered.
const HISTORY: usize = 1000;
/// How often the bell is looked at.
const LISTENING: Duration = Duration::from_millis(30);
/// What a click is called on its way through the editor.
const CLICK: &str = "click";

/// What came of waiting for a line.
pub enum Typed {
    /// A line.
    Line(String),
    /// A click at a column and line of the screen.
    Click(usize, usize),
    /// The bell rang; what was typed so far is kept.
    Bell,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D.
    End,
}

/// The line that is typed at.
pub struct Editor {
    line: Reedline,
    words: Arc<Mutex<Vec<String>>>,
}

impl Editor {
    /// An editor that the bell interrupts, with or without colours, with a history in this file.
    pub fn new(bell: Arc<AtomicBool>, color: bool, history: Option<&Path>) -> Editor {
        let words = Arc::new(Mutex::new(Vec::new()));
        let mut keys = default_emacs_keybindings();
        let complete = vec![
            ReedlineEvent::Menu("words".to_owned()),
            ReedlineEvent::MenuNext,
            ReedlineEvent::MenuPrevious,
        ];
        keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, ReedlineEvent::UntilFound(complete));
        let menu = ColumnarMenu::default().with_name("words").with_columns(6);
        let mut line = Reedline::create()
            .with_completer(Box::new(Words(words.clone())))
            .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
            .with_quick_completions(true)
            .with_partial_completions(true)
            .with_edit_mode(Box::new(Clicks { keys: Emacs::new(keys), bell: bell.clone() }))
            .with_ansi_colors(color)
            .with_poll_interval(LISTENING)
            .with_break_signal(bell);
        // Without a place for it there is a history of this session only.
        if let Some(history) =
            history.and_then(|path| FileBackedHistory::with_file(HISTORY, path.into()).ok())
        {
            line = line.with_history(Box::new(history));
        }
        Editor { line, words }
    }

    /// What can be completed.
    pub fn offer(&mut self, words: Vec<String>) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Waits for a line.
    pub fn read(&mut self, prompt: &str) -> io::Result<Typed> {
        Ok(match self.line.read_line(&Question(prompt))? {
            Signal::Success(text) => Typed::Line(text),
            Signal::CtrlC => Typed::Interrupt,
            Signal::CtrlD => Typed::End,
            Signal::HostCommand(text) => match place(&text) {
                Some((column, line)) => Typed::Click(column, line),
                None => Typed::Bell,
            },
            _ => Typed::Bell,
        })
    }
}

fn place(text: &str) -> Option<(usize, usize)> {
    let (column, line) = text.strip_prefix(CLICK)?.trim().split_once(' ')?;
    Some((column.parse().ok()?, line.parse().ok()?))
}

/// Keys as in Emacs; a click leaves the editor, and so does a screen of another size.
struct Clicks {
    keys: Emacs,
    bell: Arc<AtomicBool>,
}

impl EditMode for Clicks {
    fn parse_event(&mut self, event: ReedlineRawEvent) -> ReedlineEvent {
        let event = Event::from(event);
        if let Event::Mouse(MouseEvent { kind, column, row, .. }) = event {
            return match kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    ReedlineEvent::ExecuteHostCommand(format!("{CLICK} {column} {row}"))
                }
                _ => ReedlineEvent::None,
            };
        }
        if matches!(event, Event::Resize(..)) {
            self.bell.store(true, Ordering::Relaxed);
        }
        match ReedlineRawEvent::try_from(event) {
            Ok(event) => self.keys.parse_event(event),
            Err(()) => ReedlineEvent::None,
        }
    }

    fn edit_mode(&self) -> PromptEditMode {
        self.keys.edit_mode()
    }
}

/// Completes from a list.
struct Words(Arc<Mutex<Vec<String>>>);

impl Completer for Words {
    fn complete(&mut self, line: &str, position: usize) -> Vec<Suggestion> {
        let typed = line.get(..position).unwrap_or(line);
        let words = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let begins =
            |word: &&String| word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed));
        let suggest = |word: &String| Suggestion {
            value: word.clone(),
            span: Span { start: 0, end: position },
            append_whitespace: false,
            ..Suggestion::default()
        };
        words.iter().filter(begins).map(suggest).collect()
    }
}

/// A prompt of one text.
struct Question<'t>(&'t str);

impl Prompt for Question<'_> {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.0)
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_indicator(&self, _: PromptEditMode) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        Cow::Owned(format!("(search: {}) ", search.term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_from_their_beginning() {
        let list = ["resign", "resume", "Nf3", "e2e4"].map(str::to_owned).to_vec();
        let mut words = Words(Arc::new(Mutex::new(list)));
        let mut found = |typed: &str| -> Vec<String> {
            words.complete(typed, typed.len()).into_iter().map(|suggestion| suggestion.value).collect()
        };
        assert_eq!(found("res"), ["resign", "resume"]);
        assert_eq!(found("n"), ["Nf3"]);
        assert!(found("é").is_empty());
        assert_eq!(place("click 3 14"), Some((3, 14)));
        assert_eq!(place("click x"), None);
    }
}

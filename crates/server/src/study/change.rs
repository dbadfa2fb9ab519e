//! What can be changed of a study, and what everybody is told of it.

use super::tree::{Chapter, MAX_CHAPTERS, MAX_STEPS, MoveText, Said, Shape, Step, check_title};
use super::{Kept, MAX_CHAPTER, MAX_STUDY, Studies, Study, pgn};
use crate::analysis::{PLAYING, line};
use crate::clock::wall;
use crate::fair::Lane;
use crate::games::require_playable;
use crate::kif;
use crate::problem::Problem;
use axum::http::StatusCode;
use chatura_define::catalogue;
use chatura_rules::notation::pgn::{games, spellings};
use chatura_rules::notation::{format_fen, read_move};
use chatura_rules::{Game, Position};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

/// The longest FEN, in bytes.
const MAX_FEN: usize = 4_096;

/// A chapter somebody wants: a start with moves, or games that were written down.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChapter {
    /// What it is called; what was written down has names of its own.
    #[serde(default)]
    pub name: String,
    /// The definition; if missing, the one the PGN names.
    pub game: Option<String>,
    /// Values of its variables.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Where it begins, if not where the rules say.
    pub fen: Option<String>,
    /// Its moves, each behind the one it follows.
    #[serde(default)]
    pub steps: Vec<NewStep>,
    /// Games that were written down, each a chapter.
    pub pgn: Option<String>,
}

/// A move of a chapter somebody wants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewStep {
    /// Which of the moves before it in the list it follows, from 1; 0 is the start.
    pub parent: usize,
    /// In any notation; of the start nothing.
    #[serde(default)]
    pub text: String,
    /// What is said of it.
    pub comment: Option<String>,
    /// How it is judged.
    pub nags: Option<Vec<u16>>,
    /// What is drawn.
    pub shapes: Option<Vec<Shape>>,
}

/// Something that can be changed of a study.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// Its name.
    Rename {
        /// The new one.
        name: String,
    },
    /// Who may change it.
    Open {
        /// Whether everybody with the link may.
        open: bool,
    },
    /// One chapter more, or several.
    AddChapter(NewChapter),
    /// The name of a chapter.
    RenameChapter {
        /// Which.
        chapter: u32,
        /// The new one.
        name: String,
    },
    /// One chapter less.
    RemoveChapter {
        /// Which.
        chapter: u32,
    },
    /// A move more, if it is not there.
    Play {
        /// In which chapter.
        chapter: u32,
        /// After which move.
        node: u32,
        /// The move, in any notation.
        text: String,
    },
    /// A move less, with everything that follows it.
    Remove {
        /// In which chapter.
        chapter: u32,
        /// Which.
        node: u32,
    },
    /// A move, with everything that follows it, goes before the one it is a variation of.
    Promote {
        /// In which chapter.
        chapter: u32,
        /// Which.
        node: u32,
    },
    /// A move, with everything that follows it, goes behind the next variation.
    Demote {
        /// In which chapter.
        chapter: u32,
        /// Which.
        node: u32,
    },
    /// What is said of a move; what is missing stays.
    Annotate {
        /// In which chapter.
        chapter: u32,
        /// Of which move; 0 is the start.
        node: u32,
        /// In words.
        comment: Option<String>,
        /// How it is judged, as PGN numbers that.
        nags: Option<Vec<u16>>,
        /// What is drawn.
        shapes: Option<Vec<Shape>>,
    },
}

/// What everybody is told of a change.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Told {
    /// What it is called now, and who may change it.
    Head {
        /// The name.
        name: String,
        /// Whether everybody with the link may change it.
        open: bool,
    },
    /// A chapter as it is now.
    Chapter {
        /// All of it.
        chapter: Box<Chapter>,
    },
    /// A chapter is gone.
    Removed {
        /// Which.
        chapter: u32,
    },
    /// A move as it is now; a new one is the last of those that follow the same.
    Step {
        /// In which chapter.
        chapter: u32,
        /// The move.
        step: Step,
    },
    /// The study is gone.
    Gone,
}

/// What a change came to.
pub(super) struct Done {
    pub told: Vec<Told>,
    /// The chapters that were changed.
    pub written: Vec<u32>,
    pub removed: Option<u32>,
}

impl Change {
    /// Whether others may not do that, wherever they may change something.
    pub(super) fn is_for_the_owner(&self) -> bool {
        matches!(self, Change::Rename { .. } | Change::Open { .. } | Change::RemoveChapter { .. })
    }
}

impl Study {
    /// Adds chapters; their numbers.
    pub(super) fn add(&mut self, chapters: Vec<Kept>) -> Result<Vec<u32>, Problem> {
        if chapters.is_empty() {
            return Err(Problem::bad("bad-value", "there is no chapter in it"));
        }
        if self.chapters.len() + chapters.len() > MAX_CHAPTERS {
            return Err(full(format!("a study has at most {MAX_CHAPTERS} chapters")));
        }
        let mut next = self.chapters.iter().map(|kept| kept.chapter.chapter).max().unwrap_or(0);
        let mut numbers = Vec::with_capacity(chapters.len());
        for mut kept in chapters {
            next += 1;
            kept.chapter.chapter = next;
            self.chapters.push(kept);
            self.measure(self.chapters.len() - 1)?;
            numbers.push(next);
        }
        Ok(numbers)
    }

    /// Looks how large a chapter has become.
    fn measure(&mut self, at: usize) -> Result<(), Problem> {
        let kept = &mut self.chapters[at];
        kept.bytes = serde_json::to_string(&kept.chapter).map_err(|_| Problem::storage())?.len();
        if kept.bytes > MAX_CHAPTER {
            return Err(full(format!("a chapter has room for {} KB; begin another one", MAX_CHAPTER >> 10)));
        }
        match self.chapters.iter().map(|kept| kept.bytes).sum::<usize>() > MAX_STUDY {
            true => Err(full(format!("a study has room for {} MB; begin another one", MAX_STUDY >> 20))),
            false => Ok(()),
        }
    }

    fn head(&self) -> Told {
        Told::Head { name: self.row.name.clone(), open: self.row.open }
    }
}

fn full(detail: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "study-full", detail)
}

impl Studies {
    /// Does what a change says, in memory.
    pub(super) async fn apply(
        &self,
        lane: &Lane,
        study: &mut Study,
        change: Change,
        chapters: Vec<Kept>,
    ) -> Result<Done, Problem> {
        study.row.version += 1;
        study.row.updated = wall();
        let mut done = Done { told: Vec::new(), written: Vec::new(), removed: None };
        match change {
            Change::Rename { name } => {
                study.row.name = check_title(&name)?;
                done.told.push(study.head());
            }
            Change::Open { open } => {
                study.row.open = open;
                done.told.push(study.head());
            }
            Change::AddChapter(_) => {
                done.written = study.add(chapters)?;
                for number in &done.written {
                    done.told.push(whole(study, study.find(*number)?));
                }
            }
            Change::RemoveChapter { chapter } => {
                let at = study.find(chapter)?;
                if study.chapters.len() == 1 {
                    return Err(Problem::bad(
                        "bad-value",
                        "the only chapter stays; delete the study instead",
                    ));
                }
                study.chapters.remove(at);
                done.removed = Some(chapter);
                done.told.push(Told::Removed { chapter });
            }
            Change::RenameChapter { chapter, name } => {
                let at = study.find(chapter)?;
                study.chapters[at].chapter.name = check_title(&name)?;
                done.told.push(whole(study, at));
            }
            Change::Play { chapter, node, text } => {
                let at = study.find(chapter)?;
                let step = self.play(lane, &mut study.chapters[at].chapter, node, text).await?;
                done.told.push(Told::Step { chapter, step });
            }
            Change::Remove { chapter, node } => {
                let at = study.find(chapter)?;
                study.chapters[at].chapter.remove(node)?;
                done.told.push(whole(study, at));
            }
            Change::Promote { chapter, node } | Change::Demote { chapter, node } => {
                let at = study.find(chapter)?;
                let forward = matches!(change, Change::Promote { .. });
                study.chapters[at].chapter.exchange(node, forward)?;
                done.told.push(whole(study, at));
            }
            Change::Annotate { chapter, node, comment, nags, shapes } => {
                let at = study.find(chapter)?;
                let tree = &mut study.chapters[at].chapter;
                self.check_shapes(lane, tree, shapes.as_deref()).await?;
                let step = tree.annotate(node, Said { comment, nags, shapes })?;
                done.told.push(Told::Step { chapter, step: tree.steps[step].clone() });
            }
        }
        if let [Told::Chapter { chapter: whole }] = &done.told[..] {
            done.written = vec![whole.chapter];
        }
        if let [Told::Step { chapter, .. }] = &done.told[..] {
            done.written = vec![*chapter];
        }
        for number in &done.written {
            study.measure(study.find(*number)?)?;
        }
        Ok(done)
    }

    async fn play(
        &self,
        lane: &Lane,
        chapter: &mut Chapter,
        node: u32,
        text: String,
    ) -> Result<Step, Problem> {
        let at = chapter.find(node)?;
        let game = self.library.sample(lane, &chapter.definition, &chapter.settings).await?;
        let (fen, mut moves) = (chapter.fen.clone(), chapter.moves_to(at));
        moves.push(text);
        let played = move || {
            let mut line = line(&game, fen.as_deref(), &moves)?;
            let last = line.undo();
            let position = line.position();
            let last = last.ok_or_else(Problem::storage)?;
            Ok::<_, Problem>(MoveText::of(position, last))
        };
        let text = self.pool.run(lane, played).await??;
        let at = chapter.add(at, text)?;
        Ok(chapter.steps[at].clone())
    }

    async fn check_shapes(
        &self,
        lane: &Lane,
        chapter: &Chapter,
        shapes: Option<&[Shape]>,
    ) -> Result<(), Problem> {
        let Some(shapes) = shapes.filter(|shapes| !shapes.is_empty()) else { return Ok(()) };
        let game = self.library.sample(lane, &chapter.definition, &chapter.settings).await?;
        let unknown = shapes
            .iter()
            .flat_map(|shape| [&shape.from, &shape.to])
            .find(|name| game.board().cell(name).is_none());
        match unknown {
            Some(name) => Err(Problem::bad("bad-value", format!("there is no cell {name}"))),
            None => Ok(()),
        }
    }

    /// Reads chapters, and plays their moves.
    pub(super) async fn new_chapters(&self, lane: &Lane, new: NewChapter) -> Result<Vec<Kept>, Problem> {
        if new.fen.as_ref().is_some_and(|fen| fen.len() > MAX_FEN) {
            return Err(Problem::bad("bad-start", format!("a FEN has at most {MAX_FEN} bytes")));
        }
        let settings: Vec<(String, String)> = new.settings.clone().into_iter().collect();
        if let Some(text) = new.pgn {
            return self.written(lane, text, new.game, settings).await;
        }
        if new.steps.len() > MAX_STEPS {
            return Err(full(format!("a chapter has at most {MAX_STEPS} moves")));
        }
        let definition = self.library.canonical(new.game.as_deref().unwrap_or("chess"));
        let game = self.library.sample(lane, &definition, &settings).await?;
        let settings = game.variables().iter().map(|v| (v.name.clone(), v.value.clone())).collect();
        let name = check_title(if new.name.is_empty() { "Chapter" } else { &new.name })?;
        let (known, rules) = (definition.clone(), self.library.rules(lane, &definition).await?.id);
        let made = move || {
            let start = line(&game, new.fen.as_deref(), &[])?.position().clone();
            let fen = (format_fen(&start) != format_fen(&Position::start(&game))).then(|| format_fen(&start));
            let mut chapter = Chapter::new(name, known, settings, fen);
            play_all(&mut chapter, &start, new.steps)?;
            Ok::<_, Problem>(chapter)
        };
        let chapter = self.pool.run_slow(lane, made).await??;
        self.check_shapes(lane, &chapter, Some(&all_shapes(&chapter))).await?;
        Ok(vec![Kept { chapter, rules, bytes: 0 }])
    }

    /// Chapters of games that were written down.
    async fn written(
        &self,
        lane: &Lane,
        text: String,
        named: Option<String>,
        settings: Vec<(String, String)>,
    ) -> Result<Vec<Kept>, Problem> {
        if text.len() > MAX_STUDY {
            return Err(full(format!("at most {} MB are read at once", MAX_STUDY >> 20)));
        }
        let bad = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-pgn", detail);
        let text = kif::as_pgn(text, &self.library, &self.pool, lane).await?;
        let read = move || games(&text).take(MAX_CHAPTERS + 1).collect::<Result<Vec<_>, _>>();
        let written = self.pool.run_slow(lane, read).await?.map_err(|error| bad(error.to_string()))?;
        if written.is_empty() {
            return Err(bad("there is no game in it".to_owned()));
        }
        let mut known: HashMap<String, (Arc<Game>, String)> = HashMap::new();
        let mut chapters = Vec::with_capacity(written.len());
        for pgn in written {
            let told = pgn.tag("Variant").unwrap_or(named.as_deref().unwrap_or("chess")).to_owned();
            let found = spellings(&told).into_iter().find(|name| catalogue::find(name).is_some());
            let definition = self.library.canonical(&found.unwrap_or(told));
            if !known.contains_key(&definition) {
                let game = self.library.sample(lane, &definition, &settings).await?;
                known.insert(definition.clone(), (game, self.library.rules(lane, &definition).await?.id));
            }
            let (game, rules) = known[&definition].clone();
            let chapter = self.pool.run_slow(lane, move || {
                require_playable(&game, &pgn)?;
                pgn::read(&pgn, &definition, &game)
            });
            let chapter = chapter.await??;
            chapters.push(Kept { chapter, rules, bytes: 0 });
        }
        Ok(chapters)
    }
}

fn whole(study: &Study, at: usize) -> Told {
    Told::Chapter { chapter: Box::new(study.chapters[at].chapter.clone()) }
}

fn all_shapes(chapter: &Chapter) -> Vec<Shape> {
    chapter.steps.iter().flat_map(|step| step.shapes.clone()).collect()
}

/// Plays moves, each behind the one it follows, and takes what is said of them.
fn play_all(chapter: &mut Chapter, start: &Position, steps: Vec<NewStep>) -> Result<(), Problem> {
    let mut known: Vec<(u32, Position)> = vec![(0, start.clone())];
    let until = Instant::now() + PLAYING;
    for (number, NewStep { parent, text, comment, nags, shapes }) in steps.into_iter().enumerate() {
        if Instant::now() >= until {
            return Err(full("these moves take too long to play; send fewer".to_owned()));
        }
        let said = Said { comment, nags, shapes };
        if text.is_empty() && parent == 0 {
            chapter.annotate(0, said)?;
            known.push(known[0].clone());
            continue;
        }
        let unknown =
            || Problem::bad("bad-value", format!("move {number} follows one that does not come before it"));
        let (node, mut position) = known.get(parent).cloned().ok_or_else(unknown)?;
        let illegal = |why: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal-move", why);
        let mv = read_move(&position, &text).map_err(|error| illegal(error.to_string()))?;
        let before = chapter.find(node)?;
        let at = chapter.add(before, MoveText::of(&position, mv))?;
        let node = chapter.steps[at].node;
        chapter.annotate(node, said)?;
        position.play(mv).map_err(|error| illegal(error.to_string()))?;
        known.push((node, position));
    }
    Ok(())
}

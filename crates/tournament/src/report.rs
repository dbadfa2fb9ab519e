//! What came of a match: for the terminal, as Markdown, as JSON and as a picture.

mod svg;

use crate::game::{GameRecord, Thinking};
use crate::statistics::{Decision, Estimate, Sample, Sprt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How one engine did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// What it is called.
    pub name: String,
    /// Games won, or more than half of the places.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Its points.
    pub points: f64,
    /// Its finished pairs.
    pub sample: Sample,
    /// What it took.
    pub thought: Thinking,
    /// Games it lost by a fault, by what it did.
    pub faults: BTreeMap<String, u32>,
    /// How often it had to be started again.
    pub restarts: u32,
}

impl Standing {
    /// How many games it played.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.thought.nodes as f64 * 1e6 / self.thought.micros.max(1) as f64
    }

    /// What the table for the terminal tells of it.
    fn cells(&self) -> [String; 10] {
        let (score, elo, los) = match self.sample.estimate() {
            Some(e) => (
                format!("{:.1} %", 100.0 * self.points / f64::from(self.games().max(1))),
                elo(&e),
                format!("{:.0} %", 100.0 * e.superiority),
            ),
            None => ("-".to_owned(), "-".to_owned(), "-".to_owned()),
        };
        let pairs = self.sample.pentanomial().map(|pairs| pairs.to_string()).join("-");
        let depth = self.thought.depths as f64 / f64::from(self.thought.moves.max(1));
        let [games, won, drawn, lost] =
            [self.games(), self.won, self.drawn, self.lost].map(|count| count.to_string());
        let speed = format!("{:.0}", self.speed());
        [games, won, drawn, lost, score, elo, los, pairs, speed, format!("{depth:.1}")]
    }
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// Each engine, in the order in which they were named.
    pub engines: Vec<Standing>,
    /// Points and games of each against each other.
    pub matrix: Vec<Vec<(f64, u32)>>,
    /// How games ended.
    pub ends: BTreeMap<String, u32>,
    /// How many games are finished, of how many.
    pub games: (u32, u32),
    /// What an engine has of a pair whose other games are not finished, and how many of its games are.
    parts: BTreeMap<(u32, usize), (f64, u32)>,
}

/// Ends that are the fault of whoever lost.
pub(crate) const FAULTS: [&str; 11] = [
    "hung",
    "crashed",
    "nonsense",
    "illegal move",
    "lied",
    "overstepped time",
    "flooded",
    "refused",
    "not started",
    "unidentified",
    "not told",
];

/// So many columns of the table are always shown.
const NEEDED: usize = 5;

impl Standings {
    /// How it stands before the first of so many games.
    pub fn new(names: &[String], planned: u32) -> Standings {
        let count = names.len();
        Standings {
            engines: names
                .iter()
                .map(|name| Standing { name: name.clone(), ..Standing::default() })
                .collect(),
            matrix: vec![vec![(0.0, 0); count]; count],
            ends: BTreeMap::new(),
            games: (0, planned),
            parts: BTreeMap::new(),
        }
    }

    /// What follows from the games so far.
    pub fn of(names: &[String], records: &[GameRecord], planned: u32) -> Standings {
        let mut all = Standings::new(names, planned);
        records.iter().for_each(|record| all.add(record));
        all
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.games.0 += 1;
        *self.ends.entry(record.end.clone()).or_default() += 1;
        let met = record.scores().len() as u32;
        for engine in 0..self.engines.len() {
            let Some(share) = record.share_of(engine) else { continue };
            self.engines[engine].restarts += u32::from(record.restarted.contains(&engine));
            self.count(record, engine, share);
            // With as many games as there are engines everybody has had every seat.
            let parts = self.parts.entry((record.pair, engine)).or_default();
            *parts = (parts.0 + share, parts.1 + 1);
            if parts.1 == met {
                self.engines[engine].sample.add(parts.0 / f64::from(met));
                self.parts.remove(&(record.pair, engine));
            }
        }
    }

    fn count(&mut self, record: &GameRecord, engine: usize, share: f64) {
        let own = &mut self.engines[engine];
        own.points += share;
        match share {
            share if share > 0.5 + 1e-9 => own.won += 1,
            share if share < 0.5 - 1e-9 => own.lost += 1,
            _ => own.drawn += 1,
        }
        if share < 0.5 && FAULTS.contains(&record.end.as_str()) {
            *own.faults.entry(record.end.clone()).or_default() += 1;
        }
        let own_seats = record.seats.iter().zip(&record.thought).filter(|(seat, _)| **seat == engine);
        for (_, thought) in own_seats {
            own.thought.moves += thought.moves;
            own.thought.micros += thought.micros;
            own.thought.longest = own.thought.longest.max(thought.longest);
            own.thought.nodes += thought.nodes;
            own.thought.depths += thought.depths;
        }
        let mut others: Vec<usize> = record.seats.iter().copied().filter(|other| *other != engine).collect();
        others.sort_unstable();
        others.dedup();
        for other in others {
            let cell = &mut self.matrix[engine][other];
            *cell = (cell.0 + share, cell.1 + 1);
        }
    }

    /// One line: the state of a match, as it runs.
    pub fn summary(&self, sprt: Option<&Sprt>) -> String {
        // Rounds that were level go on for longer than was planned.
        let mut text = match self.games {
            (played, planned) if played > planned => format!("{played} games"),
            (played, planned) => format!("{played}/{planned} games"),
        };
        if let [first, _] = &self.engines[..] {
            let _ = write!(text, ", {} +{} ={} -{}", first.name, first.won, first.drawn, first.lost);
            if let Some(estimate) = first.sample.estimate() {
                let _ = write!(text, ", Elo {}, LOS {:.0} %", elo(&estimate), 100.0 * estimate.superiority);
            }
            if let Some(sprt) = sprt {
                let (low, high) = sprt.bounds();
                let _ = write!(text, ", LLR {:.2} ({low:.2} to {high:.2})", sprt.ratio(&first.sample));
            }
        } else if let Some(best) = self.order().first() {
            let best = &self.engines[*best];
            let _ = write!(text, ", {} leads with {} of {}", best.name, best.points, best.games());
        }
        text
    }

    /// The numbers of the engines, best first.
    pub fn order(&self) -> Vec<usize> {
        let share = |index: &usize| {
            let engine = &self.engines[*index];
            -engine.points / f64::from(engine.games().max(1))
        };
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        order.sort_by(|a, b| share(a).total_cmp(&share(b)));
        order
    }

    /// A table for the terminal.
    pub fn table(&self) -> String {
        self.table_within(usize::MAX)
    }

    /// The table as far as it fits into so many columns: the last of it goes first, then the ends of long names; games and scores
    /// stay.
    pub fn table_within(&self, columns: usize) -> String {
        // How many columns each takes, with what stands before it.
        let widths = [8, 6, 6, 6, 9, 18, 7, 19, 10, 7];
        let room = columns.saturating_sub(widths[..NEEDED].iter().sum());
        let longest = self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
        let wide = longest.min(room).max(6);
        let mut all = wide;
        let fits = |(number, width): &(usize, usize)| {
            all += width;
            *number < NEEDED || all <= columns
        };
        let shown = widths.into_iter().enumerate().take_while(fits).count();
        let line = |name: &str, cells: [String; 10]| {
            let cells = cells.iter().zip(widths).take(shown);
            let cells: String = cells.map(|(cell, width)| format!("{cell:>width$}")).collect();
            format!("{name:wide$.wide$}{cells}\n")
        };
        let head =
            ["games", "won", "drawn", "lost", "score", "Elo", "LOS", "pairs 0 to 2", "nodes/s", "depth"];
        let mut text = line("engine", head.map(str::to_owned));
        for index in self.order() {
            text += &line(&self.engines[index].name, self.engines[index].cells());
        }
        text
    }

    /// The whole report as Markdown.
    pub fn markdown(&self, title: &str, sprt: Option<&Sprt>) -> String {
        let mut text = format!("# {title}\n\n{} of {} games.\n\n", self.games.0, self.games.1);
        text += "| engine | games | won | drawn | lost | score | Elo | LOS | pairs 0 to 2 points |\n";
        text += "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
        for index in self.order() {
            let engine = &self.engines[index];
            let estimate = engine.sample.estimate();
            let score = estimate
                .map_or("-".to_owned(), |e| format!("{:.1} % ± {:.1}", 100.0 * e.score, 100.0 * e.error));
            let rating = estimate.map_or("-".to_owned(), |e| elo(&e));
            let los = estimate.map_or("-".to_owned(), |e| format!("{:.1} %", 100.0 * e.superiority));
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {score} | {rating} | {los} | {} |",
                escaped(&engine.name),
                engine.games(),
                engine.won,
                engine.drawn,
                engine.lost,
                engine.sample.pentanomial().map(|pairs| pairs.to_string()).join(", "),
            );
        }
        if let (Some(sprt), Some(first)) = (sprt, self.engines.first()) {
            let (low, high) = sprt.bounds();
            let decision = match sprt.decision(&first.sample) {
                Some(Decision::Accepted) => {
                    format!("{} is better by {} Elo", escaped(&first.name), sprt.elo1)
                }
                Some(Decision::Refused) => {
                    format!("{} is not better by {} Elo", escaped(&first.name), sprt.elo1)
                }
                None => "not decided".to_owned(),
            };
            let ratio = sprt.ratio(&first.sample);
            let _ = writeln!(
                text,
                "\nSPRT of {} against {} Elo: LLR {ratio:.2} between {low:.2} and {high:.2}; {decision}.",
                sprt.elo0, sprt.elo1
            );
        }
        if self.engines.len() > 2 {
            let names: Vec<String> = self.engines.iter().map(|engine| escaped(&engine.name)).collect();
            let _ = writeln!(text, "\n## Against each other\n\n| | {} |", names.join(" | "));
            let _ = writeln!(text, "| --- |{}", " --- |".repeat(names.len()));
            for (row, name) in self.matrix.iter().zip(&names) {
                let cell = |(points, games): &(f64, u32)| match games {
                    0 => "·".to_owned(),
                    _ => format!("{points} / {games}"),
                };
                let cells: Vec<String> = row.iter().map(cell).collect();
                let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
            }
        }
        text += "\n## How games ended\n\n| end | games |\n| --- | --- |\n";
        for (end, count) in &self.ends {
            let _ = writeln!(text, "| {} | {count} |", escaped(end));
        }
        if self.engines.iter().any(|engine| engine.restarts > 0 || !engine.faults.is_empty()) {
            text += "\n## Faults\n\n| engine | what it did | started again |\n| --- | --- | --- |\n";
            for engine in &self.engines {
                let faults: Vec<String> =
                    engine.faults.iter().map(|(fault, count)| format!("{count} × {fault}")).collect();
                let told = if faults.is_empty() { "nothing".to_owned() } else { faults.join(", ") };
                let _ = writeln!(text, "| {} | {told} | {} |", escaped(&engine.name), engine.restarts);
            }
        }
        text += "\n## Time\n\n| engine | moves | ms a move | longest, ms | nodes a second | depth |\n| --- | --- | --- | --- | --- | --- |\n";
        for engine in &self.engines {
            let moves = f64::from(engine.thought.moves.max(1));
            let _ = writeln!(
                text,
                "| {} | {} | {:.1} | {:.0} | {:.0} | {:.1} |",
                escaped(&engine.name),
                engine.thought.moves,
                engine.thought.micros as f64 / 1000.0 / moves,
                engine.thought.longest as f64 / 1000.0,
                engine.speed(),
                engine.thought.depths as f64 / moves,
            );
        }
        text
    }

    /// The whole report as JSON; what is infinite is null.
    pub fn json(&self, title: &str, sprt: Option<&Sprt>) -> Value {
        let engines: Vec<Value> = self
            .engines
            .iter()
            .map(|engine| {
                let estimate = engine.sample.estimate();
                json!({
                    "name": engine.name, "games": engine.games(), "won": engine.won, "drawn": engine.drawn,
                    "lost": engine.lost, "points": engine.points, "pairs": engine.sample.pentanomial(),
                    "score": estimate.map(|e| e.score), "score-error": estimate.map(|e| e.error),
                    "elo": estimate.map(|e| e.elo), "elo-error": estimate.map(|e| e.elo_error),
                    "los": estimate.map(|e| e.superiority), "faults": engine.faults,
                    "restarts": engine.restarts,
                    "moves": engine.thought.moves, "seconds": engine.thought.micros as f64 / 1e6,
                    "longest": engine.thought.longest as f64 / 1e6, "nodes": engine.thought.nodes,
                })
            })
            .collect();
        let matrix: Vec<Value> = self.matrix.iter().map(|row| json!(row)).collect();
        let test = sprt.zip(self.engines.first()).map(|(sprt, first)| {
            let decision = sprt.decision(&first.sample).map(|decision| match decision {
                Decision::Accepted => "accepted",
                Decision::Refused => "refused",
            });
            json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": sprt.ratio(&first.sample), "bounds": sprt.bounds(), "decision": decision,
            })
        });
        json!({
            "title": title, "games": self.games.0, "planned": self.games.1, "engines": engines,
            "matrix": matrix, "ends": self.ends, "sprt": test,
        })
    }
}

/// A difference with its error.
fn elo(estimate: &Estimate) -> String {
    match (estimate.elo.is_finite(), estimate.elo_error.is_finite()) {
        (true, true) => format!("{:+.1} ± {:.1}", estimate.elo, estimate.elo_error),
        (true, false) => format!("{:+.1} ± ∞", estimate.elo),
        (false, _) => if estimate.elo > 0.0 { "+∞" } else { "-∞" }.to_owned(),
    }
}

/// Names must not break tables.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u32, seats: [usize; 2], first: f64, end: &str) -> GameRecord {
        GameRecord {
            number,
            pair: number / 2,
            seats: seats.to_vec(),
            shares: vec![first, 1.0 - first],
            end: end.to_owned(),
            sentence: String::new(),
            plies: 9,
            thought: vec![
                Thinking { moves: 2, micros: 500_000, nodes: 1000, depths: 8, longest: 300_000 };
                2
            ],
            restarted: if end == "crashed" { vec![1] } else { Vec::new() },
            pgn: String::new(),
        }
    }

    #[test]
    fn points_go_to_engines_whatever_their_colour() {
        let names = ["A|B".to_owned(), "C".to_owned()];
        let records = [
            record(0, [0, 1], 1.0, "by checkmate"),
            record(1, [1, 0], 0.0, "crashed"),
            record(2, [0, 1], 0.5, "by repetition"),
        ];
        let all = Standings::of(&names, &records, 4);
        let first = &all.engines[0];
        assert_eq!((first.won, first.drawn, first.lost, first.points), (2, 1, 0, 2.5));
        assert_eq!(first.sample.pentanomial(), [0, 0, 0, 0, 1]);
        assert_eq!(all.engines[1].faults.get("crashed"), Some(&1));
        assert!(first.faults.is_empty());
        assert_eq!(all.matrix[0][1], (2.5, 3));
        assert_eq!(first.speed(), 2000.0);
        let sprt = Sprt::new(0.0, 5.0);
        let text = all.markdown("Match", Some(&sprt));
        assert!(
            text.contains("| A\\|B | 3 | 2 | 1 | 0 | 100.0 % ± 0.0 | +∞ | 100.0 % | 0, 0, 0, 0, 1 |"),
            "{text}"
        );
        assert!(text.contains("| crashed | 1 |") && text.contains("not decided"), "{text}");
        let json = all.json("Match", Some(&sprt));
        assert_eq!((&json["engines"][0]["elo"], &json["games"]), (&Value::Null, &json!(3)));
        assert!(all.summary(Some(&sprt)).starts_with("3/4 games, A|B +2 =1 -0"));
        assert_eq!(all.table().lines().count(), 3);
        let narrow = all.table_within(80);
        assert!(narrow.contains("Elo") && !narrow.contains("depth"), "{narrow}");
        assert!(narrow.lines().all(|line| line.chars().count() <= 80), "{narrow}");
        assert!(all.table_within(1).contains("score"), "what is needed is shown");
        let named = Standings::new(&["An engine with a very long name".to_owned(), "B".to_owned()], 4);
        let cut = named.table_within(50);
        assert!(
            cut.contains("An engine with") && cut.lines().all(|line| line.chars().count() <= 50),
            "{cut}"
        );
        assert_eq!(all.engines[1].restarts, 1);
        assert!(text.contains("| C | 1 × crashed | 1 |"), "{text}");
        let picture = all.svg("A < B");
        assert!(picture.starts_with("<svg ") && picture.contains("A &lt; B: 3 of 4 games"), "{picture}");
        assert!(
            ["2.5 / 3", "by repetition", "250.0, at most 300"].iter().all(|w| picture.contains(w)),
            "{picture}"
        );
    }
}

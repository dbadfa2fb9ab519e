//! A comparison and how it is printed.

use std::time::Duration;

/// How much was counted in what time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Nodes or moves.
    pub count: u64,
    /// Processor time.
    pub time: Duration,
}

impl Measured {
    /// How many millions a second.
    pub fn speed(self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9) / 1e6
    }
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was done: "chess perft 6".
    pub what: String,
    /// With whom it is compared.
    pub peer: String,
    /// Ours.
    pub ours: Measured,
    /// The peer's.
    pub theirs: Measured,
}

impl Row {
    /// How many times as fast as the peer we are.
    pub fn ratio(&self) -> f64 {
        self.ours.speed() / self.theirs.speed()
    }
}

/// A program's turn in a comparison, or why it has none.
pub type Turn<'a> = &'a mut dyn FnMut() -> Result<Measured, String>;

/// Lets both run three times, taking turns, and keeps the best of each.
pub fn compare(what: &str, peer: &str, ours: Turn<'_>, theirs: Turn<'_>) -> Result<Row, String> {
    let mut row: Option<Row> = None;
    for _ in 0..3 {
        let (our_turn, their_turn) = (ours()?, theirs()?);
        let (mut best_ours, mut best_theirs) = (our_turn, their_turn);
        if let Some(row) = &row {
            best_ours = faster(row.ours, our_turn);
            best_theirs = faster(row.theirs, their_turn);
        }
        row =
            Some(Row { what: what.to_owned(), peer: peer.to_owned(), ours: best_ours, theirs: best_theirs });
    }
    row.ok_or_else(|| "nothing was measured".to_owned())
}

fn faster(one: Measured, other: Measured) -> Measured {
    if one.speed() >= other.speed() { one } else { other }
}

/// The rows as Markdown.
pub fn table(rows: &[Row]) -> String {
    let mut text = "| what | peer | count | peer, million/s | Chatura, million/s | ratio |\n\
                    | --- | --- | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    for row in rows {
        let (theirs, ours) = (row.theirs.speed(), row.ours.speed());
        let Row { what, peer, .. } = row;
        let (count, ratio) = (row.ours.count, row.ratio());
        text.push_str(&format!("| {what} | {peer} | {count} | {theirs:.2} | {ours:.2} | {ratio:.2} |\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_three_counts_for_each_side() {
        let mut times = [3, 1, 2].into_iter();
        let mut ours = || {
            let seconds = times.next().ok_or("only three turns")?;
            Ok(Measured { count: 1_000_000, time: Duration::from_secs(seconds) })
        };
        let mut theirs = || Ok(Measured { count: 1_000_000, time: Duration::from_secs(4) });
        let row = compare("chess perft 1", "peer", &mut ours, &mut theirs).unwrap();
        assert!((row.ratio() - 4.0).abs() < 1e-9);
        assert!(table(&[row]).ends_with("| chess perft 1 | peer | 1000000 | 0.25 | 1.00 | 4.00 |\n"));
    }
}

//! What is won and lost, followed back from where games end, ply by ply.

use crate::graph::{ESCAPES, Graph};
use crate::table::Code;

/// No game is longer, in plies.
const LONGEST: usize = Code::MAX as usize - 2;

/// Positions to be decided, by the plies it takes.
#[derive(Default)]
struct Buckets(Vec<Vec<u32>>);

impl Buckets {
    fn add(&mut self, plies: usize, number: u32) {
        let plies = plies.min(LONGEST);
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Vec::new);
        }
        self.0[plies].push(number);
    }

    fn take(&mut self, plies: usize) -> Vec<u32> {
        self.0.get_mut(plies).map(std::mem::take).unwrap_or_default()
    }
}

/// Decides every position that can be decided; what is left nobody can force. `tell` hears the plies and how many positions
/// are decided, and says whether to go on; the codes by number, or nothing if it was stopped.
pub(crate) fn solve(mut graph: Graph, tell: &mut dyn FnMut(usize, usize) -> bool) -> Option<Vec<Code>> {
    let (mut wins, mut losses) = (Buckets::default(), Buckets::default());
    for number in 0..graph.codes.len() {
        match graph.codes[number] {
            1 => wins.add(0, number as u32),
            -1 => losses.add(0, number as u32),
            0 if graph.open[number] == 0 => losses.add(graph.least[number].into(), number as u32),
            _ => continue,
        }
        graph.codes[number] = 0;
    }
    for (number, plies) in std::mem::take(&mut graph.wins) {
        wins.add(plies.into(), number);
    }
    let mut decided = 0;
    let mut plies = 0;
    while plies < wins.0.len().max(losses.0.len()) {
        if !tell(plies, decided) {
            return None;
        }
        let code = plies as Code + 1;
        let lost = losses.take(plies).into_iter().map(|number| (number, -code));
        for (number, code) in wins.take(plies).into_iter().map(|number| (number, code)).chain(lost) {
            if graph.codes[number as usize] != 0 {
                continue;
            }
            graph.codes[number as usize] = code;
            decided += 1;
            let turn = graph.turns[number as usize];
            let winner = if code > 0 { turn } else { 1 - turn };
            // Whoever can go there and wins there wins; whoever cannot but go to such places loses.
            let (first, last) = graph.range(number);
            for at in first..last {
                let before = graph.source(at);
                let from = before as usize;
                if graph.codes[from] != 0 {
                    continue;
                }
                if graph.turns[from] == winner {
                    wins.add(plies + 1, before);
                } else if graph.open[from] != ESCAPES {
                    graph.open[from] -= 1;
                    if graph.open[from] == 0 {
                        losses.add((plies + 1).max(graph.least[from].into()), before);
                    }
                }
            }
        }
        plies += 1;
    }
    Some(graph.codes)
}

//! What came of a match as a picture: Elo with its error, who won how much against whom, how games ended, what time they took.

use super::{Standings, elo};
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const LEFT: f64 = 190.0;
const ROW: f64 = 22.0;
/// Differences beyond this are drawn as this.
const MOST: f64 = 800.0;

struct Drawing {
    text: String,
    y: f64,
}

impl Drawing {
    fn heading(&mut self, words: &str) {
        self.y += 34.0;
        let _ =
            writeln!(self.text, "<text x=\"16\" y=\"{:.0}\" class=\"h\">{}</text>", self.y, escaped(words));
        self.y += 10.0;
    }

    fn label(&mut self, x: f64, anchor: &str, words: &str) {
        let y = self.y + ROW * 0.7;
        let _ = writeln!(
            self.text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(words)
        );
    }

    fn bar(&mut self, from: f64, to: f64, class: &str) {
        let (x, width) = (from.min(to), (to - from).abs().max(0.5));
        let (y, height) = (self.y + 3.0, ROW - 6.0);
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"/>"
        );
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.text,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        );
    }
}

impl Standings {
    /// The report as a picture.
    pub fn svg(&self, title: &str) -> String {
        let mut drawing = Drawing { text: String::new(), y: 0.0 };
        drawing.heading(&format!("{title}: {} of {} games", self.games.0, self.games.1));
        self.draw_elo(&mut drawing);
        self.draw_matrix(&mut drawing);
        self.draw_ends(&mut drawing);
        self.draw_time(&mut drawing);
        let height = drawing.y + 20.0;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" width=\"{WIDTH:.0}\" \
             height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n<style>text {{ font: 13px sans-serif; fill: #222 }} \
             .h {{ font-weight: bold }} line {{ stroke: #222 }} .bar {{ fill: #5b8fb9 }} .most {{ fill: #c9d8e6 }} \
             .cell {{ stroke: #999 }}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
            escaped(title),
            drawing.text
        )
    }

    fn draw_elo(&self, drawing: &mut Drawing) {
        drawing.heading("Elo against the field, with 95 % intervals");
        let reach = |index: &usize| {
            let estimate = self.engines[*index].sample.estimate();
            estimate.map_or(0.0, |e| {
                (e.elo.abs() + if e.elo_error.is_finite() { e.elo_error } else { 0.0 }).min(MOST)
            })
        };
        let order = self.order();
        let most = order.iter().map(reach).fold(10.0, f64::max);
        let (middle, half) = ((LEFT + WIDTH - 130.0) / 2.0, (WIDTH - 130.0 - LEFT) / 2.0);
        let at = |elo: f64| middle + half * (elo.clamp(-most, most) / most);
        let top = drawing.y;
        for index in order {
            let engine = &self.engines[index];
            drawing.label(LEFT - 8.0, "end", &engine.name);
            if let Some(estimate) = engine.sample.estimate() {
                drawing.bar(middle, at(estimate.elo), "bar");
                let y = drawing.y + ROW / 2.0;
                if estimate.elo_error.is_finite() && estimate.elo.is_finite() {
                    let ends = (at(estimate.elo - estimate.elo_error), at(estimate.elo + estimate.elo_error));
                    drawing.line((ends.0, y), (ends.1, y));
                }
                drawing.label(WIDTH - 16.0, "end", &elo(&estimate));
            }
            drawing.y += ROW;
        }
        let bottom = drawing.y;
        drawing.line((middle, top), (middle, bottom));
    }

    fn draw_matrix(&self, drawing: &mut Drawing) {
        drawing.heading("Points against each other");
        let order = self.order();
        let wide = ((WIDTH - 16.0 - LEFT) / order.len().max(1) as f64).min(110.0);
        for (place, _) in order.iter().enumerate() {
            drawing.label(LEFT + wide * (place as f64 + 0.5), "middle", &(place + 1).to_string());
        }
        drawing.y += ROW;
        for (place, row) in order.iter().enumerate() {
            drawing.label(LEFT - 8.0, "end", &format!("{}. {}", place + 1, self.engines[*row].name));
            for (column, other) in order.iter().enumerate() {
                let (points, games) = self.matrix[*row][*other];
                if games == 0 {
                    continue;
                }
                let x = LEFT + wide * column as f64;
                // From red for nothing over white to green for everything.
                let share = points / f64::from(games);
                let weak = (255.0 - 150.0 * (2.0 * share - 1.0).abs()).round();
                let fill = match share < 0.5 {
                    true => format!("rgb(255,{weak},{weak})"),
                    false => format!("rgb({weak},255,{weak})"),
                };
                let y = drawing.y;
                let _ = writeln!(
                    drawing.text,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{ROW}\" fill=\"{fill}\" class=\"cell\"/>"
                );
                drawing.label(x + wide / 2.0, "middle", &format!("{points} / {games}"));
            }
            drawing.y += ROW;
        }
    }

    fn draw_ends(&self, drawing: &mut Drawing) {
        drawing.heading("How games ended");
        let most = f64::from(self.ends.values().copied().max().unwrap_or(1));
        for (end, count) in &self.ends {
            drawing.label(LEFT - 8.0, "end", end);
            let to = LEFT + (WIDTH - 80.0 - LEFT) * f64::from(*count) / most;
            drawing.bar(LEFT, to, "bar");
            drawing.label(to + 8.0, "start", &count.to_string());
            drawing.y += ROW;
        }
    }

    fn draw_time(&self, drawing: &mut Drawing) {
        drawing.heading("Milliseconds a move: mean, and the longest");
        let longest = |index: &usize| self.engines[*index].thought.longest as f64 / 1000.0;
        let order = self.order();
        let most = order.iter().map(longest).fold(0.001, f64::max);
        let at = |millis: f64| LEFT + (WIDTH - 160.0 - LEFT) * millis / most;
        for index in &order {
            let thought = &self.engines[*index].thought;
            let mean = thought.micros as f64 / 1000.0 / f64::from(thought.moves.max(1));
            drawing.label(LEFT - 8.0, "end", &self.engines[*index].name);
            drawing.bar(LEFT, at(longest(index)), "most");
            drawing.bar(LEFT, at(mean), "bar");
            drawing.label(
                at(longest(index)) + 8.0,
                "start",
                &format!("{mean:.1}, at most {:.0}", longest(index)),
            );
            drawing.y += ROW;
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

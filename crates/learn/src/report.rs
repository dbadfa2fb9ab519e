//! What came of it, in words, numbers and a picture.

use crate::contest::Standing;
use crate::records;
use crate::run::{Generation, Run};
use crate::training::Loss;
use chatura_rules::{Cell, Game, Line, Piece, Position};
use chatura_search::net::Net;
use chatura_search::{Engine, Options};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

/// Writes `report.md` and `losses.svg` into the folder of a run.
pub fn write(run: &Run, game: &Arc<Game>) -> io::Result<()> {
    let state = run.state();
    let best = run.best()?;
    let mut text = format!("# {}: what was learnt\n\n", state.game);
    let Some(last) = state.generations.last() else {
        text += "No generation is done yet.\n";
        return fs::write(run.folder().join("report.md"), text);
    };
    let _ = writeln!(
        text,
        "{} games, {} positions thought about, {} generations, seed {}. Nothing but games of the engine against itself \
         went in.\n",
        last.games,
        last.positions,
        state.generations.len(),
        state.seed
    );
    text += "| generation | positions | learnt from | loss before | loss after | equal positions | equal time | kept |\n";
    text += "| ---: | ---: | ---: | ---: | ---: | --- | --- | --- |\n";
    for generation in &state.generations {
        text += &row(generation);
    }
    text += "\nThe loss is the mean square of what is missing to the chance of winning, over games held back. Matches say what \
             the new net took from the one before, with the half width of a 95 % interval, and as Elo.\n\n";
    text += "![Loss over the epochs](losses.svg)\n\n";
    text += &worths(run, game, best.as_ref())?;
    fs::write(run.folder().join("losses.svg"), curves(&state.generations))?;
    fs::write(run.folder().join("report.md"), text)
}

fn row(generation: &Generation) -> String {
    let loss = |loss: Option<&Loss>| loss.map_or_else(String::new, |loss| format!("{:.5}", loss.held_back));
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n",
        generation.number,
        generation.positions,
        generation.learnt_from,
        loss(generation.losses.first()),
        loss(generation.losses.last()),
        told(&generation.by_nodes),
        told(&generation.by_time),
        if generation.kept { "yes" } else { "no" }
    )
}

/// A standing in words: `56.2 % ± 3.1, +43 Elo, 400 games`.
pub fn told(standing: &Standing) -> String {
    format!(
        "{:.1} % ± {:.1}, {:+.0} Elo, {} games",
        standing.mean() * 100.0,
        standing.error() * 100.0,
        standing.elo(),
        standing.games
    )
}

/// How many positions say what pieces are worth.
const LOOKED_AT: usize = 400;

/// What the pieces turned out to be worth: by how much a position is worth less to their owner without one.
fn worths(run: &Run, game: &Arc<Game>, best: Option<&Arc<Net>>) -> io::Result<String> {
    let mut engines = [None, best.cloned()].map(|net| {
        let mut engine = Engine::new(game, Options { hash_mb: 1, ..Options::default() });
        engine.set_net(net);
        engine
    });
    let types = game.types().len();
    let mut sums = vec![[(0i64, 0i64); 2]; types];
    let number = run.state().generations.len() as u32;
    let path = run.folder().join(format!("generation-{number}.games"));
    let mut looked = 0;
    records::read(Path::new(&path), run.state().fingerprint, |record| {
        if let Some(first) = record.first(game) {
            let mut line = Line::new(first);
            // One from the middle of each game.
            let half = record.moves.len() / 2;
            record.moves[..half].iter().for_each(|mv| line.play_unchecked(*mv));
            weigh(&mut engines, line.position(), &mut sums);
            looked += 1;
        }
        looked < LOOKED_AT
    })?;
    let mut text = format!(
        "What a piece is worth, in hundredths of a pawn: by how much its owner stands worse without it, on average over {looked} \
         positions from the middle of games, by the hand-made evaluation and with the net.\n\n\
         | piece | hand-made | learnt |\n| --- | ---: | ---: |\n"
    );
    for (info, sums) in game.types().iter().zip(&sums) {
        let mean =
            |(sum, count): (i64, i64)| if count == 0 { "–".to_owned() } else { (sum / count).to_string() };
        if sums[0].1 > 0 {
            let _ = writeln!(text, "| {} | {} | {} |", info.name, mean(sums[0]), mean(sums[1]));
        }
    }
    Ok(text)
}

/// Takes each piece of the player to move off the board, one at a time.
fn weigh(engines: &mut [Engine; 2], position: &Position, sums: &mut [[(i64, i64); 2]]) {
    let Ok(whole) = engines
        .each_ref()
        .map(|engine| engine.evaluate(position).map(|e| e.value))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
    else {
        return;
    };
    let setup = position.setup();
    for cell in 0..setup.cells.len() {
        let piece = position.piece(Cell(cell as u16));
        if piece.is_none() || piece.owner() != position.turn() {
            continue;
        }
        let mut without = setup.clone();
        without.cells[cell] = Piece::NONE;
        let Ok(without) = Position::new(position.game(), &without) else { continue };
        for (index, engine) in engines.iter().enumerate() {
            if let Ok(less) = engine.evaluate(&without) {
                let (sum, count) = &mut sums[piece.kind().index()][index];
                (*sum, *count) = (*sum + i64::from(whole[index] - less.value), *count + 1);
            }
        }
    }
}

/// The losses of every generation as curves: what was learnt from dashed, what was held back in full.
fn curves(generations: &[Generation]) -> String {
    let losses = || generations.iter().flat_map(|generation| generation.losses.iter().skip(1));
    let all = || losses().flat_map(|loss| [loss.learnt, loss.held_back]);
    let (least, most) = (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max));
    let epochs = generations.iter().map(|generation| generation.losses.len()).max().unwrap_or(2);
    let x = |epoch: usize| 60.0 + 520.0 * (epoch as f32 - 1.0) / (epochs as f32 - 2.0).max(1.0);
    let y = |loss: f32| 20.0 + 240.0 * (most - loss) / (most - least).max(1e-9);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 300\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"600\" height=\"300\" fill=\"#fff\"/>\n<path d=\"M60 20V260H580\" fill=\"none\" stroke=\"#888\"/>\n",
    );
    for (at, loss) in [(24.0, most), (260.0, least)] {
        let _ = writeln!(svg, "<text x=\"54\" y=\"{at}\" text-anchor=\"end\">{loss:.4}</text>");
    }
    let _ =
        writeln!(svg, "<text x=\"320\" y=\"285\" text-anchor=\"middle\">epochs, 1 to {}</text>", epochs - 1);
    for (index, generation) in generations.iter().enumerate() {
        let colour = format!("hsl({} 70% 40%)", index * 67 % 360);
        for (learnt, dash) in [(false, ""), (true, " stroke-dasharray=\"4 3\"")] {
            let points: Vec<String> = generation
                .losses
                .iter()
                .enumerate()
                .skip(1)
                .map(|(epoch, loss)| {
                    format!("{:.1},{:.1}", x(epoch), y(if learnt { loss.learnt } else { loss.held_back }))
                })
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}/>",
                points.join(" ")
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"575\" y=\"{}\" text-anchor=\"end\" fill=\"{colour}\">generation {}</text>",
            34 + 14 * index,
            generation.number
        );
    }
    svg + "</svg>\n"
}

//! `chatura learn`: an evaluation learnt from games of the engine against itself.

use crate::backend;
use crate::cli::{GameChoice, Learn};
use crate::failure::{Failure, remark};
use crate::interrupt::on_interrupt;
use crate::output::{Output, progress};
use chatura_learn::report::{self, told};
use chatura_learn::run::{Progress, Run, Wish};
use chatura_search::Stop;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Learns, tells what it does meanwhile, and what came of it.
pub fn learn(arguments: &Learn, out: &mut Output) -> Result<(), Failure> {
    let seed = arguments.game.seed.unwrap_or(1);
    // What is left to chance is drawn once: a net is learnt for one board and one army.
    let choice = GameChoice {
        name: arguments.game.name.clone(),
        settings: arguments.game.settings.clone(),
        seed: Some(seed),
    };
    let game = backend::load(&choice)?.game;
    let id = game.about().id.clone();
    let folder = arguments.folder.clone().unwrap_or_else(|| PathBuf::from(format!("learn-{id}")));
    let trouble = |error: std::io::Error| Failure::input(error.to_string(), None);
    let mut run = Run::open(&folder, &game, seed, arguments.resume).map_err(|error| {
        let help = (!arguments.resume).then(|| "go on with --resume, or name another --folder".to_owned());
        Failure::input(error.to_string(), help)
    })?;
    let mut wish = Wish { seed, threads: arguments.threads(), ..Wish::default() };
    wish.time = arguments.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0));
    wish.generations = arguments.generations;
    if wish.time.is_none() && wish.generations.is_none() {
        wish.generations = Some(1);
    }
    wish.positions = arguments.positions;
    wish.play.nodes = arguments.nodes;
    wish.training.hidden = usize::from(arguments.hidden) * 16;
    let stop = Stop::new();
    let asked = stop.clone();
    on_interrupt(move || asked.stop());
    let shown = Shown::new();
    run.learn(&wish, &stop, &|now| shown.tell(now)).map_err(trouble)?;
    shown.bar.finish_and_clear();
    report::write(&run, &game).map_err(trouble)?;
    for generation in &run.state().generations {
        let kept = if generation.kept { "kept" } else { "not kept" };
        writeln!(
            out,
            "generation {}: {} positions; at equal positions {}; at equal time {}; {kept}",
            generation.number,
            generation.positions,
            told(&generation.by_nodes),
            told(&generation.by_time)
        )?;
    }
    if let Some(number) = run.state().best() {
        let target = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.net")));
        std::fs::copy(run.net_path(number), &target).map_err(trouble)?;
        writeln!(
            out,
            "the best net is {}; {} tells more",
            target.display(),
            folder.join("report.md").display()
        )?;
    }
    if stop.is_stopped() {
        let name = &arguments.game.name;
        remark(Some(format!("stopped; chatura learn {name} --folder {} --resume goes on", folder.display())));
    }
    Ok(())
}

/// A bar on the terminal.
struct Shown {
    bar: ProgressBar,
}

impl Shown {
    fn new() -> Shown {
        Shown { bar: progress(1, "{msg}") }
    }

    fn tell(&self, now: &Progress) {
        match now {
            Progress::Playing { generation, positions, of } => {
                self.bar.set_length(*of);
                self.bar.set_position((*positions).min(*of));
                self.bar.set_message(format!("positions played, generation {generation}"));
            }
            Progress::Training { generation, epoch, of, loss } => {
                self.bar.set_length(*of as u64);
                self.bar.set_position(*epoch as u64);
                self.bar.set_message(format!(
                    "epochs, generation {generation}, loss {:.5}, held back {:.5}",
                    loss.learnt, loss.held_back
                ));
            }
            Progress::Comparing { generation, by_time, standing } => {
                let pace = if *by_time { "equal time" } else { "equal positions" };
                self.bar.set_length(standing.games as u64);
                self.bar.set_position(standing.games as u64);
                self.bar.set_message(format!("games, generation {generation}, {pace}: {}", told(standing)));
            }
            Progress::Done(generation) => {
                let kept = if generation.kept { "kept" } else { "not kept" };
                self.bar.println(format!(
                    "generation {}: {}, {kept}",
                    generation.number,
                    told(&generation.by_nodes)
                ));
            }
        }
    }
}

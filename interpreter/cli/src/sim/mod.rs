//! `cardwright sim`: many games of bots, on all processors; the same result whatever their number.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::bots::BotWord;
use crate::coverage::{self, Coverage, CoverageArgs};
use crate::failure::{Failure, Verdict};
use crate::out;
use crate::progress;
use crate::report::{Color, counted, say};
use crate::roots::Roots;
use crate::setup::{Ready, Setup};
use crate::speech::Speech;

mod faults;
mod report;
mod tally;
mod worker;

use faults::Keeper;
use report::Summary;
use tally::Tally;
use worker::Worker;

/// Games that one thread takes at a time; at most, and where there are many.
const CHUNK: u64 = 64;
/// Games with faults after which there is no further chunk: they are the same mistake over and over.
const MOST_FAULTS: usize = 100;

/// Options of `sim`.
#[derive(Clone, Debug, Args)]
pub struct SimArgs {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    speech: Speech,
    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Who plays
    #[arg(long, value_enum, default_value_t, value_name = "BOTS")]
    bots: BotWord,
    /// The seed of the whole run; each game gets one of its own from it
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads (default: as many as there are processors); the result does not depend on it
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    /// Decisions after which a game counts as unfinished
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// After every decision, see that nothing is lost, doubled, out of bounds, told to the wrong seat or lost in a
    /// save; much slower
    #[arg(long)]
    check: bool,
    /// The folder for replay files of games in which the rules went wrong; made when it is needed
    #[arg(long, value_name = "DIR", default_value = "faults")]
    faults: PathBuf,
    /// Keep games that are unfinished as replay files, too
    #[arg(long)]
    keep_unfinished: bool,
    /// A table for people, or one JSON object
    #[arg(long, value_enum, default_value_t)]
    format: SimFormat,
    #[command(flatten)]
    coverage: CoverageArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SimFormat {
    /// Text for people
    #[default]
    Table,
    /// One JSON object
    Json,
}

/// Plays and writes.
pub fn run(args: &SimArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let mut ready = match args.setup.load(roots, color)? {
        Ok(ready) => ready,
        Err(verdict) => return Ok(verdict),
    };
    args.speech.teach(&mut ready.loaded)?;
    if args.coverage.coverage.is_some() {
        ready.loaded.program = coverage::recording(&ready.loaded.program);
    }
    let interrupted = progress::interruptible()?;
    let mut keeper = Keeper::new(&args.faults, &ready.card.id);
    let tally = play_all(args, &ready, &interrupted, &mut keeper)?;

    let stopped = if interrupted.load(Relaxed) && tally.games < args.games {
        Some("interrupted".to_owned())
    } else if tally.games < args.games {
        Some(format!("{} with faults", counted(keeper.kept.len() as u64, "game")))
    } else {
        None
    };
    let summary = Summary::new(&ready, args, &tally, &keeper, stopped);
    let (text, mut out) = match args.format {
        SimFormat::Json => (serde_json::to_string(&summary).map_err(io::Error::from)?, out::json()),
        SimFormat::Table => (report::table(&summary, &ready.loaded.program), out::text()),
    };
    writeln!(out, "{text}")?;
    cover(args, &ready, &tally)?;
    if let Some(why) = &summary.stopped {
        say(&format!("stopped after {} of {}: {why}", tally.games, counted(args.games, "game")));
    }
    if let Some(first) = keeper.kept.first() {
        say(&format!(
            "the rules went wrong in {}, first in game {}: {}",
            counted(keeper.kept.len() as u64, "game"),
            first.game,
            first.why
        ));
        say(&format!("replay files are in {}; the first is {}", args.faults.display(), first.file));
    }
    Ok(match &summary.stopped {
        Some(why) if why == "interrupted" => Verdict::Interrupted,
        _ if keeper.kept.is_empty() => Verdict::Fine,
        _ => Verdict::Found,
    })
}

/// What of the scripts ran in all these games.
fn cover(args: &SimArgs, ready: &Ready, tally: &Tally) -> Result<(), Failure> {
    let program = &ready.loaded.program;
    if args.coverage.coverage.is_none() {
        return Ok(());
    }
    let mut coverage = Coverage::new(&ready.card.id);
    coverage.add_findings(&program.sources, &ready.loaded.warnings);
    coverage.add_program(program);
    coverage.add_ran(&program.sources, &tally.ran);
    Coverage::write(&[coverage], &args.coverage)
}

/// Lets all threads play, and joins what they bring in the order of the games.
fn play_all(args: &SimArgs, ready: &Ready, interrupted: &AtomicBool, keeper: &mut Keeper) -> Result<Tally, Failure> {
    // The size of a chunk depends on nothing but the number of games: sums are then added in the same order always.
    let size = (args.games / 256).clamp(1, CHUNK);
    let chunks = args.games.div_ceil(size);
    let jobs = match args.jobs {
        Some(jobs) => u64::from(jobs),
        None => thread::available_parallelism().map_or(1, |n| n.get() as u64),
    };
    let seats = ready.loaded.program.nouns.seats.len();
    let bar = progress::bar(args.games, "the games");
    let (next, done, enough) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let stop = || interrupted.load(Relaxed) || enough.load(Relaxed);
    let (send, receive) = mpsc::channel::<(u64, Tally)>();
    let joined = thread::scope(|scope| {
        for _ in 0..jobs.min(chunks) {
            let send = send.clone();
            let (next, done) = (&next, &done);
            scope.spawn(move || {
                let mut worker = Worker::new(args, &ready.loaded.program);
                loop {
                    let chunk = next.fetch_add(1, Relaxed);
                    if chunk >= chunks || stop() {
                        return;
                    }
                    let games: Range<u64> = chunk * size..((chunk + 1) * size).min(args.games);
                    let tally = worker.play(games, &stop, done);
                    if send.send((chunk, tally)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let joined = join(&receive, seats, keeper, &enough, || bar.set_position(done.load(Relaxed)));
        // Where files cannot be written nobody needs to play on.
        enough.store(true, Relaxed);
        joined
    });
    bar.finish_and_clear();
    joined
}

/// Takes the chunks as they come and adds them in their order, until all threads are through.
fn join(
    receive: &Receiver<(u64, Tally)>,
    seats: usize,
    keeper: &mut Keeper,
    enough: &AtomicBool,
    meanwhile: impl Fn(),
) -> Result<Tally, Failure> {
    let mut joined = Tally::new(seats);
    let mut early: BTreeMap<u64, Tally> = BTreeMap::new();
    let mut wanted = 0;
    loop {
        meanwhile();
        match receive.recv_timeout(Duration::from_millis(100)) {
            Ok((chunk, tally)) => {
                early.insert(chunk, tally);
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(tally) = early.remove(&wanted) {
            wanted += 1;
            if keeper.kept.len() < MOST_FAULTS {
                joined.add(tally, keeper)?;
            }
        }
        if keeper.kept.len() >= MOST_FAULTS {
            enough.store(true, Relaxed);
        }
    }
    // After Ctrl-C chunks may be missing before these; what is done counts all the same.
    for tally in early.into_values() {
        if keeper.kept.len() < MOST_FAULTS {
            joined.add(tally, keeper)?;
        }
    }
    Ok(joined)
}

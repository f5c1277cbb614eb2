//! `cardwright bench`: how fast games of bots run, in processor time of one thread.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use cardwright::play::{Match, Player, Position};
use cardwright::rng::BotRng;
use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use serde::Serialize;

use crate::bots::BotWord;
use crate::counting::counted;
use crate::failure::{Failure, Verdict};
use crate::out;
use crate::progress;
use crate::reloading;
use crate::report::{Color, counted as several, say};
use crate::roots::Roots;
use crate::setup::{Ready, Setup};
use crate::table;

/// Games whose allocations are counted, before the clock starts; the table takes the memory that it then uses again.
const COUNTED: u64 = 10;
/// Decisions after which there is no further game of either sort.
const ENOUGH: u64 = 20_000;
/// Decisions after which a game is given up.
const MOST_DECISIONS: u64 = 20_000;
/// Decisions between two looks at the clock.
const LOOK_EVERY: u64 = 1000;
/// How long copies of a state are timed.
const CLONING: Duration = Duration::from_millis(200);

/// Options of `bench`.
#[derive(Clone, Debug, Args)]
pub struct BenchArgs {
    #[command(flatten)]
    setup: Setup,
    /// Who plays
    #[arg(long, value_enum, default_value_t, value_name = "BOTS")]
    bots: BotWord,
    /// How much processor time to spend on games
    #[arg(long, value_name = "S", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// The seed of the first game; the next ones count up from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A table for people, or one JSON object
    #[arg(long, value_enum, default_value_t)]
    format: BenchFormat,
    /// Measure instead how long it takes from a saved file to a game that stands where it was, as in `play --watch`
    #[arg(long)]
    reload: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// Text for people
    #[default]
    Table,
    /// One JSON object
    Json,
}

/// What was measured; the names are the JSON keys.
#[derive(Debug, Serialize)]
struct Figures {
    game: String,
    players: usize,
    seed: u64,
    bots: &'static str,
    cpu_seconds: f64,
    playouts: u64,
    /// Games that did not come to an end.
    unfinished: u64,
    decisions: u64,
    decisions_per_second: f64,
    playouts_per_second: f64,
    ops_per_decision: f64,
    allocations_per_decision: f64,
    state_bytes: usize,
    clone_ns: f64,
    /// Why less time was spent than was wanted.
    stopped: Option<&'static str>,
}

/// Measures and writes.
pub fn run(args: &BenchArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    if args.reload {
        return reload(args, roots, color);
    }
    let ready = match args.setup.load(roots, color)? {
        Ok(ready) => ready,
        Err(verdict) => return Ok(verdict),
    };
    if cfg!(debug_assertions) {
        say("this is a debug build: the figures say little about a release build");
    }
    let interrupted = progress::interruptible()?;
    let figures = measure(args, &ready, &interrupted);
    let (text, mut out) = match args.format {
        BenchFormat::Json => (serde_json::to_string(&figures).map_err(io::Error::from)?, out::json()),
        BenchFormat::Table => (table(&figures), out::text()),
    };
    writeln!(out, "{text}")?;
    if figures.unfinished > 0 {
        say(&format!("{} of {} did not end", figures.unfinished, several(figures.playouts, "game")));
    }
    if figures.stopped.is_some() {
        say(&format!("interrupted after {:.2} of {} s", figures.cpu_seconds, args.seconds));
        return Ok(Verdict::Interrupted);
    }
    if figures.unfinished > 0 {
        return Ok(Verdict::Found);
    }
    Ok(Verdict::Fine)
}

fn reload(args: &BenchArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let figures = match reloading::measure(&args.setup, roots, color, args.bots.bot(), args.seed)? {
        Ok(figures) => figures,
        Err(verdict) => return Ok(verdict),
    };
    let (text, mut out) = match args.format {
        BenchFormat::Json => (serde_json::to_string(&figures).map_err(io::Error::from)?, out::json()),
        BenchFormat::Table => (figures.text(), out::text()),
    };
    writeln!(out, "{text}")?;
    Ok(Verdict::Fine)
}

fn measure(args: &BenchArgs, ready: &Ready, interrupted: &AtomicBool) -> Figures {
    let program = &ready.loaded.program;
    let mut player = Player::new(Arc::clone(program));
    // As a search plays: one fast generator for all games, and for chance.
    let mut play = |rng: &mut BotRng| player.play_on(args.bots.bot(), rng, MOST_DECISIONS);
    // The same games again and again: what they took before is enough in the end, and only that is counted. Memory that is used in
    // turns, as by those who choose at once, takes a few rounds to be large enough everywhere.
    let (mut counted_decisions, mut allocations) = (0, 0);
    for counts in [false, false, false, true] {
        counted_decisions = 0;
        let mut rng = BotRng::new(args.seed);
        for _ in 0..COUNTED {
            if counted_decisions < ENOUGH && !interrupted.load(Relaxed) {
                let (result, count) = counted(|| play(&mut rng));
                counted_decisions += result.decisions;
                allocations += if counts { count } else { 0 };
            }
        }
    }

    let (mut decisions, mut ops, mut playouts, mut unfinished) = (0, 0, 0, 0);
    let mut rng = BotRng::new(args.seed);
    let limit = Duration::from_secs_f64(args.seconds);
    let start = ProcessTime::now();
    let mut spent = Duration::ZERO;
    let mut next_look = 0;
    while spent < limit && !interrupted.load(Relaxed) {
        let result = play(&mut rng);
        decisions += result.decisions;
        ops += result.ops;
        unfinished += u64::from(!result.ended);
        playouts += 1;
        // Looking at the clock costs more than a short game.
        if decisions >= next_look {
            spent = start.elapsed();
            next_look = decisions + LOOK_EVERY;
        }
    }

    let finished = spent >= limit;
    spent = start.elapsed();
    // Asked before anything else is done, so that what is said of the games is true of them.
    let stopped = (!finished).then_some("interrupted");
    // Half-way through an average game, so that the state is neither fresh nor nearly empty.
    let mut game = Match::new(Arc::clone(program), args.seed);
    for turn in 0..decisions / playouts.max(1) / 2 {
        let options = game.option_count().max(1);
        // Any mixture of options does; a bench must not depend on a generator of its own.
        if game.answer(usize::try_from(turn).unwrap_or(0) % options).is_err() {
            break;
        }
    }
    let position = game.position();
    let cpu_seconds = spent.as_secs_f64().max(1e-9);
    Figures {
        game: args.setup.game.clone(),
        players: game.seats(),
        seed: args.seed,
        bots: args.bots.word(),
        cpu_seconds,
        playouts,
        unfinished,
        decisions,
        decisions_per_second: decisions as f64 / cpu_seconds,
        playouts_per_second: playouts as f64 / cpu_seconds,
        ops_per_decision: ops as f64 / decisions.max(1) as f64,
        allocations_per_decision: allocations as f64 / counted_decisions.max(1) as f64,
        state_bytes: position.bytes(),
        clone_ns: clone_ns(&position),
        stopped,
    }
}

/// How long it takes to copy a state into memory that is there already, as a search does.
fn clone_ns(position: &Position) -> f64 {
    let mut copy = position.clone();
    let start = ProcessTime::now();
    let mut clones = 0u64;
    loop {
        for _ in 0..1000 {
            black_box(&mut copy).clone_from(black_box(position));
        }
        clones += 1000;
        let spent = start.elapsed();
        if spent >= CLONING {
            return spent.as_secs_f64() * 1e9 / clones as f64;
        }
    }
}

fn table(figures: &Figures) -> String {
    let rows = table::pairs([
        ("decisions per second", format!("{:.0}", figures.decisions_per_second)),
        ("playouts per second", format!("{:.2}", figures.playouts_per_second)),
        ("decisions per playout", format!("{:.1}", figures.decisions as f64 / figures.playouts.max(1) as f64)),
        ("ops per decision", format!("{:.1}", figures.ops_per_decision)),
        ("allocations per decision", format!("{:.2}", figures.allocations_per_decision)),
        ("bytes of a state", figures.state_bytes.to_string()),
        ("copying a state, ns", format!("{:.0}", figures.clone_ns)),
        ("playouts", figures.playouts.to_string()),
    ]);
    let head = format!(
        "{}, {}, {} bots, seed {}, {:.2} s of processor time",
        figures.game,
        several(figures.players as u64, "seat"),
        figures.bots,
        figures.seed,
        figures.cpu_seconds
    );
    format!("{head}\n{}", table::figures(rows))
}

fn seconds(word: &str) -> Result<f64, String> {
    let value: f64 = word.parse().map_err(|_| "write a number of seconds, such as 3 or 0.5".to_owned())?;
    if value > 0.0 && value <= 86_400.0 { Ok(value) } else { Err("write more than 0 and at most 86400".to_owned()) }
}

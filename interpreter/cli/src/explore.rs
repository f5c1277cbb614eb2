//! `cardwright explore`: the whole tree of a game, counted.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use cardwright::play::{Explorer, Match, Tree, Walk};
use cardwright::program::Program;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::failure::{Failure, Verdict};
use crate::out;
use crate::progress;
use crate::report::{Color, counted, say};
use crate::roots::Roots;
use crate::setup::{Ready, Setup};
use crate::table;

/// Nodes between two looks at the bar and at Ctrl-C.
const STRETCH: u64 = 20_000;
/// The bar counts in these parts of the whole.
const PARTS: u64 = 10_000;

/// Options of `explore`.
#[derive(Clone, Debug, Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    setup: Setup,
    /// Give up after walking to so many nodes
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Leave out information states and positions: a position that is met again is then not walked through again
    #[arg(long)]
    quick: bool,
    /// A table for people, or one JSON object
    #[arg(long, value_enum, default_value_t)]
    format: ExploreFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ExploreFormat {
    /// Text for people
    #[default]
    Table,
    /// One JSON object
    Json,
}

/// What was found; the names are the JSON keys.
#[derive(Debug, Serialize)]
struct Figures {
    game: String,
    players: usize,
    histories: u64,
    terminals: u64,
    decisions: u64,
    chances: u64,
    depth: usize,
    /// By seat; absent with `--quick`.
    information_states: Option<Vec<u64>>,
    positions: Option<u64>,
    /// By seat; absent where the walk stopped early.
    uniform_value: Option<Vec<f64>>,
    outcomes: BTreeMap<String, u64>,
    /// The whole tree was walked.
    complete: bool,
    /// Why not.
    stopped: Option<String>,
}

/// Walks and writes.
pub fn run(args: &ExploreArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let ready = match args.setup.load(roots, color)? {
        Ok(ready) => ready,
        Err(verdict) => return Ok(verdict),
    };
    let interrupted = progress::interruptible()?;
    let program = &ready.loaded.program;
    let mut explorer = Explorer::new(Arc::clone(program), !args.quick);
    let bar = progress::bar(PARTS, "the tree");
    let stopped = loop {
        if interrupted.load(Relaxed) {
            break Some("interrupted".to_owned());
        }
        let left = args.limit.saturating_sub(explorer.visited());
        match explorer.walk(left.min(STRETCH)) {
            Walk::Done => break None,
            Walk::TooMany => break Some("it has more histories than can be counted".to_owned()),
            Walk::TooDeep => break Some("some line of play does not come to an end".to_owned()),
            Walk::Stopped(_) => break Some(fault_words(program, &explorer.answers())),
            Walk::Going => {}
        }
        if explorer.visited() >= args.limit {
            break Some(format!("the limit of {}", counted(args.limit, "node")));
        }
        bar.set_position((explorer.share_done() * PARTS as f64) as u64);
        bar.set_message(format!("({})", counted(explorer.visited(), "node")));
    };
    bar.finish_and_clear();
    let figures = figures(&ready, explorer.tree(), stopped);
    let (text, mut out) = match args.format {
        ExploreFormat::Json => (serde_json::to_string(&figures).map_err(io::Error::from)?, out::json()),
        ExploreFormat::Table => (table(&figures), out::text()),
    };
    writeln!(out, "{text}")?;
    let Some(why) = &figures.stopped else { return Ok(Verdict::Fine) };
    let share = explorer.share_done() * 100.0;
    say(&format!("stopped early, after about {share:.2} % of the tree: {why}"));
    Ok(if interrupted.load(Relaxed) { Verdict::Interrupted } else { Verdict::Found })
}

/// Plays the way to a fault again, for its words.
fn fault_words(program: &Arc<Program>, answers: &[usize]) -> String {
    let mut game = Match::with_open_chance(Arc::clone(program));
    for answer in answers {
        if game.answer(*answer).is_err() {
            break;
        }
    }
    let numbers: Vec<String> = answers.iter().map(|answer| (answer + 1).to_string()).collect();
    let way = if numbers.is_empty() { "at once".to_owned() } else { format!("after options {}", numbers.join(",")) };
    format!("the rules went wrong {way}: {}", game.fault_text().unwrap_or_default())
}

fn figures(ready: &Ready, tree: Tree, stopped: Option<String>) -> Figures {
    Figures {
        game: ready.card.id.clone(),
        players: tree.uniform_value.len(),
        histories: tree.histories,
        terminals: tree.terminals,
        decisions: tree.decisions,
        chances: tree.chances,
        depth: tree.depth,
        positions: tree.states.as_ref().map(|states| states.positions),
        information_states: tree.states.map(|states| states.information),
        uniform_value: stopped.is_none().then_some(tree.uniform_value),
        outcomes: tree.outcomes.into_iter().collect(),
        complete: stopped.is_none(),
        stopped,
    }
}

fn table(figures: &Figures) -> String {
    let mut rows = table::pairs([
        ("histories", figures.histories.to_string()),
        ("terminal", figures.terminals.to_string()),
        ("decisions", figures.decisions.to_string()),
        ("chance", figures.chances.to_string()),
        ("longest way", figures.depth.to_string()),
    ]);
    let mut row = |name: &str, values: Option<Vec<String>>| {
        if let Some(values) = values {
            rows.push(vec![name.to_owned(), values.join(" ")]);
        }
    };
    row("information states", figures.information_states.as_ref().map(|of| of.iter().map(u64::to_string).collect()));
    row("positions", figures.positions.map(|count| vec![count.to_string()]));
    let values = |of: &Vec<f64>| of.iter().map(|value| format!("{value:+.6}")).collect();
    row("value of blind play", figures.uniform_value.as_ref().map(values));
    for (name, count) in &figures.outcomes {
        row(&format!("ends with {name}"), Some(vec![count.to_string()]));
    }
    let head = if figures.complete { "the whole tree" } else { "a part of the tree" };
    let seats = counted(figures.players as u64, "seat");
    format!("{}, {seats}: {head}\n{}", figures.game, table::figures(rows))
}

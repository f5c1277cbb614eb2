//! The `cardwright` command: reads its arguments, runs one command, gives the exit code.

mod bench;
mod bots;
mod check;
mod counting;
mod coverage;
mod eject;
mod examples;
mod explain;
mod explore;
mod failure;
mod files;
mod fmt;
mod list;
mod new;
mod out;
mod play;
mod progress;
mod record;
mod reloading;
mod replay;
mod report;
mod roots;
mod saves;
mod scenarios;
mod setup;
mod shipped;
mod signals;
mod sim;
mod speech;
mod stepper;
mod strays;
mod table;
mod test;
mod trace;
mod tree;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::{Failure, Verdict};
use report::Color;
use roots::Roots;

/// Card and board games from text: check them, play them, measure them.
#[derive(Debug, Parser)]
#[command(name = "cardwright", version, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// A root: a folder with `games/` and `cards/` (default: the nearest one upwards, then the shipped games)
    #[arg(long, global = true, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// When to use colours: auto, always or never; auto honours NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say which games are here, with their variants and packs
    List(list::ListArgs),
    /// Find everything that is wrong with games
    Check(check::CheckArgs),
    /// Say what a code such as E0101 means
    Explain(explain::ExplainArgs),
    /// Run scenarios: what cards do, pinned
    Test(test::TestArgs),
    /// Play a game in the terminal, or in a pipe
    Play(play::PlayArgs),
    /// Go through what a card does, clause by clause, forwards and backwards
    Trace(trace::TraceArgs),
    /// Show a saved game again, see that it still goes so, or where other rules lead elsewhere
    Replay(replay::ReplayArgs),
    /// Play many games of bots, and say how they went
    Sim(sim::SimArgs),
    /// Walk the whole tree of a small game, and count it
    Explore(explore::ExploreArgs),
    /// Measure how fast games of bots run
    Bench(bench::BenchArgs),
    /// Lay out scripts in the one style
    Fmt(fmt::FmtArgs),
    /// Write a small game, or a pack for a game, to begin with
    New(new::NewArgs),
    /// Write a shipped game's files to a folder for editing
    Eject(eject::EjectArgs),
}

fn main() -> ExitCode {
    let read = examples::add(Cli::command()).try_get_matches().and_then(|words| Cli::from_arg_matches(&words));
    let cli = match read {
        Ok(cli) => cli,
        Err(error) => return report::usage(&error),
    };
    match run(&cli) {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Found) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => ExitCode::from(signals::INTERRUPTED),
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            report::say_error(cli.color, &failure.to_string());
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(cli: &Cli) -> Result<Verdict, Failure> {
    let dir = cli.dir.as_deref();
    let roots = || Roots::find(dir);
    match &cli.command {
        Command::List(args) => list::run(args, &roots()?),
        Command::Check(args) => check::run(args, &roots()?, cli.color),
        Command::Explain(args) => explain::run(args),
        Command::Test(args) => test::run(args, &roots()?, cli.color),
        Command::Play(args) => {
            play::run(args, &roots()?, dir.map(|dir| dir.display().to_string()).as_deref(), cli.color)
        }
        Command::Trace(args) => trace::run(args, &roots()?, cli.color),
        Command::Replay(args) => replay::run(args, &roots()?, cli.color),
        Command::Sim(args) => sim::run(args, &roots()?, cli.color),
        Command::Explore(args) => explore::run(args, &roots()?, cli.color),
        Command::Bench(args) => bench::run(args, &roots()?, cli.color),
        Command::Fmt(args) => fmt::run(args, &roots()?, cli.color),
        Command::New(args) => new::run(args, dir),
        Command::Eject(args) => eject::run(args, dir),
    }
}

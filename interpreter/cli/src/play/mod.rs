//! `cardwright play`: a game in plain lines, on a terminal or in a pipe.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use cardwright::play::{Bot, Match};
use cardwright::words::Phrase;
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::out;
use crate::report::Color;
use crate::roots::Roots;
use crate::setup::{Setup, Table};
use crate::signals;
use crate::speech::{self, Speech};
use crate::stepper;
use crate::tree::shown;

mod console;
mod input;
mod record;
mod reload;
mod resume;
mod saver;
pub mod screen;
mod sealed;
mod session;
mod telling;

pub use console::Console;
use record::Record;
use reload::Reloader;
use saver::Saver;
use sealed::Answers;
use session::Session;

/// Options of `play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// A game's name, or a folder with a `game.toml`
    #[arg(value_name = "GAME", required_unless_present = "load")]
    game: Option<String>,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    speech: Speech,
    /// Who sits on a seat, `human`, `random` or `sensible` (default: seat 1 human, the others random); may be repeated
    #[arg(long = "seat", value_name = "N=WHO", value_parser = seat)]
    seats: Vec<(usize, Sitter)>,
    /// All seats at random: watch a game
    #[arg(long, conflicts_with = "seats")]
    all_random: bool,
    /// The seed of the generator: the same seed and answers give the same game, so whoever knows it can find out what is
    /// hidden (default: a new one)
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// Keep the game in this file, after every answer: with its seed, so whoever reads it knows all secrets of the game
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game; GAME and --pack then only say where its rules lie
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "variants", "numbers"])]
    load: Option<PathBuf>,
    /// Of a saved game, take only so many answers
    #[arg(long, value_name = "N", requires = "load")]
    until: Option<usize>,
    /// Go on by the rules that lie in the saved game, whatever has changed since
    #[arg(long, requires = "load")]
    saved_rules: bool,
    /// Go on with a saved game that no longer goes as it did, by those of its answers that are still possible
    #[arg(long, requires = "load")]
    anyway: bool,
    /// Answers of all seats that are given first, by number: goes on with a game that was left
    #[arg(long, value_name = "N,N…")]
    answers: Option<Answers>,
    /// Ask also where there is only one option; else it is taken, and said
    #[arg(long)]
    ask_all: bool,
    /// Several people at one screen may see everything: no handing over between them
    #[arg(long)]
    open: bool,
    /// Saved files count at once: the game is played again to where it was, by the new rules
    #[arg(long, conflicts_with = "load")]
    watch: bool,
}

/// Who answers for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    Human,
    Bot(Bot),
}

impl Sitter {
    /// What the screen calls it; the command line has its own words.
    fn phrase(self) -> Phrase {
        match self {
            Sitter::Human => Phrase::Human,
            Sitter::Bot(Bot::Random) => Phrase::Random,
            Sitter::Bot(Bot::Sensible) => Phrase::Sensible,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Sitter::Human => "human",
            Sitter::Bot(Bot::Random) => "random",
            Sitter::Bot(Bot::Sensible) => "sensible",
        }
    }
}

/// Loads the game and plays it to its end, or to the end of the input.
pub fn run(args: &PlayArgs, roots: &Roots, dir: Option<&str>, color: Color) -> Result<Verdict, Failure> {
    let mut table = match resume::table(args, roots, color)? {
        Ok(table) => table,
        Err(verdict) => return Ok(verdict),
    };
    args.speech.teach(&mut table.loaded)?;
    // Small enough to be typed again.
    let seed = table.saved.as_ref().map(|save| save.head.seed).or(args.seed);
    let seed = seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let open_chance = table.saved.as_ref().is_some_and(|save| save.head.open_chance);
    let game = Match::traced(Arc::clone(&table.loaded.program), seed, open_chance);
    let seated = table.saved.as_ref().map(|save| save.head.seats.as_slice()).unwrap_or_default();
    let sitters = sitters(args, seated, game.seats())?;
    let saver = match &args.save {
        Some(file) => Some(Saver::new(file, args.load.as_deref(), &game, &sitters)?),
        None => None,
    };

    let language = game.program().language;
    let record = Arc::new(Record::new(seed, command(args, dir), args.save.as_deref(), language));
    end_politely(&record)?;
    let setup = Setup { game: args.game.clone().unwrap_or_default(), table: args.table.clone() };
    let console = if args.watch { Console::watching(&setup.folders(roots)?)? } else { Console::new() };
    console.show(&greeting(&table, &game, &sitters, seed))?;
    if let Some(file) = &args.save {
        console.show(&format!("{}\n", game.program().say(Phrase::SaveTellsAll, &[&shown(file)])))?;
    }
    let mut session = Session::new(game, sitters, seed, record, console);
    session.ask_all = args.ask_all;
    session.open = args.open;
    session.seal();
    session.saver = saver;
    let speech = args.speech.clone();
    session.elsewhere = args.game.is_some().then(|| (setup.clone(), roots.clone()));
    session.reloader = args.watch.then(|| Reloader::new(setup, roots.clone(), color, speech));
    if let Some(save) = &table.saved {
        let until = args.until.unwrap_or(usize::MAX);
        session.take_up(save, until, args.anyway).map_err(|error| resume::refused(args, save, &error))?;
    }
    if let Some(answers) = &args.answers {
        session.replay(answers)?;
    }
    session.run()
}

fn greeting(table: &resume::Set, game: &Match, sitters: &[Sitter], seed: u64) -> String {
    let program = &table.loaded.program;
    let seats = sitters.iter().enumerate();
    let shown = |who: &Sitter| program.word(who.phrase());
    let seats: Vec<String> = seats.map(|(i, who)| format!("{} ({})", game.seat_name(i), shown(who))).collect();
    let word = if seats.len() == 1 { Phrase::Seat } else { Phrase::Seats };
    let packs = speech::packs(program);
    let (name, version) = (program.nouns.labels.one(program.language), &program.nouns.version);
    let mut text = program.say(Phrase::Greeting, &[&name, version, &packs, &seed]);
    text += &format!("\n{}\n", program.say(word, &[&seats.join(", ")]));
    if sitters.contains(&Sitter::Human) {
        text += &format!("{}\n", program.word(Phrase::HowToType));
    }
    text
}

/// Who sits where: as the command says, else as in the saved game.
fn sitters(args: &PlayArgs, seated: &[String], seats: usize) -> Result<Vec<Sitter>, Failure> {
    let mut sitters = vec![Sitter::Bot(Bot::Random); seats];
    if let Some(first) = sitters.first_mut().filter(|_| !args.all_random) {
        *first = Sitter::Human;
    }
    let known = seated.iter().map(|word| sitter(word)).collect::<Option<Vec<_>>>();
    if let Some(known) = known.filter(|known| known.len() == seats && !args.all_random) {
        sitters = known;
    }
    for (number, who) in &args.seats {
        let Some(sitter) = number.checked_sub(1).and_then(|index| sitters.get_mut(index)) else {
            let there =
                if seats == 1 { "there is only seat 1".to_owned() } else { format!("the seats are 1 to {seats}") };
            return Err(Failure::Usage(format!("`--seat {number}={}`: {there}", who.word())));
        };
        *sitter = *who;
    }
    Ok(sitters)
}

/// The command that sets the same table again, without seed and answers.
fn command(args: &PlayArgs, dir: Option<&str>) -> Vec<String> {
    let mut words = vec!["cardwright".to_owned(), "play".to_owned()];
    words.extend(args.game.clone());
    words.extend(args.table.words());
    words.extend(args.speech.words());
    words.extend(args.load.iter().flat_map(|file| ["--load".to_owned(), shown(file)]));
    words.extend(args.saved_rules.then(|| "--saved-rules".to_owned()));
    words.extend(args.anyway.then(|| "--anyway".to_owned()));
    words.extend(dir.iter().flat_map(|dir| ["--dir".to_owned(), (*dir).to_owned()]));
    words.extend(args.seats.iter().flat_map(|(n, who)| ["--seat".to_owned(), format!("{n}={}", who.word())]));
    for (on, word) in
        [(args.all_random, "--all-random"), (args.ask_all, "--ask-all"), (args.open, "--open"), (args.watch, "--watch")]
    {
        words.extend(on.then(|| word.to_owned()));
    }
    words
}

/// Ctrl-C, and whatever else ends the program from outside, gives the terminal back and says the seed and how to go on.
fn end_politely(record: &Arc<Record>) -> Result<(), Failure> {
    let record = Arc::clone(record);
    signals::on_end(move |code| {
        let _taken = stepper::give_back();
        let mut out = out::text();
        let _ = write!(out, "\n{}", record.farewell()).and_then(|()| out.flush());
        std::process::exit(i32::from(code));
    })
}

fn seat(word: &str) -> Result<(usize, Sitter), String> {
    let (number, who) = word.split_once('=').ok_or("write SEAT=WHO, such as 2=random")?;
    let number = number.trim().parse().map_err(|_| format!("`{number}` is not the number of a seat"))?;
    let sitter = sitter(&who.trim().to_lowercase());
    Ok((number, sitter.ok_or_else(|| format!("`{who}` is none of `human`, `random` and `sensible`"))?))
}

fn sitter(word: &str) -> Option<Sitter> {
    [Sitter::Human, Sitter::Bot(Bot::Random), Sitter::Bot(Bot::Sensible)].into_iter().find(|who| who.word() == word)
}

//! `cardwright replay`: a saved game again, as a transcript, as a proof, or beside other rules.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use cardwright::load::Loaded;
use cardwright::play::{Clause, Comparison, EndStatus, Match, Record, Save, SaveError, Status, Viewer, compare};
use cardwright::program::Program;
use cardwright::trace::actor_name;
use cardwright::words::Phrase;
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::out;
use crate::play::screen;
use crate::record;
use crate::report::{Color, counted, say};
use crate::roots::Roots;
use crate::saves::{self, Stored, Today};
use crate::speech::{self, Speech};
use crate::tree::shown;

/// Options of `replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// A saved game: of `play --save`, or one that `sim` kept
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only see that every answer leads where it led; exit code 1 at the first that does not
    #[arg(long, conflicts_with = "diff")]
    verify: bool,
    /// Stop after so many answers
    #[arg(long, value_name = "N")]
    until: Option<usize>,
    /// Play it by the rules of today, too, and name the first difference and the clause that makes it
    #[arg(long)]
    diff: bool,
    /// Other rules than those in the file: a root, the folder of a game or its name (with --diff: instead of those found here)
    #[arg(long, value_name = "ROOT|GAME")]
    with_rules: Option<PathBuf>,
    /// Packs of these rules, where they are not found by their ids; may be repeated
    #[arg(long = "pack", value_name = "NAME|DIR")]
    packs: Vec<String>,
    /// Write what one seat saw, by its number: a record without the seed and the secrets of others, which `replay` shows
    #[arg(long = "for", value_name = "SEAT", requires = "out", conflicts_with_all = ["verify", "diff", "until"])]
    whose: Option<usize>,
    /// The file for that record
    #[arg(long, value_name = "FILE", requires = "whose")]
    out: Option<PathBuf>,
    #[command(flatten)]
    speech: Speech,
    /// Whose eyes see it: `spectator`, `all`, or the number of a seat
    #[arg(long = "as", value_name = "WHO", default_value = "spectator", value_parser = viewer)]
    viewer: Viewer,
}

/// Reads, plays and writes.
pub fn run(args: &ReplayArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let until = args.until.unwrap_or(usize::MAX);
    let save = match saves::read_any(&args.file)? {
        Stored::Game(save) => *save,
        Stored::Record(record) => return of_record(args, &record, until),
    };
    let seats = save.head.players;
    let no_seat = |word: String| Failure::Usage(format!("`{word}`: the seats are 1 to {seats}"));
    if let Viewer::Seat(seat) = args.viewer
        && seat >= seats
    {
        return Err(no_seat(format!("--as {}", seat + 1)));
    }
    if let Some(seat) = args.whose.filter(|seat| *seat == 0 || *seat > seats) {
        return Err(no_seat(format!("--for {seat}")));
    }
    if args.diff {
        return diff(args, &save, until, roots, color);
    }
    let mut loaded = match rules(args, &save, roots, color)? {
        Ok(loaded) => loaded,
        Err(verdict) => return Ok(verdict),
    };
    args.speech.teach(&mut loaded)?;
    if let (Some(seat), Some(out)) = (args.whose, &args.out) {
        return record::write(&save, &loaded, seat - 1, out);
    }
    if args.verify { verify(&save, &loaded, until) } else { transcript(args, &save, &loaded, until) }
}

/// A record can only be looked at: it has neither answers of others nor rules.
fn of_record(args: &ReplayArgs, record: &Record, until: usize) -> Result<Verdict, Failure> {
    let other = args.verify || args.diff || args.with_rules.is_some() || args.whose.is_some();
    if other || args.viewer != Viewer::Spectator {
        let (file, seat) = (shown(&args.file), &record.head.seat);
        return Err(Failure::Usage(format!(
            "{file} holds only what {seat} saw of a game: it can be shown, with `--until N` up to one of the questions"
        )));
    }
    record::show(record, until)
}

/// The rules in the file, or those that were asked for.
fn rules(args: &ReplayArgs, save: &Save, roots: &Roots, color: Color) -> Result<Result<Loaded, Verdict>, Failure> {
    let today = Today { rules: args.with_rules.clone(), packs: args.packs.clone() };
    if args.with_rules.is_some() {
        let sources = present(&today, save, roots)?;
        if !saves::same_rules(save, &sources) {
            say(&format!(
                "these are not the rules that the match was played by:\n{}",
                saves::changed(save, &sources).trim_end()
            ));
        }
        return saves::other_rules(save, &sources, &args.file, color);
    }
    // Rules that cannot be read say nothing about those in the file.
    if let Ok(Some(sources)) = today.sources(save, roots)
        && !saves::same_rules(save, &sources)
    {
        say(&format!(
            "the rules have changed since, so it is played by those in the file; `--diff` shows where they part:\n{}",
            saves::changed(save, &sources).trim_end()
        ));
    }
    saves::own_rules(save, &args.file, color)
}

fn present(today: &Today, save: &Save, roots: &Roots) -> Result<cardwright::source::Sources, Failure> {
    today.sources(save, roots)?.ok_or_else(|| {
        let id = &save.head.game.id;
        let packs: Vec<String> = save.head.packs.iter().map(|pack| format!(" with `{}`", pack.id)).collect();
        let packs = packs.concat();
        Failure::Usage(format!(
            "there is no game `{id}`{packs} here: give its rules with `--with-rules ROOT` or `--dir`, and packs with `--pack`"
        ))
    })
}

fn verify(save: &Save, loaded: &Loaded, until: usize) -> Result<Verdict, Failure> {
    let mut out = out::text();
    match verified(save, loaded, until) {
        Ok(answers) => {
            let answers = counted(answers as u64, "answer");
            // Earlier formats do not say what was seen.
            match save.head.seen {
                Some(_) => writeln!(out, "verified: {answers}, the same all the way")?,
                None => writeln!(
                    out,
                    "verified: {answers}, the same questions all the way; a save of format {} says no more",
                    save.head.format
                )?,
            }
            Ok(Verdict::Fine)
        }
        Err(error) => {
            writeln!(out, "not the same: {error}{}", saves::other_version(save))?;
            Ok(Verdict::Found)
        }
    }
}

fn verified(save: &Save, loaded: &Loaded, until: usize) -> Result<usize, SaveError> {
    let mut game = start(save, loaded);
    save.check(&game, 0)?;
    let mut taken = 0;
    for given in save.answers.iter().take(until) {
        game.take(given)?;
        taken += 1;
        save.check(&game, taken)?;
    }
    Ok(taken)
}

fn start(save: &Save, loaded: &Loaded) -> Match {
    Match::traced(Arc::clone(&loaded.program), save.head.seed, save.head.open_chance)
}

fn transcript(args: &ReplayArgs, save: &Save, loaded: &Loaded, until: usize) -> Result<Verdict, Failure> {
    let mut game = start(save, loaded);
    let language = loaded.program.language;
    let mut out = out::text();
    write!(out, "{}", heading(save, &loaded.program))?;
    write!(out, "{}", told(&mut game, args.viewer, true))?;
    let mut differs = save.check(&game, 0).err();
    for given in save.answers.iter().take(until) {
        if let Err(error) = game.take(given) {
            writeln!(out, "\nThe replay ends here: {error}")?;
            return Ok(Verdict::Found);
        }
        differs = differs.or_else(|| save.check(&game, given.n).err());
        writeln!(out, "\n{}. {}", given.n, who(&loaded.program, &given.who))?;
        write!(out, "{}", told(&mut game, args.viewer, false))?;
    }
    writeln!(out)?;
    write!(out, "{}", screen::block(&game.view(args.viewer).to_string()))?;
    match game.status() {
        Status::Ended => write!(
            out,
            "{}",
            game.outcome().map(|outcome| screen::outcome(language, &outcome, false)).unwrap_or_default()
        )?,
        Status::Stopped(_) => writeln!(out, "\nThe game stopped: {}", game.fault_text().unwrap_or_default())?,
        Status::Deciding => writeln!(out, "\n{}", language.say(Phrase::GoesOn, &[&go_on(args)]))?,
    }
    if let Some(differs) = differs {
        say(&format!("this is not the game that was saved: {differs}{}", saves::other_version(save)));
        return Ok(Verdict::Found);
    }
    Ok(Verdict::Fine)
}

fn go_on(args: &ReplayArgs) -> String {
    let until = args.until.map_or(String::new(), |n| format!(" --until {n}"));
    let language: String = args.speech.words().iter().map(|word| format!(" {word}")).collect();
    format!("cardwright play --load {}{until}{language}", shown(&args.file))
}

/// What is known of a match before it begins.
fn heading(save: &Save, program: &Program) -> String {
    let head = &save.head;
    let players = if head.players == 1 { Phrase::OnePlayer } else { Phrase::Players };
    let (packs, players) = (speech::packs(program), program.say(players, &[&head.players]));
    let (id, version) = (&head.game.id, &head.game.version);
    let mut text = program.say(Phrase::ReplayHead, &[id, version, &packs, &head.seed, &players]) + "\n";
    for (what, words) in [(Phrase::Variants, &head.variants), (Phrase::Seats, &head.seats)] {
        if !words.is_empty() {
            text += &format!("{}\n", program.say(what, &[&words.join(", ")]));
        }
    }
    if !head.numbers.is_empty() {
        let numbers: Vec<String> = head.numbers.iter().map(|(name, value)| format!("{name}={value}")).collect();
        text += &format!("{}\n", program.say(Phrase::Numbers, &[&numbers.join(", ")]));
    }
    if let (Some(why), true) = (&save.end.why, save.end.status != EndStatus::Over) {
        text += &format!("kept because the rules went wrong: {}\n", why.lines().next().unwrap_or_default());
    }
    text
}

/// Who answered, as the screen calls them.
fn who(program: &Program, name: &str) -> String {
    if name == "chance" {
        return program.word(Phrase::ChanceAnswers);
    }
    let actor = program.nouns.actors.iter().position(|actor| actor.name == name);
    actor.and_then(|actor| i32::try_from(actor).ok()).map_or(name.to_owned(), |actor| actor_name(program, actor))
}

/// What happened since the last answer: the whole tree for one who sees all, news for others.
fn told(game: &mut Match, viewer: Viewer, first: bool) -> String {
    match viewer {
        Viewer::All if first => screen::block(&game.whole_trace(viewer)),
        Viewer::All => screen::block(&game.last_trace(viewer)),
        _ => screen::news(&game.news(viewer)),
    }
}

fn diff(args: &ReplayArgs, save: &Save, until: usize, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let today = Today { rules: args.with_rules.clone(), packs: args.packs.clone() };
    let sources = present(&today, save, roots)?;
    let old = match saves::own_rules(save, &args.file, color)? {
        Ok(loaded) => loaded,
        Err(verdict) => return Ok(verdict),
    };
    let mut out = out::text();
    if saves::same_rules(save, &sources) {
        writeln!(out, "the rules are the same")?;
    } else {
        write!(out, "the rules differ:\n{}", saves::changed(save, &sources))?;
    }
    let new = match saves::other_rules(save, &sources, &args.file, color)? {
        Ok(loaded) => loaded,
        Err(verdict) => return Ok(verdict),
    };
    let compared = compare(old.program, new.program, save, until)
        .map_err(|error| Failure::Files(format!("{}: not even by its own rules: {error}", shown(&args.file))))?;
    write!(out, "{}", difference(save, &compared))?;
    let same = compared.first.is_none() && compared.stopped.is_none();
    Ok(if same { Verdict::Fine } else { Verdict::Found })
}

fn difference(save: &Save, compared: &Comparison) -> String {
    let mut text = String::new();
    if let Some(first) = &compared.first {
        let given = first.answer.checked_sub(1).and_then(|at| save.answers.get(at));
        text += &match given {
            Some(given) => {
                format!("first difference after answer {} ({}, {}: {})\n", given.n, given.who, given.asks, given.option)
            }
            None => "first difference before any answer\n".to_owned(),
        };
        if let Some(before) = &first.before {
            text += &format!("  both: {}\n", words(before));
        }
        let clause = |clause: &Option<Clause>| clause.as_ref().map_or("nothing more".to_owned(), words);
        text += &format!("  then: {}\n  now:  {}\n", clause(&first.old), clause(&first.new));
        let script = |clause: &Option<Clause>| clause.as_ref().map(|clause| clause.script.clone());
        if first.old.is_some() && script(&first.old) == script(&first.new) {
            text += "  the clause itself is the same: what it reads or calls has changed\n";
        }
    }
    match &compared.stopped {
        Some(error) => text += &format!("{error}\n"),
        None => text += &format!("all {} are still possible\n", counted(compared.answers as u64, "answer")),
    }
    if compared.first.is_none() && compared.stopped.is_none() {
        text += "the match is the same by both\n";
    }
    text
}

/// `points +2  [rules.card:12: gain 2 points]`
fn words(clause: &Clause) -> String {
    match &clause.place {
        Some(place) => format!("{}  [{place}: {}]", clause.what.trim(), clause.script),
        None => clause.what.trim().to_owned(),
    }
}

fn viewer(word: &str) -> Result<Viewer, String> {
    match word {
        "spectator" => Ok(Viewer::Spectator),
        "all" => Ok(Viewer::All),
        _ => match word.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1)) {
            Some(seat) => Ok(Viewer::Seat(seat)),
            None => Err("write `spectator`, `all` or the number of a seat".to_owned()),
        },
    }
}

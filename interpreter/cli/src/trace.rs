//! `cardwright trace`: finds a game in which a card is used, and goes through what it does clause by clause.

use std::io::{self, IsTerminal, Write};

use cardwright::diagnostic::suggest::nearest;
use cardwright::play::{Match, NotSought, Sought, Viewer};
use cardwright::program::Program;
use cardwright::words::Phrase;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::failure::{Failure, Verdict};
use crate::out;
use crate::play::Console;
use crate::report::Color;
use crate::roots::Roots;
use crate::setup::{Ready, Setup};
use crate::signals;
use crate::speech::Speech;
use crate::stepper::{self, Left, Stepper};

/// Names that a message lists.
const SHOWN: usize = 6;

/// Options of `trace`.
#[derive(Clone, Debug, Args)]
pub struct TraceArgs {
    #[command(flatten)]
    setup: Setup,
    #[command(flatten)]
    speech: Speech,
    /// A card by its name in the script or its printed name
    #[arg(value_name = "CARD")]
    card: String,
    /// One of its abilities (default: whatever of its text runs first)
    #[arg(long, value_name = "NAME")]
    ability: Option<String>,
    /// Where the search for a game with the card begins: another seed may show it in another position
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Every clause of the card's effects, one below the other, without asking anything
    #[arg(long, conflicts_with = "plain")]
    all: bool,
    /// Lines and words instead of a screen, for screen readers and pipes
    #[arg(long)]
    plain: bool,
    /// How it is written; JSON is everything at once, for programs
    #[arg(long, value_enum, default_value_t)]
    format: TraceFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TraceFormat {
    /// For people
    #[default]
    Human,
    /// One JSON object with the answers and their clauses
    Json,
}

/// Finds the game and shows it.
pub fn run(args: &TraceArgs, roots: &Roots, color: Color) -> Result<Verdict, Failure> {
    let mut ready = match args.setup.load(roots, color)? {
        Ok(ready) => ready,
        Err(verdict) => return Ok(verdict),
    };
    args.speech.teach(&mut ready.loaded)?;
    let sought = match Match::seek(&ready.loaded.program, &args.card, args.ability.as_deref(), args.seed) {
        Ok(sought) => sought,
        Err(NotSought::NeverRun) => return Err(Failure::Files(never_run(args, &ready.loaded.program))),
        Err(why) => {
            if let Some(pack) = args.setup.pack_with(roots, &args.card).filter(|_| why == NotSought::NoSuchCard) {
                let message = format!("`{}` is a card of the pack `{pack}`: add `--pack {pack}`", args.card);
                return Err(Failure::Usage(message));
            }
            return Err(Failure::Usage(unknown(args, &ready.loaded.program, &why)));
        }
    };
    let Sought { game, first, last } = sought;
    let count = game.answer_count();
    let Some(mut stepper) = Stepper::new(game, Viewer::All, first, true) else {
        return Err(Failure::Files("the game that was found cannot be played again".to_owned()));
    };
    if args.format == TraceFormat::Json {
        let answers = stepper::json(&mut stepper, last);
        let all = json!({ "game": ready.card.id, "card": args.card, "seed": args.seed, "answers": answers });
        writeln!(out::json(), "{all}")?;
        return Ok(Verdict::Fine);
    }
    let console = Console::new();
    let head = heading(args, &ready, first, count);
    // Nobody can type into what goes to a file.
    if args.all || io::stdin().is_terminal() && !io::stdout().is_terminal() {
        console.print(&format!("{head}{}", stepper::all(&mut stepper, last)))?;
    } else if args.plain || !console.full_screen() {
        console.show(&head)?;
        stepper::words(&mut stepper, &console)?;
    } else {
        signals::on_end(|code| {
            let _taken = stepper::give_back();
            std::process::exit(i32::from(code));
        })?;
        if stepper::show(&mut stepper)? == Left::Interrupted {
            return Ok(Verdict::Interrupted);
        }
    }
    Ok(Verdict::Fine)
}

fn heading(args: &TraceArgs, ready: &Ready, first: usize, count: usize) -> String {
    let program = &ready.loaded.program;
    let game = program.nouns.labels.one(program.language);
    let found = program.say(Phrase::TraceHead, &[&game, &args.card, &args.seed]);
    format!("{found}\n{}\n", program.say(Phrase::TraceBegins, &[&first, &count]))
}

fn unknown(args: &TraceArgs, program: &Program, why: &NotSought) -> String {
    let (game, card) = (&args.setup.game, &args.card);
    let did_you_mean = |near: Option<&str>| near.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    if let (NotSought::NoSuchAbility, Some(ability)) = (why, &args.ability) {
        let names = program.nouns.abilities.iter().map(|ability| ability.name.as_str());
        return format!("`{card}` has no ability `{ability}`{}", did_you_mean(nearest(ability, names)));
    }
    let names = || program.nouns.designs.iter().map(|design| design.name.as_str());
    let name = card.to_lowercase().replace([' ', '-'], "_");
    let meant = match nearest(&name, names()) {
        Some(near) => did_you_mean(Some(near)),
        None => {
            // Most people type the first word of a long name.
            let longer: Vec<String> = names().filter(|n| n.contains(&name)).map(|n| format!("`{n}`")).collect();
            match longer.as_slice() {
                [] => String::new(),
                [one] => format!("; did you mean {one}?"),
                several => {
                    let more = if several.len() > SHOWN { " …" } else { "" };
                    let shown = several.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
                    format!("; its cards with such a name are {shown}{more}")
                }
            }
        }
    };
    format!("`{game}` has no card `{card}`{meant}")
}

fn never_run(args: &TraceArgs, program: &Program) -> String {
    let card = &args.card;
    let what = match &args.ability {
        Some(ability) => format!("its ability `{ability}`"),
        None => "its text".to_owned(),
    };
    let copies = program.nouns.designs.iter().filter(|design| {
        design.name == card.to_lowercase().replace([' ', '-'], "_") || design.labels.en.eq_ignore_ascii_case(card)
    });
    let hint = if copies.map(|design| design.copies).sum::<u16>() == 0 {
        "there are no copies of it in this game: a variant or a pack may bring it"
    } else {
        "it may have nothing that runs (a value, or nothing but attributes), or what it needs comes up too seldom:\n\
         another `--seed` may find it"
    };
    format!("in all the games that were tried, `{card}` did nothing: {what} never ran\n{hint}")
}

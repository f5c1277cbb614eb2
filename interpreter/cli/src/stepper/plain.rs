//! Going through a match by words, a line each; all of it at once for reading; and the same as JSON for programs.

use std::io;

use cardwright::play::Decision;
use cardwright::words::Phrase;
use serde_json::{Value, json};

use super::page::Page;
use super::{Left, Stepper};
use crate::play::{Console, screen};

/// Lines of the script above and below a clause.
const AROUND: usize = 2;
const FURTHER: usize = 12;

/// Reads words until somebody leaves or the input ends.
pub fn words(stepper: &mut Stepper, console: &Console) -> io::Result<Left> {
    console.show(&format!("{}{}\n", full(stepper), stepper.say(Phrase::StepWords, &[])))?;
    loop {
        let Some(line) = console.ask(&stepper.say(Phrase::StepPrompt, &[]))? else { return Ok(Left::Quit) };
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let number = rest.trim().parse::<usize>().ok();
        let moved = match (word.to_lowercase().as_str(), number) {
            ("" | "n" | "next", None) => stepper.next().then_some(()).ok_or_else(|| at_end(stepper)),
            ("p" | "previous" | "prev", None) => {
                stepper.previous().then_some(()).ok_or_else(|| line_of(stepper, Phrase::AtTheBeginning))
            }
            ("u" | "up", None) => {
                stepper.decision(false).then_some(()).ok_or_else(|| line_of(stepper, Phrase::NoEarlierDecision))
            }
            ("d" | "down", None) => stepper.decision(true).then_some(()).ok_or_else(|| at_end(stepper)),
            ("a" | "answer", Some(answer)) => {
                let count = stepper.game.answer_count();
                let gone = stepper.go_to(answer).then_some(());
                gone.ok_or_else(|| stepper.say(Phrase::AnswersAre, &[&count]) + "\n")
            }
            ("c" | "choose", _) if !stepper.changes => match back(stepper) {
                Ok(left) => return Ok(left),
                Err(why) => Err(why),
            },
            ("c" | "choose", None) => Err(choices(stepper)),
            ("c" | "choose", Some(number)) => choose(stepper, number),
            ("t" | "tree", None) => Err(tree(stepper, &stepper.page(), false)),
            ("v" | "table", None) => Err(format!("{}\n", stepper.stepped.steps.after(stepper.step, stepper.viewer))),
            ("s" | "source", None) => Err(source(&stepper.page(), FURTHER)),
            ("q" | "quit" | "exit", None) => return Ok(Left::Quit),
            ("h" | "help" | "?", None) => Err(stepper.say(Phrase::StepWordsHelp, &[])),
            _ => {
                let unknown = stepper.say(Phrase::NoSuchWord, &[&line]);
                Err(format!("{unknown}\n{}", stepper.say(Phrase::StepWordsHelp, &[])))
            }
        };
        console.show(&match moved {
            Ok(()) => full(stepper),
            Err(words) => words,
        })?;
    }
}

/// A phrase on a line of its own.
fn line_of(stepper: &Stepper, phrase: Phrase) -> String {
    stepper.say(phrase, &[]) + "\n"
}

/// In a game that goes on elsewhere: where it is to be taken back to.
fn back(stepper: &Stepper) -> Result<Left, String> {
    match &stepper.stepped.decision {
        Some(decision) if stepper.may_choose(decision) => Ok(Left::BackTo(stepper.answer)),
        Some(_) => Err(line_of(stepper, Phrase::NotYours)),
        None => Err(line_of(stepper, Phrase::NobodyAsked)),
    }
}

fn at_end(stepper: &Stepper) -> String {
    match stepper.open() {
        Some(decision) if stepper.changes && stepper.may_choose(&decision) => {
            line_of(stepper, Phrase::EndSoFarNext) + &question(stepper, &decision, None)
        }
        Some(_) => line_of(stepper, Phrase::EndSoFarWaits),
        None => line_of(stepper, Phrase::EndOver),
    }
}

fn question(stepper: &Stepper, decision: &Decision, taken: Option<usize>) -> String {
    let mut text = screen::question(stepper.game.program().language, decision, Some(&stepper.who(decision)));
    for (index, line) in screen::options(&decision.options, None).lines().enumerate() {
        let mark = if taken == Some(index) { format!("   {}", stepper.say(Phrase::Taken, &[])) } else { String::new() };
        text += &format!("{line}{mark}\n");
    }
    text.trim_start_matches('\n').to_owned() + &line_of(stepper, Phrase::ChooseOne)
}

fn choices(stepper: &Stepper) -> String {
    match stepper.chosen_at() {
        Some((_, decision, taken)) => question(stepper, &decision, taken),
        None => line_of(stepper, Phrase::NobodyAsked),
    }
}

fn choose(stepper: &mut Stepper, number: usize) -> Result<(), String> {
    let Some((answer, decision, _)) = stepper.chosen_at() else { return Err(line_of(stepper, Phrase::NobodyAsked)) };
    let count = decision.options.len();
    let option = number.checked_sub(1).filter(|option| *option < count);
    let option = option.ok_or_else(|| stepper.say(Phrase::OptionsUpTo, &[&number, &count]) + "\n")?;
    stepper.choose(answer, option).map_err(|why| why + "\n")
}

/// A clause as it is shown to somebody who steps.
fn full(stepper: &Stepper) -> String {
    let page = &stepper.page();
    let mut text = format!("\n{}\n{}\n", page.whereabouts, page.asked);
    if !page.under_way.is_empty() {
        let around: Vec<String> = page.under_way.iter().map(|what| stepper.say(Phrase::In, &[what])).collect();
        text += &format!("{}\n", around.join(", "));
    }
    text += &source(page, AROUND);
    text += &did(stepper, page, &page.names);
    text
}

/// What a clause did, which names hold, and what it changed.
fn did(stepper: &Stepper, page: &Page, names: &[(String, String)]) -> String {
    let mut text = tree(stepper, page, true);
    let means = |(name, value): &(String, String)| stepper.say(Phrase::NameIs, &[name, value]);
    // The tree tells what names mean, too, where no one else does.
    let told = |line: &&str| !page.names.iter().any(|name| line.trim() == means(name));
    text = text.lines().filter(told).map(|line| format!("{line}\n")).collect();
    text += &names.iter().map(|name| format!("     {}\n", means(name))).collect::<String>();
    for change in &page.changes {
        let side = |holds: &str| if holds.is_empty() { stepper.say(Phrase::Nothing, &[]) } else { holds.to_owned() };
        let (before, after) = (side(&change.before), side(&change.after));
        text += &format!("     {}\n", stepper.say(Phrase::Moved, &[&change.name, &before, &after]));
    }
    text
}

fn source(page: &Page, around: usize) -> String {
    let Some(source) = &page.source else { return format!("     {}\n", page.clause) };
    let mut text = format!("  {}\n", page.place);
    let first = source.line.saturating_sub(around);
    for (at, line) in source.lines.iter().enumerate().skip(first).take(source.line - first + around + 1) {
        let mark = if at == source.line { '>' } else { ' ' };
        text += format!("  {mark}{:>4}  {line}", at + 1).trim_end();
        text.push('\n');
        // Where several clauses stand on a line, the one that is meant is underlined.
        let alone = line.trim().chars().count() == source.columns.1 - source.columns.0;
        if at == source.line && !alone {
            let (from, to) = source.columns;
            text += &format!("  {:5}  {}{}\n", "", " ".repeat(from), "^".repeat(to - from));
        }
    }
    text
}

/// Lines of the tree of effects: those of this clause, or all with a mark at them.
fn tree(stepper: &Stepper, page: &Page, only_now: bool) -> String {
    let now = page.tree.iter().filter(|line| line.step == page.step);
    let base = now.map(|line| line.level).min().unwrap_or(0);
    let mut text = String::new();
    for line in page.tree.iter().filter(|line| !only_now || line.step == page.step) {
        let (mark, level) = match (only_now, line.step == page.step) {
            (true, _) => ("   ", line.level.saturating_sub(base)),
            (false, true) => (" > ", line.level),
            (false, false) => ("   ", line.level),
        };
        text += &format!("{mark}  {}{}\n", "  ".repeat(level), line.text);
    }
    if text.is_empty() && !only_now { line_of(stepper, Phrase::NothingDone) } else { text }
}

/// All clauses of some answers, one below the other.
pub fn all(stepper: &mut Stepper, last: usize) -> String {
    let mut text = String::new();
    let mut known: Vec<(String, String)> = Vec::new();
    loop {
        let page = stepper.page();
        if stepper.step == 0 {
            text += &format!("\n{}\n", stepper.say(Phrase::AnswerHead, &[&stepper.answer, &page.asked]));
        }
        text += format!("{:>4}  {}  {}", page.step + 1, page.place, page.clause).trim_end();
        text.push('\n');
        let new: Vec<_> = page.names.iter().filter(|name| !known.contains(name)).cloned().collect();
        text += &did(stepper, &page, &new);
        known = page.names;
        if stepper.step + 1 >= stepper.stepped.steps.len() && stepper.answer >= last || !stepper.next() {
            return text;
        }
    }
}

/// The same for programs: an object for each answer.
pub fn json(stepper: &mut Stepper, last: usize) -> Vec<Value> {
    let mut answers = Vec::new();
    loop {
        let mut clauses = Vec::new();
        loop {
            clauses.push(clause_value(&stepper.page()));
            if stepper.step + 1 >= stepper.stepped.steps.len() {
                break;
            }
            stepper.step += 1;
        }
        let decision = stepper.stepped.decision.as_ref();
        answers.push(json!({
            "answer": stepper.answer,
            "who": decision.map(|decision| stepper.who(decision)),
            "prompt": decision.map(|decision| &decision.prompt),
            "options": decision.map(|d| d.options.iter().map(|o| &o.label).collect::<Vec<_>>()),
            "option": decision.map(|_| stepper.stepped.option + 1),
            "clauses": clauses,
            "left_out": stepper.stepped.steps.left_out,
        }));
        if stepper.answer >= last || !stepper.decision(true) {
            return answers;
        }
    }
}

fn clause_value(page: &Page) -> Value {
    let source = page.source.as_ref();
    let names: Vec<Value> = page.names.iter().map(|(name, value)| json!({ "name": name, "means": value })).collect();
    let did = page.tree.iter().filter(|line| line.step == page.step);
    let did: Vec<Value> = did.map(|l| json!({ "level": l.level, "text": l.text, "place": l.place })).collect();
    let changes = page.changes.iter().map(|c| json!({ "place": c.name, "before": c.before, "after": c.after }));
    json!({
        "clause": page.step + 1,
        "file": source.map(|source| &source.file),
        "line": source.map(|source| source.line + 1),
        "column": source.map(|source| source.columns.0 + 1),
        "text": page.clause,
        "under_way": page.under_way,
        "names": names,
        "did": did,
        "changes": changes.collect::<Vec<_>>(),
    })
}

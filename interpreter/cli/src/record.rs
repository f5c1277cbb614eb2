//! What one seat saw of a game: written from a saved game, and shown.

use std::io::Write;
use std::path::Path;

use cardwright::load::Loaded;
use cardwright::play::{EndStatus, Record, Save};

use crate::failure::{Failure, Verdict};
use crate::out;
use crate::play::screen;
use crate::report::say;
use crate::saves;
use crate::tree::shown;

/// Writes what a seat saw of a saved game to a file that is not there yet.
pub fn write(save: &Save, loaded: &Loaded, seat: usize, out: &Path) -> Result<Verdict, Failure> {
    let file = shown(out);
    if out.exists() {
        return Err(Failure::Usage(format!("`--out {file}`: there is such a file already")));
    }
    let record = Record::of(save, &loaded.program, seat).map_err(|error| Failure::Files(error.to_string()))?;
    saves::write(out, &record.to_text())?;
    say(&format!("{file} holds what {} saw of the game, without the seed and the secrets of others", record.head.seat));
    Ok(Verdict::Fine)
}

/// Shows the first so many moments of a record.
pub fn show(record: &Record, until: usize) -> Result<Verdict, Failure> {
    let mut out = out::text();
    write!(out, "{}", heading(record))?;
    for (moment, number) in record.moments.iter().zip(1..).take(until) {
        write!(out, "{}", screen::news(&moment.news))?;
        let answer = moment.answer.as_deref().unwrap_or("?");
        writeln!(out, "\n{number}. {} > {answer}", moment.asked)?;
    }
    let Some(last) = record.moments.get(until) else {
        let end = &record.end;
        write!(out, "{}\n{}", screen::news(&end.news), screen::block(&end.view.join("\n")))?;
        for result in &end.result {
            let (seat, rank) = (&result.seat, result.rank);
            let scores: Vec<String> = result.scores.iter().map(|(name, value)| format!(", {name} {value}")).collect();
            writeln!(out, "{rank}. {seat}{}", scores.concat())?;
        }
        if !end.reason.is_empty() {
            writeln!(out, "{}", end.reason)?;
        }
        if end.status == EndStatus::Stopped {
            writeln!(out, "the game was stopped: its rules went wrong")?;
        }
        return Ok(Verdict::Fine);
    };
    write!(out, "{}\n{}", screen::news(&last.news), screen::block(&last.view.join("\n")))?;
    Ok(Verdict::Fine)
}

fn heading(record: &Record) -> String {
    let head = &record.head;
    let (game, version) = &head.game;
    let with: Vec<String> = head.packs.iter().map(|(pack, version)| format!(" with {pack} {version}")).collect();
    let players = if head.players == 1 { "1 player".to_owned() } else { format!("{} players", head.players) };
    let mut text = format!("{game} {version}{}, {players}, as {} saw it\n", with.concat(), head.seat);
    if !head.variants.is_empty() {
        text += &format!("variants: {}\n", head.variants.join(", "));
    }
    if !head.numbers.is_empty() {
        let numbers: Vec<String> = head.numbers.iter().map(|(name, value)| format!("{name}={value}")).collect();
        text += &format!("numbers: {}\n", numbers.join(", "));
    }
    text
}

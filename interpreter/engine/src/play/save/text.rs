//! Saves as text: JSON Lines. First the head, then the files of the rules, the answers in order, and the end.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{EARLIEST, End, FORMAT, Given, Head, Save, StoredFile};

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Head(Head),
    File(StoredFile),
    Answer(Given),
    End(End),
}

/// The same line, to be written.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Written<'a> {
    Head(&'a Head),
    File(&'a StoredFile),
    Answer(&'a Given),
    End(&'a End),
}

/// Of a head in any format only this is certain.
#[derive(Deserialize)]
struct AnyHead {
    head: Format,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
    #[serde(default)]
    engine: String,
}

/// Why a text is not a save.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    #[error("the file is empty")]
    Empty,
    #[error("this is not a saved game: its first line is not the head of one")]
    NotASave,
    #[error(
        "this is what one seat saw of a game, not the game itself: `cardwright replay` shows it, and nobody can play on with it"
    )]
    OfOneSeat,
    #[error("{}", of_format(*format, engine))]
    Format { format: u32, engine: String },
    #[error("the file is cut off: it ends in line {line}, after {answers} whole answers, without its last line")]
    CutOff { line: usize, answers: usize },
    #[error("line {line} of the file is damaged: {why}")]
    Line { line: usize, why: String },
}

fn is_read(format: u32) -> bool {
    (EARLIEST..=FORMAT).contains(&format)
}

/// What is wrong with a format, and what to do.
fn of_format(format: u32, engine: &str) -> String {
    let by = if engine.is_empty() { String::new() } else { format!(", written by Cardwright {engine}") };
    let this = env!("CARGO_PKG_VERSION");
    let text = format!(
        "the saved game is of format {format}{by}, and this Cardwright, {this}, reads formats {EARLIEST} to {FORMAT}"
    );
    if format > FORMAT { format!("{text}: use the version that wrote it, or a newer one") } else { text }
}

impl Save {
    /// The text of the save.
    pub fn to_text(&self) -> String {
        let answers = self.answers.iter().map(Given::to_line);
        let mut text = self.rules_text();
        text.extend(answers.chain([self.end.to_line()]));
        text
    }

    /// The text before the answers: who saves often writes it once.
    pub fn rules_text(&self) -> String {
        let files = self.files.iter().map(|file| written(&Written::File(file)));
        std::iter::once(written(&Written::Head(&self.head))).chain(files).collect()
    }

    /// The save of a text.
    pub fn from_text(text: &str) -> Result<Save, Damage> {
        if text.trim().is_empty() {
            return Err(Damage::Empty);
        }
        let lines: Vec<&str> = text.lines().collect();
        let head = head(&lines, text)?;
        let mut reader = Reader { head, files: Vec::new(), answers: Vec::new(), end: None };
        for (at, line) in lines.iter().enumerate().skip(1) {
            let number = at + 1;
            let read: Line = match serde_json::from_str(line) {
                Ok(read) => read,
                Err(_) if number == lines.len() && !text.ends_with('\n') => return Err(reader.cut_off(number)),
                Err(error) => return Err(Damage::Line { line: number, why: reason(&error) }),
            };
            reader.line(read).map_err(|why| Damage::Line { line: number, why })?;
        }
        match reader.end.take() {
            Some(end) => Ok(Save { head: reader.head, files: reader.files, answers: reader.answers, end }),
            None => Err(reader.cut_off(lines.len())),
        }
    }
}

impl Given {
    /// Its line in the text of a save.
    pub fn to_line(&self) -> String {
        written(&Written::Answer(self))
    }
}

impl End {
    /// Its line in the text of a save.
    pub fn to_line(&self) -> String {
        written(&Written::End(self))
    }
}

/// Nothing in a line can fail to be written: it is made of words, numbers and lists of them.
fn written(line: &Written<'_>) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

fn head(lines: &[&str], text: &str) -> Result<Head, Damage> {
    let first = lines.first().copied().unwrap_or_default();
    let error = match serde_json::from_str(first) {
        Ok(Line::Head(head)) if is_read(head.format) => return Ok(head),
        Ok(Line::Head(head)) => return Err(Damage::Format { format: head.format, engine: head.engine }),
        Ok(_) => return Err(Damage::NotASave),
        Err(_) if first.starts_with("{\"record\":") => return Err(Damage::OfOneSeat),
        Err(error) => error,
    };
    match serde_json::from_str::<AnyHead>(first) {
        Ok(AnyHead { head: Format { format, engine } }) if !is_read(format) => Err(Damage::Format { format, engine }),
        Ok(_) => Err(Damage::Line { line: 1, why: reason(&error) }),
        Err(_) if lines.len() == 1 && !text.ends_with('\n') && first.starts_with("{\"head\":") => {
            Err(Damage::CutOff { line: 1, answers: 0 })
        }
        Err(_) if first.starts_with("{\"head\":") => Err(Damage::Line { line: 1, why: reason(&error) }),
        Err(_) => Err(Damage::NotASave),
    }
}

pub(super) fn reason(error: &serde_json::Error) -> String {
    match error.classify() {
        serde_json::error::Category::Data => error.to_string().split(" at line ").next().unwrap_or_default().to_owned(),
        _ => format!("it is not JSON from its column {} on", error.column()),
    }
}

struct Reader {
    head: Head,
    files: Vec<StoredFile>,
    answers: Vec<Given>,
    end: Option<End>,
}

impl Reader {
    fn cut_off(&self, line: usize) -> Damage {
        Damage::CutOff { line, answers: self.answers.len() }
    }

    fn line(&mut self, line: Line) -> Result<(), String> {
        if self.end.is_some() {
            return Err("it stands after the end".to_owned());
        }
        match line {
            Line::Head(_) => return Err("it is a second head".to_owned()),
            Line::File(file) => {
                if file.pack.is_some_and(|pack| usize::from(pack) >= self.head.packs.len()) {
                    return Err(format!("`{}` belongs to a pack that the head does not name", file.name));
                }
                self.files.push(file);
            }
            Line::Answer(given) => {
                let wanted = self.answers.len() + 1;
                if given.n != wanted {
                    return Err(format!("answer {} stands where answer {wanted} should stand", given.n));
                }
                self.answers.push(given);
            }
            Line::End(end) => {
                if end.answers != self.answers.len() {
                    return Err(format!(
                        "the end counts {} answers, and there are {}",
                        end.answers,
                        self.answers.len()
                    ));
                }
                self.end = Some(end);
            }
        }
        Ok(())
    }
}

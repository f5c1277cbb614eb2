//! Diagnostics and file problems → text for people, lines for editors, JSON Lines for programs.

use std::io::{self, Write};
use std::process::ExitCode;

use annotate_snippets::{Level, Origin, Renderer};
use cardwright::diagnostic::{Diagnostic, Severity};
use cardwright::source::{Sources, Span};
use cardwright_cli::render;
use cardwright_cli::visible::visible;
use clap::ValueEnum;
use serde::Serialize;

use crate::files::FileProblem;
use crate::out;

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the source line under each finding, on standard error
    #[default]
    Human,
    /// `file:line:col: error[E0101]: message`, a line each
    Short,
    /// JSON Lines: a finding has code, severity, message, file, line, column, end_line, end_column, help, and `also` with the
    /// other places; a scenario has game, file, line, title, result, failures and snapshot
    Json,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Even in a pipe
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to colour what goes to standard error.
    pub fn on_stderr(self) -> bool {
        match self {
            Color::Auto => anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// Writes findings and counts them.
#[derive(Debug)]
pub struct Reporter {
    format: Format,
    renderer: Renderer,
    pub errors: usize,
    pub warnings: usize,
}

/// A finding as programs read it; lines and columns from 1.
#[derive(Serialize)]
struct Record<'a> {
    code: Option<&'a str>,
    severity: Severity,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    help: Option<&'a str>,
    /// The other places where the same is wrong.
    also: Vec<Place<'a>>,
    /// How many they are, in words for one line.
    #[serde(skip)]
    more: String,
}

/// From where to where in a file.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl<'a> Place<'a> {
    fn of(sources: &'a Sources, span: Span) -> Option<Place<'a>> {
        let file = sources.get(span.file)?;
        let (start, end) = (file.line_column(span.start), file.line_column(span.end));
        let (line, column, end_line, end_column) = (start.line, start.column, end.line, end.column);
        Some(Place { file: &file.name, line, column, end_line, end_column })
    }
}

impl Reporter {
    /// A reporter that has found nothing yet.
    pub fn new(format: Format, color: Color) -> Reporter {
        let renderer = if color.on_stderr() { Renderer::styled() } else { Renderer::plain() };
        Reporter { format, renderer, errors: 0, warnings: 0 }
    }

    /// Writes findings about some sources.
    pub fn diagnostics<'f>(
        &mut self,
        sources: &Sources,
        findings: impl IntoIterator<Item = &'f Diagnostic>,
    ) -> io::Result<()> {
        for finding in findings {
            self.count(finding.severity);
            let place = Place::of(sources, finding.span);
            let at = place.as_ref();
            let record = Record {
                code: Some(finding.code.id()),
                severity: finding.severity,
                message: &finding.message,
                file: at.map(|at| at.file),
                line: at.map(|at| at.line),
                column: at.map(|at| at.column),
                end_line: at.map(|at| at.end_line),
                end_column: at.map(|at| at.end_column),
                help: finding.help.as_deref(),
                also: finding.also.iter().filter_map(|span| Place::of(sources, *span)).collect(),
                more: render::also_count(finding),
            };
            if self.format == Format::Human {
                write!(out::coloured_errors(), "{}\n\n", render::human(&self.renderer, sources, finding))?;
            } else {
                self.line(&record)?;
            }
        }
        Ok(())
    }

    /// Writes why files could not be used.
    pub fn problems(&mut self, problems: &[FileProblem]) -> io::Result<()> {
        for problem in problems {
            self.count(Severity::Error);
            let (line, column) = problem.at.unzip();
            let record = Record {
                code: None,
                severity: Severity::Error,
                message: &problem.message,
                file: Some(&problem.file),
                line,
                column,
                end_line: line,
                end_column: column,
                help: problem.help.as_deref(),
                also: Vec::new(),
                more: String::new(),
            };
            if self.format == Format::Human {
                let (file, message) = (visible(&problem.file), visible(&problem.message));
                let help = problem.help.as_deref().map(visible);
                let mut origin = Origin::path(&*file);
                if let (Some(line), Some(column)) = (line, column) {
                    origin = origin.line(line as usize).char_column(column as usize);
                }
                let mut group = Level::ERROR.primary_title(&*message).element(origin);
                if let Some(help) = &help {
                    group = group.element(Level::HELP.message(&**help));
                }
                write!(out::coloured_errors(), "{}\n\n", self.renderer.render(&[group]))?;
            } else {
                self.line(&record)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }

    fn line(&self, record: &Record<'_>) -> io::Result<()> {
        match self.format {
            Format::Json => writeln!(out::json(), "{}", serde_json::to_string(record)?),
            Format::Short | Format::Human => writeln!(out::text(), "{}", short(record)),
        }
    }
}

/// `1 seat`, `2 seats`
pub fn counted(number: u64, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// `2 errors and 1 warning`
pub fn count_words(errors: usize, warnings: usize) -> String {
    let words = |n: usize, word: &str| counted(n as u64, word);
    match (errors, warnings) {
        (_, 0) => words(errors, "error"),
        (0, _) => words(warnings, "warning"),
        _ => format!("{} and {}", words(errors, "error"), words(warnings, "warning")),
    }
}

/// Prose for people; whoever has closed standard error does not want it.
pub fn say(text: &str) {
    let _ = writeln!(out::errors(), "{text}");
}

/// Why a command ended.
pub fn say_error(color: Color, text: &str) {
    let (on, off) = if color.on_stderr() { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    let _ = writeln!(out::coloured_errors(), "{on}error{off}: {}", visible(text));
}

/// Help, the version, or what is wrong with the words of the command line.
pub fn usage(error: &clap::Error) -> ExitCode {
    let never = anstream::ColorChoice::Never;
    let (coloured, mut out) = match error.use_stderr() {
        true => (Color::Auto.on_stderr(), out::coloured_errors()),
        false => (anstream::AutoStream::choice(&io::stdout()) != never, out::coloured_text()),
    };
    let words = error.render();
    let text = if coloured { words.ansi().to_string() } else { words.to_string() };
    // Whoever has closed the stream does not want it.
    let _ = out.write_all(text.as_bytes());
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn short(record: &Record<'_>) -> String {
    let mut text = record.file.unwrap_or("").to_owned();
    if let (Some(line), Some(column)) = (record.line, record.column) {
        text += &format!(":{line}:{column}");
    }
    if !text.is_empty() {
        text += ": ";
    }
    text += severity_word(record.severity);
    if let Some(code) = record.code {
        text += &format!("[{code}]");
    }
    // One line per finding, whatever the message holds.
    text + ": " + &record.message.replace('\n', " ") + &record.more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_without_a_file_still_has_its_line() {
        let record = Record {
            code: Some("W0801"),
            severity: Severity::Warning,
            message: "two\nlines",
            file: None,
            line: None,
            column: None,
            end_line: None,
            end_column: None,
            help: None,
            also: Vec::new(),
            more: String::new(),
        };
        assert_eq!(short(&record), "warning[W0801]: two lines");
    }
}

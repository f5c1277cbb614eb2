//! `cardwright explain`: what a code means, from the engine's table of codes.

use std::io::Write;

use cardwright::diagnostic::suggest::nearest;
use cardwright::diagnostic::{Code, Severity};
use clap::Args;

use crate::failure::{Failure, Verdict};
use crate::out;

/// Options of `explain`.
#[derive(Clone, Debug, Args)]
pub struct ExplainArgs {
    /// A code such as E0101; without one, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// Writes the explanation, or the list.
pub fn run(args: &ExplainArgs) -> Result<Verdict, Failure> {
    let mut out = out::text();
    let Some(word) = &args.code else {
        for code in Code::ALL {
            writeln!(out, "{}  {}", code.id(), code.title())?;
        }
        return Ok(Verdict::Fine);
    };
    let word = word.trim_start_matches("error").trim_start_matches("warning").trim_matches(['[', ']']);
    let Some(code) = Code::from_id(word) else {
        let meant = nearest(word, Code::ALL.iter().map(|code| code.id()));
        let meant = meant.map_or(String::new(), |id| format!("; did you mean `{id}`?"));
        return Err(Failure::Usage(format!(
            "there is no code `{word}`{meant}\n`cardwright explain` lists all of them"
        )));
    };
    let severity = match code.severity() {
        Severity::Error if code == Code::ScenarioFails => "error: the scenario fails",
        Severity::Error => "error: the game cannot be played",
        Severity::Warning => "warning: the game can be played",
    };
    writeln!(out, "{}: {} ({severity})\n\n{}", code.id(), code.title(), code.explain())?;
    Ok(Verdict::Fine)
}

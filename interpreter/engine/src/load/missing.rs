//! A section of the manifest that is not there at all is one mistake: all the names that should stand in it are told at once.

use std::collections::BTreeSet;

use crate::check::names;
use crate::diagnostic::{Code, Diagnostic, Findings, Severity};
use crate::source::Span;

/// A section that declares names.
struct Section {
    /// Its headings; one of them is enough.
    headings: &'static [&'static str],
    /// What several of its things are called.
    several: &'static str,
    /// How findings call one of them.
    sorts: &'static [&'static str],
    /// How a name is declared, below the heading or as one.
    write: fn(&str) -> String,
}

const SECTIONS: &[Section] = &[
    Section { headings: &["zone"], several: "zones", sorts: &["zone"], write: |name| format!("{name} = {{}}") },
    Section {
        headings: &["counter", "stuff"],
        several: "counters",
        sorts: &["counter or stuff called", "stuff called"],
        write: |name| format!("{name} = {{}}"),
    },
    Section { headings: &["numbers"], several: "numbers", sorts: &["number"], write: |name| format!("{name} = 1") },
    Section { headings: &["kind"], several: "kinds", sorts: &["kind"], write: |name| format!("[kind.{name}]") },
];

/// Puts the unknown names of each missing section into one finding. `present` tells which headings are there, `unknown`
/// the name that a finding says is unknown.
pub(super) fn fold(
    findings: &mut Findings,
    present: impl Fn(&str) -> bool,
    unknown: impl Fn(&Diagnostic) -> Option<String>,
) {
    let missing = SECTIONS.iter().filter(|section| !section.headings.iter().any(|heading| present(heading)));
    let wanted: Vec<(&Section, Vec<(Span, String)>)> = missing
        .map(|section| (section, names_of(findings, &unknown, |found| section.surely(found))))
        .filter(|(_, surely)| !surely.is_empty())
        .collect();
    // Where two sections are missing, nobody can tell which of them a name without a sort belongs to.
    let vague = if wanted.len() == 1 { names_of(findings, &unknown, is_vague) } else { Vec::new() };
    for (section, surely) in wanted {
        let sure: BTreeSet<&String> = surely.iter().map(|(_, name)| name).collect();
        let perhaps: BTreeSet<&String> =
            vague.iter().map(|(_, name)| name).filter(|name| !sure.contains(name)).collect();
        let Some((first, _)) = surely.first().filter(|_| sure.len() + perhaps.len() > 1) else { continue };
        let told = section.told(*first, &sure, &perhaps);
        findings.retain(|found| unknown(found).is_none_or(|name| !sure.contains(&name) && !perhaps.contains(&name)));
        findings.push(told);
    }
}

impl Section {
    /// Whether a finding says that something of this section is unknown.
    fn surely(&self, found: &Diagnostic) -> bool {
        let scores = self.headings.contains(&"counter") && found.code == Code::UnknownScore;
        scores || self.sorts.iter().any(|sort| found.message.starts_with(&format!("there is no {sort} `")))
    }

    fn told(&self, first: Span, sure: &BTreeSet<&String>, perhaps: &BTreeSet<&String>) -> Diagnostic {
        let heading = self.headings.first().copied().unwrap_or_default();
        let quoted = |list: &BTreeSet<&String>| {
            let list: Vec<&str> = list.iter().map(|name| name.as_str()).collect();
            names::quoted(&list)
        };
        let message = format!("there is no section [{heading}], but these {} are used: {}", self.several, quoted(sure));
        let example = sure.first().map_or_else(String::new, |name| (self.write)(name));
        let line = if example.starts_with('[') { example } else { format!("[{heading}] and below it {example}") };
        let also = if perhaps.is_empty() { String::new() } else { format!("; perhaps also {}", quoted(perhaps)) };
        let help = format!("declare each of them in the manifest, for example: {line}{also}");
        Diagnostic::new(Code::UnknownName, first, message).label("used here for the first time").help(help)
    }
}

/// Whether a finding says of a name only that it means nothing.
fn is_vague(found: &Diagnostic) -> bool {
    match found.code {
        Code::UnknownWord => found.message.starts_with("nothing is called `"),
        Code::UnknownField => found.message.starts_with("there is no `"),
        _ => false,
    }
}

/// The unknown names of some findings, by place.
fn names_of(
    findings: &Findings,
    unknown: impl Fn(&Diagnostic) -> Option<String>,
    of: impl Fn(&Diagnostic) -> bool,
) -> Vec<(Span, String)> {
    let errors = findings.iter().filter(|found| found.severity == Severity::Error && of(found));
    let mut names: Vec<(Span, String)> = errors.filter_map(|found| Some((found.span, unknown(found)?))).collect();
    names.sort();
    names
}

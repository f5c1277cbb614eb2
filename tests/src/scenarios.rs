//! Scenarios through the public doors: loaded, run, and what is wrong with them as findings.

use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::load::load_scenarios;
use cardwright::play::{Failure, run_scenario};
use cardwright::source::Sources;

/// Everything that is wrong with the scenarios of some sources, those that fail included; `packs` are their names.
pub fn findings(sources: &Sources, packs: &[String]) -> Vec<Diagnostic> {
    let suite = load_scenarios(sources, packs, packs, |_| true);
    let mut found = suite.findings;
    for ready in suite.scenarios {
        match ready.program {
            Err(findings) => found.extend(findings),
            Ok((program, index)) => found.extend(run_scenario(&program, index).failures.iter().map(diagnostic)),
        }
    }
    found
}

/// A failure as `cardwright test` tells it.
pub fn diagnostic(failure: &Failure) -> Diagnostic {
    let mut found = Diagnostic::new(Code::ScenarioFails, failure.span, failure.message.as_str());
    found.help.clone_from(&failure.help);
    found
}

//! Whole samples read without a finding, and every form of the language reads as itself.

use cardwright::diagnostic::Findings;
use cardwright::source::FileId;
use cardwright::syntax::ast::Script;
use cardwright::syntax::parse;

const HOW_IT_READS: &str = include_str!("samples/how_it_reads.card");

#[track_caller]
fn reads(text: &str) -> Script {
    let mut findings = Findings::default();
    let script = parse(FileId(0), text, &mut findings);
    for finding in findings.into_sorted() {
        let rest = text.get(finding.span.start as usize..).unwrap_or("");
        let place: String = rest.chars().take(40).collect();
        panic!("{} {}\n  help: {:?}\n  at: {place}\n  in: {text:.300}", finding.code.id(), finding.message, finding.help);
    }
    script
}

#[test]
fn every_sample_of_the_design_reads() {
    let script = reads(HOW_IT_READS);
    assert_eq!(script.items.len(), 20);
    assert_eq!(script.comments.len(), 8);
}

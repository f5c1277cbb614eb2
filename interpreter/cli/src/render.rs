//! One diagnostic → text for people, with the source lines under it. Knows neither terminals nor files.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use cardwright::diagnostic::{Diagnostic, Severity};
use cardwright::source::{FileId, SourceFile, Sources, Span};

use crate::visible::visible;

/// How many lines are named where the same is wrong in many.
const MOST_LINES: usize = 8;

/// A finding as `cardwright check` writes it, without a line end.
pub fn human(renderer: &Renderer, sources: &Sources, finding: &Diagnostic) -> String {
    let finding = &legible(finding);
    renderer.render(&[group(sources, finding)])
}

/// The same without colours.
pub fn plain(sources: &Sources, finding: &Diagnostic) -> String {
    human(&Renderer::plain(), sources, finding)
}

/// With words that no name can fill with control characters. The lines of the source are seen to by the renderer.
fn legible(finding: &Diagnostic) -> Diagnostic {
    let mut finding = finding.clone();
    finding.message = visible(&finding.message).into_owned();
    finding.label = visible(&finding.label).into_owned();
    finding.help = finding.help.map(|help| visible(&help).into_owned());
    for (_, words) in &mut finding.others {
        *words = visible(words).into_owned();
    }
    finding
}

fn group<'a>(sources: &'a Sources, finding: &'a Diagnostic) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(finding.message.as_str()).id(finding.code.id());
    let mut group = Group::with_title(title);
    for file in files_of(finding) {
        if let Some(source) = sources.get(file) {
            group = group.element(snippet(source, file, finding));
        }
    }
    if let Some(places) = also_words(sources, finding) {
        group = group.element(Level::NOTE.message(visible(&places).into_owned()));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}

/// `also in lines 4, 9, 12 of rules.card`: each line once, and after a few lines only how many are left.
fn also_words(sources: &Sources, finding: &Diagnostic) -> Option<String> {
    let mut lines: Vec<(FileId, u32)> = Vec::new();
    for span in &finding.also {
        if let Some(source) = sources.get(span.file) {
            let line = (span.file, source.line_column(span.start).line);
            // Places come in order, so that those of one line stand together.
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
    }
    let shown = lines.get(..MOST_LINES).unwrap_or(&lines);
    let by_file = shown.chunk_by(|a, b| a.0 == b.0).map(|of_file| {
        let numbers: Vec<String> = of_file.iter().map(|(_, line)| line.to_string()).collect();
        let name = of_file.first().and_then(|(file, _)| sources.get(*file)).map_or("", |source| source.name.as_str());
        format!("{} {} of {name}", if numbers.len() == 1 { "line" } else { "lines" }, numbers.join(", "))
    });
    let places = by_file.collect::<Vec<String>>().join("; ");
    let left = lines.len() - shown.len();
    let more = if left == 0 { String::new() } else { format!(", and {left} more") };
    (!places.is_empty()).then(|| format!("also in {places}{more}"))
}

/// ` (and at 3 more places)`: what is left of them where there is one line for all. Empty where there is none.
pub fn also_count(finding: &Diagnostic) -> String {
    match finding.also.len() {
        0 => String::new(),
        1 => " (and at one more place)".to_owned(),
        places => format!(" (and at {places} more places)"),
    }
}

/// The files a finding speaks of, its own first, each once.
fn files_of(finding: &Diagnostic) -> Vec<FileId> {
    let mut files = vec![finding.span.file];
    for (span, _) in &finding.others {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    files
}

fn snippet<'a>(
    source: &'a SourceFile,
    file: FileId,
    finding: &'a Diagnostic,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut snippet = Snippet::source(source.text.as_str()).path(visible(&source.name));
    if finding.span.file == file {
        let words = (!finding.label.is_empty()).then_some(finding.label.as_str());
        snippet = snippet.annotation(AnnotationKind::Primary.span(range(source, finding.span)).label(words));
    }
    for (span, words) in finding.others.iter().filter(|(span, _)| span.file == file) {
        snippet = snippet.annotation(AnnotationKind::Context.span(range(source, *span)).label(words.as_str()));
    }
    snippet
}

/// The renderer panics outside the text and inside characters: trims a span to what can be shown.
fn range(source: &SourceFile, span: Span) -> Range<usize> {
    let start = source.text.floor_char_boundary(span.start as usize);
    let end = source.text.floor_char_boundary(span.end as usize);
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::diagnostic::Code;
    use cardwright::source::FileKind;

    #[test]
    fn no_span_makes_the_renderer_panic() {
        let mut sources = Sources::default();
        for (index, text) in ["", "é", "a\r\n\tb\r\n", "one\ntwo\nthree", "\n\n"].into_iter().enumerate() {
            let file = sources.add(SourceFile::new(format!("{index}.card"), text, FileKind::Script, None));
            for (start, end) in [(0, 0), (0, 1), (1, 1), (1, 2), (3, 9), (9, 3), (0, 99), (99, 99)] {
                let span = Span { file, start, end };
                let elsewhere = Span { file: FileId(0), start: 5, end: 9 };
                let finding = Diagnostic::new(Code::SyntaxError, span, "wrong").label("here").other(elsewhere, "there");
                let text = plain(&sources, &finding);
                assert!(text.starts_with("error[E0101]: wrong"), "{text}");
            }
        }
    }
}

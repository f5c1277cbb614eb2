//! Tables of cards that are torn, mixed up or no tables at all: the program says so and never stumbles.

use cardwright::diagnostic::Findings;
use cardwright::source::FileId;
use cardwright::syntax::table;

const TABLE: &str =
    "id,name,\"co,st\",says\r\ntroll,\"The \"\"old\"\" Troll\",3,\"Two\nlines\"\n\nmouse;Souris;é;-1\tx\n";

#[test]
fn no_text_is_too_odd_to_be_read() {
    let signs = [",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "\r", "é", " ", "id", "\u{feff}", "#", "\0"];
    let ends: Vec<usize> = TABLE.char_indices().map(|(at, _)| at).chain([TABLE.len()]).collect();
    for &at in &ends {
        let (before, after) = TABLE.split_at(at);
        let mut texts = vec![before.to_owned(), after.to_owned()];
        texts.extend(signs.iter().map(|sign| format!("{before}{sign}{after}")));
        for text in texts {
            let mut findings = Findings::default();
            let table = table::parse(FileId(0), &text, &mut findings);
            for row in &table.rows {
                let span = row.id.span;
                let written = text.get(span.start as usize..span.end as usize).expect("a place in the text");
                assert!(
                    written.contains(&row.id.text),
                    "{written:?} is not where `{}` stands in {text:?}",
                    row.id.text
                );
            }
            for found in findings.iter() {
                assert!(
                    found.span.start <= found.span.end && found.span.end as usize <= text.len(),
                    "{found:?} in {text:?}"
                );
            }
        }
    }
}

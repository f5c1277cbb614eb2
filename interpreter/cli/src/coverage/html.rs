//! Coverage as one page that needs nothing else.

use std::fmt::Write as _;

use cardwright_cli::visible::visible;

use super::text::percent;
use super::{Coverage, Item, totals};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222}\
pre{font:13px/1.6 ui-monospace,monospace;background:#fafafa;border:1px solid #ddd;padding:1rem;overflow-x:auto}\
.r{background:#d8f3dc}.n{background:#ffd6d6}.x{background:#e2e2e2;text-decoration:line-through}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left}\
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}pre{background:#202020;border-color:#333}\
.r{background:#1d4027}.n{background:#5c2323}.x{background:#3a3a3a}}";

/// A page of all games.
pub fn page(told: &[(&Coverage, Vec<Item>)]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Coverage</title><style>{STYLE}</style></head><body>\n\
         <h1>Coverage</h1>\n<p><span class=\"r\">ran</span> · <span class=\"n\">never ran</span> · <span class=\"x\">can never run</span></p>\n"
    );
    for (coverage, items) in told {
        let (ran, all) = totals(items);
        let _ = writeln!(page, "<h2>{}: {ran} of {all}{}</h2>", escaped(&coverage.game), percent(ran, all));
        page.push_str("<table><tr><th>what</th><th>ran</th><th>of</th></tr>\n");
        for item in items.iter().filter(|item| item.counts().0 < item.counts().1) {
            let (ran, all) = item.counts();
            let name = format!("{} {}", item.sort, item.name);
            let _ = writeln!(page, "<tr><td>{}</td><td>{ran}</td><td>{all}</td></tr>", escaped(name.trim_end()));
        }
        page.push_str("</table>\n");
        for (name, (script, _)) in &coverage.files {
            let own: Vec<&Item> = items.iter().filter(|item| item.file == *name).collect();
            let _ = writeln!(page, "<h3>{}</h3>\n<pre>{}</pre>", escaped(name), marked(script, &own));
        }
    }
    page + "</body></html>\n"
}

/// The script with its clauses coloured. Clauses do not overlap, except those that stand for a whole item.
fn marked(script: &str, items: &[&Item]) -> String {
    let mut clauses: Vec<_> = items.iter().flat_map(|item| &item.clauses).collect();
    clauses.sort_by_key(|clause| (clause.start, clause.end));
    let mut html = String::new();
    let mut at = 0;
    for clause in clauses {
        let (start, end) = (clause.start as usize, clause.end as usize);
        if start < at {
            continue;
        }
        let (class, why) = match (&clause.never, clause.ran) {
            (_, true) => ("r", ""),
            (Some(why), false) => ("x", why.as_str()),
            (None, false) => ("n", ""),
        };
        html.push_str(&escaped(script.get(at..start).unwrap_or("")));
        let title = if why.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(why)) };
        let _ = write!(html, "<span class=\"{class}\"{title}>{}</span>", escaped(script.get(start..end).unwrap_or("")));
        at = end;
    }
    html + &escaped(script.get(at..).unwrap_or(""))
}

fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

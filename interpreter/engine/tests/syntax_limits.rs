//! Long, deep and broken texts: work stays linear, nothing panics, the rest of the file is still read.

use cardwright::diagnostic::{Code, Diagnostic, Findings};
use cardwright::source::FileId;
use cardwright::syntax::ast::Script;
use cardwright::syntax::{parse, words};

const HOW_IT_READS: &str = include_str!("samples/how_it_reads.card");

fn read(text: &str) -> (Script, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let script = parse(FileId(0), text, &mut findings);
    (script, findings.into_sorted())
}

/// The bound on pest's work per item would be passed by far if reading were not linear.
#[test]
fn ten_thousand_lines_in_one_item_are_read() {
    let line = "  if me.gems > 3 { gain 2 points  draw(1) }\n";
    let (script, findings) = read(&format!("action long() {{\n{}}}\n", line.repeat(10_000)));
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(script.items.len(), 1);
}

#[test]
fn ten_thousand_lines_of_items_are_read() {
    let text: String = (0..10_000).map(|n| format!("creature c_{n} {{ cost {n} play {{ draw({n}) }} }}\n")).collect();
    let (script, findings) = read(&text);
    assert!(findings.is_empty());
    assert_eq!(script.items.len(), 10_000);
}

#[test]
fn nesting_is_read_up_to_the_bound_and_refused_beyond() {
    let shapes: [(&str, &str, &str, &str); 6] = [
        ("value x() is ", "(", "1", ")"),
        ("value x() is ", "f(", "1", ")"),
        ("value x() is ", "[", "1", "]"),
        ("action x() { ", "if a { ", "stop", " }"),
        ("action x() { let y is ", "a[", "1", "]"),
        ("rule x { ", "while a { ", "forbid draw", " }"),
    ];
    for (head, open, middle, close) in shapes {
        let tail = if head.contains('{') { " }" } else { "" };
        let nested = |n: usize| format!("{head}{}{middle}{}{tail}", open.repeat(n), close.repeat(n));
        let (script, findings) = read(&nested(60));
        assert!(findings.is_empty() && script.items.len() == 1, "{open}: {findings:?}");
        for deep in [70, 1_000, 100_000] {
            let (_, findings) = read(&nested(deep));
            assert!(findings.iter().all(|finding| finding.code == Code::TooDeep), "{open}: {findings:?}");
            assert_eq!(findings.len(), 1);
        }
    }
}

#[test]
fn words_that_nest_are_bounded_too() {
    let words = [
        "not ",
        "-",
        "- ",
        "count of ",
        "first of ",
        "top of ",
        "2 of ",
        "any a where ",
        "no x in a where ",
        "can f by ",
        "every x in a has ",
        "opponents of ",
        "sum of 1 over ",
        "most .x of ",
        "reached from ",
        "nearest to ",
        "any f(x) where ",
        "lines of ",
        "a where ",
        "(any a where ",
        "first of a following reverse ",
    ];
    for word in words {
        for tail in ["a", ""] {
            let (_, findings) = read(&format!("value x() is {}{tail}", word.repeat(5_000)));
            assert!(!findings.is_empty(), "{word}");
            let (_, findings) = read(&format!("action x() {{ if {}{tail} {{ stop }} }}", word.repeat(1_000)));
            assert!(!findings.is_empty(), "{word}");
        }
    }
    for chain in [" + a", ".a", "[1]", " and a", " except a"] {
        let (_, findings) = read(&format!("value x() is a{}", chain.repeat(5_000)));
        assert!(findings.iter().any(|finding| finding.code == Code::TooDeep), "{chain}");
    }
    let (_, findings) = read(&format!("action x() {{ if a {{ }} {} }}", "else if a { } ".repeat(1_000)));
    assert!(findings.iter().any(|finding| finding.code == Code::TooDeep));
    let (_, findings) = read(&format!("action x() {{ {} draw(1) }}", "must ".repeat(5_000)));
    assert!(!findings.is_empty());
}

/// The same number of statements after each other is no nesting.
#[test]
fn many_flat_statements_are_not_deep() {
    let texts = [
        "needs not count of a is 3 ",
        "draw(count of a) by first of b ",
        "must draw(1) by first of b ",
        "gain count of a points by first of b ",
        "if not not a { stop } ",
        "let x is any a where not .b ",
        "move top of deck to top of p.deck ",
        "until end of turn { modify price by -1 where not a is b } ",
    ];
    for text in texts {
        let (script, findings) = read(&format!("action x() {{ {} }}", text.repeat(500)));
        assert!(findings.is_empty() && script.items.len() == 1, "{text}: {findings:?}");
    }
    let lines =
        "expect count of a is 3 expect not top of p1.deck is circle p1 chooses top of a, first of b ".repeat(200);
    let (_, findings) = read(&format!("scenario \"x\" {{ {lines} }}"));
    assert!(findings.is_empty(), "{findings:?}");
    let hooks = "forbid draw where not count of a is 3 modify price by count of a where not .x ".repeat(200);
    let (_, findings) = read(&format!("variant v {{ {hooks} }}"));
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn one_broken_item_hides_no_other() {
    let broken = [
        "phase a { shufle deck }",
        "acton draw(n: number) { stop }",
        "phase a { draw(1 }",
        "creature a { cost 3",
        "creature a { name \"x }",
        "phase a { draw(1) } }",
        "value x( is 3",
        "rule r { gain 2 points }",
        "creature X { }",
        "event a(",
        "value x() is",
        "foo",
        "retire",
        "scenario \"x\" { players }",
    ];
    for text in broken {
        let (script, findings) =
            read(&format!("phase one {{ stop }}\n{text}\nphase two {{ stop }}\ncreature three {{ cost 1 }}\n"));
        assert!(!findings.is_empty(), "{text}");
        assert!(script.items.len() >= 3, "{text}: {} items, {findings:?}", script.items.len());
    }
}

#[test]
fn one_broken_item_of_a_variant_hides_no_other() {
    let (script, findings) =
        read("variant v { rule a { forbid draw } rule b { forbd draw } modify price by 1 rule c { forbid x } }");
    assert_eq!(findings.len(), 1);
    let items = match script.items.first().map(|item| &item.kind) {
        Some(cardwright::syntax::ast::ItemKind::Variant { items, .. }) => items.len(),
        _ => 0,
    };
    assert_eq!(items, 3);
}

#[test]
fn a_mistake_found_while_building_hides_no_other_item_of_its_variant() {
    let (script, findings) = read("variant v { action a() { run c } rule c { forbid x } }");
    assert_eq!(findings.len(), 1);
    assert!(format!("{:?}", script.items).contains("Forbid"));
}

/// Readers of the grammar find a sentence at each rule.
#[test]
fn every_rule_of_the_grammar_is_explained() {
    let files = [
        include_str!("../../../grammar/lexical.pest"),
        include_str!("../../../grammar/expressions.pest"),
        include_str!("../../../grammar/statements.pest"),
        include_str!("../../../grammar/items.pest"),
    ];
    for file in files {
        let lines: Vec<&str> = file.lines().collect();
        for (before, line) in lines.iter().zip(lines.iter().skip(1)) {
            let rule = line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains(" = ");
            assert!(!rule || before.starts_with("/// "), "{line}");
        }
    }
}

/// Deterministic damage: letters taken out, doubled, and strange ones put in.
#[test]
fn damaged_texts_never_panic() {
    let letters: Vec<(usize, char)> = HOW_IT_READS.char_indices().collect();
    let strange =
        ['{', '}', '(', ')', '[', ']', '"', '\\', '#', '.', '-', '=', 'é', '\u{feff}', '0', ' ', '\n', 'X', '_', ','];
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0) % below.max(1)
    };
    for round in 0..300 {
        let Some(&(at, letter)) = letters.get(next(letters.len())) else { continue };
        let (before, after) = HOW_IT_READS.split_at(at);
        let rest = after.get(letter.len_utf8()..).unwrap_or("");
        let sign = strange.get(next(strange.len())).copied().unwrap_or(' ');
        let damaged = match round % 4 {
            0 => format!("{before}{rest}"),
            1 => format!("{before}{sign}{after}"),
            2 => format!("{before}{sign}{rest}"),
            _ => before.to_owned(),
        };
        let (script, findings) = read(&damaged);
        assert!(script.items.len() <= 25);
        for finding in findings {
            assert!(damaged.get(finding.span.start as usize..finding.span.end as usize).is_some(), "{finding:?}");
            assert!(!finding.message.is_empty());
        }
    }
}

#[test]
fn strange_texts_never_panic() {
    for text in [
        "",
        " ",
        "#",
        "\u{feff}",
        "\"",
        "\\",
        "{",
        "}",
        "é",
        "🂡",
        "a",
        "a b",
        "a b {",
        "}{",
        "))((",
        "variant",
        "variant v {",
        "variant v { }",
        "value",
        "replace",
        "0x",
        "..",
        "\0",
    ] {
        read(text);
        read(&format!("phase a {{ {text} }}"));
        read(&format!("creature a {{ {text} }}"));
        read(&format!("variant a {{ {text} }}"));
    }
}

/// The grammar and the list of reserved words agree: each reserved word is refused as a name, and no other is.
#[test]
fn reserved_words_are_never_names() {
    for word in words::RESERVED {
        let (script, findings) = read(&format!("creature {word} {{ cost 1 }}"));
        assert!(script.items.is_empty(), "{word} is read as a name");
        assert!(findings.iter().all(|finding| finding.code == Code::ReservedName), "{word}: {findings:?}");
    }
    let free =
        words::ITEMS.iter().chain(words::SCENARIO_LINES).chain(&["order", "start", "game", "flip", "first", "exactly"]);
    for word in free.filter(|word| !words::is_reserved(word)) {
        let (script, _) = read(&format!("creature {word} {{ cost 1 }}"));
        assert_eq!(script.items.len(), 1, "{word}");
    }
}

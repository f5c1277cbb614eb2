//! The one style: over all scripts of the repository, as they are and with their blanks mangled, formatting changes neither
//! tree nor comments, and formatting twice changes nothing more.

use std::fs;
use std::path::{Path, PathBuf};

use cardwright::diagnostic::Findings;
use cardwright::source::FileId;
use cardwright::syntax::{parse, print};
use cardwright_tests::case::Case;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target" && name != ".git") {
            files(&path, end, found);
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
}

/// Every script there is: files, sections of cases, blocks of pages. Those that cannot be read are left out.
fn scripts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let paths = |end: &str| {
        let mut paths = Vec::new();
        files(&root(), end, &mut paths);
        paths
    };
    for path in paths(".card") {
        found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
    }
    for path in paths(".case") {
        let case = Case::parse("", &fs::read_to_string(&path).unwrap());
        for (name, text) in case.sections.into_iter().filter(|(name, _)| name.ends_with(".card")) {
            found.push((format!("{} {name}", path.display()), text));
        }
    }
    for path in paths(".md") {
        let text = fs::read_to_string(&path).unwrap();
        for (at, block) in text.split("```card\n").enumerate().skip(1) {
            let block = block.split("```").next().unwrap_or("");
            found.push((format!("{} block {at}", path.display()), block.to_owned()));
        }
    }
    found.retain(|(_, text)| tree(text).is_some());
    assert!(found.len() > 400, "only {} scripts", found.len());
    found
}

/// The tree in words, without the places; `None` for what cannot be read.
fn tree(text: &str) -> Option<String> {
    let mut findings = Findings::default();
    let script = parse(FileId(0), text, &mut findings);
    if findings.has_errors() {
        return None;
    }
    let words = format!("{:?} {:?}", script.items, script.comments);
    let mut bare = String::with_capacity(words.len());
    let mut rest = words.as_str();
    while let Some(at) = rest.find("Span {") {
        bare.push_str(&rest[..at]);
        let after = &rest[at + "Span {".len()..];
        let end = after.find("end: ").map_or(0, |end| end + after[end..].find('}').unwrap_or(0));
        rest = &after[end + 1..];
    }
    bare.push_str(rest);
    Some(bare)
}

#[track_caller]
fn formatted(name: &str, text: &str) -> String {
    let mut findings = Findings::default();
    print::format(FileId(0), text, &mut findings).unwrap_or_else(|| panic!("{name} cannot be formatted:\n{text}"))
}

/// What must be true of every text that can be read.
#[track_caller]
fn holds(name: &str, text: &str) -> String {
    let once = formatted(name, text);
    assert_eq!(tree(&once), tree(text), "{name}: another tree\n--- before\n{text}\n--- after\n{once}");
    assert!(print::same_tree(text, &once), "{name}: not the same by words\n{once}");
    let twice = formatted(name, &once);
    assert!(once == twice, "{name}: not at rest\n--- once\n{once}\n--- twice\n{twice}");
    for (at, line) in once.lines().enumerate() {
        assert_eq!(line, line.trim_end(), "{name}: blanks at the end of line {}", at + 1);
    }
    assert!(!once.contains("\n\n\n") && (once.is_empty() || once.ends_with('\n')), "{name}: empty lines\n{once}");
    once
}

#[test]
fn formatting_keeps_the_tree_and_comes_to_rest() {
    for (name, text) in scripts() {
        holds(&name, &text);
    }
}

/// A small generator, so that a failure comes back.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// The text with other blanks, line breaks and comments where some stood already.
fn mangled(text: &str, dice: &mut Dice) -> String {
    let mut out = String::new();
    let (mut in_text, mut escaped, mut in_comment) = (false, false, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let blank = !in_text && !in_comment && c.is_whitespace();
        if !blank {
            out.push(c);
            match c {
                '\n' => in_comment = false,
                '"' if !in_comment && !escaped => in_text = !in_text,
                '#' if !in_text => in_comment = true,
                _ => {}
            }
            escaped = in_text && c == '\\' && !escaped;
            continue;
        }
        while chars.peek().is_some_and(|next| next.is_whitespace()) {
            chars.next();
        }
        out.push_str(match dice.roll(14) {
            0..=5 => " ",
            6 | 7 => "\n  ",
            8 => "\n\n\n ",
            9 => "\t  ",
            10 => "\u{a0}",
            11 => " # behind it\n ",
            12 => "\r\n  # on a line of its own\r\n  ",
            _ => "   ",
        });
    }
    out
}

#[test]
fn so_it_does_however_the_blanks_stand() {
    let mut dice = Dice(20);
    let mut tried = 0;
    // Another third of the scripts would be as good: reading takes its time.
    for (name, text) in scripts().into_iter().step_by(3) {
        let other = mangled(&text, &mut dice);
        // A break may part items that are only told apart by their lines.
        if tree(&other).is_some() {
            holds(&name, &other);
            tried += 1;
        }
    }
    assert!(tried > 150, "only {tried} texts could be read");
}

/// Each: what was written, and what becomes of it.
const PAIRS: &[(&str, &str)] = &[
    // What fits stays on one line, with three blanks between what stands side by side.
    ("phase act {gain 1 points  draw( 2 )}", "phase act { gain 1 points   draw(2) }\n"),
    ("action rest()\n{ }", "action rest() { }\n"),
    // What the author broke stays broken; what stood on one line of it stays together.
    ("phase act {\n gain 1 points draw(2)\n\n\n stop }", "phase act {\n  gain 1 points   draw(2)\n\n  stop\n}\n"),
    (
        "phase act { if me.ready { gain 1 points\n } else { stop } }",
        "phase act {\n  if me.ready {\n    gain 1 points\n  } else {\n    stop\n  }\n}\n",
    ),
    // What is too long gets a line for each statement; attributes share theirs.
    (
        "creature eel { cost 1 family water play { choose rival from opponents where .health > 3 gain 2 points lose 1 health on rival draw(1) } }",
        "creature eel {\n  cost 1   family water\n  play {\n    choose rival from opponents where .health > 3\n    gain 2 points\n    lose 1 health on rival\n    draw(1)\n  }\n}\n",
    ),
    // Signs and brackets.
    (
        "value price(p:player,c:card) is c.cost-p.discount*( 1+-2 ) at least 0",
        "value price(p: player, c: card) is c.cost - p.discount * (1 + -2) at least 0\n",
    ),
    ("rule cheap { modify price by - 1 where p is me }", "rule cheap { modify price by -1 where p is me }\n"),
    ("creature eel { cost -1 }", "creature eel { cost -1 }\n"),
    (
        "phase act { for each n in 1 .. 3 { choose (n) c from me.hand where.cost>n } }",
        "phase act { for each n in 1..3 { choose (n) c from me.hand where .cost > n } }\n",
    ),
    ("scenario \"x\" { variant storm:2 players 2 }", "scenario \"x\" { variant storm:2   players 2 }\n"),
    // Words that do not fit on a line go on deeper.
    (
        "value strength(p: player) is count of (p.hand where .rank is table.rank) * 1000 + sum of .rank over p.hand + 1",
        "value strength(p: player) is count of (p.hand where .rank is table.rank) * 1000\n    + sum of .rank over p.hand + 1\n",
    ),
    // Texts of a `says` stand below each other where they do not fit, or where the author wrote them so.
    (
        "creature eel { play says en \"Gain a point.\"\n fr \"Gagnez un point.\" { gain 1 points } }",
        "creature eel {\n  play says en \"Gain a point.\"\n            fr \"Gagnez un point.\"\n  { gain 1 points }\n}\n",
    ),
    // Small cards below each other are a table.
    (
        "rank_card jack { name \"Jack\" fr \"Valet\" rank 1 }\nrank_card queen { name \"Queen\" fr \"Dame\" rank 12 }",
        "rank_card jack  { name \"Jack\"  fr \"Valet\"   rank 1  }\nrank_card queen { name \"Queen\" fr \"Dame\"    rank 12 }\n",
    ),
    // One that does not fit is no row of it.
    (
        "epoch a { shape circle }\nepoch long { shape square }\nepoch very_very_very_very_very_very_very_very_very_very_very_very_very_long_name { shape circle_and_more }\n",
        "epoch a    { shape circle }\nepoch long { shape square }\nepoch very_very_very_very_very_very_very_very_very_very_very_very_very_long_name {\n  shape circle_and_more\n}\n",
    ),
    // Comments stay where they stand: behind words, between lines, before braces and `else`, at both ends.
    (
        "# top\nphase act { # why\n # first\n gain 1 points # behind\n\n # last\n} # after\n# end\n",
        "# top\nphase act {  # why\n  # first\n  gain 1 points  # behind\n\n  # last\n}  # after\n# end\n",
    ),
    (
        "phase act { if me.ready { stop } # no?\n # really\n else { draw(1) } }",
        "phase act {\n  if me.ready {\n    stop\n  }  # no?\n  # really\n  else {\n    draw(1)\n  }\n}\n",
    ),
    (
        "phase act { move me.hand # all of it\n to discard }",
        "phase act {\n  move me.hand  # all of it\n      to discard\n}\n",
    ),
    ("# only a comment", "# only a comment\n"),
    ("\n\n", ""),
    // Line ends stay those of the file; the mark that some editors put first goes.
    ("phase act {\r\ngain 1 points\r\n}\r\n", "phase act {\r\n  gain 1 points\r\n}\r\n"),
    ("\u{feff}phase act { stop }", "phase act { stop }\n"),
];

#[test]
fn the_style_is_what_the_page_says() {
    for (written, wanted) in PAIRS {
        let got = formatted("a pair", written);
        assert!(got == *wanted, "--- written\n{written}\n--- wanted\n{wanted}\n--- got\n{got}");
        assert_eq!(formatted("a pair", &got), got, "at rest");
        assert_eq!(tree(&got), tree(written), "{written}");
    }
}

#[test]
fn what_cannot_be_read_is_not_formatted() {
    let mut findings = Findings::default();
    assert_eq!(print::format(FileId(0), "phase act { gain 1 points\n", &mut findings), None);
    assert!(findings.has_errors());
}

#[test]
fn another_word_or_comment_is_another_text() {
    assert!(print::same_tree("phase act { stop }", "phase act {\n stop\n}"));
    assert!(!print::same_tree("phase act { stop }", "phase act { }"));
    assert!(!print::same_tree("phase act { stop } # a", "phase act { stop }"));
    assert!(!print::same_tree("creature eel { cost 1 }", "creature eel { cost }"));
}

/// A statement as somebody in a hurry might write it.
fn statement(dice: &mut Dice, depth: u64) -> String {
    let number = dice.roll(1000);
    let condition = condition(dice, 3);
    if depth == 0 || dice.roll(3) == 0 {
        return match dice.roll(8) {
            0 => format!("gain {number} points for each me.hand where {condition}"),
            1 => format!("choose up to {number} picked from me.hand where {condition}"),
            2 => format!("set me.total to -{number} + (count of me.hand - 1) * me.factor"),
            3 => format!("move top {number} of deck to bottom of me.pile up in any order"),
            4 => format!("pay [{number} red, 2 blue] as spent"),
            5 => format!("draw({number}, [a, b], other(me).deck) by first of opponents"),
            6 => "roll 2 combat as r".to_owned(),
            _ => format!("needs {condition}"),
        };
    }
    let mut body = || block(dice, depth - 1);
    match number % 7 {
        0 => format!("if {condition} {}", body()),
        1 => format!("if {condition} {} else if me.ready {} else {}", body(), body(), body()),
        2 => format!("may by opponent {} then {}", body(), body()),
        3 => format!("for each p in players following reverse turn_order {}", body()),
        4 => format!("match me.total {{ 1 {} 2..4 {} 12 or more {} else {} }}", body(), body(), body(), body()),
        5 => format!("offer repeatedly {{ option play(c) for c in me.hand option rest needs {condition} {} }}", body()),
        _ => format!(
            "until end of turn {{ modify price by -1 where p is me after draw by me once per turn {} }}",
            body()
        ),
    }
}

fn condition(dice: &mut Dice, depth: u64) -> String {
    if depth == 0 {
        return format!("me.score > {}", dice.roll(100_000));
    }
    match dice.roll(4) {
        0 => format!("{} and {}", condition(dice, depth - 1), condition(dice, depth - 1)),
        1 => format!("({} or not {})", condition(dice, depth - 1), condition(dice, depth - 1)),
        2 => format!("any l in (lines of 3 in grid) where every c in l has {}", condition(dice, depth - 1)),
        _ => condition(dice, 0),
    }
}

fn block(dice: &mut Dice, depth: u64) -> String {
    let count = dice.roll(4);
    let mut text = "{".to_owned();
    for _ in 0..count {
        text.push_str([" ", "\n", "   ", " # so\n", "\n\n\n# apart\n"][dice.roll(5) as usize]);
        text.push_str(&statement(dice, depth));
    }
    text + [" }", "\n}", " # last\n}"][dice.roll(3) as usize]
}

#[test]
fn so_it_does_for_programs_that_nobody_wrote() {
    let mut dice = Dice(7);
    for number in 0..40 {
        let text = format!(
            "phase act {}\ncreature c{number} {{ name \"é\" fr \"è\" cost -{number} play says en \"one\" fr \"two\" {} }}",
            block(&mut dice, 3),
            block(&mut dice, 2)
        );
        assert!(tree(&text).is_some(), "the test itself: {text}");
        holds(&format!("program {number}"), &text);
    }
}

/// `CARDWRIGHT_UPDATE_DOCS=1` writes the pages anew.
#[test]
fn the_book_shows_the_one_style() {
    let mut pages = vec![root().join("README.md")];
    files(&root().join("docs"), ".md", &mut pages);
    let mut wrong = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let mut better = String::new();
        let mut rest = text.as_str();
        while let Some((before, block, after)) = rest.split_once("\n```card\n").and_then(|(before, rest)| {
            let (block, after) = rest.split_once("\n```\n")?;
            Some((before, format!("{block}\n"), after))
        }) {
            // What shows a mistake may be laid out in any way.
            let written = print::format(FileId(0), &block, &mut Findings::default()).unwrap_or(block);
            better += &format!("{before}\n```card\n{written}```\n");
            rest = after;
        }
        better += rest;
        if better != text {
            wrong.push(page.display().to_string());
            if std::env::var_os("CARDWRIGHT_UPDATE_DOCS").is_some() {
                fs::write(&page, better).unwrap();
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "examples in another style (CARDWRIGHT_UPDATE_DOCS=1 changes them):\n{}",
        wrong.join("\n")
    );
}

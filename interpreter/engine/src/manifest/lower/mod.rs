//! Merged tree → [`Manifest`], section by section. Names of things declared elsewhere are not looked up here.

pub(super) mod actors;
pub(super) mod boards;
pub(super) mod counters;
pub mod fields;
pub(super) mod game;
pub(super) mod kinds;
pub mod names;
pub(super) mod numbers;
mod spaces;
pub(super) mod zones;

use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::model::{Manifest, VariantDecl};
use crate::manifest::node::Table;
use crate::source::Span;
use crate::syntax::ast::Name;
use fields::Reader;

pub(super) use game::{players, spoken};

/// The sections a manifest may have.
pub const SECTIONS: &[&str] = &[
    "game",
    "numbers",
    "enum",
    "counter",
    "flag",
    "state",
    "memory",
    "stuff",
    "kind",
    "attribute",
    "group",
    "zone",
    "board",
    "space",
    "actor",
    "unit",
    "dice",
    "team",
    "flow",
    "phase",
    "variant",
    "bots",
];

/// Changes that scripts make, not manifests.
const SCRIPT_WORDS: &[&str] = &["insert", "replace", "retire", "extend"];

/// The manifest that a tree says; what is wrong is reported and left out.
pub fn lower(root: &Table, variants: Vec<VariantDecl>, span: Span, findings: &mut Findings) -> Manifest {
    for (key, _) in &root.entries {
        check_section(key, "the manifest", SECTIONS, root, findings);
    }
    // Messages about what is missing point at the first line rather than at the whole file.
    let head = Span { end: span.start, ..span };
    let mut reader = Reader::new(findings, game::spoken(root));
    let r = &mut reader;
    let game = game::game(r, root, head);
    let numbers = numbers::numbers(r, root, game.players);
    let enums = numbers::enums(r, root);
    let actors = actors::actors(r, root, head);
    let (boards, spaces) = boards::boards(r, root);
    Manifest {
        counters: counters::counters(r, root),
        flags: counters::flags(r, root),
        states: counters::states(r, root),
        memories: counters::memories(r, root),
        stuff: counters::stuff(r, root),
        kinds: kinds::kinds(r, root),
        attributes: kinds::attribute_words(r, root),
        groups: kinds::groups(r, root),
        zones: zones::zones(r, root),
        units: actors::units(r, root),
        dice: actors::dice(r, root),
        teams: game::teams(r, root),
        flow: game::flow(r, root, head),
        phases: game::phases(r, root),
        bot_pass: game::bot_pass(r, root),
        game,
        numbers,
        enums,
        actors,
        boards,
        spaces,
        variants,
        chosen: Vec::new(),
        pack_order: Vec::new(),
        span,
    }
}

/// Reports a key that is no section, at the top of a file or of a variant.
pub fn check_section(key: &Name, owner: &str, known: &[&str], root: &Table, findings: &mut Findings) {
    let text = key.text.as_str();
    if known.contains(&text) {
        return;
    }
    if SCRIPT_WORDS.contains(&text) {
        let message = format!("`{text}` changes what happens, and stands in a script");
        let example = match text {
            "insert" => "insert step robot after act.close { robot_moves() }",
            "replace" => "replace step act.close { robot_moves() }",
            "retire" => "retire auction",
            _ => "extend robot { cost 3 }",
        };
        let help = format!("write it in the script, for example: variant solo {{ {example} }}");
        findings.push(Diagnostic::new(Code::ScriptPatchInManifest, key.span, message).help(help));
        return;
    }
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span, format!("{owner} knows no `{text}`"));
    let help = if root.table("numbers").is_some_and(|numbers| numbers.get(text).is_some()) {
        format!("it is a number: write numbers.{text} = …")
    } else if let Some(word) = nearest(text, known.iter().copied()) {
        format!("did you mean `{word}`?")
    } else if text == "seat" {
        "what lies at a seat says so itself: [zone] deck = { per = \"seat\" }".to_owned()
    } else if text == "coin" {
        "coins are [stuff] with a `worth`".to_owned()
    } else if matches!(text, "card" | "cards") {
        "a kind of cards is [kind.NAME]; the cards themselves stand in scripts: `KIND NAME { … }`".to_owned()
    } else if matches!(text, "end" | "win" | "victory" | "rules" | "rule" | "action" | "trigger") {
        "what happens stands in scripts: `rule NAME { always when CONDITION { end game } }`".to_owned()
    } else if text == "pack" {
        "[pack] stands in a pack.toml".to_owned()
    } else {
        format!("it may have: {}", known.join(", "))
    };
    findings.push(diagnostic.help(help));
}

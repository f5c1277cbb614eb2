//! `[game]`, `[team]`, `[flow]`, `[phase]`, `[bots]`: who plays, in which order, for what.

use super::fields::{Fields, Keys, Reader};
use super::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::model::{Flow, Game, Name, PhaseDecl, ResultKind};
use crate::manifest::node::{Node, Table, Value};
use crate::source::Span;
use crate::words::Language;

pub(in crate::manifest) const GAME: Keys = &[
    ("id", "id = \"pebbles\""),
    ("version", "version = \"0.1.0\""),
    ("name", "name = \"Pebbles\""),
    ("players", "players = [2, 4]"),
    ("result", "result = \"ranked\""),
    ("ranking", "ranking = [\"points\", \"creatures\"]"),
    ("utility", "utility = \"chips\""),
    ("languages", "languages = [\"en\", \"fr\"]"),
];
pub(in crate::manifest) const FLOW: Keys = &[
    ("setup", "setup = [\"prepare\"]"),
    ("start", "start = [\"draft\"]"),
    ("round", "round = [\"turn\", \"close\"]"),
    ("turn", "turn = [\"act\"]"),
    ("rounds", "rounds = 10"),
];
pub(in crate::manifest) const PHASE: Keys = &[("each", "each = \"turn_order\"")];
pub(in crate::manifest) const TEAM: Keys = &[("sides", "sides = [[\"p1\", \"p4\"], [\"p2\", \"p3\"]]")];
pub(in crate::manifest) const BOTS: Keys = &[("pass", "pass = { stop_playing = 5 }")];

pub(super) fn game(r: &mut Reader<'_>, root: &Table, span: Span) -> Game {
    let empty = Node { value: Value::Table(Table::default()), span };
    let (at, node) = root.entry("game").map_or((span, &empty), |(key, node)| (key.span, node));
    let Some(fields) = r.fields("the game".to_owned(), at, node, GAME) else {
        return Game { players: (1, 1), ..Game::default() };
    };
    if root.entry("game").is_none() {
        let message = "the manifest has no `[game]`: it does not say `id`, `name` and `players`";
        let help = "begin it with: [game] and below it id = \"pebbles\", name = \"Pebbles\", players = [2, 4]";
        r.findings.push(Diagnostic::new(Code::MissingKey, span, message).help(help));
        return Game { players: (1, 1), ..Game::default() };
    }
    for key in ["id", "name", "players"] {
        if fields.get(key).is_none() && !(key == "name" && fields.get("en").is_some()) {
            r.missing(&fields, key);
        }
    }
    let mut labels = r.labels(&fields);
    if let Some(name) = r.text(&fields, "name") {
        if labels.en.is_some() {
            r.bad(
                name.span,
                "the game says both `name` and `en`".to_owned(),
                "`name` is the English name; keep one of them",
            );
        }
        labels.en = Some(name.text);
    }
    Game {
        id: identifier(r, &fields),
        version: version(r, &fields),
        labels,
        players: fields.get("players").and_then(|node| players(r, &fields.owner, node)).unwrap_or((1, 1)),
        result: r
            .word(
                &fields,
                "result",
                &[
                    ("ranked", ResultKind::Ranked),
                    ("teams", ResultKind::Teams),
                    ("together", ResultKind::Together),
                    ("zero_sum", ResultKind::ZeroSum),
                ],
            )
            .unwrap_or_default(),
        ranking: r.names(&fields, "ranking", false),
        utility: r.name(&fields, "utility"),
        languages: languages(r, &fields),
    }
}

fn identifier(r: &mut Reader<'_>, fields: &Fields<'_>) -> String {
    let Some(id) = r.text(fields, "id") else { return String::new() };
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if !id.text.starts_with(|c: char| c.is_ascii_lowercase()) || !id.text.chars().all(allowed) {
        let message = format!("`id` of {} cannot be \"{}\"", fields.owner, id.text);
        r.bad(id.span, message, "it is used in file names: small letters, digits, `-` and `_`");
    }
    id.text
}

fn version(r: &mut Reader<'_>, fields: &Fields<'_>) -> String {
    let Some(version) = r.text(fields, "version") else { return "0.1.0".to_owned() };
    if semver::Version::parse(&version.text).is_err() {
        let message = format!("`version` of {} cannot be \"{}\"", fields.owner, version.text);
        r.bad(version.span, message, "a version has three numbers: \"1.0.0\"");
    }
    version.text
}

/// The languages that words may be in: English and French, which come with the program, and those that the game names.
pub(in crate::manifest) fn spoken(root: &Table) -> Vec<Language> {
    let named = root.table("game").and_then(|game| game.get("languages"));
    let named = named
        .into_iter()
        .flat_map(|node| node.as_array().unwrap_or_default())
        .filter_map(|node| Language::of(node.as_text()?));
    let mut all = Language::OWN.to_vec();
    for language in named {
        if !all.contains(&language) {
            all.push(language);
        }
    }
    all
}

fn languages(r: &mut Reader<'_>, fields: &Fields<'_>) -> Vec<(Language, Span)> {
    let Some(node) = fields.get("languages") else { return vec![(Language::English, fields.at)] };
    let Some(items) = node.as_array() else {
        r.wrong(fields, "languages", node, "a list of names in quotes");
        return vec![(Language::English, fields.at)];
    };
    let mut languages: Vec<(Language, Span)> = Vec::new();
    for item in items {
        let Some(text) = item.as_text() else {
            r.wrong(fields, "languages", item, "a list of names in quotes");
            continue;
        };
        let given = Name { text: text.to_owned(), span: item.span };
        match Language::of(&given.text) {
            None => {
                let message = format!("\"{}\" is not how a language is written", given.text);
                let help =
                    "a language has two or three letters, and what stands behind them follows a `-`: \"de\", \"pt-BR\"";
                r.bad(given.span, message, help);
            }
            Some(language) if languages.iter().any(|(known, _)| *known == language) => {
                r.bad(given.span, format!("the language \"{}\" is named twice", given.text), "leave one of them out");
            }
            Some(language) if means_more(&language.in_scripts()) => {
                let code = language.code();
                let message = format!("`{code}` means something else in manifests or scripts");
                let example = format!("{code}-{}", code.to_uppercase());
                let region = Language::of(&example).map_or(example.clone(), |longer| longer.code().to_owned());
                r.bad(given.span, message, format!("write the language with its country: \"{region}\""));
            }
            Some(language) => languages.push((language, given.span)),
        }
    }
    languages
}

/// Whether a word is an entry of some section, or a word of scripts: beside those no words in that language could stand.
fn means_more(word: &str) -> bool {
    let entry = |keys: &Keys| keys.iter().any(|(key, _)| *key == word);
    let sections = crate::manifest::keys::SECTIONS.iter();
    let inner = sections.clone().flat_map(|section| section.inner).any(|(_, keys)| entry(keys));
    inner || sections.clone().any(|section| entry(&section.keys)) || names::is_taken(word)
}

/// `4` or `[2, 4]`.
pub(in crate::manifest) fn players(r: &mut Reader<'_>, owner: &str, node: &Node) -> Option<(u8, u8)> {
    let range = match &node.value {
        Value::Integer(number) => Some((*number, *number)),
        Value::Array(items) => match items.as_slice() {
            [Node { value: Value::Integer(least), .. }, Node { value: Value::Integer(most), .. }] => {
                Some((*least, *most))
            }
            _ => None,
        },
        _ => None,
    };
    let Some((least, most)) = range else {
        r.findings.push(
            Diagnostic::new(
                Code::WrongType,
                node.span,
                format!("`players` of {owner} must be a number, or the least and the most"),
            )
            .help("for example: players = 2, or players = [2, 4]"),
        );
        return None;
    };
    match (u8::try_from(least), u8::try_from(most)) {
        (Ok(low), Ok(high)) if 1 <= low && low <= high && high <= 32 => Some((low, high)),
        _ => {
            let message = format!("`players` of {owner} cannot be {least} to {most}");
            let help = match (1..=32).contains(&most) && (most..=32).contains(&least) {
                true => format!("write the least number first: players = [{most}, {least}]"),
                false => {
                    "write the least number first, 1 or more, then the most, up to 32: players = [2, 4]".to_owned()
                }
            };
            r.bad(node.span, message, help);
            // What follows is checked with the numbers that were meant.
            let meant = (u8::try_from(most).ok()?, u8::try_from(least).ok()?);
            Some(meant).filter(|(low, high)| 1 <= *low && low <= high && *high <= 32)
        }
    }
}

/// The section as a table with these keys, if it is there.
fn lone<'n>(r: &mut Reader<'_>, root: &'n Table, key: &str, keys: Keys) -> Option<Fields<'n>> {
    let (name, node) = root.entry(key)?;
    r.bare(format!("[{key}]"), name.span, node, keys)
}

pub(super) fn flow(r: &mut Reader<'_>, root: &Table, span: Span) -> Flow {
    let Some(fields) = lone(r, root, "flow", FLOW) else {
        if root.get("flow").is_none() {
            r.findings.push(
                Diagnostic::new(
                    Code::MissingKey,
                    span,
                    "the manifest has no `[flow]`: it does not say how a game runs",
                )
                .help("add for example: [flow] and below it turn = [\"act\"]"),
            );
        }
        return Flow::default();
    };
    let mut flow = Flow {
        setup: phase_names(r, &fields, "setup"),
        start: phase_names(r, &fields, "start"),
        round: phase_names(r, &fields, "round"),
        turn: phase_names(r, &fields, "turn"),
        rounds: r.number_from(&fields, "rounds", 1),
    };
    let turn_in_round = flow.round.iter().find(|phase| phase.text == "turn").cloned();
    match (turn_in_round, fields.table.entry("turn")) {
        (Some(word), None) => r.findings.push(
            Diagnostic::new(Code::MissingKey, word.span, "`round` has turns, but [flow] does not say `turn`")
                .help("add for example: turn = [\"act\"]"),
        ),
        (None, Some((key, _))) if fields.get("round").is_none() => {
            flow.round.push(Name { text: "turn".to_owned(), span: key.span });
        }
        (None, Some((key, _))) if !flow.round.is_empty() => r.findings.push(
            Diagnostic::new(Code::TurnNeverPlayed, key.span, "the phases of `turn` are never played")
                .help("name \"turn\" among the phases of `round`"),
        ),
        (None, None) if flow.round.is_empty() && fields.get("start").is_none() => r.missing(&fields, "turn"),
        _ => {}
    }
    flow
}

fn phase_names(r: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Vec<Name> {
    let phases = r.names(fields, key, false);
    for phase in phases.iter().filter(|phase| key != "round" || phase.text != "turn") {
        // What cannot be a name at all has been reported with the list.
        if names::is_snake_case(&phase.text) {
            names::check(r.findings, phase, "a phase");
        }
    }
    phases
}

pub(super) fn phases(r: &mut Reader<'_>, root: &Table) -> Vec<PhaseDecl> {
    let Some(node) = root.get("phase") else { return Vec::new() };
    let Some(table) = node.as_table() else {
        r.findings.push(
            Diagnostic::new(Code::WrongType, node.span, "`phase` must be a table of named things")
                .label(format!("this is {}", node.describe()))
                .help("for example: [phase.act] and below it each = \"turn_order\""),
        );
        return Vec::new();
    };
    let mut phases = Vec::new();
    for (name, node) in &table.entries {
        names::check(r.findings, name, "a phase");
        let Some(fields) = r.fields(format!("phase `{}`", name.text), name.span, node, PHASE) else { continue };
        phases.push(PhaseDecl { name: name.clone(), each: r.name(&fields, "each"), labels: r.labels(&fields) });
    }
    phases
}

pub(super) fn teams(r: &mut Reader<'_>, root: &Table) -> Vec<Vec<Name>> {
    let Some(fields) = lone(r, root, "team", TEAM) else { return Vec::new() };
    let Some(node) = fields.get("sides") else {
        r.missing(&fields, "sides");
        return Vec::new();
    };
    let Some(sides) = node.as_array() else {
        r.wrong(&fields, "sides", node, "a list of sides, each a list of seats");
        return Vec::new();
    };
    let mut teams: Vec<Vec<Name>> = Vec::new();
    for side in sides {
        let Some(seats) = side.as_array() else {
            r.wrong(&fields, "sides", side, "a list of sides, each a list of seats");
            continue;
        };
        let mut team = Vec::new();
        for seat in seats {
            let Some(name) = r.name_in(&fields, "sides", seat, "a list of sides, each a list of seats") else {
                continue;
            };
            if !is_seat(&name.text) {
                r.bad(name.span, format!("`{}` is no seat", name.text), "seats are called p1, p2, p3 …");
            }
            if let Some(first) = teams.iter().flatten().chain(&team).find(|other| other.text == name.text) {
                let message = format!("`{}` sits on two sides", name.text);
                r.findings.push(
                    Diagnostic::new(Code::BadValue, name.span, message)
                        .other(first.span, "here first")
                        .help("each seat belongs to one side"),
                );
            }
            team.push(name);
        }
        teams.push(team);
    }
    teams
}

/// `p1`, `p2`, …
pub(super) fn is_seat(text: &str) -> bool {
    text.strip_prefix('p')
        .is_some_and(|digits| !digits.starts_with('0') && !digits.starts_with('+') && digits.parse::<u8>().is_ok())
}

pub(super) fn bot_pass(r: &mut Reader<'_>, root: &Table) -> Vec<(Name, i64)> {
    let Some(fields) = lone(r, root, "bots", BOTS) else { return Vec::new() };
    let Some(node) = fields.get("pass") else { return Vec::new() };
    let Some(table) = node.as_table() else {
        r.wrong(&fields, "pass", node, "a table of options with percents");
        return Vec::new();
    };
    let mut pass = Vec::new();
    for (option, node) in &table.entries {
        match node.value {
            Value::Integer(percent) if (0..=100).contains(&percent) => pass.push((option.clone(), percent)),
            Value::Integer(percent) => {
                let message = format!("`{}` cannot be {percent} percent", option.text);
                r.bad(node.span, message, "write a number from 0 to 100");
            }
            _ => r.wrong(&fields, "pass", node, "a table of options with percents"),
        }
    }
    pass
}

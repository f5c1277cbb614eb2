//! Case files of `suite/check/` as sources: see `case` for their form.
//!
//! `game.toml` may be left out: then the toy game of `suite/check_toy/` is meant. If it begins with `# +base`, what follows
//! is added to the toy's manifest. Scripts are `*.card`; `toy.card` of the toy is added unless `game.toml` is written
//! in full. Files in folders (`relics/pack.toml`) belong to packs, numbered as they come. Files in
//! `scenarios/` hold scenarios, which are run. `request` holds what the
//! command line would say: `players 3`, `variant storm:2`, `set hand=4`.

use std::fmt::Write;

use cardwright::load::Request;
use cardwright::source::{FileKind, SourceFile, Sources};

/// The toy game that cases build upon.
pub const TOY_MANIFEST: &str = include_str!("../suite/check_toy/game.toml");
/// Its script.
pub const TOY_SCRIPT: &str = include_str!("../suite/check_toy/toy.card");

/// The mark of a manifest that is added to the toy's.
const BASE: &str = "# +base\n";

/// What a case file says.
#[derive(Debug, Default)]
pub struct Case {
    pub sources: Sources,
    pub request: Request,
    /// The names of its packs.
    pub packs: Vec<String>,
    /// The sections as written, for snapshots.
    pub shown: String,
}

/// Reads a case file.
///
/// # Panics
/// Where the case itself is not well formed: that is a mistake of the test.
pub fn read(text: &str) -> Case {
    let sections = super::case::Case::parse("", text).sections;
    let mut case = Case::default();
    let manifest = sections.iter().find(|(name, _)| name == "game.toml").map(|(_, text)| text.as_str());
    let (manifest, toy) = match manifest {
        None => (Some(TOY_MANIFEST.to_owned()), true),
        Some("") => (None, false),
        Some(text) => match text.strip_prefix(BASE) {
            Some(more) => (Some(merged(more)), true),
            None => (Some(text.to_owned()), false),
        },
    };
    if let Some(manifest) = manifest {
        case.sources.add(SourceFile::new("game.toml", manifest, FileKind::Manifest, None));
    }
    if toy {
        case.sources.add(SourceFile::new("toy.card", TOY_SCRIPT, FileKind::Script, None));
    }
    let mut packs: Vec<String> = Vec::new();
    for (name, text) in &sections {
        let _ = write!(case.shown, "--- {name}\n{text}");
        match name.as_str() {
            "game.toml" => continue,
            "request" => {
                text.lines().for_each(|line| request(&mut case.request, line));
                continue;
            }
            _ => {}
        }
        let of_pack = name.split_once('/').filter(|(folder, _)| *folder != "scenarios");
        let pack = of_pack.map(|(folder, _)| {
            let known = packs.iter().position(|pack| pack == folder);
            let at = known.unwrap_or_else(|| {
                packs.push(folder.to_owned());
                packs.len() - 1
            });
            u16::try_from(at).expect("few packs")
        });
        let kind = match name.rsplit('.').next() {
            Some("toml") => FileKind::Pack,
            Some("csv") => FileKind::Table,
            _ if name.contains("scenarios/") => FileKind::Scenarios,
            _ => FileKind::Script,
        };
        case.sources.add(SourceFile::new(name, text, kind, pack));
    }
    case.request.packs = packs.len();
    case.packs = packs;
    case
}

/// The toy's manifest with more lines: those under a heading that the toy has go there, others to the end.
fn merged(more: &str) -> String {
    let mut text = TOY_MANIFEST.to_owned();
    let mut heading = String::new();
    for line in more.lines() {
        if line.starts_with('[') {
            heading = line.to_owned();
            if !text.lines().any(|known| known == line) {
                let _ = writeln!(text, "{line}");
            }
            continue;
        }
        let start = text.find(&format!("{heading}\n")).map_or(text.len(), |at| at + heading.len() + 1);
        // A key that the toy has already is written anew.
        let key = line.split(" =").next().unwrap_or(line);
        let end = text[start..].find("\n[").map_or(text.len(), |at| start + at + 1);
        let known = text[start..end].lines().find(|known| known.split(" =").next() == Some(key)).map(str::to_owned);
        match known {
            Some(known) => {
                let at = start + text[start..].find(&known).expect("the line was just found");
                text.replace_range(at..at + known.len(), line);
            }
            None => text.insert_str(end, &format!("{line}\n")),
        }
    }
    text
}

fn request(request: &mut Request, line: &str) {
    let (what, rest) = line.split_once(' ').expect("`players 3`, `variant storm:2` or `set hand=4`");
    match what {
        "players" => request.players = rest.parse().ok(),
        "variant" => {
            let (name, level) = rest.split_once(':').map_or((rest, None), |(name, level)| (name, level.parse().ok()));
            request.variants.push((name.to_owned(), level));
        }
        "set" => {
            let (name, value) = rest.split_once('=').expect("`set NAME=NUMBER`");
            request.numbers.push((name.to_owned(), value.parse().expect("a number")));
        }
        other => panic!("a request has no `{other}`"),
    }
}

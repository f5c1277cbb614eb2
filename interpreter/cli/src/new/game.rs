//! `new game`: the templates of this folder under a new name, with the snapshots of their scenarios.

use std::path::Path;

use cardwright::source::{FileKind, SourceFile, Sources};

use super::{Files, dir_words, draft, names, tell, write_all};
use crate::failure::{Failure, Verdict};
use crate::roots::{Roots, same_name};

const MANIFEST: &str = include_str!("game/game.toml");
const SCRIPTS: [(&str, &str); 2] =
    [("rules.card", include_str!("game/rules.card")), ("cards.card", include_str!("game/cards.card"))];
const SCENARIOS: &str = include_str!("game/scenarios.card");

/// Writes a game into a root.
pub fn run(name: &str, root: &Path, dir: Option<&Path>) -> Result<Verdict, Failure> {
    names::check("game", name)?;
    let known = Roots { root: Some(root.to_path_buf()) }.games();
    if let Some(place) = known.iter().find(|place| same_name(&place.name, name)) {
        return Err(Failure::Usage(format!(
            "there is already a game `{}` [{}]: choose another name",
            place.name,
            place.tree.shown(&place.manifest)
        )));
    }
    let files = files(name);
    write_all(root, &files)?;
    let dir = dir_words(dir);
    let next = ["check", "play", "test"].map(|command| format!("cardwright {command} {name}{dir}"));
    tell(&format!("the game `{name}`"), root, &files, &next);
    Ok(Verdict::Fine)
}

fn files(name: &str) -> Files {
    let filled = |text: &str| text.replace("@NAME@", name).replace("@TITLE@", &names::title(name));
    let mut sources = Sources::default();
    let manifest = filled(MANIFEST);
    sources.add(SourceFile::new("game.toml", manifest.clone(), FileKind::Manifest, None));
    let mut files = vec![(format!("games/{name}/game.toml"), manifest)];
    for (file, text) in SCRIPTS {
        sources.add(SourceFile::new(file, filled(text), FileKind::Script, None));
        files.push((format!("cards/{name}/{file}"), filled(text)));
    }
    let scenarios = filled(SCENARIOS);
    let file = format!("tests/scenarios/{name}/cards.card");
    let tried = draft::tried(&sources, None, &scenarios, |_| false);
    files.push((file.clone(), scenarios));
    let told = tried.iter().filter_map(|tried| Some((&tried.title, tried.told.as_ref()?)));
    files.extend(told.map(|(title, told)| draft::accepted(&file, title, told)));
    files
}

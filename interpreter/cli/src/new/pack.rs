//! `new pack`: a first card, and a scenario that shows what it does.
//!
//! What suits a game is found by trying: of several drafts the first is taken with which `check` finds nothing new, and whose card
//! can be seen to do something.

use std::path::{Path, PathBuf};

use cardwright::diagnostic::{Code, Diagnostic, Severity};
use cardwright::source::{FileKind, SourceFile, Sources};

use super::model::{Draft, Game};
use super::{Files, dir_words, draft, names, pinned, tell, write_all};
use crate::failure::{Failure, Verdict};
use crate::files::{collect, packs};
use crate::roots::{Place, Roots, same_name};
use crate::tree::{Tree, join, shown};

/// Writes a pack for a game.
pub fn run(name: &str, game: &str, roots: &Roots, dir: Option<&Path>) -> Result<Verdict, Failure> {
    names::check("pack", name)?;
    let place = roots.game(game)?;
    if let Some(pack) = packs(&place).iter().find(|pack| same_name(&pack.name, name)) {
        return Err(Failure::Usage(format!(
            "`{}` has already a pack `{}`: choose another name",
            place.name, pack.name
        )));
    }
    let wrong = || Failure::Files(format!("`{}` has errors: see `cardwright check {}`", place.name, place.name));
    let sources = collect(&place, &[]).map_err(|_| wrong())?;
    let before = draft::findings(&sources, 0);
    if before.iter().any(|found| found.severity == Severity::Error) {
        return Err(wrong());
    }
    let game = Game::read(&sources);
    let fits = |draft: &Draft| draft.fits(name, &sources, &before);
    let found = pinned::first_seen(&game, name, &sources, fits);
    let Some((draft, scenario)) = found else {
        return Err(Failure::Files(format!("nothing that could be added to `{}` was found", place.name)));
    };
    let (folder, inside) = folder(&place, name, roots);
    let files = files(&draft, &scenario, &inside);
    let target = folder.join(&inside);
    if target.exists() {
        return Err(Failure::Usage(format!("nothing was written: `{}` is there already", shown(&target))));
    }
    write_all(&folder, &files)?;
    let by_name = !inside.is_empty();
    let word = if by_name { name.to_owned() } else { shown(&target) };
    let (of, dir) = (&place.name, dir_words(dir));
    let next = [
        format!("cardwright check {of} --pack {word}{dir}"),
        format!("cardwright play {of} --pack {word}{dir}"),
        format!("cardwright test {}{dir}", if by_name { of } else { &word }),
    ];
    tell(&format!("the pack `{name}` for `{of}`"), &folder, &files, &next);
    Ok(Verdict::Fine)
}

/// Where the pack goes: a folder, and its place below. Beside the scripts of the game where these lie on the disk, or where a root of
/// the user's own is around us; else here.
fn folder(place: &Place, name: &str, roots: &Roots) -> (PathBuf, String) {
    match (&place.tree, &roots.root) {
        (Tree::Disk(base), _) => (base.clone(), join(&place.scripts, name)),
        (Tree::Shipped, Some(root)) => (root.clone(), format!("cards/{}/{name}", place.name)),
        (Tree::Shipped, None) => (PathBuf::from(name), String::new()),
    }
}

fn files(draft: &Draft, scenario: &pinned::Scenario, inside: &str) -> Files {
    let file = join(inside, "scenarios/cards.card");
    vec![
        (join(inside, "pack.toml"), draft.manifest.clone()),
        (join(inside, "cards.card"), draft.script.clone()),
        (file.clone(), scenario.text.clone()),
        draft::accepted(&file, &scenario.title, &scenario.told),
    ]
}

impl Draft {
    /// The game with this pack.
    pub fn added(&self, name: &str, sources: &Sources) -> Sources {
        let mut all = sources.clone();
        all.add(SourceFile::new(format!("{name}/pack.toml"), self.manifest.as_str(), FileKind::Pack, Some(0)));
        all.add(SourceFile::new(format!("{name}/cards.card"), self.script.as_str(), FileKind::Script, Some(0)));
        all
    }

    /// Whether nothing is wrong with it that was not wrong before.
    fn fits(&self, name: &str, sources: &Sources, before: &[Diagnostic]) -> bool {
        let known = |found: &Diagnostic| {
            // Into which languages a first card is put is for its author to say.
            found.code == Code::Untranslated
                || before.iter().any(|other| (other.code, &other.message) == (found.code, &found.message))
        };
        draft::findings(&self.added(name, sources), 1).iter().all(known)
    }
}

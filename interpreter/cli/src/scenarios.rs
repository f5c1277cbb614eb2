//! The scenarios of a game, loaded: those that need the same packs together.

use std::collections::BTreeSet;

use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::load::{ScenarioHead, Suite, load_scenarios, scenario_heads};
use cardwright::source::{FileId, Sources};

use crate::check::{Key, key};
use crate::files::{FileProblem, Pack, ScenarioFile, collect_with_scenarios, pack_with_card, packs};
use crate::roots::{Place, same_name};

/// Scenarios that are played with the same packs.
#[derive(Debug)]
pub struct Group {
    pub sources: Sources,
    /// Where each file lies.
    pub files: Vec<(FileId, ScenarioFile)>,
    pub suite: Suite,
}

impl Group {
    /// Where the file of a scenario lies.
    pub fn file(&self, head: &ScenarioHead) -> Option<&ScenarioFile> {
        self.files.iter().find(|(id, _)| *id == head.span.file).map(|(_, file)| file)
    }
}

/// Loads the scenarios that `wanted` takes, by the file they stand in and their head.
pub fn groups(place: &Place, wanted: &dyn Fn(&str, &ScenarioHead) -> bool) -> Result<Vec<Group>, Vec<FileProblem>> {
    let known = packs(place);
    let names: Vec<String> = known.iter().map(|pack| pack.name.clone()).collect();
    let (all, _) = collect_with_scenarios(place, &known)?;
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for head in scenario_heads(&all) {
        let needs = needed(&known, head.of_pack.map(usize::from), &head);
        if !sets.contains(&needs) {
            sets.push(needs);
        }
    }
    let mut groups = Vec::new();
    // A file is read with every set of packs; what is wrong with it is told once.
    let mut told: BTreeSet<Key> = BTreeSet::new();
    for set in sets {
        let own: Vec<Pack> = set.iter().filter_map(|index| known.get(*index)).cloned().collect();
        let (sources, files) = collect_with_scenarios(place, &own)?;
        let own_names: Vec<String> = own.iter().map(|pack| pack.name.clone()).collect();
        let mut suite = load_scenarios(&sources, &own_names, &names, |head| {
            let of_pack = head.of_pack.and_then(|index| set.get(usize::from(index))).copied();
            let file = sources.get(head.span.file).map_or("", |file| file.name.as_str());
            needed(&known, of_pack, head) == set && wanted(file, head)
        });
        for wrong in suite.scenarios.iter_mut().filter_map(|ready| ready.program.as_mut().err()).flatten() {
            name_pack(wrong, &sources, place, &own);
        }
        suite.findings.retain(|finding| told.insert(key(&sources, finding)));
        groups.push(Group { sources, files, suite });
    }
    Ok(groups)
}

/// A word that nobody knows may be a card of a pack that the scenario does not play with.
fn name_pack(found: &mut Diagnostic, sources: &Sources, place: &Place, played: &[Pack]) {
    if found.code != Code::UnknownWord {
        return;
    }
    let word = sources.slice(found.span);
    if let Some(pack) = pack_with_card(place, played, word) {
        let name = pack.name.replace('-', "_");
        found.help =
            Some(format!("`{word}` is a card of the pack `{}`: write `pack {name}` into the scenario", pack.name));
    }
}

/// The packs of a scenario: the one it belongs to, those that it names, and those that they need.
fn needed(known: &[Pack], of_pack: Option<usize>, head: &ScenarioHead) -> Vec<usize> {
    let named = head.packs.iter().filter_map(|name| known.iter().position(|pack| same_name(&pack.name, name)));
    let mut needs: Vec<usize> = of_pack.into_iter().chain(named).collect();
    let mut next = 0;
    while let Some(pack) = needs.get(next).and_then(|index| known.get(*index)) {
        next += 1;
        for (id, _) in pack.card().map(|card| card.needs).unwrap_or_default() {
            let found = known.iter().position(|pack| pack.is_called(&id));
            needs.extend(found.filter(|found| !needs.contains(found)));
        }
    }
    needs.sort_unstable();
    needs.dedup();
    needs
}

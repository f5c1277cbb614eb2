//! What scenarios can cover: the game in all its variants and with all its packs, and programs that record what runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright::load::{self, Request, Suite};
use cardwright::program::Program;

use crate::coverage::{Coverage, recording};
use crate::files::{Pack, collect, packs};
use crate::roots::Place;

/// Everything that the game can run: alone, in each variant, and with each of its packs.
pub(super) fn of_game(place: &Place) -> Coverage {
    let mut coverage = Coverage::new(&place.name);
    add(&mut coverage, place, &[]);
    for pack in packs(place) {
        add(&mut coverage, place, &[pack]);
    }
    coverage
}

fn add(coverage: &mut Coverage, place: &Place, packs: &[Pack]) {
    let Ok(sources) = collect(place, packs) else { return };
    let request = Request { packs: packs.len(), ..Request::default() };
    coverage.add_findings(&sources, &load::check(&sources, &request));
    let Ok(card) = load::game_card(&sources) else { return };
    let mut choices = vec![Request { players: Some(card.players.1), ..request.clone() }, request.clone()];
    for variant in &card.variants {
        for level in 1..=variant.levels.max(1) {
            choices.push(Request { variants: vec![(variant.name.clone(), Some(level))], ..request.clone() });
        }
    }
    for choice in choices {
        if let Ok(loaded) = load::load(&sources, &choice) {
            coverage.add_program(&loaded.program);
        }
    }
}

/// Makes all programs of a suite record what runs; scenarios that share one go on sharing it.
pub(super) fn record(suite: &mut Suite) {
    let mut known: BTreeMap<usize, Arc<Program>> = BTreeMap::new();
    for ready in &mut suite.scenarios {
        if let Ok((program, _)) = &mut ready.program {
            let key = Arc::as_ptr(program) as usize;
            *program = known.entry(key).or_insert_with(|| recording(program)).clone();
        }
    }
}

//! Every invariant can fail: a state that is damaged by hand is found out.

use std::sync::Arc;

use super::{Broken, check_invariants, same_to, shuffle_unknown};
use crate::ids::{ComponentId, DesignId};
use crate::load::{Request, load};
use crate::play::{Match, Status};
use crate::program::Program;
use crate::source::{FileKind, SourceFile, Sources};

const MANIFEST: &str = r#"
[game]
id = "damage"
name = "Damage"
players = 2
[counter]
points = { on = "player", min = 0, max = 9 }
[flag]
ready = { on = "player" }
[state]
rival = { on = "player", of = "player" }
[memory]
seen = { on = "player", of = "card", max = 3 }
[stuff]
stone = { supply = 10, on = ["player"] }
[kind.card]
starts_in = "deck"
[zone]
deck = { order = "pile", faces = "down" }
hand = { per = "player", faces = "owner", max = 4 }
table = {}
[flow]
setup = ["deal"]
turn = ["act"]
"#;

const SCRIPT: &str = r#"
card ant { copies 4 }
card bee { copies 4 }
phase deal { shuffle deck  for each p in players { move top 2 of deck to p.hand  gain 2 stone by p } }
phase act {
  choose c from me.hand
  remember c in me.seen
  move c to table
  set me.ready
  set me.rival to other(me)
  gain 1 points
  if me.hand is empty { end game }
}
"#;

fn program() -> Arc<Program> {
    let mut sources = Sources::default();
    sources.add(SourceFile::new("game.toml", MANIFEST, FileKind::Manifest, None));
    sources.add(SourceFile::new("rules.card", SCRIPT, FileKind::Script, None));
    load(&sources, &Request::default()).unwrap_or_else(|findings| panic!("{findings:#?}")).program
}

/// A match two answers on.
fn game() -> Match {
    let mut game = Match::new(program(), 3);
    for _ in 0..2 {
        assert_eq!(check_invariants(&game), Ok(()));
        game.answer(0).expect("an option is there");
    }
    game
}

#[track_caller]
fn broken(damage: impl FnOnce(&mut Match)) -> Broken {
    let mut game = game();
    assert_eq!(check_invariants(&game), Ok(()));
    damage(&mut game);
    check_invariants(&game).expect_err("the damage is found")
}

/// The first slot of a state and how many there are.
fn slot(game: &Match, name: &str) -> u32 {
    let def = game.program.nouns.states.iter().find(|s| s.name == name);
    def.expect("the state exists").first_slot
}

#[test]
fn an_undamaged_game_holds_to_its_end() {
    let mut game = game();
    while matches!(game.status(), Status::Deciding) {
        game.answer(0).expect("an option is there");
        assert_eq!(check_invariants(&game), Ok(()));
    }
    assert!(matches!(game.status(), Status::Ended));
}

#[test]
fn a_card_too_few() {
    let found = broken(|game| {
        game.state.cards.pop();
    });
    assert_eq!(found, Broken::CardCount { found: 7, wanted: 8 });
}

#[test]
fn a_design_too_many() {
    let found = broken(|game| {
        for card in &mut game.state.cards {
            card.design = DesignId::from_index(0);
        }
    });
    assert_eq!(found, Broken::Designs { design: "ant".into(), found: 8, wanted: 4 });
}

#[test]
fn stuff_from_nowhere() {
    let found = broken(|game| {
        let slot = slot(game, "stone");
        let held = game.state.read(slot);
        game.state.write(slot, held + 1);
    });
    assert_eq!(found, Broken::Stuff { stuff: "stone".into(), found: 11, wanted: 10 });
}

#[test]
fn a_card_that_lies_nowhere() {
    let found = broken(|game| game.state.lift(ComponentId::from_index(0)));
    assert_eq!(found, Broken::LiesNowhere(0));
}

#[test]
fn a_torn_pile() {
    let found = broken(|game| {
        let top = game.state.piles.iter().map(|pile| pile.top).find(|top| (*top as usize) < 8).expect("a card");
        if let Some(card) = game.state.cards.get_mut(top as usize) {
            card.above = 5;
        }
    });
    assert!(matches!(found, Broken::Torn { .. }), "{found}");
}

#[test]
fn a_pile_that_miscounts() {
    let found = broken(|game| {
        if let Some(pile) = game.state.piles.iter_mut().find(|pile| pile.len > 1) {
            pile.len -= 1;
        }
    });
    assert!(matches!(found, Broken::Miscounted { .. }), "{found}");
}

#[test]
fn a_bag_that_misses_a_card() {
    let found = broken(|game| {
        if let Some(card) = game.state.cards.first_mut() {
            card.group = 9;
        }
    });
    assert_eq!(found, Broken::Bags);
}

#[test]
fn a_zone_beyond_its_limit() {
    let found = broken(|game| {
        let hand = game.program.nouns.zones.iter().find(|z| z.name == "hand").expect("a hand").first_place;
        for card in (0..8).map(ComponentId::from_index) {
            game.state.lift(card);
            game.state.lay(card, hand, false);
        }
    });
    assert!(matches!(found, Broken::TooFull { found: 8, max: 4, .. }), "{found}");
}

#[test]
fn a_counter_out_of_its_bounds() {
    let found = broken(|game| game.state.write(slot(game, "points"), -1));
    assert_eq!(found, Broken::OutOfBounds { name: "points".into(), value: -1, min: 0, max: 9 });
}

#[test]
fn a_flag_that_is_neither_yes_nor_no() {
    let found = broken(|game| game.state.write(slot(game, "ready"), 2));
    assert_eq!(found, Broken::OutOfBounds { name: "ready".into(), value: 2, min: 0, max: 1 });
}

#[test]
fn a_reference_to_nobody() {
    let found = broken(|game| game.state.write(slot(game, "rival"), 7));
    assert_eq!(found, Broken::Meaningless { name: "rival".into(), value: 7 });
}

#[test]
fn a_memory_beyond_its_limit() {
    let found = broken(|game| {
        if let Some(len) = game.state.memory.first_mut() {
            *len = 4;
        }
    });
    assert_eq!(found, Broken::Memory { name: "seen".into(), found: 4, max: 3 });
}

#[test]
fn a_question_without_options() {
    let found = broken(|game| game.state.stack.pending.options.clear());
    assert_eq!(found, Broken::NoOptions);
}

#[test]
fn a_save_that_leads_elsewhere() {
    let found = broken(|game| {
        game.answers.pop();
    });
    assert_eq!(found, Broken::Again);
}

#[test]
fn a_view_that_tells_more_than_it_may() {
    let mut told = false;
    for seed in 0..20 {
        let game = Match::new(program(), seed);
        let mut other = game.clone();
        if !shuffle_unknown(&game.program, &mut other.state, 0) {
            continue;
        }
        assert_eq!(same_to(&game, &other, 0), Ok(()), "seat 1 sees none of these cards");
        // To the other seat, some of them are its own hand.
        told |= matches!(same_to(&game, &other, 1), Err(Broken::View { seat: 1, .. }));
    }
    assert!(told);
}

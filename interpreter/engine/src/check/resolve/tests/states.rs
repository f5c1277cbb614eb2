//! Counters, flags, states, memories, stuff and their slots.

use super::*;
use crate::ids::*;
use crate::manifest::model::{Literal, Memory, Shape, StateVar};
use crate::program::nouns::{ABSENT, Class, KindSet, StateKind, Type, Until, Word};

fn state(named: &str, on: &str, of: &str, start: Vec<Literal>) -> StateVar {
    let (name, on, of) = (name(named), name(on), name(of));
    StateVar { name, on, of, start, until: None, secret: false, shown: true, labels: Default::default() }
}

fn table() -> Manifest {
    let mut manifest = toy();
    manifest.spaces = vec![space_kind("cell", &[])];
    manifest.boards = vec![board("grid", Shape::Ring, "cell", &["a", "b", "c"])];
    manifest
}

fn two_imps() -> Vec<Item> {
    let body = vec![has("cost", number(1)), has("family", word("fire")), has("copies", number(2))];
    vec![component("creature", "imp", body), phase("act", &["main"])]
}

#[test]
fn slots_follow_each_other() {
    let mut manifest = table();
    let mut points = counter("points", "player");
    points.min = Some(plain(0));
    let mut damage = counter("damage", "creature");
    damage.until = Some(name("end of turn"));
    let mut cycle = counter("cycle", "game");
    (cycle.min, cycle.max) = (Some(plain(1)), Some(plain(4)));
    manifest.counters = vec![points, damage, cycle];
    let mut ready = counter("ready", "seat");
    (ready.start, ready.until) = (Some(plain(1)), Some(name("end of act")));
    manifest.flags = vec![ready];
    manifest.states = vec![state("mark", "cell", "player", vec![])];
    let mut rift = stuff("rift", &["cell", "player"]);
    (rift.supply, rift.start) = (Some(plain(30)), Some(plain(2)));
    let mut falling = stuff("falling", &["cell"]);
    falling.of = Some(name("rift"));
    manifest.stuff = vec![rift, falling];
    let (nouns, symbols) = good(&manifest, two_imps());
    let rows: Vec<(&str, Class, u32, u32, Word)> =
        nouns.states.iter().map(|row| (row.name.as_str(), row.on, row.first_slot, row.len, row.start[0])).collect();
    assert_eq!(
        rows,
        [
            ("alive", Class::Actor, 0, 2, 1),
            ("points", Class::Actor, 2, 2, 0),
            ("damage", Class::Component, 4, 2, 0),
            ("cycle", Class::Game, 6, 1, 1),
            ("ready", Class::Seat, 7, 2, 1),
            ("mark", Class::Space, 9, 3, ABSENT),
            ("rift", Class::Space, 13, 3, 2),
            ("rift", Class::Actor, 16, 2, 0),
            ("falling", Class::Space, 18, 3, 0),
        ]
    );
    assert_eq!(nouns.slot_count, 21);
    assert_eq!(nouns.states[1].kind, StateKind::Counter { min: 0, max: Word::MAX });
    assert_eq!(nouns.states[2].until, Until::Turn);
    assert_eq!(nouns.states[4].until, Until::Phase(PhaseId(0)));
    assert_eq!(nouns.states[5].kind, StateKind::Value(Type::Actor));
    assert_eq!(noun(&symbols, "mark"), Some(Noun::State(StateId(5))));
    assert_eq!(symbols.state_on[2], Type::Component(KindSet(1)));
    let [rift, falling] = &nouns.stuff[..] else { panic!() };
    assert_eq!((rift.supply, rift.supply_slot, rift.worth), (Some(30), 12, 1));
    assert_eq!((falling.supply_slot, falling.account_of), (12, StuffId(0)));
    assert_eq!(rift.on, [(Class::Space, StateId(6)), (Class::Actor, StateId(7))]);
    assert_eq!(symbols.stuff_on[0].len(), 2);
}

#[test]
fn counters_start_within_their_bounds() {
    let with = |min, max, start: Option<i64>| {
        let mut health = counter("health", "player");
        (health.min, health.max, health.start) = (Some(plain(min)), Some(plain(max)), start.map(plain));
        Manifest { counters: vec![health], ..Manifest::default() }
    };
    good(&with(0, 50, Some(50)), vec![]);
    only(&with(0, 50, Some(60)), vec![], Code::BadStartValue);
    only(&with(5, 2, None), vec![], Code::BadStartValue);
}

#[test]
fn bearers_and_moments_are_known() {
    let with = |counter| Manifest { counters: vec![counter], ..toy() };
    let found = only(&with(counter("points", "creatur")), vec![], Code::UnknownName);
    assert_eq!(found.help.as_deref(), Some("did you mean `creature`?"));
    only(&with(counter("points", "hand")), vec![], Code::WrongNoun);
    let mut points = counter("points", "player");
    points.until = Some(name("end of atc"));
    only(&with(points), two_imps(), Code::UnknownName);
    let mut renamed = with(counter("points", "player"));
    renamed.actors = vec![actor("agent", None)];
    good(&renamed, vec![]);
}

#[test]
fn one_counter_may_be_on_two_kinds_of_one_sort() {
    let mut manifest = table();
    manifest.units = vec![unit("army", None, "cell"), unit("collector", None, "cell")];
    manifest.counters = vec![counter("level", "army"), counter("level", "collector"), counter("last", "player")];
    let (nouns, symbols) = good(&manifest, vec![]);
    assert_eq!(nouns.states.len(), 4);
    assert_eq!(symbols.state_on[2], Type::AnyUnit);
    assert_eq!(noun(&symbols, "last"), Some(Noun::State(StateId(3))));
    manifest.counters[1].on = name("player");
    only(&manifest, vec![], Code::NameClash);
}

#[test]
fn states_start_with_one_value_or_one_for_each() {
    let with = |start| {
        let mut manifest = table();
        manifest.states = vec![state("mark", "cell", "family or none", start)];
        manifest
    };
    let (nouns, _) = good(&with(vec![said("fire"), said("none"), said("water")]), vec![]);
    assert_eq!(nouns.states[1].start, [0, ABSENT, 1]);
    only(&with(vec![said("fire"), said("water")]), vec![], Code::BadStartValue);
    only(&with(vec![said("fier")]), vec![], Code::NotAmongValues);
    let mut set = with(vec![]);
    set.states[0].of = name("set of family");
    only(&set, vec![], Code::UnknownType);
}

#[test]
fn memories_keep_references() {
    let memory = |on: &str, max| Memory {
        name: name("played"),
        on: name(on),
        of: name("card"),
        max,
        until: Some(name("end of round")),
        shown: None,
        labels: Default::default(),
    };
    let with = |memory| Manifest { memories: vec![memory], ..toy() };
    let (nouns, symbols) = good(&with(memory("player", None)), vec![]);
    let row = &nouns.memories[0];
    assert_eq!((row.on, row.max, row.until, row.shown), (Class::Actor, 64, Until::Round, false));
    assert_eq!(row.of, Type::Component(KindSet::all()));
    assert_eq!(noun(&symbols, "played"), Some(Noun::Memory(MemoryId(0))));
    only(&with(memory("player", Some(plain(0)))), vec![], Code::OutOfRange);
    only(&with(memory("plaayer", None)), vec![], Code::UnknownName);
}

#[test]
fn accounts_lead_to_stuff() {
    let account = |named: &str, of: &str| {
        let mut made = stuff(named, &[]);
        made.of = Some(name(of));
        made
    };
    let with = |stuff| Manifest { stuff, ..Manifest::default() };
    let (nouns, _) = good(&with(vec![account("a", "b"), account("b", "c"), stuff("c", &[])]), vec![]);
    assert_eq!(nouns.stuff.iter().map(|stuff| stuff.account_of.0).collect::<Vec<_>>(), [2, 2, 2]);
    only(&with(vec![account("rift", "rfit")]), vec![], Code::UnknownName);
    only(&with(vec![account("rift", "rift")]), vec![], Code::InsideItself);
    let mut below = stuff("rift", &[]);
    below.supply = Some(plain(-1));
    only(&with(vec![below]), vec![], Code::OutOfRange);
}

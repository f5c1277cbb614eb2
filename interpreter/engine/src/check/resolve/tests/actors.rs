//! Numbers, seats, actors, teams.

use super::*;
use crate::ids::*;
use crate::manifest::model::{Number, NumberRef, NumberValue, ResultKind};

fn number(named: &str, value: NumberValue) -> Number {
    Number { name: name(named), value, range: Default::default() }
}

#[test]
fn numbers_are_those_of_the_players() {
    let numbers = vec![
        number("goal", NumberValue::Plain(60)),
        number("drawn", NumberValue::ByPlayers(vec![(2, 4), (3, 6)])),
        number("bonus", NumberValue::BySeat(vec![0, 5, 9])),
    ];
    let manifest = Manifest { numbers, ..Manifest::default() };
    let (_, symbols) = good(&manifest, vec![]);
    assert_eq!(noun(&symbols, "goal"), Some(Noun::Number(60)));
    assert_eq!(noun(&symbols, "drawn"), Some(Noun::Number(4)));
    assert_eq!(noun(&symbols, "bonus"), Some(Noun::NumberBySeat(vec![0, 5])));
}

#[test]
fn numbers_without_a_value_here_are_mistakes() {
    let by_players =
        Manifest { numbers: vec![number("drawn", NumberValue::ByPlayers(vec![(3, 6)]))], ..Manifest::default() };
    only(&by_players, vec![], Code::NumberNotHere);
    let by_seat = Manifest { numbers: vec![number("bonus", NumberValue::BySeat(vec![1]))], ..Manifest::default() };
    only(&by_seat, vec![], Code::NumberNotHere);
    let huge = Manifest { numbers: vec![number("huge", NumberValue::Plain(1 << 40))], ..Manifest::default() };
    only(&huge, vec![], Code::OutOfRange);
    let mut manifest = toy();
    manifest.numbers = vec![number("bonus", NumberValue::BySeat(vec![1, 2]))];
    manifest.zones[1].max = Some(NumberRef::Named(name("bonus")));
    only(&manifest, vec![], Code::NumberNotHere);
    manifest.zones[1].max = Some(NumberRef::Named(name("bonsu")));
    only(&manifest, vec![], Code::UnknownName);
}

#[test]
fn several_actors_may_sit_on_one_seat() {
    let mut agent = actor("agent", None);
    agent.per_seat = Some(plain(2));
    let manifest = Manifest { actors: vec![agent], ..Manifest::default() };
    let (nouns, symbols) = good(&manifest, vec![]);
    let seats: Vec<_> = nouns.actors.iter().map(|actor| actor.seat.map(|seat| seat.0)).collect();
    assert_eq!(seats, [Some(0), Some(0), Some(1), Some(1)]);
    assert_eq!(nouns.actors[2].labels.en, "Agent 3");
    assert_eq!(noun(&symbols, "agents"), Some(Noun::Actors));
    assert_eq!(noun(&symbols, "p4"), Some(Noun::Actor(ActorId(3))));
    assert_eq!(noun(&symbols, "player"), None);
}

#[test]
fn automated_actors_have_a_decider() {
    let actors = vec![actor("warden", Some("p2")), actor("weather", Some("chance"))];
    let manifest = Manifest { actors, ..Manifest::default() };
    let (nouns, symbols) = good(&manifest, vec![]);
    assert_eq!(nouns.actors[2].seat, Some(SeatId(1)));
    assert_eq!(nouns.actors[3].seat, None);
    assert!(!nouns.actors[2].takes_turns);
    assert_eq!(noun(&symbols, "warden"), Some(Noun::Actor(ActorId(2))));
}

#[test]
fn actors_that_do_not_fit_are_mistakes() {
    let actors = |actors| Manifest { actors, ..Manifest::default() };
    only(&actors(vec![actor("warden", Some("p7"))]), vec![], Code::BadActor);
    only(&actors(vec![actor("agent", None), actor("people", None)]), vec![], Code::BadActor);
    let mut crowd = actor("agent", None);
    crowd.per_seat = Some(plain(40));
    only(&actors(vec![crowd]), vec![], Code::TooMany);
    let mut nobody = actor("agent", None);
    nobody.per_seat = Some(plain(0));
    only(&actors(vec![nobody]), vec![], Code::OutOfRange);
}

fn teams(manifest: &Manifest) -> Vec<u16> {
    good(manifest, vec![]).0.actors.iter().map(|actor| actor.team).collect()
}

#[test]
fn everybody_is_a_team_unless_told_otherwise() {
    let mut manifest = Manifest { actors: vec![actor("warden", Some("p1"))], ..Manifest::default() };
    assert_eq!(teams(&manifest), [0, 1, 2]);
    manifest.teams = vec![vec![name("p1"), name("p4")], vec![name("p2"), name("warden")]];
    assert_eq!(teams(&manifest), [0, 1, 1]);
    manifest.teams.clear();
    manifest.game.result = ResultKind::Together;
    assert_eq!(teams(&manifest), [0, 0, 1]);
}

#[test]
fn teams_name_each_actor_once() {
    let twice = Manifest { teams: vec![vec![name("p1")], vec![name("p1")]], ..Manifest::default() };
    only(&twice, vec![], Code::BadActor);
    let unknown = Manifest { teams: vec![vec![name("nemsis")]], ..Manifest::default() };
    only(&unknown, vec![], Code::UnknownName);
}

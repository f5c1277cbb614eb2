//! Zones and their places.

use super::*;
use crate::ids::*;
use crate::manifest::model::{Fill, Shape};
use crate::program::nouns::{Class, Distinct, KindSet, Owner, Type};

fn with_zones(zones: Vec<crate::manifest::model::Zone>) -> Manifest {
    let mut manifest = toy();
    manifest.zones.extend(zones);
    manifest.spaces = vec![space_kind("era", &[])];
    manifest.boards = vec![board("time", Shape::Ring, "era", &["a", "b", "c"])];
    manifest
}

#[test]
fn each_owner_has_a_place() {
    let manifest = with_zones(vec![zone("seat_deck", Some("seat")), zone("clones", Some("era"))]);
    let (nouns, symbols) = good(&manifest, vec![]);
    let first: Vec<u16> = nouns.zones.iter().map(|zone| zone.first_place.0).collect();
    assert_eq!(first, [0, 1, 3, 5]);
    assert_eq!(nouns.places.len(), 8);
    assert_eq!(nouns.places[2].owner, Owner::Actor(ActorId(1)));
    assert_eq!(nouns.places[4].owner, Owner::Seat(SeatId(1)));
    assert_eq!(nouns.places[7].owner, Owner::Space(SpaceId(2)));
    assert_eq!(nouns.zones[3].per, Class::Space);
    assert_eq!(symbols.zone_of[3], Type::Space(SpaceKindId(0)));
}

#[test]
fn refills_come_from_the_same_owner_or_the_table() {
    let refill = |per, from| {
        let mut discard = zone("discard", per);
        discard.refill = Some(name(from));
        with_zones(vec![discard, zone("aside", Some("seat"))])
    };
    let (nouns, _) = good(&refill(Some("player"), "hand"), vec![]);
    assert_eq!(nouns.zones[2].refill, Some(ZoneId(1)));
    good(&refill(Some("player"), "deck"), vec![]);
    only(&refill(Some("player"), "aside"), vec![], Code::ZonesDoNotFit);
    only(&refill(None, "hand"), vec![], Code::ZonesDoNotFit);
    only(&refill(None, "discard"), vec![], Code::ZonesDoNotFit);
    only(&refill(None, "hnad"), vec![], Code::UnknownName);
}

#[test]
fn rows_fill_up_and_differ() {
    let mut row = zone("row", None);
    row.fill = Some(Fill { to: plain(3), from: name("deck") });
    row.distinct = Some(name("name"));
    row.max = Some(plain(5));
    row.holds = Some(name("creature"));
    let (nouns, symbols) = good(&with_zones(vec![row.clone()]), vec![]);
    let made = &nouns.zones[2];
    assert_eq!(made.fill.as_ref().map(|fill| (fill.to, fill.from)), Some((3, ZoneId(0))));
    assert_eq!((made.distinct, made.max), (Some(Distinct::Design), Some(5)));
    assert_eq!(symbols.zone_holds, [KindSet::all(), KindSet::all(), KindSet(1)]);
    let mut by_family = row.clone();
    by_family.distinct = Some(name("family"));
    let (nouns, _) = good(&with_zones(vec![by_family]), vec![]);
    assert_eq!(nouns.zones[2].distinct, Some(Distinct::Attribute(AttributeId(1))));
    let mut wrong = row.clone();
    wrong.distinct = Some(name("famly"));
    only(&with_zones(vec![wrong]), vec![], Code::UnknownName);
    let mut wrong = row.clone();
    wrong.holds = Some(name("creatur"));
    only(&with_zones(vec![wrong]), vec![], Code::UnknownName);
    row.fill = Some(Fill { to: plain(0), from: name("deck") });
    only(&with_zones(vec![row]), vec![], Code::OutOfRange);
}

#[test]
fn zones_have_owners_that_can_own() {
    only(&with_zones(vec![zone("x", Some("creature"))]), vec![], Code::ZonesDoNotFit);
    only(&with_zones(vec![zone("x", Some("plaier"))]), vec![], Code::UnknownName);
    only(&with_zones(vec![zone("x", Some("deck"))]), vec![], Code::WrongNoun);
}

#[test]
fn what_starts_in_a_zone_must_fit_it() {
    let mut manifest = toy();
    manifest.kinds.push(kind("token", &[]));
    manifest.zones[0].holds = Some(name("token"));
    only(&manifest, vec![], Code::ZonesDoNotFit);
}

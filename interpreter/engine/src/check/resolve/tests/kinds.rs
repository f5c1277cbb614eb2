//! Enums, kinds, groups.

use super::*;
use crate::ids::*;
use crate::manifest::model::{Ability, Live};
use crate::program::nouns::{ABSENT, KindSet, Type};

fn sub(named: &str, is: &str, attributes: &[&str]) -> crate::manifest::model::Kind {
    let mut kind = kind(named, attributes);
    kind.is = Some(name(is));
    kind.starts_in = None;
    kind
}

#[test]
fn sub_kinds_inherit() {
    let mut clone = kind("clone", &["born", "doom = 3"]);
    clone.abilities = vec![Ability { name: name("fall"), full: true }];
    clone.live = vec![Live { zone: name("deck"), face: Some(true) }];
    let mut supa = sub("supa_clone", "clone", &["doom = 5", "level"]);
    supa.abilities = vec![Ability { name: name("rise"), full: false }];
    let manifest = Manifest { kinds: vec![clone, supa], zones: vec![zone("deck", None)], ..Manifest::default() };
    let design = component("supa_clone", "max", vec![has("born", super::number(1)), has("level", super::number(2))]);
    let (nouns, symbols) = good(&manifest, vec![design]);
    assert_eq!(nouns.kinds[0].with_subkinds, KindSet(0b11));
    assert_eq!(nouns.kinds[1].with_subkinds, KindSet(0b10));
    assert_eq!(nouns.kinds[1].abilities, [(AbilityId(0), true), (AbilityId(1), false)]);
    assert_eq!(symbols.kinds[1].attributes.len(), 3);
    assert_eq!(symbols.kinds[1].live, [(ZoneId(0), Some(true))]);
    assert_eq!(nouns.designs[0].attributes, [1, 5, 2]);
    assert_eq!(nouns.components.len(), 1);
}

#[test]
fn kinds_that_do_not_fit_are_mistakes() {
    let kinds = |kinds| Manifest { kinds, zones: vec![zone("deck", None)], ..Manifest::default() };
    only(&kinds(vec![sub("a", "bb", &[])]), vec![], Code::UnknownKind);
    let round = bad(&kinds(vec![sub("a", "b", &[]), sub("b", "a", &[])]), vec![]);
    assert!(round.iter().all(|found| found.0 == Code::InsideItself) && !round.is_empty());
    only(&kinds(vec![kind("action", &[])]), vec![], Code::ReservedWord);
    only(&kinds((0..65).map(|at| kind(&format!("k{at}"), &[])).collect()), vec![], Code::TooMany);
    let mut lost = kind("a", &[]);
    lost.live = vec![Live { zone: name("dekc"), face: None }];
    only(&kinds(vec![lost]), vec![], Code::UnknownName);
    let found = only(&kinds(vec![kind("a", &["x: numbr"])]), vec![], Code::UnknownType);
    assert_eq!(found.help.as_deref(), Some("did you mean `number`?"));
    only(&kinds(vec![kind("a", &["x: zone"])]), vec![], Code::UnknownType);
    let two = only(&kinds(vec![kind("a", &["x"]), kind("b", &["x: bool"])]), vec![], Code::AttributeOfTwoSorts);
    assert_eq!(two.others.len(), 1);
}

#[test]
fn groups_are_of_kinds_or_of_stuff() {
    let mut manifest = Manifest {
        kinds: vec![kind("basic", &[]), kind("advanced", &[]), sub("rare", "advanced", &[])],
        zones: vec![zone("deck", None)],
        stuff: vec![stuff("red", &[]), stuff("blue", &[])],
        groups: vec![group("all_cards", &["technology", "basic"]), group("technology", &["advanced"])],
        ..Manifest::default()
    };
    manifest.groups.push(group("stone", &["red", "blue"]));
    let (nouns, symbols) = good(&manifest, vec![]);
    assert_eq!(noun(&symbols, "all_cards"), Some(Noun::KindGroup(KindSet(0b111))));
    assert_eq!(noun(&symbols, "technology"), Some(Noun::KindGroup(KindSet(0b110))));
    assert_eq!(nouns.stuff_groups[0].members, [StuffId(0), StuffId(1)]);
    assert!(!nouns.stuff_groups[0].overpay);
    let mut priced = manifest.clone();
    priced.groups[2].worth = Some(name("stone_worth"));
    let (nouns, _) = good(&priced, vec![value("other_value", &[]), value("stone_worth", &[])]);
    assert_eq!(nouns.stuff_groups[0].worth, Some(ValueId(1)));
    assert!(nouns.stuff_groups[0].overpay);
    only(&priced, vec![], Code::UnknownName);
    let with = |group| {
        let mut manifest = manifest.clone();
        manifest.groups.push(group);
        manifest
    };
    only(&with(group("mix", &["red", "basic"])), vec![], Code::MixedGroup);
    only(&with(group("self_made", &["self_made"])), vec![], Code::InsideItself);
    only(&with(group("lost", &["bsic"])), vec![], Code::UnknownName);
    only(&with(group("odd", &["deck"])), vec![], Code::WrongNoun);
}

#[test]
fn enum_values_have_attributes_of_one_type() {
    let mut manifest = Manifest { stuff: vec![stuff("red", &[]), stuff("blue", &[])], ..Manifest::default() };
    let mut family = enumeration("family", &["fire", "water"]);
    family.values[0].attributes = vec![(name("sale"), said("3 red")), (name("eats"), said("water"))];
    family.values[1].attributes = vec![(name("sale"), said("1 red, 2 blue"))];
    manifest.enums = vec![family];
    let (nouns, _) = good(&manifest, vec![]);
    let family = &nouns.enums[0];
    assert_eq!(family.attributes, [("sale".into(), Type::Bundle), ("eats".into(), Type::Enum(EnumId(0)))]);
    assert_eq!(nouns.lists, [vec![3, 0], vec![1, 2]]);
    assert_eq!(
        (family.values[0].attributes.clone(), family.values[1].attributes.clone()),
        (vec![0, 1], vec![1, ABSENT])
    );
    manifest.enums[0].values[1].attributes[0].1 = said("1 red, 2 bleu");
    only(&manifest, vec![], Code::UnknownName);
}

#[test]
fn a_value_may_belong_to_two_enums_but_not_twice_to_one() {
    let enums = |enums| Manifest { enums, ..Manifest::default() };
    let two = enums(vec![enumeration("suit", &["none_of_them", "red"]), enumeration("colour", &["red"])]);
    let (_, symbols) = good(&two, vec![]);
    assert_eq!(noun(&symbols, "red"), Some(Noun::EnumValues(vec![(EnumId(0), 1), (EnumId(1), 0)])));
    only(&enums(vec![enumeration("suit", &["red", "red"])]), vec![], Code::NameClash);
}

//! Designs, their attributes, components.

use super::*;
use crate::ids::*;
use crate::manifest::model::Ability;
use crate::program::nouns::{ABSENT, Type};
use crate::syntax::ast::{Amount, Expr, ExprKind, Member};
use crate::words::Language;

fn imp(mut more: Vec<Member>) -> Item {
    let mut body = vec![has("cost", number(2)), has("family", word("fire"))];
    body.append(&mut more);
    component("creature", "fire_imp", body)
}

fn list(elements: Vec<Expr>) -> Expr {
    expr(ExprKind::List(elements))
}

#[test]
fn a_design_has_labels_copies_and_attributes() {
    let named = vec![has("name", text("Imp of fire")), has("fr", text("Diablotin")), has("copies", number(3))];
    let (nouns, symbols) = good(&toy(), vec![imp(named)]);
    let design = &nouns.designs[0];
    assert_eq!(
        (design.labels.en.as_str(), design.labels.others.get(Language::French)),
        ("Imp of fire", Some("Diablotin"))
    );
    assert_eq!((design.copies, design.attributes.clone()), (3, vec![2, 0]));
    assert_eq!(nouns.components.len(), 3);
    assert_eq!(noun(&symbols, "fire_imp"), Some(Noun::Design(DesignId(0))));
    let (nouns, _) = good(&toy(), vec![imp(vec![has("copies", number(0))])]);
    assert_eq!((nouns.designs[0].labels.en.as_str(), nouns.components.len()), ("Fire imp", 0));
}

#[test]
fn attributes_are_checked_against_the_kind() {
    let card = |body| vec![component("creature", "imp", body)];
    let cost = || has("cost", number(2));
    let found = bad(&toy(), card(vec![has("csot", number(2)), has("family", word("fire"))]));
    assert_eq!(found, [(Code::UnknownAttribute, "did you mean `cost`?".into())]);
    let found = bad(&toy(), card(vec![has("family", word("fire"))]));
    assert_eq!(found, [(Code::MissingAttribute, "every `creature` needs that: write `cost …` on it".into())]);
    let twice = only(&toy(), vec![imp(vec![cost()])], Code::DuplicateAttribute);
    assert_eq!(twice.others.len(), 1);
    only(&toy(), vec![imp(vec![has("copies", number(1)), has("copies", number(1))])], Code::DuplicateAttribute);
    only(&toy(), card(vec![has("cost", text("2")), has("family", word("fire"))]), Code::WrongAttributeValue);
    only(&toy(), card(vec![cost(), has("family", number(3))]), Code::WrongAttributeValue);
    only(&toy(), card(vec![cost(), has("family", word("none"))]), Code::WrongAttributeValue);
    only(&toy(), vec![imp(vec![has("name", number(3))])], Code::WrongAttributeValue);
    let value = only(&toy(), card(vec![cost(), has("family", word("wtaer"))]), Code::NotAmongValues);
    assert_eq!(value.help.as_deref(), Some("did you mean `water`?"));
    only(&toy(), card(vec![cost(), has("family", word("deck"))]), Code::NotAmongValues);
    only(&toy(), card(vec![has("cost", number(1 << 33)), has("family", word("fire"))]), Code::OutOfRange);
    only(&toy(), vec![imp(vec![has("copies", expr(ExprKind::Negate(Box::new(number(1)))))])], Code::OutOfRange);
}

#[test]
fn defaults_and_ranges_count() {
    let mut manifest = toy();
    manifest.kinds = vec![kind("card", &["rank: 1..13", "shield = 0", "loud: bool = no", "about: text = hello"])];
    let (nouns, _) = good(&manifest, vec![component("card", "king", vec![has("rank", number(13))])]);
    assert_eq!(nouns.designs[0].attributes, [13, 0, 0, 0]);
    assert_eq!(nouns.texts, ["hello"]);
    only(&manifest, vec![component("card", "joker", vec![has("rank", number(14))])], Code::OutOfRange);
}

#[test]
fn sets_bundles_cards_spaces_and_actors_can_be_printed() {
    let mut manifest = toy();
    manifest.stuff = vec![stuff("red", &[]), stuff("blue", &[])];
    manifest.spaces = vec![space_kind("era", &[])];
    manifest.boards = vec![board("time", crate::manifest::model::Shape::Ring, "era", &["dawn", "robots"])];
    manifest.kinds = vec![kind(
        "card",
        &[
            "families: set of family",
            "price: bundle",
            "next_card: card or none",
            "era: era",
            "starter: player or none",
            "pays: stuff = blue",
            "gift: stuff bundle = 1 red, 4 blue",
        ],
    )];
    let price = Amount { number: number(3), what: Some(name("blue")) };
    let body = |next, starter| {
        vec![
            has("families", list(vec![word("water"), word("fire")])),
            has("price", expr(ExprKind::Bundle(vec![price.clone()]))),
            has("next_card", word(next)),
            has("era", word("robots")),
            has("starter", word(starter)),
        ]
    };
    let (nouns, _) = good(
        &manifest,
        vec![component("card", "one", body("two", "p2")), component("card", "two", body("none", "p4"))],
    );
    assert_eq!(nouns.lists, [vec![1, 0], vec![0, 3], vec![1, 4]]);
    assert_eq!(nouns.designs[0].attributes, [0, 1, 1, 1, 1, 1, 2]);
    assert_eq!(nouns.designs[1].attributes, [0, 1, ABSENT, 1, ABSENT, 1, 2]);
    assert_eq!(nouns.attributes[0].ty, Type::Set(Box::new(Type::Enum(EnumId(0)))));
    let wrong = body("three", "robots");
    let found = bad(&manifest, vec![component("card", "one", wrong)]);
    assert_eq!(found.iter().map(|found| found.0).collect::<Vec<_>>(), [Code::NotAmongValues, Code::NotAmongValues]);
}

#[test]
fn a_card_has_a_known_kind() {
    let found = only(&toy(), vec![component("creatur", "imp", vec![])], Code::UnknownKind);
    assert_eq!(found.help.as_deref(), Some("did you mean `creature`?"));
    let mut manifest = toy();
    manifest.groups = vec![group("beast", &["creature"])];
    only(&manifest, vec![component("beast", "imp", vec![])], Code::UnknownKind);
    let every = |kind: &str, body| item(crate::syntax::ast::ItemKind::Every { kind: name(kind), body });
    only(&manifest, vec![every("baest", vec![])], Code::UnknownKind);
    only(&manifest, vec![every("beast", vec![has("cost", number(1))])], Code::UnknownAttribute);
}

#[test]
fn abilities_are_those_of_the_kind() {
    let mut manifest = toy();
    manifest.kinds[0].abilities = vec![Ability { name: name("instant"), full: true }];
    good(&manifest, vec![imp(vec![ability("instant")])]);
    let found = only(&manifest, vec![imp(vec![ability("instnat")])], Code::UnknownAbility);
    assert_eq!(found.help.as_deref(), Some("did you mean `instant`?"));
    only(&manifest, vec![imp(vec![ability("instant"), ability("instant")])], Code::DuplicateAbility);
}

#[test]
fn kinds_make_cards_for_each_combination() {
    let mut manifest = toy();
    manifest.enums = vec![enumeration("suit", &["hearts", "spades"])];
    let mut card = kind("card", &["suit: suit", "rank", "worth = 1"]);
    card.each = vec![(name("suit"), name("suit")), (name("rank"), name("6..7"))];
    card.totals = vec![plain(5)];
    manifest.kinds = vec![card];
    let own = component("card", "hearts_7", vec![has("worth", number(9)), has("copies", number(2))]);
    let (nouns, _) = good(&manifest, vec![own]);
    let names: Vec<&str> = nouns.designs.iter().map(|design| design.name.as_str()).collect();
    assert_eq!(names, ["hearts_7", "hearts_6", "spades_6", "spades_7"]);
    assert_eq!(nouns.designs[0].attributes, [0, 7, 9]);
    assert_eq!(nouns.designs[3].attributes, [1, 7, 1]);
    assert_eq!(nouns.designs[3].labels.en, "Spades 7");
    manifest.kinds[0].totals.clear();
    manifest.kinds[0].attributes.remove(0);
    let (nouns, _) = good(&manifest, vec![]);
    assert_eq!((nouns.designs.len(), nouns.attributes.len()), (4, 3));
    manifest.kinds[0].each[0].1 = name("suti");
    only(&manifest, vec![], Code::BadEach);
    manifest.kinds[0].each[0].1 = name("suit");
    manifest.kinds[0].attributes[1].default = None;
    only(&manifest, vec![], Code::MissingAttribute);
}

#[test]
fn made_cards_avoid_names_that_are_taken() {
    let mut manifest = toy();
    let mut epoch = kind("epoch", &["family: family"]);
    epoch.each = vec![(name("family"), name("family"))];
    let mut token = kind("token", &["number"]);
    token.each = vec![(name("number"), name("1..2"))];
    manifest.kinds = vec![epoch, token];
    let (nouns, _) = good(&manifest, vec![]);
    let names: Vec<&str> = nouns.designs.iter().map(|design| design.name.as_str()).collect();
    assert_eq!(names, ["epoch_fire", "epoch_water", "token_1", "token_2"]);
    manifest.kinds[1].each[0].1 = name("1..9999");
    assert!(bad(&manifest, vec![]).iter().any(|found| found.0 == Code::TooMany));
}

#[test]
fn components_start_in_a_zone_of_the_table() {
    let mut manifest = toy();
    manifest.kinds[0].starts_in = None;
    only(&manifest, vec![imp(vec![])], Code::StartsNowhere);
    good(&manifest, vec![imp(vec![has("copies", number(0))])]);
    manifest.zones.push(zone("box", None));
    let (nouns, _) = good(&manifest, vec![imp(vec![])]);
    assert_eq!(nouns.places[nouns.components[0].start.index()].zone, ZoneId(2));
    manifest.kinds[0].starts_in = Some(name("hand"));
    only(&manifest, vec![imp(vec![])], Code::StartsAtAPlayer);
    manifest.kinds[0].starts_in = Some(name("dekc"));
    only(&manifest, vec![imp(vec![])], Code::UnknownName);
    manifest.kinds[0].starts_in = Some(name("family"));
    only(&manifest, vec![imp(vec![])], Code::WrongNoun);
}

#[test]
fn copies_add_up_to_the_total() {
    let mut manifest = toy();
    manifest.kinds[0].totals = vec![plain(3)];
    good(&manifest, vec![imp(vec![has("copies", number(3))])]);
    let found = only(&manifest, vec![imp(vec![])], Code::WrongTotal);
    assert_eq!(found.message, "`creature` should have 3 components, but the copies add up to 1");
}

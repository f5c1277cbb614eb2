//! Heads: primitives, actions, values, windows, phases, and the types they name.

use super::*;
use crate::check::resolve::type_of;
use crate::check::symbols::Callable;
use crate::check::tree::Primitive;
use crate::ids::*;
use crate::program::nouns::{KindSet, Type};
use crate::syntax::ast::ItemKind;

fn types(symbols: &Symbols, action: usize) -> Vec<Type> {
    symbols.actions[action].params.iter().map(|(_, ty)| ty.clone()).collect()
}

#[test]
fn primitives_come_first_then_events_then_actions() {
    let event = item(ItemKind::Event { name: name("rain"), params: params(&["n"]) });
    let (_, symbols) = good(&toy(), vec![action("sell", &["c: creature"]), event]);
    for (index, primitive) in Primitive::ALL.iter().enumerate() {
        let word = format!("{primitive:?}").to_lowercase();
        let known = symbols.callables.get(&word).map(|declared| declared.what);
        assert_eq!(known, Some(Callable::Action(ActionId::from_index(index))));
    }
    let names =
        |action: usize| symbols.actions[action].params.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(0), ["counter", "amount", "bearer"]);
    assert_eq!(names(2), ["card", "source", "target", "face"]);
    assert_eq!(names(10), ["counter", "to", "bearer"]);
    assert_eq!(symbols.callables["rain"].what, Callable::Action(ActionId(12)));
    assert_eq!(symbols.callables["sell"].what, Callable::Action(ActionId(13)));
    assert_eq!(types(&symbols, 13), [Type::Component(KindSet(1))]);
}

#[test]
fn steps_are_numbered_over_all_phases() {
    let window = item(ItemKind::Window { name: name("rolled"), params: params(&["p: player"]), says: None });
    let list = vec![phase("act", &["one", "two"]), phase("close", &["one"]), window, value("price", &["c: card"])];
    let (_, symbols) = good(&toy(), list);
    assert_eq!(symbols.phases["close"], PhaseId(1));
    assert_eq!(symbols.steps[&(PhaseId(1), "one".to_string())], StepId(2));
    assert_eq!(symbols.window_params[symbols.windows["rolled"].index()], [("p".to_string(), Type::Actor)]);
    assert_eq!(symbols.callables["price"].what, Callable::Value(ValueId(0)));
    assert_eq!(symbols.values[0].params[0].1, Type::Component(KindSet::all()));
}

#[test]
fn types_are_built_in_or_declared() {
    let mut manifest = toy();
    manifest.stuff = vec![stuff("red", &[])];
    manifest.groups = vec![group("stone", &["red"]), group("beast", &["creature"])];
    manifest.spaces = vec![space_kind("era", &[])];
    manifest.units = vec![unit("army", None, "era")];
    let face = crate::manifest::model::DieFace { number: 1, weight: 1 };
    manifest.dice =
        vec![crate::manifest::model::Dice { name: name("combat"), faces: vec![face], labels: Default::default() }];
    let (_, symbols) = good(&manifest, vec![]);
    let mut findings = Findings::default();
    for (word, expected) in [
        ("number", Type::Number),
        ("bool", Type::Bool),
        ("yes_no", Type::Bool),
        ("player", Type::Actor),
        ("component", Type::Component(KindSet::all())),
        ("creature", Type::Component(KindSet(1))),
        ("beast", Type::Component(KindSet(1))),
        ("design", Type::Design(KindSet::all())),
        ("zone", Type::Zone),
        ("seat", Type::Seat),
        ("era", Type::Space(SpaceKindId(0))),
        ("army", Type::Unit(UnitKindId(0))),
        ("unit", Type::AnyUnit),
        ("family", Type::Enum(EnumId(0))),
        ("stone", Type::Stuff),
        ("combat", Type::Pool(DiceId(0))),
        ("counter", Type::Counter),
    ] {
        assert_eq!(type_of(&ty(word), &symbols, &mut findings), expected, "{word}");
    }
    let mut several = ty("creature");
    several.set = true;
    assert_eq!(type_of(&several, &symbols, &mut findings), Type::Set(Box::new(Type::Component(KindSet(1)))));
    let mut bundle = ty("stone");
    bundle.bundle = true;
    assert_eq!(type_of(&bundle, &symbols, &mut findings), Type::Bundle);
    assert_eq!(codes(findings), []);
    let mut findings = Findings::default();
    bundle = ty("creature");
    bundle.bundle = true;
    assert_eq!(type_of(&bundle, &symbols, &mut findings), Type::Unknown);
    assert_eq!(type_of(&ty("deck"), &symbols, &mut findings), Type::Unknown);
    assert_eq!(codes(findings), [Code::WrongNoun, Code::UnknownType]);
}

#[test]
fn parameters_have_names_of_their_own_and_known_types() {
    let found = only(&toy(), vec![action("sell", &["c: creture"])], Code::UnknownType);
    assert_eq!(found.help.as_deref(), Some("did you mean `creature`?"));
    only(&toy(), vec![action("sell", &["x", "x"])], Code::NameClash);
    only(&toy(), vec![action("sell", &["to"])], Code::ReservedWord);
}

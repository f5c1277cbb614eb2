//! Hooks on rules and cards, and lasting ones.

use super::build::*;
use super::fixture::*;
use crate::check::tree::{HookKind as T, HookSource, StatementKind};
use crate::ids::*;
use crate::syntax::ast::{Edge, HookKind, Member, Moment, StatementKind as S, When};

const NONE: [&str; 0] = [];

fn rule(hooks: Vec<crate::syntax::ast::Hook>) -> Checked {
    let mut g = game(Vec::new());
    g.rule(hooks);
    g.check()
}

fn card(kind: &str, design: &str, hooks: Vec<crate::syntax::ast::Hook>) -> Checked {
    let mut g = game(Vec::new());
    g.card(kind, design, hooks.into_iter().map(Member::Hook).collect());
    g.check()
}

#[test]
fn the_parameters_of_what_is_watched_are_in_scope() {
    let body = vec![by(gain_expr(v("c.cost"), Some("points")), v("who"))];
    let checked = rule(vec![watch(When::After, "play", Some(is(v("c.family"), v("water"))), body)]);
    assert_eq!(checked.codes(), NONE);
    let hook = checked.tree.hooks.first().unwrap();
    assert!(matches!(hook.source, HookSource::Rule));
    assert!(hook.cond.is_some());
    assert_eq!(hook.locals.list.first().map(|l| l.name.as_str()), Some("c"));
}

#[test]
fn primitives_are_watched_too() {
    let gems =
        watch(When::InsteadOf, "gain", Some(is(v("counter"), v("points"))), vec![gain_expr(v("amount"), Some("red"))]);
    assert_eq!(rule(vec![gems]).codes(), NONE);
    let stuff = watch(When::After, "gain", Some(is(v("counter"), v("red"))), vec![]);
    assert_eq!(rule(vec![stuff]).codes(), NONE);
    let target = hook(HookKind::Forbid { action: name("move"), by: None, cond: Some(is(v("target"), v("arena"))) });
    assert_eq!(rule(vec![target]).codes(), NONE);
}

#[test]
fn what_cannot_be_watched() {
    assert_eq!(rule(vec![watch(When::After, "plya", None, vec![])]).codes(), ["E0256"]);
    assert_eq!(rule(vec![watch(When::After, "price", None, vec![])]).codes(), ["E0252"]);
    assert_eq!(rule(vec![modify("cost", num(1), None)]).codes(), ["E0256"]);
}

#[test]
fn replacing_and_proceeding() {
    let proceed = |x: &str, e| vec![st(S::Proceed { with: vec![(name(x), e)] })];
    let checked = rule(vec![watch(When::InsteadOf, "play", None, proceed("c", v("c")))]);
    assert_eq!(checked.codes(), NONE);
    assert_eq!(rule(vec![watch(When::InsteadOf, "play", None, proceed("d", v("c")))]).codes(), ["E0250"]);
    assert_eq!(rule(vec![watch(When::InsteadOf, "play", None, proceed("c", num(1)))]).codes(), ["E0350"]);
    assert_eq!(rule(vec![watch(When::After, "play", None, proceed("c", v("c")))]).codes(), ["E0650"]);
}

#[test]
fn nobody_does_an_always_rule() {
    let checked =
        rule(vec![always(Some(("q", v("players"))), more(v("q.points"), num(3)), vec![set(v("q.passed"), None)])]);
    assert_eq!(checked.codes(), NONE);
    let codes = rule(vec![always(None, more(v("me.points"), num(3)), vec![])]).codes();
    assert_eq!(codes, ["E0259"]);
    assert_eq!(rule(vec![modify("room", v("me.points"), None)]).codes(), ["E0259"]);
}

#[test]
fn modifying_values() {
    let checked = card(
        "creature",
        "imp",
        vec![modify("price", num(-2), Some(and(is(v("q"), v("me")), is(v("a.family"), v("water")))))],
    );
    assert_eq!(checked.codes(), NONE);
    assert!(matches!(checked.tree.hooks.first().map(|h| &h.kind), Some(T::Modify { .. })));
    assert_eq!(card("creature", "imp", vec![modify("price", v("me"), None)]).codes(), ["E0350"]);
}

#[test]
fn hooks_of_cards_live_where_their_kind_does() {
    let after = || watch(When::After, "play", Some(is(v("c"), v("this"))), vec![gain(1, "points")]);
    let checked = card("creature", "imp", vec![after()]);
    let source = checked.tree.hooks.first().map(|h| h.source.clone());
    assert!(matches!(source, Some(HookSource::Design { zones, .. }) if zones == [ZoneId(2)]));
    let plain = || watch(When::After, "play", None, vec![gain(1, "points")]);
    assert_eq!(card("clone", "bob", vec![plain()]).codes(), ["E0655"]);
    let inside = hook(HookKind::WhileIn { zone: name("discard"), hooks: vec![plain()] });
    let checked = card("clone", "bob", vec![inside.clone()]);
    assert_eq!(checked.codes(), NONE);
    let source = checked.tree.hooks.first().map(|h| h.source.clone());
    assert!(matches!(source, Some(HookSource::Design { zones, .. }) if zones == [ZoneId(4)]));
    assert_eq!(rule(vec![inside]).codes(), ["E0660"]);
    // A champion lives in the common row: nobody holds it.
    assert_eq!(card("champion", "axia", vec![modify("room", v("me.points"), None)]).codes(), ["E0259"]);
}

#[test]
fn conditions_around_are_folded_in() {
    let inner = watch(When::After, "play", Some(more(v("c.cost"), num(1))), vec![]);
    let outer = hook(HookKind::While { cond: more(v("me.points"), num(3)), hooks: vec![inner] });
    let checked = card("creature", "imp", vec![outer]);
    assert_eq!(checked.codes(), NONE);
    let cond = checked.tree.hooks.first().and_then(|h| h.cond.clone()).unwrap();
    assert!(matches!(cond.kind, crate::check::tree::ExprKind::And(..)));
}

#[test]
fn moments_and_windows() {
    let at = |moment, body| hook(HookKind::At { edge: Edge::End, moment, cond: None, body: block(body) });
    assert_eq!(rule(vec![at(Moment::Turn, vec![gain(1, "points")])]).codes(), NONE);
    assert_eq!(rule(vec![at(Moment::Round, vec![gain(1, "points")])]).codes(), ["E0259"]);
    assert_eq!(rule(vec![at(Moment::Phase(name("acr")), vec![])]).codes(), ["E0257"]);
    assert_eq!(rule(vec![at(Moment::Step(name("act"), name("x")), vec![])]).codes(), ["E0257"]);
    let window = |w: Option<&str>, body| hook(HookKind::Window { window: w.map(name), cond: None, body: block(body) });
    let raise =
        vec![needs(is(v("w"), v("army"))), gain_on(3, "bonus", Some(v("r"))), gain_expr(v("w.level"), Some("points"))];
    assert_eq!(card("creature", "imp", vec![window(Some("rolled"), raise)]).codes(), NONE);
    assert_eq!(card("creature", "imp", vec![window(None, vec![gain(1, "points")])]).codes(), NONE);
    assert_eq!(card("creature", "imp", vec![window(Some("roled"), vec![])]).codes(), ["E0257"]);
}

#[test]
fn lasting_hooks_capture_just_what_they_read() {
    let hooks = vec![
        watch(When::After, "shuffle", Some(is(v("p"), v("me"))), vec![gain_expr(v("n"), Some("points"))]),
        modify("room", v("n"), None),
    ];
    let checked = game(vec![until(hooks)]).check();
    assert_eq!(checked.codes(), NONE);
    let [first, second] = checked.tree.hooks.as_slice() else { panic!("two hooks") };
    let HookSource::Lasting { captures } = &first.source else { panic!("lasting") };
    assert_eq!(captures, &[LocalId(3), LocalId(6)]);
    assert_eq!(first.locals.list.first().map(|l| l.name.as_str()), Some("p"));
    assert!(matches!(&second.source, HookSource::Lasting { captures } if captures == &[LocalId(6)]));
}

#[test]
fn lasting_hooks_are_numbered_after_the_others() {
    let mut g = game(vec![until(vec![modify("room", num(1), None)])]);
    g.rule(vec![watch(When::After, "shuffle", None, vec![])]);
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    let test = checked.tree.actions.iter().find(|a| a.name == "test").and_then(|a| a.body.clone()).unwrap();
    let StatementKind::Until { hooks, .. } = &test[0].kind else { panic!("until") };
    assert_eq!(hooks, &[HookId(1)]);
    assert!(matches!(checked.tree.hooks[1].source, HookSource::Lasting { .. }));
}

#[test]
fn names_around_a_lasting_hook_are_not_hidden() {
    let codes =
        codes(vec![until(vec![watch(When::After, "play", None, vec![gain_expr(v("c.cost"), Some("points"))])])]);
    assert_eq!(codes, ["E0251"]);
}

#[test]
fn later_captures_too() {
    let later = st(S::Later { body: block(vec![put(v("c"), v("discard"))]) });
    let list = fine(vec![later]);
    assert!(
        matches!(&list[0].kind, StatementKind::Later { captures, locals, .. } if captures == &[LocalId(0)] && locals.list.len() == 1)
    );
}

#[test]
fn abilities_of_cards_and_of_kinds() {
    let mut g = game(Vec::new());
    g.card("creature", "imp", vec![ability("instant", vec![put(v("this"), v("discard"))])]);
    g.every(
        "creature",
        vec![ability("active", vec![gain_expr(v("this.cost"), Some("points"))]), ability("instant", vec![])],
    );
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    let made: Vec<(u16, bool, usize)> =
        checked.tree.abilities.iter().map(|a| (a.ability.0, a.full, a.body.len())).collect();
    assert_eq!(made, [(0, true, 1), (1, false, 1)]);
}

#[test]
fn hooks_of_a_kind_count_for_its_sub_kinds() {
    let mut g = game(Vec::new());
    let inside = hook(HookKind::WhileIn {
        zone: name("discard"),
        hooks: vec![watch(When::After, "play", None, vec![put(v("this"), v("row"))])],
    });
    g.every("clone", vec![Member::Hook(inside)]);
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    assert_eq!(checked.tree.hooks.len(), 2);
}

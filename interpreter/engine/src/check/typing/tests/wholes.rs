//! Values, phases, flow and scores: the whole tree.

use super::build::*;
use super::fixture::*;
use crate::check::tree::{Each, Score};
use crate::ids::*;
use crate::program::nouns::Type;
use crate::syntax::ast::Op;

const NONE: [&str; 0] = [];

#[test]
fn values_are_typed_in_any_order() {
    let mut g = game(Vec::new());
    g.value("first_one", &[("q", Type::Actor)], bin(call("second_one", vec![v("q")]), Op::Add, num(1)));
    g.value("second_one", &[("q", Type::Actor)], count(v("q.hand")));
    g.value("rivals", &[("q", Type::Actor)], of("opponents", v("q")));
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    let ty = |n: &str| checked.tree.values.iter().find(|d| d.name == n).map(|d| d.expr.ty.clone());
    assert_eq!(ty("first_one"), Some(Type::Number));
    assert_eq!(ty("rivals"), Some(Type::Set(Box::new(Type::Actor))));
}

#[test]
fn values_that_need_themselves() {
    let mut g = game(Vec::new());
    g.value("chicken", &[], call("egg", vec![]));
    g.value("egg", &[], bin(call("chicken", vec![]), Op::Add, num(1)));
    assert_eq!(g.check().codes(), ["E0654"]);
    let mut g = game(Vec::new());
    g.value("low", &[], num(1));
    g.value("high", &[], bin(call("low", vec![]), Op::Add, num(1)));
    g.rule(vec![modify("low", call("high", vec![]), None)]);
    assert_eq!(g.check().codes(), ["E0654"]);
}

#[test]
fn a_value_belongs_to_nobody() {
    let mut g = game(Vec::new());
    g.value("mine", &[], v("me.points"));
    assert_eq!(g.check().codes(), ["E0259"]);
}

#[test]
fn a_phase_without_each_has_no_me() {
    let with = |each: bool| {
        let mut g = game(Vec::new());
        g.phase("deal", vec![gain(1, "points"), put(top(None, v("deck")), v("me.hand"))]);
        if each {
            g.each_turn("deal");
        }
        g.check()
    };
    assert_eq!(with(false).codes(), ["E0259", "E0259"]);
    let checked = with(true);
    assert_eq!(checked.codes(), NONE);
    assert_eq!(checked.tree.phases.get(1).map(|p| p.each), Some(Each::TurnOrder));
    let mut g = game(Vec::new());
    let all = for_each("q", v("players"), vec![by(gain(1, "points"), v("q"))]);
    g.phase("deal", vec![all]);
    assert_eq!(g.check().codes(), NONE);
    let mut g = game(Vec::new());
    g.phase("deal", vec![gain(1, "points")]);
    g.manifest.flow.turn = vec![name("deal")];
    assert_eq!(g.check().codes(), NONE);
}

#[test]
fn the_flow_names_phases() {
    let mut g = game(Vec::new());
    g.manifest.flow.setup = vec![name("act")];
    g.manifest.flow.round = vec![name("turn"), name("act")];
    g.manifest.flow.turn = vec![name("act")];
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    assert_eq!(checked.tree.flow.round, [None, Some(PhaseId(0))]);
    let mut g = game(Vec::new());
    g.manifest.flow.round = vec![name("atc")];
    assert_eq!(g.check().codes(), ["E0657"]);
}

#[test]
fn scores() {
    let mut g = game(Vec::new());
    g.value("total", &[("q", Type::Actor)], v("q.points"));
    g.manifest.game.ranking = vec![name("points"), name("total"), name("red")];
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    assert!(matches!(checked.tree.ranking.as_slice(), [Score::State(_), Score::Value(_), Score::Stuff(_)]));
    let mut g = game(Vec::new());
    g.manifest.game.ranking = vec![name("pints"), name("price")];
    assert_eq!(g.check().codes(), ["E0659", "E0659"]);
}

#[test]
fn primitives_come_first_and_events_have_no_body() {
    let mut g = game(Vec::new());
    g.event("season", &[("q", Type::Actor)]);
    g.phase("deal", vec![do_("season", vec![v("p1")])]);
    let checked = g.check();
    assert_eq!(checked.codes(), NONE);
    assert_eq!(checked.tree.actions.first().map(|a| a.name.as_str()), Some("gain"));
    let season = checked.tree.actions.iter().find(|a| a.name == "season").unwrap();
    assert!(season.body.is_none());
    assert_eq!(season.params, 1);
    assert_eq!(checked.tree.numbers, [("goal".to_string(), 60)]);
}

#[test]
fn parameters_do_not_hide_nouns() {
    let mut g = game(Vec::new());
    g.action("bad", &[("deck", Type::Number)], None, Vec::new());
    assert_eq!(g.check().codes(), ["E0251"]);
}

#[test]
fn somebody_must_do_an_action_that_reads_me() {
    let call = |statement| {
        let mut g = game(Vec::new());
        g.action("draw", &[], None, vec![put(top(None, v("deck")), v("me.hand"))]);
        g.action("draw_again", &[], None, vec![do_("draw", vec![])]);
        g.action("fill", &[], None, vec![put(top(None, v("deck")), v("row"))]);
        g.phase("deal", vec![statement]);
        g.check()
    };
    assert_eq!(call(do_("draw", vec![])).codes(), ["E0259"]);
    assert_eq!(call(do_("draw_again", vec![])).codes(), ["E0259"]);
    assert_eq!(call(by(do_("draw", vec![]), v("p1"))).codes(), NONE);
    assert_eq!(call(do_("fill", vec![])).codes(), NONE);
}

#[test]
fn a_candidate_may_bear_a_name_around_it() {
    let every = ex(crate::syntax::ast::ExprKind::Every {
        name: name("c"),
        set: Box::new(v("me.arena")),
        cond: Box::new(more(v("c.cost"), num(1))),
    });
    assert_eq!(codes(vec![needs(every)]), NONE);
}

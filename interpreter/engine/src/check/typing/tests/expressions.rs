//! Names, fields, comparisons and selections.

use super::build::*;
use super::fixture::*;
use crate::check::tree::{self, ExprKind as K, Function};
use crate::ids::*;
use crate::program::nouns::{Class, KindSet, Type};
use crate::syntax::ast::{Expr, ExprKind, Fold, Op, Order};

fn set(ty: Type) -> Type {
    Type::Set(Box::new(ty))
}

fn expr(e: Expr) -> tree::Expr {
    let list = fine(vec![let_("it_is", e), needs(not(is(v("it_is"), v("none"))))]);
    match list.into_iter().next().map(|s| s.kind) {
        Some(tree::StatementKind::Let { expr, .. }) => expr,
        _ => panic!("a let"),
    }
}

fn code(e: Expr) -> Vec<&'static str> {
    codes(vec![let_("it_is", e), needs(not(is(v("it_is"), v("none"))))])
}

#[test]
fn fields_of_cards() {
    assert_eq!(type_of(v("c.cost")), Type::Number);
    assert_eq!(type_of(v("c.family")), Type::Enum(EnumId(0)));
    assert_eq!(type_of(v("c.family.sale")), Type::Bundle);
    assert_eq!(type_of(v("c.family.sale.red")), Type::Number);
    assert_eq!(type_of(v("k.damage")), Type::Number);
    assert_eq!(type_of(v("c.used")), Type::Bool);
    assert_eq!(type_of(v("c.holder")), Type::Actor);
    assert_eq!(type_of(v("c.position")), Type::Number);
    assert_eq!(type_of(v("c.design")), Type::Design(CREATURE));
    assert_eq!(type_of(v("c.face")), Type::Bool);
    assert_eq!(type_of(v("c.era")), Type::Space(SpaceKindId(0)));
    assert_eq!(type_of(v("c.zone.holder")), Type::Actor);
}

#[test]
fn fields_of_players_and_seats() {
    assert_eq!(type_of(v("me.points")), Type::Number);
    assert_eq!(type_of(v("p.passed")), Type::Bool);
    assert_eq!(type_of(v("me.red")), Type::Number);
    assert_eq!(type_of(v("me.stone")), Type::Bundle);
    assert_eq!(type_of(v("me.era")), Type::Space(SpaceKindId(0)));
    assert_eq!(type_of(v("me.army")), Type::Unit(UnitKindId(1)));
    assert_eq!(type_of(v("me.seat")), Type::Seat);
    assert_eq!(type_of(v("me.played")), set(Type::Component(KindSet::all())));
    assert_eq!(type_of(v("me.panel")), set(Type::Space(SpaceKindId(2))));
    assert_eq!(type_of(v("opponents.champions")), set(Type::Component(CHAMPION)));
    assert_eq!(type_of(of("start", v("p"))), Type::Number);
}

#[test]
fn what_is_the_seats_is_read_of_the_actor() {
    let K::State(id, Some(of)) = expr(v("me.credit")).kind else { panic!("a state") };
    assert_eq!(id, StateId(7));
    assert!(matches!(of.kind, K::Function(Function::SeatOf, _)));
}

#[test]
fn fields_of_spaces_and_units() {
    let era = Type::Space(SpaceKindId(0));
    assert_eq!(type_of(v("e.height")), Type::Number);
    assert_eq!(type_of(v("e.next")), era);
    assert_eq!(type_of(v("e.previous")), era);
    assert_eq!(type_of(v("e.vortex")), Type::Bool);
    assert_eq!(type_of(v("e.rift")), Type::Number);
    assert_eq!(type_of(v("s.north")), Type::Space(SpaceKindId(1)));
    assert_eq!(type_of(v("s.mark")), Type::Actor);
    assert_eq!(type_of(v("s.row")), Type::Number);
    assert_eq!(type_of(v("foo.era")), era);
    assert_eq!(type_of(v("me.army.level")), Type::Number);
    assert_eq!(type_of(v("u.owner")), Type::Actor);
}

#[test]
fn a_zone_of_one_reads_as_its_card() {
    let K::Attribute(_, of) = expr(v("e.mission.cost")).kind else { panic!("an attribute") };
    assert!(matches!(of.kind, K::OnlyCard(_)));
    assert_eq!(code(v("me.hand.cost")), ["E0254"]);
}

#[test]
fn built_in_nouns_and_functions() {
    assert_eq!(type_of(v("round")), Type::Number);
    assert_eq!(type_of(v("turn_order")), set(Type::Actor));
    assert_eq!(type_of(v("first_player")), Type::Actor);
    assert_eq!(type_of(v("seats")), set(Type::Seat));
    assert_eq!(type_of(v("living_teams")), Type::Number);
    assert_eq!(type_of(v("active")), Type::Actor);
    assert_eq!(type_of(v("nothing")), Type::Bundle);
    assert_eq!(type_of(v("eras")), set(Type::Space(SpaceKindId(0))));
    assert_eq!(type_of(v("armies")), set(Type::Unit(UnitKindId(1))));
    assert_eq!(type_of(v("grid")), set(Type::Space(SpaceKindId(1))));
    assert_eq!(type_of(v("stone")), set(Type::Stuff));
    assert_eq!(type_of(v("goal")), Type::Number);
    assert_eq!(type_of(call("min", vec![num(1), v("n")])), Type::Number);
    assert_eq!(type_of(call("left", vec![v("p")])), Type::Actor);
    assert_eq!(type_of(call("reverse", vec![v("turn_order")])), set(Type::Actor));
    assert_eq!(type_of(call("distance", vec![v("me.era"), v("e")])), Type::Number);
    assert_eq!(type_of(call("next", vec![v("e"), num(2)])), Type::Space(SpaceKindId(0)));
    assert_eq!(type_of(call("units_at", vec![v("e")])), set(Type::AnyUnit));
    assert_eq!(type_of(call("price", vec![v("me"), v("c")])), Type::Number);
    assert_eq!(type_of(of("neighbours", v("e"))), set(Type::Space(SpaceKindId(0))));
    assert_eq!(type_of(of("opponents", v("p"))), set(Type::Actor));
    assert_eq!(type_of(of("kinds", v("creature"))), set(Type::Design(CREATURE)));
    assert_eq!(type_of(of("supply", v("red"))), Type::Number);
    assert_eq!(type_of(of("goal", v("me.hand"))), set(Type::Component(CREATURE)));
    assert_eq!(type_of(of("holder", v("c"))), Type::Actor);
}

#[test]
fn the_worth_of_stuff_and_numbers_by_seat_are_looked_up() {
    assert!(matches!(expr(v("red.worth")).kind, K::Lookup(..)));
    assert!(matches!(expr(of("start", v("me"))).kind, K::Lookup(..)));
}

#[test]
fn enum_values_by_expected_type_or_in_front() {
    assert_eq!(type_of(is(v("c.family"), v("water"))), Type::Bool);
    assert_eq!(type_of(v("family.water")), Type::Enum(EnumId(0)));
    assert_eq!(type_of(v("fire")), Type::Enum(EnumId(0)));
    assert_eq!(code(v("water")), ["E0253"]);
    assert_eq!(type_of(bin(v("water"), Op::In, v("c.shapes"))), Type::Bool);
    assert_eq!(type_of(bin(v("c.family"), Op::In, list(vec![v("water"), v("fire")]))), Type::Bool);
}

#[test]
fn unknown_and_misused_names() {
    assert_eq!(code(v("hnad")), ["E0250"]);
    assert_eq!(code(v("hand")), ["E0255"]);
    assert_eq!(code(v("army")), ["E0255"]);
    assert_eq!(code(v("price")), ["E0252"]);
    assert_eq!(code(v("play")), ["E0252"]);
    assert_eq!(code(call("hand", vec![])), ["E0252"]);
    assert_eq!(code(call("play", vec![v("c")])), ["E0252"]);
    assert_eq!(code(call("prise", vec![])), ["E0256"]);
    assert_eq!(code(call("price", vec![v("me")])), ["E0351"]);
    assert_eq!(code(call("price", vec![v("c"), v("c")])), ["E0350"]);
    assert_eq!(code(v("me.cost")), ["E0254"]);
    assert_eq!(code(v("family.watr")), ["E0254"]);
    assert_eq!(code(v("it")), ["E0258"]);
    assert_eq!(code(v(".cost")), ["E0258"]);
    assert_eq!(code(v("this")), ["E0259"]);
    assert_eq!(code(v("who")), ["E0259"]);
    assert_eq!(code(v("creature")), ["E0350"]);
}

#[test]
fn a_misspelt_name_is_told_its_neighbour() {
    let checked = game(vec![use_(v("discrad"))]).check();
    let help = checked.found.first().and_then(|d| d.help.clone());
    assert_eq!(help.as_deref(), Some("did you mean `discard`?"));
}

#[test]
fn one_mistake_is_reported_once() {
    assert_eq!(code(more(bin(v("nonsense.more"), Op::Add, num(1)), num(2))), ["E0250"]);
}

#[test]
fn comparisons() {
    for e in [
        is(v("x"), v("creature")),
        is(v("x"), v("fighter")),
        is(v("c"), v("imp")),
        is(v("c"), v("up")),
        is(v("me.hand"), v("empty")),
        is(v("s.mark"), v("none")),
        is(v("p"), v("alive")),
        is(v("p"), v("me")),
        is(v("c.zone"), v("arena")),
        is(v("u"), v("army")),
        is(v("e"), v("dawn")),
        is(v("n"), num(3)),
        bin(v("n"), Op::In, bin(num(1), Op::Range, num(4))),
        bin(v("c"), Op::In, v("me.hand")),
        bin(v("c"), Op::Has, v("active")),
        bin(v("c.shapes"), Op::Has, v("fire")),
        bin(v("c"), Op::IsNot, v("x")),
        bin(v("e"), Op::NotIn, of("neighbours", v("me.era"))),
    ] {
        assert_eq!(type_of(e), Type::Bool);
    }
}

#[test]
fn comparisons_that_cannot_be() {
    assert_eq!(code(is(v("c"), v("p"))), ["E0353"]);
    assert_eq!(code(is(v("c"), v("champion"))), ["E0353"]);
    assert_eq!(code(is(v("p"), v("creature"))), ["E0353"]);
    assert_eq!(code(is(v("n"), v("empty"))), ["E0353"]);
    assert_eq!(code(is(v("me.hand"), v("me.arena"))), [] as [&str; 0]);
    assert_eq!(code(more(v("c"), num(3))), ["E0353"]);
    assert_eq!(code(more(v("me.hand"), num(3))), ["E0353"]);
    assert_eq!(code(bin(v("p"), Op::In, v("me.hand"))), ["E0353"]);
    assert_eq!(code(is(v("c.family"), v("hill"))), ["E0353"]);
    assert_eq!(code(bin(v("n"), Op::Has, v("active"))), ["E0353"]);
}

#[test]
fn kinds_narrow_what_can_be_read() {
    assert_eq!(code(v("x.defense")), ["E0352"]);
    assert_eq!(type_of(and(is(v("x"), v("champion")), more(v("x.defense"), num(3)))), Type::Bool);
    let narrowed = filter(v("row"), and(is(v("it"), v("champion")), more(v(".defense"), num(3))));
    assert_eq!(type_of(narrowed), set(Type::Component(CHAMPION)));
    let sum =
        |over| ex(ExprKind::Fold { fold: Fold::Sum, expr: Box::new(v(".cost")), name: None, over: Box::new(over) });
    assert_eq!(code(sum(v("row"))), ["E0352"]);
    assert_eq!(type_of(sum(filter(v("row"), is(v("it"), v("fighter"))))), Type::Number);
    let either = bin(is(v("x"), v("creature")), Op::Or, is(v("x"), v("champion")));
    assert_eq!(type_of(and(either, more(v("x.cost"), num(1)))), Type::Bool);
    let other = bin(not(is(v("x"), v("champion"))), Op::Or, more(v("x.defense"), num(3)));
    assert_eq!(type_of(other), Type::Bool);
}

#[test]
fn sums_of_numbers_sets_and_bundles() {
    assert_eq!(type_of(bin(v("n"), Op::Add, num(1))), Type::Number);
    assert_eq!(type_of(bin(v("me.hand"), Op::Add, v("me.champions"))), set(Type::Component(KindSet(3))));
    assert_eq!(type_of(bin(v("me.hand"), Op::Add, top(None, v("me.arena")))), set(Type::Component(CREATURE)));
    assert_eq!(type_of(bin(v("me.stone"), Op::Add, v("c.family.sale"))), Type::Bundle);
    assert_eq!(type_of(bin(v("me.hand"), Op::Except, v("c"))), set(Type::Component(CREATURE)));
    assert_eq!(type_of(bin(v("me.stone"), Op::Except, v("nothing"))), Type::Bundle);
    assert_eq!(code(bin(v("me.hand"), Op::Subtract, v("c"))), ["E0350"]);
    assert_eq!(code(bin(v("me.hand"), Op::Add, v("players"))), ["E0350"]);
    assert_eq!(code(bin(v("me.hand"), Op::Except, v("p"))), ["E0350"]);
}

#[test]
fn selections() {
    assert_eq!(type_of(top(Some(2), v("deck"))), set(Type::Component(KindSet::all())));
    assert_eq!(type_of(top(None, v("me.arena"))), Type::Component(CREATURE));
    assert_eq!(type_of(count(v("me.hand"))), Type::Number);
    assert_eq!(type_of(count(v("me.stone"))), Type::Number);
    assert_eq!(type_of(any(v("players"), Some(more(v(".points"), num(3))))), Type::Bool);
    let no = ex(ExprKind::No(Some(name("q")), sel(v("players"), Some(is(v("q.passed"), v("true"))))));
    assert!(matches!(expr(no).kind, K::Not(_)));
    let every = ex(ExprKind::Every {
        name: name("i"),
        set: Box::new(bin(num(1), Op::Range, num(4))),
        cond: Box::new(more(v("i"), num(0))),
    });
    assert_eq!(type_of(every), Type::Bool);
    let most = ex(ExprKind::Extreme { most: true, by: Box::new(v(".points")), set: Box::new(v("players")) });
    assert_eq!(type_of(most), set(Type::Actor));
    let first = |by: Expr| {
        let order = Order::Following { reverse: false, by };
        ex(ExprKind::First { set: Box::new(v("players")), order: Box::new(order) })
    };
    assert_eq!(type_of(first(v("points"))), Type::Actor);
    assert_eq!(type_of(first(v("turn_order"))), Type::Actor);
    assert_eq!(type_of(ex(ExprKind::CountDifferent(name("family"), Box::new(v("me.hand"))))), Type::Number);
    let lines = ex(ExprKind::Lines { length: Box::new(num(2)), board: name("grid") });
    assert_eq!(type_of(lines), set(set(Type::Space(SpaceKindId(1)))));
    let reached = ex(ExprKind::Reached {
        from: Box::new(v("e")),
        a: name("a"),
        b: name("b"),
        cond: Box::new(more(v("a.height"), v("b.height"))),
    });
    assert_eq!(type_of(reached), set(Type::Space(SpaceKindId(0))));
    let nearest = ex(ExprKind::Nearest { to: Box::new(v("e")), cond: Some(Box::new(v(".vortex"))) });
    assert_eq!(type_of(nearest), set(Type::Space(SpaceKindId(0))));
    assert_eq!(type_of(list(vec![v("me.army"), v("foo")])), set(Type::AnyUnit));
    assert_eq!(code(list(vec![v("c"), v("p")])), ["E0350"]);
    assert_eq!(code(any(v("n"), None)), ["E0350"]);
}

#[test]
fn constant_lists_and_bundles() {
    assert!(matches!(expr(list(vec![v("fire"), v("dragon")])).kind, K::ConstList(_)));
    let bundle = ex(ExprKind::Bundle(vec![amount(num(3), Some("red"))]));
    assert!(matches!(expr(bundle).kind, K::Bundle(_)));
    assert_eq!(code(ex(ExprKind::Bundle(vec![amount(num(3), Some("points"))]))), ["E0250"]);
}

#[test]
fn asking_whether_something_can_be_done() {
    let can = |f: &str, args| ex(ExprKind::Can { name: name(f), args, by: Some(Box::new(v("p"))) });
    assert_eq!(type_of(can("play", vec![v("c")])), Type::Bool);
    assert_eq!(code(can("price", vec![])), ["E0252"]);
    assert_eq!(code(can("play", vec![])), ["E0351"]);
}

#[test]
fn stuff_lies_where_its_class_says() {
    assert!(matches!(expr(v("e.rift")).kind, K::Stuff(StuffId(2), Class::Space, _)));
    assert_eq!(code(v("me.rift")), ["E0254"]);
    assert_eq!(code(v("s.vortex")), ["E0254"]);
}

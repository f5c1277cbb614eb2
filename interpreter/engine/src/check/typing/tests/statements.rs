//! Each statement, right and wrong.

use super::build::*;
use super::fixture::*;
use crate::check::tree::{self, StatementKind as T};
use crate::ids::*;
use crate::program::nouns::Type;
use crate::syntax::ast::{self, Face, Many, Op, OptionKind, Pattern, StatementKind as S};

const NONE: [&str; 0] = [];

fn only(statements: Vec<ast::Statement>) -> T {
    let mut list = fine(statements);
    assert_eq!(list.len(), 1);
    list.remove(0).kind
}

#[test]
fn choosing() {
    let list = fine(vec![
        choose_where("a", v("me.hand"), Some(more(v("a.cost"), v(".cost"))), false),
        put(v("a"), v("discard")),
        choose_many(Many::UpTo(num(2)), "some", v("me.hand"), None, false),
        put(v("some"), v("discard")),
    ]);
    assert!(matches!(&list[0].kind, T::Choose { set, .. } if matches!(set.kind, tree::ExprKind::Filter { .. })));
    assert_eq!(codes(vec![choose("a", v("me.hand"))]), ["W0650"]);
    assert_eq!(codes(vec![choose("p", v("me.hand")), use_(v("c"))]), ["E0251", "W0650"]);
    assert_eq!(codes(vec![choose("hand", v("me.hand")), use_(v("c"))]), ["E0251", "W0650"]);
    assert_eq!(codes(vec![choose("a", v("n")), use_(v("a"))]), ["E0350"]);
}

#[test]
fn a_name_ends_with_its_block() {
    let inside = if_(v("me.passed"), vec![choose("a", v("me.hand")), use_(v("a"))]);
    assert_eq!(codes(vec![inside.clone(), inside.clone()]), NONE);
    assert_eq!(codes(vec![inside, use_(v("a"))]), ["E0250"]);
}

#[test]
fn stuff_can_be_chosen_and_gained_by_name() {
    let list = fine(vec![choose("a", v("stone")), gain(1, "a")]);
    assert!(matches!(&list[1].kind, T::Gain { amounts, .. } if matches!(amounts[0].what, tree::What::Named(_))));
}

#[test]
fn offers() {
    let option = |kind| ast::OfferOption { kind, tags: ast::Tags::default(), span: Default::default() };
    let play = |f: &str, args| {
        option(OptionKind::Action {
            action: name(f),
            args,
            each: Some((name("a"), sel(v("me.hand"), None))),
            blind: false,
        })
    };
    let stop = option(OptionKind::Block { name: None, needs: Some(v("me.passed")), body: block(vec![st(S::Stop)]) });
    let offer = |repeatedly, options| st(S::Offer { count: None, repeatedly, options });
    let kind = only(vec![offer(true, vec![play("play", vec![v("a")]), stop.clone()])]);
    assert!(matches!(kind, T::Offer { options, .. } if options.len() == 2));
    assert_eq!(codes(vec![offer(false, vec![stop])]), ["E0652"]);
    assert_eq!(codes(vec![offer(true, vec![play("plaz", vec![v("a")])])]), ["E0256"]);
    assert_eq!(codes(vec![offer(true, vec![play("play", vec![v("p")])])]), ["E0350", "W0650"]);
}

#[test]
fn gaining_and_losing() {
    assert!(matches!(only(vec![gain(2, "points")]), T::Gain { on: None, .. }));
    assert!(matches!(only(vec![gain_on(1, "damage", Some(v("k")))]), T::Gain { on: Some(_), .. }));
    assert!(matches!(only(vec![gain(1, "credit")]), T::Gain { on: Some(_), .. }));
    assert!(matches!(only(vec![gain(1, "cycle")]), T::Gain { on: None, .. }));
    assert!(matches!(only(vec![gain_on(1, "rift", Some(v("e")))]), T::Gain { .. }));
    assert!(matches!(only(vec![gain_expr(v("c.family.sale"), None)]), T::Gain { .. }));
    let each = ast::ForEachCount { different: Some(name("family")), of: sel(v("me.arena"), None) };
    let gained = S::Gain { lose: true, amounts: vec![amount(num(1), Some("points"))], each: Some(each), on: None };
    assert!(matches!(only(vec![st(gained)]), T::Gain { lose: true, times: Some(_), .. }));
    assert_eq!(codes(vec![gain(1, "damage")]), ["E0355"]);
    assert_eq!(codes(vec![gain_on(1, "damage", Some(v("p")))]), ["E0355"]);
    assert_eq!(codes(vec![gain_on(1, "damage", Some(v("c")))]), ["E0355"]);
    assert_eq!(codes(vec![gain_on(1, "cycle", Some(v("p")))]), ["E0355"]);
    assert_eq!(codes(vec![gain(1, "rift")]), ["E0355"]);
    assert_eq!(codes(vec![gain(1, "passed")]), ["E0350"]);
    assert_eq!(codes(vec![gain(1, "stone")]), ["E0350"]);
    assert_eq!(codes(vec![gain(1, "pionts")]), ["E0250"]);
    assert_eq!(codes(vec![gain_expr(num(2), None)]), ["E0350"]);
    assert_eq!(codes(vec![gain_expr(v("me.hand"), Some("points"))]), ["E0350"]);
}

#[test]
fn setting() {
    assert!(matches!(only(vec![set(v("me.passed"), None)]), T::Set { target: tree::Target::State(..), .. }));
    assert!(matches!(only(vec![set(v("s.mark"), Some(v("me")))]), T::Set { .. }));
    assert!(matches!(only(vec![set(v("s.mark"), Some(v("none")))]), T::Set { .. }));
    assert!(matches!(only(vec![set(v("me.era"), Some(v("dawn")))]), T::Set { target: tree::Target::Place(_), .. }));
    assert!(matches!(
        only(vec![set(v("first_player"), Some(v("p")))]),
        T::Set { target: tree::Target::FirstPlayer, .. }
    ));
    assert!(matches!(only(vec![set(v("e.rift"), Some(num(2)))]), T::Set { target: tree::Target::Stuff(..), .. }));
    assert_eq!(codes(vec![set(v("c.cost"), Some(num(2)))]), ["E0354"]);
    assert_eq!(codes(vec![set(v("n"), Some(num(2)))]), ["E0354"]);
    assert_eq!(codes(vec![set(v("me.points"), None)]), ["E0354"]);
    assert_eq!(codes(vec![set(v("me.points"), Some(v("me")))]), ["E0350"]);
    assert_eq!(codes(vec![set(call("room", vec![]), Some(num(2)))]), ["E0354"]);
}

#[test]
fn moving() {
    assert!(matches!(only(vec![put(v("c"), v("me.hand"))]), T::Move { .. }));
    assert!(matches!(only(vec![put(v("me.hand"), v("discard"))]), T::Move { .. }));
    assert!(matches!(only(vec![put(v("me"), v("dawn"))]), T::Walk { .. }));
    assert!(matches!(only(vec![put(v("foo"), v("e.next"))]), T::Walk { .. }));
    assert_eq!(codes(vec![put(v("me"), v("a1"))]), ["E0350"]);
    assert_eq!(codes(vec![put(v("me"), v("discard"))]), ["E0350"]);
    assert_eq!(codes(vec![put(v("c"), v("me"))]), ["E0350"]);
    assert_eq!(codes(vec![put(v("n"), v("discard"))]), ["E0350"]);
    let swap = |a, b| st(S::Swap { a, b });
    assert!(matches!(only(vec![swap(top(None, v("me.hand")), v("c"))]), T::Swap { .. }));
    assert!(matches!(only(vec![swap(v("me.hand"), v("p.hand"))]), T::Swap { .. }));
    assert!(matches!(only(vec![swap(v("me"), v("p"))]), T::Swap { .. }));
    assert_eq!(codes(vec![swap(v("me"), v("c"))]), ["E0350"]);
}

#[test]
fn moving_stuff() {
    let stuff = |what: &str, from, to| st(S::MoveStuff { number: Some(num(1)), stuff: name(what), from, to });
    assert!(matches!(
        only(vec![stuff("rift", v("supply"), v("e"))]),
        T::MoveStuff { from: tree::Holder::Supply, to: tree::Holder::At(..), .. }
    ));
    assert!(matches!(
        only(vec![stuff("falling", v("e"), v("e.rift"))]),
        T::MoveStuff { to: tree::Holder::Account(..), .. }
    ));
    let mix = st(S::MoveMix { number: num(2), of: v("stone"), from: v("p"), to: v("me") });
    assert!(matches!(only(vec![mix]), T::MoveMix { .. }));
    let list = fine(vec![choose("a", v("stone")), stuff("a", v("supply"), v("me"))]);
    assert!(matches!(list[1].kind, T::MoveMix { .. }));
    assert_eq!(codes(vec![stuff("rift", v("supply"), v("me"))]), ["E0355"]);
    assert_eq!(codes(vec![stuff("points", v("supply"), v("me"))]), ["E0250"]);
    assert_eq!(codes(vec![stuff("red", v("me"), v("n"))]), ["E0355"]);
    assert_eq!(codes(vec![stuff("rift", v("e"), v("me.red"))]), ["E0355"]);
}

#[test]
fn paying() {
    let pay =
        |n, what: Option<&str>, of, x: Option<&str>| st(S::Pay { amount: amount(n, what), of, name: x.map(name) });
    let list = fine(vec![pay(num(3), Some("stone"), None, Some("spent")), gain_expr(v("spent.red"), Some("points"))]);
    assert!(matches!(list[0].kind, T::Pay { local: Some(_), .. }));
    assert!(matches!(only(vec![pay(num(1), Some("points"), None, None)]), T::Pay { .. }));
    assert!(matches!(only(vec![pay(v("c.family.sale"), None, None, None)]), T::Pay { .. }));
    assert!(matches!(only(vec![pay(num(2), None, Some(v("stone")), None)]), T::PayMix { .. }));
    assert_eq!(codes(vec![pay(num(1), Some("damage"), None, None)]), ["E0355"]);
    assert_eq!(codes(vec![pay(num(1), None, None, None)]), ["E0350"]);
}

#[test]
fn dice() {
    let roll = |x: &str| st(S::Roll { count: num(2), dice: name("combat"), name: name(x), seen: None });
    let list = fine(vec![
        roll("r"),
        st(S::Reroll { pool: name("r"), cond: Some(bin(v(".face"), Op::LessOrEqual, num(2))) }),
        gain_on(3, "bonus", Some(v("r"))),
        gain_expr(bin(v("r.total"), Op::Add, v("r.bonus")), Some("points")),
        st(S::Window {
            name: name("rolled"),
            args: vec![v("r"), v("u")],
            to: Some(v("me")),
            order: ast::Order::Natural,
        }),
    ]);
    assert!(matches!(&list[2].kind, T::Set { target: tree::Target::PoolBonus(_), .. }));
    assert_eq!(
        codes(vec![st(S::Roll { count: num(1), dice: name("d6"), name: name("r"), seen: None })]),
        ["E0250", "W0650"]
    );
    assert_eq!(codes(vec![st(S::Reroll { pool: name("n"), cond: None })]), ["E0350"]);
}

#[test]
fn steering() {
    let repeat = |body| st(S::Repeat { count: Some(num(2)), cond: None, body: block(body) });
    assert!(matches!(only(vec![repeat(vec![st(S::Stop)])]), T::Repeat { .. }));
    assert_eq!(codes(vec![st(S::Stop)]), ["E0652"]);
    assert_eq!(codes(vec![if_(v("n"), vec![])]), ["E0350"]);
    assert_eq!(codes(vec![if_(v("me.hand"), vec![])]), ["E0350"]);
    assert!(matches!(only(vec![for_each("q", v("players"), vec![gain(1, "points")])]), T::ForEach { .. }));
    assert!(matches!(
        only(vec![if_(is(v("x"), v("champion")), vec![gain_expr(v("x.defense"), Some("points"))])]),
        T::If { .. }
    ));
    assert_eq!(fine(vec![needs(is(v("x"), v("champion"))), gain_expr(v("x.defense"), Some("points"))]).len(), 2);
    let may = st(S::May {
        body: block(vec![choose("a", v("me.hand")), put(v("a"), v("discard"))]),
        then: Some(block(vec![gain_expr(v("a.cost"), Some("points"))])),
        otherwise: None,
    });
    assert!(matches!(only(vec![may]), T::May { .. }));
    let with = st(S::With {
        name: name("a"),
        from: sel(top(None, v("deck")), None),
        body: block(vec![use_(v("a"))]),
        otherwise: None,
    });
    assert!(matches!(only(vec![with]), T::With { .. }));
    assert!(matches!(only(vec![st(S::EndPhase { phase: name("act") })]), T::EndPhase { .. }));
    assert_eq!(codes(vec![st(S::EndPhase { phase: name("atc") })]), ["E0257"]);
    let won = |e| st(S::EndGame { how: ast::EndGame::WonBy(e) });
    assert_eq!(fine(vec![won(v("me")), won(v("players"))]).len(), 2);
    assert_eq!(codes(vec![won(v("c"))]), ["E0350"]);
    assert_eq!(codes(vec![st(S::Eliminate { who: v("c") })]), ["E0350"]);
    let run = |a: &str| st(S::Run { of: v("c"), ability: name(a), as_this: false });
    assert!(matches!(only(vec![run("active")]), T::Run { .. }));
    assert_eq!(codes(vec![run("passive")]), ["E0257"]);
    assert_eq!(codes(vec![st(S::Run { of: v("k"), ability: name("active"), as_this: false })]), ["E0257"]);
    let split = st(S::Split { total: num(3), among: sel(v("players"), None), name: name("hit") });
    let index = ex(ast::ExprKind::Index(Box::new(v("hit")), Box::new(v("p"))));
    assert_eq!(fine(vec![split, gain_expr(index, Some("points"))]).len(), 2);
    let remember = st(S::Remember { what: v("c"), memory: v("me.played") });
    assert!(matches!(only(vec![remember]), T::Remember { .. }));
    assert_eq!(codes(vec![st(S::Remember { what: v("c"), memory: v("me.hand") })]), ["E0350"]);
    assert!(matches!(only(vec![st(S::Turn { what: sel(v("c"), None), face: Face::Over })]), T::Turn { .. }));
    assert!(matches!(only(vec![st(S::Shuffle { zone: v("deck") })]), T::Shuffle { .. }));
    assert_eq!(codes(vec![st(S::Shuffle { zone: v("c") })]), ["E0350"]);
    let tell = st(S::Tell { to: v("players"), of: v("p.hand"), cond: is(v(".family"), v("water")) });
    assert!(matches!(only(vec![tell]), T::Tell { .. }));
    let random = st(S::Random {
        count: None,
        name: name("a"),
        from: sel(v("deck"), None),
        weighted: Some(num(1)),
        repeats: false,
        seen: None,
    });
    assert_eq!(fine(vec![random, use_(v("a"))]).len(), 2);
}

#[test]
fn calls_and_what_they_give() {
    let bound = |f: &str| {
        st(S::Call {
            name: name(f),
            args: vec![v("c")],
            binder: Some(name("to_era")),
            body: Some(block(vec![put(v("me"), v("to_era"))])),
        })
    };
    assert!(matches!(only(vec![bound("push")]), T::Call { bind: Some(_), .. }));
    assert_eq!(codes(vec![bound("play")]), ["E0658"]);
    assert_eq!(codes(vec![do_("play", vec![])]), ["E0351"]);
    assert_eq!(codes(vec![do_("price", vec![v("me"), v("c")])]), ["E0252"]);
    assert_eq!(codes(vec![do_("nothing_known", vec![])]), ["E0256"]);
    assert_eq!(codes(vec![st(S::Give { expr: v("c") })]), ["E0651"]);
    assert_eq!(codes(vec![st(S::Proceed { with: vec![] })]), ["E0650"]);
    let checked = {
        let mut g = game(Vec::new());
        g.action("give_era", &[], Some(Type::Space(SpaceKindId(0))), vec![st(S::Give { expr: v("me") })]);
        g.check()
    };
    assert_eq!(checked.codes(), ["E0350"]);
}

#[test]
fn by_makes_a_doer() {
    let list = fine(vec![by(choose("a", v("p.hand")), v("p")), put(v("a"), v("discard"))]);
    assert!(list[0].by.is_some());
    assert_eq!(codes(vec![by(gain(1, "points"), v("c"))]), ["E0350"]);
}

#[test]
fn matches() {
    let arm = |pattern| ast::MatchArm { pattern, body: block(vec![]) };
    let on = |e, arms| st(S::Match { on: e, arms });
    assert_eq!(codes(vec![on(v("n"), vec![arm(Pattern::Range(num(1), num(3))), arm(Pattern::Is(num(3)))])]), ["E0356"]);
    assert_eq!(codes(vec![on(v("n"), vec![arm(Pattern::OrLess(num(1))), arm(Pattern::OrMore(num(2)))])]), NONE);
    assert_eq!(codes(vec![on(v("c.family"), vec![arm(Pattern::Is(v("water")))])]), ["W0350"]);
    assert_eq!(codes(vec![on(v("c.family"), vec![arm(Pattern::Is(v("water"))), arm(Pattern::Else)])]), NONE);
    assert_eq!(codes(vec![on(v("c.family"), vec![arm(Pattern::Is(num(1))), arm(Pattern::Else)])]), ["E0350"]);
}

#[test]
fn keywords_expand_with_names_of_their_own() {
    let with_keyword = |statements| {
        let mut g = game(statements);
        let body = st(S::Body { args: vec![v("me")] });
        let same_name = vec![let_("inner", v("limit_n")), if_(more(v("me.points"), v("inner")), vec![body])];
        g.keyword("mastery", &[("limit_n", "number")], same_name);
        g.check()
    };
    let call = |args, binder: Option<&str>, body: Option<Vec<ast::Statement>>| {
        st(S::Call { name: name("mastery"), args, binder: binder.map(name), body: body.map(block) })
    };
    let checked = with_keyword(vec![
        let_("inner", num(1)),
        call(vec![num(10)], Some("q"), Some(vec![by(gain_expr(v("inner"), Some("points")), v("q"))])),
    ]);
    assert_eq!(checked.codes(), NONE);
    let nested = call(vec![num(20)], None, Some(vec![gain(1, "points")]));
    assert_eq!(with_keyword(vec![call(vec![num(10)], None, Some(vec![nested]))]).codes(), NONE);
    assert_eq!(with_keyword(vec![call(vec![], None, Some(vec![]))]).codes(), ["E0351"]);
    assert_eq!(with_keyword(vec![call(vec![num(1)], None, None)]).codes(), ["E0653"]);
    // The block does not see the keyword's names.
    let sees = call(vec![num(1)], None, Some(vec![gain_expr(v("limit_n"), Some("points"))]));
    assert_eq!(with_keyword(vec![sees]).codes(), ["E0250"]);
    assert_eq!(codes(vec![st(S::Body { args: vec![] })]), ["E0653"]);
}

#[test]
fn keywords_that_cannot_work() {
    let mut g = game(Vec::new());
    let again = S::Call {
        name: name("again"),
        args: vec![],
        binder: None,
        body: Some(block(vec![st(S::Body { args: vec![] })])),
    };
    g.keyword("again", &[], vec![st(again)]);
    let codes = g.check().codes();
    assert!(codes.contains(&"E0653"), "{codes:?}");
    let mut g = game(Vec::new());
    g.keyword("silent", &[], vec![gain(1, "points")]);
    assert_eq!(g.check().codes(), ["E0653"]);
}

#[test]
fn all_at_once() {
    let together = |body| st(S::Together { name: name("q"), of: sel(v("players"), None), body: block(body) });
    assert_eq!(fine(vec![together(vec![choose("a", v("q.hand")), put(v("a"), v("q.arena"))])]).len(), 1);
}

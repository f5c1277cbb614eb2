//! Layers: what counts, in which order, and what is said of patches that cannot be.

use super::*;
use crate::check::resolve::fixture::{action, codes, component, hook, item, name, phase, value};
use crate::syntax::ast::{Block, Item, Script};

fn script(items: Vec<Item>) -> Script {
    Script { items, ..Script::default() }
}

fn variant(named: &str, items: Vec<Item>) -> Item {
    item(ItemKind::Variant { name: name(named), items })
}

fn declared(named: &str, needs: &[&str]) -> VariantDecl {
    let needs = needs.iter().map(|needed| name(needed)).collect();
    VariantDecl { name: name(named), group: None, levels: 1, needs, players: None, labels: Default::default() }
}

fn replace(inner: Item) -> Item {
    item(ItemKind::Replace(Box::new(inner)))
}

fn retire(named: &str) -> Item {
    item(ItemKind::Retire { name: name(named) })
}

/// Base items, items of packs 0, 1 …, chosen variants, declared variants.
fn run(base: Vec<Item>, packs: Vec<Vec<Item>>, chosen: &[&str], variants: &[VariantDecl]) -> (Items, Vec<Code>) {
    let mut scripts = vec![(None, script(base))];
    scripts.extend(packs.into_iter().enumerate().map(|(at, items)| (Some(at as u16), script(items))));
    let chosen: Vec<String> = chosen.iter().map(|name| name.to_string()).collect();
    let mut findings = Findings::default();
    let items = collect(&scripts, &chosen, variants, &PackOrder::default(), &mut findings);
    (items, codes(findings))
}

fn action_names(items: &Items) -> Vec<&str> {
    items.actions.iter().map(|action| action.name.text.as_str()).collect()
}

#[test]
fn layers_follow_each_other_and_unchosen_variants_are_left_out() {
    let base = vec![
        variant("solo", vec![action("robot", &[])]),
        variant("long", vec![action("never", &[])]),
        action("draw", &[]),
    ];
    let variants = [declared("solo", &[]), declared("long", &[])];
    let (items, codes) = run(base, vec![vec![action("trade", &[])]], &["solo:2"], &variants);
    assert_eq!(codes, []);
    assert_eq!(action_names(&items), ["draw", "trade", "robot"]);
}

#[test]
fn replace_keeps_the_place_and_retire_takes_away() {
    let base = vec![action("draw", &[]), action("sell", &[]), action("tame", &[])];
    let pack = vec![replace(action("draw", &["n"])), retire("sell")];
    let (items, codes) = run(base, vec![pack], &[], &[]);
    assert_eq!(codes, []);
    assert_eq!(action_names(&items), ["draw", "tame"]);
    assert_eq!(items.actions[0].params.len(), 1);
}

#[test]
fn every_sort_can_be_replaced_and_retired() {
    let heads = |params: &[&str]| {
        vec![
            component("creature", "imp", vec![]),
            item(ItemKind::Event { name: name("rain"), params: crate::check::resolve::fixture::params(params) }),
            item(ItemKind::Window {
                name: name("rolled"),
                params: crate::check::resolve::fixture::params(params),
                says: None,
            }),
            value("price", &[]),
            item(ItemKind::Keyword(ast::Keyword {
                name: name("twice"),
                params: vec![],
                tags: Default::default(),
                body: Block::default(),
            })),
            phase("act", &["one"]),
            item(ItemKind::Rule { name: name("limit_of_stones"), hooks: vec![] }),
        ]
    };
    let (items, codes) = run(heads(&[]), vec![heads(&["x"]).into_iter().map(replace).collect()], &[], &[]);
    assert_eq!(codes, []);
    assert_eq!((items.events[0].params.len(), items.windows[0].params.len()), (1, 1));
    assert_eq!(items.components[0].pack, Some(0));
    let gone = ["imp", "rain", "rolled", "price", "twice", "act", "limit_of_stones"].map(retire).to_vec();
    let (items, codes) = run(heads(&[]), vec![gone], &[], &[]);
    assert_eq!(codes, []);
    assert!(items.components.is_empty() && items.events.is_empty() && items.windows.is_empty());
    assert!(items.values.is_empty() && items.keywords.is_empty() && items.phases.is_empty() && items.rules.is_empty());
}

#[test]
fn steps_are_replaced_and_inserted() {
    let insert = |named: &str, before: bool, at: &str| {
        let kind = ItemKind::InsertStep {
            name: name(named),
            before,
            phase: name("act"),
            at: name(at),
            body: Block::default(),
        };
        item(kind)
    };
    let replace = |step: &str| {
        let body = Block { statements: vec![], span: Span { start: 77, ..Span::default() } };
        item(ItemKind::ReplaceStep { phase: name("act"), step: name(step), body })
    };
    let patches = vec![insert("dawn", true, "main"), insert("dusk", false, "main"), replace("main")];
    let (items, found) = run(vec![phase("act", &["main"])], vec![patches], &[], &[]);
    assert_eq!(found, []);
    let steps: Vec<&str> = items.phases[0].steps.iter().map(|step| step.name.text.as_str()).collect();
    assert_eq!(steps, ["dawn", "main", "dusk"]);
    assert_eq!(items.phases[0].steps[1].body.span.start, 77);
    let wrong = vec![insert("main", true, "main"), insert("x", true, "mian"), replace("none_such")];
    let (_, found) = run(vec![phase("act", &["main"])], vec![wrong], &[], &[]);
    assert_eq!(found, [Code::DuplicateItem, Code::UnknownPatched, Code::UnknownPatched]);
}

#[test]
fn extend_adds_to_a_card() {
    let extend = |named: &str| item(ItemKind::Extend { name: name(named), body: vec![ast::Member::Hook(hook())] });
    let (items, found) = run(vec![component("creature", "imp", vec![])], vec![vec![extend("imp")]], &[], &[]);
    assert_eq!(found, []);
    assert_eq!(items.components[0].members.len(), 1);
    let (_, found) = run(vec![component("creature", "imp", vec![])], vec![vec![extend("inp")]], &[], &[]);
    assert_eq!(found, [Code::UnknownPatched]);
}

#[test]
fn an_unknown_patch_names_the_nearest() {
    let scripts = [(None, script(vec![action("draw", &[])])), (Some(0), script(vec![replace(action("darw", &[]))]))];
    let mut findings = Findings::default();
    collect(&scripts, &[], &[], &PackOrder::default(), &mut findings);
    let list = findings.into_sorted();
    assert_eq!(list[0].code, Code::UnknownPatched);
    assert_eq!(list[0].help.as_deref(), Some("did you mean `draw`?"));
}

#[test]
fn callables_share_one_list_of_names() {
    let (items, found) = run(vec![action("draw", &[]), value("draw", &[])], vec![], &[], &[]);
    assert_eq!(found, [Code::DuplicateItem]);
    assert!(items.values.is_empty());
    let (_, found) = run(vec![action("draw", &[]), phase("draw", &[])], vec![], &[], &[]);
    assert_eq!(found, []);
    let (_, found) = run(vec![phase("act", &["a", "a"])], vec![], &[], &[]);
    assert_eq!(found, [Code::DuplicateItem]);
}

#[test]
fn words_of_the_language_are_not_names() {
    let (_, found) = run(vec![action("move", &[]), value("left", &[]), phase("round", &[])], vec![], &[], &[]);
    assert_eq!(found, [Code::ReservedWord, Code::ReservedWord, Code::ReservedWord]);
}

#[test]
fn two_packs_contradict_each_other_unless_one_needs_the_other() {
    let base = || vec![action("draw", &[])];
    let packs = || vec![vec![replace(action("draw", &[]))], vec![retire("draw")]];
    assert_eq!(run(base(), packs(), &[], &[]).1, [Code::PatchConflict]);
    let packs = vec![vec![retire("draw")], vec![replace(action("draw", &[]))]];
    assert_eq!(run(base(), packs, &[], &[]).1, [Code::PatchConflict]);
    let scripts = [
        (None, script(base())),
        (Some(0), script(vec![replace(action("draw", &[]))])),
        (Some(1), script(vec![replace(action("draw", &["n"]))])),
    ];
    let mut findings = Findings::default();
    let items = collect(&scripts, &[], &[], &PackOrder { after: vec![(1, 0)], ..PackOrder::default() }, &mut findings);
    assert_eq!(codes(findings), []);
    assert_eq!(items.actions[0].params.len(), 1);
}

#[test]
fn two_variants_contradict_each_other_unless_one_needs_the_other() {
    let base = || {
        vec![
            action("draw", &[]),
            variant("a", vec![replace(action("draw", &[]))]),
            variant("b", vec![replace(action("draw", &["n"]))]),
        ]
    };
    let free = [declared("a", &[]), declared("b", &[]), declared("c", &[])];
    assert_eq!(run(base(), vec![], &["a", "b"], &free).1, [Code::PatchConflict]);
    assert_eq!(run(base(), vec![], &["a"], &free).1, []);
    let ordered = [declared("a", &[]), declared("b", &["c"]), declared("c", &["a"])];
    assert_eq!(run(base(), vec![], &["a", "b"], &ordered).1, []);
}

#[test]
fn a_variant_must_be_declared() {
    let (_, found) = run(vec![variant("sola", vec![])], vec![], &[], &[declared("solo", &[])]);
    assert_eq!(found, [Code::UndeclaredVariant]);
}

#[test]
fn loose_hooks_belong_to_variants_only() {
    let hooked = || item(ItemKind::Hook(hook()));
    assert_eq!(run(vec![hooked()], vec![], &[], &[]).1, [Code::HookOutsideRule]);
    let rule = item(ItemKind::Rule { name: name("solo"), hooks: vec![] });
    let (items, found) = run(vec![variant("solo", vec![hooked(), rule])], vec![], &["solo"], &[declared("solo", &[])]);
    assert_eq!(found, []);
    assert_eq!(items.rules.len(), 2);
}

#[test]
fn patches_belong_to_packs_and_variants() {
    assert_eq!(run(vec![action("draw", &[]), retire("draw")], vec![], &[], &[]).1, [Code::PatchOutsideLayer]);
}

#[test]
fn an_unclear_retire_and_a_replacement_of_another_sort_are_mistakes() {
    let base = || vec![action("draw", &[]), phase("draw", &[])];
    assert_eq!(run(base(), vec![vec![retire("draw")]], &[], &[]).1, [Code::UnclearRetire]);
    assert_eq!(run(base(), vec![vec![replace(value("draw", &[]))]], &[], &[]).1, [Code::NotReplaceable]);
    let every = item(ItemKind::Every { kind: name("creature"), body: vec![] });
    assert_eq!(run(base(), vec![vec![replace(every)]], &[], &[]).1, [Code::NotReplaceable]);
}

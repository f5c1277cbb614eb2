//! Whole samples read without a finding, and every form of the language reads as itself.

use cardwright::diagnostic::Findings;
use cardwright::source::FileId;
use cardwright::syntax::ast::{Hook, Item, ItemKind, Script, Statement, StatementKind};
use cardwright::syntax::parse;

const HOW_IT_READS: &str = include_str!("samples/how_it_reads.card");

#[track_caller]
fn reads(text: &str) -> Script {
    let mut findings = Findings::default();
    let script = parse(FileId(0), text, &mut findings);
    if let Some(finding) = findings.into_sorted().first() {
        let rest = text.get(finding.span.start as usize..).unwrap_or("");
        let place: String = rest.chars().take(40).collect();
        panic!(
            "{} {}\n  help: {:?}\n  at: {place}\n  in: {text:.300}",
            finding.code.id(),
            finding.message,
            finding.help
        );
    }
    script
}

#[test]
fn every_sample_of_the_design_reads() {
    let script = reads(HOW_IT_READS);
    assert_eq!(script.items.len(), 20);
    assert_eq!(script.comments.len(), 8);
}

/// The kinds of the statements of a block, such as `["Gain", "Call"]`.
#[track_caller]
fn statements(text: &str) -> Vec<String> {
    let script = reads(&format!("action test() {{ {text} }}"));
    let [Item { kind: ItemKind::Action(action), .. }] = script.items.as_slice() else {
        panic!("not one action: {text}")
    };
    action.body.statements.iter().map(|statement| variant_name(&statement.kind)).collect()
}

/// The first statement of a block.
#[track_caller]
fn statement(text: &str) -> Statement {
    let script = reads(&format!("action test() {{ {text} }}"));
    let Some(ItemKind::Action(action)) = script.items.into_iter().next().map(|item| item.kind) else { panic!() };
    action.body.statements.into_iter().next().expect("a statement")
}

/// The hooks of a rule.
#[track_caller]
fn hooks(text: &str) -> Vec<Hook> {
    let script = reads(&format!("rule test {{ {text} }}"));
    let Some(ItemKind::Rule { hooks, .. }) = script.items.into_iter().next().map(|item| item.kind) else { panic!() };
    hooks
}

fn variant_name(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").chars().take_while(|c| c.is_ascii_alphanumeric()).collect()
}

#[test]
fn every_statement_form_reads() {
    let forms: &[(&str, &str)] = &[
        ("choose c from me.hand", "Choose"),
        ("choose 2 cs from me.hand where .cost > 3 in order blind by p", "Choose"),
        ("choose up to 3 cs from me.hand", "Choose"),
        ("choose up to (n) gone from me.hand", "Choose"),
        ("choose exactly 2 costs from me.hand", "Choose"),
        ("choose any number of guards from t.hand where shield(it) > 0 by t", "Choose"),
        ("choose (count of me.hand - 3) cs from me.hand", "Choose"),
        ("offer { option here { draw(1) } option { stop } option end_turn needs me.hand is empty { stop } }", "Offer"),
        ("offer 2 { option sell(c) for c in me.hand where .cost > 1 blind option focus() }", "Offer"),
        ("offer by p repeatedly { option x once per turn says en \"x\" { stop } }", "Offer"),
        ("offer (n) repeatedly { option x { } }", "Offer"),
        ("split me.power among targets(me) as hit", "Split"),
        ("gain 2 points", "Gain"),
        ("gain n points", "Gain"),
        ("gain c.cost points", "Gain"),
        ("gain (a + b) points", "Gain"),
        ("gain 1 red, 1 blue", "Gain"),
        ("gain c.family.sale", "Gain"),
        ("lose p.stone except kept by p", "Gain"),
        ("gain 2 points for each me.arena where .family is fire on x by p", "Gain"),
        ("gain 1 points for each different .family in me.arena", "Gain"),
        ("set c.mark to me", "Set"),
        ("set me.missed", "Set"),
        ("set speaker to other(speaker)", "Set"),
        ("move c to me.hand", "Move"),
        ("move costs to me.discard up", "Move"),
        ("move top 2 of me.deck to bottom of center_deck down in any order", "Move"),
        ("move me.hand where .cost > 3 to top of deck", "Move"),
        ("move 2 rift from supply to e", "MoveStuff"),
        ("move all falling from e to e.rift", "MoveStuff"),
        ("move (other(me).pot - me.pot) chip from me to me.pot", "MoveStuff"),
        ("move 3 of me.stone from a to b", "MoveMix"),
        ("move n of base_goods from a to b", "MoveMix"),
        ("swap top of me.epochs with top of rival.epochs", "Swap"),
        ("turn c over", "Turn"),
        ("turn me.hand where .cost > 2 up", "Turn"),
        ("flip me.epochs", "Flip"),
        ("shuffle deck", "Shuffle"),
        ("remember c in me.played", "Remember"),
        ("forget c in me.played", "Forget"),
        ("forget me.played", "Forget"),
        ("pay 2 gems", "Pay"),
        ("pay price(me, c) stone as spent", "Pay"),
        ("pay [1 red, 2 blue]", "Pay"),
        ("pay me.rate of base_goods as spent", "Pay"),
        ("needs count of me.arena < slots(me)", "Needs"),
        ("must { draw(1) }", "Must"),
        ("must bring(c, spent)", "Must"),
        ("must choose exactly 2 costs from me.hand", "Must"),
        ("may { draw(1) } then { gain 1 gems } else { stop }", "May"),
        ("may by p { draw(1) }", "May"),
        ("do { pay 1 red } then { gain 3 points } else { }", "Do"),
        ("look at rival.discard", "LookAt"),
        ("reveal me.hand", "Reveal"),
        ("reveal me.hand where .cost > 2 to rival", "Reveal"),
        ("tell everyone which of p.hand has .colour is red", "Tell"),
        ("hide me.hand", "Hide"),
        ("random c from sack", "Random"),
        ("random 3 es from [a, b.c, d] weighted exits with repeats", "Random"),
        ("random (n) es from sack", "Random"),
        ("roll 2 combat as r", "Roll"),
        ("roll 1 + extra_dice() combat as r", "Roll"),
        ("reroll r", "Reroll"),
        ("reroll r where .face <= 2", "Reroll"),
        ("if a is b { } else if c is d { stop } else { draw(1) }", "If"),
        ("match n { 1 { } 2..4 { } -1 { } fire { } 12 or more { } 1 or less { } else { } }", "Match"),
        ("for each p in players where .alive following reverse turn_order { draw(1) by p }", "ForEach"),
        ("for each c in me.arena where it has active in any order { run c.active }", "ForEach"),
        ("for each n in 1..p.tokens { }", "ForEach"),
        ("repeat { stop }", "Repeat"),
        ("repeat e.rift - energy_at(e) { add_energy(e) }", "Repeat"),
        ("repeat while me.power > 0 and any targets(me) { stop }", "Repeat"),
        ("repeat at most 20 while a is b { }", "Repeat"),
        ("stop", "Stop"),
        ("let more is row where .faction is c.faction", "Let"),
        ("with x from top of deck { move x to me.hand } else { stop }", "With"),
        ("run c.play", "Run"),
        ("run me.hero.power", "Run"),
        ("run c.play as this by p", "Run"),
        ("run (top of deck).play", "Run"),
        ("draw(2) by rival", "Call"),
        ("push_clone(c) as e { add_energy(e) }", "Call"),
        ("mastery(10) { gain 1 gems }", "Call"),
        ("unify { gain 1 gems }", "Call"),
        ("body", "Body"),
        ("body(p)", "Body"),
        ("give x", "Give"),
        ("together each p in peoples { choose s from p.panel }", "Together"),
        ("window rolled(r, u) for me", "Window"),
        ("window anytime() following initiative", "Window"),
        ("at once { draw(1) }", "AtOnce"),
        ("later { draw(1) }", "Later"),
        ("until end of turn, once { instead of tidy where card is c { move c to deck } }", "Until"),
        ("until next turn of me { forbid strike }", "Until"),
        ("until end of season { modify price by -1 }", "Until"),
        ("proceed", "Proceed"),
        ("proceed with place is me.champions, n is n + 1", "Proceed"),
        ("eliminate p", "Eliminate"),
        ("end act", "EndPhase"),
        ("end turn", "EndTurn"),
        ("end game", "EndGame"),
        ("end game won by me", "EndGame"),
        ("end game among players where it is alive", "EndGame"),
        ("end game lost \"why\"", "EndGame"),
        ("end game lost", "EndGame"),
        ("finish after round", "FinishAfterRound"),
    ];
    for (text, kind) in forms {
        assert_eq!(statements(text), [*kind], "{text}");
    }
}

#[test]
fn any_two_statements_stand_side_by_side() {
    let forms = [
        ("gain 2 points", "Gain"),
        ("gain c.family.sale", "Gain"),
        ("lose 1 red, n blue", "Gain"),
        ("gain 1 points for each me.arena", "Gain"),
        ("draw(1)", "Call"),
        ("unify { stop }", "Call"),
        ("push(c) as e { stop }", "Call"),
        ("move top of deck to me.hand up", "Move"),
        ("move top of deck to me.hand", "Move"),
        ("move all rift from a to b", "MoveStuff"),
        ("turn c over", "Turn"),
        ("flip deck", "Flip"),
        ("eliminate p", "Eliminate"),
        ("choose c from market where .a is b in order", "Choose"),
        ("set me.missed", "Set"),
        ("set x to y where .a is b", "Set"),
        ("pay 2 of stone", "Pay"),
        ("pay c.sale as spent", "Pay"),
        ("random x from sack with repeats", "Random"),
        ("random x from sack", "Random"),
        ("with x from sack { stop }", "With"),
        ("for each x in sack { stop }", "ForEach"),
        ("window rolled(r)", "Window"),
        ("window rolled(r) for me", "Window"),
        ("let x is top of deck", "Let"),
        ("needs not any me.hand where .cost > 3", "Needs"),
        ("forget me.played", "Forget"),
        ("remember c in me.played", "Remember"),
        ("end game", "EndGame"),
        ("end game lost", "EndGame"),
        ("end turn", "EndTurn"),
        ("end act", "EndPhase"),
        ("proceed", "Proceed"),
        ("stop", "Stop"),
        ("body", "Body"),
        ("run c.play", "Run"),
        ("reveal me.hand to p", "Reveal"),
        ("reroll r", "Reroll"),
        ("if a { stop }", "If"),
        ("may { stop }", "May"),
        ("at once { stop }", "AtOnce"),
        ("until end of turn { forbid draw }", "Until"),
        ("must draw(1) by p", "Must"),
    ];
    for (one, one_kind) in forms {
        for (two, two_kind) in forms {
            assert_eq!(statements(&format!("{one} {two}")), [one_kind, two_kind], "{one} {two}");
        }
    }
    let kinds = statements("gain 2 points draw(1) move top of deck to me.hand up turn c over");
    assert_eq!(kinds, ["Gain", "Call", "Move", "Turn"]);
}

#[test]
fn every_hook_form_reads() {
    let forms = [
        ("before draw { stop }", "Watch"),
        ("after bring by me where spent.blue > 0 { gain 2 points }", "Watch"),
        ("instead of gain by warden where counter is gems limit 3 per turn per name { proceed }", "Watch"),
        ("after turn once per turn says en \"x\" fr \"y\" { stop }", "Watch"),
        ("forbid strike where c.holder is me and c is not this", "Forbid"),
        ("forbid move by p", "Forbid"),
        ("modify price by -2 where p is me", "Modify"),
        ("modify stone_worth to purple.worth", "Modify"),
        ("modify price times 2", "Modify"),
        ("always when count of living_teams <= 1 { end game }", "Always"),
        ("always between effects for e in eras where .vortex when e.rift > 3 { open(e) }", "Always"),
        ("at start of turn where me.era.vortex { stop }", "At"),
        ("at end of act.second { stop }", "At"),
        ("at end of game { stop }", "At"),
        ("at pause of act once per turn { stop }", "At"),
        ("in window rolled where u is army { reroll r }", "Window"),
        ("in any window { stop }", "Window"),
        ("while in discard { forbid draw }", "WhileIn"),
        ("while me.mastery > 3 { modify guard by 3 forbid draw }", "While"),
    ];
    for (one, one_kind) in forms {
        for (two, two_kind) in forms {
            let hooks = hooks(&format!("{one} {two}"));
            let kinds: Vec<String> = hooks.iter().map(|hook| variant_name(&hook.kind)).collect();
            assert_eq!(kinds, [one_kind, two_kind], "{one} {two}");
        }
    }
}

#[test]
fn every_item_form_reads_beside_every_other() {
    let forms = [
        (
            "creature otter { cost 1 family water shift -2 tags [a, b] worth [3 red, 1 blue] name \"K\" fr \"k\" big true \
          active limit 1 per turn { stop } power { } says en \"x\" after draw { stop } }",
            "Component",
        ),
        ("every portal { play { must travel(this.shapes) } }", "Every"),
        ("extend otter { shield 3 }", "Extend"),
        (
            "action draw(n: number, s: set of card, b: stone bundle, o: player or none,) gives card limit 2 per round { give x }",
            "Action",
        ),
        ("value price(p: player) is c.cost at least 0 at most 9", "Value"),
        ("value targets(p: player) is opponents of p where can assault(it, 1) by p", "Value"),
        ("value best() is first of players following reverse initiative", "Value"),
        ("value sound() is every p in players has p.health > 0", "Value"),
        ("keyword unify { body }", "Keyword"),
        ("keyword mastery(n: number) says en \"Mastery {n}\" { body(n) }", "Keyword"),
        ("phase act { step one { draw(1) } step two { } }", "Phase"),
        ("phase act { draw(1) stop }", "Phase"),
        ("rule vortex { forbid draw }", "Rule"),
        ("event season_starts()", "Event"),
        ("window rolled(r: pool)", "Window"),
        ("scenario \"x\" { players 2 }", "Scenario"),
        (
            "variant solo { forbid draw retire otter value x() is 3 modify price times 2 event a() creature b { cost 1 } }",
            "Variant",
        ),
        ("replace value won() is true", "Replace"),
        ("replace creature otter { cost 2 }", "Replace"),
        ("replace step act.one { draw(1) }", "ReplaceStep"),
        ("insert step supa before setup.clones { draw(1) }", "InsertStep"),
        ("extend step act.one { option draw(1) option rest { stop } }", "ExtendStep"),
        ("retire otter", "Retire"),
    ];
    for (one, one_kind) in forms {
        for (two, two_kind) in forms {
            let script = reads(&format!("{one} {two}"));
            let kinds: Vec<String> = script.items.iter().map(|item| variant_name(&item.kind)).collect();
            assert_eq!(kinds, [one_kind, two_kind], "{one} {two}");
        }
    }
}

#[test]
fn every_scenario_line_reads() {
    let script = reads(
        "scenario \"a\" { players 3 variant mice:2 variant solo pack more set goal to 40
           given { p1.hand [a, b] p1.epochs [circle up, square down] p1.points 3 p2.debt -1 p1.stone [3 red, 1 blue] active p2 deck [] }
           p1 chooses play(fog_bell), p2, [a, b], 3 p2 passes chance gives [2, 5] chance gives triangle
           expect top of p2.epochs is circle expect any p1.hand where .cost > 3 snapshot }",
    );
    let Some(ItemKind::Scenario(scenario)) = script.items.into_iter().next().map(|item| item.kind) else { panic!() };
    let kinds: Vec<String> = scenario.lines.iter().map(|line| variant_name(&line.kind)).collect();
    let expected = "Players Variant Variant Pack Set Given Chooses Passes Chance Chance Expect Expect Snapshot";
    assert_eq!(kinds.join(" "), expected);
}

#[test]
fn the_doer_goes_to_the_statement() {
    for text in
        ["may by p { stop }", "offer by p { option x { } }", "gain 1 points by p", "draw(1) by p", "run c.play by p"]
    {
        assert!(statement(text).by.is_some(), "{text}");
    }
    let StatementKind::Must { body } = statement("must draw(1) by p").kind else { panic!() };
    assert!(body.statements.first().is_some_and(|inner| inner.by.is_some()));
}

#[test]
fn a_phase_of_statements_is_one_step_of_its_name() {
    let script = reads("phase act { draw(1) stop }");
    let Some(ItemKind::Phase(phase)) = script.items.into_iter().next().map(|item| item.kind) else { panic!() };
    assert_eq!(phase.steps.len(), 1);
    assert!(phase.steps.iter().all(|step| step.name.text == "act" && step.body.statements.len() == 2));
}

#[test]
fn spans_end_with_the_last_word() {
    let text = "action a() { gain 2 points   # why\n\n  draw(1) }   # end\n";
    let script = reads(text);
    let Some(ItemKind::Action(action)) = script.items.first().map(|item| &item.kind) else { panic!() };
    let slices: Vec<&str> =
        action.body.statements.iter().map(|s| &text[s.span.start as usize..s.span.end as usize]).collect();
    assert_eq!(slices, ["gain 2 points", "draw(1)"]);
    assert_eq!(script.comments.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["why", "end"]);
}

//! The odds of chance, by going through every outcome: what is told one after the other must come to the odds of the whole.

use std::collections::BTreeMap;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
use cardwright_tests::case::Case;

/// Every end that chance alone leads to, as p1's line of the table, with its probability.
#[track_caller]
fn ends(game: &str) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    walk(&start(game), 1.0, &mut found);
    let total: f64 = found.values().sum();
    assert!((total - 1.0).abs() < 1e-9, "the odds come to {total}");
    found
}

fn walk(game: &Match, odds: f64, found: &mut BTreeMap<String, f64>) {
    let Some(decision) = game.decision() else {
        assert!(matches!(game.status(), Status::Ended), "{:?}", game.status());
        let table = game.view(Viewer::All).lines;
        let own = table.iter().skip_while(|l| !l.starts_with("p1")).take_while(|l| !l.starts_with("p2"));
        *found.entry(own.map(|l| l.trim()).collect::<Vec<_>>().join("; ")).or_insert(0.0) += odds;
        return;
    };
    assert_eq!(decision.seat(), None, "only chance is asked here");
    let total: u64 = decision.options.iter().map(|o| o.weight).sum();
    assert!(decision.options.len() > 1, "a draw with one outcome is none");
    for (i, option) in decision.options.iter().enumerate() {
        let mut next = game.clone();
        next.answer(i).unwrap_or_else(|rejected| panic!("{rejected}"));
        walk(&next, odds * option.weight as f64 / total as f64, found);
    }
}

/// In how many ways chance leads to an end.
#[track_caller]
fn ways(game: &str) -> usize {
    fn count(game: &Match) -> usize {
        let Some(decision) = game.decision() else { return 1 };
        let after = |i| {
            let mut next = game.clone();
            next.answer(i).unwrap_or_else(|rejected| panic!("{rejected}"));
            next
        };
        (0..decision.options.len()).map(|i| count(&after(i))).sum()
    }
    count(&start(game))
}

#[track_caller]
fn start(game: &str) -> Match {
    let case = Case::parse("odds", game);
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    Match::with_open_chance(loaded.program)
}

#[track_caller]
fn same(found: &BTreeMap<String, f64>, expected: &[(&str, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (end, odds) in expected {
        let got = found.get(*end).copied().unwrap_or(0.0);
        assert!((got - odds).abs() < 1e-9, "{end}: {got}, not {odds}; {found:#?}");
    }
}

#[test]
fn a_hand_has_hypergeometric_odds_and_is_reached_once() {
    // 3 of 2 ones, 2 twos, 1 three: 10 hands of cards, 5 multisets.
    let found = ends(
        "--- rules.card
imp one { cost 1 copies 2 }
imp two { cost 2 copies 2 }
imp three { cost 3 }
phase deal { shuffle deck }
phase main { move top 3 of deck to me.hand  end game }
",
    );
    same(
        &found,
        &[
            ("p1: points 0; hand: 2 x One, Two", 0.2),
            ("p1: points 0; hand: 2 x One, Three", 0.1),
            ("p1: points 0; hand: One, 2 x Two", 0.2),
            ("p1: points 0; hand: One, Two, Three", 0.4),
            ("p1: points 0; hand: 2 x Two, Three", 0.1),
        ],
    );
}

#[test]
fn a_display_has_hypergeometric_odds_and_is_reached_once() {
    // The same cards, and a display that fills itself: 5 multisets where order says nothing, all orders in a row.
    let game = |order: &str| {
        format!(
            "--- game.toml
# +base
[zone.market]
faces = \"up\"
order = \"{order}\"
fill = {{ to = 3, from = \"deck\" }}
--- rules.card
imp one {{ cost 1 copies 2 }}
imp two {{ cost 2 copies 2 }}
imp three {{ cost 3 }}
phase deal {{ shuffle deck }}
phase main {{ gain 1000 points  for each c in market {{ gain c.cost points }}  end game }}
"
        )
    };
    let expected =
        [("p1: points 1004", 0.2), ("p1: points 1005", 0.3), ("p1: points 1006", 0.4), ("p1: points 1007", 0.1)];
    same(&ends(&game("set")), &expected);
    same(&ends(&game("row")), &expected);
    assert_eq!((ways(&game("set")), ways(&game("row"))), (5, 18));
}

#[test]
fn a_hand_that_needs_a_refill_has_the_odds_of_both_bags() {
    let found = ends(
        "--- rules.card
imp one { cost 1 copies 2 }
imp two { cost 2 copies 2 }
phase deal { move 1 of (deck where .cost is 1) to discard  move 1 of (deck where .cost is 2) to discard  shuffle deck }
phase main { move top 3 of deck to me.hand  end game }
",
    );
    same(&found, &[("p1: points 0; hand: One, Two, One", 0.5), ("p1: points 0; hand: One, 2 x Two", 0.5)]);
}

#[test]
fn dice_have_multinomial_odds() {
    let found = ends(
        "--- game.toml
# +base
[dice.odd]
faces = [1, 2, 10]
--- rules.card
imp one { cost 1 }
phase deal { }
phase main { roll 3 odd as r  gain r.total points  end game }
",
    );
    let n = 27.0;
    same(
        &found,
        &[
            ("p1: points 3", 1.0 / n),
            ("p1: points 4", 3.0 / n),
            ("p1: points 12", 3.0 / n),
            ("p1: points 5", 3.0 / n),
            ("p1: points 13", 6.0 / n),
            ("p1: points 21", 3.0 / n),
            ("p1: points 6", 1.0 / n),
            ("p1: points 14", 3.0 / n),
            ("p1: points 22", 3.0 / n),
            ("p1: points 30", 1.0 / n),
        ],
    );
}

#[test]
fn picks_without_repeats_are_sets_of_equal_odds() {
    let found = ends(
        "--- rules.card
imp one { cost 1 copies 2 }
imp two { cost 10 copies 2 }
phase deal { move deck to discard }
phase main { random 2 cs from discard  gain (sum of .cost over cs) points  end game }
",
    );
    same(&found, &[("p1: points 2", 1.0 / 6.0), ("p1: points 11", 4.0 / 6.0), ("p1: points 20", 1.0 / 6.0)]);
}

#[test]
fn weighted_picks_with_repeats_have_their_odds() {
    let found = ends(
        "--- rules.card
imp one { cost 1 }
phase deal { }
phase main { random 2 ns from [1, 10] weighted it with repeats  gain (sum of it over ns) points  end game }
",
    );
    let n = 121.0;
    same(&found, &[("p1: points 2", 1.0 / n), ("p1: points 11", 20.0 / n), ("p1: points 20", 100.0 / n)]);
}

#[test]
fn a_stack_of_mixed_faces_has_the_odds_of_its_permutations() {
    // One lies up, two and three down. Shuffled, the top is turned up: each card is on top in a third of all orders.
    let found = ends(
        "--- game.toml
# +base
[zone.stack]
order = \"pile\"
faces = \"each\"
--- rules.card
imp one { cost 1 }
imp two { cost 10 }
imp three { cost 100 }
phase deal { move deck to stack down  turn stack where .cost is 1 up  shuffle stack }
phase main { if top of stack is down { gain 1000 points }  turn top of stack up  gain (top of stack).cost points  end game }
",
    );
    let third = 1.0 / 3.0;
    same(&found, &[("p1: points 1", third), ("p1: points 1010", third), ("p1: points 1100", third)]);
}

/// The odds of all sums of `left` draws by weight without repeats, by going through their orders.
fn sums(weights: &[(u64, u64)], left: usize, so_far: u64, odds: f64, found: &mut BTreeMap<u64, f64>) {
    if left == 0 {
        *found.entry(so_far).or_insert(0.0) += odds;
        return;
    }
    let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
    for (i, (value, weight)) in weights.iter().enumerate() {
        let mut rest = weights.to_vec();
        rest.remove(i);
        sums(&rest, left - 1, so_far + value, odds * *weight as f64 / total as f64, found);
    }
}

#[test]
fn weighted_picks_without_repeats_are_sets_with_the_odds_of_their_orders() {
    for (weights, count, sets) in [
        (vec![1, 2, 3], 2, 3),
        (vec![5, 1, 1, 4], 3, 4),
        (vec![2, 4, 6, 8, 2], 2, 10),
        (vec![3, 0, 1, 2], 2, 3),
        (vec![7, 7, 1], 3, 1),
    ] {
        let list: Vec<(u64, u64)> = (0u32..).map(|i| 10u64.pow(i)).zip(weights.iter().copied()).collect();
        let items: Vec<String> = list.iter().map(|(value, _)| value.to_string()).collect();
        let arms: Vec<String> = list.iter().map(|(v, w)| format!("(if_is(n, {v}) * {w})")).collect();
        let game = format!(
            "--- rules.card
imp one {{ cost 1 }}
value if_is(a: number, b: number) is max(0, 1 - abs(a - b))
value heavy(n: number) is {}
phase deal {{ }}
phase main {{ random {count} ns from [{}] weighted heavy(it)  gain (sum of it over ns) points  end game }}
",
            arms.join(" + "),
            items.join(", ")
        );
        let mut expected = BTreeMap::new();
        let drawn: Vec<(u64, u64)> = list.iter().copied().filter(|(_, weight)| *weight > 0).collect();
        sums(&drawn, count, 0, 1.0, &mut expected);
        let named: Vec<(String, f64)> =
            expected.iter().map(|(sum, odds)| (format!("p1: points {sum}"), *odds)).collect();
        same(&ends(&game), &named.iter().map(|(end, odds)| (end.as_str(), *odds)).collect::<Vec<_>>());
        assert_eq!(ways(&game), sets, "{weights:?}");
    }
}

#[test]
fn weighted_picks_of_equal_cards_are_multisets() {
    // Two ones of weight 1 and a two of weight 2: {1, 1} comes as 2/4 * 1/3 = 1/6.
    let game = "--- rules.card
imp one { cost 1 copies 2 }
imp two { cost 2 }
phase deal { move deck to discard }
phase main { random 2 cs from discard weighted .cost  gain (sum of .cost over cs) points  end game }
";
    same(&ends(game), &[("p1: points 2", 1.0 / 6.0), ("p1: points 3", 5.0 / 6.0)]);
    assert_eq!(ways(game), 2);
}

#[test]
fn too_many_weighted_sets_are_drawn_one_after_the_other() {
    // The odds of these sets have no common part that fits: they come in the order of drawing, with the same odds.
    let game = "--- rules.card
imp one { cost 1 }
phase deal { }
phase main { random 2 ns from [1000003, 2000003, 3000017] weighted it  gain (sum of it over ns) / 1000000 points  end game }
";
    let list = [1_000_003, 2_000_003, 3_000_017].map(|n| (n, n));
    let mut expected = BTreeMap::new();
    sums(&list, 2, 0, 1.0, &mut expected);
    let named: Vec<(String, f64)> =
        expected.iter().map(|(sum, odds)| (format!("p1: points {}", sum / 1_000_000), *odds)).collect();
    same(&ends(game), &named.iter().map(|(end, odds)| (end.as_str(), *odds)).collect::<Vec<_>>());
}

#[test]
fn a_number_that_stands_twice_in_a_list_can_come_twice() {
    let game = "--- rules.card
imp one { cost 1 }
phase deal { }
phase main { random 2 ns from [1, 1, 10]  gain (sum of it over ns) points  end game }
";
    same(&ends(game), &[("p1: points 2", 1.0 / 3.0), ("p1: points 11", 2.0 / 3.0)]);
    assert_eq!(ways(game), 2);
    let repeated = game.replace("[1, 1, 10]", "[1, 1, 10] with repeats");
    let n = 9.0;
    same(&ends(&repeated), &[("p1: points 2", 4.0 / n), ("p1: points 11", 4.0 / n), ("p1: points 20", 1.0 / n)]);
    assert_eq!(ways(&repeated), 3);
}

/// Four cards, two of each sort; two are drawn.
fn draw_two(manifest: &str, rules: &str) -> String {
    format!(
        "--- game.toml
# +base
{manifest}
--- rules.card
imp one {{ cost 1 copies 2 }}
imp two {{ cost 2 copies 2 }}
{rules}
phase deal {{ shuffle deck }}
phase main {{ move top 2 of deck to me.hand  end game }}
"
    )
}

const HANDS: [(&str, f64); 3] = [
    ("p1: points 0; hand: 2 x One", 1.0 / 6.0),
    ("p1: points 0; hand: One, Two", 4.0 / 6.0),
    ("p1: points 0; hand: 2 x Two", 1.0 / 6.0),
];

#[test]
fn a_watcher_of_other_moves_leaves_a_hand_a_multiset() {
    for rules in [
        "rule r { after move where target is discard { gain 1 points } }",
        "rule r { after move where source is table { gain 1 points } }",
        "every imp { after move { gain 1 points } }",
    ] {
        let game = draw_two("", rules);
        same(&ends(&game), &HANDS);
        assert_eq!(ways(&game), 3, "{rules}");
    }
}

#[test]
fn a_watcher_hears_of_cards_in_the_order_of_drawing() {
    // Who hears of each card can tell which came first: all orders count.
    let game = draw_two("", "rule r { after move where target is hand { gain (10 * me.points + card.cost) points } }");
    let found = ends(&game);
    let n = 6.0;
    same(
        &found,
        &[
            ("p1: points 12; hand: 2 x One", 1.0 / n),
            ("p1: points 13; hand: One, Two", 2.0 / n),
            ("p1: points 23; hand: Two, One", 2.0 / n),
            ("p1: points 24; hand: 2 x Two", 1.0 / n),
        ],
    );
}

#[test]
fn a_zone_that_takes_no_more_has_a_multiset_of_what_it_takes() {
    let full = "[zone.small]\nper = \"player\"\nfaces = \"owner\"\nmax = 2";
    let game = draw_two(full, "").replace("move top 2 of deck to me.hand", "move top 3 of deck to me.small");
    let hands = HANDS.map(|(hand, odds)| (hand.replace("hand", "small"), odds));
    same(&ends(&game), &hands.each_ref().map(|(hand, odds)| (hand.as_str(), *odds)));
    assert_eq!(ways(&game), 3, "a card that does not fit is not drawn");
}

#[test]
fn a_hand_out_of_a_large_deck_is_a_multiset() {
    let game = "--- rules.card
imp one { cost 1 copies 300 }
imp two { cost 2 copies 2 }
phase deal { shuffle deck }
phase main { move top 2 of deck to me.hand  end game }
";
    let n = 302.0 * 301.0;
    same(
        &ends(game),
        &[
            ("p1: points 0; hand: 2 x One", 300.0 * 299.0 / n),
            ("p1: points 0; hand: One, Two", 2.0 * 2.0 * 300.0 / n),
            ("p1: points 0; hand: 2 x Two", 2.0 / n),
        ],
    );
    assert_eq!(ways(game), 3);
}

#[test]
fn every_one_of_many_can_be_picked_again() {
    let game = start(
        "--- rules.card
imp one { cost 1 }
phase deal { }
phase main { random 2 ns from 1..300 with repeats  gain (sum of it over ns) points  end game }
",
    );
    assert_eq!(game.decision().map(|d| d.options.len()), Some(300));
}

#[test]
fn very_many_dice_are_told_one_after_the_other() {
    let mut game = start(
        "--- game.toml
# +base
[dice.coin]
faces = [0, 1]
--- rules.card
imp one { cost 1 }
phase deal { }
phase main { roll 70 coin as r  gain r.total points  end game }
",
    );
    for n in 0..70 {
        let weights: Vec<u64> = game.decision().into_iter().flat_map(|d| d.options).map(|o| o.weight).collect();
        assert_eq!(weights, [1, 1], "die {n} does not depend on those before it");
        game.answer(1).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
}

#[test]
fn a_card_that_has_a_name_before_it_is_drawn_is_any_of_them() {
    for rules in [
        "phase main { let c is top of deck  move top 2 of deck to me.hand  gain c.cost points  end game }",
        "phase main { with c from top 1 of deck { draw() }  end game }
action draw() { move top 2 of deck to me.hand  let c is bottom of deck  gain c.cost points }",
        "phase main { open(top of deck)  end game }
action open(c: imp) { move top 2 of deck to me.hand  gain c.cost points }",
        "phase main { for each c in top 1 of deck { draw()  gain c.cost points }  end game }
action draw() { move top 2 of deck to me.hand }",
    ] {
        let game = draw_two("", "").replace("phase main { move top 2 of deck to me.hand  end game }", rules);
        let found = ends(&game);
        let one: f64 = found.iter().filter(|(end, _)| end.contains("points 1")).map(|(_, odds)| odds).sum();
        assert!((one - 0.5).abs() < 1e-9, "{rules}: {found:#?}");
    }
}

#[test]
fn a_pile_that_is_taken_whole_is_no_chance_and_a_part_of_it_a_multiset() {
    let whole = draw_two("", "").replace("move top 2 of deck to me.hand", "move deck to me.hand");
    assert_eq!(ways(&whole), 1);
    same(&ends(&whole), &[("p1: points 0; hand: 2 x One, 2 x Two", 1.0)]);
    let part = draw_two("", "")
        .replace("move top 2 of deck to me.hand", "move (top 1 of deck) + (bottom 1 of deck) to me.hand");
    same(&ends(&part), &HANDS);
    assert_eq!(ways(&part), 3);
}

/// Two cards of a shuffled deck are laid down and turned over as a pile: they are any two of it, and the rest of the deck is
/// what is left.
#[test]
fn a_pile_out_of_a_deck_that_is_flipped_has_the_odds_of_its_permutations() {
    let found = ends(
        "--- game.toml
# +base
[zone.stack]
per = \"player\"
order = \"pile\"
faces = \"each\"
--- rules.card
imp ash { cost 1 }
imp bog { cost 2 }
imp fen { cost 3 }
phase deal { shuffle deck   move top 2 of deck to p1.stack down   flip p1.stack }
phase main { gain (top of deck).cost points   end game }
",
    );
    let pairs = [("Ash", "Bog", 3), ("Ash", "Fen", 2), ("Bog", "Fen", 1)];
    let lines: Vec<String> = pairs
        .iter()
        .flat_map(|(a, b, left)| [(a, b, left), (b, a, left)])
        .map(|(top, below, left)| format!("p1: points {left}; stack: {top}, {below}"))
        .collect();
    let expected: Vec<(&str, f64)> = lines.iter().map(|line| (line.as_str(), 1.0 / 6.0)).collect();
    same(&found, &expected);
}

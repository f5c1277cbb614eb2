//! The odds of chance, by going through every outcome: what is told one after the other must come to the odds of the whole.

use std::collections::BTreeMap;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
use cardwright_tests::case::Case;

/// Every end that chance alone leads to, as p1's line of the table, with its probability.
#[track_caller]
fn ends(game: &str) -> BTreeMap<String, f64> {
    let case = Case::parse("odds", game);
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut found = BTreeMap::new();
    walk(&Match::with_open_chance(loaded.program), 1.0, &mut found);
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

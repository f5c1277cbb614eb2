//! What choosers cannot see.

use super::build::*;
use super::fixture::codes;

const NONE: [&str; 0] = [];

#[test]
fn hidden_cards_are_not_chosen_unseen() {
    let hidden = |set| codes(vec![choose("a", set), put(v("a"), v("discard"))]);
    assert_eq!(hidden(v("me.hand")), NONE);
    assert_eq!(hidden(v("p.hand")), ["E0750"]);
    assert_eq!(hidden(v("opponents.hand")), ["E0750"]);
    assert_eq!(hidden(v("deck")), ["E0750"]);
    assert_eq!(hidden(top(None, v("deck"))), ["E0750"]);
    assert_eq!(hidden(v("me.cards")), ["E0750"]);
    assert_eq!(hidden(v("p.arena")), NONE);
    assert_eq!(hidden(v("me.stash")), NONE);
}

#[test]
fn looking_or_a_blind_pick_makes_it_fair() {
    assert_eq!(codes(vec![look(v("p.hand")), choose("a", v("p.hand")), put(v("a"), v("discard"))]), NONE);
    assert_eq!(codes(vec![look(v("deck")), choose("a", top(Some(2), v("deck"))), use_(v("a"))]), NONE);
    assert_eq!(codes(vec![look(v("me.hand")), choose("a", v("p.hand")), use_(v("a"))]), ["E0750"]);
    assert_eq!(codes(vec![choose_where("a", v("p.hand"), None, true), use_(v("a"))]), NONE);
    assert_eq!(codes(vec![by(choose("a", v("p.hand")), v("p")), use_(v("a"))]), NONE);
}

#[test]
fn conditions_must_not_tell() {
    let cost = || more(v(".cost"), num(3));
    let creature = || super::build::and(is(v("it"), v("creature")), cost());
    assert_eq!(codes(vec![choose_where("a", v("deck"), Some(creature()), true), use_(v("a"))]), ["E0751"]);
    let asks = any(v(".hand"), Some(cost()));
    let rival = choose_where("q", v("opponents"), Some(asks), false);
    assert_eq!(codes(vec![rival, by(gain(1, "points"), v("q"))]), ["E0751"]);
    let counts = more(count(v(".hand")), num(2));
    let rival = choose_where("q", v("opponents"), Some(counts), false);
    assert_eq!(codes(vec![rival, by(gain(1, "points"), v("q"))]), NONE);
    assert_eq!(codes(vec![needs(any(v("deck"), Some(is(v("it"), v("imp")))))]), ["E0751"]);
    assert_eq!(codes(vec![needs(any(v("me.hand"), Some(cost())))]), NONE);
}

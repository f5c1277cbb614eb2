//! Dealing anew what a seat cannot know: everything that is possible comes up, the truth too, and nothing that the seat
//! knows to be false. And positions that are equal in meaning are equal.

use std::collections::BTreeSet;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Viewer};
use cardwright::rng::GameRng;
use cardwright_tests::case::Case;
use cardwright_tests::games;

#[track_caller]
fn start(text: &str) -> Match {
    let case = Case::parse("dealing", text);
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:#?}"));
    Match::with_open_chance(loaded.program)
}

/// Answers by label, one after the other.
#[track_caller]
fn answer(game: &mut Match, labels: &[&str]) {
    for label in labels {
        let decision = game.decision().unwrap_or_else(|| panic!("nobody is asked for {label}: {:?}", game.status()));
        let at = decision.options.iter().position(|o| o.label == *label);
        let option = at.unwrap_or_else(|| panic!("no {label} among {:#?}", decision.options));
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
}

/// The different lines of a zone, as one who sees all sees them, over many deals.
fn lines(game: &Match, seat: usize, owner: &str, zone: &str) -> BTreeSet<String> {
    let mut rng = GameRng::new(5, 0);
    (0..200).map(|_| line(&game.determinise(seat, &mut rng), Viewer::All, owner, zone)).collect()
}

fn line(game: &Match, viewer: Viewer, owner: &str, zone: &str) -> String {
    let view = game.view(viewer).to_string();
    let of_owner = view.lines().skip_while(|l| !l.starts_with(owner)).skip(1);
    let mut own = of_owner.take_while(|l| l.starts_with(' '));
    own.find_map(|l| l.trim().strip_prefix(&format!("{zone}: ")).map(str::to_owned)).unwrap_or_default()
}

fn set(lines: &[&str]) -> BTreeSet<String> {
    lines.iter().map(|l| (*l).to_owned()).collect()
}

#[test]
fn a_hidden_hand_is_dealt_from_what_was_shuffled_with_it() {
    let loaded = load(&games::sources("kuhn-poker"), &Request::default()).expect("the game loads");
    let mut game = Match::with_open_chance(loaded.program);
    answer(&mut game, &["Queen", "King"]);
    // p2 holds the king; the ace is not in the game for two, and nobody thinks it is.
    assert_eq!(lines(&game, 1, "p1", "hand"), set(&["Jack", "Queen"]));
    assert_eq!(lines(&game, 0, "p2", "hand"), set(&["Jack", "King"]));
    assert_eq!(lines(&game, 0, "p1", "hand"), set(&["Queen"]));
}

#[test]
fn what_was_never_shuffled_is_dealt_anew_too() {
    let game = start(
        "--- rules.card
imp one { cost 1 }
imp two { cost 2 }
imp three { cost 3 }
phase deal { for each p in players { move top 1 of deck to p.hand } }
phase main { choose n from 1..1  gain n points  end game }
",
    );
    assert_eq!(lines(&game, 0, "p2", "hand"), set(&["Two", "Three"]));
}

#[test]
fn what_was_told_holds_in_every_deal_and_shows_in_the_view() {
    let text = "--- game.toml
# +base
[zone.fan]
per = \"player\"
order = \"row\"
faces = \"others\"
--- rules.card
imp one { cost 1 }
imp two { cost 2 }
imp three { cost 3 }
imp four { cost 4 }
phase deal { shuffle deck  move top 2 of deck to p2.fan }
phase main { tell p2 which of p2.fan has .cost < 3  choose n from 1..1  gain n points  end game }
";
    let mut game = start(text);
    answer(&mut game, &["Two", "Four"]);
    assert_eq!(line(&game, Viewer::Seat(1), "p2", "fan"), "? (cost 1 or 2), ? (cost 3 or 4)");
    assert_eq!(line(&game, Viewer::Spectator, "p2", "fan"), "2 cards", "only p2 was told");
    assert_eq!(lines(&game, 1, "p2", "fan"), set(&["One, Three", "One, Four", "Two, Three", "Two, Four"]));
}

#[test]
fn a_card_that_was_seen_before_a_shuffle_is_in_no_hand_dealt_before_it() {
    let mut game = start(
        "--- rules.card
imp one { cost 1 }
imp two { cost 2 }
imp three { cost 3 }
imp four { cost 4 }
phase deal { shuffle deck  move top 1 of deck to p2.hand  move top 1 of deck to p1.hand  move p1.hand to deck  shuffle deck }
phase main { choose n from 1..1  gain n points  end game }
",
    );
    answer(&mut game, &["Two", "Three"]);
    // p1 had the three and knows that p2 has it not; p2 knows nothing of the kind about the deck.
    assert_eq!(lines(&game, 0, "p2", "hand"), set(&["One", "Two", "Four"]));
    assert_eq!(lines(&game, 1, "p2", "hand"), set(&["Two"]));
}

#[test]
fn a_card_put_away_in_secret_may_be_any_of_those_it_lay_with() {
    let mut game = start(
        "--- game.toml
# +base
[zone.stash]
per = \"player\"
faces = \"owner\"
--- rules.card
imp one { cost 1 }
imp two { cost 2 }
imp three { cost 3 }
phase deal { shuffle deck  move top 2 of deck to p1.hand  reveal p1.hand }
phase main { choose c from me.hand  move c to me.stash  choose n from 1..1  gain n points  end game }
",
    );
    answer(&mut game, &["One", "Two"]);
    assert_eq!(line(&game, Viewer::Seat(1), "p1", "hand"), "One, Two");
    answer(&mut game, &["Two"]);
    assert_eq!(line(&game, Viewer::Seat(1), "p1", "hand"), "1 card");
    assert_eq!(line(&game, Viewer::Seat(1), "p1", "stash"), "1 card");
    assert_eq!(line(&game, Viewer::Seat(0), "p1", "stash"), "Two");
    assert_eq!(lines(&game, 1, "p1", "stash"), set(&["One", "Two"]));
}

#[test]
fn picks_of_backs_are_shown_as_backs() {
    let mut game = start(
        "--- rules.card
imp one { cost 1 }
imp two { cost 2 }
phase deal { move deck to p2.hand }
phase main { choose 2 cs from p2.hand blind  move cs to discard  end game }
",
    );
    answer(&mut game, &["card 1 of p2's hand"]);
    let picked = game.decision().map(|d| d.picked).unwrap_or_default();
    assert_eq!(picked, ["card 1 of p2's hand"]);
}

#[test]
fn a_heap_that_somebody_else_filled_shows_no_order() {
    let text = |order: &str| {
        format!(
            "--- rules.card
imp one {{ cost 1 }}
imp two {{ cost 2 }}
phase deal {{ {order} }}
phase main {{ look at p2.hand  choose c from p2.hand  move c to discard  end game }}
"
        )
    };
    let a = start(&text("move deck where it is one to p2.hand  move deck where it is two to p2.hand"));
    let b = start(&text("move deck where it is two to p2.hand  move deck where it is one to p2.hand"));
    let options = |game: &Match| game.decision().map(|d| d.options).unwrap_or_default();
    assert_eq!(options(&a), options(&b));
    assert_eq!(a.view(Viewer::Seat(0)), b.view(Viewer::Seat(0)));
}

const HEAP: &str = "--- rules.card
imp one { cost 1 copies 2 }
imp two { cost 2 copies 2 }
phase deal { move deck to p1.hand }
phase main { choose c from me.hand  move c to discard }
";

#[test]
fn positions_reached_by_other_ways_are_equal() {
    let played = |labels: &[&str]| {
        let mut game = start(HEAP);
        answer(&mut game, labels);
        game
    };
    let (a, b) = (played(&["One", "Two"]), played(&["Two", "One"]));
    assert_eq!(a.position(), b.position());
    assert_eq!(a.position_hash(), b.position_hash());
    let c = played(&["One", "One"]);
    assert_ne!(a.position(), c.position());
    assert_ne!(a.position_hash(), c.position_hash());
}

#[test]
fn keys_are_kept_only_where_they_are_wanted_and_are_no_part_of_the_position() {
    let plain = start(HEAP);
    let keyed = start(HEAP).with_keys();
    assert_eq!((plain.key(0), plain.key(1)), (0, 0));
    assert_ne!(keyed.key(0), 0);
    assert_eq!(plain.position(), keyed.position());
    let (mut late, mut early) = (start(HEAP), start(HEAP).with_keys());
    answer(&mut late, &["One"]);
    answer(&mut early, &["One"]);
    let late = late.with_keys();
    assert_eq!(late.key(0), early.key(0), "keys asked for later are those of the whole game");
    early.undo();
    assert_eq!(early.key(0), keyed.key(0));
}

/// All bid a card of their hand at once; each was dealt so many of these.
fn bidding(cards: &str, each: usize) -> Match {
    start(&format!(
        "--- game.toml
# +base
[zone.bids]
per = \"player\"
faces = \"up\"
--- rules.card
{cards}
phase deal {{ shuffle deck   for each p in players {{ move top {each} of deck to p.hand }} }}
phase main {{
  together each p in players {{ choose c from p.hand   move c to p.bids }}
  end game
}}
"
    ))
}

#[test]
fn in_the_middle_of_a_secret_choice_the_others_hands_are_dealt_anew() {
    let mut game = bidding("imp ash { cost 1 } imp bog { cost 2 } imp fen { cost 3 } imp tar { cost 4 }", 2);
    answer(&mut game, &["Ash", "Bog"]);
    assert_eq!(game.decisions().len(), 2, "both are asked at once");
    assert_eq!(lines(&game, 0, "p1", "hand"), set(&["Ash, Bog"]), "one's own hand stays");
    let options = |game: &Match| -> BTreeSet<String> {
        game.decisions().iter().flat_map(|d| d.options.iter().map(|o| o.label.clone())).collect()
    };
    // Each is still asked about the hand that was dealt anew, and about nothing else.
    let mut rng = GameRng::new(3, 0);
    for seat in 0..2 {
        let dealt = game.determinise(seat, &mut rng);
        assert_eq!(dealt.decisions().len(), 2);
        assert_eq!(options(&dealt), set(&["Ash", "Bog", "Fen", "Tar"]));
    }
}

#[test]
fn the_question_of_a_secret_choice_follows_the_new_deal() {
    let mut game = bidding("imp ash { cost 1 } imp bog { cost 2 } imp fen { cost 3 }", 1);
    answer(&mut game, &["Ash", "Bog"]);
    let mut rng = GameRng::new(5, 0);
    let of_p2 = |game: &Match| game.decisions().get(1).map(|d| d.options.iter().map(|o| o.label.clone()).collect());
    let seen: BTreeSet<Vec<String>> = (0..50).filter_map(|_| of_p2(&game.determinise(0, &mut rng))).collect();
    assert_eq!(seen, BTreeSet::from([vec!["Bog".to_owned()], vec!["Fen".to_owned()]]));
}

#[test]
fn secret_counters_are_dealt_anew_with_hidden_cards_for_those_who_do_not_know_them() {
    let mut game = start(
        "--- game.toml
# +base
[counter.plan]
on = \"player\"
secret = true
--- rules.card
imp one { cost 1 }
imp two { cost 2 }
imp three { cost 3 }
phase deal { for each p in players { move top 1 of deck to p.hand } }
phase main { choose n from 1..9  gain n plan  if round is 2 { end game } }
",
    );
    answer(&mut game, &["7"]);
    assert_eq!(lines(&game, 1, "p1", "hand").len(), 2);
    let mut rng = GameRng::new(5, 0);
    let mut plans = |seat: usize| -> BTreeSet<String> {
        let views = (0..200).map(|_| game.determinise(seat, &mut rng).view(Viewer::All).to_string());
        let plan = |view: String| view.split("plan ").nth(1).map(|rest| rest.chars().take(1).collect());
        views.filter_map(plan).collect()
    };
    assert_eq!(plans(0), BTreeSet::from(["7".to_owned()]));
    assert_eq!(plans(1), (1..=9).map(|n: u8| n.to_string()).collect());
    assert!(!game.view(Viewer::Seat(1)).to_string().contains("plan 7"));
}

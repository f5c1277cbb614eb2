//! What a seat may not know does not reach it: games that differ only in what is hidden from it look the same to it.

use cardwright::load::{Request, load};
use cardwright::play::{Decision, Match, Viewer};
use cardwright_tests::case::Case;

const GAME: &str = "--- rules.card
imp one { cost 1 copies 2  play { must { pay 3 points } } }
imp two { cost 2 copies 2  play { gain 1 points } }
phase deal { shuffle deck  for each p in players { move top 1 of deck to p.hand } }
action guess(c: imp) { needs c.cost is 1  gain 5 points }
action take(c: imp) { must run c.play  move c to me.table }
action swap_one(c: imp) { move c to me.hand }
rule shy { forbid swap_one where c.cost is 2 }
phase main { for each p in opponents { offer { option guess(c) for c in p.hand blind  option take(c) for c in p.hand blind
    option swap_one(c) for c in p.hand blind  option peek needs (top of p.hand).cost is 1 { }  option nothing { } } }  end game }
";

/// A game in which p1 was dealt a one and p2 what is named.
#[track_caller]
fn dealt(other: &str) -> Match {
    let case = Case::parse("knowledge", GAME);
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut game = Match::with_open_chance(loaded.program);
    for wanted in ["One", other] {
        let decision = game.decision().unwrap_or_else(|| panic!("nobody is asked: {:?}", game.status()));
        assert_eq!(decision.seat(), None);
        let at = decision.options.iter().position(|o| o.label == wanted);
        game.answer(at.unwrap_or_else(|| panic!("no {wanted}"))).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    game
}

fn shown(decision: Option<Decision>) -> Vec<String> {
    decision.map_or_else(Vec::new, |d| d.options.iter().map(|o| o.label.clone()).collect())
}

#[test]
fn options_and_view_are_equal_where_only_hidden_cards_differ() {
    let (a, b) = (dealt("One"), dealt("Two"));
    assert_eq!(a.decision().and_then(|d| d.seat()), Some(0));
    assert_eq!(shown(a.decision()), shown(b.decision()));
    assert_eq!(shown(a.decision()).len(), 5, "{:?}", shown(a.decision()));
    assert_eq!(a.view(Viewer::Seat(0)), b.view(Viewer::Seat(0)));
    assert_eq!(a.view(Viewer::Spectator), b.view(Viewer::Spectator));
    assert_ne!(a.view(Viewer::Seat(1)), b.view(Viewer::Seat(1)));
}

#[test]
fn listing_options_draws_no_card() {
    let a = dealt("Two");
    assert!(a.view(Viewer::All).to_string().contains("a card of deck"), "the rest of the deck is still open");
}

#[test]
fn what_is_forbidden_for_a_hidden_reason_is_not_done() {
    let mut game = dealt("Two");
    let option = shown(game.decision()).iter().position(|l| l.starts_with("swap one"));
    game.answer(option.unwrap_or_else(|| panic!("not offered"))).unwrap_or_else(|rejected| panic!("{rejected}"));
    assert!(game.view(Viewer::All).to_string().contains("p2: points 0\n  hand: Two"), "{}", game.view(Viewer::All));
}

/// p1 may do something with a one, and nothing with a two.
const DECLINING: &str = "--- rules.card
imp one { cost 1 copies 2  while in hand { in window ask { move this to discard } } }
imp two { cost 2 copies 2 }
window ask(n: number)
phase deal { shuffle deck  for each p in players { move top 1 of deck to p.hand } }
phase main { may { choose c from me.hand where .cost is 1  move c to discard }  window ask(1) for me
    choose up to 1 d from me.hand where .cost is 1  for each e in d { move e to discard }  gain 1 points  end game }
";

/// Deals both seats what is named, then lets p1 decline all there is; gives how often p1 was asked.
#[track_caller]
fn declined(own: &str) -> (Match, usize) {
    let case = Case::parse("declining", DECLINING);
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut game = Match::traced(loaded.program, 0, true);
    let mut asked = 0;
    while let Some(decision) = game.decision() {
        let at = match decision.seat() {
            None => decision.options.iter().position(|o| o.label == if asked == 0 { own } else { "Two" }),
            Some(_) => decision.options.iter().position(|o| o.passes),
        };
        asked += 1;
        game.answer(at.unwrap_or_else(|| panic!("{decision:?}"))).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    (game, asked - 2)
}

#[test]
fn declining_and_being_unable_look_the_same_to_others() {
    let (mut could, asked) = declined("One");
    let (mut could_not, unasked) = declined("Two");
    assert_eq!((asked, unasked), (3, 0));
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(could.whole_trace(viewer), could_not.whole_trace(viewer));
        assert_eq!(could.news(viewer), could_not.news(viewer));
    }
    let own = could.whole_trace(Viewer::Seat(0));
    assert!(own.contains("p1 declines") && own.contains("p1 passes"), "{own}");
    assert!(could.whole_trace(Viewer::All).contains("p1 declines"));
}

/// Whether p2 can answer turns on p2's hand, which p1 does not see.
const ANSWERING: &str = "--- rules.card
imp one { cost 1 copies 2 }
imp two { cost 2 copies 2 }
phase deal { shuffle deck  for each p in players { move top 1 of deck to p.hand } }
action answer() { must { choose c from me.hand where .cost is 1  move c to discard } }
action challenge(p: player) { needs can answer() by p  gain 1 points }
phase main { offer { option challenge(p) for p in opponents  option rest { } }  end game }
";

#[test]
fn what_another_could_do_tells_no_secret_of_the_other() {
    let options = |other: &str| {
        let case = Case::parse("answering", ANSWERING);
        let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
        let mut game = Match::with_open_chance(loaded.program);
        for wanted in ["Two", other] {
            let decision = game.decision().unwrap_or_else(|| panic!("nobody is asked: {:?}", game.status()));
            let at = decision.options.iter().position(|o| o.label == wanted);
            game.answer(at.unwrap_or_else(|| panic!("no {wanted}"))).unwrap_or_else(|rejected| panic!("{rejected}"));
        }
        shown(game.decision())
    };
    assert_eq!(options("One"), ["challenge p2", "rest"]);
    assert_eq!(options("One"), options("Two"));
}

/// p1 puts a one and a two into a hand that only p1 sees, in an order of p1's choice; then all of it comes to light.
const HEAPED: &str = "--- rules.card
imp one { cost 1 }
imp two { cost 2 }
phase deal { move deck to p1.hand }
phase main { repeat 2 { choose c from me.hand  move c to me.kept }  SHOWN  choose n from 1..1  end game }
--- game.toml
# +base
[zone.kept]
per = \"player\"
faces = \"owner\"
";

#[test]
fn a_heap_that_comes_to_light_does_not_tell_in_which_order_it_was_made() {
    for shown in
        ["reveal me.kept", "reveal me.kept to opponents", "move me.kept to discard", "move me.kept to me.table"]
    {
        let heaped = |first: &str| {
            let case = Case::parse("knowledge", &HEAPED.replace("SHOWN", shown));
            let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
            let mut game = Match::traced(loaded.program, 1, false);
            let other = if first == "One" { "Two" } else { "One" };
            for wanted in [first, other] {
                let options = self::shown(game.decision());
                let at = options.iter().position(|label| label == wanted);
                game.answer(at.unwrap_or_else(|| panic!("no {wanted}: {options:?}"))).unwrap_or_else(|r| panic!("{r}"));
            }
            game
        };
        let (mut a, mut b) = (heaped("One"), heaped("Two"));
        let news = a.news(Viewer::Seat(1));
        assert!(news.iter().any(|line| line.contains("Two")), "{shown}: {news:#?}");
        assert_eq!(news, b.news(Viewer::Seat(1)), "{shown}");
        assert_eq!(a.view(Viewer::Seat(1)), b.view(Viewer::Seat(1)), "{shown}");
    }
}

//! Blocks that all seats run at the same time: any order of answers leads to the same state, and nobody sees the others' answers
//! before all are given.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
use cardwright::program::Program;
use cardwright_tests::case::Case;

const GAME: &str = "--- game.toml
# +base
[state]
rival = { on = \"player\", of = \"player\" }
--- rules.card
imp one { cost 1 copies 4 }
imp two { cost 2 copies 4 }
phase deal { for each p in players { move 2 of (deck where it is one) to p.hand  move 2 of (deck where it is two) to p.hand } }
action lay(c: imp) { move c to me.table }
rule watch { after lay { gain c.cost points  gain 10 * count of (players where .points > 0) points } }
rule rich { always for p in players when p.points is 12 { gain 100 points on p } }
phase main { together each p in players {
    choose c from p.hand  lay(c) by p
    choose n from 1..2  gain n + 1000 * count of players.table points on p
    choose up to 2 cs from p.hand  move cs to p.table }
  choose n from 1..2  end game }
";

fn start() -> Match {
    Match::traced(program(GAME), 1, false)
}

/// Both seats' answers, in an order given as bits.
fn play(order: u32) -> Match {
    let mut game = start();
    let answers = [vec![1, 0, 0, 1], vec![0, 1, 1, 1]];
    let mut next = [0, 0];
    for turn in 0..64 {
        if game.decisions().iter().all(|d| !d.secret) {
            break;
        }
        let first = usize::from(order >> (turn % 32) & 1 == 1);
        let seat = if game.decisions().iter().any(|d| d.seat() == Some(first)) { first } else { 1 - first };
        let at = next.get(seat).copied().unwrap_or(0);
        let option = answers.get(seat).and_then(|a| a.get(at)).copied().unwrap_or(0);
        game.answer_as(seat, option).unwrap_or_else(|rejected| panic!("{rejected}"));
        if let Some(n) = next.get_mut(seat) {
            *n += 1;
        }
    }
    assert!(matches!(game.status(), Status::Deciding), "{:?}", game.status());
    game
}

#[test]
fn any_order_of_answers_gives_the_same_state() {
    let first = play(0);
    for order in 0..64 {
        assert_eq!(play(order).position(), first.position(), "order {order:b}\n{}", first.view(Viewer::All));
    }
}

#[test]
fn the_answers_of_others_are_not_seen_before_all_are_given() {
    let mut game = start();
    let _ = game.news(Viewer::Seat(1));
    let (view, spectator) = (game.view(Viewer::Seat(1)), game.view(Viewer::Spectator));
    let asked = |g: &Match| g.decisions().iter().find(|d| d.seat() == Some(1)).map(|d| d.options.clone());
    let options = asked(&game);
    for _ in 0..3 {
        game.answer_as(0, 0).unwrap_or_else(|rejected| panic!("{rejected}"));
        assert_eq!(game.view(Viewer::Seat(1)), view);
        assert_eq!(game.view(Viewer::Spectator), spectator);
        assert_eq!(asked(&game), options);
        assert_eq!(game.news(Viewer::Seat(1)), Vec::<String>::new());
    }
    assert_ne!(game.view(Viewer::Seat(0)).to_string(), view.to_string());
}

#[test]
fn a_save_in_the_middle_is_taken_up() {
    let mut game = start();
    for (seat, option) in [(1, 1), (0, 0), (1, 0)] {
        game.answer_as(seat, option).unwrap_or_else(|rejected| panic!("{rejected}"));
        let loaded = Match::load(game.program().clone(), &game.save()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.position(), game.position());
    }
}

#[track_caller]
fn program(game: &str) -> Arc<Program> {
    let case = Case::parse("together", game);
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

/// A game in which all do something at once; each takes the first option, in an order given as bits.
fn play_all(program: &Arc<Program>, seed: u64, order: u32) -> Match {
    let mut game = Match::new(program.clone(), seed);
    for turn in 0..64 {
        let open = game.decisions();
        if !matches!(game.status(), Status::Deciding) || open.iter().all(|d| !d.secret) {
            break;
        }
        assert!(open.iter().all(|d| d.seat().is_some()), "chance answers without being waited for");
        let last = order >> (turn % 32) & 1 == 1;
        let seat = if last { open.last() } else { open.first() }.and_then(|d| d.seat()).unwrap_or_default();
        game.answer_as(seat, 0).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    game
}

/// Whatever order the answers come in, they lead to the same state.
#[track_caller]
fn same_in_any_order(game: &str) -> Match {
    let program = program(game);
    for seed in 0..4 {
        let first = play_all(&program, seed, 0);
        assert!(matches!(first.status(), Status::Deciding), "{:?}", first.fault_text());
        for order in 1..32 {
            let other = play_all(&program, seed, order);
            assert_eq!(other.position(), first.position(), "seed {seed}, order {order:b}\n{}", first.view(Viewer::All));
        }
    }
    play_all(&program, 0, 0)
}

/// Each has a deck of their own.
const DECKS: &str = "--- game.toml
# +base
[zone.pile]
per = \"player\"
order = \"pile\"
faces = \"down\"
refill = \"bin\"
[zone.bin]
per = \"player\"
--- rules.card
imp one { cost 1 copies 4 }
imp two { cost 2 copies 4 }
imp six { cost 6 copies 4 }
";

#[test]
fn what_each_draws_from_a_deck_of_their_own_does_not_depend_on_who_answers_first() {
    let rules = "
phase deal { for each p in players { for each n in [1, 2, 6] { move 2 of (deck where .cost is n) to p.pile }  shuffle p.pile } }
phase main {
  together each p in players { choose n from 1..2  move top 2 of p.pile to p.hand  choose m from 1..2  move top of p.pile to p.hand }
  choose n from 1..2  end game }
";
    same_in_any_order(&format!("{DECKS}{rules}"));
}

#[test]
fn everybody_may_shuffle_their_own_deck_again() {
    let rules = "
phase deal { for each p in players { for each n in [1, 2, 6] { move 2 of (deck where .cost is n) to p.bin } } }
phase main {
  together each p in players { choose n from 1..2  move top n of p.pile to p.hand  shuffle p.pile  choose m from 1..2 }
  for each p in players { move top of p.pile to p.hand }
  choose n from 1..2  end game }
";
    let game = same_in_any_order(&format!("{DECKS}{rules}"));
    // The two bags stayed apart: everybody still has two of each sort in all.
    let table = game.view(Viewer::All).to_string();
    assert_eq!(table.matches("pile:").count(), 2, "{table}");
    let state = game.state();
    let owner = |place: u16| game.program().nouns.places.get(place as usize).map(|p| p.owner);
    for actor in 0..2u16 {
        let own = |c: &&cardwright::state::cards::Card| {
            owner(c.place.0) == Some(cardwright::program::nouns::Owner::Actor(cardwright::ids::ActorId(actor)))
        };
        let mut designs: Vec<u16> = state.cards.iter().filter(own).map(|c| c.design.0).collect();
        designs.sort_unstable();
        assert_eq!(designs, [0, 0, 1, 1, 2, 2]);
    }
}

#[test]
fn unseen_cards_out_of_one_deck_are_told_apart_before_all_draw() {
    let rules = "
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.pile } }
phase main {
  together each p in players { choose n from 1..2  move top n of p.pile to p.hand }
  choose n from 1..2  end game }
";
    let game = same_in_any_order(&format!("{DECKS}{rules}"));
    let mut designs: Vec<u16> = game.state().cards.iter().map(|c| c.design.0).collect();
    designs.sort_unstable();
    assert_eq!(designs, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2], "no card is there twice");
}

#[test]
fn an_effect_that_one_of_them_used_up_is_gone() {
    let rules = "
phase deal { }
phase main {
  until end of game, once { instead of gain by p1 where counter is points { proceed with amount is 10 * amount } }
  together each p in players { choose n from 1..2  gain n points on p }
  gain 1 points on p1 by p1
  choose n from 1..2  end game }
";
    let game = same_in_any_order(&format!("--- rules.card\nimp one {{ cost 1 }}\n{rules}"));
    let table = game.view(Viewer::All).to_string();
    assert!(table.contains("p1: points 11") && table.contains("p2: points 1"), "{table}");
}

/// What stops a game in which all do this at once.
#[track_caller]
fn fault(manifest: &str, body: &str) -> String {
    let game = format!(
        "--- game.toml\n# +base\n{manifest}
--- rules.card
imp one {{ cost 1 copies 4 }}
phase deal {{ for each p in players {{ move top of deck to p.hand  set p.rival to left(p) }} }}
value foe(p: player) is p.rival
action hurt(p: player) {{ lose 1 points on p }}
phase main {{ together each p in players {{ choose n from 1..2  {body} }}  choose m from 1..2  end game }}
"
    );
    let game = play_all(&program(&game), 1, 0);
    game.fault_text().unwrap_or_else(|| panic!("it should stop:\n{}", game.view(Viewer::All)))
}

const RIVAL: &str =
    "[state]\nrival = { on = \"player\", of = \"player\" }\n[stuff.coin]\non = [\"player\"]\nsupply = 3";

#[test]
fn what_only_the_game_can_tell_stops_it() {
    let told = [
        ("gain n points on foe(p)", "p1 changes points of p2"),
        ("hurt(foe(p))  gain n points  gain 1 points on p.rival", "p1 changes points of p2"),
        ("choose c from foe(p).hand blind  move c to p.hand", "p1 changes a card that is not theirs (p2's hand)"),
        ("choose c from p.hand  move c to foe(p).hand", "p1 changes a card that is not theirs (p1's hand)"),
        ("set p.rival.rival to p.rival", "p1 changes rival of p2"),
        ("choose m from 1..2 by foe(p)  gain m points", "p1 lets somebody else decide"),
        ("for each s in [coin] { gain n s }", "p1 takes coin from a limited supply"),
    ];
    for (body, what) in told {
        let text = fault(RIVAL, body);
        assert!(text.contains(what), "{body}: {text}");
        assert!(text.contains("inside `together`") && text.contains("rules.card:"), "{body}: {text}");
    }
}

//! The games written by hand are the games that the interpreter plays: a comparison of speed must compare the same thing.

use cardwright::load::{Request, load};
use cardwright::play::{Bot, Player};
use cardwright::rng::BotRng;
use cardwright_tests::games;
use cardwright_tests::hand_written::{Played, goofspiel, tic_tac_toe};

const GAMES: u64 = 3000;

/// Mean decisions and mean result of seat 1.
fn means(plays: impl Iterator<Item = Played>) -> (f64, f64) {
    let (count, decisions, results) = plays.fold((0.0, 0.0, 0.0), |(count, decisions, results), played| {
        (count + 1.0, decisions + played.decisions as f64, results + f64::from(played.result))
    });
    (decisions / count, results / count)
}

fn interpreted(game: &str) -> (f64, f64) {
    let loaded = load(&games::sources(game), &Request::default()).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let mut player = Player::new(loaded.program);
    let mut rng = BotRng::new(2);
    means((0..GAMES).map(|number| {
        let played = player.play_on(Bot::Random, &mut rng, 1000);
        assert!(played.ended, "{game} {number}");
        let result = player.standing().seats.first().map_or(0.0, |seat| seat.utility);
        Played { decisions: played.decisions, result: result as i8 }
    }))
}

#[test]
fn tic_tac_toe_is_the_same_game() {
    assert_eq!(tic_tac_toe::histories(0, 0), 549_946);
    let mut rng = BotRng::new(1);
    let by_hand = means((0..GAMES).map(|_| tic_tac_toe::play(&mut rng)));
    let interpreted = interpreted("tic-tac-toe");
    assert!((by_hand.0 - interpreted.0).abs() < 0.1 && (by_hand.1 - interpreted.1).abs() < 0.06);
    assert!((by_hand.1 - 0.2968).abs() < 0.05, "{by_hand:?}");
}

#[test]
fn goofspiel_is_the_same_game() {
    let mut rng = BotRng::new(1);
    let by_hand = means((0..GAMES).map(|_| goofspiel::play(13, &mut rng)));
    let interpreted = interpreted("goofspiel");
    assert_eq!((by_hand.0, interpreted.0), (24.0, 24.0));
    assert!(by_hand.1.abs() < 0.06 && interpreted.1.abs() < 0.06, "{by_hand:?} {interpreted:?}");
}

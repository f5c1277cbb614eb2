//! Etherium is programmed in secret: two positions that differ only in what others have programmed, or in how far they are,
//! look the same to a seat until all are done.

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
use cardwright::rng::GameRng;
use cardwright_tests::games;

/// Everything that a seat and a spectator get out of a match, what was told since the last look included.
fn seen(game: &mut Match, seat: usize) -> String {
    let news = game.news(Viewer::Seat(seat));
    let told = game.news(Viewer::Spectator);
    let own: Vec<String> =
        game.decisions().into_iter().filter(|d| d.seat() == Some(seat)).map(|d| format!("{d:?}")).collect();
    let (view, spectator) = (game.view(Viewer::Seat(seat)), game.view(Viewer::Spectator));
    format!("{view}\n{spectator}\n{own:#?}\n{news:#?}\n{told:#?}\n{:016x}", game.key(seat))
}

fn programming(game: &Match) -> bool {
    let open = game.decisions();
    !open.is_empty() && open.iter().all(|d| d.secret)
}

/// One answer at random of a seat that is still programming, if leaving it open which one does not end the programming.
fn answer_of_another(game: &mut Match, seat: usize, rng: &mut GameRng) {
    let open: Vec<(usize, usize)> = game
        .decisions()
        .iter()
        .filter_map(|d| Some((d.seat()?, d.options.len())))
        .filter(|(other, _)| *other != seat)
        .collect();
    let Some((other, options)) = open.get(rng.pick(open.len().max(1))).copied() else { return };
    let mut tried = game.clone();
    tried.answer_as(other, rng.pick(options)).unwrap_or_else(|rejected| panic!("{rejected}"));
    if programming(&tried) {
        *game = tried;
    }
}

/// Two copies in which the others program differently, side by side until the seat is done; true if they came to differ.
fn differ_unseen(at: &str, game: &Match, seat: usize, rng: &mut GameRng) -> bool {
    let (mut one, mut other) = (game.clone(), game.clone());
    let mut differed = false;
    loop {
        // The one goes slowly, the other fast; a seat does not learn that either.
        for _ in 0..rng.pick(3) {
            answer_of_another(&mut one, seat, rng);
        }
        for _ in 0..rng.pick(9) {
            answer_of_another(&mut other, seat, rng);
        }
        differed |= one.position() != other.position();
        assert_eq!(seen(&mut one, seat), seen(&mut other, seat), "{at}, seat {seat}");
        let own = one.decisions().into_iter().find(|d| d.seat() == Some(seat)).map(|d| d.options.len());
        let Some(options) = own else { return differed };
        let option = rng.pick(options);
        for copy in [&mut one, &mut other] {
            copy.answer_as(seat, option).unwrap_or_else(|rejected| panic!("{rejected}"));
        }
        if !programming(&one) || !programming(&other) {
            return differed;
        }
    }
}

#[test]
fn what_others_have_programmed_makes_no_difference_before_all_are_done() {
    for players in 2..=4 {
        let request = Request { players: Some(players), ..Request::default() };
        let program = load(&games::sources("etherium"), &request).unwrap_or_else(|found| panic!("{found:#?}")).program;
        let (mut compared, mut differed) = (0, 0);
        for seed in 0..2 {
            let mut rng = GameRng::new(seed, 11);
            let mut game = Match::traced(program.clone(), seed, false).with_keys();
            for _ in 0..120 {
                // Not at every answer: each comparison plays a whole season of programming twice.
                if programming(&game) && rng.pick(4) == 0 {
                    for seat in 0..game.seats() {
                        compared += 1;
                        let at = format!("{players} players, seed {seed}");
                        differed += usize::from(differ_unseen(&at, &game, seat, &mut rng));
                    }
                }
                let option = rng.pick(game.option_count());
                game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
            }
            assert!(matches!(game.status(), Status::Deciding), "{:?}", game.fault_text());
        }
        assert!(differed * 2 > compared, "{players} players: only {differed} of {compared} pairs differed");
    }
}

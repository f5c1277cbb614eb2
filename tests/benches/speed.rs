//! Random games of the interpreter beside the same games written by hand, in one process and in processor time, so that
//! what else the machine does matters little. Only decisions of seats count. Run it with `cargo bench`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use cardwright::load::{Request, load};
use cardwright::play::{Bot, Explorer, Player, Walk};
use cardwright::program::Program;
use cardwright::rng::BotRng;
use cardwright_tests::games;
use cardwright_tests::hand_written::{goofspiel, tic_tac_toe};
use cpu_time::ProcessTime;

/// How long each is measured.
const SPAN: Duration = Duration::from_secs(1);

fn main() {
    compare("tic-tac-toe", |rng| tic_tac_toe::play(rng).decisions);
    compare("goofspiel", |rng| goofspiel::play(13, rng).decisions);
    tree("the whole tree of tic-tac-toe", "tic-tac-toe", false);
    tree("… with information states and positions", "tic-tac-toe", true);
}

fn program(game: &str) -> Arc<Program> {
    load(&games::sources(game), &Request::default()).unwrap_or_else(|findings| panic!("{findings:#?}")).program
}

/// The interpreter against a game by hand.
fn compare(game: &str, by_hand: impl FnMut(&mut BotRng) -> u64) {
    let mut player = Player::new(program(game));
    let interpreted = per_second(|rng| player.play_on(Bot::Random, rng, 100_000).decisions);
    let by_hand = per_second(by_hand);
    let times = by_hand / interpreted;
    println!(
        "{game:<40} {:>7.2} M decisions/s, by hand {:>7.2} M ({times:.1} times)",
        interpreted / 1e6,
        by_hand / 1e6
    );
}

/// Decisions per second of something that plays games with the numbers of one generator.
fn per_second(mut play: impl FnMut(&mut BotRng) -> u64) -> f64 {
    let mut rng = BotRng::new(1);
    for _ in 0..100 {
        black_box(play(&mut rng));
    }
    let (mut decisions, start) = (0, ProcessTime::now());
    loop {
        // The clock is looked at rarely: it costs more than some of these games.
        for _ in 0..1000 {
            decisions += black_box(play(&mut rng));
        }
        let spent = start.elapsed();
        if spent >= SPAN {
            return decisions as f64 / spent.as_secs_f64();
        }
    }
}

fn tree(what: &str, game: &str, states: bool) {
    let program = program(game);
    let start = ProcessTime::now();
    let mut explorer = Explorer::new(program, states);
    assert_eq!(explorer.walk(u64::MAX), &Walk::Done);
    println!("{what:<40} {:>7.3} s, {} histories", start.elapsed().as_secs_f64(), explorer.tree().histories);
}

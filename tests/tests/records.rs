//! What one seat saw of a match, as a file: two matches that differ only in what the seat cannot know give the same file, byte by
//! byte, and it holds neither a seed nor answers of others.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Record, Status};
use cardwright::program::Program;
use cardwright::rng::GameRng;
use cardwright_tests::case::Case;
use cardwright_tests::games;

/// Cards are dealt, everybody puts one away in secret and at once, and p1 puts another away face down.
const SECRETS: &str = r#"
--- game.toml
# +base
[zone.stash]
per = "player"
faces = "owner"
--- rules.card
imp one { cost 1  copies 4 }
imp two { cost 2  copies 4 }
imp three { cost 3  copies 4 }
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.hand } }
phase main {
  together each p in players { choose c from p.hand  move c to p.stash }
  choose c from me.hand
  move c to deck
  if round is 1 { end game }
}
"#;

#[track_caller]
fn program(text: &str) -> Arc<Program> {
    let case = Case::parse("records", text);
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

#[track_caller]
fn record(game: &Match, seat: usize) -> String {
    let record = Record::of(&game.save(), game.program(), seat).unwrap_or_else(|error| panic!("{error}"));
    let text = record.to_text();
    assert_eq!(Record::from_text(&text).as_ref(), Ok(&record));
    text
}

/// Plays with a seat answering the same in all of them, and the others and chance as a generator says.
fn played(program: &Arc<Program>, others: u64, seat: usize) -> Match {
    let mut game = Match::with_open_chance(program.clone());
    let mut rng = GameRng::new(others, 4);
    let mut own = GameRng::new(5, 5);
    while matches!(game.status(), Status::Deciding) && game.answers().count() < 60 {
        let decision = game.decision().expect("a decision");
        let count = decision.options.len();
        let option = if decision.seat() == Some(seat) { own.pick(count) } else { rng.pick(count) };
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    game
}

#[test]
fn what_a_seat_cannot_know_is_not_in_its_record() {
    let program = program(SECRETS);
    // Of many games those in which p2 was dealt the same cards differ in nothing that p2 may know.
    let games: Vec<Match> = (0..60).map(|others| played(&program, others, 1)).collect();
    let (mut same, mut secrets) = (0, 0);
    for (i, one) in games.iter().enumerate() {
        for other in games.iter().skip(i + 1) {
            let view = |game: &Match| game.view(cardwright::play::Viewer::Seat(1));
            if view(one) != view(other) {
                continue;
            }
            same += 1;
            secrets += usize::from(one.save().answers != other.save().answers);
            assert_eq!(record(one, 1), record(other, 1));
            assert_ne!(record(one, 0), record(one, 1));
        }
    }
    assert!(secrets > 50, "{same} {secrets}");
}

#[test]
fn records_of_shipped_games_hold_no_seed_and_what_each_was_asked() {
    let seed = 9_182_736_455;
    for name in games::names() {
        let loaded = load(&games::sources(&name), &Request::default()).unwrap_or_else(|found| panic!("{found:?}"));
        let mut game = Match::new(loaded.program, seed);
        let mut rng = GameRng::new(2, 2);
        for _ in 0..40 {
            if !matches!(game.status(), Status::Deciding) {
                break;
            }
            let option = rng.pick(game.option_count());
            game.answer(option).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
        }
        let save = game.save();
        let asked: usize = (0..game.seats())
            .map(|seat| {
                let text = record(&game, seat);
                assert!(!text.contains(&seed.to_string()) && !text.contains("\"seen\""), "{name}");
                text.matches("{\"moment\":").count() - text.matches("\"answer\":null").count()
            })
            .sum();
        // Each answer stands with the one who gave it, and with nobody else.
        assert_eq!(asked, save.answers.len(), "{name}");
    }
}

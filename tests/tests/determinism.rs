//! A match is its rules, its seed and its answers: the same again, whatever is copied, saved or asked on the way.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{EndStatus, Match, Rejected, Save, SaveError, Seen, Status, Viewer};
use cardwright::program::Program;
use cardwright_tests::case::{BUSY, Case};

fn program() -> Arc<Program> {
    let case = Case::parse("determinism", BUSY);
    load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

/// A number that looks random, from a counter.
fn pick(step: usize, options: usize) -> usize {
    (step.wrapping_mul(2_654_435_761) >> 7) % options.max(1)
}

/// Answers until the end; gives the answers.
fn finish(game: &mut Match, mut step: usize) -> usize {
    while matches!(game.status(), Status::Deciding) {
        let options = game.option_count();
        assert!(options > 0, "a decision without options");
        game.answer(pick(step, options)).unwrap_or_else(|rejected| panic!("{rejected}"));
        step += 1;
        assert!(step < 5000, "the game does not end");
    }
    assert!(matches!(game.status(), Status::Ended), "{:?}", game.status());
    step
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    for seed in 0..10 {
        let (mut a, mut b) = (Match::new(program(), seed), Match::new(program(), seed));
        assert_eq!(finish(&mut a, 0), finish(&mut b, 0));
        assert_eq!(a.position(), b.position());
        assert_eq!(a.outcome(), b.outcome());
    }
}

#[test]
fn another_seed_gives_another_game() {
    let games: Vec<Match> = (0..4).map(|seed| Match::new(program(), seed)).collect();
    let first = games.first().map(Match::position);
    assert!(games.iter().any(|g| Some(g.position()) != first));
}

#[test]
fn a_copy_made_anywhere_goes_on_equally() {
    let mut game = Match::new(program(), 3);
    let mut step = 0;
    while matches!(game.status(), Status::Deciding) {
        let mut copy = game.clone();
        assert_eq!(copy.position(), game.position());
        let option = pick(step, game.option_count());
        assert_eq!(copy.answer(option), game.answer(option));
        assert_eq!(copy.position(), game.position());
        step += 1;
    }
}

#[test]
fn a_save_made_anywhere_is_taken_up_equally() {
    let mut game = Match::new(program(), 5);
    let mut step = 0;
    while matches!(game.status(), Status::Deciding) && step < 60 {
        let mut loaded = Match::load(program(), &game.save()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.position(), game.position());
        let option = pick(step, game.option_count());
        assert_eq!(loaded.answer(option), game.answer(option));
        assert_eq!(loaded.position(), game.position(), "after answer {step}");
        step += 1;
    }
}

#[test]
fn a_damaged_save_is_refused_with_its_reason() {
    let mut game = Match::new(program(), 5);
    for step in 0..10 {
        let option = pick(step, game.option_count());
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    let refusal = |damage: &dyn Fn(&mut Save)| {
        let mut save = game.save();
        damage(&mut save);
        Match::load(program(), &save).err()
    };
    assert_eq!(refusal(&|_| ()), None);
    assert!(matches!(refusal(&|save| save.head.game.id = "chess".into()), Some(SaveError::OtherGame { .. })));
    assert!(matches!(refusal(&|save| save.head.players = 200), Some(SaveError::OtherPlayers { found: 200, .. })));
    assert_eq!(refusal(&|save| save.head.game.hash = "0".into()), Some(SaveError::OtherRules("toy".into())));
    let differs = |damage: &dyn Fn(&mut Save)| match refusal(damage) {
        Some(SaveError::Differs { answers, what, .. }) => (answers, what.join("; ")),
        other => panic!("{other:?}"),
    };
    let (answers, what) = differs(&|save| save.head.seed = 6);
    assert!(answers == 0 && what.contains("p1, p2 see something else"), "{answers}: {what}");
    assert!(matches!(
        refusal(&|save| save.answers[3].option = "king".into()),
        Some(SaveError::NotPossible { answer: 4, .. })
    ));
    assert_eq!(differs(&|save| save.answers[3].lane = Some(7)).0, 3);
    let (answers, what) = differs(&|save| save.end.status = EndStatus::Over);
    assert_eq!((answers, what.as_str()), (10, "the match was over then, and is open now"));
    // Each part of what was seen is told by its name.
    let seen =
        |damage: &dyn Fn(&mut Seen)| differs(&|save| damage(save.answers[3].seen.as_mut().expect("what was seen")));
    assert_eq!(seen(&|seen| seen.news.clear()), (4, "something else happens".into()));
    assert_eq!(seen(&|seen| seen.views[1].clear()), (4, "p2 sees something else".into()));
    assert_eq!(seen(&|seen| seen.views[2].clear()), (4, "onlookers see something else".into()));
    assert_eq!(seen(&|seen| seen.asked.clear()), (4, "another question, or other options".into()));
    let error = refusal(&|save| save.answers[4].of += 1).map(|error| error.to_string()).unwrap_or_default();
    assert!(
        error.starts_with("after answer 4 (p") && error.contains(" options (") && error.contains(", and now "),
        "{error}"
    );
}

#[test]
fn taking_back_and_answering_again_leads_to_the_same_place() {
    let mut game = Match::new(program(), 8);
    for step in 0..40 {
        if !matches!(game.status(), Status::Deciding) {
            break;
        }
        let before = game.position();
        let option = pick(step, game.option_count());
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
        let after = game.position();
        assert!(game.undo());
        assert_eq!(game.position(), before);
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
        assert_eq!(game.position(), after);
    }
}

#[test]
fn a_refused_answer_changes_nothing() {
    let mut game = Match::new(program(), 2);
    for step in 0..30 {
        if !matches!(game.status(), Status::Deciding) {
            break;
        }
        let (before, options) = (game.position(), game.option_count());
        assert_eq!(game.answer(options), Err(Rejected::NoSuchOption(options + 1, options)));
        assert!(game.answer(usize::MAX).is_err());
        let asked = game.decision().and_then(|d| d.seat());
        let other = asked.map_or(0, |seat| 1 - seat);
        assert_eq!(game.answer_as(other, 0), Err(Rejected::NotAsked));
        assert_eq!(game.position(), before);
        assert_eq!(game.answers().count(), step);
        game.answer(pick(step, options)).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
}

#[test]
fn looking_and_asking_change_nothing() {
    let mut game = Match::new(program(), 4);
    let mut quiet = game.clone();
    for step in 0..60 {
        if !matches!(game.status(), Status::Deciding) {
            break;
        }
        for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator, Viewer::All] {
            let _ = game.view(viewer);
        }
        let _ = (game.decisions(), game.decision(), game.outcome(), game.save());
        assert_eq!(game.position(), quiet.position());
        let option = pick(step, game.option_count());
        assert_eq!(game.answer(option), quiet.answer(option));
    }
    assert_eq!(game.position(), quiet.position());
}

#[test]
fn a_traced_game_is_the_same_game() {
    let (mut plain, mut traced) = (Match::new(program(), 6), Match::traced(program(), 6, false));
    assert_eq!(finish(&mut plain, 0), finish(&mut traced, 0));
    assert_eq!(plain.position(), traced.position());
}

#[test]
fn a_game_that_is_over_takes_no_answer() {
    let mut game = Match::new(program(), 1);
    finish(&mut game, 0);
    let end = game.position();
    assert_eq!(game.answer(0), Err(Rejected::NothingAsked));
    assert_eq!(game.answer_as(0, 0), Err(Rejected::NothingAsked));
    assert_eq!(game.position(), end);
}

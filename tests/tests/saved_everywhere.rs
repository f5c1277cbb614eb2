//! Saves in every game, number of players, variant and pack, at several decisions: whoever wrote one, it is the same text; it
//! loads, verifies, shows no difference to its own rules, and goes on as the game does. And saves of earlier builds, which lie
//! in `tests/saves`, still go as they went.

use std::path::PathBuf;
use std::sync::Arc;

use cardwright::load::{load, load_saved};
use cardwright::play::{Bot, EndStatus, Given, Match, Player, Save, SaveError, Status, compare};
use cardwright::program::Program;
use cardwright::rng::BotRng;
use cardwright_tests::case::Case;
use cardwright_tests::games::in_every_set_up;
use cardwright_tests::transcript::request;

/// Decisions after which games are saved, and how many follow.
const SAVED_AFTER: [usize; 2] = [6, 36];
const THEN: usize = 6;

#[track_caller]
fn answer(game: &mut Match, rng: &mut BotRng) -> Option<usize> {
    let option = game.bot_answer(Bot::Random, |count| rng.pick(count))?;
    game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
    Some(option)
}

/// A save says the same, whoever watched the match and however its answers were noted.
#[track_caller]
fn saved_by_all(at: &str, game: &Match, seed: u64) -> Save {
    let save = game.save();
    let text = save.to_text();
    let noted = |mut other: Match| {
        let note = |option| other.answer_noted(option).unwrap_or_else(|rejected| panic!("{at}: {rejected}"));
        let answers: Vec<Given> = game.answers().map(note).collect();
        other.save_of(answers)
    };
    let program = game.program();
    for (who, other) in [
        ("traced, answer by answer", noted(Match::traced(program.clone(), seed, false))),
        ("with keys, answer by answer", noted(Match::new(program.clone(), seed).with_keys())),
    ] {
        let line = text.lines().zip(other.to_text().lines()).find(|(a, b)| a != b).map(|(a, b)| format!("{a}\n{b}"));
        assert!(other.to_text() == text, "{at}, {who}:\n{}", line.unwrap_or_default());
    }
    Save::from_text(&text).unwrap_or_else(|damage| panic!("{at}: {damage}"))
}

/// Loads a save, and goes on with it beside the game that it is of.
#[track_caller]
fn goes_on(at: &str, game: &Match, save: &Save, mut rng: BotRng) {
    let mut loaded = Match::load(game.program().clone(), save).unwrap_or_else(|error| panic!("{at}: {error}"));
    let compared = compare(game.program().clone(), game.program().clone(), save, usize::MAX);
    let compared = compared.unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!((compared.first, compared.stopped, compared.answers), (None, None, save.answers.len()), "{at}");
    let mut game = game.clone();
    for _ in 0..THEN {
        assert_eq!(loaded.position_hash(), game.position_hash(), "{at}");
        let Some(option) = answer(&mut game, &mut rng) else { break };
        loaded.answer(option).unwrap_or_else(|rejected| panic!("{at}: {rejected}"));
    }
}

#[test]
fn every_game_is_saved_and_goes_on() {
    let mut saves = 0;
    in_every_set_up(|at, program| {
        let seed = 11;
        let (mut game, mut rng) = (Match::new(program.clone(), seed), BotRng::new(seed));
        let mut taken = 0;
        for after in SAVED_AFTER {
            while taken < after && answer(&mut game, &mut rng).is_some() {
                taken += 1;
            }
            let at = format!("{at}, after {taken}");
            // As `sim` plays it, and keeps it.
            let played = Player::new(program.clone()).play_as(Bot::Random, seed, taken as u64);
            assert_eq!(played.decisions, taken as u64, "{at}");
            let save = saved_by_all(&at, &game, seed);
            goes_on(&at, &game, &save, BotRng::new(3));
            saves += 1;
            if !matches!(game.status(), Status::Deciding) {
                break;
            }
        }
    });
    assert!(saves > 100, "{saves}");
}

/// Loaded from its text, a save goes as it went: of all small games that pin the language.
#[test]
fn every_small_game_takes_up_its_own_save() {
    let (mut saves, mut answers) = (0, 0);
    for name in Case::names("run") {
        let case = Case::read("run", &name);
        let (request, _) = request(&case, case.section("play").unwrap_or(""));
        // Some cases are about games that cannot be loaded.
        let Ok(program) = load(&case.sources(), &request).map(|loaded| loaded.program) else { continue };
        for seed in 0..2 {
            let (mut game, mut rng) = (Match::new(program.clone(), seed), BotRng::new(seed));
            let taken = (0..40).take_while(|_| answer(&mut game, &mut rng).is_some()).count();
            // A game without questions goes on to the bound: it is the same each time, and takes long.
            if matches!(game.status(), Status::Stopped(_)) {
                continue;
            }
            let at = format!("{name}, seed {seed}, after {taken}");
            let save = saved_by_all(&at, &game, seed);
            goes_on(&at, &game, &save, BotRng::new(3));
            (saves, answers) = (saves + 1, answers + taken);
        }
    }
    assert!(saves > 600 && answers > 1500, "{saves} saves of {answers} answers");
}

fn loaded(save: &Save) -> Arc<Program> {
    load_saved(save).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

fn of_format_2() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("saves/format-2");
    let entries = std::fs::read_dir(folder).expect("saves").map(|entry| entry.expect("a save").path());
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    files.iter().map(|file| (file.display().to_string(), std::fs::read_to_string(file).expect("text"))).collect()
}

#[test]
fn saves_of_format_2_go_as_they_went() {
    let (mut over, mut open) = (0, 0);
    for (file, text) in of_format_2() {
        let save = Save::from_text(&text).unwrap_or_else(|damage| panic!("{file}: {damage}"));
        assert!(save.head.format == 2 && text.contains("\"hash\":"), "{file}");
        let program = loaded(&save);
        let game = Match::load(program, &save).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(game.answers().count(), save.answers.len(), "{file}");
        match save.end.status {
            EndStatus::Over => over += 1,
            _ => open += 1,
        }
        // It is saved anew in the form of today, and says what is seen.
        let anew = Save::from_text(&game.save().to_text()).unwrap_or_else(|damage| panic!("{file}: {damage}"));
        assert!(anew.head.format == 3 && anew.answers.iter().all(|given| given.seen.is_some()), "{file}");
        goes_on(&file, &game, &anew, BotRng::new(1));
    }
    assert!(over > 2 && open > 3, "{over} {open}");
}

#[test]
fn saves_of_format_2_are_known_by_who_was_asked_and_the_options() {
    let (file, text) =
        of_format_2().into_iter().find(|(file, _)| file.contains("storm-coast-played")).expect("it is there");
    let save = Save::from_text(&text).unwrap_or_else(|damage| panic!("{file}: {damage}"));
    let program = loaded(&save);
    let refused = |damage: &dyn Fn(&mut Given)| {
        let mut save = save.clone();
        damage(save.answers.get_mut(4).expect("five answers"));
        Match::load(program.clone(), &save).err()
    };
    assert_eq!(refused(&|_| ()), None);
    assert!(matches!(refused(&|given| given.of += 1), Some(SaveError::Differs { answers: 4, .. })));
    assert!(matches!(refused(&|given| given.who = "p9".into()), Some(SaveError::Differs { answers: 4, .. })));
    assert!(matches!(
        refused(&|given| given.option = "nothing".into()),
        Some(SaveError::NotPossible { answer: 5, .. })
    ));
}

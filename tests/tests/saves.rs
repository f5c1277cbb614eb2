//! Saved games as text: they come back whole from it, say what is wrong with a damaged one, and are played by other rules.

use std::sync::Arc;

use cardwright::load::{Request, changes, load, load_as_saved, load_saved};
use cardwright::play::{Bot, Damage, EndStatus, FORMAT, Match, Save, SaveError, Status, compare};
use cardwright::program::Program;
use cardwright::rng::BotRng;
use cardwright::source::{FileKind, SourceFile, Sources};
use cardwright_tests::case::{BUSY, Case};
use cardwright_tests::games;

/// A small one, for tests that go through every byte.
const SMALL: &str = "--- rules.card\nimp one { cost 1 }\nphase deal { }\nphase main { choose n from 1..3  gain n points  if round is 2 { end game } }\n";

fn sources(game: &str) -> Sources {
    Case::parse("saves", game).sources()
}

#[track_caller]
fn rules(sources: &Sources) -> Arc<Program> {
    load(sources, &Request::default()).unwrap_or_else(|findings| panic!("{findings:?}")).program
}

/// A game of a random bot, from its beginning on.
fn played(program: Arc<Program>, seed: u64, most: usize) -> Match {
    let mut game = Match::new(program, seed);
    let mut rng = BotRng::new(seed);
    while matches!(game.status(), Status::Deciding) && game.answers().count() < most {
        let option = game.bot_answer(Bot::Random, |count| rng.pick(count)).unwrap_or(0);
        game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
    }
    game
}

#[track_caller]
fn read(text: &str) -> Save {
    Save::from_text(text).unwrap_or_else(|damage| panic!("{damage}"))
}

#[test]
fn every_shipped_game_comes_back_from_its_text() {
    let mut seen = 0;
    for name in games::names() {
        let game = played(rules(&games::sources(&name)), 3, 120);
        let save = game.save();
        assert_eq!(save.answers.len(), game.answers().count(), "{name}");
        let text = save.to_text();
        let again = read(&text);
        assert!(again == save, "{name}");
        assert!(again.to_text() == text, "{name}");
        // The rules lie in it, so it needs nothing else.
        let program = load_saved(&again).unwrap_or_else(|findings| panic!("{name}: {findings:?}")).program;
        let loaded = Match::load(program, &again).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(loaded.state(), game.state(), "{name}");
        assert!(loaded.answers().eq(game.answers()), "{name}: the same options");
        seen += 1;
    }
    assert!(seen > 3, "there are shipped games");
}

#[test]
fn answers_are_named_by_the_script_and_cards_in_full() {
    let game = played(rules(&sources(BUSY)), 11, 400);
    let save = game.save();
    assert_eq!((save.head.format, save.end.status), (FORMAT, EndStatus::Over));
    assert_eq!(save.head.cards, ["toy:one@0.1.0", "toy:three@0.1.0", "toy:two@0.1.0"]);
    let said = |asks: &str| -> Vec<&str> {
        save.answers.iter().filter(|given| given.asks == asks).map(|given| given.option.as_str()).collect()
    };
    assert!(said("offer").contains(&"lay one") && said("offer").contains(&"done"), "{:?}", said("offer"));
    for (asks, options) in [
        ("choose cs", &["one", "two", "three", "pass"][..]),
        ("may", &["yes", "no"]),
        ("window pause", &["three", "pass"]),
    ] {
        assert!(!said(asks).is_empty(), "nothing asks {asks}");
        assert!(said(asks).iter().all(|said| options.contains(said)), "{asks}: {:?}", said(asks));
    }
    assert!(save.answers.iter().zip(1..).all(|(given, n)| given.n == n));
}

#[test]
fn a_card_of_a_pack_bears_its_name_and_version() {
    let pack = "--- red/pack.toml\n[pack]\nid = \"red\"\nversion = \"2.1.0\"\ngame = \"toy\"\n--- red/x.card\nimp ogre { cost 1  play { gain 1 points } }\nreplace imp one { cost 1  play { gain 5 points } }\n";
    let sources = sources(&format!("{BUSY}{pack}"));
    let request = Request { packs: 1, ..Request::default() };
    let program = load(&sources, &request).unwrap_or_else(|findings| panic!("{findings:?}")).program;
    assert_eq!(program.full_names(), ["red:ogre@2.1.0", "red:one@2.1.0", "toy:three@0.1.0", "toy:two@0.1.0"]);
    let save = played(program, 1, 30).save();
    let pack = save.head.packs.first().expect("a pack");
    assert_eq!((pack.id.as_str(), pack.version.as_str(), pack.hash.len()), ("red", "2.1.0", 16));
    assert!(load_saved(&read(&save.to_text())).is_ok());
}

#[test]
fn a_text_that_is_cut_anywhere_says_so() {
    let text = played(rules(&sources(SMALL)), 2, 100).save().to_text();
    assert!(text.is_ascii(), "every byte can be the last");
    for end in 0..text.len() {
        let cut = &text[..end];
        let damage = Save::from_text(cut);
        match damage {
            // Only the last line break may be missing.
            Ok(_) => assert_eq!(end, text.len() - 1),
            Err(Damage::Empty) => assert_eq!(end, 0),
            Err(Damage::CutOff { line, .. }) => assert_eq!(line, cut.lines().count(), "at byte {end}"),
            Err(Damage::NotASave) => assert!(end < "{\"head\":".len(), "at byte {end}"),
            Err(other) => panic!("at byte {end}: {other}"),
        }
    }
}

#[test]
fn a_text_with_a_wrong_byte_is_refused_or_says_where_it_differs() {
    let text = played(rules(&sources(SMALL)), 2, 100).save().to_text();
    let (mut refused, mut differing, mut harmless) = (0, 0, 0);
    let mut rng = BotRng::new(5);
    for _ in 0..400 {
        let mut bytes = text.clone().into_bytes();
        let at = rng.pick(bytes.len());
        bytes[at] = u8::try_from(32 + rng.pick(95)).unwrap_or(b' ');
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        let Ok(save) = Save::from_text(&changed) else {
            refused += 1;
            continue;
        };
        match load_saved(&save).map(|loaded| Match::load(loaded.program, &save)) {
            Ok(Ok(_)) => harmless += 1,
            Ok(Err(_)) | Err(_) => differing += 1,
        }
    }
    assert!(refused > 40 && differing > 40, "{refused} {differing} {harmless}");
    // The version of the program, how many options there were, and numbers where the words are enough.
    assert!(harmless < 60, "{refused} {differing} {harmless}");
}

#[test]
fn texts_that_are_no_saves_are_told_apart() {
    let text = played(rules(&sources(SMALL)), 2, 100).save().to_text();
    let damage = |text: &str| Save::from_text(text).err().map(|damage| damage.to_string()).unwrap_or_default();
    assert_eq!(damage("\n \n"), "the file is empty");
    for foreign in ["hello", "{}", "[1, 2]", "{\"answer\":3}\n", "\u{0}\u{1}"] {
        assert_eq!(Save::from_text(foreign), Err(Damage::NotASave), "{foreign}");
    }
    let format = format!("\"format\":{FORMAT},\"engine\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let of = |other: &str| damage(&text.replacen(&format, other, 1));
    let newer = of("\"format\":77,\"engine\":\"9.8.0\",\"more\":true");
    let this = concat!("and this Cardwright, ", env!("CARGO_PKG_VERSION"), ", reads formats 2 to 3");
    let by = "the saved game is of format 77, written by Cardwright 9.8.0, ";
    assert_eq!(newer, format!("{by}{this}: use the version that wrote it, or a newer one"));
    assert_eq!(of("\"format\":1"), format!("the saved game is of format 1, {this}"));
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("{\"answer\"")).expect("an answer");
    let without: Vec<&str> = lines.iter().enumerate().filter(|(at, _)| *at != first).map(|(_, line)| *line).collect();
    let missing = damage(&(without.join("\n") + "\n"));
    assert_eq!(
        missing,
        format!("line {} of the file is damaged: answer 2 stands where answer 1 should stand", first + 1)
    );
    let longer = damage(&(text.clone() + lines[first] + "\n"));
    assert!(longer.ends_with("it stands after the end"), "{longer}");
    let deep = damage(&text.replacen("\"packs\":[]", &format!("\"packs\":{}", "[".repeat(5000)), 1));
    assert!(deep.starts_with("line 1 of the file is damaged"), "{deep}");
    let wrong = damage(&text.replacen("\"index\":", "\"index\":-", 1));
    assert!(wrong.contains("damaged: invalid value"), "{wrong}");
}

#[test]
fn an_answer_is_found_again_where_options_come_in_another_order() {
    let game = played(rules(&sources(BUSY)), 4, 400);
    let save = game.save();
    // The same items in another order: cards, and options of the offer.
    let turned = BUSY.replace(
        "option lay(c) for c in me.hand  option done { stop }",
        "option done { stop }  option lay(c) for c in me.hand",
    );
    assert_ne!(turned, BUSY);
    let other = load_as_saved(&sources(&turned), &save).unwrap_or_else(|findings| panic!("{findings:?}")).program;
    assert!(matches!(Match::load(other.clone(), &save), Err(SaveError::OtherRules(_))), "it does not pretend");
    let mut again = Match::new(other, save.head.seed);
    for given in &save.answers {
        again.take(given).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(again.outcome(), game.outcome());
    assert!(!again.answers().eq(game.answers()), "the numbers of the options are others");
}

#[test]
fn other_rules_are_compared_to_the_clause() {
    let old = rules(&sources(BUSY));
    let save = played(old.clone(), 4, 400).save();
    let same = compare(old.clone(), old.clone(), &save, usize::MAX).expect("it goes by its own rules");
    assert_eq!((same.first, same.stopped, same.answers), (None, None, save.answers.len()));

    let other = BUSY.replace("gain 2 points", "gain 7 points");
    let compared = compare(old.clone(), rules(&sources(&other)), &save, usize::MAX).expect("it goes by its own rules");
    let first = compared.first.expect("a difference");
    let laid = save.answers.iter().find(|given| given.option == "lay three").expect("it was laid").n;
    assert_eq!(first.answer, laid);
    let (then, now) = (first.old.expect("a clause"), first.new.expect("a clause"));
    assert_eq!((then.script.as_str(), now.script.as_str()), ("gain 2 points", "gain 7 points"));
    assert_eq!((then.place.as_deref(), now.place.as_deref()), (Some("rules.card:3"), Some("rules.card:3")));
    assert!(then.what.contains("+2") && now.what.contains("+7"), "{} {}", then.what, now.what);
    assert_eq!((compared.stopped, compared.answers), (None, save.answers.len()));

    let gone = BUSY.replace("option done { stop }", "option enough { stop }");
    let compared = compare(old.clone(), rules(&sources(&gone)), &save, usize::MAX).expect("it goes by its own rules");
    let done = save.answers.iter().find(|given| given.option == "done").expect("it was said").n;
    assert!(
        matches!(&compared.stopped, Some(SaveError::NotPossible { answer, why }) if *answer == done && why.contains("enough")),
        "{:?}",
        compared.stopped
    );
    let first = compared.first.expect("another question");
    assert!(first.old.is_some_and(|asked| asked.what.contains("done") && asked.script.starts_with("offer")));
    // What comes after the place where one stops is not looked at.
    assert_eq!(compare(old, rules(&sources(&other)), &save, laid - 1).expect("as far").first, None);
}

#[test]
fn changes_are_named_by_item_and_entry() {
    let told = |old: &str, new: &str| -> Vec<String> {
        let changes = changes(&sources(old), &sources(new));
        changes.iter().map(|change| format!("{:?} {} {}", change.how, change.what, change.place)).collect()
    };
    let commented = BUSY.replace("window pause()", "# a pause\nwindow   pause()").replace("play {", "play {  # now\n");
    assert_eq!(told(BUSY, &commented), [""; 0], "how it is written does not count");
    let other = BUSY
        .replace("gain 2 points", "gain 3 points")
        .replace("[1, 2, 3, 4, 5, 6]", "[1, 2, 3]")
        .replace("imp two", "imp deux");
    assert_eq!(
        told(BUSY, &other),
        [
            "Changed dice.d6 game.toml:28",
            "Added imp deux rules.card:2",
            "Changed imp three rules.card:3",
            "Removed imp two rules.card:2",
        ]
    );
    let table = |name: &str, rows: &str| {
        let mut sources = sources(BUSY);
        sources.add(SourceFile::new(name, format!("id,cost\n{rows}"), FileKind::Table, None));
        sources
    };
    let (old, new) =
        (table("cards/toy/imp.csv", "four,1\nfive,2\n"), table("/else/imp.csv", "four,1\n\nfive,3\nsix,1\n"));
    let told: Vec<String> = changes(&old, &new).iter().map(|c| format!("{:?} {}", c.how, c.what)).collect();
    assert_eq!(told, ["Changed row `five` of imp.csv", "Added row `six` of imp.csv"]);
}

//! `cardwright new`: what it writes checks, plays, has its style, and passes its own scenarios.

mod common;

use std::fs;

use common::{BROKEN, Folder, MANIFEST, Ran, run, run_with};

#[track_caller]
fn fine(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

#[test]
fn a_new_game_checks_plays_and_passes() {
    let folder = Folder::new("new-game");
    let ran = run(&folder, "new game storm-riders");
    fine(&ran);
    for file in
        ["games/storm-riders/game.toml", "cards/storm-riders/cards.card", "tests/scenarios/storm-riders/cards.card"]
    {
        assert!(folder.0.join(file).is_file() && ran.err.contains(file), "{file}: {}", ran.err);
    }
    assert!(ran.err.contains("next:\n  cardwright check storm-riders\n"), "{}", ran.err);
    for command in ["check", "play", "test"] {
        assert!(ran.err.contains(&format!("  cardwright {command} storm-riders")), "{}", ran.err);
    }
    let ran = run(&folder, "check storm-riders");
    fine(&ran);
    assert!(ran.err.contains("no findings"), "{}", ran.err);
    let ran = run(&folder, "test storm-riders");
    fine(&ran);
    assert!(ran.err.contains("2 scenarios") && ran.err.contains("2 passed"), "{}", ran.err);
    let ran = run_with(&folder, "play storm-riders --seed 7", &"1\n".repeat(200));
    fine(&ran);
    assert!(ran.out.contains("Coin") && ran.out.contains("Thief"), "{}", ran.out);
    fine(&run(&folder, "sim storm-riders -n 20 --players 4 --check"));
    fine(&run(&folder, "fmt --check"));
}

#[test]
fn a_new_pack_suits_every_game() {
    let games = run(&Folder::new("new-pack-list"), "list --format json").out;
    let names: Vec<&str> = games.lines().filter_map(|line| line.split('"').nth(3)).collect();
    assert!(names.len() >= 5, "{games}");
    // A root of one's own, so that packs are found by name.
    let folder = Folder::new("new-pack");
    fine(&run(&folder, "new game first-game"));
    for game in names.iter().copied().chain(["first-game"]) {
        let ran = run(&folder, &format!("new pack more-fun --for {game}"));
        fine(&ran);
        assert!(ran.err.contains(&format!("cards/{game}/more-fun/pack.toml")), "{}", ran.err);
        assert!(ran.err.contains(&format!("next:\n  cardwright check {game} --pack more-fun\n")), "{}", ran.err);
        let ran = run(&folder, &format!("check {game} --pack more-fun"));
        fine(&ran);
        assert!(ran.err.contains("no findings"), "{game}: {}", ran.err);
        fine(&run(&folder, &format!("play {game} --pack more-fun --all-random --seed 3")));
        let ran = run(&folder, &format!("test cards/{game}/more-fun"));
        fine(&ran);
        assert!(ran.err.contains("1 scenario") && ran.err.contains("1 passed"), "{game}: {}", ran.err);
        let file = |path: &str| fs::read_to_string(folder.0.join(format!("cards/{game}/more-fun/{path}"))).unwrap();
        let scenario = file("scenarios/cards.card");
        assert!(scenario.contains("does what it says"), "{game}: the card does something: {scenario}");
        // Another such pack, which knows nothing of the first.
        for part in ["pack.toml", "cards.card"] {
            let other = file(part).replace("more_fun", "much_more").replace("more-fun", "much-more");
            folder.write(&format!("cards/{game}/much-more/{part}"), other.replace("More Fun", "Much More"));
        }
        for packs in ["--pack more-fun", "--pack more-fun --pack much-more"] {
            let ran = run(&folder, &format!("check {game} {packs}"));
            fine(&ran);
            assert!(ran.err.contains("no findings"), "{game} {packs}: {}", ran.err);
            fine(&run(&folder, &format!("sim {game} {packs} -n 2 --check")));
        }
    }
    fine(&run(&folder, "fmt --check"));
    let card = fs::read_to_string(folder.0.join("cards/first-game/more-fun/cards.card")).unwrap();
    assert!(card.contains("fortune more_fun_fortune {"), "a game with cards gets a card: {card}");
    let scenario = fs::read_to_string(folder.0.join("cards/first-game/more-fun/scenarios/cards.card")).unwrap();
    assert!(scenario.contains("p1 chooses more_fun_fortune"), "{scenario}");
}

#[test]
fn a_new_game_lies_in_the_folder_one_is_in() {
    let folder = Folder::root("new-below");
    let below = Folder(folder.0.join("notes/mine"));
    fs::create_dir_all(&below.0).unwrap();
    for (words, file) in
        [("new game tea-party", "games/tea-party/game.toml"), ("eject tic-tac-toe", "games/tic-tac-toe/game.toml")]
    {
        let ran = run(&below, words);
        fine(&ran);
        assert!(below.0.join(file).is_file() && !folder.0.join(file).exists(), "{words}: {}", ran.err);
        assert!(ran.err.contains("notes/mine`"), "says where: {}", ran.err);
    }
    for words in
        ["check tea-party", "check", "test tea-party", "play tea-party --all-random --seed 1", "check tic-tac-toe"]
    {
        fine(&run(&below, words));
    }
}

#[test]
fn without_a_root_a_pack_lies_here() {
    let folder = Folder::new("new-pack-here");
    let ran = run(&folder, "new pack more-fun --for tic-tac-toe");
    fine(&ran);
    assert!(folder.0.join("more-fun/pack.toml").is_file(), "{}", ran.err);
    fine(&run(&folder, "check tic-tac-toe --pack ./more-fun"));
    let ran = run(&folder, "test ./more-fun");
    fine(&ran);
    assert!(ran.err.contains("1 passed"), "{}", ran.err);
}

#[test]
fn nothing_is_ever_overwritten() {
    let folder = Folder::new("new-twice");
    fine(&run(&folder, "new game my-game"));
    fine(&run(&folder, "new pack my-pack --for my-game"));
    for (words, message) in [
        ("new game my-game", "there is already a game `my-game`"),
        ("new game my_game", "there is already a game `my-game`"),
        ("new game tic-tac-toe", "there is already a game `tic-tac-toe`"),
        ("new pack my-pack --for my-game", "has already a pack `my-pack`"),
    ] {
        let ran = run(&folder, words);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
    folder.write("cards/other/rules.card", "# mine\n");
    let ran = run(&folder, "new game other");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("nothing was written") && ran.err.contains("cards/other/rules.card"), "{}", ran.err);
    assert!(!folder.0.join("games/other").exists(), "all or nothing");
    folder.write("cards/my-game/notes/mine.txt", "mine");
    let ran = run(&folder, "new pack notes --for my-game");
    assert!(ran.err.contains("is there already"), "{}", ran.err);
}

#[test]
fn names_that_cannot_be_written_get_better_ones() {
    let folder = Folder::root("new-names");
    for (words, message) in [
        ("new game MyGame", "write `mygame`"),
        ("new game 2nd", "a letter first"),
        ("new game move", "it is a word of the language; write for example `my-move`"),
        ("new game ../up", "small letters"),
        ("new pack scenarios --for toy", "a meaning of their own"),
        ("new pack big --for nothing", "there is no game `nothing`"),
        ("new pack big", "--for"),
    ] {
        let ran = run(&folder, words);
        assert_eq!(ran.code, Some(2), "{words}: {}", ran.err);
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
}

#[test]
fn a_game_with_errors_gets_no_pack() {
    let folder = Folder::new("new-broken");
    folder.write("games/toy/game.toml", MANIFEST);
    folder.write("cards/toy/rules.card", BROKEN);
    let ran = run(&folder, "new pack big --for toy");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("see `cardwright check toy`"), "{}", ran.err);
    assert!(!folder.0.join("cards/toy/big").exists());
}

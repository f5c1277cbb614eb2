//! `trace`, and stepping in `play`: by words and as a whole, on the game of the common part with cards that do something.

mod common;

use common::{Folder, run, run_with};

/// The manifest of the common part, with tokens that can be played.
fn game(name: &str) -> Folder {
    let folder = Folder::root(name);
    let manifest = common::MANIFEST.replace("[kind.token]\n", "[kind.token]\nabilities = { play = {} }\n");
    folder.write("games/toy/game.toml", manifest);
    folder.write(
        "cards/toy/rules.card",
        "token red {
  play {
    let n is 2
    choose p from players
    gain n wins on p
  }
}
token green { play { gain 1 wins } }
token dull { }
phase prepare { gain heap stones }
phase pick { }
phase take {
  choose c from tray where c is not dull
  move c to me.kept   run c.play
  end game
}
",
    );
    folder
}

#[test]
fn all_clauses_of_a_card_stand_one_below_the_other() {
    let folder = game("trace-all");
    let ran = run(&folder, "trace toy red --all");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let answers: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("answer ")).collect();
    assert_eq!(answers.len(), 2, "{}", ran.out);
    assert!(answers[0].ends_with("Choose a token → Red"), "{}", ran.out);
    let after = |line: &str| ran.out.split(line).nth(1).unwrap_or_default().to_owned();
    assert!(after("rules.card:3  let n is 2\n").starts_with("     this is Red\n     n is 2\n"), "{}", ran.out);
    assert!(
        after("where c is not dull\n").starts_with("     p1 chooses c: Red\n     me is p1\n     c is Red\n"),
        "{}",
        ran.out
    );
    let moved = after("rules.card:14  move c to me.kept\n");
    assert!(moved.contains("p1 kept: nothing → Red\n"), "{}", ran.out);
    assert!(after("gain n wins on p\n").contains("wins 0 → wins 2"), "{}", ran.out);
}

#[test]
fn words_step_forwards_and_backwards_and_choose_differently() {
    let folder = game("trace-words");
    let ran =
        run_with(&folder, "trace toy red --plain", "n\np\nd\nchoose\nchoose 2\nn\nchoose 9\nanswer 1\nu\nu\nfly\nq\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let pages: Vec<&str> = ran.out.split("step> ").collect();
    let shows = |page: usize, part: &str| {
        let text = pages.get(page).copied().unwrap_or_default();
        assert!(text.contains(part), "no `{part}` on page {page}:\n{text}\n--- of\n{}", ran.out);
    };
    shows(0, "answer 1 of 2, clause 1 of");
    shows(1, "clause 2 of");
    shows(1, ">  14    move c to me.kept   run c.play\n");
    shows(1, "^^^^^^^^^^^^^^^^\n");
    shows(2, "clause 1 of");
    shows(3, "answer 2 of 2");
    shows(4, "<- taken");
    shows(5, "→ p2");
    shows(6, "p2: wins 0 → wins 2");
    shows(7, "the options are 1 to 2");
    shows(9, "the beginning");
    shows(10, "no earlier decision");
    shows(11, "`fly` is none of the words here");
}

#[test]
fn programs_get_one_object() {
    let folder = game("trace-json");
    let ran = run(&folder, "trace toy red --format json");
    let value: serde_json::Value =
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out));
    let clauses = value["answers"][0]["clauses"].as_array().cloned().unwrap_or_default();
    let named = clauses.iter().find(|clause| clause["text"] == "let n is 2").unwrap_or_else(|| panic!("{}", ran.out));
    assert_eq!((named["line"].as_u64(), named["names"][2]["means"].as_str()), (Some(3), Some("2")));
    assert_eq!(value["answers"][1]["options"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_card_that_is_not_there_or_does_nothing_is_told() {
    let folder = game("trace-wrong");
    let ran = run(&folder, "trace toy rad");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("no card `rad`; did you mean `red`?"), "{}", ran.err);
    let ran = run(&folder, "trace toy e");
    assert!(ran.err.contains("no card `e`; its cards with such a name are `red`, `green`"), "{}", ran.err);
    let ran = run(&folder, "trace toy red --ability plai");
    assert!(ran.err.contains("no ability `plai`; did you mean `play`?"), "{}", ran.err);
    let ran = run(&folder, "trace toy dull");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("`dull` did nothing"), "{}", ran.err);
}

#[test]
fn a_game_is_stepped_through_and_taken_back_to_a_decision() {
    let folder = game("play-step");
    let ran = run_with(&folder, "play toy --seed 3", "red\nstep\nn\nn\nchoose\ngreen\nq\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("answer 1 of 1, clause 2 of"), "{}", ran.out);
    // Names may come from what a seat cannot know.
    assert!(!ran.out.contains("n is 2"), "{}", ran.out);
    assert!(ran.out.contains("Back before answer 1."), "{}", ran.out);
    assert!(ran.out.contains("The game has ended"), "green needs no further answer: {}", ran.out);
    let open = run_with(&folder, "play toy --seed 3 --open", "red\nstep\nn\nn\nn\nq\nq\n");
    assert!(open.out.contains("n is 2"), "{}", open.out);
}

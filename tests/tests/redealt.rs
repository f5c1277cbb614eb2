//! What is dealt anew for a seat varies as far as that seat may not know it, and no further: secret counters, states and
//! dice, names of effects under way, and what others have chosen where all choose at once.

use std::collections::BTreeMap;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Status, Viewer};
use cardwright::rng::GameRng;
use cardwright_tests::case::Case;

const MANIFEST: &str = "--- game.toml
[game]
id = \"secrets\"
name = \"Secrets\"
players = 2
ranking = [\"points\"]
[enum]
suit = [\"sun\", \"moon\", \"star\"]
[counter]
points = { on = \"player\" }
face = { on = \"player\", secret = true }
twin = { on = \"player\", secret = true }
bid = { on = \"player\", secret = true, min = 0, max = 9 }
fate = { on = \"game\", secret = true }
[state]
sign = { on = \"player\", of = \"suit\", secret = true }
[dice.die]
faces = [1, 2, { n = 3, weight = 2 }]
[flow]
setup = [\"deal\"]
turn = [\"main\"]
rounds = 9
--- rules.card
";

/// A game up to its first question to a seat.
#[track_caller]
fn begun(rules: &str) -> Match {
    let case = Case::parse("redealt", &format!("{MANIFEST}{rules}"));
    let loaded = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:#?}"));
    Match::new(loaded.program, 3)
}

/// What one who sees all sees in so many deals for a seat, each line by how often it comes.
fn deals(game: &Match, seat: usize) -> BTreeMap<String, usize> {
    let mut rng = GameRng::new(11, 0);
    let mut found = BTreeMap::new();
    for _ in 0..900 {
        let other = game.determinise(seat, &mut rng);
        for line in other.view(Viewer::All).to_string().lines() {
            *found.entry(line.trim().to_owned()).or_insert(0) += 1;
        }
    }
    found
}

/// The lines that begin so.
fn lines<'d>(deals: &'d BTreeMap<String, usize>, begin: &str) -> Vec<(&'d str, usize)> {
    deals.iter().filter(|(line, _)| line.starts_with(begin)).map(|(line, count)| (line.as_str(), *count)).collect()
}

/// The numbers behind a word, by how often they come.
fn values(deals: &BTreeMap<String, usize>, begin: &str, word: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for (line, count) in lines(deals, begin) {
        let value = line.split(", ").find_map(|part| part.trim_start_matches(begin).trim().strip_prefix(word));
        let value = value.unwrap_or_else(|| panic!("no {word} in {line}")).trim().to_owned();
        *found.entry(value).or_insert(0) += count;
    }
    found
}

#[track_caller]
fn all_of(found: &BTreeMap<String, usize>, wanted: &[&str]) {
    let keys: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(keys, wanted, "{found:?}");
}

const DEAL: &str = "phase deal { for each p in players {
    random n from 1..3   set p.face to n   set p.twin to n
    random s from [sun, moon, star]   set p.sign to s
    roll 2 die as r   gain r.total bid by p   gain 1 bid by p }
  random f from 1..5   set fate to f }
";

#[test]
fn what_chance_put_into_secret_states_varies_and_hangs_together() {
    let game = begun(&format!("{DEAL}phase main {{ choose p from opponents   gain 1 points by p }}\n"));
    let deals = deals(&game, 0);
    // One's own stays.
    assert_eq!(lines(&deals, "p1:").len(), 1, "{deals:#?}");
    let (face, twin) = (values(&deals, "p2:", "face"), values(&deals, "p2:", "twin"));
    all_of(&face, &["1", "2", "3"]);
    assert_eq!(face, twin);
    for (line, _) in lines(&deals, "p2:") {
        let number = |word: &str| line.split(", ").find_map(|part| part.strip_prefix(word)).expect("it stands there");
        assert_eq!(number("face "), number("twin "), "{line}");
    }
    assert_eq!(values(&deals, "p2:", "sign").len(), 3);
    // A three falls twice as often as a one, so six comes four times as often as two, each with the one that was gained.
    let bid = values(&deals, "p2:", "bid");
    all_of(&bid, &["3", "4", "5", "6", "7"]);
    assert!(bid["7"] > 3 * bid["3"] && bid["7"] < 6 * bid["3"], "{bid:?}");
    // What nobody knows varies for all.
    all_of(&values(&deals, "fate", ""), &["1", "2", "3", "4", "5"]);
}

#[test]
fn what_was_shown_stays() {
    let rules = "phase deal { for each p in players { random n from 1..3   set p.face to n   set p.twin to n } }
phase main { gain p2.face points   choose p from opponents   gain 1 points by p }
";
    let deals = deals(&begun(rules), 0);
    assert_eq!(lines(&deals, "p2:").len(), 1, "{deals:#?}");
}

#[test]
fn what_was_made_of_an_outcome_otherwise_stays_with_it() {
    let rules = "phase deal { for each p in players { random n from 1..3   set p.face to n   set p.twin to n + 1 } }
phase main { choose p from opponents   gain 1 points by p }
";
    let deals = deals(&begun(rules), 0);
    assert_eq!(lines(&deals, "p2:").len(), 1, "{deals:#?}");
}

#[test]
fn what_is_written_over_is_no_outcome_any_more() {
    let rules = "phase deal { for each p in players { random n from 1..3   set p.face to n   set p.twin to n   set p.face to 2 } }
phase main { choose p from opponents   gain 1 points by p }
";
    let deals = deals(&begun(rules), 0);
    all_of(&values(&deals, "p2:", "face"), &["2"]);
    all_of(&values(&deals, "p2:", "twin"), &["1", "2", "3"]);
}

#[test]
fn what_is_copied_varies_with_what_it_was_copied_from() {
    let rules = "phase deal { for each p in players { random n from 1..3   set p.face to n   set p.twin to p.face } }
phase main { choose p from opponents   gain 1 points by p }
";
    let deals = deals(&begun(rules), 0);
    let found = lines(&deals, "p2:");
    assert_eq!(found.len(), 3, "{found:?}");
}

/// The views of all after the answers, for many deals.
fn gone_on(game: &Match, seat: usize, answers: usize) -> BTreeMap<String, usize> {
    let mut rng = GameRng::new(5, 0);
    let mut found = BTreeMap::new();
    for _ in 0..300 {
        let mut other = game.determinise(seat, &mut rng);
        for _ in 0..answers {
            other.answer(0).unwrap_or_else(|rejected| panic!("{rejected}"));
        }
        assert!(!matches!(other.status(), Status::Stopped(_)), "{:?}", other.fault_text());
        for line in other.view(Viewer::All).to_string().lines() {
            *found.entry(line.trim().to_owned()).or_insert(0) += 1;
        }
    }
    found
}

#[test]
fn a_name_that_is_alive_varies_with_the_states_that_hold_it() {
    let rules = "phase deal { }
phase main {
  random n from 1..4 seen by me
  roll 1 die as r seen by me
  let m is n
  set me.face to n
  choose p from opponents
  set me.twin to m
  gain r.total bid
  choose q from opponents
  gain 1 points by q }
";
    let game = begun(rules);
    let deals = gone_on(&game, 1, 1);
    all_of(&values(&deals, "p1:", "face"), &["1", "2", "3", "4"]);
    all_of(&values(&deals, "p1:", "bid"), &["1", "2", "3"]);
    for (line, _) in lines(&deals, "p1:") {
        let number = |word: &str| line.split(", ").find_map(|part| part.strip_prefix(word)).expect("it stands there");
        assert_eq!(number("face "), number("twin "), "{line}");
    }
    // Whoever knows it keeps it.
    assert_eq!(lines(&gone_on(&game, 0, 1), "p1:").len(), 1);
}

#[test]
fn a_secret_choice_varies_over_the_options_that_there_were() {
    let rules = "phase deal { }
phase main { choose n from 2..4   set me.bid to n   choose p from opponents   gain 1 points by p }
";
    let mut game = begun(rules);
    game.answer(1).expect("there are three");
    let seen_by_other = deals(&game, 1);
    all_of(&values(&seen_by_other, "p1:", "bid"), &["2", "3", "4"]);
    assert_eq!(lines(&deals(&game, 0), "p1:").len(), 1);
}

#[test]
fn what_others_have_chosen_at_the_same_time_varies() {
    for rules in [
        // One choice each, and nothing else.
        "phase deal { }
phase main { together each p in players { choose n from 2..4   set p.bid to n }
  choose q from opponents   gain 1 points by q }
",
        // More than that.
        "phase deal { for each p in players { random n from 1..3   set p.face to n } }
phase main { together each p in players { choose n from 2..4   set p.bid to n   gain 1 points by p }
  choose q from opponents   gain 1 points by q }
",
    ] {
        let mut game = begun(rules);
        game.answer_as(0, 1).expect("the first chooses");
        let deals = gone_on(&game, 1, 1);
        all_of(&values(&deals, "p1:", "bid"), &["2", "3", "4"]);
        all_of(&values(&deals, "p2:", "bid"), &["2"]);
        all_of(&values(&gone_on(&game, 0, 1), "p1:", "bid"), &["3"]);
    }
}

#[test]
fn what_somebody_else_is_asked_fits_what_is_dealt() {
    let rules = "phase deal { for each p in players { random n from 1..3   set p.face to n } }
phase main { choose n from 1..p2.face by p2   gain n points by p1 }
";
    let game = begun(rules);
    let mut rng = GameRng::new(1, 0);
    let mut counts: Vec<usize> = (0..100).map(|_| game.determinise(0, &mut rng).option_count()).collect();
    counts.sort_unstable();
    counts.dedup();
    assert_eq!(counts, [1, 2, 3]);
}

#[test]
fn games_that_nobody_watches_remember_the_same() {
    let rules = format!("{DEAL}phase main {{ choose p from opponents   gain 1 points by p }}\n");
    let case = Case::parse("redealt", &format!("{MANIFEST}{rules}"));
    let program = load(&case.sources(), &Request::default()).unwrap_or_else(|findings| panic!("{findings:#?}")).program;
    let plain = deals(&Match::new(program.clone(), 3), 0);
    let watched = deals(&Match::traced(program, 3, false).with_keys(), 0);
    assert_eq!(plain, watched);
}

//! What a seat cannot know makes no difference to it: a position and the same with the hidden cards dealt anew give that
//! seat equal views, questions, options, news and keys, and go on doing so under equal answers until it is shown something.

use std::sync::Arc;

use cardwright::load::{Request, load};
use cardwright::play::{Decision, Match, Status, Viewer};
use cardwright::program::Program;
use cardwright::rng::GameRng;
use cardwright_tests::case::Case;
use cardwright_tests::games;

/// Everything that a seat gets out of a match, as text.
fn seen(game: &Match, seat: usize) -> String {
    let view = game.view(Viewer::Seat(seat));
    let spectator = game.view(Viewer::Spectator);
    let own: Vec<String> =
        game.decisions().into_iter().filter(|d| d.seat() == Some(seat)).map(|d| question(&d)).collect();
    format!("{view}\n-- spectator\n{spectator}\n-- asked\n{}\n-- key {:016x}", own.join("\n"), game.key(seat))
}

fn question(decision: &Decision) -> String {
    let Decision { who, prompt, options, picked, bounds, secret } = decision;
    format!("{who:?} {prompt} {bounds:?} {secret} picked {picked:?}: {options:#?}")
}

/// Positions in which something was dealt anew, and how far the two games were followed.
#[derive(Default, Debug)]
struct Report {
    dealt: usize,
    changed: usize,
    steps: usize,
    told_apart: usize,
}

/// Random games; at each decision the hidden cards of each seat are dealt anew, and both games go on side by side.
#[track_caller]
fn holds(name: &str, program: &Arc<Program>, games: u64, strict: bool) -> Report {
    // Of a large game each position costs more, and one game has many of them.
    let large = program.nouns.designs.len() > 30;
    let (first, one_in) = if large { (4, 60) } else { (12, 8) };
    let mut report = Report::default();
    for seed in 0..games {
        let mut rng = GameRng::new(seed, 7);
        let mut game = Match::traced(program.clone(), seed, true).with_keys();
        let (mut begun, mut heard) = (false, false);
        for step in 0..400 {
            let Some(decision) = game.decision() else { break };
            // What setup deals is no news, also where somebody is asked in it.
            heard |= !game.news(Viewer::All).is_empty();
            begun |= heard && decision.seat().is_some();
            if begun && (step < first || rng.pick(one_in) == 0) {
                for seat in 0..game.seats() {
                    let other = game.determinise(seat, &mut rng);
                    report.dealt += 1;
                    report.changed += usize::from(other.position_hash() != game.position_hash());
                    let at = format!("{name}, seed {seed}, step {step}, seat {seat}");
                    side_by_side(&at, &game, other, seat, &mut rng, strict, &mut report);
                }
            }
            let option = answer(&game, &mut rng);
            game.answer(option).unwrap_or_else(|rejected| panic!("{rejected}"));
        }
        assert!(!matches!(game.status(), Status::Stopped(_)), "{name}, seed {seed}: {:?}", game.fault_text());
    }
    report
}

fn answer(game: &Match, rng: &mut GameRng) -> usize {
    rng.pick(game.option_count())
}

fn asked(game: &Match) -> Option<(Option<usize>, String)> {
    game.decision().map(|d| (d.seat(), d.prompt))
}

/// The option with which somebody else declines what is asked now.
fn declining(game: &Match, seat: usize) -> Option<usize> {
    let decision = game.decision().filter(|d| d.seat().is_some_and(|s| s != seat))?;
    decision.options.iter().position(|o| o.passes)
}

#[track_caller]
fn side_by_side(
    at: &str,
    game: &Match,
    mut b: Match,
    seat: usize,
    rng: &mut GameRng,
    strict: bool,
    report: &mut Report,
) {
    let mut a = game.clone();
    a.news(Viewer::Seat(seat));
    b.news(Viewer::Seat(seat));
    let mut log = Vec::new();
    for step in 0..12 {
        // Where only one of them waits for somebody who could also decline, being unable looks the same as declining.
        while asked(&a) != asked(&b) {
            match (declining(&a, seat), declining(&b, seat)) {
                (Some(pass), None) => a.answer(pass).unwrap_or_else(|rejected| panic!("{rejected}")),
                (None, Some(pass)) => b.answer(pass).unwrap_or_else(|rejected| panic!("{rejected}")),
                _ => break,
            }
        }
        let all = || format!("{log:#?}\n== one\n{}\n== other\n{}", a.view(Viewer::All), b.view(Viewer::All));
        assert!(
            seen(&a, seat) == seen(&b, seat),
            "{at}, {step} on: the seat sees\n{}\n== or\n{}\n{}",
            seen(&a, seat),
            seen(&b, seat),
            all()
        );
        let (Some(x), Some(y)) = (a.decision(), b.decision()) else { return };
        let i = rng.pick(x.options.len());
        let Some(wanted) = x.options.get(i) else { return };
        let own = x.seat() == Some(seat);
        if own {
            assert_eq!(y.seat(), Some(seat), "{at}, {step} on: only one of the two asks the seat\n{}", all());
        }
        // Others answer the same where they can; the numbers of their options may differ.
        // Of several that read the same, they take the one that is listed at the same rank.
        let alike = |d: &Decision| -> Vec<usize> {
            (0..d.options.len()).filter(|n| d.options.get(*n).is_some_and(|o| o.label == wanted.label)).collect()
        };
        let rank = alike(&x).iter().position(|n| *n == i);
        let j = if own { Some(i) } else { rank.and_then(|rank| alike(&y).get(rank).copied()) };
        let Some(j) = j.filter(|_| x.who == y.who && x.prompt == y.prompt) else { return };
        log.push(format!("{:?} {}: {}", x.who, x.prompt, wanted.label));
        a.answer(i).unwrap_or_else(|rejected| panic!("{rejected}"));
        b.answer(j).unwrap_or_else(|rejected| panic!("{rejected}"));
        report.steps += 1;
        let (news_a, news_b) = (a.news(Viewer::Seat(seat)), b.news(Viewer::Seat(seat)));
        if news_a != news_b {
            assert!(!strict, "{at}, {step} on: the seat is told {news_a:#?}\nor {news_b:#?}\n{log:#?}");
            report.told_apart += 1;
            return;
        }
        let (x, y) = (a.last_trace(Viewer::Seat(seat)), b.last_trace(Viewer::Seat(seat)));
        // Where only one of them waits for somebody who could also decline, the other one has gone on already.
        let waits = declining(&a, seat).is_some() != declining(&b, seat).is_some();
        let begun = waits && (x.starts_with(y.trim_end()) || y.starts_with(x.trim_end()));
        assert!(x == y || begun, "{at}, {step} on: the seat's trace is\n{x}\n== or\n{y}\n{log:#?}");
    }
}

#[track_caller]
fn toy(text: &str, players: u8, strict: bool) -> Report {
    let case = Case::parse("interference", text);
    let request = Request { players: Some(players), ..Request::default() };
    let loaded = load(&case.sources(), &request).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let report = holds("toy", &loaded.program, 16, strict);
    assert!(report.changed > 0, "nothing was ever dealt otherwise: {report:?}");
    report
}

#[test]
fn in_every_game_of_the_repository() {
    for name in games::names() {
        for players in 2..=4 {
            let request = Request { players: Some(players), ..Request::default() };
            let Ok(loaded) = load(&games::sources(&name), &request) else { continue };
            let games = if loaded.program.nouns.designs.len() > 9 { 1 } else { 6 };
            let report = holds(&name, &loaded.program, games, false);
            assert!(report.dealt > 0, "{name} was never looked at");
        }
    }
}

#[test]
fn where_cards_are_looked_at_revealed_and_hidden() {
    toy(
        "--- rules.card
imp one { cost 1 copies 3 }
imp two { cost 2 copies 3 }
imp three { cost 3 copies 3 }
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.hand } }
phase main { offer {
    option peek { look at top 2 of deck }
    option show { choose c from me.hand  reveal c }
    option show_one { choose c from me.hand  choose p from opponents  reveal c to p }
    option cover { hide me.hand }
    option bury { choose c from me.hand  move c to bottom of deck }
    option draw { move top of deck to me.hand } }
  if round is 5 { finish after round } }
",
        3,
        false,
    );
}

#[test]
fn where_cards_are_chosen_and_put_away_in_secret() {
    toy(
        "--- game.toml
# +base
[zone.stash]
per = \"player\"
faces = \"owner\"
[zone.grave]
faces = \"down\"
[zone.vault]
per = \"player\"
faces = \"owner\"
secret = true
--- rules.card
imp one { cost 1 copies 3 }
imp two { cost 2 copies 3 }
imp three { cost 3 copies 3 }
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.hand  reveal p.hand } }
phase main { offer {
    option keep { choose c from me.hand  move c to me.stash }
    option back { choose c from me.stash  move c to me.hand }
    option bury { choose c from me.hand  move c to grave }
    option lock { choose c from me.hand  move c to me.vault }
    option some { choose up to 2 cs from me.hand  move cs to me.stash }
    option lose_one { random c from me.hand  move c to grave }
    option show { choose c from me.hand  reveal c }
    option draw { move top of deck to me.hand } }
  if round is 5 { finish after round } }
",
        2,
        false,
    );
}

#[test]
fn where_somebody_chooses_blindly_or_what_can_be_done_depends_on_hidden_cards() {
    toy(
        "--- rules.card
imp one { cost 1 copies 3  play { must { pay 3 points } } }
imp two { cost 2 copies 3  play { gain 1 points } }
imp three { cost 3 copies 2  play { must { choose c from me.hand where .cost is 1  move c to me.table } } }
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.hand } }
action guess(c: imp) { needs c.cost is 1  gain 2 points }
action take(c: imp) { needs c.cost < 3  must run c.play  move c to me.table }
action rob(c: imp) { move c to me.hand }
action lay(c: imp) { must run c.play  move c to me.table }
rule shy { forbid rob where c.cost is 2 }
phase main { choose p from opponents
  offer { option guess(c) for c in p.hand blind  option take(c) for c in p.hand blind  option rob(c) for c in p.hand blind
    option lay(c) for c in me.hand
    option top_one needs can take(top of p.hand) { }
    option two { choose up to 2 cs from p.hand blind  move cs to me.hand }
    option nothing { } }
  may by p { choose c from me.hand where .cost is 2  move c to discard }
  if round is 4 { finish after round } }
",
        2,
        false,
    );
}

#[test]
fn where_seats_are_told_something_about_cards_that_they_do_not_see() {
    toy(
        "--- game.toml
# +base
[zone.fan]
per = \"player\"
order = \"row\"
faces = \"others\"
--- rules.card
imp one { cost 1 copies 3 }
imp two { cost 2 copies 3 }
imp three { cost 3 copies 3 }
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.fan } }
phase main { choose p from opponents  choose n from 1..3
  tell p which of p.fan has .cost is n
  offer { option wait { }  option drop { choose c from me.fan blind  move c to discard  move top of deck to me.fan } }
  if round is 5 { finish after round } }
",
        2,
        false,
    );
}

#[test]
fn where_stacks_mix_faces_and_zones_change_places() {
    toy(
        "--- game.toml
# +base
[zone.stack]
per = \"player\"
order = \"pile\"
faces = \"each\"
[counter.mark]
on = \"imp\"
--- rules.card
imp one { cost 1 copies 3 }
imp two { cost 2 copies 3 }
imp three { cost 3 copies 3 }
phase deal { shuffle deck  for each p in players { move top 3 of deck to p.stack down  move top 2 of deck to p.hand } }
phase main { choose p from opponents
  offer { option turn_it { turn top of me.stack over }  option upside_down { flip me.stack }  option mix { shuffle me.stack }
    option lay { choose c from me.hand  move c to me.stack down }  option put { choose c from me.hand  move c to me.stack up }
    option mark { choose c from me.hand  gain 1 mark on c }
    option trade { swap me.hand with p.hand }  option exchange { swap top of me.stack with top of p.stack } }
  if round is 5 { finish after round } }
",
        2,
        false,
    );
}

#[test]
fn where_all_choose_at_the_same_time() {
    toy(
        "--- game.toml
# +base
[zone.bid]
per = \"player\"
faces = \"owner\"
[counter.stake]
on = \"player\"
min = 0
secret = true
--- rules.card
imp one { cost 1 copies 3 }
imp two { cost 2 copies 3 }
imp three { cost 3 copies 3 }
phase deal { shuffle deck  for each p in players { move top 4 of deck to p.hand } }
phase main {
  together each p in players { choose c from p.hand  move c to p.bid  choose n from 0..2  set p.stake to n }
  choose p from players
  reveal p.bid
  for each q in players { move q.bid to q.hand }
  if round is 3 { finish after round } }
",
        3,
        false,
    );
}

#[test]
fn where_all_draw_from_decks_of_their_own_at_the_same_time() {
    toy(
        "--- game.toml
# +base
[zone.pack]
per = \"player\"
order = \"pile\"
faces = \"down\"
--- rules.card
imp one { cost 1 copies 4 }
imp two { cost 2 copies 4 }
imp three { cost 3 copies 4 }
phase deal { shuffle deck  for each p in players { move top 4 of deck to p.pack  move top 1 of deck to p.hand } }
phase main {
  together each p in players { move top of p.pack to p.hand  choose c from p.hand  move c to p.pack }
  if round is 3 { finish after round } }
",
        2,
        false,
    );
}

/// Toys without hidden cards: only what is secret otherwise can be dealt anew.
const SECRETS: &str = "--- game.toml
[game]
id = \"secrets\"
name = \"Secrets\"
players = [2, 4]
ranking = [\"points\"]
[enum]
suit = [\"sun\", \"moon\", \"star\"]
[counter]
points = { on = \"player\" }
face = { on = \"player\", secret = true }
twin = { on = \"player\", secret = true }
bid = { on = \"player\", secret = true, min = 0, max = 9 }
fate = { on = \"game\", secret = true }
seen = { on = \"player\" }
[state]
sign = { on = \"player\", of = \"suit\", secret = true }
[dice.die]
faces = [1, 2, 3, 4]
[flow]
setup = [\"deal\"]
turn = [\"main\"]
rounds = 4
--- rules.card
";

#[track_caller]
fn secrets(rules: &str, players: u8) -> Report {
    toy(&format!("{SECRETS}{rules}"), players, false)
}

#[test]
fn where_chance_fills_secret_counters_states_and_dice() {
    secrets(
        "phase deal { for each p in players {
    random n from 1..3   set p.face to n   set p.twin to n
    random s from suit_all()   set p.sign to s
    roll 2 die as r   gain r.total bid by p }
  random f from 1..5   set fate to f }
value suit_all() is [sun, moon, star]
phase main { offer {
    option keep { }
    option again { roll 1 die as r   set me.face to r.total }
    option show { set me.seen to me.face }
    option more { gain 1 bid }
    option guess { choose n from 1..me.face   gain n points } }
  choose p from opponents
  if p.sign is me.sign { gain 1 points } }
",
        3,
    );
}

#[test]
fn where_an_outcome_is_under_way_while_somebody_is_asked() {
    secrets(
        "phase deal { }
phase main {
  random n from 1..4 seen by me
  roll 2 die as r seen by [me]
  let m is n
  set me.face to n
  choose p from opponents
  set me.twin to m
  set p.bid to r.total
  choose q from opponents by p
  gain 1 points by q
  if m > 2 { gain 1 points }
  set me.seen to r.total }
",
        3,
    );
}

#[test]
fn where_somebody_chooses_in_secret() {
    secrets(
        "phase deal { }
phase main {
  together each p in players { choose n from 0..3   set p.bid to n }
  choose p from opponents
  together each q in players { choose s from [sun, moon, star]   set q.sign to s   gain 2 twin   choose k from 1..2   gain k face by q }
  choose w from opponents
  let winners is most .bid of players
  for each v in winners { gain 1 points by v }
  choose n from 1..4   set me.face to n
  choose u from opponents
  set me.seen to me.face }
",
        3,
    );
}

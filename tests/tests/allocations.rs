//! No memory is taken per decision once a game has been played a few times: a counting allocator proves it.
#![allow(unsafe_code)] // A global allocator cannot be written without it; this one only counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Player, Position};
use cardwright::source::Sources;
use cardwright_tests::case::Case;
use cardwright_tests::games;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    COUNT.with(|c| c.set(c.get() + 1));
}

// SAFETY: every call goes to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Plays the same games twice: what the first pass took is enough for the second.
#[track_caller]
fn takes_no_memory(name: &str, sources: &Sources) {
    let loaded = match load(sources, &Request::default()) {
        Ok(loaded) => loaded,
        Err(findings) => panic!("{name} does not load: {findings:#?}"),
    };
    let mut player = Player::new(loaded.program);
    let play = |player: &mut Player| (0..60).map(|seed| player.play(seed, 2000).decisions).sum::<u64>();
    let decisions = play(&mut player);
    assert!(decisions > 100, "{name}: only {decisions} decisions were made");
    let before = COUNT.with(Cell::get);
    let again = play(&mut player);
    let taken = COUNT.with(Cell::get) - before;
    assert_eq!(decisions, again, "{name}: the same seeds give the same games");
    assert_eq!(taken, 0, "{name}: memory was taken {taken} times in {again} decisions");
}

#[test]
fn games_take_no_memory_per_decision() {
    let names = games::names();
    assert!(!names.is_empty(), "there is a game to play");
    for name in names {
        takes_no_memory(&name, &games::sources(&name));
    }
}

/// Cards whose ability can turn out to be impossible, put down by an action that must run it, below a rule.
fn putting(ability: &str, rule: &str) -> Sources {
    let rules = format!(
        "--- rules.card
imp ash {{ cost 1 copies 6  {ability} }}
imp oak {{ cost 9 copies 6  {ability} }}
phase deal {{ shuffle deck  for each p in players {{ move top 4 of deck to p.hand }} }}
action put(c: imp) {{ move c to me.table  must run c.play }}
{rule}
phase main {{
  move top of deck to me.hand
  offer {{ option put(c) for c in me.hand  option pass {{ gain 1 points }} }}
  if me.points > 3 {{ end game }}
}}
"
    );
    Case::parse("putting", &rules).sources()
}

#[test]
fn trying_what_a_rule_speaks_of_takes_no_memory() {
    let chooses = "play { choose n from 1..3  needs n > me.points  gain n points }";
    for rule in [
        "",
        "rule x { forbid put where c.cost > 8 }",
        "rule x { instead of put where c.cost > 8 { gain 1 points  proceed } }",
        "rule x { forbid put where c.cost > 8  instead of put { proceed } }",
    ] {
        takes_no_memory(rule, &putting(chooses, rule));
    }
}

#[test]
fn a_try_that_comes_to_a_fault_takes_no_memory() {
    let restless =
        "rule r { always when p1.points > 90 or p2.points > 90 { for each p in players { gain 1 points on p } } }";
    for (risky, rule) in [
        ("action risky(n: number) { set me.points to n / (me.points - me.points)  must { lose 1 points } }", ""),
        ("action risky(n: number) { set me.points to 95  gain 1 points  must { lose 1 points } }", restless),
    ] {
        let rules = format!(
            "--- rules.card
imp ash {{ cost 1 }}
phase deal {{ }}
{risky}
{rule}
phase main {{
  offer {{ option wait {{ gain 1 points }}  option pass {{ }} }}
  if can risky(1) {{ gain 1 points }}
  if me.points > 9 {{ end game }}
}}
"
        );
        takes_no_memory(risky, &Case::parse("risky", &rules).sources());
    }
}

/// A search copies positions into memory that it has; keys cost no more than a few words.
#[test]
fn copying_a_position_with_keys_takes_no_memory() {
    for name in games::names() {
        let loaded = load(&games::sources(&name), &Request::default()).unwrap_or_else(|_| panic!("{name} loads"));
        let mut game = Match::new(loaded.program, 3).with_keys();
        let positions: Vec<Position> = (0..20)
            .map(|step| {
                let _ = game.answer(step % game.option_count().max(1));
                game.position()
            })
            .collect();
        let Some(mut copy) = positions.first().cloned() else { panic!("there are positions") };
        for position in &positions {
            // The first copy may need room for more lanes of a `together` than the last one had.
            copy.clone_from(position);
            let before = COUNT.with(Cell::get);
            copy.clone_from(position);
            let taken = COUNT.with(Cell::get) - before;
            assert_eq!(taken, 0, "{name}: memory was taken {taken} times");
        }
    }
}

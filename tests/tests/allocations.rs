//! No memory is taken per decision once a game has been played a few times: a counting allocator proves it.
#![allow(unsafe_code)] // A global allocator cannot be written without it; this one only counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cardwright::load::{Request, load};
use cardwright::play::{Match, Player, Position};
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

#[test]
fn games_take_no_memory_per_decision() {
    let names = games::names();
    assert!(!names.is_empty(), "there is a game to play");
    for name in names {
        let loaded = match load(&games::sources(&name), &Request::default()) {
            Ok(loaded) => loaded,
            Err(findings) => panic!("{name} does not load: {findings:#?}"),
        };
        let mut player = Player::new(loaded.program);
        // The same games twice: what the first pass took is enough for the second.
        let play = |player: &mut Player| (0..60).map(|seed| player.play(seed, 2000).decisions).sum::<u64>();
        let decisions = play(&mut player);
        assert!(decisions > 100, "{name}: only {decisions} decisions were made");
        let before = COUNT.with(Cell::get);
        let again = play(&mut player);
        let taken = COUNT.with(Cell::get) - before;
        assert_eq!(decisions, again, "{name}: the same seeds give the same games");
        assert_eq!(taken, 0, "{name}: memory was taken {taken} times in {again} decisions");
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
        let all = |copy: &mut Position| positions.iter().for_each(|p| copy.clone_from(p));
        all(&mut copy);
        let before = COUNT.with(Cell::get);
        all(&mut copy);
        let taken = COUNT.with(Cell::get) - before;
        // A `together` opens and closes tables beside the position.
        let most = if name == "goofspiel" { u64::MAX } else { 0 };
        assert!(taken <= most, "{name}: memory was taken {taken} times");
    }
}

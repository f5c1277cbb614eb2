//! An allocator that counts, so that `bench` can say how many allocations a decision takes.
#![allow(unsafe_code, reason = "the trait of allocators is unsafe; every call is handed to the system's unchanged")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    // By thread: the one that waits for Ctrl-C takes memory when it likes.
    static COUNT: Cell<Option<u64>> = const { Cell::new(None) };
}

struct Counting;

// SAFETY: all four functions pass their arguments to the system's allocator and give back what it gives.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count() {
    let _ = COUNT.try_with(|count| count.set(count.get().map(|n| n + 1)));
}

/// Runs something and counts the allocations made meanwhile, growing ones included.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    COUNT.set(Some(0));
    let result = work();
    (result, COUNT.replace(None).unwrap_or(0))
}

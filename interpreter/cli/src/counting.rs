//! An allocator that counts, so that `bench` can say how many allocations a decision takes.
#![allow(unsafe_code, reason = "the trait of allocators is unsafe; every call is handed to the system's unchanged")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static ON: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU64 = AtomicU64::new(0);

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
    if ON.load(Relaxed) {
        COUNT.fetch_add(1, Relaxed);
    }
}

/// Runs something and counts the allocations made meanwhile, growing ones included.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = COUNT.load(Relaxed);
    ON.store(true, Relaxed);
    let result = work();
    ON.store(false, Relaxed);
    (result, COUNT.load(Relaxed) - before)
}

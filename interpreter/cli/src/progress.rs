//! Long work: a bar on standard error where somebody looks at it, and Ctrl-C that ends the work but loses nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::signals;

/// A bar of some length; invisible where standard error is not a terminal.
pub fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let form = format!("{{wide_bar}} {{percent}} % of {what}, {{elapsed}}, {{eta}} to go {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&form) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// From now on Ctrl-C only raises a flag; pressed again, it ends the program at once.
pub fn interruptible() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    signals::on_ctrl_c(move |code| {
        if raised.swap(true, Relaxed) {
            std::process::exit(i32::from(code));
        }
    })?;
    Ok(flag)
}

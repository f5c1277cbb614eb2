//! Ctrl-C, and what else tells the program to end.

use crate::failure::Failure;

/// The exit code of a program that Ctrl-C ended: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Calls, with the exit code that belongs to it, whenever Ctrl-C is pressed.
pub fn on_ctrl_c(then: impl FnMut(u8) + Send + 'static) -> Result<(), Failure> {
    listen(false, then)
}

/// The same also where the terminal goes away or somebody ends the program from outside.
pub fn on_end(then: impl FnMut(u8) + Send + 'static) -> Result<(), Failure> {
    listen(true, then)
}

#[cfg(unix)]
fn listen(all: bool, mut then: impl FnMut(u8) + Send + 'static) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let wanted = if all { &[SIGINT, SIGTERM, SIGHUP][..] } else { &[SIGINT] };
    let mut signals = Signals::new(wanted)?;
    let listener = move || {
        for signal in signals.forever() {
            then(u8::try_from(128 + signal).unwrap_or(INTERRUPTED));
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listener)?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(_all: bool, mut then: impl FnMut(u8) + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(move || then(INTERRUPTED)).map_err(|error| Failure::Output(std::io::Error::other(error)))
}

//! The terminal while the stepper has it: taken, drawn on, and given back whatever happens.

use std::io::{self, stdout};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode};
use ratatui::layout::{Rect, Size};
use ratatui::{DefaultTerminal, Frame, TerminalOptions, Viewport};

/// No window has more columns or lines; a terminal that says so would take more memory than there is.
const MOST: Size = Size::new(1000, 500);

/// Whether the terminal is taken. Whoever holds it draws or gives the terminal back.
static TAKEN: Mutex<bool> = Mutex::new(false);

fn taken() -> MutexGuard<'static, bool> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A terminal that was taken; given back when this is dropped.
#[derive(Debug)]
pub struct Window {
    terminal: DefaultTerminal,
    area: Rect,
}

impl Window {
    /// Takes the terminal.
    pub fn open() -> io::Result<Window> {
        let mut taken = taken();
        // From here on there is something to give back, even if the rest fails.
        *taken = true;
        let area = bounded(ratatui::crossterm::terminal::size().map_or(Size::new(80, 24), Size::from));
        let opened = ratatui::try_init_with_options(TerminalOptions { viewport: Viewport::Fixed(area) });
        let opened = opened.and_then(|terminal| execute!(stdout(), EnterAlternateScreen).map(|()| terminal));
        if opened.is_err() {
            restore(&mut taken);
        }
        Ok(Window { terminal: opened?, area })
    }

    /// Draws a frame as large as the terminal is now.
    pub fn draw(&mut self, frame: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _taken = taken();
        let area = self.terminal.size().map_or(self.area, bounded);
        if area != self.area {
            self.area = area;
            self.terminal.resize(area)?;
        }
        self.terminal.draw(frame).map(|_| ())
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        restore(&mut taken());
    }
}

/// Gives the terminal back where it is taken, for a program that is about to end: nothing is drawn as long as the guard
/// is kept.
pub fn give_back() -> MutexGuard<'static, bool> {
    let mut taken = taken();
    restore(&mut taken);
    taken
}

fn restore(taken: &mut bool) {
    if std::mem::replace(taken, false) {
        // There may be no terminal any more: then there is nothing to give back.
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    }
}

fn bounded(size: Size) -> Rect {
    Rect::new(0, 0, size.width.min(MOST.width), size.height.min(MOST.height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_as_large_as_it_says_within_reason() {
        assert_eq!(bounded(Size::new(120, 40)), Rect::new(0, 0, 120, 40));
        assert_eq!(bounded(Size::new(0, 0)), Rect::new(0, 0, 0, 0));
        assert_eq!(bounded(Size::new(u16::MAX, u16::MAX)), Rect::new(0, 0, 1000, 500));
    }
}

//! Lines in, text out: the only part of `play` that touches the terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use super::{input, screen};

/// Clears the screen and what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Standard input and output.
#[derive(Debug)]
pub struct Console {
    /// Somebody sits there and reads.
    pub interactive: bool,
    /// Lines from a pipe are written out again, so that what comes out reads like a game at a terminal.
    echo: bool,
}

impl Console {
    /// Looks at what the standard streams are.
    pub fn new() -> Console {
        let typed = io::stdin().is_terminal();
        Console { interactive: typed && io::stdout().is_terminal(), echo: !typed }
    }

    /// Writes at once. Nothing is locked in between, so that Ctrl-C can always have its say.
    pub fn print(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Writes for somebody who reads: lines end between words, whatever the width of the window.
    pub fn show(&self, text: &str) -> io::Result<()> {
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        match width.filter(|_| self.interactive) {
            Some(width) => self.print(&screen::wrapped(text, width)),
            None => self.print(text),
        }
    }

    /// Asks for a line; `None` at the end of the input.
    pub fn ask(&self, prompt: &str) -> io::Result<Option<String>> {
        self.print(prompt)?;
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut bytes);
        // An input that cannot be read is one that has ended.
        if !matches!(read, Ok(n) if n > 0) {
            self.print("\n")?;
            return Ok(None);
        }
        let line = input::plain(&String::from_utf8_lossy(&bytes));
        if self.echo {
            self.print(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    /// Hides what the one before has seen, and waits for the next; `None` at the end of the input.
    pub fn hand_over(&self, name: &str) -> io::Result<Option<()>> {
        self.print(CLEAR)?;
        let asked = self.ask(&format!("{name} is next: press Enter when nobody else looks. "))?;
        self.print(CLEAR)?;
        Ok(asked.map(|_| ()))
    }
}

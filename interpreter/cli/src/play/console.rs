//! Lines in, text out: the only part of `play` that touches the terminal.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::{input, screen};
use crate::failure::Failure;
use crate::out;
use crate::watch::{self, Watcher};

/// Lines of a terminal that does not say how many it has, and more than any window has.
const USUAL_HEIGHT: usize = 50;
const MOST_LINES: usize = 500;

/// Standard input and output.
#[derive(Debug)]
pub struct Console {
    /// Somebody sits there and reads.
    pub interactive: bool,
    /// Lines from a pipe are written out again, so that what comes out reads like a game at a terminal.
    echo: bool,
    /// Saved files are told, too.
    saves: Option<Saves>,
}

/// What came in.
#[derive(Debug)]
pub enum Typed {
    Line(String),
    Ended,
    /// These files were saved meanwhile.
    Saved(Vec<PathBuf>),
}

#[derive(Debug)]
enum Event {
    Line(Option<Vec<u8>>),
    Saved(Vec<PathBuf>),
}

/// Waits for lines and for files at the same time. A thread reads the terminal, one line for each that is wanted: so it
/// takes no keys from a screen.
#[derive(Debug)]
struct Saves {
    _watcher: Watcher,
    events: Receiver<Event>,
    wanted: Sender<()>,
    /// A line is wanted and has not come yet.
    reading: Cell<bool>,
    /// Files that were saved while a line had to come first.
    waiting: RefCell<Vec<PathBuf>>,
}

impl Saves {
    fn new(folders: &[PathBuf]) -> Result<Saves, Failure> {
        let (sender, events) = mpsc::channel();
        let (wanted, wants) = mpsc::channel::<()>();
        let lines = sender.clone();
        // Who does not listen any more is about to end.
        let watcher = watch::watch(folders, move |files| drop(sender.send(Event::Saved(files))))?;
        thread::spawn(move || {
            while wants.recv().is_ok() {
                if lines.send(Event::Line(line_of_bytes())).is_err() {
                    return;
                }
            }
        });
        let (reading, waiting) = (Cell::new(false), RefCell::new(Vec::new()));
        Ok(Saves { _watcher: watcher, events, wanted, reading, waiting })
    }

    fn next(&self, line_first: bool) -> Event {
        let waiting: Vec<PathBuf> = if line_first { Vec::new() } else { self.waiting.take() };
        if !waiting.is_empty() {
            return Event::Saved(waiting);
        }
        if !self.reading.replace(true) && self.wanted.send(()).is_err() {
            return Event::Line(None);
        }
        loop {
            match self.events.recv() {
                Ok(Event::Line(line)) => {
                    self.reading.set(false);
                    return Event::Line(line);
                }
                Ok(Event::Saved(files)) if line_first => self.waiting.borrow_mut().extend(files),
                Ok(saved) => return saved,
                Err(_) => return Event::Line(None),
            }
        }
    }
}

/// How many lines the terminal has.
fn window_height() -> usize {
    terminal_size::terminal_size().map_or(USUAL_HEIGHT, |(_, height)| usize::from(height.0).min(MOST_LINES))
}

/// A line of the standard input. One that cannot be read has ended.
fn line_of_bytes() -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes);
    matches!(read, Ok(n) if n > 0).then_some(bytes)
}

impl Console {
    /// Looks at what the standard streams are.
    pub fn new() -> Console {
        let typed = io::stdin().is_terminal();
        Console { interactive: typed && io::stdout().is_terminal(), echo: !typed, saves: None }
    }

    /// The same, and listens for files that are saved.
    pub fn watching(folders: &[PathBuf]) -> Result<Console, Failure> {
        Ok(Console { saves: Some(Saves::new(folders)?), ..Console::new() })
    }

    /// Whether a whole screen can be drawn, and somebody looks at it.
    pub fn full_screen(&self) -> bool {
        self.interactive && out::knows_sequences()
    }

    /// Whether it listens for files.
    pub fn watches(&self) -> bool {
        self.saves.is_some()
    }

    /// Writes at once. Nothing is locked in between, so that Ctrl-C can always have its say.
    pub fn print(&self, text: &str) -> io::Result<()> {
        let mut out = out::text();
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

    /// Whether a text can be seen at once; where nobody looks at a window, all can.
    pub fn fits(&self, text: &str) -> bool {
        let Some((width, height)) = terminal_size::terminal_size().filter(|_| self.interactive) else { return true };
        screen::wrapped(text, usize::from(width.0)).lines().count() + 2 <= usize::from(height.0)
    }

    /// Asks for a line; `None` at the end of the input.
    pub fn ask(&self, prompt: &str) -> io::Result<Option<String>> {
        self.print(prompt)?;
        let bytes = match self.saves.as_ref().map(|saves| saves.next(true)) {
            None => line_of_bytes(),
            Some(Event::Line(bytes)) => bytes,
            Some(Event::Saved(_)) => None,
        };
        self.line(bytes)
    }

    /// Asks for a line, or for whatever is saved before it comes.
    pub fn ask_or_saved(&self, prompt: &str) -> io::Result<Typed> {
        self.print(prompt)?;
        let bytes = match self.saves.as_ref().map(|saves| saves.next(false)) {
            None => line_of_bytes(),
            Some(Event::Line(bytes)) => bytes,
            Some(Event::Saved(files)) => {
                self.print("\n")?;
                return Ok(Typed::Saved(files));
            }
        };
        Ok(self.line(bytes)?.map_or(Typed::Ended, Typed::Line))
    }

    fn line(&self, bytes: Option<Vec<u8>>) -> io::Result<Option<String>> {
        let Some(bytes) = bytes else {
            self.print("\n")?;
            return Ok(None);
        };
        let line = input::plain(&String::from_utf8_lossy(&bytes));
        if self.echo {
            self.print(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    /// Hides what the one before has seen, and waits for the next; `None` where these leave or the input ends.
    pub fn hand_over(&self, words: &str) -> io::Result<Option<()>> {
        out::clear_screen(window_height())?;
        let asked = self.ask(words)?;
        out::clear_screen(window_height())?;
        Ok(asked.filter(|line| input::read(line) != input::Line::Quit).map(|_| ()))
    }
}

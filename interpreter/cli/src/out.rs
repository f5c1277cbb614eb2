//! The way out: all that the program writes to standard output and standard error goes through here, so that no name, text
//! or file can send control characters to a terminal.

use std::io::{self, IsTerminal, Write};

use cardwright_cli::visible::{visible, visible_in_colour, visible_json};

/// Clears the screen and what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// A stream that takes text piece by piece.
#[derive(Debug)]
pub struct Out {
    form: Form,
    errors: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Coloured,
    Json,
    Raw,
}

/// Standard output, for people.
pub fn text() -> Out {
    Out { form: Form::Text, errors: false }
}

/// Standard output, for programs that read JSON.
pub fn json() -> Out {
    Out { form: Form::Json, errors: false }
}

/// Standard output that stands for a file: byte for byte, unless it is a terminal.
pub fn file() -> Out {
    let form = if io::stdout().is_terminal() { Form::Text } else { Form::Raw };
    Out { form, errors: false }
}

/// Standard output, for text that was coloured here.
pub fn coloured_text() -> Out {
    Out { form: Form::Coloured, errors: false }
}

/// Standard error.
pub fn errors() -> Out {
    Out { form: Form::Text, errors: true }
}

/// Standard error, for text that was coloured here from parts that are visible already.
pub fn coloured_errors() -> Out {
    Out { form: Form::Coloured, errors: true }
}

/// Takes what is on the screen away. A terminal that cannot do that gets many empty lines.
pub fn clear_screen(lines: usize) -> io::Result<()> {
    let mut out = io::stdout();
    let clear = if knows_sequences() { CLEAR.to_owned() } else { "\n".repeat(lines) };
    out.write_all(clear.as_bytes())?;
    out.flush()
}

/// Whether the terminal can do more than write lines.
pub fn knows_sequences() -> bool {
    match std::env::var_os("TERM") {
        Some(term) => !term.is_empty() && term != "dumb",
        None => !cfg!(unix),
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let shown = match self.form {
            Form::Text => visible(&text).into_owned(),
            Form::Coloured => visible_in_colour(&text),
            Form::Json => visible_json(&text).into_owned(),
            Form::Raw => text.into_owned(),
        };
        if self.errors {
            io::stderr().write_all(shown.as_bytes())?
        } else {
            io::stdout().write_all(shown.as_bytes())?
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.errors { io::stderr().flush() } else { io::stdout().flush() }
    }
}

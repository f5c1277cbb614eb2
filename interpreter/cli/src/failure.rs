//! Why a command ended without doing its work, and the exit code for it.

use std::io;

/// What a command that did its work found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exit code 0.
    Fine,
    /// Errors in a game, already shown: exit code 1.
    Found,
    /// Ctrl-C ended it, and what was done is shown: exit code 130.
    Interrupted,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line asks for something that does not exist: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A game's files are not as they should be: exit code 1.
    #[error("{0}")]
    Files(String),
    /// Nobody reads our output any more, or it cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    /// Whether the reader of a pipe simply went away, which is nobody's mistake.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// 1 for what is wrong with files, 2 for what is wrong with the command.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Files(_) | Failure::Output(_) => 1,
        }
    }
}

//! The words of the command line for automated players.

use cardwright::play::Bot;
use clap::ValueEnum;

/// Who plays where nobody sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BotWord {
    /// Every option is as likely as any other
    #[default]
    Random,
    /// Never passes while something else can be done, except as often as `[bots] pass` of the manifest says
    Sensible,
}

impl BotWord {
    /// As the engine knows it.
    pub fn bot(self) -> Bot {
        match self {
            BotWord::Random => Bot::Random,
            BotWord::Sensible => Bot::Sensible,
        }
    }

    /// As people write it.
    pub fn word(self) -> &'static str {
        match self {
            BotWord::Random => "random",
            BotWord::Sensible => "sensible",
        }
    }
}

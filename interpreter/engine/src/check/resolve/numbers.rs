//! Numbers of the manifest as constants for one number of players, and numbers where the manifest wants one.

use super::{Noun, Resolver};
use crate::diagnostic::Code;
use crate::manifest::model::{NumberRef, NumberValue};
use crate::program::nouns::Word;
use crate::source::Span;
use crate::syntax::ast::Name;

impl Resolver<'_> {
    pub(super) fn numbers(&mut self) {
        for number in &self.manifest.numbers {
            let name = &number.name;
            let noun = match &number.value {
                NumberValue::Plain(value) => Noun::Number(self.number_word(*value, name.span)),
                NumberValue::ByPlayers(values) => {
                    let here = values.iter().find(|(players, _)| *players == self.players);
                    if here.is_none() {
                        let message = format!("`{}` has no value for {}", name.text, several(self.players));
                        let help = format!("add one: `{} = …`", self.players);
                        self.error(Code::NumberNotHere, name.span, message, help);
                    }
                    Noun::Number(here.map_or(0, |(_, value)| self.number_word(*value, name.span)))
                }
                NumberValue::BySeat(values) => {
                    if values.len() < usize::from(self.players) {
                        let message = format!(
                            "`{}` has {} values, but there are {} seats",
                            name.text,
                            values.len(),
                            self.players
                        );
                        self.error(Code::NumberNotHere, name.span, message, "give one number for each seat, in order");
                    }
                    // One for each seat as yet; `actors` makes it one for each actor.
                    let values = values.iter().map(|value| self.number_word(*value, name.span)).collect();
                    Noun::NumberBySeat(values)
                }
            };
            self.declare(name, noun);
        }
    }

    /// Numbers by seat are read for actors: each gets the number of its seat.
    pub(super) fn numbers_by_actor(&mut self) {
        for declared in self.symbols.nouns.values_mut() {
            if let Noun::NumberBySeat(values) = &mut declared.what {
                let of = |seat: usize| values.get(seat).copied().unwrap_or(0);
                *values = self.nouns.actors.iter().map(|actor| actor.seat.map_or(0, |seat| of(seat.index()))).collect();
            }
        }
    }

    /// A number as a word; the smallest one stands for nothing and is not a number.
    pub(super) fn number_word(&mut self, value: i64, span: Span) -> Word {
        let fits = Word::try_from(value).ok().filter(|word| *word != crate::program::nouns::ABSENT);
        fits.unwrap_or_else(|| {
            let message = format!("{value} is too large a number");
            self.error(Code::OutOfRange, span, message, format!("numbers go from -{} to {}", Word::MAX, Word::MAX));
            0
        })
    }

    /// The number that stands in a place of the manifest.
    pub(super) fn number(&mut self, number: &NumberRef) -> Option<(Word, Span)> {
        match number {
            NumberRef::Plain(value, span) => Some((self.number_word(*value, *span), *span)),
            NumberRef::Named(name) => self.named_number(name).map(|word| (word, name.span)),
        }
    }

    fn named_number(&mut self, name: &Name) -> Option<Word> {
        match self.noun(&name.text) {
            Some(Noun::Number(word)) => Some(*word),
            Some(Noun::NumberBySeat(_)) => {
                let message = format!("`{}` is a number by seat, and here no seat is meant", name.text);
                self.error(Code::NumberNotHere, name.span, message, "write a plain number or one by players");
                None
            }
            _ => {
                self.not_a("number", name, |noun| matches!(noun, Noun::Number(_)));
                None
            }
        }
    }

    /// A number from `least` on that fits a small table entry.
    pub(super) fn small(&mut self, number: &NumberRef, least: u16, what: &str) -> Option<u16> {
        let (word, span) = self.number(number)?;
        let fits = u16::try_from(word).ok().filter(|fits| *fits >= least);
        if fits.is_none() {
            let message = format!("{what} cannot be {word}");
            self.error(Code::OutOfRange, span, message, format!("it goes from {least} to {}", u16::MAX));
        }
        fits
    }
}

fn several(players: u8) -> String {
    if players == 1 { "1 player".to_string() } else { format!("{players} players") }
}

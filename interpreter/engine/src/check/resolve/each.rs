//! Designs that a kind makes by itself: `each = { suit = "suit", rank = "1..13" }`.

use super::attributes::Given;
use super::written::Written;
use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::Code;
use crate::diagnostic::suggest::nearest;
use crate::manifest::model::Kind;
use crate::program::nouns::Labels;
use crate::syntax::ast::Name;
use crate::words::Language;

/// More designs than this of one kind are surely not meant.
const MOST: usize = 4096;

/// One combination of values.
pub(super) struct Combination {
    /// `hearts_7`
    pub name: String,
    /// `card_hearts_7`, where the other name is taken.
    pub long_name: String,
    pub labels: Labels,
    pub values: Vec<(Name, Written)>,
    /// The pack from which it comes, or one of its values; `None`: from the game.
    pub pack: Option<u16>,
}

/// One value of an attribute: how names, labels and rows say it.
#[derive(Clone)]
struct Part {
    word: String,
    labels: Labels,
    /// A number is the same in every language.
    plain: bool,
    value: Written,
    pack: Option<u16>,
}

impl Combination {
    /// Its values, but those that a script gives itself.
    pub(super) fn given(&self, own: &[Given]) -> Vec<Given> {
        let free = self.values.iter().filter(|(name, _)| !own.iter().any(|given| given.name.text == name.text));
        free.map(|(name, value)| Given { name: name.clone(), value: value.clone(), span: name.span }).collect()
    }
}

impl Resolver<'_> {
    /// All combinations, the last attribute running fastest.
    pub(super) fn combinations(&mut self, kind: &Kind) -> Vec<Combination> {
        if kind.each.is_empty() {
            return Vec::new();
        }
        let mut rows: Vec<Vec<(Name, Part)>> = vec![Vec::new()];
        for (attribute, from) in &kind.each {
            let parts = self.parts(from);
            if rows.len().saturating_mul(parts.len()) > MOST {
                let message = format!("`{}` makes too many cards", kind.name.text);
                self.error(Code::TooMany, attribute.span, message, format!("there can be at most {MOST}"));
                return Vec::new();
            }
            let longer = |row: Vec<(Name, Part)>| {
                let one = |part: &Part| row.iter().cloned().chain([(attribute.clone(), part.clone())]).collect();
                parts.iter().map(one).collect::<Vec<_>>()
            };
            rows = rows.into_iter().flat_map(longer).collect();
        }
        let pack = self.packs.said_by(kind.name.span);
        rows.into_iter().map(|row| combination(kind, row, pack)).collect()
    }

    /// Whether cards can be made for each of these.
    pub(super) fn can_make(&self, from: &Name) -> bool {
        self.range(from).is_some() || matches!(self.noun(&from.text), Some(Noun::Enum(_) | Noun::SpaceKind(_)))
    }

    fn parts(&mut self, from: &Name) -> Vec<Part> {
        if let Some((least, most)) = self.range(from) {
            let most = most.min(least.saturating_add(i64::try_from(MOST).unwrap_or(i64::MAX)));
            return (least..=most).map(number).collect();
        }
        match self.noun(&from.text) {
            Some(Noun::Enum(id)) => {
                let values = self.nouns.enums.get(id.index()).map(|item| item.values.as_slice()).unwrap_or_default();
                values
                    .iter()
                    .map(|value| part(&value.name, &value.labels, self.wrote_value(from, &value.name)))
                    .collect()
            }
            Some(Noun::SpaceKind(id)) => {
                let spaces = self.nouns.spaces.iter().filter(|space| space.kind == *id);
                spaces
                    .filter(|space| space.owner.is_none())
                    .map(|space| part(&space.name, &space.labels, self.wrote_space(&space.name)))
                    .collect()
            }
            _ => {
                let message = format!("cards cannot be made for each `{}`", from.text);
                let nouns = self.symbols.nouns.iter();
                let known = nouns.filter(|(_, noun)| matches!(noun.what, Noun::Enum(_) | Noun::SpaceKind(_)));
                let help = match nearest(&from.text, known.map(|(word, _)| word.as_str())) {
                    Some(word) => format!("did you mean `{word}`?"),
                    None => "write an enum, a kind of space, or a range such as `1..13`".into(),
                };
                self.error(Code::BadEach, from.span, message, help);
                Vec::new()
            }
        }
    }

    /// The pack that added a value to an enum.
    fn wrote_value(&self, of: &Name, value: &str) -> Option<u16> {
        let declared = self.manifest.enums.iter().find(|declared| declared.name.text == of.text)?;
        let value = declared.values.iter().find(|known| known.name.text == value)?;
        self.packs.said_by(value.name.span)
    }

    /// The pack that added a space.
    fn wrote_space(&self, space: &str) -> Option<u16> {
        let mut spaces = self.manifest.boards.iter().flat_map(|board| &board.spaces);
        self.packs.said_by(spaces.find(|known| known.name.text == space)?.name.span)
    }
}

fn number(value: i64) -> Part {
    let word = if value < 0 { format!("minus_{}", value.unsigned_abs()) } else { value.to_string() };
    let labels = Labels { en: value.to_string(), ..Labels::default() };
    Part { word, labels, plain: true, value: Written::Number(value), pack: None }
}

fn part(name: &str, labels: &Labels, pack: Option<u16>) -> Part {
    let one = |label: &str| label.split('|').next().unwrap_or(label).to_string();
    let labels = Labels { en: one(&labels.en), others: labels.others.map(one), gender: None };
    Part { word: name.to_string(), labels, plain: false, value: Written::Word(name.to_string()), pack }
}

fn combination(kind: &Kind, row: Vec<(Name, Part)>, pack: Option<u16>) -> Combination {
    let pack = row.iter().map(|(_, part)| part.pack).fold(pack, Option::max);
    let name = row.iter().map(|(_, part)| part.word.as_str()).collect::<Vec<_>>().join("_");
    let joined = |language: Language| {
        let words = |part: &'_ Part| match part.labels.others.get(language) {
            Some(text) => Some(text.to_owned()),
            None => (part.plain || language == Language::English).then(|| part.labels.en.clone()),
        };
        let words: Option<Vec<String>> = row.iter().map(|(_, part)| words(part)).collect();
        words.map(|words| names::capital(&words.join(" ")))
    };
    let languages = row.iter().flat_map(|(_, part)| part.labels.others.iter().map(|(language, _)| language));
    let others = languages.filter_map(|language| Some((language, joined(language)?))).collect();
    let labels = Labels { en: joined(Language::English).unwrap_or_default(), others, gender: kind.labels.gender };
    let long_name = format!("{}_{name}", kind.name.text);
    // A name begins with a letter.
    let name = if name.starts_with(|first: char| first.is_ascii_digit()) { long_name.clone() } else { name };
    let values = row.into_iter().map(|(attribute, part)| (attribute, part.value)).collect();
    Combination { name, long_name, labels, values, pack }
}

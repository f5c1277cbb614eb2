//! The texts that players read agree with the cards: a text that begins with what the card costs or withstands says the numbers
//! of the card itself, and in every language the same ones.

use cardwright::load::{self, Request};
use cardwright::program::Program;
use cardwright::program::nouns::{DesignDef, Type};
use cardwright::source::Sources;
use cardwright_tests::games;

/// What a text begins with, where the facts of a card stand.
fn opening(text: &str) -> &str {
    text.split(". ").next().unwrap_or(text).trim_end_matches('.')
}

fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect()
}

/// The number behind a word, such as the 4 of "cost 4".
fn number_behind(text: &str, word: &str) -> Option<i32> {
    let words: Vec<&str> = text.split_whitespace().map(|w| w.trim_end_matches([',', ';', ':'])).collect();
    words.windows(2).find(|pair| pair.first() == Some(&word)).and_then(|pair| pair.last()?.parse().ok())
}

/// How many facts of a card its text repeats; those that differ go to `wrong`.
fn compare(game: &str, program: &Program, design: &DesignDef, wrong: &mut Vec<String>) -> usize {
    let said = |language: &str| design.says.iter().find(|(l, _)| l == language).map(|(_, text)| opening(text));
    let Some(english) = said("en") else { return 0 };
    let mut facts = 0;
    for (attribute, value) in program.nouns.attributes.iter().zip(&design.attributes) {
        let Some(told) = number_behind(english, &attribute.name).filter(|_| attribute.ty == Type::Number) else {
            continue;
        };
        facts += 1;
        if told != *value {
            wrong.push(format!("{game}, {}: {} {value}, but its text says {told}", design.name, attribute.name));
        }
    }
    if let Some(french) = said("fr").filter(|french| facts > 0 && numbers(french) != numbers(english)) {
        wrong.push(format!("{game}, {}: \"{english}\" and \"{french}\" have other numbers", design.name));
    }
    facts
}

fn compare_all(game: &str, sources: &Sources, packs: usize, wrong: &mut Vec<String>) -> usize {
    let request = Request { packs, ..Request::default() };
    let loaded = load::load(sources, &request).unwrap_or_else(|found| panic!("{game}: {found:#?}"));
    loaded.program.nouns.designs.iter().map(|design| compare(game, &loaded.program, design, wrong)).sum()
}

#[test]
fn texts_that_repeat_numbers_of_their_cards_repeat_the_right_ones() {
    let (mut wrong, mut facts) = (Vec::new(), 0);
    for game in games::names() {
        facts += compare_all(&game, &games::sources(&game), 0, &mut wrong);
        for pack in games::packs(&game) {
            let sources = games::sources_with_pack(&game, &pack);
            facts += compare_all(&format!("{game} with {pack}"), &sources, 1, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(facts > 0, "no text repeats a number any more: this test can go");
}

//! What a line of input means. Pure: a line and the options → what to do, or why not.

use cardwright::play::{Decision, OptionView};
use cardwright::words::{Language, Phrase};

/// What somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing.
    Empty,
    /// Numbers of options as shown, from 1.
    Numbers(Vec<usize>),
    /// Part of a label.
    Text(String),
    /// `c NAME`
    Card(String),
    Undo,
    Trace,
    Step,
    View,
    Help,
    Quit,
}

/// A typed line without what keys such as arrows leave in it.
pub fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        // An arrow is `ESC [ A`, an End is `ESC [ 4 ~`.
        if c == '\x1b' && chars.next_if(|c| *c == '[' || *c == 'O').is_some() {
            while chars.next_if(|c| !c.is_ascii_alphabetic() && *c != '~').is_some() {}
            chars.next();
        } else if !c.is_control() || c == '\t' {
            text.push(c);
        }
    }
    text.trim().to_owned()
}

/// Reads a line; commands go before labels, and `/` makes anything text.
pub fn read(line: &str) -> Line {
    let line = line.trim();
    if let Some(text) = line.strip_prefix('/') {
        return Line::Text(text.trim().to_owned());
    }
    if let Some(numbers) = numbers(line) {
        return Line::Numbers(numbers);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word.to_lowercase().as_str(), rest.trim()) {
        ("", _) => Line::Empty,
        ("c" | "card", name) => Line::Card(name.to_owned()),
        ("u" | "undo", "") => Line::Undo,
        ("t" | "trace", "") => Line::Trace,
        ("s" | "step", "") => Line::Step,
        ("v" | "view", "") => Line::View,
        ("h" | "help" | "?", "") => Line::Help,
        ("q" | "quit" | "exit", "") => Line::Quit,
        _ => Line::Text(line.to_owned()),
    }
}

/// `1 3` or `1,3`; a number beyond all bounds is still a number.
fn numbers(line: &str) -> Option<Vec<usize>> {
    let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().unwrap_or(usize::MAX));
    let numbers: Vec<usize> = words.map(digits).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

/// Options whose label contains a text, whatever the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filtered {
    /// One label is exactly the text: it is taken.
    Exact(usize),
    /// These contain it.
    Some(Vec<usize>),
    None,
}

/// Looks for a text among the labels.
pub fn filter(options: &[OptionView], text: &str) -> Filtered {
    let text = text.to_lowercase();
    let with = |test: &dyn Fn(&OptionView) -> bool| -> Vec<usize> {
        options.iter().enumerate().filter(|(_, option)| test(option)).map(|(index, _)| index).collect()
    };
    let containing = with(&|option| option.line().to_lowercase().contains(&text));
    match with(&|option| option.label.to_lowercase() == text).as_slice() {
        [one] => Filtered::Exact(*one),
        _ if containing.is_empty() => Filtered::None,
        _ => Filtered::Some(containing),
    }
}

/// Indexes of options for typed numbers, or why they cannot all be given.
pub fn picks(language: Language, decision: &Decision, numbers: &[usize]) -> Result<Vec<usize>, String> {
    let count = decision.options.len();
    let mut picks: Vec<usize> = Vec::new();
    for &number in numbers {
        let option = number.checked_sub(1).and_then(|index| decision.options.get(index));
        let (Some(option), Some(index)) = (option, number.checked_sub(1)) else {
            let shown = number.to_string();
            let number = if number == usize::MAX { Phrase::ThatNumber.text(language) } else { &shown };
            return Err(match count {
                1 => language.say(Phrase::OnlyOption, &[&number]),
                count => language.say(Phrase::OptionsUpTo, &[&number, &count]),
            });
        };
        if picks.iter().filter(|&&pick| pick == index).count() >= option.times.max(1) {
            return Err(language.say(Phrase::NotThatOften, &[&number, &option.label]));
        }
        picks.push(index);
    }
    let left = decision.bounds.max.saturating_sub(decision.picked.len()).max(1);
    let taken = picks.iter().filter(|&&pick| decision.options.get(pick).is_some_and(|option| !option.passes)).count();
    if picks.len() > 1 && taken > left {
        return Err(language.say(Phrase::TooManyNumbers, &[&taken, &left]));
    }
    Ok(picks)
}

/// Where an option of the first of several answers stands after some of them were given: by what it is about, or else
/// by its label and, among equal labels, by its place.
pub fn follow(before: &[OptionView], given: &[usize], wanted: usize, now: &[OptionView]) -> Option<usize> {
    let OptionView { label, component, .. } = before.get(wanted)?;
    let about = now.iter().position(|option| component.is_some() && option.component == *component);
    if about.is_some() {
        return about;
    }
    let remains =
        |index: usize, option: &OptionView| given.iter().filter(|&&g| g == index).count() < option.times.max(1);
    let place = before.iter().enumerate().take(wanted).filter(|(i, o)| o.label == *label && remains(*i, o)).count();
    now.iter().enumerate().filter(|(_, option)| option.label == *label).nth(place).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::play::{Bounds, Who};

    fn options(labels: &[&str]) -> Vec<OptionView> {
        let option = |label: &&str| OptionView {
            label: (*label).into(),
            printed: None,
            passes: false,
            times: 1,
            weight: 1,
            component: None,
        };
        labels.iter().map(option).collect()
    }

    fn decision(labels: &[&str], max: usize) -> Decision {
        let options = options(labels);
        let who = Who::Seat { seat: 0, actor: 0 };
        let bounds = Bounds { min: 1, max };
        Decision { who, prompt: String::new(), options, picked: vec![], bounds, secret: false }
    }

    #[test]
    fn lines_are_numbers_commands_or_text() {
        assert_eq!(read(" 1, 3 "), Line::Numbers(vec![1, 3]));
        assert_eq!(read("99999999999999999999999"), Line::Numbers(vec![usize::MAX]));
        assert_eq!(read("U"), Line::Undo);
        assert_eq!(read("step"), Line::Step);
        assert_eq!(read("c Blue Dragon"), Line::Card("Blue Dragon".into()));
        assert_eq!(read("undo the knot"), Line::Text("undo the knot".into()));
        assert_eq!(read("/3"), Line::Text("3".into()));
        assert_eq!(read("  "), Line::Empty);
    }

    #[test]
    fn keys_that_are_no_letters_leave_nothing() {
        assert_eq!(plain(" 3\x1b[A\x1b[4~ 4\r\n"), "3 4");
        assert_eq!(plain("dr\x07aw\x1bOP"), "draw");
        assert_eq!(plain("\x1b["), "");
    }

    #[test]
    fn a_text_that_is_a_label_is_taken_even_if_others_contain_it() {
        let options = options(&["draw", "draw two", "pass"]);
        assert_eq!(filter(&options, "DRAW"), Filtered::Exact(0));
        assert_eq!(filter(&options, "dra"), Filtered::Some(vec![0, 1]));
        assert_eq!(filter(&options, "sell"), Filtered::None);
    }

    #[test]
    fn what_is_printed_finds_options_too_but_need_not_be_typed() {
        let mut options = options(&["hire Pilot", "hire Tugboat"]);
        options[1].printed = Some("cost 4".into());
        assert_eq!(filter(&options, "cost 4"), Filtered::Some(vec![1]));
        assert_eq!(filter(&options, "hire tugboat"), Filtered::Exact(1));
    }

    #[test]
    fn two_equal_labels_are_not_taken_by_their_text() {
        assert_eq!(filter(&options(&["a card", "a card"]), "a card"), Filtered::Some(vec![0, 1]));
    }

    #[test]
    fn numbers_outside_the_options_or_the_bounds_say_so() {
        let decision = decision(&["a", "b", "c"], 2);
        assert_eq!(picks(Language::English, &decision, &[3, 1]), Ok(vec![2, 0]));
        assert!(picks(Language::English, &decision, &[0]).is_err_and(|why| why.contains("1 to 3")));
        assert!(picks(Language::English, &decision, &[4]).is_err_and(|why| why.contains("no option 4")));
        assert!(picks(Language::English, &decision, &[1, 1]).is_err_and(|why| why.contains("that often")));
        assert!(picks(Language::English, &decision, &[1, 2, 3]).is_err_and(|why| why.contains("3 numbers")));
    }

    #[test]
    fn a_number_means_its_component_even_if_others_look_alike() {
        let about = |components: &[usize]| -> Vec<OptionView> {
            let labels = options(&["card"]).into_iter().cycle();
            labels.zip(components).map(|(label, c)| OptionView { component: Some(*c), ..label }).collect()
        };
        assert_eq!(follow(&about(&[7, 8, 9]), &[1], 2, &about(&[9, 10])), Some(0));
    }

    #[test]
    fn numbers_keep_their_meaning_while_options_disappear() {
        let before = options(&["a", "b", "c"]);
        assert_eq!(follow(&before, &[0], 2, &options(&["b", "c"])), Some(1));
        let before = options(&["card", "card", "card"]);
        assert_eq!(follow(&before, &[0], 2, &options(&["card", "card"])), Some(1));
        assert_eq!(follow(&before, &[0], 2, &options(&["other"])), None);
    }
}

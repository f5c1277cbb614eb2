//! Small phrases of English and of other languages inside a statement: `if you have 3 gems`, `is at least 3`, `twice`,
//! `c's cost`, `roll 1 die secretly`.

use super::super::parse::Rule;
use super::habits::{is_number, opening, syntax};
use super::{Diagnostic, Scene};
use crate::vocabulary::foreign;

/// The guesses of this file, in order.
pub(super) const GUESSES: &[fn(&Scene<'_>) -> Option<Diagnostic>] = &[
    secretly,
    genitive,
    you_have,
    compared_in_words,
    if_you_do,
    if_in_a_value,
    end_of_somebody,
    set_without_to,
    condition_behind,
    named_loop,
    counted_loop,
    counted_call,
    repeated_in_words,
    statement_as_value,
    given_to,
    end_of,
    price_with_colon,
    next_player,
    equal_to,
    dice_without_name,
    coin,
    number_of_the_turn,
];

/// `roll 1 die as r secretly`, `secretly roll …`
fn secretly(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [scene.here.checked_sub(1), Some(scene.here)];
    let word = |at: &usize| matches!(scene.word(*at), "secretly" | "privately" | "hidden" | "secret" | "unseen");
    let at = places.into_iter().flatten().find(word)?;
    let rolls = |word: &str| matches!(word, "roll" | "random");
    let near = rolls(opening(scene))
        || rolls(scene.word(at + 1))
        || (at.saturating_sub(8)..at).any(|at| rolls(scene.word(at)));
    near.then_some(())?;
    let message = format!("`{}` is not a word of the language", scene.word(at));
    syntax(scene, at, message, foreign::SEEN_BY_ME)
}

/// `this card's cost`, `c's cost`
fn genitive(scene: &Scene<'_>) -> Option<Diagnostic> {
    let sign = [Some(scene.here), scene.here.checked_sub(1)].into_iter().flatten();
    let at = sign.into_iter().find(|at| matches!(scene.word(*at), "'" | "’"))?;
    let owner = at.checked_sub(1).filter(|owner| scene.touches(*owner))?;
    (scene.word(at + 1) == "s" && scene.touches(at) && scene.is_free_word(at + 2)).then_some(())?;
    let (name, what) = (scene.word(owner), scene.word(at + 2));
    let name = match owner.checked_sub(1).map(|at| scene.word(at)) {
        Some(this @ ("this" | "me")) => this,
        _ => name,
    };
    syntax(scene, at, "what something has is written with a point", format!("write `{name}.{what}`"))
}

/// `if you have 3 gems`, `if p has 3 gems`
fn you_have(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [Some(scene.here), scene.here.checked_sub(1), scene.here.checked_sub(2)];
    let at = places.into_iter().flatten().find(|at| matches!(scene.word(*at), "have" | "has"))?;
    let who = scene.word(at.checked_sub(1)?);
    let owner = if matches!(who, "you" | "i" | "player") { "me" } else { who };
    (matches!(opening(scene), "if" | "needs" | "where") && is_number(scene, at + 1)).then_some(())?;
    let (number, name) = (scene.word(at + 1), scene.word(at + 2));
    let help = match name {
        "card" | "cards" => format!("write `count of {} >= {number}`", scene.known.hand(owner)),
        _ => format!("write `{owner}.{name} >= {number}`"),
    };
    syntax(scene, at, "how much somebody has is compared with a number", help)
}

/// `more than 3`, `is at least 3`, `is greater than 3`, `equals 3`
fn compared_in_words(scene: &Scene<'_>) -> Option<Diagnostic> {
    let found = (scene.here.saturating_sub(2)..scene.here + 2).find_map(|at| {
        let sign = match (scene.word(at), scene.word(at + 1)) {
            ("more" | "greater" | "higher" | "bigger", "than") => ">",
            ("less" | "fewer" | "lower" | "smaller", "than") => "<",
            ("at", "least") => ">=",
            ("at", "most") => "<=",
            ("equals" | "equal", _) => "is",
            _ => return None,
        };
        Some((at, sign))
    });
    let (at, sign) = found?;
    if !matches!(opening(scene), "if" | "needs" | "where" | "while" | "repeat" | "when" | "choose" | "expect" | "at")
        || at < 2
    {
        return None;
    }
    // `value … at least 0` and `repeat at most 3` are written so.
    if matches!(scene.word(at - 1), "repeat") || scene.expects(&[Rule::kw_least]) {
        return None;
    }
    let number = at + if sign == "is" && scene.word(at + 1) != "to" { 1 } else { 2 };
    let message = "numbers are compared with signs";
    syntax(scene, at, message, format!("write `{sign} {}`", scene.path(number)))
}

/// `may { … } if you do { … }`
fn if_you_do(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = (scene.here.saturating_sub(2)..=scene.here)
        .find(|at| scene.word(*at) == "you" && scene.word(at + 1) == "do")?;
    (scene.word(at.checked_sub(1)?) == "if").then_some(())?;
    let help = "write `may { … } then { … }`, or `do { … } then { … }`";
    syntax(scene, at - 1, "what follows from something that was done stands behind `then`", help)
}

/// `IF(me.points > 3, 1, 2)`
fn if_in_a_value(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here).eq_ignore_ascii_case("if");
    (word && scene.word(scene.here + 1) == "(" && scene.touches(scene.here) && !scene.expects_statement())
        .then_some(())?;
    let help = "write `if CONDITION { … } else { … }` around the statement, or a `value` with a `match`";
    syntax(scene, scene.here, "there is no `if` inside of a calculation", help)
}

/// `end your turn`
fn end_of_somebody(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = (scene.here.saturating_sub(2)..=scene.here)
        .find(|at| matches!(scene.word(*at), "your" | "my" | "the" | "this") && scene.word(at + 1) == "turn")?;
    (scene.word(at.checked_sub(1)?) == "end").then_some(())?;
    let message = format!("no `{}` stands before `turn`", scene.word(at));
    syntax(scene, at, message, "write `end turn`: it is the turn of whoever plays")
}

/// `set me.points 3`
fn set_without_to(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at =
        scene.opening_word().filter(|at| scene.word(*at) == "set" && scene.expects(&[Rule::kw_to, Rule::set_to]))?;
    let value = is_number(scene, scene.here) || scene.is_free_word(scene.here) && scene.word(scene.here + 1) == "}";
    value.then_some(())?;
    let help = format!("write `set {} to {}`", scene.path(at + 1), scene.word(scene.here));
    syntax(scene, scene.here, "`to` is missing", help)
}

/// `gain 1 points if me.points > 3`
fn condition_behind(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "if")?;
    (scene.expects(&[Rule::block, Rule::open_brace]) && scene.word(scene.here) == "}").then_some(())?;
    let line = scene.token(at)?.line;
    let same = scene.token(at.checked_sub(1)?).is_some_and(|before| before.line == line && before.text != "{");
    same.then_some(())?;
    syntax(
        scene,
        at,
        "a condition stands before what depends on it",
        "write `if CONDITION { … }`, with the statement in the braces",
    )
}

/// `for c in me.hand { … }`, `for i in range(3) { … }`
fn named_loop(scene: &Scene<'_>) -> Option<Diagnostic> {
    let named = scene.word(scene.here.checked_sub(1)?) == "for" && scene.word(scene.here + 1) == "in";
    (named && scene.expects(&[Rule::kw_each])).then_some(())?;
    let (name, set) = (scene.word(scene.here), scene.here + 2);
    if scene.word(set) == "range" {
        let help = format!("write `repeat {} {{ … }}`", scene.word(set + 2));
        return syntax(scene, scene.here - 1, "what is done several times is a `repeat`", help);
    }
    let help = format!("write `for each {name} in {} {{ … }}`", scene.path(set));
    syntax(scene, scene.here, "`each` is missing after `for`", help)
}

/// `do 3 times { … }`
fn counted_loop(scene: &Scene<'_>) -> Option<Diagnostic> {
    let times = scene.word(scene.here.checked_sub(1)?) == "do" && scene.word(scene.here + 1) == "times";
    (times && is_number(scene, scene.here)).then_some(())?;
    let help = format!("write `repeat {} {{ … }}`", scene.word(scene.here));
    syntax(scene, scene.here - 1, "what is done several times is a `repeat`", help)
}

/// `draw(1) for each me.arena`
fn counted_call(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "for" && scene.word(at + 1) == "each")?;
    let call = at.checked_sub(1).is_some_and(|at| scene.word(at) == ")");
    (call && scene.expects(&[Rule::kw_in]) && scene.word(scene.here) != "in").then_some(())?;
    let set = scene.path(at + 2);
    let help = format!("write `for each x in {set} {{ … }}`, or give the call a number: `draw(count of {set})`");
    syntax(scene, at, "only `gain` and `lose` are counted by a `for each` behind them", help)
}

/// `gain 1 points twice`
fn repeated_in_words(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [scene.here.checked_sub(1), Some(scene.here)];
    let at = places.into_iter().flatten().find(|at| matches!(scene.word(*at), "twice" | "thrice"))?;
    let number = if scene.word(at) == "twice" { 2 } else { 3 };
    let message = format!("`{}` is not a word of the language", scene.word(at));
    syntax(scene, at, message, format!("write `repeat {number} {{ … }}`"))
}

/// `let r is roll 1 d6`, `let n is random(1, 6)`
fn statement_as_value(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here);
    (scene.word(scene.here.checked_sub(1)?) == "is" && opening(scene) == "let").then_some(())?;
    let name = scene.word(scene.here.checked_sub(2)?);
    let help = match word {
        "roll" => {
            let dice = scene.known.dice.first().map_or("DICE", String::as_str);
            format!("write `roll 1 {dice} as {name}` without a `let`; the sum of the dice is `{name}.total`")
        }
        "random" => format!("write `random {name} from 1..6` without a `let`"),
        "choose" => format!("write `choose {name} from SET` without a `let`"),
        _ => return None,
    };
    syntax(scene, scene.here, format!("`{word}` is a statement, and gives its outcome a name itself"), help)
}

/// `give p 1 gem`, `give 1 gem to p`
fn given_to(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = (scene.here.saturating_sub(3)..scene.here).rev().find(|at| scene.word(*at) == "give")?;
    let (who, number) = match is_number(scene, at + 1) {
        true if scene.word(at + 3) == "to" => (scene.word(at + 4), at + 1),
        false if is_number(scene, at + 2) => (scene.word(at + 1), at + 2),
        _ => return None,
    };
    let (number, name) = (scene.word(number), scene.word(number + 1));
    let help = format!(
        "write `move {number} {name} from me to {who}`; a counter is lost and gained: `lose {number} {name}   gain {number} {name} by {who}`"
    );
    syntax(scene, at, "`give` hands a value back from an action", help)
}

/// `end of game`, `end the game`
fn end_of(scene: &Scene<'_>) -> Option<Diagnostic> {
    let end = scene.here.checked_sub(1).filter(|at| scene.word(*at) == "end")?;
    let before = end.checked_sub(1).map_or("", |at| scene.word(at));
    (scene.word(scene.here) == "of" && !matches!(before, "at" | "until")).then_some(())?;
    let what = scene.word(scene.here + 1);
    syntax(
        scene,
        scene.here,
        "no `of` stands after `end` in a statement",
        format!("write `end {what}`, or `at end of {what} {{ … }}` for a hook"),
    )
}

/// `pay 2 gem: draw(1)`
fn price_with_colon(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "pay" && scene.word(scene.here) == ":")?;
    let price: Vec<&str> = (at..scene.here).map(|at| scene.word(at)).collect();
    let help = format!("write `do {{ {} }} then {{ … }}`", price.join(" "));
    syntax(scene, scene.here, "no `:` stands between a price and what it is paid for", help)
}

/// `draw(1) by next player`
fn next_player(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [Some(scene.here), scene.here.checked_sub(1)];
    let at = places.into_iter().flatten().find(|at| {
        scene.word(*at) == "player" && at.checked_sub(1).is_some_and(|at| matches!(scene.word(at), "next" | "previous"))
    })?;
    let side = if scene.word(at - 1) == "next" { "left" } else { "right" };
    syntax(
        scene,
        at - 1,
        format!("the {} player is found by a function", scene.word(at - 1)),
        format!("write `{side}(me)`"),
    )
}

/// `gain points equal to me.gems`
fn equal_to(scene: &Scene<'_>) -> Option<Diagnostic> {
    let equal =
        [scene.here.checked_sub(1), Some(scene.here)].into_iter().flatten().find(|at| scene.word(*at) == "equal")?;
    let (verb, name) = (scene.word(equal.checked_sub(2)?), scene.word(equal.checked_sub(1)?));
    (matches!(verb, "gain" | "lose" | "pay") && scene.word(equal + 1) == "to").then_some(())?;
    let help = format!("write `{verb} {} {name}`", scene.path(equal + 2));
    syntax(scene, equal, "how many stands before what is counted", help)
}

/// `roll d6`, `roll a d6`, `roll 2 d6`, `gain 1d6 points`
fn dice_without_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "roll")?;
    let article = matches!(scene.word(at + 1), "a" | "an" | "the" | "one");
    let number = if is_number(scene, at + 1) { scene.word(at + 1) } else { "1" };
    let dice = at + 1 + usize::from(article || is_number(scene, at + 1));
    let known = scene.known.dice.iter().any(|known| known == scene.word(dice));
    let named = scene.word(dice + 1) == "as";
    (known && !(named && is_number(scene, at + 1)) && scene.here > at).then_some(())?;
    let name = if named { scene.word(dice + 2) } else { "r" };
    let help = format!("write `roll {number} {} as {name}`; the sum of the dice is `{name}.total`", scene.word(dice));
    let message = if named { "it is not said how many dice are rolled" } else { "the rolled dice have no name" };
    syntax(scene, at, message, help)
}

/// `flip a coin`
fn coin(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at =
        [Some(scene.here), scene.here.checked_sub(1)].into_iter().flatten().find(|at| scene.word(*at) == "coin")?;
    let flip = (at.saturating_sub(2)..at).find(|at| matches!(scene.word(*at), "flip" | "toss"))?;
    syntax(scene, flip, "a coin is chance of two", "write `random n from 0..1   if n is 1 { … }`")
}

/// `if turn is 3`
fn number_of_the_turn(scene: &Scene<'_>) -> Option<Diagnostic> {
    let compared = matches!(scene.word(scene.here + 1), "is" | ">" | "<" | ">=" | "<=" | "=" | "==");
    let asked = matches!(opening(scene), "if" | "needs" | "while") && scene.word(scene.here) == "turn";
    (asked && compared && is_number(scene, scene.here + 2)).then_some(())?;
    syntax(scene, scene.here, "turns have no number", "write `round`, which is the number of the round: `round is 3`")
}

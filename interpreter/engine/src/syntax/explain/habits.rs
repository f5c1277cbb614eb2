//! What people write because printed cards, spreadsheets or other languages say it so: `gain gems 2`, `if C then`,
//! `end if`, `the deck`, `draw(n: 2)`.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::super::words;
use super::{Code, Diagnostic, Scene};
use crate::vocabulary::foreign;

/// The guesses of this file, in order.
pub(super) const GUESSES: &[fn(&Scene<'_>) -> Option<Diagnostic>] = &[
    article,
    quoted_name,
    end_of_sentence,
    watched_with_arguments,
    block_without_braces,
    second_if,
    end_of_block,
    number_after_counter,
    named_count,
    joined_amounts,
    receiver,
    missing_of,
    missing_left_side,
    condition_word,
    needs_an_amount,
    named_argument,
    subject_first,
    called_on_a_thing,
    parameter_without_type,
    several_as_type,
    step_without_name,
];

pub(super) fn syntax(
    scene: &Scene<'_>,
    at: usize,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Option<Diagnostic> {
    Some(Diagnostic::new(Code::SyntaxError, scene.span(at), message).help(help))
}

pub(super) fn is_number(scene: &Scene<'_>, at: usize) -> bool {
    scene.token(at).is_some_and(|token| token.kind == TokenKind::Number)
}

pub(super) fn opening<'s>(scene: &Scene<'s>) -> &'s str {
    scene.opening_word().map_or("", |at| scene.word(at))
}

/// `shuffle the deck`, `to my hand`, `c is a creature`
fn article(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [scene.here.checked_sub(1), Some(scene.here), scene.here.checked_sub(2)];
    let end = |at: usize| matches!(scene.word(at), "top" | "bottom" | "highest" | "lowest" | "most" | "least" | "end");
    let is_article =
        |at: &usize| foreign::ARTICLES.contains(&scene.word(*at)) && (scene.is_free_word(at + 1) || end(at + 1));
    let at = places.into_iter().flatten().find(is_article)?;
    let (word, noun) = (scene.word(at), scene.word(at + 1));
    if matches!(word, "my" | "your") {
        let place = scene.known.zone(noun).map_or_else(|| format!("me.{noun}"), |zone| zone.written("me"));
        return syntax(scene, at, format!("`{word}` is not a word of the language"), format!("write `{place}`"));
    }
    let message = format!("`{word}` is not needed before a name");
    syntax(scene, at, message, format!("leave it out: `{} {noun}`", scene.word(at.checked_sub(1)?)))
}

/// `gain 1 "gems"`, `creature "imp" { … }`
fn quoted_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    let token = scene.token(scene.here).filter(|token| matches!(token.kind, TokenKind::Text { .. }))?;
    let wanted = [Rule::name, Rule::counter_name, Rule::binder, Rule::signature, Rule::event_name];
    let head = scene.here == 1;
    if !scene.expects(&wanted) || scene.expects_statement() && scene.is_free_word(scene.here.checked_sub(1)?) {
        return None;
    }
    let plain = token.text.trim_matches('"');
    let name: String = plain.to_lowercase().replace([' ', '-', '\''], "_");
    let help = if head && plain != name {
        format!("write `{name}`; what is printed stands inside: `name \"{plain}\"`")
    } else {
        format!("write `{name}`")
    };
    syntax(scene, scene.here, "a name stands without quotes", help)
}

/// `end turn.`
fn end_of_sentence(scene: &Scene<'_>) -> Option<Diagnostic> {
    let point = scene.word(scene.here) == "." && scene.expects_statement();
    let ends = !scene.touches(scene.here) || !scene.is_free_word(scene.here + 1);
    (point && ends).then_some(())?;
    syntax(scene, scene.here, "no point stands at the end of a statement", "remove it")
}

/// `if C then { … }`, `if C: …`, `if C draw(1)`, `repeat 3 times { … }`
fn block_without_braces(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here);
    if !scene.expects(&[Rule::block, Rule::open_brace]) || scene.expects(&[Rule::open_paren, Rule::arguments]) {
        return None;
    }
    let before = opening(scene);
    match (before, word) {
        ("if", "then") => syntax(scene, scene.here, "no `then` stands after `if`", "write `if CONDITION { … }`"),
        ("repeat", "times") => syntax(scene, scene.here, "no `times` stands after `repeat`", "write `repeat 3 { … }`"),
        ("repeat", "until") => {
            let help = "write `repeat while not (CONDITION) { … }`";
            syntax(scene, scene.here, "no `until` stands after `repeat`", help)
        }
        ("", _) => None,
        (_, ":") => {
            let message = format!("what `{before}` does stands in braces, not after `:`");
            syntax(scene, scene.here, message, format!("write `{} {{ … }}`", head_of(before)))
        }
        (_, word) => {
            let call = scene.is_free_word(scene.here) && scene.word(scene.here + 1) == "(";
            let statement = words::begins_statement(word) && words::is_reserved(word);
            if before == word || !(call || statement) {
                return None;
            }
            let shown = if call { format!("{word}(…)") } else { format!("{word} …") };
            let message = format!("what `{before}` does stands in braces");
            syntax(scene, scene.here, message, format!("write `{} {{ {shown} }}`", head_of(before)))
        }
    }
}

/// How what stands before a block begins.
fn head_of(word: &str) -> String {
    match word {
        "may" | "must" | "do" | "later" => word.to_owned(),
        "at" => "at once".to_owned(),
        "for" => "for each …".to_owned(),
        _ => format!("{word} …"),
    }
}

/// `a is 1 and if b is 2`
fn second_if(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.before()?.text;
    (scene.word(scene.here) == "if" && matches!(before, "and" | "or")).then_some(())?;
    let message = format!("no second `if` stands after `{before}`");
    syntax(scene, scene.here, message, format!("write `if a is 1 {before} b is 2 {{ … }}`"))
}

/// `end if`
fn end_of_block(scene: &Scene<'_>) -> Option<Diagnostic> {
    let end = scene.here.checked_sub(1)?;
    let word = scene.word(scene.here);
    let block = matches!(word, "if" | "for" | "repeat" | "match" | "offer" | "action" | "while");
    (scene.word(end) == "end" && block).then_some(())?;
    syntax(scene, end, format!("a block ends with `}}`, not with `end {word}`"), "leave it out")
}

/// `gain gems 2`
fn number_after_counter(scene: &Scene<'_>) -> Option<Diagnostic> {
    let (counter, verb) = (scene.here.checked_sub(1)?, scene.here.checked_sub(2)?);
    let gains = matches!(scene.word(verb), "gain" | "lose" | "pay");
    (gains && scene.is_free_word(counter) && is_number(scene, scene.here)).then_some(())?;
    let (word, name, number) = (scene.word(verb), scene.word(counter), scene.word(scene.here));
    syntax(scene, scene.here, "the number stands before what is counted", format!("write `{word} {number} {name}`"))
}

/// `gain 1 gems for each x in S`
fn named_count(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "for" && scene.word(at + 1) == "each")?;
    let named = scene.is_free_word(at + 2) && scene.word(at + 3) == "in";
    if !named || scene.word(scene.here) == "{" || !scene.expects(&[Rule::block, Rule::open_brace]) {
        return None;
    }
    let before = (0..at).rev().take_while(|at| !matches!(scene.word(*at), "{" | "}"));
    let verb =
        before.map(|at| scene.word(at)).find(|word| words::begins_statement(word) && words::is_reserved(word))?;
    matches!(verb, "gain" | "lose").then_some(())?;
    let set: Vec<&str> = (at + 4..scene.here).map(|at| scene.word(at)).collect();
    let span = scene.span(at).to(scene.span(at + 3));
    let message = format!("after `{verb}`, `for each` counts and names nothing");
    let help = format!("write `for each {}`", set.concat());
    Some(Diagnostic::new(Code::SyntaxError, span, message).help(help))
}

/// `gain 2 gems and 1 points`, `gain 2 gems 1 points`; `and` and `or` between statements
fn joined_amounts(scene: &Scene<'_>) -> Option<Diagnostic> {
    if !scene.expects_statement() {
        return None;
    }
    let word = scene.word(scene.here);
    let gains = matches!(opening(scene), "gain" | "lose" | "pay");
    let amount = |at: usize| is_number(scene, at) && scene.is_free_word(at + 1);
    if word == "," && scene.before().is_some_and(|before| before.text == ")") {
        let message = "no comma stands between statements";
        return syntax(scene, scene.here, message, "leave it out: they follow each other without a sign between them");
    }
    if gains && (amount(scene.here) || word == "and" && amount(scene.here + 1)) {
        let first = scene.here + usize::from(word == "and");
        let help = format!("write `, {} {}`", scene.word(first), scene.word(first + 1));
        return syntax(scene, scene.here, "several amounts are joined with a comma", help);
    }
    match word {
        "and" => syntax(
            scene,
            scene.here,
            "`and` joins conditions, not statements",
            "leave it out: statements follow each other without a word between them",
        ),
        "or" => syntax(
            scene,
            scene.here,
            "`or` joins conditions, not statements",
            "to let somebody choose, write `offer { option NAME { … } option NAME { … } }`",
        ),
        _ => None,
    }
}

/// `gain 1 gems to p`, `gain 1 gems for p`
fn receiver(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = match scene.word(scene.here) {
        "to" => scene.here,
        _ if scene.before().is_some_and(|before| before.text == "for") => scene.here - 1,
        _ => return None,
    };
    let before = (0..at).rev().take_while(|at| !matches!(scene.word(*at), "{" | "}"));
    let verb =
        before.map(|at| scene.word(at)).find(|word| words::begins_statement(word) && words::is_reserved(word))?;
    let name = scene.word(at + 1);
    let set = match scene.word(at + 2) {
        "player" | "players" => "players",
        "opponent" | "opponents" => "opponents",
        _ => "",
    };
    match verb {
        "gain" | "lose" if matches!(name, "each" | "all" | "every") && !set.is_empty() => {
            let message = format!("who `{verb}`s something is said with `by`, one after the other");
            syntax(scene, at, message, format!("write `for each p in {set} {{ {verb} … by p }}`"))
        }
        "gain" | "lose" if scene.word(scene.here) != "each" => {
            let message = format!("who `{verb}`s something is said with `by`, and on what it lies with `on`");
            syntax(scene, at, message, format!("write `by {name}` for a player, `on {name}` for a card or a space"))
        }
        _ => None,
    }
}

/// `count me.hand`, `count(me.hand)`, `top 2 deck`
fn missing_of(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.here.checked_sub(1)?;
    let start = match scene.word(before) {
        "count" | "sum" | "highest" | "lowest" | "top" | "bottom" | "first" => before,
        _ if is_number(scene, before) && matches!(scene.word(before.checked_sub(1)?), "top" | "bottom") => before - 1,
        _ => return None,
    };
    if !scene.expects(&[Rule::kw_of]) || scene.word(scene.here) == "}" {
        return None;
    }
    let head: Vec<&str> = (start..scene.here).map(|at| scene.word(at)).collect();
    let head = head.join(" ");
    if matches!(scene.word(before), "sum" | "highest" | "lowest") && scene.word(scene.here) == "(" {
        let set = scene.path(scene.here + 1);
        let number = scene.known.numbers_on_cards.first().map_or("cost", String::as_str);
        let (set, number) = set.rsplit_once('.').filter(|(set, _)| set.contains('.')).unwrap_or((&set, number));
        let message = format!("`{head}` says which number it takes, and over which set");
        return syntax(scene, before, message, format!("write `{head} of .{number} over {set}`"));
    }
    let set = scene.here + usize::from(scene.word(scene.here) == "(");
    let name = if scene.word(set + 1) == "." {
        format!("{}.{}", scene.word(set), scene.word(set + 2))
    } else {
        scene.word(set).to_owned()
    };
    syntax(scene, scene.here, format!("`of` is missing after `{head}`"), format!("write `{head} of {name}`"))
}

/// `a >= 3 or >= 5`
fn missing_left_side(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.before()?.text;
    let sign = scene.word(scene.here);
    let compares = matches!(sign, "<" | "<=" | ">" | ">=" | "is");
    (compares && matches!(before, "and" | "or")).then_some(())?;
    let message = format!("`{sign}` has nothing on its left to compare");
    syntax(scene, scene.here, message, format!("write it once more: `a {sign} 3 {before} a {sign} 5`"))
}

/// `x between 2 and 5`, `S contains x`, `c is in S`, `empty S`, `c.family fire`
fn condition_word(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.before()?.text;
    let word = scene.word(scene.here);
    match (before, word) {
        (_, "between") => {
            syntax(scene, scene.here, "`between` is not a word of the language", "write `x >= 2 and x <= 5`")
        }
        (_, "contains" | "includes") => {
            let message = format!("`{word}` is not a word of the language");
            syntax(
                scene,
                scene.here,
                message,
                "write `x in SET`; for a card of some design, `any SET where it is NAME`",
            )
        }
        ("is", "in") => syntax(scene, scene.here, "no `is` stands before `in`", "write `x in SET`"),
        ("empty", _) if opening(scene) == "if" && scene.expects(&[Rule::block, Rule::open_brace]) => {
            let span = scene.here.checked_sub(1)?;
            syntax(scene, span, "`empty` stands after the set", "write `SET is empty`")
        }
        (left, right) => {
            let value = scene.is_free_word(scene.here) && matches!(scene.word(scene.here + 1), "{" | ")");
            let field = scene.here.checked_sub(2).is_some_and(|at| scene.word(at) == ".");
            (value && field && !scene.expects_statement()).then_some(())?;
            let message = format!("`is` is missing between `{left}` and `{right}`");
            syntax(scene, scene.here, message, format!("write `{left} is {right}`"))
        }
    }
}

/// `needs 2 gems`, `lose all gems`
fn needs_an_amount(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.here.checked_sub(1)?;
    if scene.word(scene.here) == "all" && matches!(scene.word(before), "gain" | "lose") {
        let (verb, name) = (scene.word(before), scene.word(scene.here + 1));
        let message = format!("`{verb}` needs a number");
        return syntax(scene, scene.here, message, format!("write `{verb} me.{name} {name}`, or `set me.{name} to 0`"));
    }
    // The counter was read as a call without its parentheses, or nothing could be made of it.
    let amount = |at: usize| {
        let needs = at.checked_sub(1).is_some_and(|at| scene.word(at) == "needs");
        needs && is_number(scene, at) && scene.is_free_word(at + 1)
    };
    let before = [Some(before), before.checked_sub(1)].into_iter().flatten().find(|at| amount(*at))?;
    let (number, name) = (scene.word(before), scene.word(before + 1));
    let help = format!("write `needs me.{name} >= {number}`; to take them away, `pay {number} {name}`");
    syntax(scene, before, "`needs` asks a question, and this is none", help)
}

/// `draw(n: 2)`, `draw(n = 2)`, `draw{2}`
pub(super) fn named_argument(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.here.checked_sub(1)?;
    let called = |open: usize| open.checked_sub(1).is_some_and(|name| scene.is_free_word(name) && scene.touches(name));
    let inside = before.checked_sub(1).filter(|open| matches!(scene.word(*open), "(" | ",") && called(*open));
    if matches!(scene.word(scene.here), ":" | "=")
        && scene.is_free_word(before)
        && scene.depth() > 0
        && inside.is_some()
    {
        let help = "write only the value, in the order of the head: `draw(2)`";
        return syntax(scene, before, "no names stand before what a call is given", help);
    }
    if scene.word(before) == "{" && called(before) && is_number(scene, scene.here) {
        let name = scene.word(before.checked_sub(1)?);
        let help = format!("write `{name}({})`", scene.word(scene.here));
        return syntax(scene, before, "what a call is given stands in parentheses", help);
    }
    None
}

/// `p gains 1 gems`, `you draw(1)`, `each player draws`
fn subject_first(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = statement_place(scene)?;
    let (word, next) = (scene.word(at), scene.word(at + 1));
    let verb = next.strip_suffix('s').unwrap_or(next);
    let does = words::begins_statement(verb) || scene.word(at + 2) == "(" && scene.is_free_word(at + 1);
    let subject = matches!(word, "you" | "player" | "players" | "opponent" | "opponents" | "me" | "each");
    if scene.touches(at) || !(subject && next != "{" || does && scene.is_free_word(at) && next.ends_with('s')) {
        return None;
    }
    let help = match word {
        _ if matches!(next, "win" | "wins") => "write `end game won by me`".to_owned(),
        "me" | "you" => "whoever does it is `me` and need not be written: `draw(1)`".to_owned(),
        "each" | "players" | "opponents" => {
            let set = if word == "each" { "players" } else { word };
            format!("write `for each p in {set} {{ draw(1) by p }}`")
        }
        _ => format!("who does it comes last: `draw(1) by {word}`"),
    };
    syntax(scene, at, "a statement begins with what is done, not with who does it", help)
}

/// `c.play()`
fn called_on_a_thing(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = statement_place(scene)?;
    if scene.word(at + 1) != "." || !scene.touches(at) {
        return None;
    }
    let (owner, name) = (scene.word(at), scene.word(at + 2));
    let path = format!("{owner}.{name}");
    let help = match scene.word(at + 3) {
        "is" => format!("write `set {path} to {}`", scene.word(at + 4)),
        _ => format!("an ability is run by `run {path}`; an action is called by its name, `{name}(…) by {owner}`"),
    };
    let message = format!("`{path}` is a thing, and a statement begins with what is done");
    Some(Diagnostic::new(Code::UnknownStatement, scene.span(at), message).help(help))
}

/// Where a statement should begin and a free word or a clause stands.
pub(super) fn statement_place(scene: &Scene<'_>) -> Option<usize> {
    let call = [Rule::open_brace, Rule::open_paren, Rule::arguments];
    let only_call = scene.expected.iter().all(|rule| call.contains(rule) || *rule == Rule::kw_step);
    let at = match only_call && !scene.expected.is_empty() {
        true => scene.here.checked_sub(1)?,
        false if scene.expects_statement() => scene.here,
        false => return None,
    };
    (at >= 2 && scene.token(at)?.kind == TokenKind::Word).then_some(at)
}

/// `after draw(2) { … }`, `after summon if C { … }`
fn watched_with_arguments(scene: &Scene<'_>) -> Option<Diagnostic> {
    let name = scene.here.checked_sub(1)?;
    let hook = name.checked_sub(1).map(|at| scene.word(at))?;
    if !matches!(hook, "after" | "before" | "of" | "forbid") || !scene.expects(&[Rule::kw_by, Rule::doer]) {
        return None;
    }
    let action = scene.word(name);
    match scene.word(scene.here) {
        "{" => syntax(scene, scene.here, "`forbid` has no block", format!("write `forbid {action} where CONDITION`")),
        "if" | "when" => {
            let message = "a hook asks its condition with `where`";
            syntax(scene, scene.here, message, format!("write `{action} where CONDITION`"))
        }
        _ => {
            let message = format!("`{action}` is watched by its name alone");
            syntax(scene, scene.here, message, format!("to ask more, write `{action} where CONDITION`"))
        }
    }
}

/// `action foo(creature c)`
fn parameter_without_type(scene: &Scene<'_>) -> Option<Diagnostic> {
    (scene.expects(&[Rule::colon]) && !scene.expects(&[Rule::open_brace])).then_some(())?;
    let before = scene.before()?.text;
    let message = format!("`{before}` has no type: `:` is missing");
    syntax(scene, scene.here, message, "a parameter is its name, `:` and what it is: `c: card`, `n: number`")
}

/// `c: list of creature`, `c: creature[]`
fn several_as_type(scene: &Scene<'_>) -> Option<Diagnostic> {
    scene.expects(&[Rule::kw_bundle]).then_some(())?;
    let before = scene.before()?.text;
    let kind = match (before, scene.word(scene.here)) {
        ("list" | "array" | "several", "of") => scene.word(scene.here + 1),
        (_, "[") => before,
        _ => return None,
    };
    syntax(scene, scene.here, "several things are a `set of`", format!("write `set of {kind}`"))
}

/// `phase foo { step { … } }`
fn step_without_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    (scene.word(scene.here) == "{" && scene.before()?.text == "step").then_some(())?;
    syntax(scene, scene.here, "a step has a name", "write `step NAME { … }`")
}

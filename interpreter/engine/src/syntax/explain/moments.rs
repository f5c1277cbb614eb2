//! How people say when something happens, and what stands on a card: `at the start of your turn`, `on play { … }`,
//! `after you draw a card`, `power 3/4`.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::habits::{is_number, syntax};
use super::{Code, Diagnostic, Scene};

/// The guesses of this file, in order.
pub(super) const GUESSES: &[fn(&Scene<'_>) -> Option<Diagnostic>] = &[
    moment_of_somebody,
    moment_in_other_words,
    text_alone,
    value_before_name,
    attribute_with_brackets,
    ability_with_a_word,
    hook_of_other_words,
    limit_without_ability,
    comma_between_attributes,
    two_numbers,
    action_without_parentheses,
    watched_as_a_sentence,
    lasting_statement,
];

/// `at start of your turn`, `at end of each turn`, `at end of round 3`, `after round 3`
fn moment_of_somebody(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = (scene.here.saturating_sub(2)..=scene.here).find(|at| {
        let edge = matches!(scene.word(at.saturating_sub(2)), "start" | "end" | "beginning");
        *at >= 3 && edge && scene.word(at - 1) == "of" && scene.word(at - 3) == "at"
    });
    let Some(at) = at else {
        let word = scene.here.checked_sub(1)?;
        let watched = matches!(scene.word(word.checked_sub(1)?), "after" | "before");
        (watched && scene.word(word) == "round" && is_number(scene, scene.here)).then_some(())?;
        let help = format!("write `at end of round where round is {} {{ … }}`", scene.word(scene.here));
        return syntax(scene, word, "a round is no action that can be watched", help);
    };
    let (edge, word, next) = (scene.word(at - 2), scene.word(at), scene.word(at + 1));
    if matches!(word, "your" | "my" | "each" | "every" | "any" | "a" | "his" | "their" | "that") {
        let message = format!("no `{word}` stands here: the hook is for every {next}");
        let whose = if matches!(word, "your" | "my") { " where active is me" } else { "" };
        return syntax(scene, at, message, format!("write `at {edge} of {next}{whose} {{ … }}`"));
    }
    (word == "round" && is_number(scene, at + 1) && scene.here == at + 1).then_some(())?;
    let help = format!("write `at {edge} of round where round is {next} {{ … }}`");
    syntax(scene, at + 1, "which round it is, is asked with `where`", help)
}

/// `at beginning of turn`, `every turn { … }`, `each turn { … }`
fn moment_in_other_words(scene: &Scene<'_>) -> Option<Diagnostic> {
    let (word, next) = (scene.word(scene.here), scene.word(scene.here + 1));
    let what = scene.word(scene.here + 2);
    if scene.word(scene.here.checked_sub(1)?) == "at" && matches!(word, "beginning" | "upkeep") {
        let what = if next == "of" { what } else { "turn" };
        let what = if matches!(what, "turn" | "round" | "game") { what } else { "turn" };
        return syntax(
            scene,
            scene.here,
            "a moment is the `start` or the `end` of something",
            format!("write `at start of {what} {{ … }}`"),
        );
    }
    let every = scene.expects_hook() && matches!(word, "every" | "each") && matches!(next, "turn" | "round");
    every.then_some(())?;
    syntax(scene, scene.here, format!("`{word}` does not begin a hook"), format!("write `at start of {next} {{ … }}`"))
}

/// `"Draw two cards."` on a card, without a word before it
fn text_alone(scene: &Scene<'_>) -> Option<Diagnostic> {
    let text = scene.token(scene.here).filter(|token| matches!(token.kind, TokenKind::Text { .. }))?;
    scene.in_component().then_some(())?;
    let help = format!("write `says en {}`; the printed name is `name {}`", text.text, text.text);
    syntax(scene, scene.here, "it is not said what this text is", help)
}

/// `2 copies`, `3 cost` on a card
fn value_before_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    let number = is_number(scene, scene.here) && scene.is_free_word(scene.here + 1);
    (number && scene.in_component()).then_some(())?;
    let help = format!("write `{} {}`", scene.word(scene.here + 1), scene.word(scene.here));
    syntax(scene, scene.here, "the value stands behind its name", help)
}

/// `cost(3)`, `play ( … )`, `play = draw(1)` on a card
fn attribute_with_brackets(scene: &Scene<'_>) -> Option<Diagnostic> {
    let name = scene.here.checked_sub(1).filter(|at| scene.is_free_word(*at) && scene.in_component())?;
    let word = scene.word(name);
    let open = scene.word(scene.here) == "(";
    if open
        && is_number(scene, scene.here + 1)
        && scene.word(scene.here + 2) == ")"
        && (word == "copies" || scene.known.numbers_on_cards.iter().any(|known| known == word))
    {
        let help = format!("write `{word} {}`", scene.word(scene.here + 1));
        return syntax(scene, scene.here, "the value of an attribute stands without parentheses", help);
    }
    if open && !scene.touches(name) {
        return syntax(
            scene,
            scene.here,
            format!("what `{word}` does stands in braces"),
            format!("write `{word} {{ … }}`"),
        );
    }
    let call = scene.word(scene.here + 2) == "(" && scene.touches(scene.here + 1);
    (matches!(scene.word(scene.here), "=" | "->" | "=>") && call).then_some(())?;
    let help = format!("write `{word} {{ {}(…) }}`", scene.word(scene.here + 1));
    syntax(scene, scene.here, format!("what `{word}` does stands in braces"), help)
}

/// `ability play { … }`, `action play() { … }` on a card
fn ability_with_a_word(scene: &Scene<'_>) -> Option<Diagnostic> {
    let name = scene.here.checked_sub(1)?;
    let word = name.checked_sub(1).map(|at| scene.word(at))?;
    let body = matches!(scene.word(scene.here), "{" | "(") && scene.in_component();
    (body && matches!(word, "ability" | "action" | "effect" | "trigger" | "def" | "function")).then_some(())?;
    let help = format!("write `{} {{ … }}`", scene.word(name));
    syntax(scene, name - 1, format!("no `{word}` stands before an ability"), help)
}

/// `when played { … }`, `on play { … }`, `whenever draw { … }` in the body of a card or among hooks
fn hook_of_other_words(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [Some(scene.here), scene.here.checked_sub(1), scene.here.checked_sub(2)];
    let word = |at: &usize| matches!(scene.word(*at), "when" | "whenever" | "on" | "upon" | "if");
    let at = places.into_iter().flatten().find(|at| {
        word(at) && matches!(scene.word(at.saturating_sub(1)), "{" | "}") || word(at) && scene.in_component()
    })?;
    if scene.expects_statement() || !scene.in_component() && matches!(scene.word(at), "when" | "if") {
        return None;
    }
    let next = scene.word(at + 1);
    let stem = next.strip_suffix("ed").unwrap_or(next);
    let message = format!("`{}` does not begin a hook", scene.word(at));
    let finding = Diagnostic::new(Code::UnknownStatement, scene.span(at), message);
    Some(match scene.known.action(stem) {
        Some(action) => finding.help(format!("write `after {} {{ … }}`", action.name)),
        None => finding.help(format!(
            "what the card does when it is used is an ability: `{stem} {{ … }}`; what waits for something is written `after ACTION {{ … }}`"
        )),
    })
}

/// `once per turn: …` in the body of a card
fn limit_without_ability(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here);
    (matches!(word, "once" | "limit") && scene.in_component() && !scene.expects(&[Rule::once, Rule::kw_once]))
        .then_some(())?;
    let period =
        Some(scene.word(scene.here + 2)).filter(|word| matches!(*word, "turn" | "round" | "game")).unwrap_or("turn");
    let help = format!("write it behind the name of the ability: `play once per {period} {{ … }}`");
    syntax(scene, scene.here, format!("`{word}` belongs to an ability or a hook, and none stands before it"), help)
}

/// `family fire, water`, `cost 3, family fire`
fn comma_between_attributes(scene: &Scene<'_>) -> Option<Diagnostic> {
    let value = scene.here.checked_sub(1)?;
    let name = value.checked_sub(1)?;
    (scene.word(scene.here) == "," && scene.in_component() && scene.is_free_word(name)).then_some(())?;
    let another = scene.is_free_word(scene.here + 1) && matches!(scene.word(scene.here + 2), "," | "}" | "");
    let help = match another {
        true => format!(
            "several values are a list: `{} [{}, {}]`",
            scene.word(name),
            scene.word(value),
            scene.word(scene.here + 1)
        ),
        false => "remove it: what is printed follows each other without a sign".to_owned(),
    };
    syntax(scene, scene.here, "no comma stands between attributes", help)
}

/// `power 3/4` on a card
fn two_numbers(scene: &Scene<'_>) -> Option<Diagnostic> {
    let first = scene.here.checked_sub(1)?;
    let sign = matches!(scene.word(scene.here), "/" | "+" | "-" | "*");
    (sign && scene.in_component() && is_number(scene, first) && is_number(scene, scene.here + 1)).then_some(())?;
    let name = scene.word(first.checked_sub(1)?);
    let help = format!("write one number: `{name} {}`; two numbers are two attributes of the kind", scene.word(first));
    syntax(scene, scene.here, "an attribute is one whole number, and nothing is computed on a card", help)
}

/// `action grow { … }`
fn action_without_parentheses(scene: &Scene<'_>) -> Option<Diagnostic> {
    let head = scene.here.checked_sub(2).map(|at| scene.word(at))?;
    let wanted =
        scene.expects(&[Rule::open_paren, Rule::params]) && matches!(head, "action" | "value" | "event" | "window");
    (wanted && scene.is_free_word(scene.here - 1)).then_some(())?;
    let name = scene.word(scene.here - 1);
    let rest = if head == "action" { " { … }" } else { "" };
    let message = format!("parentheses belong to `{name}`, even where nothing stands in them");
    syntax(scene, scene.here - 1, message, format!("write `{head} {name}(){rest}`"))
}

/// `after you draw a card { … }`, `after draw: …`
fn watched_as_a_sentence(scene: &Scene<'_>) -> Option<Diagnostic> {
    let first = scene.here.checked_sub(1)?;
    let hook =
        first.checked_sub(1).map(|at| scene.word(at)).filter(|word| matches!(*word, "after" | "before" | "of"))?;
    let written = if hook == "of" { "instead of" } else { hook };
    scene.expects(&[Rule::kw_by, Rule::doer]).then_some(())?;
    if scene.word(scene.here) == ":" {
        let help = format!("write `{written} {} {{ … }}`", scene.word(first));
        return syntax(scene, scene.here, "what a hook does stands in braces, not after `:`", help);
    }
    let subject = matches!(
        scene.word(first),
        "you" | "i" | "a" | "an" | "the" | "any" | "each" | "player" | "opponent" | "playing"
    );
    subject.then_some(())?;
    let verb = |at: usize| {
        let word = scene.word(at);
        let stem = word.strip_suffix('s').unwrap_or(word);
        let known = |name: &str| {
            scene.known.action(name).is_some() || matches!(name, "gain" | "lose" | "move" | "shuffle" | "turn")
        };
        [word, stem].into_iter().find(|name| known(name))
    };
    let action = (scene.here..scene.here + 4).find_map(verb).unwrap_or("ACTION");
    let by = if matches!(scene.word(first), "you" | "i") { " by me" } else { "" };
    let help = format!("write `{written} {action}{by} {{ … }}`");
    syntax(scene, first, "what is done stands first, and who does it behind it", help)
}

/// `until end of turn gain 1 points`
fn lasting_statement(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "until")?;
    let statement = super::super::words::begins_statement(scene.word(scene.here)) || scene.word(scene.here + 1) == "(";
    (statement && scene.here > at + 3 && scene.expects(&[Rule::open_brace])).then_some(())?;
    let word = scene.word(scene.here);
    let help = format!(
        "what holds for a while is a hook: `until end of turn {{ modify … by 1 }}`; what is done once at its end is written `until end of turn, once {{ at end of turn {{ {word} … }} }}`"
    );
    syntax(scene, scene.here, format!("`{word}` is done once and does not last"), help)
}

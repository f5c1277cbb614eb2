//! Lines of scenarios as people write them at first: `p1 chooses summon imp`, `p1 plays imp`, `expect p1.hand contains imp`.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::habits::syntax;
use super::{Code, Diagnostic, Scene, nearest};

/// The guesses of this file, in order.
pub(super) const GUESSES: &[fn(&Scene<'_>) -> Option<Diagnostic>] = &[
    given_with_a_sign,
    no_as_answer,
    answer_without_parentheses,
    answers_joined_by_words,
    contained,
    ends_and_amounts,
    given_apart,
    player_by_number,
    other_verb,
    number_before_players,
    other_word_for_expect,
];

fn in_scenario(scene: &Scene<'_>) -> bool {
    scene.word(0) == "scenario" || scene.word(0) == "variant" && scene.expects(&[Rule::scenario_line, Rule::kw_chooses])
}

/// The word of the line that the place is in: `chooses`, `expect`, `given`.
fn line_word<'s>(scene: &Scene<'s>) -> (&'s str, usize) {
    let words = ["chooses", "expect", "given", "chance", "begin", "passes"];
    let at = (0..scene.here).rev().find(|at| words.contains(&scene.word(*at)));
    at.map_or(("", 0), |at| (scene.word(at), at))
}

/// Whether a word is the name of a player in a scenario.
fn is_player(word: &str) -> bool {
    word.strip_prefix(['p', 'a']).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

/// `p1.hand = [imp]`, `p1.points: 3`
fn given_with_a_sign(scene: &Scene<'_>) -> Option<Diagnostic> {
    let sign = scene.word(scene.here);
    let inside = in_scenario(scene) && line_word(scene).0 == "given" && scene.depth() == 2;
    if !inside || !matches!(sign, "=" | ":" | ":=" | "is" | "has") {
        return None;
    }
    let message = format!("no `{sign}` stands between what is given and its value");
    syntax(scene, scene.here, message, "write the value right behind: `p1.hand [imp, 2 elf]`, `p1.points 3`")
}

/// `p1 chooses play(imp), no`
fn no_as_answer(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.here.checked_sub(1)?;
    let wanted = in_scenario(scene) && scene.word(before) == "no" && line_word(scene).0 == "chooses";
    (wanted && matches!(scene.word(before.checked_sub(1)?), "chooses" | ",")).then_some(())?;
    let help = "write `pass`: `p1 chooses play(imp), pass`; to agree is `yes`";
    syntax(scene, before, "a player says no by passing", help)
}

/// `p1 chooses summon imp`: the second word was read as the beginning of the next line.
fn answer_without_parentheses(scene: &Scene<'_>) -> Option<Diagnostic> {
    let about = scene.here.checked_sub(1)?;
    let option = about.checked_sub(1)?;
    let named = scene.is_free_word(about) && scene.is_free_word(option) && !is_player(scene.word(about));
    let answers = matches!(scene.word(option.checked_sub(1)?), "chooses" | "choose" | ",");
    if !scene.expects(&[Rule::kw_chooses]) || !named || !answers || line_word(scene).0 != "chooses" {
        return None;
    }
    if super::words::SCENARIO_LINES.contains(&scene.word(about)) {
        return None;
    }
    let (option, word) = (scene.word(option), scene.word(about));
    let message = format!("what `{option}` is about stands in parentheses");
    syntax(scene, about, message, format!("write `{option}({word})`; several answers are set apart by commas"))
}

/// `p1 chooses imp and nymph`, `p1 chooses imp then nymph`
fn answers_joined_by_words(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here);
    let joined = matches!(word, "and" | "then" | "or") && line_word(scene).0 == "chooses";
    (in_scenario(scene) && joined).then_some(())?;
    let (first, next) = (scene.word(scene.here.checked_sub(1)?), scene.word(scene.here + 1));
    let help =
        format!("write `{first}, {next}` one after the other, `[{first}, {next}]` for several picks of one choice");
    syntax(scene, scene.here, "answers are set apart by commas", help)
}

/// `expect p1.arena contains imp`
fn contained(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [scene.here.checked_sub(1), Some(scene.here)];
    let contains = |at: &usize| matches!(scene.word(*at), "contains" | "includes" | "contain" | "include" | "holds");
    let at = places.into_iter().flatten().find(contains)?;
    (in_scenario(scene) && line_word(scene).0 == "expect").then_some(())?;
    let (_, expect) = line_word(scene);
    let set: Vec<&str> = (expect + 1..at).map(|at| scene.word(at)).collect();
    let message = format!("`{}` is not a word of the language", scene.word(at));
    let help = format!("write `expect any {} where it is {}`", set.concat(), scene.word(at + 1));
    syntax(scene, at, message, help)
}

/// `expect p1 wins`, `expect p1 has 3 points`
fn ends_and_amounts(scene: &Scene<'_>) -> Option<Diagnostic> {
    let (line, expect) = line_word(scene);
    let player = scene.word(expect + 1);
    if !in_scenario(scene) || line != "expect" || !is_player(player) || scene.here <= expect + 1 {
        return None;
    }
    let word = scene.word(expect + 2);
    match word {
        "wins" | "win" | "won" | "loses" | "lost" => {
            let end = if word.starts_with('w') { "won" } else { "lost" };
            syntax(
                scene,
                expect + 2,
                format!("`{word}` is said with `has`"),
                format!("write `expect {player} has {end}`"),
            )
        }
        "has" | "have" if scene.token(expect + 3)?.kind == TokenKind::Number => {
            let (number, name) = (scene.word(expect + 3), scene.word(expect + 4));
            let help = format!("write `expect {player}.{name} is {number}`");
            syntax(scene, expect + 2, "what a player has is asked with a point", help)
        }
        _ => None,
    }
}

/// `given { p1 hand [imp] }`
fn given_apart(scene: &Scene<'_>) -> Option<Diagnostic> {
    let (line, given) = line_word(scene);
    (in_scenario(scene) && line == "given").then_some(())?;
    let apart = |at: &usize| {
        let free = scene.is_free_word(*at + 1) && !scene.touches(*at);
        let value = scene.token(*at + 2);
        let value = value.is_some_and(|next| matches!(next.kind, TokenKind::Open('[') | TokenKind::Number));
        is_player(scene.word(*at)) && free && value
    };
    let at = (given + 1..=scene.here).find(apart)?;
    let (player, name) = (scene.word(at), scene.word(at + 1));
    let span = scene.span(at).to(scene.span(at + 1));
    let message = format!("a point is missing between `{player}` and `{name}`");
    Some(Diagnostic::new(Code::SyntaxError, span, message).help(format!("write `{player}.{name}`")))
}

/// `player 1 chooses imp`
fn player_by_number(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at =
        [scene.here.checked_sub(1), Some(scene.here)].into_iter().flatten().find(|at| scene.word(*at) == "player")?;
    let number = scene.token(at + 1).filter(|token| token.kind == TokenKind::Number)?;
    in_scenario(scene).then_some(())?;
    let help = format!("write `p{}`: `p{} chooses …`", number.text, number.text);
    syntax(scene, at, "players are called `p1`, `p2` …", help)
}

/// `p1 plays imp`, `p1: chooses imp`, `p1 pass`
fn other_verb(scene: &Scene<'_>) -> Option<Diagnostic> {
    let player = scene.here.checked_sub(1).map(|at| scene.word(at)).filter(|word| is_player(word))?;
    (in_scenario(scene) && scene.expects(&[Rule::kw_chooses])).then_some(())?;
    let word = scene.word(scene.here);
    match word {
        ":" => {
            syntax(scene, scene.here, format!("no `:` stands after `{player}`"), format!("write `{player} chooses …`"))
        }
        "pass" | "declines" | "skips" => syntax(
            scene,
            scene.here,
            format!("`{word}` is not a word of a scenario"),
            format!("write `{player} passes`"),
        ),
        "" | "}" => None,
        _ if nearest(word, ["chooses", "passes"]).is_some() => None,
        _ if scene.is_free_word(scene.here) => {
            let next = scene.word(scene.here + 1);
            let help = match (word, scene.word(scene.here + 2)) {
                ("draws" | "gains" | "has", _) => {
                    "say what is there with `given`, and what must be true with `expect`".to_owned()
                }
                _ if scene.is_free_word(scene.here + 1) => {
                    let verb = word.strip_suffix('s').unwrap_or(word);
                    format!(
                        "write `{player} chooses {next}`; an option of an `offer` with what it is about: `{verb}({next})`"
                    )
                }
                _ => format!("write `{player} chooses ANSWER` or `{player} passes`"),
            };
            let message = format!("what `{player}` does is said with `chooses` or `passes`");
            syntax(scene, scene.here, message, help)
        }
        _ => None,
    }
}

/// `2 players`
fn number_before_players(scene: &Scene<'_>) -> Option<Diagnostic> {
    let number = scene.token(scene.here).filter(|token| token.kind == TokenKind::Number)?;
    (in_scenario(scene) && matches!(scene.word(scene.here + 1), "players" | "player")).then_some(())?;
    syntax(scene, scene.here, "the number stands after `players`", format!("write `players {}`", number.text))
}

/// `assert p1.points is 3`
fn other_word_for_expect(scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.here.checked_sub(1)?;
    let word = scene.word(before);
    let other = matches!(word, "assert" | "check" | "verify" | "ensure" | "then" | "should");
    (in_scenario(scene) && other && scene.expects(&[Rule::kw_chooses])).then_some(())?;
    let message = format!("`{word}` does not begin a line of a scenario");
    let found = Diagnostic::new(Code::UnknownStatement, scene.span(before), message);
    Some(found.help("what must be true is said with `expect`: `expect p1.points is 3`"))
}

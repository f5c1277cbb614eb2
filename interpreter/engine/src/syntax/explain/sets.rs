//! How people say which cards or players they mean: `highest card of me.hand`, `choose an opponent`, `creatures in me.hand`,
//! `into the discard`.

use super::super::parse::Rule;
use super::habits::{is_number, syntax};
use super::{Diagnostic, Scene};

/// The guesses of this file, in order.
pub(super) const GUESSES: &[fn(&Scene<'_>) -> Option<Diagnostic>] = &[
    card_by_its_number,
    fold_without_over,
    cards_of_a_pile,
    choice_without_name,
    choice_of_one,
    chosen_opponent,
    filter_with,
    filter_in,
    into_a_place,
    shuffled_into,
    two_words_for_an_amount,
];

/// `highest card of me.hand`, `highest cost of me.hand`, `lowest card in me.hand`
fn card_by_its_number(scene: &Scene<'_>) -> Option<Diagnostic> {
    let noun = scene.here;
    let word = scene.word(noun.checked_sub(1)?);
    let set = noun + 2;
    let of = matches!(scene.word(noun + 1), "of" | "in" | "from" | "among");
    (matches!(word, "highest" | "lowest") && scene.is_free_word(noun) && of).then_some(())?;
    let (name, set) = (scene.word(noun), scene.path(set));
    let most = if word == "highest" { "most" } else { "least" };
    if scene.known.numbers_on_cards.iter().any(|known| known == name) {
        let message = format!("`{word}` finds a number, and says of what with a point");
        let help =
            format!("write `{word} of .{name} over {set}` for the number, `{most} .{name} of {set}` for the card");
        return syntax(scene, noun, message, help);
    }
    let number = scene.known.numbers_on_cards.first().map_or("cost", String::as_str);
    let help = format!("write `{most} .{number} of {set}`");
    syntax(scene, noun, format!("by which of its numbers a card is the {word} must be said"), help)
}

/// `highest of me.hand`, `sum of me.hand.cost`
fn fold_without_over(scene: &Scene<'_>) -> Option<Diagnostic> {
    scene.expects(&[Rule::kw_over]).then_some(())?;
    let fold = |at: &usize| matches!(scene.word(*at), "sum" | "highest" | "lowest") && scene.word(*at + 1) == "of";
    let at = (0..scene.here).rev().find(fold)?;
    let set = scene.path(at + 2);
    let (set, number) =
        match set.rsplit_once('.').filter(|(_, name)| scene.known.numbers_on_cards.iter().any(|n| n == name)) {
            Some((set, number)) => (set.to_owned(), number.to_owned()),
            None => (set, scene.known.numbers_on_cards.first().cloned().unwrap_or_else(|| "cost".to_owned())),
        };
    let word = scene.word(at);
    let message = format!("`{word}` says which number it takes, and over which set");
    syntax(scene, at, message, format!("write `{word} of .{number} over {set}`"))
}

/// `top 3 cards of deck`, `top card of deck`
fn cards_of_a_pile(scene: &Scene<'_>) -> Option<Diagnostic> {
    let cards = [Some(scene.here), scene.here.checked_sub(1)].into_iter().flatten();
    let at = cards.into_iter().find(|at| matches!(scene.word(*at), "card" | "cards") && scene.word(*at + 1) == "of")?;
    let number = at.checked_sub(1).filter(|at| is_number(scene, *at));
    let end = scene.word(number.unwrap_or(at).checked_sub(1)?);
    matches!(end, "top" | "bottom").then_some(())?;
    let number = number.map_or(String::new(), |at| format!(" {}", scene.word(at)));
    let help = format!("leave it out: `{end}{number} of {}`", scene.path(at + 2));
    syntax(scene, at, format!("no `{}` stands after `{end}`", scene.word(at)), help)
}

/// `choose 1 from me.hand`
fn choice_without_name(scene: &Scene<'_>) -> Option<Diagnostic> {
    let number = scene.here.checked_sub(1).filter(|at| is_number(scene, *at))?;
    let verb = scene.word(number.checked_sub(1)?);
    (matches!(verb, "choose" | "random") && scene.word(scene.here) == "from").then_some(())?;
    let set = scene.path(scene.here + 1);
    let help = match scene.word(number) {
        "1" => format!("write `{verb} c from {set}`, and say what happens to `c`"),
        number => format!("write `{verb} {number} cs from {set}`, and say what happens to `cs`"),
    };
    syntax(scene, scene.here, "what is chosen has no name", help)
}

/// `choose one: …`
fn choice_of_one(scene: &Scene<'_>) -> Option<Diagnostic> {
    let one = matches!(scene.word(scene.here.checked_sub(1)?), "one" | "between")
        && scene.word(scene.here.checked_sub(2)?) == "choose";
    (one && scene.word(scene.here) != "from").then_some(())?;
    let help = "write `offer { option NAME { … } option NAME { … } }`";
    syntax(scene, scene.here - 1, "a choice between several things to do is an `offer`", help)
}

/// `choose an opponent`, `choose opponent`, `choose target player`
fn chosen_opponent(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "choose" && scene.expects(&[Rule::kw_from]))?;
    let after =
        (at + 1..at + 4).find(|at| matches!(scene.word(*at), "opponent" | "player" | "opponents" | "players"))?;
    let plain = (at + 1..after).all(|at| matches!(scene.word(at), "a" | "an" | "one" | "target" | "another" | "1"));
    (plain && scene.word(after + 1) != "from").then_some(())?;
    let set =
        if scene.word(after).starts_with('o') || scene.word(at + 1) == "another" { "opponents" } else { "players" };
    syntax(scene, after, "it is not said from whom, and by which name", format!("write `choose p from {set}`"))
}

/// `choose c from me.hand with .cost > 2`, `players with most points`
fn filter_with(scene: &Scene<'_>) -> Option<Diagnostic> {
    let with = scene.here.checked_sub(1).filter(|at| scene.word(*at) == "with")?;
    let set = scene.word(with.checked_sub(1)?);
    if matches!(scene.word(scene.here), "most" | "least" | "highest" | "lowest") {
        let most = if matches!(scene.word(scene.here), "most" | "highest") { "most" } else { "least" };
        let help = format!("write `{most} .{} of {set}`", scene.word(scene.here + 1));
        return syntax(scene, with, "who has most is asked with `most`", help);
    }
    (scene.word(scene.here) == ".").then_some(())?;
    let (sign, value) = (scene.word(scene.here + 2), scene.word(scene.here + 3));
    let asked = matches!(sign, "is" | "<" | "<=" | ">" | ">=").then(|| format!(" {sign} {value}"));
    let help = format!("write `where .{}{}`", scene.word(scene.here + 1), asked.unwrap_or_default());
    syntax(scene, with, "a set is filtered with `where`", help)
}

/// `choose c from creatures in me.hand`, `choose c from fire creatures`
fn filter_in(scene: &Scene<'_>) -> Option<Diagnostic> {
    let choose = scene.opening_word().filter(|at| matches!(scene.word(*at), "choose" | "random"))?;
    let (verb, name) = (scene.word(choose), scene.word(choose + 1));
    if scene.word(scene.here.checked_sub(1)?) == "in" && scene.expects(&[Rule::kw_order]) {
        let kind = scene.word(scene.here.checked_sub(2)?);
        let one = scene.known.kinds.iter().find(|known| *known == kind || kind.strip_suffix('s') == Some(known));
        let set = scene.path(scene.here);
        let filter = one.map_or(String::new(), |kind| format!(" where it is {kind}"));
        let message = format!("from where is said right after `from`, and `{kind}` is no place");
        return syntax(scene, scene.here - 2, message, format!("write `{verb} {name} from {set}{filter}`"));
    }
    let from = (choose..scene.here).find(|at| scene.word(*at) == "from")?;
    let two = scene.is_free_word(from + 1) && scene.is_free_word(from + 2) && !scene.touches(from + 1);
    let late = scene.word(from + 3) != "(" && scene.here <= from + 3 && scene.here > from + 1;
    (two && late && scene.token(from + 1)?.line == scene.token(from + 2)?.line).then_some(())?;
    let (first, second) = (scene.word(from + 1), scene.word(from + 2));
    let known = |kind: &String| kind == second || second.strip_suffix('s') == Some(kind);
    (matches!(second, "card" | "cards") || scene.known.kinds.iter().any(known)).then_some(())?;
    let message = format!("a set is one name, and these are two: `{first} {second}`");
    syntax(
        scene,
        from + 1,
        message,
        format!("say where the cards lie and ask for the rest: `{verb} {name} from me.hand where …`"),
    )
}

/// `move c into discard`, `move c on top of deck`
fn into_a_place(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.opening_word().filter(|at| scene.word(*at) == "move")?;
    let word = |at: &usize| matches!(scene.word(*at), "into" | "onto" | "in" | "on" | "at" | "under");
    let here = [Some(scene.here), scene.here.checked_sub(1)]
        .into_iter()
        .flatten()
        .find(|here| *here > at + 1 && word(here))?;
    let said = (at..here).any(|at| matches!(scene.word(at), "to" | "from"));
    (!said).then_some(())?;
    let end = matches!(scene.word(here + 1), "top" | "bottom");
    let (end, place) = match (end, scene.word(here)) {
        (true, _) => (format!("{} of ", scene.word(here + 1)), here + 3),
        (false, "under") => ("bottom of ".to_owned(), here + 1),
        (false, _) => (String::new(), here + 1),
    };
    let help = format!("write `to {end}{}`", scene.path(place));
    syntax(scene, here, format!("where to is said with `to`, not with `{}`", scene.word(here)), help)
}

/// `shuffle your discard pile into your deck`
fn shuffled_into(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = (scene.here.saturating_sub(4)..=scene.here).rev().find(|at| scene.word(*at) == "shuffle")?;
    let into = (at + 1..at + 6).find(|at| scene.word(*at) == "into")?;
    let zone = |from: usize, to: usize| (from..to).find_map(|at| scene.known.zone(scene.word(at)));
    let (from, to) = (zone(at + 1, into)?.written("me"), zone(into + 1, into + 4)?.written("me"));
    let message = "`shuffle` mixes one pile, and moves nothing";
    syntax(scene, into, message, format!("write `move {from} to {to}   shuffle {to}`"))
}

/// `gain 3 red stones`, `pay 2 gold coins`
fn two_words_for_an_amount(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = (scene.here.saturating_sub(1)..=scene.here).find(|at| {
        let verb = at.checked_sub(3).map_or("", |verb| scene.word(verb));
        matches!(verb, "gain" | "lose" | "pay") && is_number(scene, at - 2) && scene.is_free_word(at - 1)
    })?;
    let often = matches!(scene.word(at), "twice" | "thrice");
    let second = !often && scene.is_free_word(at) && matches!(scene.word(at + 1), "}" | "by" | "on" | "for" | ".");
    let line = scene.token(at)?.line == scene.token(at - 1)?.line;
    (second && line && scene.known.counters.iter().any(|known| known == scene.word(at - 1))).then_some(())?;
    let (verb, number, name) = (scene.word(at - 3), scene.word(at - 2), scene.word(at - 1));
    let message = format!("what is counted has a name of one word, and `{}` is one too many", scene.word(at));
    syntax(scene, at, message, format!("write `{verb} {number} {name}`"))
}

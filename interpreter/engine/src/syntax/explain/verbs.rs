//! What printed cards let people do, and how it is written here: `discard` is `choose c from me.hand   move c to discard`.

use super::super::known::{Known, KnownAction};

/// What something is done to.
#[derive(Debug, Default)]
pub(super) struct Object<'s> {
    pub quantity: Quantity<'s>,
    pub random: bool,
    pub target: bool,
    /// `card` or `cards` was said.
    pub cards: bool,
    /// The other words, without articles.
    pub nouns: Vec<&'s str>,
    /// The word after `from`.
    pub from: Option<&'s str>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quantity<'s> {
    #[default]
    One,
    Number(&'s str),
    All,
}

/// Words of cards, in English and in French, and the one that stands for them all here.
const VERBS: &[(&str, &str)] = &[
    ("draw", "draw"),
    ("piocher", "draw"),
    ("pioche", "draw"),
    ("piochez", "draw"),
    ("discard", "discard"),
    ("defausser", "discard"),
    ("défausser", "discard"),
    ("defaussez", "discard"),
    ("défaussez", "discard"),
    ("play", "play"),
    ("jouer", "play"),
    ("jouez", "play"),
    ("destroy", "destroy"),
    ("détruire", "destroy"),
    ("detruire", "destroy"),
    ("kill", "destroy"),
    ("trash", "destroy"),
    ("scrap", "destroy"),
    ("banish", "destroy"),
    ("exile", "destroy"),
    ("sacrifice", "destroy"),
    ("remove", "destroy"),
    ("steal", "steal"),
    ("voler", "steal"),
    ("search", "search"),
    ("tutor", "search"),
    ("tap", "tap"),
    ("exhaust", "tap"),
    ("untap", "untap"),
    ("ready", "untap"),
    ("heal", "heal"),
    ("deal", "damage"),
    ("increase", "increase"),
    ("raise", "increase"),
    ("add", "increase"),
    ("take", "increase"),
    ("receive", "increase"),
    ("get", "increase"),
    ("decrease", "decrease"),
    ("reduce", "decrease"),
    ("subtract", "decrease"),
    ("double", "double"),
    ("skip", "skip"),
    ("put", "put"),
    ("place", "put"),
    ("return", "put"),
    ("win", "win"),
    ("reset", "reset"),
    ("empty", "reset"),
];

/// Whether cards have this word.
pub(super) fn is_known(verb: &str) -> bool {
    VERBS.iter().any(|(word, _)| *word == verb)
}

/// Whether the word is French.
pub(super) fn is_french(verb: &str) -> bool {
    VERBS.iter().any(|(word, _)| *word == verb && !word.is_ascii())
        || verb.strip_suffix('z').or(verb.strip_suffix('r')).is_some_and(is_known_but_english)
        || matches!(verb, "pioche" | "detruire")
}

/// `piocher`, `jouez`: without their last letter they are no English words.
fn is_known_but_english(stem: &str) -> bool {
    ["pioche", "defausse", "joue", "vole"].contains(&stem)
}

/// The statements for a sentence; nothing where it cannot be told what is meant.
pub(super) fn said(known: &Known, verb: &str, object: &Object<'_>, who: &str) -> Option<String> {
    if let Some(action) = known.action(verb) {
        return Some(call(known, action, object, who));
    }
    let meant = VERBS.iter().find(|(word, _)| *word == verb).map_or(verb, |(_, meant)| *meant);
    // Another word of the list may be an action of this game.
    if let Some(action) = known.action(meant) {
        return Some(call(known, action, object, who));
    }
    Some(match meant {
        "draw" => format!("move top{} of {} to {}", several(object), known.deck(who), known.hand(who)),
        "discard" => discard(known, object, who),
        "play" => match the_thing(known, object) {
            Some(thing) => format!("run {thing}.play"),
            None => format!("{}   run c.play", choose(known, object, who)),
        },
        "destroy" => match the_thing(known, object) {
            Some(thing) => format!("move {thing} to {}", known.discard(who)),
            None => format!("choose c from SET{}   move c to {}", by(who), known.discard(who)),
        },
        "steal" => {
            let victim = object.from.filter(|from| !from.is_empty()).unwrap_or("p");
            format!("move {} {} from {victim} to {who}", amount(object), object.nouns.first()?)
        }
        "search" => format!(
            "choose c from {deck} where …{}   move c to {}   shuffle {deck}",
            by(who),
            known.hand(who),
            deck = known.deck(who)
        ),
        "tap" | "untap" => {
            let flag = known.card_flags.first().map_or("tapped", String::as_str);
            let to = if meant == "untap" { " to false" } else { "" };
            format!("set {}.{flag}{to}", the_thing(known, object).unwrap_or("c"))
        }
        "heal" => format!("gain {} {}{}", amount(object), health(known), by(who)),
        "damage" => {
            let hit = object.nouns.iter().find(|noun| **noun != "damage").copied().unwrap_or("p");
            format!("lose {} {} by {hit}", amount(object), health(known))
        }
        "gain" | "lose" | "pay" | "increase" | "decrease" => change(known, meant, object, who)?,
        "double" => {
            let counter = object.nouns.first()?;
            format!("gain {who}.{counter} {counter}{}", by(who))
        }
        "skip" if object.nouns.contains(&"turn") => "end turn".to_owned(),
        "put" => {
            let (thing, place) = (object.nouns.first()?, object.nouns.last()?);
            let end = if object.nouns.contains(&"bottom") { "bottom of " } else { "" };
            let end = if object.nouns.contains(&"top") { "top of " } else { end };
            let place = known.zone(place).map(|zone| zone.written(who))?;
            format!("move {} to {end}{place}", if known.zone(thing).is_some() { "c" } else { thing })
        }
        "reset" => format!("set {who}.{} to 0", object.nouns.first()?),
        "win" => format!("end game won by {who}"),
        _ => return None,
    })
}

/// An action of the game, with what it takes.
fn call(known: &Known, action: &KnownAction, object: &Object<'_>, who: &str) -> String {
    let name = &action.name;
    let by = by(who);
    match action.params.as_slice() {
        [] => format!("{name}(){by}"),
        [one] if one == "number" => format!("{name}({}){by}", amount(object)),
        [_] => match the_thing(known, object) {
            Some(thing) => format!("{name}({thing}){by}"),
            None if several(object).is_empty() => format!("{}   {name}(c){by}", choose(known, object, who)),
            None => format!("{}   for each c in cs {{ {name}(c){by} }}", choose(known, object, who)),
        },
        several => format!("{name}({}){by}", several.join(", ")),
    }
}

fn discard(known: &Known, object: &Object<'_>, who: &str) -> String {
    let (hand, discard) = (known.hand(who), known.discard(who));
    let all = object.quantity == Quantity::All || object.nouns.first().is_some_and(|noun| known.zone(noun).is_some());
    if all {
        return format!("move {hand} to {discard}");
    }
    if let Some(thing) = the_thing(known, object) {
        return format!("move {thing} to {discard}");
    }
    let name = if several(object).is_empty() { "c" } else { "cs" };
    format!("{}   move {name} to {discard}", choose(known, object, who))
}

/// `choose c from me.hand`, `random 2 cs from me.hand`
fn choose(known: &Known, object: &Object<'_>, who: &str) -> String {
    let number = several(object);
    let name = if number.is_empty() { "c" } else { "cs" };
    let (verb, by) = if object.random { ("random", String::new()) } else { ("choose", by(who)) };
    format!("{verb}{number} {name} from {}{by}", known.hand(who))
}

/// `gain 1 points`, `lose 2 gem by p`
fn change(known: &Known, verb: &str, object: &Object<'_>, who: &str) -> Option<String> {
    let verb = match verb {
        "increase" => "gain",
        "decrease" => "lose",
        other => other,
    };
    let noun = object.nouns.iter().find(|noun| **noun != who)?;
    if object.nouns.contains(&"turn") {
        return (verb == "gain").then(|| "value next_actor() is …".to_owned());
    }
    if *noun == "game" {
        return Some("end game lost \"…\"".to_owned());
    }
    let plural = format!("{noun}s");
    let counter = known.counters.iter().find(|counter| *counter == noun || **counter == plural);
    let singular = noun.strip_suffix('s').and_then(|one| known.counters.iter().find(|counter| *counter == one));
    let counter =
        counter.or(singular).map(String::as_str).or_else(|| (verb == "gain" || verb == "lose").then_some(*noun))?;
    // `take another turn`, `get the card`: no counter is meant.
    if matches!(counter, "turn" | "it" | "them") || object.cards {
        return None;
    }
    Some(format!("{verb} {} {counter}{}", amount(object), by(who)))
}

/// The name of a thing, where one stands there: `this`, `c`; no sort of things.
fn the_thing<'s>(known: &Known, object: &Object<'s>) -> Option<&'s str> {
    let noun = object.nouns.first().copied()?;
    let kind = known.kinds.iter().any(|kind| kind == noun || noun.strip_suffix('s') == Some(kind));
    (!kind && !object.target && known.zone(noun).is_none() && (!object.cards || noun == "this")).then_some(noun)
}

/// What healing and damage change, if the game has it.
fn health(known: &Known) -> &str {
    let words = ["health", "life", "lives", "hp", "hit_points"];
    known.counters.iter().map(String::as_str).find(|counter| words.contains(counter)).unwrap_or("COUNTER")
}

fn amount<'s>(object: &Object<'s>) -> &'s str {
    match object.quantity {
        Quantity::Number(number) => number,
        Quantity::One | Quantity::All => "1",
    }
}

/// ` 2`, and nothing for one.
fn several(object: &Object<'_>) -> String {
    match object.quantity {
        Quantity::Number("1") | Quantity::One | Quantity::All => String::new(),
        Quantity::Number(number) => format!(" {number}"),
    }
}

/// ` by p`, and nothing for whoever does it anyway.
fn by(who: &str) -> String {
    if who == "me" { String::new() } else { format!(" by {who}") }
}

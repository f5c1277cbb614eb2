//! Words that people know from printed cards, from other languages or from French, and what to write instead. They are
//! no words of the language: messages read this table when such a word stands where nothing of its name exists.

/// The word, and what to write.
const WORDS: &[(&str, &str)] = &[
    ("while", "write `repeat while CONDITION { … }`"),
    ("loop", "write `repeat NUMBER { … }` or `repeat while CONDITION { … }`"),
    ("foreach", "write `for each NAME in SET { … }`"),
    ("otherwise", "write `else { … }` right after the `}`"),
    ("endif", "a block ends with `}`: leave it out"),
    ("case", "a row of a `match` is written `1 { … }`"),
    ("return", "an action hands something back with `give`; a loop is left with `stop`"),
    ("returns", "write `gives TYPE`"),
    ("break", "write `stop`"),
    ("win", "write `end game won by me`"),
    ("wins", "write `end game won by me`"),
    ("print", "a text that players read stands after `says`"),
    ("add", "write `gain 1 COUNTER`, or `move … to …`"),
    ("get", "write `gain 1 COUNTER`"),
    ("put", "write `move … to …`"),
    ("place", "write `move … to …`"),
    ("step", "a step has a name: `step NAME { … }`"),
    ("per", "to count something, write `for each SET`: `gain 1 points for each me.hand`"),
    ("unless", "write `if not (CONDITION) { … }`"),
    ("rounded", "`/` rounds down; to the nearest, half up, is `half_up(x)`"),
    ("var", "to give a value a name, write `let x is 3`"),
    ("const", "to give a value a name, write `let x is 3`"),
    ("game", "write `end game`"),
    ("null", "what is absent is `none`: `x is none`; of a set, ask `SET is empty`"),
    ("nil", "what is absent is `none`: `x is none`; of a set, ask `SET is empty`"),
    ("nothing", "what is absent is `none`: `x is none`; of a set, ask `SET is empty`"),
    ("less", "numbers are compared with signs: `x <= 3`"),
    ("fewer", "numbers are compared with signs: `x <= 3`"),
    ("more", "numbers are compared with signs: `x >= 3`"),
    ("left", "the next player to the left is `left(me)`"),
    ("right", "the next player to the right is `right(me)`"),
    ("int", "write `number`"),
    ("integer", "write `number`"),
    ("float", "write `number`: numbers are whole"),
    ("boolean", "write `bool`"),
    ("string", "scripts have no texts to compute with; what players read stands after `says`"),
    ("text", "scripts have no texts to compute with; what players read stands after `says`"),
    ("list", "several things are a `set of`: `set of card`"),
    ("until", "write `repeat while not (CONDITION) { … }`"),
    ("flip", "chance is asked with `random n from 0..1`"),
    ("def", "write `action NAME(x: type) { … }`"),
    ("function", "write `action NAME(x: type) { … }`, or `value NAME(x: type) is …`"),
    ("func", "write `action NAME(x: type) { … }`"),
    ("import", "all scripts of a game's folder are read; nothing needs to be imported"),
    ("si", "the language is English: write `if`"),
    ("sinon", "the language is English: write `else`"),
    ("gagner", "the language is English: write `gain`"),
    ("gagne", "the language is English: write `gain`"),
    ("perdre", "the language is English: write `lose`"),
    ("choisir", "the language is English: write `choose`"),
    ("payer", "the language is English: write `pay`"),
    ("melanger", "the language is English: write `shuffle`"),
    ("lancer", "the language is English: write `roll`"),
    ("pour", "the language is English: write `for each NAME in SET { … }`"),
    ("fin", "the language is English: write `end game` or `end turn`"),
    ("regle", "the language is English: write `rule`"),
    ("carte", "a card begins with its kind: `KIND NAME { … }`"),
    ("half", "write `x / 2`, which rounds down, or `half_up(x)`"),
    ("number", "to count a set, write `count of SET`"),
    ("size", "to count a set, write `count of SET`"),
    ("len", "to count a set, write `count of SET`"),
    ("length", "to count a set, write `count of SET`"),
    ("card", "name where it lies, or choose it first: `top of deck`, `choose c from me.hand`"),
    ("cards", "name where they lie: `me.hand`, `top 2 of deck`"),
    ("opponent", "choose one of them, `choose rival from opponents`; in a hook, ask `where who is not me`"),
    ("you", "whoever does something is `me`; it need not be written"),
    ("my", "write `me` and a point: `me.hand`"),
    ("your", "write `me` and a point: `me.hand`"),
    ("a", "leave it out"),
    ("an", "leave it out"),
    ("the", "leave it out"),
    ("one", "write 1"),
    ("two", "write 2"),
    ("three", "write 3"),
    ("four", "write 4"),
    ("five", "write 5"),
    ("six", "write 6"),
];

/// The digits of a number in words: `two` is 2.
pub fn number(word: &str) -> Option<&'static str> {
    instead_of(word)?.strip_prefix("write ").filter(|number| number.chars().all(|c| c.is_ascii_digit()))
}

/// What to write instead of what cards elsewhere call their texts and names.
pub fn instead_of_attribute(word: &str) -> Option<&'static str> {
    Some(match word {
        "text" | "rules" | "effect" | "description" | "desc" | "ability" => {
            "what a card does is said to players by `says en \"…\"`, in a table in the column `says`"
        }
        "en" | "title" | "label" | "nom" => "the English name is `name \"…\"`, the French one `fr \"…\"`",
        "count" | "quantity" | "qty" | "number" | "amount" => "how many copies there are is `copies 3`",
        _ => return None,
    })
}

/// Of chance that only one player sees: the one place that says how it is written.
pub const SEEN_BY_ME: &str = "write at its end who sees the outcome: `seen by me`";

/// Words that stand before a noun in English and mean nothing here.
pub const ARTICLES: &[&str] = &["a", "an", "the", "my", "your"];

/// What to write instead of a word that the language does not have.
pub fn instead_of(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, help)| *help)
}

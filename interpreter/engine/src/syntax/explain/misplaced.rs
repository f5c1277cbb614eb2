//! Known words in wrong places, and unknown ones that resemble a known one.

use super::super::parse::Rule;
use super::super::tokens::TokenKind;
use super::super::words;
use super::{Code, Diagnostic, Scene, nearest};
use crate::vocabulary::foreign;

/// `acton draw(…) { … }`
pub(super) fn misspelt_item(scene: &Scene<'_>) -> Option<Diagnostic> {
    let first = scene.word(0);
    if words::ITEMS.contains(&first) || words::is_reserved(first) && words::HOOKS.contains(&first) || scene.here > 3 {
        return None;
    }
    // A component is `KIND NAME {`; whatever else begins with a free word is meant to be another item.
    let component = scene.is_free_word(0) && scene.token(2).is_some_and(|token| token.kind == TokenKind::Open('{'));
    if component || scene.is_free_word(0) && scene.here == 1 && scene.expects(&[Rule::name]) && first.len() < 3 {
        return None;
    }
    if matches!(first, "setup" | "turn" | "round" | "start") && scene.word(1) == "{" {
        let message = format!("what happens in `{first}` stands in phases");
        let help = format!("write `phase NAME {{ … }}`, and in the manifest [flow] {first} = [\"NAME\"]");
        return Some(Diagnostic::new(Code::UnknownItem, scene.span(0), message).help(help));
    }
    if let Some(finding) = name_of_several_words(scene) {
        return Some(finding);
    }
    if let Some(finding) = body_without_braces(scene) {
        return Some(finding);
    }
    if first == "-" && scene.word(1) == "-" {
        let finding =
            Diagnostic::new(Code::ForeignSign, scene.span(0).to(scene.span(1)), "`--` does not begin a comment");
        return Some(finding.help("a comment begins with `#` and ends with its line"));
    }
    if let Some(finding) = item_of_another_form(scene, first) {
        return Some(finding);
    }
    let message = if words::begins_statement(first) {
        let place = if scene.in_variant { "a variant" } else { "a file" };
        format!("`{first}` begins a statement, and a statement cannot stand alone in {place}")
    } else {
        format!("`{first}` does not begin an item")
    };
    let finding = Diagnostic::new(Code::UnknownItem, scene.span(0), message);
    if let Some(help) = foreign::instead_of(first) {
        return Some(finding.help(help));
    }
    Some(match nearest(first, words::ITEMS.iter().copied()) {
        Some(word) => finding.help(format!("did you mean `{word}`? It is written `{}`", item_form(word))),
        None if words::begins_statement(first) => {
            finding.help("put it into an action or a phase: `action NAME() { … }`, `phase NAME { … }`")
        }
        None => finding.help(
            "items are `KIND NAME { … }`, `action`, `value`, `keyword`, `phase`, `rule`, `event`, `window`, `scenario`, `variant`, `every`, `extend`",
        ),
    })
}

/// `"Ogre" { … }`, `2 creature ogre { … }`, `== Ogre ==`, `{{Card | … }}`
fn item_of_another_form(scene: &Scene<'_>, first: &str) -> Option<Diagnostic> {
    let kind = scene.known.kinds.first().map_or("KIND", String::as_str);
    let token = scene.token(0)?;
    let finding = |message: String| Diagnostic::new(Code::UnknownItem, scene.span(0), message);
    match token.kind {
        TokenKind::Text { .. } => {
            let printed = first.trim_matches('"');
            let name = printed.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            let help = format!("write `{kind} {name} {{ name \"{printed}\" }}`");
            Some(finding("a card begins with its kind and the name that scripts use".to_owned()).help(help))
        }
        TokenKind::Number if scene.is_free_word(1) && scene.is_free_word(2) => {
            let help = format!("write `{} {} {{ copies {first} }}`", scene.word(1), scene.word(2));
            Some(finding("how many copies there are stands inside of the card".to_owned()).help(help))
        }
        TokenKind::Open(_) | TokenKind::Sign if !matches!(first, "//" | "/*" | "-") => {
            let help = format!("a card is written `{kind} NAME {{ name \"…\" }}`, and a comment begins with `#`");
            Some(finding(format!("`{first}` does not begin an item")).help(help))
        }
        _ => None,
    }
}

/// `tree old plum { … }`: a kind, and a name of several words.
fn name_of_several_words(scene: &Scene<'_>) -> Option<Diagnostic> {
    let last = (1..8).take_while(|at| scene.is_free_word(*at)).last().filter(|last| *last > 1)?;
    let opens = scene.token(last + 1).is_some_and(|token| token.kind == TokenKind::Open('{'));
    if !scene.is_free_word(0) || !opens {
        return None;
    }
    let words: Vec<&str> = (1..=last).map(|at| scene.word(at)).collect();
    let times = scene.word(last).strip_prefix('x').filter(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()));
    if let (Some(copies), [name, _]) = (times, words.as_slice()) {
        let message = "how many copies there are stands inside of the card";
        let help = format!("write `{} {name} {{ copies {copies} }}`", scene.word(0));
        return Some(Diagnostic::new(Code::UnknownItem, scene.span(last), message).help(help));
    }
    let span = scene.span(1).to(scene.span(last));
    let message = format!("a name is one word, and this is `{}`", words.join(" "));
    let help = format!(
        "write `{} {} {{ … }}`; what is printed on it stands inside: `name \"…\"`",
        scene.word(0),
        words.join("_")
    );
    Some(Diagnostic::new(Code::BadName, span, message).help(help))
}

/// `creature imp cost 3`, `creature { cost 3 }`
fn body_without_braces(scene: &Scene<'_>) -> Option<Diagnostic> {
    let first = scene.word(0);
    if !scene.is_free_word(0) || nearest(first, words::ITEMS.iter().copied()).is_some() {
        return None;
    }
    if scene.word(1) == "{" {
        let message = format!("a name is missing after `{first}`");
        return Some(
            Diagnostic::new(Code::UnknownItem, scene.span(0), message).help(format!("write `{first} NAME {{ … }}`")),
        );
    }
    let colon = scene.word(2) == ":";
    let attribute = scene.is_free_word(2) && scene.token(3).is_some() && !scene.touches(1);
    if !scene.is_free_word(1) || !(colon || attribute) || foreign::instead_of(first).is_some() {
        return None;
    }
    let name = scene.word(1);
    let message = format!("what stands on `{name}` must stand in braces");
    Some(Diagnostic::new(Code::UnknownItem, scene.span(2), message).help(format!("write `{first} {name} {{ … }}`")))
}

fn item_form(word: &str) -> &'static str {
    words::outer_form_of(word).unwrap_or_default()
}

/// `elif C { }`
pub(super) fn else_if_in_one_word(scene: &Scene<'_>) -> Option<Diagnostic> {
    let places = [scene.here.checked_sub(1), Some(scene.here)];
    let at =
        places.into_iter().flatten().find(|at| matches!(scene.word(*at), "elif" | "elsif" | "elseif" | "elsif_"))?;
    Some(
        Diagnostic::new(Code::ElseIf, scene.span(at), format!("`{}` is not a word of the language", scene.word(at)))
            .help("write `else if`: `if C { … } else if D { … } else { … }`"),
    )
}

/// `offer { }`
pub(super) fn empty_braces(scene: &Scene<'_>) -> Option<Diagnostic> {
    let open = scene.here.checked_sub(1)?;
    if scene.word(open) != "{" || scene.word(scene.here) != "}" {
        return None;
    }
    let needed = if scene.expects(&[Rule::offer_option, Rule::kw_option]) {
        "an `offer` needs at least one option: `option NAME { … }` or `option ACTION(x) for x in SET`"
    } else if scene.expects(&[Rule::match_arm]) {
        "a `match` needs at least one row: `1 { … }`, `2..4 { … }`, `fire { … }`, `else { … }`"
    } else if scene.expects_hook() {
        "at least one hook must stand here: `after ACTION { … }`, `modify VALUE by 1`, `always when C { … }`"
    } else if scene.expects(&[Rule::scenario_line]) {
        "a scenario needs lines: `players 2`, `given { … }`, `p1 chooses …`, `expect …`"
    } else {
        return None;
    };
    let span = scene.span(open).to(scene.span(scene.here));
    Some(Diagnostic::new(Code::EmptyBraces, span, "there is nothing between these braces").help(needed))
}

/// `option` among statements or hooks.
pub(super) fn option_outside_offer(scene: &Scene<'_>) -> Option<Diagnostic> {
    let misplaced = scene.word(scene.here) == "option" && !scene.expects(&[Rule::offer_option, Rule::kw_option]);
    misplaced.then(|| {
        Diagnostic::new(Code::OptionOutsideOffer, scene.span(scene.here), "this `option` stands outside an `offer`")
            .help("put the options into an offer: `offer { option NAME { … } option NAME { … } }`")
    })
}

/// `if count of S where C {`
pub(super) fn filter_without_set(scene: &Scene<'_>) -> Option<Diagnostic> {
    if scene.word(scene.here) != "where" {
        return None;
    }
    let from = scene.opening_word().unwrap_or(0);
    let counting = |at: &usize| matches!(scene.word(*at), "count" | "sum" | "highest" | "lowest" | "most" | "least");
    let word = (from..scene.here).rev().find(counting);
    let help = match word.map(|at| scene.word(at)) {
        Some("count") => "put the set and its `where` in parentheses: `count of (S where C)`",
        Some("most" | "least") => "put the set and its `where` in parentheses: `most .x of (S where C)`",
        Some(_) => "put the set and its `where` in parentheses: `sum of E over (S where C)`",
        None => "put the set and its `where` in parentheses: `(S where C)`",
    };
    Some(
        Diagnostic::new(
            Code::FilterNeedsParentheses,
            scene.span(scene.here),
            "a `where` cannot stand here without parentheses",
        )
        .help(help),
    )
}

/// `choose c deck`, `choose n cs from deck`, and the same with `random`
pub(super) fn choose_without_from(scene: &Scene<'_>) -> Option<Diagnostic> {
    let opening = scene.opening_word()?;
    let verb = scene.word(opening);
    if !matches!(verb, "choose" | "random") || !scene.expects(&[Rule::kw_from]) {
        return None;
    }
    let before = scene.before()?.text;
    let found = scene.word(scene.here);
    if scene.word(scene.here + 1) == "from" && scene.is_free_word(scene.here) {
        let span = scene.span(scene.here.checked_sub(1)?);
        let message = format!("`{verb}` cannot read `{before}` as a count");
        return Some(
            Diagnostic::new(Code::ChooseWithoutFrom, span, message)
                .help(format!("put the count in parentheses: `{verb} ({before}) {found} from …`")),
        );
    }
    let hint = match nearest(found, ["from"]) {
        Some(_) => format!("did you mean `from`? `{verb} {before} from …`"),
        None => format!("write `{verb} {before} from SET`, for example `{verb} {before} from me.hand`"),
    };
    let message = format!("I expected `from` after `{before}`");
    Some(
        Diagnostic::new(Code::ChooseWithoutFrom, scene.span(scene.here), message)
            .other(scene.span(opening), format!("of this `{verb}`"))
            .help(hint),
    )
}

/// `play { modify price by -1 }`
pub(super) fn hook_among_statements(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here);
    let hook = matches!(word, "before" | "after" | "instead" | "forbid" | "modify" | "always")
        || matches!((word, scene.word(scene.here + 1)), ("at", "start" | "end" | "pause") | ("in", "window"));
    let outside = hook && scene.expects_statement() && !scene.expects_hook();
    outside.then(|| {
        Diagnostic::new(
            Code::HookOutsideRule,
            scene.span(scene.here),
            format!("`{word}` begins a hook, and hooks cannot stand among statements"),
        )
        .help("for a while: `until end of turn { … }`; for good: in the body of the card, or in a `rule NAME { … }`")
    })
}

/// `rule x { gain 2 points }`, `creature x { gain 2 points }`
pub(super) fn statement_among_hooks(scene: &Scene<'_>) -> Option<Diagnostic> {
    let word = scene.word(scene.here);
    if !words::begins_statement(word) || !words::is_reserved(word) || !scene.expects_hook() {
        return None;
    }
    if scene.expects_statement() || scene.here == 0 {
        return None;
    }
    let (place, help) = if scene.in_component() {
        ("the body of a component", format!("put it into an ability, `play {{ {word} … }}`, or into a hook"))
    } else if scene.in_variant || scene.word(0) == "variant" {
        ("a variant", format!("say when it happens: `after ACTION {{ {word} … }}`, `at start of turn {{ {word} … }}`"))
    } else {
        (
            "a list of hooks",
            format!("say when it happens: `after ACTION {{ {word} … }}`, `always when C {{ {word} … }}`"),
        )
    };
    let message = format!("`{word}` begins a statement, and a statement cannot stand in {place}");
    Some(Diagnostic::new(Code::StatementOutsideBlock, scene.span(scene.here), message).help(help))
}

/// `creature ogre { cost family wind }` is read as `cost family`, so this is found at the end or at the next value.
pub(super) fn attribute_without_value(scene: &Scene<'_>) -> Option<Diagnostic> {
    let name = scene.here.checked_sub(1)?;
    if !scene.expects(&[Rule::attribute_value, Rule::attribute]) || !scene.is_free_word(name) {
        return None;
    }
    let text = scene.word(name);
    if scene.word(scene.here) == ":" {
        let value = scene.word(scene.here + 1);
        let statement = words::begins_statement(value);
        let help = match scene.word(scene.here + 2) {
            "(" if scene.touches(scene.here + 1) => format!("write `{text} {{ {value}(…) }}`"),
            _ if statement => format!("write `{text} {{ {value} … }}`"),
            _ => format!("write `{text} {value}`"),
        };
        let message = format!("no `:` stands after `{text}`");
        return Some(Diagnostic::new(Code::AttributeWithoutValue, scene.span(scene.here), message).help(help));
    }
    if scene.word(scene.here) == "(" {
        if let Some(item) = nearest(scene.word(0), words::ITEMS.iter().copied()).filter(|_| scene.is_free_word(0)) {
            let message = format!("`{}` is read as the kind of a card, and a card holds no calls", scene.word(0));
            let finding = Diagnostic::new(Code::UnknownItem, scene.span(0), message);
            return Some(finding.help(format!("did you mean `{item}`? It is written `{}`", item_form(item))));
        }
        if scene.word(0) == "step" {
            let finding = Diagnostic::new(Code::UnknownItem, scene.span(0), "a step stands inside a phase");
            return Some(finding.help("write `phase NAME { step NAME { … } }`"));
        }
        let message = format!("`{text}(…)` is a call, and a call cannot stand in the body of a component");
        return Some(
            Diagnostic::new(Code::StatementOutsideBlock, scene.span(name), message)
                .help(format!("put it into an ability, `play {{ {text}(…) }}`, or into a hook")),
        );
    }
    let earlier = name.checked_sub(2).filter(|at| scene.is_free_word(*at) && scene.is_free_word(at + 1));
    let missing = format!("the attribute `{text}` has no value");
    let finding = |message: String| Diagnostic::new(Code::AttributeWithoutValue, scene.span(name), message);
    let Some(at) = earlier else {
        return Some(finding(missing).help(format!(
            "write `{text} 3`, `{text} fire`, `{text} \"text\"` or `{text} [a, b]`; an ability is `{text} {{ … }}`"
        )));
    };
    let (attribute, value) = (scene.word(at), scene.word(at + 1));
    let finding = finding(format!("{missing}, or an attribute before it has none"))
        .other(scene.span(at).to(scene.span(at + 1)), format!("`{value}` was read as the value of `{attribute}`"))
        .help(format!("every attribute has exactly one value, as in `cost 3`; an ability is `{text} {{ … }}`"));
    Some(finding)
}

/// `move c too me.hand`: the word before or at the place resembles a word of the statement's form.
pub(super) fn misspelt_clause(scene: &Scene<'_>) -> Option<Diagnostic> {
    let opening = scene.opening_word()?;
    let form = words::form_of(scene.word(opening))?;
    let clauses: Vec<&str> = form
        .split(|c: char| !c.is_ascii_lowercase())
        .filter(|word| word.len() > 1 && words::is_reserved(word))
        .collect();
    let places = [Some(scene.here), scene.here.checked_sub(1)].into_iter().flatten();
    for at in places.filter(|at| *at > opening && scene.is_free_word(*at) && scene.word(at + 1) != "(") {
        let word = scene.word(at);
        if at == opening + 1 || !(2..=12).contains(&word.len()) || scene.word(at - 1) == "." {
            continue;
        }
        if let Some(meant) = nearest(word, clauses.iter().copied()) {
            let message = format!("I do not understand `{word}` here");
            return Some(
                Diagnostic::new(Code::SyntaxError, scene.span(at), message)
                    .help(format!("did you mean `{meant}`? `{}` is written `{form}`", scene.word(opening))),
            );
        }
    }
    None
}

/// `shufle deck`, `draw 2`: a free word that neither begins a statement nor is a call.
pub(super) fn unknown_statement(scene: &Scene<'_>) -> Option<Diagnostic> {
    let call_parts = [Rule::open_brace, Rule::open_paren, Rule::arguments];
    let only_call = scene.expected.iter().all(|rule| call_parts.contains(rule) || *rule == Rule::kw_step);
    let at = if only_call && !scene.expected.is_empty() {
        scene.here.checked_sub(1)?
    } else if scene.expects_statement() {
        scene.here
    } else {
        return None;
    };
    let token = scene.token(at).filter(|token| token.kind == TokenKind::Word)?;
    if at < 2 || scene.opening_word() == Some(at) {
        return None;
    }
    let word = token.text;
    let message = if words::is_reserved(word) {
        format!("`{word}` does not begin a statement")
    } else {
        format!("`{word}` is neither a statement nor a call")
    };
    let known = words::STATEMENTS.iter().copied().chain(["else", "then", "option", "step"]);
    let finding = Diagnostic::new(Code::UnknownStatement, scene.span(at), message);
    let verb = scene.opening_word().map_or("", |at| scene.word(at));
    if let Some(help) = clause_help(verb, word).or_else(|| foreign::instead_of(word)) {
        return Some(finding.help(help));
    }
    if let Some(call) = call_of(scene, at) {
        return Some(finding.help(format!("to call an action, write its parentheses: `{call}`")));
    }
    Some(match nearest(word, known) {
        Some(meant) if !words::is_reserved(word) => match words::form_of(meant) {
            Some(form) => finding.help(format!("did you mean `{meant}`? It is written `{form}`")),
            None => finding.help(format!("did you mean `{meant}`?")),
        },
        _ if word == "then" && scene.word(at - 1) != "}" => {
            finding.help("leave it out: statements follow each other without a word between them")
        }
        _ if matches!(word, "else" | "then") => finding.help(format!(
            "`{word}` stands right after the `}}` of its `{}`",
            if word == "else" { "if`, `may`, `do` or `with" } else { "may` or `do" }
        )),
        _ if word == "when" => finding.help("write `if CONDITION { … }`"),
        _ if words::is_reserved(word) => {
            finding.help("a statement begins with a word such as `move`, `gain`, `choose`, or is a call: `draw(2)`")
        }
        _ if scene.word(at + 1) == "is" => finding.help(format!("to give a value a name, write `let {word} is …`")),
        _ if scene.word(at + 1) == "." => {
            finding.help("a call is the name and its parentheses; who does it comes last: `draw(1) by p`")
        }
        _ => finding.help(format!("to call an action, write its parentheses: `{word}(…)`")),
    })
}

/// What was meant by a word after a statement that has no such clause.
fn clause_help(verb: &str, word: &str) -> Option<&'static str> {
    Some(match (verb, word) {
        ("set", "is") => "`set` is written with `to`: `set x to 3`",
        ("move", "top") => "write `top of` before the zone: `move c to top of deck`",
        ("move", "bottom") => "write `bottom of` before the zone: `move c to bottom of deck`",
        ("shuffle", "into") => "write `move discard to deck   shuffle deck`",
        ("move", "pile") => "the zone has a name of one word, as in the manifest",
        ("end", "winner" | "win" | "wins") => "write `end game won by me`",
        (_, "once") => "write `at once { … }`",
        (_, "while") => "write `repeat while CONDITION { … }`",
        _ => return None,
    })
}

/// `draw 2` with its parentheses, where nothing else follows on the line.
fn call_of(scene: &Scene<'_>, at: usize) -> Option<String> {
    let (name, argument) = (scene.token(at)?, scene.token(at + 1)?);
    let plain = argument.kind == TokenKind::Number || scene.is_free_word(at + 1);
    let next = scene.token(at + 2);
    let alone = next.is_none_or(|next| next.line > name.line || matches!(next.kind, TokenKind::Close('}')));
    let known = nearest(name.text, words::STATEMENTS.iter().copied()).is_some();
    (plain && alone && !known && argument.line == name.line && !words::is_reserved(name.text))
        .then(|| format!("{}({})", name.text, argument.text))
}

/// A word that begins no hook where hooks stand: `rule x { aftr draw { … } }`
pub(super) fn unknown_hook(scene: &Scene<'_>) -> Option<Diagnostic> {
    let wanted = scene.expects_hook() && !scene.expects_statement() && !scene.in_component();
    let token = scene.token(scene.here).filter(|token| wanted && token.kind == TokenKind::Word)?;
    let message = format!("`{}` does not begin a hook", token.text);
    let finding = Diagnostic::new(Code::UnknownStatement, token.span(scene.file), message);
    match token.text {
        "when" | "if" => {
            return Some(finding.help("write `always when CONDITION { … }`, or `after ACTION where CONDITION { … }`"));
        }
        "start" | "end" => return Some(finding.help(format!("write `at {} of turn {{ … }}`", token.text))),
        _ => {}
    }
    Some(match nearest(token.text, words::HOOKS.iter().copied()) {
        Some(meant) => finding.help(format!("did you mean `{meant}`? It is written `{}`", item_form(meant))),
        None => finding.help(
            "hooks begin with `before`, `after`, `instead of`, `forbid`, `modify`, `always`, `at start of`, `in window`, `while`; statements stand inside their braces",
        ),
    })
}

/// `move c me.hand`
pub(super) fn move_without_to(scene: &Scene<'_>) -> Option<Diagnostic> {
    let opening = scene.opening_word()?;
    let said = (opening..scene.here).any(|at| matches!(scene.word(at), "to" | "from"));
    if scene.word(opening) != "move" || said || !scene.expects(&[Rule::kw_from, Rule::kw_to, Rule::move_things]) {
        return None;
    }
    if scene.word(opening + 3) == "to" && scene.is_free_word(opening + 2) {
        let (number, stuff, place) = (scene.word(opening + 1), scene.word(opening + 2), scene.word(opening + 4));
        let message = "this `move` does not say from where";
        return Some(
            Diagnostic::new(Code::SyntaxError, scene.span(opening), message)
                .help(format!("write `move {number} {stuff} from me to {place}`; cards move by `move SET to PLACE`")),
        );
    }
    Some(
        Diagnostic::new(Code::SyntaxError, scene.span(opening), "this `move` does not say where to").help(
            "write `move SET to PLACE`, for example `move c to me.hand`; stuff moves by `move 2 cube from A to B`",
        ),
    )
}

/// `expct x is 3`
pub(super) fn misspelt_scenario_line(scene: &Scene<'_>) -> Option<Diagnostic> {
    let at = scene.here.checked_sub(1)?;
    if !scene.expects(&[Rule::kw_chooses]) || !scene.is_free_word(at) {
        return None;
    }
    let word = scene.word(at);
    let meant = nearest(word, words::SCENARIO_LINES.iter().copied())?;
    let message = format!("`{word}` does not begin a line of a scenario");
    Some(Diagnostic::new(Code::UnknownStatement, scene.span(at), message).help(format!("did you mean `{meant}`?")))
}

//! The one table of diagnostic codes: id, severity, title, and what `cardwright explain` says.

use serde::{Serialize, Serializer};

use super::Severity;

macro_rules! codes {
    ($($name:ident $id:literal $severity:ident $title:literal $explain:literal)*) => {
        /// A kind of mistake. `E…` forbids playing, `W…` does not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $title] $name),* }

        impl Code {
            /// All codes in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// `E0101`
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => $id),* }
            }

            /// What it is by default.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }

            /// A few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }

            /// Why it is a mistake, an example, and what to write instead.
            pub fn explain(self) -> &'static str {
                match self { $(Code::$name => $explain),* }
            }

            /// The code of an id such as `E0101`, in any case.
            pub fn from_id(id: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
            }
        }
    };
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

// E01 writing (syntax) · E02 names · E03 types and values · E04 manifest · E05 components and attributes
// E06 flow, hooks and effects · E07 what seats know · E08 packs and variants · W.. the same areas, as warnings
codes! {
    // ---- E01, W01: how scripts are written
    SyntaxError "E0101" Error "the text cannot be read here"
        "The script does not follow the grammar at this place. The message says what could stand there.\n\nEvery statement starts with a word of the language (`move`, `gain`, `choose` …) or is a call such as `draw(2)`. Braces `{ }`, brackets `[ ]` and parentheses `( )` must be closed in the order in which they were opened."
    UnclosedBracket "E0102" Error "a bracket is not closed"
        "Every `{`, `(` and `[` needs its `}`, `)` or `]`, in the order in which they were opened.\n\n    action draw(n: number) { move top n of deck to me.hand        # wrong: no `}`\n    action draw(n: number) { move top n of deck to me.hand }      # right\n\nThe message shows where the bracket was opened and where it was missed."
    SurplusBracket "E0103" Error "a closing bracket closes nothing"
        "There is one closing bracket more than there are opening ones. Often a `}` before it comes too early.\n\n    phase act { draw(1) } }     # wrong: the last `}` closes nothing\n    phase act { draw(1) }       # right"
    UnclosedText "E0104" Error "a text is not closed"
        "A text begins and ends with `\"` on one line.\n\n    name \"Temporal Blaster      # wrong\n    name \"Temporal Blaster\"     # right\n\nInside a text, `\\n` is a new line, `\\\"` a quote and `\\\\` a backslash."
    TooDeep "E0105" Error "something is nested too deeply or is too long"
        "Brackets may nest 64 levels deep; expressions, chains of `else if` and calculations are bounded too, so that no script can exhaust the machine.\n\nGive the inner part a name of its own: an `action`, a `value`, or `let NAME is …`. A long chain of `else if` is better written as `match`."
    UnknownStatement "E0106" Error "this word does not begin a statement"
        "A statement begins with a word of the language (`move`, `gain`, `choose` …) or is a call with its parentheses.\n\n    shufle deck        # wrong: misspelt\n    shuffle deck       # right\n    draw 2             # wrong: a call needs parentheses\n    draw(2)            # right"
    UnknownItem "E0107" Error "this does not begin an item"
        "At the top of a file stand items: `action`, `value`, `keyword`, `phase`, `rule`, `event`, `window`, `scenario`, `variant`, `every`, `extend`, or a component as `KIND NAME { … }`.\n\n    acton draw(n: number) { … }      # wrong: misspelt\n    action draw(n: number) { … }     # right\n    creature kappa { cost 1 }        # right: a component of the kind `creature`"
    ReservedName "E0108" Error "a word of the language is used as a name"
        "Words such as `move`, `count`, `from` or `turn` belong to the language and can name nothing.\n\n    choose count from 1..3       # wrong\n    choose number_of from 1..3   # right\n\nPick another word, or add one: `move_count`, `turn_no`."
    BadName "E0109" Error "a name is not written in small letters"
        "Names are written in small letters without accents, digits and `_`, and begin with a letter. The printed name of a card is a text and may be anything.\n\n    creature Fire-Imp { cost 2 }                        # wrong\n    creature fire_imp { name \"Fire-Imp\"   cost 2 }      # right"
    ComparisonSign "E0110" Error "a comparison is written with a sign of other languages"
        "Equality is written in words: `is` and `is not`. `<`, `<=`, `>` and `>=` stay signs.\n\n    if c.family == fire { … }      # wrong\n    if c.family is fire { … }      # right\n    if c.owner != me { … }         # wrong\n    if c.owner is not me { … }     # right\n\nTo give a value a name write `let x is 3`; to change something write `set x to 3`."
    LogicSign "E0111" Error "a condition is joined with a sign of other languages"
        "Conditions are joined with words: `and`, `or`, `not`.\n\n    if me.gems > 3 && !me.passed { … }         # wrong\n    if me.gems > 3 and not me.passed { … }     # right"
    Semicolon "E0112" Error "`;` is not needed"
        "Statements follow each other without a separator; new lines mean nothing either.\n\n    draw(1); gain 2 points      # wrong\n    draw(1)  gain 2 points      # right"
    ForeignSign "E0113" Error "a sign that the language does not have"
        "The signs of the language are `{ } ( ) [ ] , : . .. + - * / < <= > >= #` and straight quotes `\"`.\n\nA comment begins with `#`. Numbers are whole: there is no `1.5`. Texts stand in straight quotes, not in “curly” ones."
    ChainedComparison "E0114" Error "comparisons do not chain"
        "A comparison has two sides and no more. Often a `where` has swallowed what was meant to come after it.\n\n    if count of (me.hand) where .faction is order >= 3 { … }      # wrong\n    if count of (me.hand where .faction is order) >= 3 { … }      # right\n    if 1 < n < 5 { … }                                            # wrong\n    if 1 < n and n < 5 { … }                                      # right"
    FilterNeedsParentheses "E0115" Error "a `where` stands where it has no set to filter"
        "After `count of`, `sum of`, `highest of`, `most` and the like the set needs parentheses if it has a `where`.\n\n    needs count of me.hand where .cost > 3 is 2        # wrong\n    needs count of (me.hand where .cost > 3) is 2      # right"
    ChooseWithoutFrom "E0116" Error "a choice does not say from what"
        "`choose` names what is chosen and says from where.\n\n    choose c me.hand                # wrong\n    choose c from me.hand           # right\n    choose n cs from me.hand        # wrong: a count that is no number needs parentheses\n    choose (n) cs from me.hand      # right"
    OptionOutsideOffer "E0117" Error "an `option` stands outside an `offer`"
        "Options are what an `offer` offers.\n\n    option sell(c) for c in me.hand                  # wrong\n    offer { option sell(c) for c in me.hand }        # right"
    StatementOutsideBlock "E0118" Error "a statement stands where only hooks, attributes or abilities can"
        "Statements are done at some moment; a rule or a card must say when.\n\n    rule end_of_it { end game }                                        # wrong\n    rule end_of_it { always when deck is empty { end game } }          # right\n    creature ifrit { gain 2 points }                                   # wrong\n    creature ifrit { instant { gain 2 points } }                       # right"
    HookOutsideRule "E0119" Error "a hook stands where only statements or items can"
        "Hooks (`before`, `after`, `instead of`, `forbid`, `modify`, `always`, `at start of` …) stand in components, rules and variants. To set one up for a while, use `until`.\n\n    play { modify price by -1 }                               # wrong\n    play { until end of turn { modify price by -1 } }         # right"
    EmptyBraces "E0120" Error "there is nothing between the braces"
        "Some braces need something inside: an `offer` its options, a `match` its rows, a `rule` or `until` its hooks, a `scenario` its lines.\n\n    offer { }                             # wrong\n    offer { option pass { stop } }        # right"
    AttributeWithoutValue "E0121" Error "an attribute has no value"
        "In a component's body, `NAME VALUE` is an attribute with exactly one value (a number, a name, a text or a list) and `NAME { … }` is an ability.\n\n    creature odin { cost  family wind }        # wrong: `cost` has no number\n    creature odin { cost 6  family wind }      # right\n    creature odin { colours red blue }         # wrong: two values\n    creature odin { colours [red, blue] }      # right"
    ElseIf "E0122" Error "`else if` is two words"
        "    if n > 3 { draw(1) } elif n > 1 { draw(2) }         # wrong\n    if n > 3 { draw(1) } else if n > 1 { draw(2) }      # right"
    NumberTooBig "E0123" Error "a number is too big"
        "Numbers are whole and have at most 18 digits."
    MixedPhase "E0124" Error "a phase has both steps and loose statements"
        "A phase is either one run of statements or a list of steps; packs insert and replace steps by name, so each statement must belong to one.\n\n    phase act { draw(1)  step play { … } }                   # wrong\n    phase act { step draw { draw(1) }  step play { … } }     # right"
    RunWithoutAbility "E0125" Error "`run` does not say which ability"
        "`run` takes a card, a dot and the name of one of its abilities.\n\n    run c               # wrong\n    run c.play          # right\n    run (top of deck).play"
    MixedList "E0126" Error "a list mixes amounts and plain elements"
        "A bundle has a number and a name in every place, a list has neither.\n\n    gain [3 red, blue]        # wrong\n    gain [3 red, 1 blue]      # right"
    UnknownEscape "E0127" Error "a backslash in a text means nothing"
        "Inside a text, `\\\"` is a quote, `\\\\` a backslash and `\\n` a new line. Other letters need no backslash."
}

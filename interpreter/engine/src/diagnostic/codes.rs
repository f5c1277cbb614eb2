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

    // ---- E025x: names in scripts
    UnknownWord "E0250" Error "nothing has this name"
        "A script may only use names that the manifest declares, that the language knows, or that were bound earlier in the same block.\n\n    choose c from me.hnad        # there is no zone `hnad`\n    choose c from me.hand        # there is a zone `hand`\n\nA name bound by `choose`, `let`, `for each` or `as` lives until the end of the block it stands in."
    NameTaken "E0251" Error "the name already means something"
        "One name means one thing wherever it can be seen: a new name may not be one of the manifest's nouns, a parameter, or a name that is still in use.\n\n    choose hand from me.hand     # `hand` is a zone\n    choose card from me.hand     # any free name will do"
    CalledWrongly "E0252" Error "called, or not called, the wrong way round"
        "Actions, values and keywords are called with parentheses, even when they take nothing: `draw(2)`, `reach()`. Zones, counters and other nouns are never called: `me.hand`.\n\nAn action is a statement of its own; a value stands inside an expression. Ask whether an action is possible with `can draw(2)`."
    AmbiguousWord "E0253" Error "the name could mean several things"
        "Two enums have a value of this name, and nothing here says which one is meant. Put the enum in front:\n\n    let f is water               # a family or a terrain?\n    let f is family.water"
    UnknownField "E0254" Error "there is no such thing on it"
        "After a point stands something that the thing before it has: a zone, counter or flag of a player, an attribute or counter of a card, an attribute or zone of a space …\n\n    me.cost                      # players have no cost\n    c.cost                       # cards do"
    NobodysName "E0255" Error "it is not said whose it is"
        "Zones, counters and units that each player (or space, or card) has need to say whose is meant.\n\n    shuffle deck                 # every player has a deck\n    shuffle me.deck\n    for each p in players { shuffle p.deck }"
    UnknownCallable "E0256" Error "no action, value or keyword has this name"
        "Only actions, values and keywords of the game's scripts can be called, and the few functions of the language: `min`, `max`, `half_up`, `abs`, `remainder`, `reverse`, `left`, `right`, `other`, `distance`, `next`, `onward`, `units_at`."
    UnknownMoment "E0257" Error "no phase, step, window or ability has this name"
        "Phases and steps are declared by `phase NAME { step NAME { … } }`, windows by `window NAME(…)`, abilities by `abilities = { … }` of a kind in the manifest. The name must be one of them."
    NoCandidate "E0258" Error "there is nothing that `it` could be"
        "`it` and `.x` stand for the thing that is being looked at in a `where`, `over`, `most`, `following` or `weighted`. Elsewhere, say whose it is:\n\n    if .points > 3 { … }\n    if me.points > 3 { … }"
    WordOutOfPlace "E0259" Error "this word has no meaning here"
        "`me` is whoever does something: there is none in a phase that belongs to nobody, nor in a value. `this` is the card the text is on. `who` is the doer of the action that a hook watches.\n\n    phase deal { draw(5) }                                       # who draws?\n    phase deal { for each p in players { draw(5) by p } }\n\nA phase done by every player in turn has `each = \"turn_order\"` in the manifest."

    // ---- E035x, W035x: types in scripts
    TypeMismatch "E0350" Error "another sort of thing is needed here"
        "Every expression is a number, a yes or no, a card, a player and so on, and each place of a statement needs one sort.\n\n    gain me.hand points          # a zone is no number\n    gain (count of me.hand) points"
    WrongArguments "E0351" Error "too many or too few things between the parentheses"
        "A call gives exactly what the head asks for, in its order.\n\n    action draw(n: number) { … }\n    draw()                       # how many?\n    draw(2)"
    NotOnEveryKind "E0352" Error "only some of these cards have this"
        "An attribute can be read where every kind that may be there has it. Ask for the kind first, then only those cards are left:\n\n    choose c from row where .defense > 3\n    choose c from row where it is champion and .defense > 3\n\nOr say in the manifest what the zone holds: `holds = \"champion\"`."
    NotComparable "E0353" Error "these two can never be the same"
        "`is` compares two things of one sort: two numbers, two players, a card and a kind or design. `<`, `<=`, `>` and `>=` compare numbers only."
    CannotBeSet "E0354" Error "this cannot be changed by `set`"
        "`set` writes counters, flags, states, where a player or unit stands, and `first_player`. Attributes are printed on the card and never change: use a counter, or a value with `modify`."
    WrongBearer "E0355" Error "it does not lie there"
        "A counter or sort of stuff lies only on what its line in the manifest says: `damage = { on = \"champion\" }` is on champions, not on players.\n\n    gain 1 damage                # on me?\n    gain 1 damage on c"
    RowsOverlap "E0356" Error "two rows of a match for one value"
        "Only one row of a `match` may fit.\n\n    match n { 1..3 { … } 3 { … } }         # 3 fits twice\n    match n { 1..2 { … } 3 { … } }"
    RowsMissing "W0350" Warning "some values have no row"
        "A `match` on an enum without `else` does nothing for the values that no row names. Add them, or an `else { }` that says so."

    // ---- E065x, W065x: flow, hooks and effects
    ProceedOutside "E0650" Error "`proceed` without something to go on with"
        "`proceed` goes on with the action that an `instead of` replaces. It has no meaning anywhere else.\n\n    instead of draw by me { proceed with n is n + 1 }"
    GiveOutside "E0651" Error "`give` where nothing is given"
        "An action that hands something back says so in its head: `action draw() gives card { … give c }`. What it gives must be of that sort."
    StopOutside "E0652" Error "`stop` outside of a loop"
        "`stop` leaves the innermost `repeat`, `for each` or `offer repeatedly`. There is none around it here."
    KeywordMisused "E0653" Error "a keyword used in a way that cannot work"
        "A keyword is called with a block, `mastery(10) { gain 1 gems }`, and runs it where its own text says `body`. A keyword may not use itself, and `body` stands only inside keywords."
    ValueCircle "E0654" Error "a value that needs itself"
        "A value is computed from other things. If it needs itself, directly or through other values and what modifies them, it can never be known."
    NeverLive "E0655" Error "a hook that never works"
        "What a card watches or changes works only while the card lies where its kind is live. Say so in the manifest, or on the card:\n\n    [kind.creature]\n    live = { in = \"arena\" }\n\n    while in discard { after play by me { … } }"
    NotTogether "E0656" Error "something that cannot be done by all at once"
        "Inside `together each p in …` everybody answers at the same time, so nobody may roll, shuffle, draw from what is shared, or change what belongs to somebody else or to the table. Do that before or after the block."
    UnknownPhase "E0657" Error "the flow names a phase that is not there"
        "Every name in `[flow]` is a phase of the scripts, or `turn` for the turns of all players: `round = [\"turn\", \"finish\"]`."
    NothingGiven "E0658" Error "the action gives nothing back"
        "`NAME(…) as x { … }` names what an action gives. This one has no `gives` in its head."
    UnknownScore "E0659" Error "this cannot rank players"
        "`ranking` and `utility` name values with one player as parameter, or counters or stuff of players: `ranking = [\"points\", \"creatures\"]`."
    NotInPlace "E0660" Error "this cannot stand here"
        "Some things need their surroundings: `while in` needs a card, a counter of the game has no bearer, a primitive is watched but not called."
    UnusedBinding "W0650" Warning "a name that nobody reads"
        "The name is bound and then never used. Mostly a statement is missing after it, or another name was meant.\n\n    choose c from me.hand            # and then?\n    choose c from me.hand  move c to discard"

    // ---- E075x: what seats know
    HiddenChoice "E0750" Error "a choice among things that the chooser does not see"
        "Whoever chooses must see what there is. Look first, or say that it is a blind pick:\n\n    choose loot from rival.hand\n    look at rival.hand   choose loot from rival.hand\n    choose loot from rival.hand blind"
    HiddenCondition "E0751" Error "a condition that would tell a secret"
        "The list of what can be chosen must not depend on what the chooser cannot see, or the list itself would tell.\n\n    choose rival from opponents where any .hand where .rank is 3      # now I know\n\nAsk about numbers (`count of .hand`), or look or reveal first."
}

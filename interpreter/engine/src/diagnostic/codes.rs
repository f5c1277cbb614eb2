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

            /// Whether the same words at several places tell of one cause: a name that is not known, or a kind that
            /// lacks something.
            pub fn is_of_names(self) -> bool {
                self.id().starts_with("E025")
                    || ["E0201", "E0204", "E0205", "E0351", "E0501", "E0508", "E0655"].contains(&self.id())
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

    // ---- E04, W04: what manifests say
    TomlSyntax "E0401" Error "the manifest is not valid TOML"
        "A manifest is a TOML file: headings such as `[zone]`, and under them lines such as `name = value`. A value is a number (`3`), `true` or `false`, a text in quotes (`\"player\"`), a list (`[1, 2]`) or a table (`{ min = 0, max = 5 }`).\n\nOften it is a missing quote, a missing comma or a bracket that is not closed. While a file has such a mistake, the rest of the manifest is not looked at."
    NotAManifestValue "E0402" Error "a value that games cannot use"
        "Numbers in a game are whole: points, cards and cubes are counted. Numbers with a decimal point and dates are not known.\n\n    price = 1.5     # mistake\n    price = 3       # right: count in halves\n\nA version is a text: `version = \"1.5.0\"`."
    UnknownKey "E0403" Error "the manifest does not know this name"
        "Every table of the manifest has a fixed set of entries, so that a misspelt word is found and never silently ignored.\n\n    [zone]\n    deck = { ordr = \"pile\" }     # mistake\n    deck = { order = \"pile\" }    # right\n\nThe message names the nearest entry that exists there, or lists all of them."
    WrongType "E0404" Error "another sort of value is expected here"
        "The entry exists, but its value is of the wrong sort: a text where a number should stand, one name where a list is needed.\n\n    [flow]\n    round = \"act\"       # mistake: a text\n    round = [\"act\"]     # right: a list of phases\n\nThe message shows an example of the entry as it should look."
    MissingKey "E0405" Error "something that must be said is missing"
        "Some entries have no sensible default and must be written.\n\n    [game]\n    id = \"pebbles\"\n    name = \"Pebbles\"\n    players = [2, 4]      # without this line nobody knows how many can play"
    ManifestBadName "E0406" Error "a name that scripts could not write"
        "Names are written in small letters, digits and `_`, and begin with a letter: `draw_pile`, `p2_hand`. Scripts refer to things by these names, so spaces, capitals, accents and `-` cannot stand in them.\n\nWhat players read is said apart, in any language: `draw_pile = { en = \"Draw pile\", fr = \"Pioche\" }`."
    ManifestReservedName "E0407" Error "a word of the language used as a name"
        "Words such as `move`, `top`, `end` or `each` begin or join statements of the card language. A thing of that name could not be told from the statement, so it needs another one.\n\n    [zone]\n    top = {}          # mistake\n    top_row = {}      # right"
    DuplicateName "E0408" Error "two things bear the same name"
        "Zones, counters, kinds, numbers, boards, actors and all other things of the manifest share one set of names, because a script says only the name: `count of hand` must mean one thing.\n\n    [numbers]\n    hand = 5          # mistake: there is also a zone `hand`\n    hand_size = 5     # right\n\nAttributes and abilities are told apart by their place and may bear any name."
    BadValue "E0409" Error "a value outside of what is possible"
        "The value is of the right sort, but not one that can stand here: a word that is not among the choices, a number that is too small or too large.\n\n    [zone]\n    deck = { order = \"stack\" }     # mistake: set, pile, row or bag\n    deck = { order = \"pile\" }      # right"
    BadBoard "E0410" Error "a board that cannot be built"
        "A board is one of four shapes: `ring = [\"a\", \"b\", \"c\"]`, `grid = [3, 3]`, `edges = [\"a - b\", \"b - c\"]`, or only `spaces = [{ id = \"a\" }]`.\n\nIn the patterns of `edges` and `spaces` a `#` runs from 1 to `count`, and `#+1` is the next one, after the last the first again:\n\n    edges = [\"centre - camp_#\", \"camp_# - camp_#+1\"]\n    count = 4\n\nIf both `edges` and `spaces` are given, `spaces` names all the spaces there are."
    MissingPlayerCount "E0411" Error "a number says nothing for some number of players"
        "A number by players must have a value for every number of players that the game, or the chosen variant, allows.\n\n    [game]\n    players = [2, 4]\n    [numbers]\n    drawn = { 2 = 4, 3 = 6 }             # mistake: and with 4?\n    drawn = { 2 = 4, 3 = 6, 4 = 8 }      # right"
    PlayersOutOfRange "E0412" Error "the game is not for this number of players"
        "`players` in `[game]` says how many can play; a variant may say something else for itself.\n\n    [game]\n    players = [2, 4]\n    [variant.solo]\n    players = 1"
    NoManifest "E0413" Error "there is no manifest"
        "A game is a folder with a file `game.toml`, which says what exists: kinds of cards, zones, counters, phases. Scripts beside it say what happens."
    TurnNeverPlayed "W0404" Warning "the phases of a turn are never played"
        "`turn` lists the phases of one player's turn. They are played where `round` says `\"turn\"`; if `round` is written without it, they are never reached.\n\n    [flow]\n    round = [\"turn\", \"tidy_up\"]\n    turn = [\"draw\", \"act\"]"

    // ---- E08, W08: packs and variants
    UnknownVariant "E0801" Error "there is no such variant"
        "Variants are declared in the manifest of the game or of a pack: `[variant.solo]`. Only those can be chosen, needed (`needs`) or switched on by a level (`also`). On the command line `-` may be written for `_`."
    UnknownLevel "E0802" Error "the variant has no such level"
        "The levels of a variant are the elements of its list `levels`, counted from 1; `--variant storm:2` picks the second. Without a number the first is taken. A variant without `levels` has only one way to be played."
    GroupClash "E0803" Error "two variants that exclude each other"
        "Variants of one `group` are alternatives, such as the modes of a game: at most one of them can be chosen.\n\n    [variant.short]\n    group = \"length\"\n    [variant.long]\n    group = \"length\"\n\nA variant may also be switched on by another one, through its `needs` or the `also` of a level."
    LayerConflict "E0804" Error "two packs or variants want different things"
        "Two packs (or two variants) write different values for the same entry of the manifest, and neither of them says that it builds upon the other. Which one holds would depend on chance, so it is a mistake.\n\nUse only one of them, or let one say that it needs the other, or that it comes after it: then its value holds.\n\n    [pack]\n    needs = { other_pack = \">=1.0\" }\n    after = [\"third_pack\"]\n\nShifts of numbers (`\"+1\"`) add up and are never in conflict with each other. A counter, a kind, a variant … that both declare is a conflict, too, unless both say exactly the same; two variants of one name always are."
    UnknownNumber "E0805" Error "there is no such number"
        "Only numbers declared under `[numbers]` can be set for one game, for example `--set hand-size=6`."
    BadShift "E0806" Error "a number cannot be shifted like this"
        "In a pack, a variant or a level, `\"+1\"` or `\"-2\"` changes the number that is there already; with a number by players, each of its values.\n\n    [numbers]\n    clones = { 2 = 7, 3 = 5 }\n    [variant.hard]\n    numbers.clones = \"+1\"       # 8 and 6\n\nThere must be a number to shift, and the text must be a sign and digits."
    ScriptPatchInManifest "E0807" Error "this change belongs in a script"
        "The manifest changes what exists; `insert`, `replace` and `retire` change what happens, so they stand in a script, in the variant's block or anywhere in a pack:\n\n    variant solo {\n      insert step robot after act.close { robot_moves() }\n      retire auction\n    }"
    BadPack "E0808" Error "a pack without a proper head"
        "A pack is a folder with a file `pack.toml`, which begins by saying what it is and what it needs:\n\n    [pack]\n    id = \"relics\"\n    version = \"1.0.0\"\n    game = \"pebbles\"\n    needs = { game = \">=0.1\" }\n    adds = \"Twelve relics\"\n\nBelow it, any entry of a manifest may stand."
    PackMismatch "E0809" Error "the pack does not fit"
        "A pack says for which game and version it is made, which other packs it builds upon, and which it excludes. One of these is not there, has another version, or is there and should not be; or packs come after each other in a circle.\n\n    needs = { game = \">=0.1\", relics = \"1\" }\n    after = [\"dragons\"]\n    excludes = [\"storms\"]"
    // ---- E02: names
    UnknownName "E0201" Error "nothing bears this name"
        "A manifest and the scripts of a game refer to each other by name, and every name must have been declared: a zone under `[zone]`, a counter under `[counter]`, a phase by `phase NAME { … }` in a script.\n\n    deck = { order = \"pile\", refill = \"discrad\" }     # mistake: the zone is called `discard`\n\nThe message names what resembles it most, or what there is."
    NameClash "E0202" Error "two things bear one name"
        "Kinds, cards, zones, counters, stuff, numbers, spaces and the values of enums share one list of names, because a script says only the name: `top of discard` must mean one thing.\n\n    epoch circle { shape circle }            # mistake: `circle` is a shape already\n    epoch circle_epoch { shape circle }      # right\n\nOnly two values of different enums may be called alike. Actions, values and keywords have a list of their own, and so have abilities and phases."
    ReservedWord "E0203" Error "a word of the language used as a name"
        "Words such as `move`, `top`, `end` or `each` begin or join statements, and words such as `me`, `this` or `round` mean something everywhere. A card or an action of that name could not be told from them.\n\n    action move(c: card) { … }        # mistake\n    action relocate(c: card) { … }    # right"
    UnknownType "E0204" Error "there is no such sort of thing"
        "After the `:` in the head of an action, value, event, window or keyword stands what the parameter may be: `number`, `bool`, `player`, `card`, a kind, a group, an enum, a kind of space or unit, `zone`, `seat`, `counter`, `design`; `set of creature`; `stone bundle`; `player or none`.\n\n    action sell(c: creture) { … }      # mistake\n    action sell(c: creature) { … }     # right"
    UnknownKind "E0205" Error "there is no such kind"
        "A card begins with its kind, and the kinds are declared in the manifest.\n\n    creatur imp { cost 2 }       # mistake\n    creature imp { cost 2 }      # right, if there is `[kind.creature]`\n\nA group such as `technology` is a name for several kinds together: a card itself has one of the kinds."
    WrongNoun "E0206" Error "this name means something of another sort"
        "The name exists, but it is not what is needed here: a counter where a zone should stand, a card where a kind should stand.\n\n    [kind.creature]\n    starts_in = \"points\"     # mistake: `points` is a counter\n    starts_in = \"deck\"       # right"
    DuplicateItem "E0207" Error "two items of one name"
        "Actions, events, values and keywords are all called by name, so no two of them may be called alike; neither may two phases, two rules, two windows or two cards.\n\n    action draw(n: number) { … }\n    value draw() is 3                 # mistake: which one is `draw`?\n    value cards_drawn() is 3          # right\n\nIn a pack or variant, write `replace` before the item if it is meant to take the place of the other one."
    InsideItself "E0208" Error "something that contains itself"
        "A kind can be a sort of another kind, a group can have groups among its members, stuff can be another account of other stuff; but following these must come to an end.\n\n    [kind.clone]\n    is = \"supa_clone\"\n    [kind.supa_clone]\n    is = \"clone\"          # mistake: each is a sort of the other"
    MixedGroup "E0209" Error "a group of things that do not go together"
        "A group is a name for several kinds of components, or for several sorts of stuff, never for both.\n\n    [group]\n    technology = [\"basic_technology\", \"advanced_technology\"]     # kinds\n    stone = [\"red\", \"blue\", \"purple\"]                            # stuff"

    // ---- E05: components, their attributes, and what the table holds
    UnknownAttribute "E0501" Error "the kind has no such attribute"
        "What can be printed on a card is declared with its kind, so that a misspelt word is found.\n\n    [kind.creature]\n    attributes = { cost = \"number\", family = \"family\" }\n\n    creature imp { csot 2 family fire }     # mistake\n    creature imp { cost 2 family fire }     # right\n\n`name \"…\"`, `fr \"…\"` and `copies N` may stand on every card."
    MissingAttribute "E0502" Error "an attribute is missing"
        "Every card of a kind has all the attributes of the kind, unless the manifest gives a default or the attribute may be none.\n\n    attributes = { cost = \"number\", shield = 0 }\n\n    ally scout { }            # mistake: what does it cost?\n    ally scout { cost 2 }     # right: its shield is 0"
    DuplicateAttribute "E0503" Error "an attribute is given twice"
        "An attribute has one value; two would contradict each other. Several values are one list: `shapes [circle, square]`.\n\nIf a pack changes what is printed on a card, it replaces the card: `replace creature imp { cost 3 family fire }`. `extend` only adds."
    WrongAttributeValue "E0504" Error "an attribute of another sort"
        "The value is not of the sort that the kind declares for this attribute.\n\n    attributes = { cost = \"number\", shapes = \"set of shape\", sale = \"stone bundle\" }\n\n    creature imp { cost fire }                                        # mistake: a number is needed\n    creature imp { cost 2  shapes [circle, square]  sale [3 red] }    # right"
    NotAmongValues "E0505" Error "a value that is not among those possible"
        "The attribute takes one of the names that are declared for it: a value of its enum, a card, a space, a sort of stuff.\n\n    [enum]\n    family = [\"fire\", \"water\"]\n\n    creature imp { family fier }     # mistake\n    creature imp { family fire }     # right"
    OutOfRange "E0506" Error "a number outside of what is possible"
        "The number is too small or too large for this place. The message says which numbers fit.\n\n    attributes = { rank = \"1..13\" }\n\n    card joker { rank 14 }     # mistake"
    AttributeOfTwoSorts "E0507" Error "one attribute, two sorts of value"
        "Kinds may have attributes of the same name, and then `x.cost` can be asked of all of them; so it must be the same sort of value everywhere.\n\n    ally  = { attributes = { cost = \"number\" } }\n    relic = { attributes = { cost = \"stone bundle\" } }      # mistake\n    relic = { attributes = { price = \"stone bundle\" } }     # right"
    UnknownAbility "E0508" Error "the kind has no such ability"
        "The abilities of a kind are declared in the manifest; a card gives a text to some or all of them.\n\n    [kind.creature]\n    abilities = { instant = { apply = \"full\" }, active = {} }\n\n    creature imp { instnat { gain 2 points } }     # mistake\n    creature imp { instant { gain 2 points } }     # right"
    DuplicateAbility "E0509" Error "an ability is written twice"
        "A card has one text for each ability. Put everything that happens into one block; statements are done one after the other.\n\n    creature imp { active { gain 1 points  draw(1) } }"
    StartsNowhere "E0510" Error "the components have no place to start in"
        "Every component lies somewhere when the game is set up. The kind says where:\n\n    [kind.creature]\n    starts_in = \"deck\"\n\nIf it says nothing, its components start in the zone `box`, if there is one. Cards of which there are no copies need no place: `copies 0`."
    StartsAtAPlayer "E0511" Error "components cannot start in a zone that everybody has"
        "`starts_in` must be a zone of the table: of a zone that every player (or space) has, nobody could say whose gets which card. Start in a zone of the table and deal in the setup:\n\n    [kind.creature]\n    starts_in = \"box\"\n\n    phase prepare { shuffle box   for each p in players { move top 5 of box to p.hand } }"
    WrongTotal "E0512" Error "the copies do not add up"
        "`total` says how many components of the kind lie in the box; the `copies` of its cards (1 where nothing is said) must add up to that number. It finds the card that was forgotten or typed twice.\n\n    [kind.creature]\n    total = 70\n\nA total is about the cards of the game, or of the pack whose `pack.toml` says it: a pack that adds cards breaks no total of the game."
    TooMany "E0513" Error "more than the engine can hold"
        "There are bounds so that a mistake cannot fill the memory: 64 kinds, 64 actors, 60000 components, spaces or units, 65535 of anything else (actions, hooks, choices …). Kinds that differ only in a value are better one kind with an attribute."
    ZonesDoNotFit "E0514" Error "zones that do not go together"
        "`refill` and `fill` take cards from a zone of the same owner, or from one of the table.\n\n    deck    = { per = \"player\", order = \"pile\", refill = \"discard\" }\n    discard = { per = \"player\" }           # fits: each player's own\n    discard = { per = \"seat\" }             # does not fit\n\nA zone with `holds` takes only those kinds: what starts in it must be among them."
    BadStartValue "E0516" Error "a start that does not fit"
        "The start of a counter lies between its `min` and `max`; a state starts with one value, or with one for each bearer in order.\n\n    health = { on = \"player\", min = 0, max = 50, start = 60 }     # mistake\n    health = { on = \"player\", min = 0, max = 50, start = 50 }     # right"
    NumberNotHere "E0517" Error "the number has no value here"
        "A number by players has a value only for the numbers of players that it lists; a number by seat has one for each seat and can be read only for a player, in a script: `start_points of p`.\n\n    [numbers]\n    drawn = { 2 = 4, 3 = 6, 4 = 8 }\n    start_points = [0, 1, 1, 2]"
    BadActor "E0518" Error "actors, seats or teams that do not fit"
        "One kind of actor plays (`player`, unless the manifest declares another one); further actors are automated and say who decides for them: a player (`decided_by = \"p1\"`) or nobody (`decided_by = \"chance\"`). A player is in one team.\n\n    [actor.stranger]\n    decided_by = \"p1\""
    BadEach "E0519" Error "cards cannot be made from this"
        "`each` makes one card for every combination of the values it lists. A value comes from an enum, a kind of space, or a range of numbers.\n\n    [kind.card]\n    attributes = { suit = \"suit\", rank = \"number\" }\n    each = { suit = \"suit\", rank = \"1..13\" }      # hearts_1, hearts_2 …"

    BadTable "E0520" Error "a table that cannot be read"
        "A table of cards is a CSV file beside the scripts, as spreadsheets save it. The first line names the columns: `id`, then attributes of the kind, `name`, `fr` and `copies`. Each further line is a card. The file is called like the kind of its cards (`crew.csv`), or has a column `kind`.\n\n    id,name,cost,copies\n    sailor,Old Sailor,3,5\n    pilot,\"Pilot, retired\",4,2        # a cell with a comma stands in quotes\n\nA column whose name begins with `#` is for your own notes and is not read."

    CannotLieThere "E0521" Error "a card that the zone never holds"
        "A zone with `holds` takes cards of that kind or group only, and here only others can be meant.\n\n    [zone]\n    tower = { per = \"player\", holds = \"fixture\" }\n\n    move crew_card to me.tower                # wrong: crew is no fixture\n    move crew_card to me.at_work              # a zone that holds it\n\nOr let the zone hold both: name a group of kinds, `holds = \"tower_card\"` with `[group] tower_card = [\"fixture\", \"crew\"]`.\n\nWhere it depends on the game what a card is, the move is made only where it fits; else the card stays where it is, and that is told."

    NumberOutOfRange "E0522" Error "a number outside of its range"
        "The manifest says from where to where a number may go, and this is outside.\n\n    [numbers]\n    sides = { default = 6, from = 3, to = 6 }       # there are six tiles\n    drawn = { default = { 2 = 4, 3 = 6 }, from = 1 }\n\nThe range holds for whoever gives the number another value: `--set`, a variant, a pack, a scenario. A pack that brings more tiles may widen it: `[numbers] sides = { to = 8 }`."

    // ---- E08, in scripts: blocks of variants, and what packs and variants change
    UndeclaredVariant "E0820" Error "the manifest has no such variant"
        "A `variant NAME { … }` in a script holds what happens when that variant is chosen; that it can be chosen, the manifest says.\n\n    [variant.solo]\n    players = 1\n\n    variant solo { rule robot { … } }"
    UnknownPatched "E0821" Error "there is nothing of this name to change"
        "`replace`, `extend`, `retire` and `insert` change something that the game, or a pack or variant before this one, has declared. Nothing of this name and sort is there (any more).\n\n    replace action darw(n: number) { … }       # mistake: the action is called `draw`\n    insert step robot after act.close { … }    # the phase `act` needs a step `close`"
    PatchConflict "E0822" Error "two packs or variants change the same thing"
        "Both replace, retire or extend the same item, or insert a step at the same place, and neither says that it comes after the other: which one holds would depend on their order. (Both may extend a card.) Use only one of them, or let one need the other; a pack may also say `after`.\n\n    [variant.hard_solo]\n    needs = [\"solo\"]\n\n    [pack]\n    after = [\"relics\"]\n\nOften no replacement is needed: `before`, `after`, `instead of`, `modify` and `forbid` from several packs go together."
    PatchOutsideLayer "E0824" Error "the game changes itself"
        "`replace`, `extend`, `retire` and `insert` are for packs and variants, which build upon the game. In the game's own scripts change the item itself, or put the patch into a variant:\n\n    variant solo { retire auction }"
    UnclearRetire "E0825" Error "several things of this name could be meant"
        "`retire NAME` takes away the card, action, value, keyword, event, window, phase or rule of that name. Here more than one of them has it. Replace the one that is meant, or rename one of them."
    NotReplaceable "E0826" Error "this cannot be replaced like that"
        "An item takes the place of one of its own sort and name: an action of an action, a card of a card. What stands in `every KIND { … }` and scenarios have no name; for these there is nothing to replace.\n\n    replace value price(p: player, c: card) is 3"
    NothingToSee "E0830" Error "nothing that can be seen or hidden"
        "A scenario says who sees what: cards, the number of cards in a zone, and counters, flags and states. What is computed from these has no sight of its own.\n\n    expect p2 cannot see p1.hand\n    expect everybody sees market, p1.points\n    expect nobody sees top of deck"
    NeverAsked "E0831" Error "a question that the rules never ask"
        "`is asked for` names what is to be chosen, as the rules call it, or the statement that asks.\n\n    choose c from me.hand                # in the rules\n    expect p1 is asked for c             # in the scenario\n    expect p1 is asked for choose\n    expect p1 is asked \"Which card?\"     # the question as players read it"
    UnclosedBracket "E0102" Error "a bracket is not closed"
        "Every `{`, `(` and `[` needs its `}`, `)` or `]`, in the order in which they were opened.\n\n    action draw(n: number) { move top n of deck to me.hand        # wrong: no `}`\n    action draw(n: number) { move top n of deck to me.hand }      # right\n\nThe message shows where the bracket was opened and where it was missed."
    SurplusBracket "E0103" Error "a closing bracket closes nothing"
        "There is one closing bracket more than there are opening ones. Often a `}` before it comes too early.\n\n    phase act { draw(1) } }     # wrong: the last `}` closes nothing\n    phase act { draw(1) }       # right"
    UnclosedText "E0104" Error "a text is not closed"
        "A text begins and ends with `\"` on one line.\n\n    name \"Old Lantern      # wrong\n    name \"Old Lantern\"     # right\n\nInside a text, `\\n` is a new line, `\\\"` a quote and `\\\\` a backslash."
    TooDeep "E0105" Error "something is nested too deeply or is too long"
        "Brackets may nest 64 levels deep; expressions, chains of `else if` and calculations are bounded too, so that no script can exhaust the machine.\n\nGive the inner part a name of its own: an `action`, a `value`, or `let NAME is …`. A long chain of `else if` is better written as `match`."
    UnknownStatement "E0106" Error "this word does not begin a statement"
        "A statement begins with a word of the language (`move`, `gain`, `choose` …) or is a call with its parentheses.\n\n    shufle deck        # wrong: misspelt\n    shuffle deck       # right\n    draw 2             # wrong: a call needs parentheses\n    draw(2)            # right"
    UnknownItem "E0107" Error "this does not begin an item"
        "At the top of a file stand items: `action`, `value`, `keyword`, `phase`, `rule`, `event`, `window`, `scenario`, `variant`, `every`, `extend`, or a component as `KIND NAME { … }`.\n\n    acton draw(n: number) { … }      # wrong: misspelt\n    action draw(n: number) { … }     # right\n    creature ogre { cost 1 }        # right: a component of the kind `creature`"
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
        "Statements are done at some moment; a rule or a card must say when.\n\n    rule end_of_it { end game }                                        # wrong\n    rule end_of_it { always when deck is empty { end game } }          # right\n    creature ogre { gain 2 points }                                   # wrong\n    creature ogre { instant { gain 2 points } }                       # right"
    HookOutsideRule "E0119" Error "a hook stands where only statements or items can"
        "Hooks (`before`, `after`, `instead of`, `forbid`, `modify`, `always`, `at start of` …) stand in components, rules and variants. To set one up for a while, use `until`.\n\n    play { modify price by -1 }                               # wrong\n    play { until end of turn { modify price by -1 } }         # right"
    EmptyBraces "E0120" Error "there is nothing between the braces"
        "Some braces need something inside: an `offer` its options, a `match` its rows, a `rule` or `until` its hooks, a `scenario` its lines.\n\n    offer { }                             # wrong\n    offer { option pass { stop } }        # right"
    AttributeWithoutValue "E0121" Error "an attribute has no value"
        "In a component's body, `NAME VALUE` is an attribute with exactly one value (a number, a name, a text or a list) and `NAME { … }` is an ability.\n\n    creature ogre { cost  family wind }        # wrong: `cost` has no number\n    creature ogre { cost 6  family wind }      # right\n    creature ogre { colours red blue }         # wrong: two values\n    creature ogre { colours [red, blue] }      # right"
    ElseIf "E0122" Error "`else if` is two words"
        "    if n > 3 { draw(1) } elif n > 1 { draw(2) }         # wrong\n    if n > 3 { draw(1) } else if n > 1 { draw(2) }      # right"
    NumberTooBig "E0123" Error "a number is too big"
        "Numbers are whole and go from -2147483647 to 2147483647. Count in a larger unit, for example in thousands."
    MixedPhase "E0124" Error "a phase has both steps and loose statements"
        "A phase is either one run of statements or a list of steps; packs insert and replace steps by name, so each statement must belong to one.\n\n    phase act { draw(1)  step play { … } }                   # wrong\n    phase act { step draw { draw(1) }  step play { … } }     # right"
    RunWithoutAbility "E0125" Error "`run` does not say which ability"
        "`run` takes a card, a dot and the name of one of its abilities.\n\n    run c               # wrong\n    run c.play          # right\n    run (top of deck).play"
    MixedList "E0126" Error "a list mixes amounts and plain elements"
        "A bundle has a number and a name in every place, a list has neither.\n\n    gain [3 red, blue]        # wrong\n    gain [3 red, 1 blue]      # right"
    UnknownEscape "E0127" Error "a backslash in a text means nothing"
        "Inside a text, `\\\"` is a quote, `\\\\` a backslash and `\\n` a new line. Other letters need no backslash."
    NegativeAmount "E0128" Error "an amount below nothing"
        "How much is gained, paid, moved, chosen or rolled is counted from 0 up. What is less than nothing is said with the other word.\n\n    gain -2 points      # mistake\n    lose 2 points       # right\n\nA value that changes up and down is computed: `gain x points`, where `x` is never below 0, or `set me.heat to me.heat + x`."
    HiddenCharacter "E0129" Error "a character that nobody sees"
        "Control characters (such as U+001B, with which terminals are told to change their colours) and characters that turn the direction of writing do not show in an editor. On the screen of a player they could hide or change other text, so no file of a game may hold one, not even in a comment, and no text may make one by a backslash.\n\nMost of them come along when a text is copied from elsewhere. Delete the characters around the place and type them anew."
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
        "Inside `together each p in …` everybody answers at the same time, so nobody may roll, open a window, draw from or shuffle what is shared, take from a limited supply, or change what belongs to somebody else or to the table. This holds for what is called there, too: the message names the calls. Do it before or after the block."
    UnknownPhase "E0657" Error "the flow names a phase that is not there"
        "Every name in `[flow]` is a phase of the scripts, or `turn` for the turns of all players: `round = [\"turn\", \"finish\"]`."
    NothingGiven "E0658" Error "the action gives nothing back"
        "`NAME(…) as x { … }` names what an action gives. This one has no `gives` in its head."
    UnknownScore "E0659" Error "this cannot rank players"
        "`ranking` and `utility` name values with one player as parameter, or counters or stuff of players: `ranking = [\"points\", \"creatures\"]`."
    NotInPlace "E0660" Error "this cannot stand here"
        "Some things need their surroundings: `while in` needs a card, a counter of the game has no bearer, a primitive is watched but not called."
    NeverUsedUp "E0661" Error "`once` where nothing is used up"
        "`until …, once { … }` is over when one of its hooks has run. `modify` and `forbid` never run: they are looked at, again and again, to find out what is possible and what it costs. Say what uses them up, in the same block:\n\n    until end of turn, once { modify price by -1 }                              # which look at the price counts?\n    until end of turn, once { modify price by -1   after buy by me { } }        # the next one bought costs 1 less"
    UnusedBinding "W0650" Warning "a name that nobody reads"
        "The name is bound and then never used. Mostly a statement is missing after it, or another name was meant.\n\n    choose c from me.hand            # and then?\n    choose c from me.hand  move c to discard"

    // ---- E075x: what seats know
    CannotBeGiven "E0681" Error "something that `given` cannot set"
        "`given` lays cards into zones and sets counters, flags, states, stuff, memories and where somebody stands. What is printed on cards and what is computed follows from these.\n\n    given { p1.hand [a, 2 b]   p1.points 3   p1.warned true   market [a, ...] }"
    ScenarioLineTooLate "E0682" Error "a line of a scenario that comes too late"
        "The lines that say which game is played (`players`, `variant`, `pack`, `set`, `seed`) and where it begins (`begin`) stand before all others.\n\n    scenario \"…\" { given { p1.hand [a] }   players 3 }      # mistake\n    scenario \"…\" { players 3   given { p1.hand [a] } }      # right"
    NotAScenario "E0683" Error "something else in a file of scenarios"
        "Files under `tests/scenarios/GAME/` and in the folder `scenarios` of a pack hold scenarios and comments, nothing else: the game must be the same with and without them. Cards and rules stand in the game's own scripts."
    UnknownPack "E0684" Error "a pack that the game does not have"
        "`pack NAME` in a scenario names a folder with a `pack.toml` among the scripts of the game."
    ScenarioFails "E0690" Error "a scenario that fails"
        "The scenario could not be played as it is written, or what it expects is not so. The message says which choices there were, in a form that can be written into the scenario."
    HiddenChoice "E0750" Error "a choice among things that the chooser does not see"
        "Whoever chooses must see what there is. Look first, or say that it is a blind pick:\n\n    choose loot from rival.hand\n    look at rival.hand   choose loot from rival.hand\n    choose loot from rival.hand blind"
    HiddenCondition "E0751" Error "a condition that would tell a secret"
        "The list of what can be chosen must not depend on what the chooser cannot see, or the list itself would tell.\n\n    choose rival from opponents where any .hand where .rank is 3      # now I know\n\nAsk about numbers (`count of .hand`), or look or reveal first. An order by what is printed (`first of p.hand following cost`) tells as well, and so does a value that asks for you. Where it depends on whose cards they are, say it in words that tell: `me.hand`, `opponents.hand`, or `p.hand` where `by p` decides."
    HiddenOutcome "E0752" Error "a choice that would tell what chance said"
        "After `seen by` only some know what chance said. Nobody else may be asked something whose options depend on it.\n\n    random n from 1..6 seen by p   choose m from 1..n by q      # q would learn n\n    random n from 1..6 seen by p   choose m from 1..n by p      # right\n    random n from 1..6 seen by p   set p.face to n              # `face` is secret: p may look at it later\n\nWho chooses must be somebody that `seen by` names, in the same words."
    SeenByCard "E0753" Error "`seen by` of a card"
        "Who sees a card follows from where it lies and from who has looked at it. So `seen by` is about numbers, dice and other things that do not lie anywhere.\n\n    random c from deck seen by p            # mistake\n    random c from deck   reveal c to p      # right"
    OutcomeHandedOn "E0754" Error "what only some know is handed to something that everybody sees"
        "Everybody sees what an action is done with, and what a window is about. After `seen by` a name stands for something that only some know.\n\n    random n from 1..6 seen by p   place(p, n)          # everybody sees `place(p, 4)`\n    random n from 1..6 seen by p   set p.face to n      # `face` is secret   place(p)\n\nKeep it in a secret counter or state, and read that where it is needed."

    // ---- W: what is allowed but probably not meant (check/rules)
    UnusedNoun "W0401" Warning "something that nobody uses"
        "The manifest declares a zone, counter, flag, state, memory, sort of stuff, number or dice, and its name stands nowhere else: neither in a script, those of variants and packs included, nor in another line of the manifest. Or it declares a kind of space, and no board has one. Often a name was changed in one place only.\n\n    [zone]\n    exile = {}        # and no script says `exile`"
    Untranslated "W0402" Warning "texts have no words in one language"
        "`languages` in `[game]` says in which languages players can read the game. Everything that they see needs a name in each: cards, kinds, zones, counters, stuff, values of enums. English can be made from the name itself, others cannot. Until a text has words in a language, English is shown.\n\n`check` says for each language how many texts have no words; `check --translations` lists them, and also what is asked and told while playing: questions of `choose`, `may`, `split` and windows, options, phases, reasons to lose.\n\n    hand = { per = \"player\", en = \"hand\", fr = \"main\" }\n\n    creature imp { name \"Imp\" fr \"Lutin\"  cost 2 }\n\n    choose rival from opponents says en \"Whom do you rob?\" fr \"Qui volez-vous ?\""
    UnknownPass "W0405" Warning "a bot passes by an option that does not exist"
        "`[bots] pass` names options of `offer` that pass or stop, each with the number of times in a hundred in which a sensible bot takes it although it could do something else. The name is the one that stands behind `option`; of `option rest()` it is `rest`.\n\n    [bots]\n    pass = { end_turn = 5 }\n\n    phase act { offer repeatedly { option play(c) for c in me.hand   option end_turn { stop } } }"
    NotOfAbsent "W0351" Warning "`not` over something that may be absent"
        "Where there is nothing to choose from, the name is absent, and every question about it is answered no. With `not` in front the answer becomes yes, although there is nothing.\n\n    if not c.cost > 3 { … }                      # also when there is no c\n    if c.cost <= 3 { … }                         # only of a c that is there\n    if c is not none and not c.tapped { … }"
    UnusedAbility "W0601" Warning "an ability that nobody runs"
        "An ability happens when a statement runs it. If none does, what the cards say there never happens.\n\n    [kind.creature]\n    abilities = { active = {} }\n\n    action use(c: creature) { run c.active }"
    UnraisedEvent "W0602" Warning "an event that never happens"
        "`event NAME(…)` declares something that hooks can wait for. A statement has to raise it, by its name with parentheses.\n\n    event season_starts()\n    phase spring { season_starts() }\n    rule thaw { after season_starts { … } }"
    UncalledAction "W0603" Warning "an action that nobody calls"
        "An action happens where it is called (`draw(2)`) or offered (`option draw(2)`). To be watched by a hook, or to call itself, is not enough."
    UnusedValue "W0604" Warning "a value that nothing reads"
        "A value is read as `price(c)` in scripts, or named in the manifest (`ranking`, `utility`, `worth`). `modify` alone changes something that nobody asks for."
    UnusedKeyword "W0605" Warning "a keyword that no text uses"
        "A keyword is used with a block: `mastery(10) { gain 1 gems }`. This one never is."
    UnusedWindow "W0606" Warning "a window that nobody opens"
        "Cards that say `in window NAME` are asked only when a statement opens the window:\n\n    window rolled(r: combat)\n    action fight() { roll 2 combat as r   window rolled(r) }"
    NeverEnds "W0613" Warning "nothing ends the game"
        "A game ends when a script says so, or after a number of rounds. Without either it goes on for ever.\n\n    phase act { draw(1) }                                     # mistake, if nothing else ends the game\n    phase act { draw(1)   if deck is empty { end game } }     # right\n\nOr, in the manifest: `rounds = 10` under [flow]."
    UnreachedPhase "W0607" Warning "a phase that is never played"
        "Phases are played because `[flow]` names them, in `setup`, `start`, `round` or `turn`.\n\n    [flow]\n    round = [\"act\", \"tidy\"]"
    TriggerCircle "W0608" Warning "hooks that set each other off without a limit"
        "One hook does what another one waits for, and so on back to the first. The game would stop them after many rounds, and call it a fault. Give one of them a limit, let a player decide, or let it cost something.\n\n    rule a { after draw { gain 1 points } }\n    rule b { after gain { draw(1) } }                      # mistake\n    rule b { after gain once per turn { draw(1) } }        # right"
    EndlessRepeat "W0609" Warning "a `repeat` that never ends"
        "A `repeat` ends after its number, when its `while` no longer holds, or by `stop`.\n\n    repeat { draw(1) }                                           # mistake\n    repeat 3 { draw(1) }\n    repeat { draw(1)  if count of me.hand >= 7 { stop } }"
    UnchangingWhile "W0610" Warning "a condition that its loop never changes"
        "`repeat while C` asks C before each round. If nothing inside changes what C asks about, it is either never done or never over.\n\n    repeat while me.gems > 0 { draw(1) }                # mistake\n    repeat while me.gems > 0 { lose 1 gems  draw(1) }   # right"
    FreeOption "W0611" Warning "an option that can be taken for ever"
        "Inside `offer repeatedly` an option comes back after it was taken. If it uses nothing up, a player could take it without end.\n\n    offer repeatedly { option rest { gain 1 points } }                     # mistake\n    offer repeatedly { option rest once per turn { gain 1 points } }       # right"
    AfterStop "W0612" Warning "a statement that is never done"
        "`stop` leaves the loop at once, and `give` ends its action; what stands after them in the same block is never reached."
}

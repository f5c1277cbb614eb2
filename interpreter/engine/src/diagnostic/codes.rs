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
    BadName "E0406" Error "a name that scripts could not write"
        "Names are written in small letters, digits and `_`, and begin with a letter: `draw_pile`, `p2_hand`. Scripts refer to things by these names, so spaces, capitals, accents and `-` cannot stand in them.\n\nWhat players read is said apart, in any language: `draw_pile = { en = \"Draw pile\", fr = \"Pioche\" }`."
    ReservedName "E0407" Error "a word of the language used as a name"
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
        "Two packs (or two variants) write different values for the same entry of the manifest, and neither of them says that it builds upon the other. Which one holds would depend on chance, so it is a mistake.\n\nUse only one of them, or let one say that it needs the other: then it comes later, and its value holds.\n\n    [pack]\n    needs = { other_pack = \">=1.0\" }\n\nShifts of numbers (`\"+1\"`) add up and are never in conflict with each other."
    UnknownNumber "E0805" Error "there is no such number"
        "Only numbers declared under `[numbers]` can be set for one game, for example `--set hand-size=6`."
    BadShift "E0806" Error "a number cannot be shifted like this"
        "In a pack, a variant or a level, `\"+1\"` or `\"-2\"` changes the number that is there already; with a number by players, each of its values.\n\n    [numbers]\n    clones = { 2 = 7, 3 = 5 }\n    [variant.hard]\n    numbers.clones = \"+1\"       # 8 and 6\n\nThere must be a number to shift, and the text must be a sign and digits."
    ScriptPatchInManifest "E0807" Error "this change belongs in a script"
        "The manifest changes what exists; `insert`, `replace` and `retire` change what happens, so they stand in a script, in the variant's block or anywhere in a pack:\n\n    variant solo {\n      insert step robot after act.close { robot_moves() }\n      retire auction\n    }"
    BadPack "E0808" Error "a pack without a proper head"
        "A pack is a folder with a file `pack.toml`, which begins by saying what it is and what it needs:\n\n    [pack]\n    id = \"relics\"\n    version = \"1.0.0\"\n    game = \"pebbles\"\n    needs = { game = \">=0.1\" }\n    adds = \"Twelve relics\"\n\nBelow it, any entry of a manifest may stand."
    PackMismatch "E0809" Error "the pack does not fit"
        "A pack says for which game and version it is made, and which other packs it builds upon. One of these is not there, or has another version.\n\n    needs = { game = \">=0.1\", relics = \"1\" }"
}

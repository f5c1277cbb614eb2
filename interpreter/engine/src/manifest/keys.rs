//! The sections of a manifest with the entries that each may have, for the reference. The entries are the tables by which
//! sections are read; only the order and the sentences are said here.

use super::lower::fields::{Keys, LABEL_KEYS};
use super::lower::{actors, boards, counters, game, kinds, zones};
use super::{pack, variant};

/// A section of a manifest.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// As it is written in brackets, without a name after the point.
    pub name: &'static str,
    pub doc: &'static str,
    /// A few lines of it.
    pub example: &'static str,
    /// Its entries, or those of each thing in it; empty where the names are the game's own.
    pub keys: Keys,
    /// Tables inside its entries: the entry, and what may stand there.
    pub inner: &'static [(&'static str, Keys)],
    /// Whether printed names (`en`, `fr`, `gender`) may stand beside them.
    pub labels: bool,
}

/// Printed names, which stand nearly everywhere.
pub const LABELS: Keys = LABEL_KEYS;

const fn section(name: &'static str, doc: &'static str, keys: Keys, example: &'static str) -> Section {
    Section { name, doc, example, keys, inner: &[], labels: true }
}

const fn bare(section: Section) -> Section {
    Section { labels: false, ..section }
}

const fn with(section: Section, inner: &'static [(&'static str, Keys)]) -> Section {
    Section { inner, ..section }
}

/// All sections, in the order of the reference; a test compares their names with those that are read.
pub const SECTIONS: &[Section] = &[
    section(
        "game",
        "What the game is called, who can play it, and what counts at its end.",
        game::GAME,
        "[game]\nid = \"pebbles\"\nname = \"Pebbles\"\nplayers = [2, 4]",
    ),
    bare(section(
        "numbers",
        "Numbers that the rules name: plain, by players, or by seat; with bounds where not every number will do.",
        &[],
        "[numbers]\nhand_size = 5\ndrawn = { 2 = 4, 3 = 6, 4 = 8 }\ncoins = [0, 1, 1, 2]\n\
         sides = { default = 6, from = 3, to = 6 }",
    )),
    section(
        "enum",
        "A closed list of words, which may have attributes.",
        &[],
        "[enum.family]\nfire = { en = \"fire\", fr = \"feu\" }\nwater = {}",
    ),
    section(
        "counter",
        "A number that a player, card, space, unit or the game bears. With `shown = false` players are not told of it.",
        counters::COUNTER,
        "[counter]\npoints = { on = \"player\", min = 0 }",
    ),
    section(
        "flag",
        "A yes or no that something bears. With `shown = false` players are not told of it.",
        counters::FLAG,
        "[flag]\nready = { on = \"player\", start = true }",
    ),
    section(
        "state",
        "A value of another type that something bears. With `shown = false` players are not told of it.",
        counters::STATE,
        "[state]\nmark = { on = \"cell\", of = \"player\" }",
    ),
    section(
        "memory",
        "A list of things that something remembers. Players are told of it if it has words of its own, or as `shown` says.",
        counters::MEMORY,
        "[memory]\nmet = { on = \"player\", of = \"card\", until = \"end of turn\" }",
    ),
    section(
        "stuff",
        "Things without a name of their own, such as coins and cubes: they are counted and conserved.",
        counters::STUFF,
        "[stuff]\nred = { on = \"player\", supply = 30, worth = 3 }",
    ),
    with(
        section(
            "kind",
            "A sort of components: what is printed on them, what they can do, where they begin and where their text is live.",
            kinds::KIND,
            "[kind.imp]\nattributes = { cost = \"number\" }\nabilities = [\"play\"]\nstarts_in = \"deck\"\nlive = \"table\"",
        ),
        &[("attributes", kinds::ATTRIBUTE), ("abilities", kinds::ABILITY), ("live", kinds::LIVE)],
    ),
    section(
        "attribute",
        "What an attribute of a kind is called where people see it, in all kinds that have it. It is shown on the card unless \
         `shown` is false. Where a card that lies in one of the zones of `in_options` is offered, and on the table, it stands behind the card's name, or else the price \
         that is reckoned from it.",
        kinds::ATTRIBUTE_WORDS,
        "[attribute]\ncost = { en = \"cost\", fr = \"coût\", in_options = \"market\" }\ncode = { shown = false }",
    ),
    section(
        "group",
        "A name for several kinds, or for several sorts of stuff.",
        kinds::GROUP,
        "[group]\nstone = [\"red\", \"blue\"]",
    ),
    with(
        section(
            "zone",
            "Where components lie, in which order, and who sees them.",
            zones::ZONE,
            "[zone]\ndeck = { order = \"pile\", faces = \"down\", refill = \"discard\" }\nhand = { per = \"player\", faces = \"owner\" }",
        ),
        &[("fill", zones::FILL)],
    ),
    with(
        bare(section(
            "board",
            "Spaces and which of them touch: a ring, a grid, a graph or a panel.",
            boards::BOARD,
            "[board.field]\nspace = \"cell\"\ngrid = [3, 3]",
        )),
        &[("spaces", boards::SPACE)],
    ),
    section(
        "space",
        "A kind of space and its attributes.",
        boards::SPACE_KIND,
        "[space.era]\nattributes = { height = 0 }",
    ),
    section(
        "actor",
        "Those who do things, if they are not just players.",
        actors::ACTOR,
        "[actor.agent]\nat = \"era\"",
    ),
    section("unit", "Pieces that stand on spaces.", actors::UNIT, "[unit.army]\nper = \"player\"\nat = \"era\""),
    with(
        section("dice", "Dice and their faces.", actors::DICE, "[dice.combat]\nfaces = [1, 2, 3, 4, 5, 6]"),
        &[("faces", actors::FACE)],
    ),
    bare(section(
        "team",
        "Which seats play together.",
        game::TEAM,
        "[team]\nsides = [[\"p1\", \"p3\"], [\"p2\", \"p4\"]]",
    )),
    bare(section(
        "flow",
        "Which phases are played, and when.",
        game::FLOW,
        "[flow]\nsetup = [\"deal\"]\nturn = [\"act\"]",
    )),
    section(
        "phase",
        "By whom a phase is done, and how it is called.",
        game::PHASE,
        "[phase.draft]\neach = \"turn_order\"",
    ),
    with(
        section(
            "variant",
            "A way to play that can be chosen. Any other section may stand in it, and changes what is there.",
            variant::VARIANT,
            "[variant.solo]\nplayers = 1\nnumbers.hand_size = \"+1\"",
        ),
        &[("levels", variant::LEVEL)],
    ),
    bare(section("bots", "What a simple automated player does.", game::BOTS, "[bots]\npass = { stop_playing = 5 }")),
];

/// The head of a `pack.toml`.
pub const PACK: Section = section(
    "pack",
    "The head of a `pack.toml`: what the pack is, and what it needs. Any section of a manifest may follow.",
    pack::PACK,
    "[pack]\nid = \"relics\"\nversion = \"1.0.0\"\ngame = \"pebbles\"",
);

//! A loaded game, ready to run: the only bridge between what reads and what runs.

pub mod asks;
pub mod changed;
mod choices;
mod clauses;
mod kept;
pub mod nouns;
pub mod op;
mod origin;
mod place;
pub mod plans;
mod possible;
mod price;
pub(crate) mod purity;
pub mod reg;
mod simple;
mod states;

pub use choices::{
    ChoiceInfo, Many, Members, OfferInfo, OptionInfo, PileOf, PileOwner, PilePart, PlainOffer, USED_BITS,
};
pub use kept::{Kept, KeptParam};
pub use origin::Origin;
pub use place::{Landing, Marks, MoveInfo, PlaceInfo};
pub use possible::{CERTAINLY, CertainFrom, Fallible};
pub use price::{Gamble, PaidIn, Payment, Price};
pub use simple::{LineSet, Read, Test, TestHow};
pub use states::{CardState, Piece, QuickCall, QuickState, Reset};

use crate::ids::*;
use crate::program::asks::{Plain, PlainRule};
use crate::program::changed::Changed;
use crate::source::Span;
use crate::vocabulary::{Edge, How, Moment, Score, When};
use crate::words::{Language, Phrase, text_in};
use nouns::{KindSet, Nouns, Until, Word};
use op::{FIRST_CONSTANT, FIRST_SLOT, Op, Pc, R};
use reg::Reg;

/// Everything that running needs, immutable.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub nouns: Nouns,
    pub ops: Vec<Op>,
    /// The same ops for games that nobody watches, place by place: some are written in a form that takes fewer steps and
    /// goes back to the op itself where that is not enough.
    pub swift: Vec<op::Op>,
    /// Where each op comes from.
    pub spans: Vec<Span>,
    /// What the registers from `FIRST_CONSTANT` on hold.
    pub constants: Vec<reg::Reg>,
    /// Which registers are in use at each op.
    pub live: Vec<Live>,
    /// Places from which nothing in the rest of their body can fail, in order.
    pub certain: Vec<CertainFrom>,
    /// Constant lists, one after the other, and where each stands.
    pub list_data: Vec<Word>,
    pub list_index: Vec<(u32, u32)>,
    /// Where the numbers of all members of boards, enums and seats stand among them, from 0 on.
    pub counting: u32,
    /// The neighbours of each space, as a constant list.
    pub neighbours: Vec<reg::Reg>,
    pub kind_sets: Vec<KindSet>,
    pub actions: Vec<ActionInfo>,
    /// What a call of each of them needs to know, where nobody hears of it.
    pub calls: Vec<QuickCall>,
    pub values: Vec<ValueInfo>,
    pub hooks: Vec<HookInfo>,
    /// Components' abilities: `design * abilities + ability`.
    pub abilities: Vec<Option<AbilityInfo>>,
    pub windows: Vec<WindowInfo>,
    pub choices: Vec<ChoiceInfo>,
    pub offers: Vec<OfferInfo>,
    pub limits: Vec<LimitInfo>,
    pub laters: Vec<LaterInfo>,
    pub lasting: Vec<LastingInfo>,
    pub moments: Vec<MomentInfo>,
    pub moves: Vec<MoveInfo>,
    /// How cards come to lie in each place by the first of them, then by the next.
    pub landings: Vec<Landing>,
    /// Places whose cards are moved together, as the registers that hold them.
    pub unions: Vec<Vec<R>>,
    /// Pairs of accounts of `move … stuff`.
    pub accounts: Vec<AccountPair>,
    /// The sorts of each group of stuff as actors hold them, in the order of sorts.
    pub group_pieces: Vec<Vec<Piece>>,
    /// Holders of a mix of stuff: from and to; `None` is the supply.
    pub mixes: Vec<(Option<nouns::Class>, Option<nouns::Class>)>,
    pub tests: Vec<Test>,
    /// The first slots of sorts of stuff that are counted together.
    pub counted_sorts: Vec<Vec<u32>>,
    /// What ops read of the members of a list.
    pub readings: Vec<Read>,
    pub notes: Vec<String>,
    /// What statements read, inner ones first; and where names hold, in the order of the code. Only traces look here.
    pub reads: Vec<ReadsInfo>,
    pub bindings: Vec<BindingInfo>,
    /// Reasons to lose, by language.
    pub reasons: Vec<Vec<(String, String)>>,
    /// Hooks that hold all the time, in order.
    pub always: Vec<HookId>,
    /// For each of them, where it is live.
    pub always_index: Vec<HookIndex>,
    /// What their conditions look at.
    pub always_reads: Vec<Changed>,
    /// How they are known to be at rest without code, where they are.
    pub always_plain: Vec<Option<PlainRule>>,
    /// What any of them looks at.
    pub rules_read: Changed,
    /// The same, and what displays look at.
    pub settles_on: Changed,
    /// Some of them wait for the end of effects.
    pub rules_wait: bool,
    /// There is none, and nothing is put off: at settle points displays fill, and no code runs.
    pub only_fills: bool,
    pub phases: Vec<PhaseInfo>,
    /// The kinds of which there are cards.
    pub kinds_there: nouns::KindSet,
    pub flow_entry: Pc,
    pub flow_registers: u16,
    pub ranking: Vec<Score>,
    pub utility: Option<Score>,
    /// What moving and seeing need to know of each place.
    pub places: Vec<PlaceInfo>,
    /// Something can be hidden from somebody.
    pub hides: bool,
    /// Piles whose cards have faces of their own.
    pub each_piles: Vec<PlaceId>,
    /// Displays take cards from one of these, or are such.
    pub fills_uncover: bool,
    /// What a change of each state needs to know, where nobody hears of it.
    pub quick_states: Vec<QuickState>,
    /// Designs of which there is one card only.
    pub single_designs: Vec<bool>,
    /// The kind of each design, and what is printed on each: first one attribute of all of them, then the next.
    pub kind_of: Vec<KindSet>,
    pub prints: Vec<Word>,
    /// The states that stand on components.
    pub card_states: Vec<CardState>,
    /// Designs of which no card bears any, as bits: two of one of them look the same with the same face. Only the first ones.
    pub bare_designs: u64,
    /// Those that the cards of each place may bear.
    pub place_states: Vec<Vec<CardState>>,
    /// Places where cards may have live hooks, as bits, several to a bit where there are many.
    pub hooked_places: u64,
    /// Places where what lies there is offered, in the same way.
    pub offered_places: u64,
    /// Designs that have hooks at all, as bits.
    pub hook_bearers: Vec<u64>,
    /// The place to refill from, by place.
    pub place_refill: Vec<Option<PlaceId>>,
    /// Places that fill themselves: place, up to, from.
    pub fills: Vec<(PlaceId, u16, PlaceId)>,
    /// States and memories that do not last for ever.
    pub resets: Vec<Reset>,
    pub memory_resets: Vec<(Until, MemoryId)>,
    /// All-pairs distances of spaces; `u8::MAX` where there is no way.
    pub distances: Vec<u8>,
    /// Straight lines: list index of the list of lists, by board and length.
    pub lines: Vec<(BoardId, u16, u32)>,
    /// The same with the members of each line as bits, where there are few enough of them.
    pub line_sets: Vec<LineSet>,
    pub next_actor: Option<ValueId>,
    pub memory_offsets: Vec<u32>,
    pub memory_words: u32,
    /// Where the phases of the flow stand in the code, and where a round begins; for scenarios.
    pub flow_places: Vec<FlowPlace>,
    pub round_entry: Option<Pc>,
    /// Scenarios that were asked for, and the code of their expressions.
    pub scenarios: Vec<nouns::scenarios::Scenario<usize>>,
    pub questions: Vec<QuestionInfo>,
    /// Zones whose cards are offered, and the actions with a price that they are offered for.
    pub on_offer: Vec<(ZoneId, ActionId)>,
    /// Matches record which clauses run.
    pub cover: bool,
    /// The files it was made from, for source lines and for cards that show their script.
    pub sources: crate::source::Sources,
    pub origin: Origin,
    /// The language in which people are told what happens.
    pub language: Language,
}

impl Program {
    /// What an ability of a design does, where it has it.
    #[inline]
    pub fn ability(&self, design: DesignId, ability: AbilityId) -> Option<&AbilityInfo> {
        let at = design.index() * self.nouns.abilities.len() + ability.index();
        self.abilities.get(at).and_then(Option::as_ref)
    }

    /// What an operand always is, where it is a constant.
    pub fn constant(&self, r: R) -> Option<Reg> {
        let number = r.checked_sub(FIRST_CONSTANT).filter(|_| r < FIRST_SLOT)?;
        self.constants.get(usize::from(number)).copied()
    }

    /// The op of a place, alone; nothing where there is none.
    pub fn op_alone(&self, at: Pc) -> &[Op] {
        self.ops.get(at as usize..).and_then(|ops| ops.get(..1)).unwrap_or(&[])
    }

    /// How cards come to lie in a place by a way to move.
    #[inline]
    pub fn landing(&self, how: u16, place: PlaceId) -> Option<&Landing> {
        self.landings.get(usize::from(how) * self.places.len() + place.index())
    }

    /// An attribute, by design.
    #[inline]
    pub fn printed(&self, attribute: u16) -> &[Word] {
        let designs = self.kind_of.len();
        let first = usize::from(attribute) * designs;
        self.prints.get(first..first + designs).unwrap_or(&[])
    }

    /// The places that are displays, as bits, several to a bit where there are many.
    pub fn displays(&self) -> u64 {
        self.fills.iter().fold(0, |bits, (place, ..)| bits | 1 << (place.0 % 64))
    }

    /// A phrase of the engine in the language of the game, its places filled.
    pub fn say(&self, phrase: Phrase, parts: &[&dyn std::fmt::Display]) -> String {
        self.language.say(phrase, parts)
    }

    /// Whether cards of a design have hooks.
    #[inline]
    pub fn has_hooks(&self, design: DesignId) -> bool {
        self.hook_bearers.get(design.index() / 64).is_some_and(|bits| bits & 1 << (design.0 % 64) != 0)
    }

    /// A phrase without places.
    pub fn word(&self, phrase: Phrase) -> String {
        phrase.text(self.language).to_owned()
    }
}

/// The code of a phase in the flow.
#[derive(Clone, Debug)]
pub struct FlowPlace {
    pub phase: PhaseId,
    pub begin: Pc,
    /// Where each of its steps begins.
    pub steps: Vec<(StepId, Pc)>,
    /// Behind its end.
    pub end: Pc,
    /// Of a phase that goes round by itself: the registers of the list of players, and of how many of them have begun.
    pub goes_round: Option<(op::R, op::R)>,
}

/// An expression that is asked from outside.
#[derive(Clone, Debug)]
pub struct QuestionInfo {
    pub code: Pc,
    pub registers: u16,
    pub ty: nouns::Type,
    pub span: Span,
}

/// Which registers of a frame still mean something at an op.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// Names of the script take the registers from here on.
    pub first_local: R,
    pub locals: R,
    /// Registers from here on are free.
    pub next: R,
    /// Names that are bound, as bits; those beyond the 64th count as bound.
    pub named: u64,
    /// Registers that hold nothing that is wanted: nothing was written to them since they were taken, or will be read. As
    /// bits; those beyond the 128th count as in use.
    pub unused: u128,
}

impl Live {
    /// Whether a register of the frame is in use.
    pub fn has(&self, register: R) -> bool {
        let wanted = register >= 128 || self.unused & (1 << register) == 0;
        wanted
            && match register.checked_sub(self.first_local) {
                Some(local) if local < self.locals => local >= 64 || self.named & (1 << local) != 0,
                _ => register < self.next,
            }
    }
}

/// Which hooks concern one event, value, window or moment.
#[derive(Clone, Debug, Default)]
pub struct HookIndex {
    /// Its number among all indices.
    pub id: u16,
    pub rules: Vec<HookId>,
    /// Sorted by design.
    pub designs: Vec<(DesignId, HookId)>,
    /// Zones in which a card of `designs` may be live.
    pub zones: Vec<ZoneId>,
    pub lasting: Vec<HookId>,
    /// The designs of `designs`, as bits.
    pub bearers: Vec<u64>,
}

impl HookIndex {
    /// No hook at all.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.designs.is_empty() && self.lasting.is_empty()
    }

    /// Whether cards of a design have a hook here.
    #[inline]
    pub fn bears(&self, design: DesignId) -> bool {
        self.bearers.get(design.index() / 64).is_some_and(|bits| bits & 1 << (design.0 % 64) != 0)
    }

    /// The hooks of a design.
    pub fn of_design(&self, design: DesignId) -> impl Iterator<Item = HookId> + '_ {
        let start = self.designs.partition_point(|(d, _)| *d < design);
        self.designs.iter().skip(start).take_while(move |(d, _)| *d == design).map(|(_, hook)| *hook)
    }
}

/// The names that the statement between two places reads, with their registers; and the statement.
#[derive(Clone, Debug)]
pub struct ReadsInfo {
    pub from: Pc,
    pub to: Pc,
    pub span: Span,
    pub names: Vec<(R, String)>,
}

/// When a trace tells what a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    Always,
    /// What a loop goes through: only where the line that follows does not name it.
    Unnamed,
    /// The statement tells it itself.
    ByStatement,
    /// Never: other lines tell it, what was chosen or what the code was handed. Only who goes through clause by clause
    /// sees it.
    Elsewhere,
}

/// A name that a statement gives to a value, and the code in which it holds.
#[derive(Clone, Debug)]
pub struct BindingInfo {
    pub name: String,
    pub ty: nouns::Type,
    pub register: R,
    pub told: Told,
    pub from: Pc,
    pub to: Pc,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct ActionInfo {
    pub name: String,
    pub params: u16,
    pub registers: u16,
    pub body: Option<Pc>,
    /// Where the body goes on behind conditions that hold wherever it was just found possible.
    pub asked_body: Option<Pc>,
    pub limit: Option<u16>,
    pub fallible: Fallible,
    pub before: HookIndex,
    pub after: HookIndex,
    pub instead: HookIndex,
    pub forbid: HookIndex,
    /// No hook and no limit: where its conditions are met, the body can be entered at once.
    pub unheard: bool,
    /// Nor any condition.
    pub plain: bool,
    /// All that it needs, where that is told without code.
    pub plain_guard: Option<plans::PlainGuard>,
    /// Its body begins with the only condition that it has: where nobody hears of it, it is entered without asking before.
    pub checks_itself: bool,
    pub is_event: bool,
    /// Which parameters are components (a watcher among them may see its own leaving).
    pub component_params: Vec<bool>,
    pub param_types: Vec<nouns::Type>,
    /// Parameters that take cards of some kinds only.
    pub param_kinds: Vec<(u16, KindSet)>,
    pub gives: bool,
    /// What it costs, as far as that is known before.
    pub price: Option<Price>,
    /// In which ways it may be a gamble.
    pub gambles: Vec<Gamble>,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

impl ActionInfo {
    /// Whether nobody ever hears of it, and it has a limit.
    pub fn only_limited(&self) -> bool {
        let hooks = [&self.before, &self.after, &self.instead, &self.forbid];
        self.limit.is_some() && hooks.into_iter().all(HookIndex::is_empty)
    }

    /// Whether nobody hears of it while no effect lasts.
    pub fn only_lasting(&self) -> bool {
        let hooks = [&self.before, &self.after, &self.instead, &self.forbid];
        self.limit.is_none() && hooks.iter().all(|index| index.rules.is_empty() && index.designs.is_empty())
    }
}

#[derive(Clone, Debug, Default)]
pub struct ValueInfo {
    pub name: String,
    pub params: u16,
    pub registers: u16,
    pub base: Pc,
    pub at_least: Option<Pc>,
    pub at_most: Option<Pc>,
    pub modifiers: HookIndex,
    /// How it is known without code as long as nothing modifies it.
    pub plain: Option<Plain>,
    /// How it is kept while the same hooks modify it.
    pub kept: Option<Kept>,
    /// It is a list, not a word.
    pub list: bool,
    /// What people call it, where it ranks.
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct HookInfo {
    pub name: String,
    pub source: HookSource,
    pub limit: Option<u16>,
    /// Captured words come first.
    pub captures: u16,
    /// Then the parameters of what is watched.
    pub params: u16,
    pub registers: u16,
    pub by: Option<Pc>,
    pub cond: Option<Pc>,
    /// The condition begins with: the argument in this register is the hook's card (or, with `false`, is not).
    pub about_this: Option<(R, bool)>,
    /// The set an `always for` runs over, and the register of its element.
    pub each: Option<(Pc, R)>,
    /// The element is an actor: then it does what the rule says.
    pub each_is_actor: bool,
    pub kind: HookKind,
    /// The body, or the amount of a `modify`.
    pub code: Pc,
    /// Of a hook in a window: how its body may turn out to be impossible.
    pub fallible: Fallible,
    /// Of a hook on `move`: the only zones from and to which it hears of cards.
    pub way: (Option<ZoneId>, Option<ZoneId>),
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookKind {
    Watch(When),
    Forbid,
    Modify(How),
    Always { between_effects: bool },
    At,
    Window,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookSource {
    Rule,
    Design { zones: u64, face: Option<bool> },
    Lasting,
}

#[derive(Clone, Debug)]
pub struct AbilityInfo {
    pub code: Pc,
    pub registers: u16,
    pub full: bool,
    pub limit: Option<u16>,
    pub fallible: Fallible,
    /// In full, and nothing in it can fall short or fail as long as somebody does it.
    pub certain: bool,
    /// It begins with the only condition that it has, and has no limit: where it is demanded, it need not be asked before.
    pub checks_itself: bool,
    /// Its code takes for granted what stands on its card.
    pub reads_print: bool,
    /// As of an action.
    pub gambles: Vec<Gamble>,
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct WindowInfo {
    pub name: String,
    pub params: u16,
    pub hooks: HookIndex,
    /// The question that it puts, by language.
    pub says: Vec<(String, String)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct LimitInfo {
    pub count: u16,
    pub per: Until,
    pub per_name: bool,
}

#[derive(Clone, Debug)]
pub struct LaterInfo {
    pub code: Pc,
    pub registers: u16,
    pub captures: Vec<R>,
}

#[derive(Clone, Debug)]
pub struct LastingInfo {
    pub until: LastingUntil,
    /// The hooks of the block, each with the registers that it captures.
    pub hooks: Vec<(HookId, Vec<R>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastingUntil {
    Game,
    End(Until),
    /// Of the actor in the op's register.
    NextTurn,
}

#[derive(Clone, Debug)]
pub struct MomentInfo {
    pub edge: Edge,
    pub moment: Moment,
    pub hooks: HookIndex,
}

/// Where the name of what an option is about stands in its text.
pub const ABOUT: &str = "{}";

impl OptionInfo {
    /// What people read of it: its own text, or that of its action, in English where there is none, or else its name; with
    /// what it is about in its place, or behind it.
    pub fn label(&self, language: Language, about: Option<&str>) -> String {
        let says = |language| text_in(&self.says, language).or_else(|| text_in(&self.action_says, language));
        let text = says(language).or_else(|| says(Language::English)).unwrap_or(&self.name);
        match about {
            Some(about) if text.contains(ABOUT) => text.replace(ABOUT, about),
            Some(about) => format!("{text} {about}"),
            None => text.to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountPair {
    /// First slot and class-independent: `slot = first + index`; `None` is the supply.
    pub from: Option<u32>,
    pub to: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct PhaseInfo {
    pub name: String,
    pub labels: nouns::Labels,
}

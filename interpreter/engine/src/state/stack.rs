//! Frames, registers and lists: where an effect stands, as data.

use serde::{Deserialize, Serialize};

use crate::ids::*;
use crate::program::nouns::{ABSENT, Word};
use crate::program::op::{Pc, R};
pub use crate::program::reg::{NONE, Reg, list_handle, list_parts, reg, word};

/// One line of effects: its frames from the outermost to the innermost, and what it waits for.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stack {
    pub frames: Vec<Frame>,
    pub regs: Vec<Reg>,
    pub lists: Vec<Word>,
    pub regions: Vec<Region>,
    pub pending: Pending,
    /// Whether the last call was done.
    pub done: bool,
    /// Whether the last failure cut frames off.
    pub done_cut: bool,
    /// How many abilities are under way.
    pub abilities: u16,
    /// For a lane of a `together`: whose it is.
    pub lane_of: Word,
}

impl Default for Stack {
    fn default() -> Self {
        Stack {
            frames: Vec::new(),
            regs: Vec::new(),
            lists: Vec::new(),
            regions: Vec::new(),
            pending: Pending::default(),
            done: false,
            done_cut: false,
            abilities: 0,
            lane_of: ABSENT,
        }
    }
}

/// What a frame does when it is the innermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FrameKind {
    /// Runs ops.
    Code,
    /// Runs ops of an ability.
    Ability,
    /// Runs ops of a hook.
    Hook,
    /// Carries an action through its stages.
    Event,
    /// Runs noted hooks one after the other.
    Hooks,
    /// Lets fills and rules act.
    Settle,
    /// Goes round a window.
    Window,
    /// Waits for the lanes.
    Together,
    /// Ends the game once the hooks of its end are through.
    Closing,
}

impl FrameKind {
    /// Whether it runs ops.
    #[inline(always)]
    pub fn runs_ops(self) -> bool {
        matches!(self, FrameKind::Code | FrameKind::Ability | FrameKind::Hook)
    }
}

/// Stages of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    Check,
    /// It was found possible as far as its doer knows; what forbids it for a reason unknown to the doer is left to ask.
    Forbid,
    Replace,
    Replacing,
    Before,
    Note,
    Body,
    After,
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    pub kind: FrameKind,
    pub stage: Stage,
    pub pc: Pc,
    /// First register.
    pub base: u32,
    /// Length of the list memory when it began.
    pub lists: u32,
    pub me: Word,
    pub this: Word,
    pub who: Word,
    /// The region that failures belong to: index + 1, or 0.
    pub region: u16,
    /// The action of an event, the window, the moment.
    pub subject: u16,
    /// Register of the caller for what is given.
    pub give: R,
    /// Position in what is gone through.
    pub index: u16,
    /// Effects counted when it began.
    pub effects: u32,
    /// A list: noted hooks, replacements used.
    pub noted: Reg,
    pub used: Reg,
}

/// A stretch that is done in full or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Region {
    pub frame: u32,
    pub fail: Pc,
    pub lists: u32,
    pub abilities: u16,
    /// The region around it.
    pub outer: u16,
    pub at_once: u16,
    /// The doer when it began.
    pub me: Word,
    /// Only conditions (`needs`, `pay`, `must`) fail it, falling short does not.
    pub lenient: bool,
}

/// Who must answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Asked {
    #[default]
    Nobody,
    Actor(ActorId),
    Chance,
}

/// What kind of question it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Question {
    #[default]
    None,
    /// Of a choice (`info` is its number).
    Choose,
    YesNo,
    /// Of an offer.
    Offer,
    /// A share of a split.
    Share,
    /// One sort of stuff to pay or move.
    Sort,
    /// Which of several effects comes first.
    Order,
    /// Which card to play into a window, or none.
    Window,
    /// Chance: which design an unknown card has.
    Draw,
    /// Chance: one of a set.
    Random,
    /// Chance: one die.
    Die,
}

/// An open question with its options.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pending {
    pub asked: Asked,
    pub question: Question,
    /// The choice, offer, dice … it is about.
    pub info: u16,
    pub options: Vec<Choice>,
    /// How many more must and may be picked.
    pub min: u16,
    pub max: u16,
    /// What it is about: the card to be known, what is left to share …
    pub subject: Word,
    /// The answer, until the op takes it.
    pub answer: Option<Choice>,
}

/// One option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Which option of an offer, which hook …; `DECLINE` ends a choice.
    pub tag: u16,
    /// The element.
    pub value: Reg,
    /// Chance: its weight. Else: how many equal ones it stands for.
    pub weight: u64,
}

impl Choice {
    /// How many options of an offer it stands for: one that is about nothing tells by its weight how many there are of its name,
    /// where they were tallied.
    #[inline(always)]
    pub(crate) fn stands_for(&self) -> usize {
        if self.value == NONE { self.weight as usize } else { 1 }
    }
}

/// The tag of "no more", "pass" and "no".
pub const DECLINE: u16 = u16::MAX;

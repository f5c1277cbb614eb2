//! The instruction set: flat ops over the registers of a frame, most of them at the level of the rules.
//!
//! A register holds a word (number or id), `NONE` for what is absent, or the handle of a list. Operands that may be
//! missing are `NO_REG`. Pure ops never stop; effects may stop for a decision and are then executed again from their
//! own place, so every effect keeps its progress in registers.

use crate::vocabulary::{Arithmetic, Compare, End, Fold, Function};

/// A register of the current frame.
pub type R = u16;

/// No register given.
pub const NO_REG: R = u16::MAX;

/// Registers from here on are not of the frame: constants of the program, slots of the game, slots of the doer (by the
/// first one of the state), the doer's places (by the zone's first one), the cards on top of these, then who is meant, which round it
/// is, and whether an effect lasts.
pub const FIRST_CONSTANT: R = 0x8000;
pub const FIRST_SLOT: R = 0xc000;
pub const FIRST_OWN_SLOT: R = 0xe000;
pub const FIRST_OWN_PLACE: R = 0xf000;
pub const FIRST_OWN_TOP: R = 0xf800;
pub const ME: R = 0xfff0;
pub const THIS: R = 0xfff1;
pub const WHO: R = 0xfff2;
pub const ROUND: R = 0xfff3;
pub const LASTING: R = 0xfff4;

/// A place in the op list.
pub type Pc = u32;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Nothing: taken out before the program is done.
    Nop,
    // ---- words
    Const {
        d: R,
        v: i32,
    },
    Copy {
        d: R,
        s: R,
    },
    Me {
        d: R,
    },
    This {
        d: R,
    },
    Who {
        d: R,
    },
    Active {
        d: R,
    },
    /// A function of the engine of up to three arguments.
    Call {
        f: Function,
        d: R,
        a: R,
        b: R,
        c: R,
    },
    /// A slot of the game.
    Load {
        d: R,
        slot: u32,
    },
    /// The slot of a bearer.
    LoadOf {
        d: R,
        of: R,
        first: u32,
    },
    /// An attribute of a component.
    Attribute {
        d: R,
        of: R,
        attribute: u16,
    },
    /// An attribute of a design.
    DesignAttribute {
        d: R,
        of: R,
        attribute: u16,
    },
    SpaceAttribute {
        d: R,
        of: R,
        index: u16,
    },
    EnumAttribute {
        d: R,
        of: R,
        of_enum: u16,
        index: u16,
    },
    /// The attribute of what stands in the slot of a bearer.
    LoadEnum {
        d: R,
        of: R,
        first: u32,
        of_enum: u16,
        index: u16,
    },
    /// Turns a list index (of an attribute or of `lines`) into a list.
    ListOfIndex {
        d: R,
        s: R,
    },
    /// The place of a zone of an owner.
    Place {
        d: R,
        zone: u16,
        of: R,
    },
    Not {
        d: R,
        s: R,
    },
    /// Anything but yes, absent included, becomes no.
    Compare {
        how: Compare,
        d: R,
        a: R,
        b: R,
    },
    Arithmetic {
        how: Arithmetic,
        d: R,
        a: R,
        b: R,
    },
    In {
        d: R,
        a: R,
        list: R,
    },
    IsKind {
        d: R,
        s: R,
        kinds: u16,
    },
    IsDesign {
        d: R,
        s: R,
        design: u16,
    },
    IsZone {
        d: R,
        s: R,
        zone: u16,
    },
    IsNone {
        d: R,
        s: R,
    },
    IsEmpty {
        d: R,
        list: R,
    },
    HasAbility {
        d: R,
        s: R,
        ability: u16,
    },
    /// Whether running an ability of a card fails nothing: `CERTAINLY`, as far as is known (1), or it does (0). `place`: where
    /// the card will lie by then. `asks`: its guard tells it, too.
    IsCertain {
        d: R,
        s: R,
        ability: u16,
        place: R,
        asks: bool,
    },
    Value {
        d: R,
        value: u16,
        args: R,
    },
    Can {
        d: R,
        action: u16,
        args: R,
        by: R,
    },
    CanRun {
        d: R,
        of: R,
        ability: u16,
        by: R,
    },
    /// Whether the doer can pay so much of a counter, or of a sort of stuff.
    CanPay {
        d: R,
        state: u16,
        amount: R,
    },
    CanPayStuff {
        d: R,
        stuff: u16,
        amount: R,
    },
    /// In pieces of a group of stuff.
    CanPayMix {
        d: R,
        group: u16,
        amount: R,
    },
    // ---- lists
    ConstList {
        d: R,
        index: u32,
    },
    NewList {
        d: R,
    },
    Push {
        s: R,
    },
    EndList {
        d: R,
    },
    /// A list of one word; empty where it is absent.
    Single {
        d: R,
        s: R,
    },
    Cards {
        d: R,
        place: R,
    },
    /// The cards of an owner's place of a zone.
    CardsOf {
        d: R,
        zone: u16,
        of: R,
    },
    /// How many cards lie in a place, or in an owner's place of a zone; none where there is no such place.
    CountCards {
        d: R,
        place: R,
    },
    CountCardsOf {
        d: R,
        zone: u16,
        of: R,
    },
    /// Adds the cards of a place to the list being built.
    PushCards {
        place: R,
    },
    OnlyCard {
        d: R,
        place: R,
    },
    Range {
        d: R,
        a: R,
        b: R,
    },
    Union {
        d: R,
        a: R,
        b: R,
    },
    ExceptItem {
        d: R,
        list: R,
        item: R,
    },
    ExceptList {
        d: R,
        list: R,
        items: R,
    },
    /// Members for which a simple test holds (see [`super::Test`]); `r` is what they are compared with.
    FilterTest {
        d: R,
        list: R,
        test: u16,
        r: R,
    },
    /// The first of them.
    FindTest {
        d: R,
        list: R,
        test: u16,
        r: R,
    },
    /// Whether some member passes a simple test; whether all do; how many.
    AnyTest {
        d: R,
        list: R,
        test: u16,
        r: R,
    },
    EveryTest {
        d: R,
        list: R,
        test: u16,
        r: R,
    },
    CountTest {
        d: R,
        list: R,
        test: u16,
        r: R,
    },
    /// Whether all members of some list of a list of lists pass a simple test.
    AnyLine {
        d: R,
        lines: R,
        test: u16,
        r: R,
    },
    Count {
        d: R,
        list: R,
    },
    CountDistinct {
        d: R,
        list: R,
    },
    Fold {
        how: Fold,
        d: R,
        list: R,
    },
    /// `Fold` and `Extreme` over what is read of each member (see [`super::Read`]).
    FoldRead {
        how: Fold,
        d: R,
        list: R,
        read: u16,
    },
    ExtremeRead {
        most: bool,
        d: R,
        list: R,
        read: u16,
    },
    Extreme {
        most: bool,
        d: R,
        list: R,
        keys: R,
    },
    SortByKeys {
        d: R,
        list: R,
        keys: R,
        reverse: bool,
    },
    /// The same by what is read of each member.
    SortRead {
        d: R,
        list: R,
        read: u16,
        reverse: bool,
    },
    SortTurns {
        d: R,
        list: R,
        reverse: bool,
    },
    First {
        d: R,
        list: R,
    },
    Take {
        d: R,
        count: R,
        list: R,
    },
    /// `count` missing: the one at the end, as itself.
    Ends {
        d: R,
        end: End,
        count: R,
        place: R,
    },
    /// The share of a split.
    Share {
        d: R,
        split: R,
        of: R,
    },
    At {
        d: R,
        list: R,
        index: R,
    },
    /// The entry of a constant list at a position from 0.
    Lookup {
        d: R,
        index: R,
        list: u32,
    },
    IsUnitKind {
        d: R,
        s: R,
        kind: u16,
    },
    /// Adds all of a list to the list being built.
    PushList {
        list: R,
    },
    Memory {
        d: R,
        memory: u16,
        of: R,
    },
    /// A bundle with nothing in it.
    NewBundle {
        d: R,
    },
    PutBundle {
        bundle: R,
        stuff: u16,
        s: R,
    },
    BundleAt {
        d: R,
        group: u16,
        class: crate::program::nouns::Class,
        of: R,
    },
    /// How many pieces of several sorts a bearer has, all together.
    CountStuff {
        d: R,
        sorts: u16,
        of: R,
    },
    InBundle {
        d: R,
        bundle: R,
        stuff: u16,
    },
    /// A bundle as a list of sorts, each as often as there are pieces.
    BundleList {
        d: R,
        bundle: R,
    },
    /// Spaces reached; the code at `cond` reads registers `a` and `a+1` and yields yes or no.
    Reached {
        d: R,
        from: R,
        a: R,
        cond: Pc,
    },
    /// The nearest spaces; the code at `cond` (0: none) reads register `a`.
    Nearest {
        d: R,
        to: R,
        a: R,
        cond: Pc,
    },
    // ---- control
    Jump {
        to: Pc,
    },
    JumpIf {
        s: R,
        to: Pc,
    },
    JumpIfNot {
        s: R,
        to: Pc,
    },
    /// Goes to `to` when whether a card lies face up is what `when` says; with no card it is no.
    JumpIfUp {
        when: bool,
        card: R,
        to: Pc,
    },
    JumpIfNone {
        s: R,
        to: Pc,
    },
    /// Goes to `to` when the comparison is what `when` says; with something absent it is no.
    JumpCompare {
        how: Compare,
        when: bool,
        a: R,
        b: R,
        to: Pc,
    },
    /// The same for `AnyTest` and `AnyLine`.
    JumpAny {
        when: bool,
        list: R,
        test: u16,
        r: R,
        to: Pc,
    },
    JumpAnyLine {
        when: bool,
        lines: R,
        test: u16,
        r: R,
        to: Pc,
    },
    /// The next element, or on to `exit`.
    Next {
        item: R,
        list: R,
        index: R,
        exit: Pc,
    },
    /// The first element of a loop and on to `body`, or on to `exit`.
    Each {
        item: R,
        list: R,
        index: R,
        body: Pc,
        exit: Pc,
    },
    /// The same at the end of a loop: the next element and back to `body`, or on.
    Again {
        item: R,
        list: R,
        index: R,
        body: Pc,
    },
    /// Where list memory ends now, to go back to.
    Mark {
        d: R,
    },
    Release {
        s: R,
    },
    /// End of pure code.
    Yield {
        s: R,
    },
    /// The same with the answer to a comparison.
    YieldCompare {
        how: Compare,
        a: R,
        b: R,
    },
    // ---- effects: control
    /// Skips to `to` when `s` is absent; in a full region that is a failure.
    Require {
        s: R,
        to: Pc,
    },
    /// Rules, fills and ends act here.
    Settle,
    /// Saves the doer in `d` and makes `s` the doer; an absent one skips to `to`.
    SetDoer {
        d: R,
        s: R,
        to: Pc,
    },
    /// Makes the saved doer the doer again.
    RestoreDoer {
        s: R,
    },
    /// Whether the current callable may go on; else it was not done.
    Needs {
        s: R,
    },
    /// Begins a region that is done in full or not at all; on failure goes on at `fail`.
    BeginFull {
        fail: Pc,
        lenient: bool,
    },
    EndFull,
    /// Whether the region that begins at `at` can be done in full; `known`, if given, says so where there is a doer.
    CanFull {
        d: R,
        at: Pc,
        known: R,
    },
    /// A call of an action with arguments from `args`; what it gives goes to `give`. `asked`: it was just found possible.
    /// `fit`: the arguments are always of the kinds that it takes.
    CallAction {
        action: u16,
        args: R,
        give: R,
        asked: bool,
        fit: bool,
    },
    /// An action is written out from here on, for where nobody is told of it and all questions are answered before an op is
    /// left; else it is called, at `call`.
    Inline {
        call: Pc,
    },
    /// Whether the last call was done.
    Done {
        d: R,
    },
    /// `demanded`: it stands in a `must`, so it fails the region when it cannot be done.
    RunAbility {
        of: R,
        ability: u16,
        as_this: bool,
        demanded: bool,
    },
    /// Sets the word that the action gives.
    Give {
        s: R,
    },
    Return,
    /// Leaves the frame's callable as not done.
    Proceed {
        args: R,
    },
    AtOnce {
        begin: bool,
    },
    Later {
        code: u16,
    },
    Lasting {
        info: u16,
        of: R,
        once: bool,
    },
    Moment {
        moment: u16,
    },
    Window {
        window: u16,
        args: R,
        to: R,
    },
    Together {
        set: R,
        local: R,
        end: Pc,
    },
    LaneEnd,
    /// A `together` in which each chooses one thing and then deals with it alone: asks everybody at once. The pure code at
    /// `code` yields what the one in `local` may choose from. At `here`, if that is not 0, each chooses and deals with it in
    /// turn, where all answer before the op is left.
    AskAll {
        info: u16,
        set: R,
        local: R,
        code: Pc,
        here: Pc,
    },
    /// One of the cards of a place, all of which the doer sees and no two of which are equal, chosen before the op is left.
    TakeOwn {
        info: u16,
        place: R,
        d: R,
    },
    /// All have chosen: the next of them into `local` as the doer, the choice into `d`; after the last, the doer saved in
    /// `saved` again and on to `exit`.
    NextChoice {
        info: u16,
        local: R,
        d: R,
        saved: R,
        exit: Pc,
    },
    /// Uses a limit once more; `d`: whether that was possible.
    UseLimit {
        limit: u16,
        d: R,
    },
    /// Trace only: the condition of an `if`, at whose place it stands, is not so. Goes on at `to`.
    NotSo {
        to: Pc,
    },
    /// Trace only: a keyword begins.
    Note {
        note: u16,
    },
    // ---- effects: decisions (see [`super::ChoiceInfo`])
    /// One of a set, or (with a test) of its members that pass it.
    Choose {
        info: u16,
        set: R,
        d: R,
        test: u16,
        r: R,
    },
    ChooseMany {
        info: u16,
        set: R,
        count: R,
        d: R,
        progress: R,
    },
    /// Picks pieces out of a bundle; `d` becomes a bundle.
    ChoosePieces {
        info: u16,
        bundle: R,
        count: R,
        d: R,
        progress: R,
    },
    /// Asks yes or no.
    Ask {
        info: u16,
        d: R,
    },
    /// Offers; goes on at the option's body, or at `none` when nothing is legal.
    Offer {
        offer: u16,
        used: R,
        none: Pc,
    },
    Split {
        info: u16,
        total: R,
        among: R,
        d: R,
        progress: R,
    },
    /// Pays `amount` from a group, or of the sorts in `sorts`; the bundle goes to `d`.
    PayMix {
        info: u16,
        group: u16,
        amount: R,
        sorts: R,
        d: R,
        progress: R,
    },
    MoveMix {
        info: u16,
        mix: u16,
        amount: R,
        sorts: R,
        holders: R,
        progress: R,
    },
    /// The doer picks the next of a list: moved to `d`, and taken out of the list.
    PickNext {
        info: u16,
        list: R,
        d: R,
        exit: Pc,
    },
    // ---- effects: chance
    Random {
        info: u16,
        set: R,
        weights: R,
        count: R,
        d: R,
        progress: R,
        repeats: bool,
    },
    /// One of the cards of a place, all of them as likely.
    RandomCard {
        info: u16,
        place: R,
        d: R,
    },
    /// `seen`: a list of those who learn the faces; `NO_REG`: everybody.
    Roll {
        dice: u16,
        count: R,
        d: R,
        progress: R,
        seen: R,
    },
    /// Rolls the dice at the positions in the list again.
    Reroll {
        dice: u16,
        pool: R,
        which: R,
        progress: R,
        seen: R,
    },
    // ---- effects: outcomes that only some know (see `state/outcomes`)
    /// The word that the next op writes is what a name stands for; `NO_REG`: it is none of that.
    Origin {
        s: R,
    },
    /// The same of what a state holds.
    OriginState {
        state: u16,
        of: R,
    },
    /// The name that is bound next stands for the same outcome as another.
    SameOutcome {
        d: R,
        s: R,
    },
    /// What is done next shows what a name stands for, or could not be made anew.
    Disclose {
        s: R,
    },
    /// The same of what a state holds; `all`: whoever bears it.
    DiscloseState {
        state: u16,
        of: R,
        all: bool,
    },
    // ---- effects: primitives
    Gain {
        state: u16,
        amount: R,
        on: R,
        lose: bool,
    },
    GainBundle {
        bundle: R,
        times: R,
        on: R,
        lose: bool,
    },
    /// The counter's id is in a register.
    GainNamed {
        counter: R,
        amount: R,
        on: R,
        lose: bool,
    },
    PayState {
        state: u16,
        amount: R,
    },
    /// The counter's id is in a register.
    PayNamed {
        counter: R,
        amount: R,
    },
    PayStuff {
        stuff: u16,
        amount: R,
        d: R,
    },
    PayBundle {
        bundle: R,
        d: R,
    },
    Set {
        state: u16,
        of: R,
        s: R,
    },
    SetFirstPlayer {
        s: R,
    },
    SetPoolBonus {
        pool: R,
        s: R,
    },
    /// Moves the cards of a list to a place.
    Move {
        list: R,
        place: R,
        how: u16,
        progress: R,
    },
    /// One card; an absent one skips it.
    MoveOne {
        card: R,
        place: R,
        how: u16,
        progress: R,
    },
    /// All cards of a place; `d` and the register behind it keep which, and how far it came.
    MoveAll {
        from: R,
        place: R,
        how: u16,
        d: R,
    },
    /// The same of several places, by what stands of them in `Program::unions`.
    MoveWhole {
        union: u16,
        place: R,
        how: u16,
        d: R,
    },
    MoveTop {
        count: R,
        from: R,
        place: R,
        how: u16,
        progress: R,
    },
    /// Actors or units, or one of them, by the state that holds where they stand.
    Walk {
        state: u16,
        who: R,
        one: bool,
        space: R,
    },
    MoveStuff {
        amount: R,
        stuff: u16,
        from: R,
        to: R,
        accounts: u16,
    },
    SwapCards {
        a: R,
        b: R,
    },
    SwapZones {
        a: R,
        b: R,
    },
    SwapSpaces {
        a: R,
        b: R,
        units: bool,
    },
    /// Without `progress` it is one card, not a list, of which nobody hears.
    Turn {
        list: R,
        face: u8,
        progress: R,
    },
    Flip {
        place: R,
    },
    Shuffle {
        place: R,
    },
    /// Refills a place that has fewer cards than are asked for (one, without a count): they come to lie under those there.
    Refill {
        count: R,
        place: R,
    },
    /// In piles whose cards have faces of their own, the face-up run on top becomes known to all.
    Expose,
    Remember {
        s: R,
        memory: u16,
        of: R,
    },
    Forget {
        s: R,
        memory: u16,
        of: R,
    },
    Look {
        list: R,
        progress: R,
    },
    /// `progress`: as for `Turn`.
    Reveal {
        list: R,
        to: R,
        progress: R,
    },
    Tell {
        to: R,
        of: R,
        matching: R,
        /// Where the name of a card stands in the condition, and its code.
        item: R,
        cond: Pc,
    },
    Hide {
        list: R,
    },
    Eliminate {
        who: R,
    },
    EndPhase {
        phase: u16,
    },
    EndTurn,
    /// `how`: 0 plain, 1 among, 2 won by, 3 lost (then `info` names the reason).
    EndGame {
        how: u8,
        who: R,
        info: u16,
        /// `who` is one, not a list.
        one: bool,
    },
    FinishAfterRound,
    // ---- effects: flow
    /// Goes to `to` when the phase, turn or game is to end.
    JumpIfEnding {
        phase: u16,
        to: Pc,
    },
    BeginPhase {
        phase: u16,
    },
    EndOfPhase {
        phase: u16,
    },
    BeginRound,
    /// `expires`: something lasts until the end of a round.
    EndRound {
        last: R,
        expires: bool,
    },
    BeginTurn {
        actor: R,
    },
    /// `expires`: something lasts until the end of a turn.
    EndOfTurn {
        expires: bool,
    },
    SetupDone,
    GameOver,
    /// Waits for nobody: somebody outside goes on from here.
    Pause,
    // ---- swift code: see `Program::swift`. What stands for the doer begins at `slot` (`own`), else the slot itself is meant.
    /// A counter, by a number that is not 0.
    GainAt {
        own: bool,
        by: i16,
        state: u16,
        slot: u32,
    },
    /// A counter, by what an operand says.
    GainBy {
        own: bool,
        lose: bool,
        amount: R,
        state: u16,
        slot: u32,
    },
    /// A state, to a word within its bounds.
    SetAt {
        own: bool,
        /// What changes, as a bit: see [`Changed::bit`](super::changed::Changed::bit).
        bit: u8,
        slot: u32,
        v: i32,
    },
    /// A state, to what an operand says.
    SetTo {
        own: bool,
        s: R,
        state: u16,
        slot: u32,
    },
    /// A counter of somebody, who is the doer of that; an absent one skips it. Then on to `to`.
    GainFor {
        lose: bool,
        amount: R,
        state: u16,
        who: R,
        first: u32,
        to: Pc,
    },
    /// A state of the game, to whom a constant list has for somebody: one's neighbour, the other one. Then on behind the next op.
    SetBeside {
        index: R,
        list: u16,
        state: u16,
        slot: u32,
    },
    /// Such a neighbour, and what it bears. Then on behind the next op.
    LoadBeside {
        beside: R,
        d: R,
        index: R,
        list: u16,
        first: u32,
    },
    /// A plain offer.
    OfferPlainly {
        offer: u16,
    },
    /// Goes to `to` when it is as `when` says that a slot is one of the `more` + 1 numbers from `low` on.
    JumpWithin {
        when: bool,
        slot: u16,
        low: i32,
        more: u32,
        to: Pc,
    },
    /// The same for the doer's slot.
    JumpOwnWithin {
        when: bool,
        slot: u16,
        low: i32,
        more: u32,
        to: Pc,
    },
}

impl Op {
    /// A function of the engine; it has at most three arguments.
    pub fn call(f: Function, d: R, args: &[R]) -> Op {
        let arg = |i: usize| args.get(i).copied().unwrap_or(NO_REG);
        Op::Call { f, d, a: arg(0), b: arg(1), c: arg(2) }
    }
}

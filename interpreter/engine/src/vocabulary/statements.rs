//! What is done. `by PLAYER` may stand last on all of them.

use super::{Class, Entry};

const fn statement(name: &'static str, form: &'static str, doc: &'static str, example: &'static str) -> Entry {
    Entry::new(Class::Statement, name, form, doc, example)
}

/// A call begins with a name of the game.
pub const CALL: Entry = statement(
    "NAME",
    "NAME(VALUE, …) [as x { … }], or KEYWORD(VALUE, …) { … }",
    "Does an action of the game, or uses a keyword with its block. With `as x { … }` the block runs if the action gave something, as x.",
    "draw(2)  best() as x { move x to me.hand }  boosted(3) { gain 1 points }",
);

/// Statements by their first word.
pub const STATEMENTS: &[Entry] = &[
    statement(
        "choose",
        "choose [2 | up to 2 | exactly 2 | any number of] NAME from SET [where CONDITION] [says …]",
        "The doer chooses, and the name means what was chosen. `in order` asks one by one, `blind` chooses from what is not seen. If there is nothing to choose, the name is absent and statements that read it are skipped. `says` is the question that players read.",
        "choose x from me.hand where .cost < 3  move x to discard",
    ),
    statement(
        "offer",
        "offer [repeatedly] [says …] { option NAME { … } option ACTION(x) for x in SET }",
        "The doer picks one of the options that are possible; with a number, that many different ones; `repeatedly`, until `stop` or until nothing is possible.",
        "offer repeatedly { option summon(x) for x in me.hand  option done { stop } }",
    ),
    statement(
        "split",
        "split NUMBER among SET as NAME [says …]",
        "The doer shares a number out; `NAME[x]` is the share of x.",
        "split 3 among opponents as hit  for each q in opponents { lose hit[q] points on q }",
    ),
    statement(
        "gain",
        "gain NUMBER COUNTER [for each SET] [on X]",
        "Adds to counters or stuff of the doer, or of what stands after `on`. Several may stand with commas, or a bundle.",
        "gain 2 points, 1 red  gain 1 power for each me.table  gain 1 heat on c",
    ),
    statement(
        "lose",
        "lose NUMBER COUNTER [for each SET] [on X] [says …]",
        "Takes from counters or stuff, as far as there is some. Of a group of stuff the doer picks which.",
        "lose 1 points on p  lose 2 stone",
    ),
    statement(
        "set",
        "set THING.STATE to VALUE",
        "Writes a counter, flag, state or place; without `to`, sets a flag.",
        "set me.ready to false  set me.first_seen  set me.era to dawn",
    ),
    statement(
        "move",
        "move SET to PLACE [up | down], or move NUMBER STUFF from PLACE to PLACE [says …]",
        "Moves components one after another, or players, units and stuff. `top of` or `bottom of` may stand before the place, `in any order` at the end; `all` and `N of GROUP` before stuff.",
        "move top 2 of deck to me.hand  move c to bottom of deck down  move 1 red from me to supply",
    ),
    statement(
        "swap",
        "swap THING with THING",
        "Two cards, the contents of two zones, or the places of two players or units.",
        "swap top of deck with top of discard",
    ),
    statement("turn", "turn SET up | down | over", "Turns components where they lie.", "turn c up  turn me.table over"),
    statement("flip", "flip ZONE", "Turns a whole pile around: the order too.", "flip deck"),
    statement(
        "shuffle",
        "shuffle ZONE",
        "Makes the order unknown. It comes into being when somebody looks.",
        "shuffle deck",
    ),
    statement(
        "remember",
        "remember THING in MEMORY",
        "Adds to a list that the manifest declares under `[memory]`.",
        "remember c in me.met",
    ),
    statement(
        "forget",
        "forget THING in MEMORY",
        "Takes it out again; `forget MEMORY` empties the whole list.",
        "forget c in me.met  forget me.met",
    ),
    statement(
        "pay",
        "pay NUMBER COUNTER [as NAME] [says …]",
        "All or nothing; where it cannot be paid, the action cannot be done. With `as`, the name is what was paid. A bundle or `N of GROUP` may be paid too.",
        "pay price(me, c) stone as spent  if spent.red > 0 { gain 1 points }",
    ),
    statement(
        "needs",
        "needs CONDITION",
        "Without it the action or ability cannot be done and is not offered.",
        "needs count of me.table < 3",
    ),
    statement(
        "must",
        "must { … }",
        "In full or not at all: where it cannot be done in full, the action cannot be done. One statement needs no braces.",
        "must { choose exactly 2 costs from me.hand  move costs to discard }",
    ),
    statement(
        "may",
        "may [says …] { … } [then { … }] [else { … }]",
        "The doer decides whether to do it, in full. `then` follows if it was done, `else` if not. `says` is the question that players read.",
        "may { pay 1 red } then { draw(1) } else { gain 1 points }",
    ),
    statement(
        "do",
        "do { … } then { … } [else { … }]",
        "Does the first block in full or not at all; `then` follows if it was done, `else` if not.",
        "do { pay 1 red } then { gain 3 points }",
    ),
    statement("look", "look at SET", "Only the doer sees them.", "look at top 3 of deck"),
    statement(
        "reveal",
        "reveal SET [to PLAYER]",
        "Everybody sees them, or only those after `to`.",
        "reveal me.hand to p",
    ),
    statement(
        "tell",
        "tell PLAYER which of SET has CONDITION",
        "Somebody learns for which things something is true, and nothing more of them.",
        "tell p which of me.hand has .family is fire",
    ),
    statement("hide", "hide SET", "What was seen of them is seen no more.", "hide me.table"),
    statement(
        "random",
        "random [NUMBER] NAME from SET [weighted NUMBER] [with repeats] [seen by PLAYERS]",
        "Chance picks. `weighted` gives each thing a weight, `with repeats` may give the same one again. Of what is no card, \
         `seen by` says who learns it; of a card that follows from where it lies.",
        "random x from me.hand  move x to discard",
    ),
    statement(
        "roll",
        "roll NUMBER DICE as NAME [seen by PLAYERS]",
        "Rolls dice of the manifest; the name is the rolled dice. `seen by` says who learns the faces.",
        "roll 2 combat as dice seen by me  gain dice.total points",
    ),
    statement(
        "reroll",
        "reroll NAME [where CONDITION]",
        "Rolls dice again, or only some of them.",
        "roll 2 combat as dice  reroll dice where .face < 3",
    ),
    statement(
        "if",
        "if CONDITION { … } [else if CONDITION { … }] [else { … }]",
        "Does the first block whose condition is true.",
        "if me.points > 3 { draw(1) } else { draw(2) }",
    ),
    statement(
        "match",
        "match VALUE { 1 { … } 2..4 { … } fire { … } 12 or more { … } else { … } }",
        "Does the first row that fits.",
        "match c.family { fire { gain 2 points } else { gain 1 points } }",
    ),
    statement(
        "for",
        "for each NAME in SET [where CONDITION] [in any order [says …]] { … }",
        "Once for each thing, in its order; `following ORDER` sorts, `in any order` lets the doer pick the next one.",
        "for each q in players following turn_order { draw(1) by q }",
    ),
    statement(
        "repeat",
        "repeat NUMBER { … }, or repeat while CONDITION { … }",
        "Again and again; `repeat at most N while C` has both. `stop` leaves it.",
        "repeat 3 { gain 1 points }  repeat at most 5 while me.power > 0 { lose 1 power }",
    ),
    statement(
        "stop",
        "stop",
        "Leaves the innermost `repeat`, `for each` or `offer repeatedly`.",
        "repeat 3 { if me.power is 0 { stop } lose 1 power }",
    ),
    statement(
        "let",
        "let NAME is VALUE",
        "A name for a value, up to the end of the block.",
        "let most_cost is highest of .cost over me.hand  gain most_cost points",
    ),
    statement(
        "with",
        "with NAME from SET { … } [else { … }]",
        "The first of a set by name; `else` if there is none.",
        "with x from (me.hand where .cost > 2) { move x to discard } else { draw(1) }",
    ),
    statement(
        "run",
        "run CARD.ABILITY [as this]",
        "Does an ability of a card; `as this`, as if it stood on this card.",
        "run c.play",
    ),
    statement(
        "give",
        "give VALUE",
        "Hands something back from an action that `gives` something, and ends the action.",
        "action pick_one() gives imp { choose x from me.hand  give x }",
    ),
    statement(
        "together",
        "together each NAME in SET { … }",
        "All decide at once, without seeing what the others decide.",
        "together each q in players { choose x from q.hand by q  move x to q.table by q }",
    ),
    statement(
        "window",
        "window NAME(…) [for PLAYER | following ORDER]",
        "Opens a window: cards that answer it may be played until all pass.",
        "window rolled(2) following turn_order",
    ),
    statement(
        "at",
        "at once { … }",
        "Rules that hold always wait until the whole block is done.",
        "at once { gain 1 red  gain 1 blue }",
    ),
    statement("later", "later { … }", "Runs at the end of the outermost ability.", "later { draw(1) }"),
    statement(
        "until",
        "until end of turn [, once] { hooks }",
        "Hooks that are live for a time, wherever the card goes; with `, once`, the block is over when one of them has run.",
        "until end of turn, once { after draw by me { gain 1 points } }",
    ),
    statement(
        "proceed",
        "proceed [with NAME is VALUE]",
        "In `instead of`: goes on with the original, with changed parameters.",
        "instead of draw where n > 2 { proceed with n is 2 }",
    ),
    statement("eliminate", "eliminate PLAYER", "Out of the game.", "eliminate p"),
    statement(
        "end",
        "end turn, end PHASE, or end game [among SET | won by SET | lost \"why\" fr \"pourquoi\"]",
        "Ends the turn, a phase or the game, at the next settle point.",
        "if me.points > 9 { end game won by me } else { end turn }",
    ),
    statement("finish", "finish after round", "The game ends when this round is over.", "finish after round"),
    statement(
        "body",
        "body, or body(VALUE)",
        "In a keyword: the block that it was written with.",
        "keyword twice { body body }",
    ),
];

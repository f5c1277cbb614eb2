//! What options and cards on offer cost, in words, and which options are gambles, as far as whoever is asked knows.

use std::collections::BTreeMap;

use super::Viewer;
use super::printed;
use crate::ids::*;
use crate::program::nouns::{ABSENT, Owner, Word};
use crate::program::{Gamble, OptionInfo, PaidIn, Price, Program};
use crate::state::State;
use crate::state::stack::*;
use crate::trace::{bundle, state_label, stuff_pieces};
use crate::vm::{Machine, Pool, knows};
use crate::words::Phrase;

/// Reckons prices on a copy of the table.
pub(crate) struct Prices<'p> {
    program: &'p Program,
    state: State,
    pool: Pool,
}

impl<'p> Prices<'p> {
    /// For a question, on the table as its lane sees it.
    pub fn of_question(program: &'p Program, state: &State, lane: Option<usize>) -> Prices<'p> {
        let mut state = state.clone();
        if let Some(stack) = lane.and_then(|lane| state.lanes.get(lane)).cloned() {
            state.stack = stack;
        }
        Prices { program, state, pool: Pool::default() }
    }

    /// What taking an option costs; nothing where it costs nothing, or where that is not known.
    pub fn option(&mut self, option: &OptionInfo, choice: Choice) -> Option<String> {
        let price = price_of(self.program, option)?;
        let mut machine = Machine::new(self.program, &mut self.state, &mut self.pool, None);
        let (me, args) = machine.would_do(option, choice);
        self.price(price, me, &args)
    }

    /// Whether what an option does turns on something that whoever is asked does not know yet.
    pub fn is_gamble(&mut self, option: &OptionInfo, choice: Choice) -> bool {
        let gambles = gambles_of(self.program, option);
        let mut machine = Machine::new(self.program, &mut self.state, &mut self.pool, None);
        let (me, args) = machine.would_do(option, choice);
        let Some(seat) = usize::try_from(me).ok().and_then(|me| self.program.nouns.actors.get(me)?.seat) else {
            return false;
        };
        let first = args.first().and_then(|arg| u16::try_from(*arg).ok()).map(ComponentId);
        let of_card = |ability: AbilityId| {
            let card = first.filter(|card| knows(self.program, &self.state, Some(seat), *card))?;
            let design = self.state.card(card)?.design;
            self.program.ability(design, ability)
        };
        let all: Vec<Gamble> = gambles
            .iter()
            .flat_map(|gamble| match gamble {
                Gamble::Ability(ability) => of_card(*ability).map_or(&[][..], |info| &info.gambles),
                other => std::slice::from_ref(other),
            })
            .copied()
            .collect();
        all.into_iter().any(|gamble| self.turns_out(gamble, me, seat))
    }

    fn turns_out(&mut self, gamble: Gamble, me: Word, seat: SeatId) -> bool {
        let Gamble::Unknown(question) = gamble else { return gamble == Gamble::Chance };
        let Some(question) = self.program.questions.get(question) else { return false };
        let mut machine = Machine::new(self.program, &mut self.state, &mut self.pool, None);
        // What cannot even be asked is not known, either.
        let Some(cards) = machine.asked_by(question, me, &[]) else { return true };
        let cards = cards.iter().filter_map(|card| u16::try_from(*card).ok()).map(ComponentId);
        cards.into_iter().any(|card| !knows(self.program, &self.state, Some(seat), card))
    }

    fn price(&mut self, price: &Price, me: Word, args: &[Reg]) -> Option<String> {
        if me == ABSENT || args.contains(&NONE) {
            return None;
        }
        let mut parts = Vec::new();
        for payment in &price.payments {
            let question = self.program.questions.get(payment.question)?;
            let mut machine = Machine::new(self.program, &mut self.state, &mut self.pool, None);
            let words = machine.asked_by(question, me, args)?;
            parts.extend(in_words(self.program, payment.what, &words)?);
        }
        Some(if parts.is_empty() { self.program.word(Phrase::Free) } else { parts.join(", ") })
    }
}

/// The option of an offer that a choice takes.
pub(crate) fn option_of<'p>(program: &'p Program, pending: &Pending, choice: Choice) -> Option<&'p OptionInfo> {
    if pending.question != Question::Offer || choice.tag == DECLINE {
        return None;
    }
    program.offers.get(pending.info as usize)?.options.get(choice.tag as usize)
}

fn gambles_of<'p>(program: &'p Program, option: &'p OptionInfo) -> &'p [Gamble] {
    match option.action {
        Some((action, ..)) => program.actions.get(action.index()).map_or(&[], |info| &info.gambles),
        None => &option.gambles,
    }
}

/// Whether there is something to reckon about an option.
pub(crate) fn matters(program: &Program, option: &OptionInfo) -> bool {
    price_of(program, option).is_some() || !gambles_of(program, option).is_empty()
}

/// What it costs to take an option, if that is known at all.
pub(crate) fn price_of<'p>(program: &'p Program, option: &'p OptionInfo) -> Option<&'p Price> {
    match option.action {
        Some((action, ..)) => program.actions.get(action.index())?.price.as_ref(),
        None => option.price.as_ref(),
    }
}

/// One payment: no part where it comes to nothing, `None` where it is absent.
fn in_words(program: &Program, what: PaidIn, words: &[Word]) -> Option<Option<String>> {
    let number = words.first().copied().unwrap_or(ABSENT);
    if what == PaidIn::Bundle {
        let paid = words.iter().any(|amount| *amount > 0);
        return (number != ABSENT).then(|| paid.then(|| bundle(program, words)));
    }
    if number == ABSENT {
        return None;
    }
    let nouns = &program.nouns;
    let text = match what {
        PaidIn::Counter(id) => {
            nouns.states.get(id.index()).map(|def| format!("{number} {}", state_label(program, def, number)))
        }
        PaidIn::Stuff(id) => Some(stuff_pieces(program, id, number)),
        PaidIn::Group(id) => nouns.stuff_groups.get(id.index()).map(|group| {
            let worth = |id: &StuffId| nouns.stuff.get(id.index()).is_some_and(|stuff| stuff.worth != 1);
            // Pieces that are worth more than one are not counted: what they are worth is.
            let counted = group.worth.is_none() && !group.members.iter().any(worth);
            match counted {
                true => format!("{number} {}", group.labels.counted(program.language, number)),
                false => program.say(Phrase::WorthIn, &[&number, &group.labels.many(program.language)]),
            }
        }),
        PaidIn::Bundle => None,
    };
    Some(text.filter(|_| number > 0))
}

/// What is told beside a name: a price, what else is printed on the card and matters there, and how sure it is.
pub(crate) fn beside(parts: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What a viewer reads beside the cards that are on offer: where `in_options` tells an attribute of them, that or the price that is
/// reckoned from it.
pub(crate) fn on_the_table(program: &Program, state: &State, viewer: Viewer) -> BTreeMap<ComponentId, String> {
    let nouns = &program.nouns;
    let mut told = BTreeMap::new();
    let shows = |zone: ZoneId| nouns.attributes.iter().any(|attribute| attribute.in_options.contains(&zone));
    let mut prices = None;
    for (place, def) in nouns.places.iter().enumerate().filter(|(_, def)| shows(def.zone)) {
        let buyer = buyer(program, viewer, def.owner);
        let priced = program.on_offer.iter().filter(|(zone, _)| *zone == def.zone).map(|(_, action)| *action);
        let priced: Vec<ActionId> = priced.filter(|_| buyer.is_some()).collect();
        for card in state.cards_in(PlaceId::from_index(place)).filter(|card| viewer.knows(program, state, *card)) {
            let mut texts: Vec<String> = Vec::new();
            let mut reckoned: &[AttributeId] = &[];
            for action in &priced {
                let price = program.actions.get(action.index()).and_then(|info| info.price.as_ref());
                let Some((price, me)) = price.zip(buyer) else { continue };
                let prices = prices.get_or_insert_with(|| Prices::of_question(program, state, None));
                if tells(program, state, card, &price.attributes)
                    && let Some(text) = prices.price(price, me, &[reg(Word::from(card.0))])
                {
                    reckoned = &price.attributes;
                    if !texts.contains(&text) {
                        texts.push(text);
                    }
                }
            }
            let price = (!texts.is_empty()).then(|| texts.join(program.word(Phrase::Or).as_str()));
            let printed = printed::beside(program, state, card, reckoned);
            told.extend(beside([price, printed]).map(|text| (card, text)));
        }
    }
    told
}

/// Whether one of these attributes is told of a card where it lies.
fn tells(program: &Program, state: &State, card: ComponentId, attributes: &[AttributeId]) -> bool {
    let place = state.card(card).and_then(|card| program.nouns.places.get(card.place.index()));
    let told = |id: &AttributeId| {
        let attribute = program.nouns.attributes.get(id.index());
        attribute.zip(place).is_some_and(|(attribute, place)| attribute.in_options.contains(&place.zone))
    };
    attributes.iter().any(told)
}

/// Who would buy what lies in a place: the viewer, where it is nobody else's.
fn buyer(program: &Program, viewer: Viewer, owner: Owner) -> Option<Word> {
    let Viewer::Seat(seat) = viewer else { return None };
    let own = |actor: usize| program.nouns.actors.get(actor).is_some_and(|a| a.seat.is_some_and(|s| s.index() == seat));
    let actor = match owner {
        Owner::Actor(actor) => Some(actor.index()).filter(|actor| own(*actor)),
        Owner::Seat(owner) if owner.index() != seat => None,
        _ => (0..program.nouns.actors.len()).find(|actor| own(*actor)),
    };
    actor.and_then(|actor| Word::try_from(actor).ok())
}

//! Whether somebody sees something: what is expected is held against what the view of the table shows.

use super::options::place_path;
use super::{Failure, Run, Runner};
use crate::ids::*;
use crate::play::Viewer;
use crate::program::nouns::scenarios::{Looker, Seen, SeenKind};
use crate::program::nouns::{ABSENT, Class, StateKind, Type, Word};
use crate::state::State;
use crate::trace::{card_name, is_secret, word_name};

/// What is looked at, of which some is seen.
struct Looked {
    /// Whether it is all seen, and whether none of it is.
    all: bool,
    none: bool,
    /// What there is to see and what is seen of it, in words.
    words: String,
}

impl Runner<'_> {
    /// `expect p2 sees …`, `expect p2 cannot see …`
    pub(super) fn sees(&self, who: Looker, yes: bool, seen: &Seen<usize>) -> Run<()> {
        let viewer = match who {
            Looker::Seat(seat) => Viewer::Seat(seat.index()),
            Looker::Spectators => Viewer::Spectator,
        };
        let own = self.game.seen_by(viewer);
        let state = own.as_ref();
        let looked = match &seen.kind {
            SeenKind::Cards(cards) => self.looks_at_cards(viewer, state, seen, &self.cards_of(*cards)?)?,
            SeenKind::Design(design) => self.looks_for(viewer, state, *design),
            SeenKind::State { state: id, bearer } => {
                let bearer = bearer.map_or(Ok(0), |bearer| self.ask_word(bearer))?;
                self.looks_at_state(viewer, state, *id, bearer)
            }
            SeenKind::Count(zone) => self.looks_at_count(viewer, state, &self.cards_of(*zone)?),
        };
        if if yes { looked.all } else { looked.none } {
            return Ok(());
        }
        let who = match who {
            Looker::Seat(seat) => crate::play::seat_name(self.program, seat.index()),
            Looker::Spectators => "a spectator".to_owned(),
        };
        let message = match (yes, looked.none) {
            (true, true) => format!("{who} does not see this"),
            (true, false) => format!("{who} does not see all of this"),
            (false, _) => format!("{who} sees this"),
        };
        Err(Failure { span: seen.span, message, help: Some(looked.words) })
    }

    /// The cards that an expression stands for: those of a zone, one, or several.
    fn cards_of(&self, question: usize) -> Run<Vec<ComponentId>> {
        let words = self.ask(question)?;
        let zone = self.program.questions.get(question).is_some_and(|question| question.ty == Type::Zone);
        let numbers = words.iter().filter(|word| **word != ABSENT).filter_map(|word| u16::try_from(*word).ok());
        Ok(if zone {
            numbers.flat_map(|place| self.game.state.cards_in(PlaceId(place)).collect::<Vec<_>>()).collect()
        } else {
            numbers.map(ComponentId).collect()
        })
    }

    fn looks_at_cards(&self, viewer: Viewer, state: &State, seen: &Seen<usize>, cards: &[ComponentId]) -> Run<Looked> {
        if cards.is_empty() {
            let message = "there is no card here that could be seen or not".into();
            return Err(Failure { span: seen.span, message, help: Some("lay one there by `given`".into()) });
        }
        let known: Vec<ComponentId> =
            cards.iter().copied().filter(|card| viewer.knows(self.program, state, *card)).collect();
        let names: Vec<String> = known.iter().map(|card| self.card_and_place(state, *card)).collect();
        let total = if cards.len() == 1 { "of one card".to_owned() } else { format!("of {} cards", cards.len()) };
        let words = match names.is_empty() {
            true => format!("{total}, none is seen"),
            false => format!("{total}, these are seen: {}", names.join(", ")),
        };
        Ok(Looked { all: known.len() == cards.len(), none: known.is_empty(), words })
    }

    /// Whether any card of a design is seen, wherever it lies.
    fn looks_for(&self, viewer: Viewer, state: &State, design: DesignId) -> Looked {
        let cards = (0..state.cards.len()).map(ComponentId::from_index);
        let of_design = cards.filter(|card| state.card(*card).is_some_and(|c| c.group == 0 && c.design == design));
        let seen: Vec<ComponentId> = of_design.filter(|card| viewer.knows(self.program, state, *card)).collect();
        let names: Vec<String> = seen.iter().map(|card| self.card_and_place(state, *card)).collect();
        let words = match names.is_empty() {
            true => "no card of this name is seen, wherever it lies".to_owned(),
            false => format!("it is seen: {}", names.join(", ")),
        };
        Looked { all: !seen.is_empty(), none: seen.is_empty(), words }
    }

    fn card_and_place(&self, state: &State, card: ComponentId) -> String {
        let place = state.card(card).map_or_else(String::new, |c| place_path(self.program, c.place));
        format!("{} in {place}", card_name(self.program, state, card))
    }

    fn looks_at_state(&self, viewer: Viewer, state: &State, id: StateId, bearer: Word) -> Looked {
        let program = self.program;
        let Some(def) = program.nouns.states.get(id.index()) else {
            return Looked { all: false, none: true, words: String::new() };
        };
        let value = state.read(def.first_slot + u32::try_from(bearer).unwrap_or(u32::MAX));
        let known = |card: Word| {
            let card = u16::try_from(card).ok().map(ComponentId);
            card.is_none_or(|card| viewer.knows(program, state, card))
        };
        let ty = match &def.kind {
            StateKind::Value(ty) => ty.clone(),
            StateKind::Flag => Type::Bool,
            StateKind::Counter { .. } => Type::Number,
        };
        // What lies on a card that is not seen is not seen either, nor which unseen card is noted.
        let bearer_seen = def.on != Class::Component || known(bearer);
        let value_seen = !matches!(ty, Type::Component(_)) || value == ABSENT || known(value);
        let seen = !is_secret(program, viewer, id, bearer) && bearer_seen && value_seen;
        let is = word_name(program, state, &ty, value);
        let words = if seen { format!("it is seen to be {is}") } else { format!("it is {is}, and hidden") };
        Looked { all: seen, none: !seen, words }
    }

    /// The number of cards is hidden where the zone says so, and none of them is seen.
    fn looks_at_count(&self, viewer: Viewer, state: &State, cards: &[ComponentId]) -> Looked {
        let secret = cards.first().and_then(|card| state.card(*card)).is_some_and(|card| {
            let place = self.program.nouns.places.get(card.place.index());
            place.and_then(|place| self.program.nouns.zones.get(place.zone.index())).is_some_and(|zone| zone.secret)
        });
        let seen = !secret || cards.iter().any(|card| viewer.knows(self.program, state, *card));
        let words = format!("there are {}, and that is {}", cards.len(), if seen { "seen" } else { "hidden" });
        Looked { all: seen, none: !seen, words }
    }
}

//! What a game calls its things, as far as it can be seen before anything is read. Only messages look at it: they
//! say what to write with the names of the game.

/// The names of a game.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub kinds: Vec<String>,
    pub zones: Vec<KnownZone>,
    /// Counters, flags and stuff of players.
    pub counters: Vec<String>,
    /// Flags of cards.
    pub card_flags: Vec<String>,
    pub dice: Vec<String>,
    /// Attributes of cards that are numbers.
    pub numbers_on_cards: Vec<String>,
    pub actions: Vec<KnownAction>,
}

/// A zone, and what tells a hand from a deck.
#[derive(Clone, Debug, Default)]
pub struct KnownZone {
    pub name: String,
    pub per_player: bool,
    pub face_down_pile: bool,
    pub for_its_owner: bool,
}

/// An action or keyword, and the types of its parameters.
#[derive(Clone, Debug, Default)]
pub struct KnownAction {
    pub name: String,
    pub params: Vec<String>,
}

impl Known {
    /// The zone of a name, or nothing.
    pub fn zone(&self, name: &str) -> Option<&KnownZone> {
        self.zones.iter().find(|zone| zone.name == name)
    }

    /// The action of a name, or nothing.
    pub fn action(&self, name: &str) -> Option<&KnownAction> {
        self.actions.iter().find(|action| action.name == name)
    }

    /// Where somebody's hand lies, as a script writes it.
    pub fn hand(&self, who: &str) -> String {
        let hand = self.zone("hand").or_else(|| self.zones.iter().find(|zone| zone.for_its_owner && zone.per_player));
        hand.map_or_else(|| format!("{who}.hand"), |zone| zone.written(who))
    }

    /// Where cards are drawn from.
    pub fn deck(&self, who: &str) -> String {
        let deck = self.zone("deck").or_else(|| self.zones.iter().find(|zone| zone.face_down_pile));
        deck.map_or_else(|| "deck".to_owned(), |zone| zone.written(who))
    }

    /// Where cards go that are done with.
    pub fn discard(&self, who: &str) -> String {
        let last =
            |zone: &&KnownZone| ["discard", "grave", "trash", "scrap"].iter().any(|word| zone.name.contains(word));
        self.zones.iter().find(last).map_or_else(|| "discard".to_owned(), |zone| zone.written(who))
    }
}

impl KnownZone {
    /// `deck`, or `me.hand` where each player has one.
    pub fn written(&self, who: &str) -> String {
        if self.per_player { format!("{who}.{}", self.name) } else { self.name.clone() }
    }
}

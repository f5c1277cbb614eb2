//! What a bag holds, beside its cards, while several of them are drawn or all are mixed.

use crate::ids::DesignId;

/// How many cards a bag may have to be gathered.
pub(crate) const MOST_GATHERED: usize = 127;

/// What stands where a design was taken out.
pub(super) const TAKEN: DesignId = DesignId(u16::MAX);

/// Designs, one for each card, in rising order once they are sorted.
pub(crate) struct Gathered {
    designs: [DesignId; MOST_GATHERED],
    len: usize,
}

impl Default for Gathered {
    fn default() -> Self {
        Gathered { designs: [DesignId(0); MOST_GATHERED], len: 0 }
    }
}

impl Gathered {
    #[inline]
    pub fn designs(&self) -> &[DesignId] {
        self.designs.get(..self.len).unwrap_or_default()
    }

    /// Adds one, as far as there is room.
    #[inline]
    pub fn push(&mut self, design: DesignId) {
        if let Some(place) = self.designs.get_mut(self.len) {
            *place = design;
            self.len += 1;
        }
    }

    /// Puts all in rising order.
    pub fn sort(&mut self) {
        self.designs.get_mut(..self.len).unwrap_or_default().sort_unstable();
    }

    /// Takes out what stands there; the others stay where they stand.
    #[inline]
    pub fn take(&mut self, at: usize) -> DesignId {
        self.designs.get_mut(at).map_or(TAKEN, |place| std::mem::replace(place, TAKEN))
    }
}

/// The same by design: how many there are of each, in rising order.
pub(crate) struct Counted {
    designs: [(DesignId, u16); MOST_GATHERED],
    len: usize,
    cards: u16,
}

impl Counted {
    /// What was gathered, in rising order.
    pub fn of(bag: &Gathered) -> Counted {
        let mut counted = Counted { designs: [(TAKEN, 0); MOST_GATHERED], len: 0, cards: bag.len as u16 };
        let equal = bag.designs().chunk_by(|a, b| a == b);
        for (place, equal) in counted.designs.iter_mut().zip(equal) {
            *place = (equal.first().copied().unwrap_or(TAKEN), equal.len() as u16);
            counted.len += 1;
        }
        counted
    }

    /// How many cards there are, and the largest number that divides how many there are of each design.
    pub fn cards(&self) -> (u16, u16) {
        let mut common = 0;
        for (_, count) in self.left() {
            common = greatest_divisor(*count, common);
            if common == 1 {
                break;
            }
        }
        (self.cards, common.max(1))
    }

    /// Whether there is more than one design.
    pub fn differ(&self) -> bool {
        self.left().nth(1).is_some()
    }

    /// Takes out the one of this number.
    pub fn take(&mut self, number: usize) -> DesignId {
        let mut before = number;
        for (design, count) in self.designs.iter_mut().take(self.len) {
            let Some(rest) = before.checked_sub((*count).into()) else {
                (*count, self.cards) = (*count - 1, self.cards - 1);
                return *design;
            };
            before = rest;
        }
        TAKEN
    }

    /// What is left, one by one.
    pub fn gathered(&self) -> Gathered {
        let mut bag = Gathered::default();
        self.left().for_each(|(design, count)| (0..*count).for_each(|_| bag.push(*design)));
        bag
    }

    fn left(&self) -> impl Iterator<Item = &(DesignId, u16)> {
        self.designs.iter().take(self.len).filter(|(_, count)| *count > 0)
    }
}

/// The greatest number that divides both.
pub(super) fn greatest_divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

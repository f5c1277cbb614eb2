//! A short number of what was said by the names of the script: the same on every platform, in every language and by every
//! compiler of scripts.

use crate::state::keys::mix;

/// Grows with what is said to it; what is said first counts otherwise than what is said later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0x6469_6765_7374_7331)
    }
}

impl Digest {
    pub fn number(&mut self, number: i64) {
        self.0 = mix(self.0, number as u64);
    }

    pub fn text(&mut self, text: &str) {
        for part in text.as_bytes().chunks(8) {
            self.0 = mix(self.0, part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
        self.0 = mix(self.0, text.len() as u64);
    }

    /// Several, in whatever order they come.
    pub fn unordered(&mut self, mut parts: Vec<Digest>) {
        parts.sort_unstable_by_key(|part| part.0);
        self.ordered(&parts);
    }

    pub fn ordered(&mut self, parts: &[Digest]) {
        parts.iter().for_each(|part| self.0 = mix(self.0, part.0));
        self.0 = mix(self.0, parts.len() as u64);
    }

    /// As it stands in saves.
    pub fn word(self) -> String {
        format!("{:08x}", (self.0 ^ self.0 >> 32) as u32)
    }
}

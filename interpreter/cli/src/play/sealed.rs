//! Answers on a command line: by number, or sealed where somebody at the same screen must not read them.

use std::str::FromStr;

use cardwright::rng::GameRng;

/// What sealed answers begin with.
const SEAL: &str = "sealed:";
/// Keeps the numbers that seal apart from those of the match, which come from the same seed.
const SEALING: u64 = 0x7365_616c_7365_616c;
/// Says whether they were sealed for this seed.
const MARK: [u8; 2] = [0x5e, 0xa1];

/// Answers as they stand on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    Open(Vec<usize>),
    Sealed(Vec<u8>),
}

/// Answers that cannot be read by eye. This hides nothing from somebody who means to know: whoever has the seed can play the
/// game again.
pub fn seal(seed: u64, answers: &[usize]) -> String {
    let mut bytes = MARK.to_vec();
    for answer in answers {
        let mut answer = *answer;
        while answer > 0x7f {
            bytes.push((answer & 0x7f) as u8 | 0x80);
            answer >>= 7;
        }
        bytes.push(answer as u8);
    }
    mix(seed, &mut bytes);
    SEAL.to_owned() + &bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
}

impl Answers {
    /// The answers of a game with this seed; `None` where they were sealed for another one.
    pub fn open(&self, seed: u64) -> Option<Vec<usize>> {
        let mut bytes = match self {
            Answers::Open(answers) => return Some(answers.clone()),
            Answers::Sealed(bytes) => bytes.clone(),
        };
        mix(seed, &mut bytes);
        let mut answers = Vec::new();
        let (mut answer, mut shift) = (0usize, 0u32);
        for byte in bytes.strip_prefix(&MARK)? {
            answer |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                answers.push(answer);
                (answer, shift) = (0, 0);
            }
        }
        (shift == 0).then_some(answers)
    }

    /// Whether nobody may read them.
    pub fn sealed(&self) -> bool {
        matches!(self, Answers::Sealed(_))
    }
}

impl FromStr for Answers {
    type Err = String;

    fn from_str(text: &str) -> Result<Answers, String> {
        if let Some(hex) = text.strip_prefix(SEAL) {
            let byte = |at: usize| hex.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
            let bytes = (0..hex.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>();
            return bytes.map(Answers::Sealed).ok_or_else(|| "these sealed answers are not complete".to_owned());
        }
        let number = |word: &str| {
            word.trim().parse::<usize>().map_err(|_| format!("`{word}` is not the number of an option; write N,N…"))
        };
        text.split(',').map(number).collect::<Result<_, _>>().map(Answers::Open)
    }
}

fn mix(seed: u64, bytes: &mut [u8]) {
    let mut rng = GameRng::new(seed ^ SEALING, 0);
    for byte in bytes {
        *byte ^= rng.pick(256) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_answers_come_back_with_their_seed_only() {
        let answers = vec![1, 3, 127, 128, 70_000, 0];
        let text = seal(7, &answers);
        let read: Answers = text.parse().unwrap_or(Answers::Open(Vec::new()));
        assert!(read.sealed() && !text.contains(','), "{text}");
        assert_eq!(read.open(7), Some(answers));
        assert_eq!(read.open(8), None);
        assert_eq!("2,1".parse(), Ok(Answers::Open(vec![2, 1])));
        for broken in ["sealed:5", "sealed:zz", "sealed:é", "", "1,,2", "x"] {
            assert!(broken.parse::<Answers>().is_err(), "{broken}");
        }
    }
}

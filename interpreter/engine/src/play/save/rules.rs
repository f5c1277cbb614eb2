//! The files of the rules: a hash that does not depend on where they lie, and names that say nothing of a machine.

use crate::source::{FileKind, SourceFile, Sources};
use crate::state::keys::mix;

/// A stable hash of the files of the game (`None`) or of a pack. Ends of lines do not count, nor do names of files.
pub fn rules_hash(sources: &Sources, pack: Option<u16>) -> String {
    let files = sources.iter().filter(|(_, file)| file.pack == pack && is_rule(file));
    let hash = files.fold(0x6361_7264_7772_6967, |hash, (_, file)| mix(text_hash(hash, &file.text), file.kind as u64));
    format!("{hash:016x}")
}

/// Scenarios are about the rules, and no part of them.
pub(super) fn is_rule(file: &SourceFile) -> bool {
    file.kind != FileKind::Scenarios
}

fn text_hash(mut hash: u64, text: &str) -> u64 {
    let (mut word, mut count) = (0u64, 0u64);
    for byte in text.bytes().filter(|byte| *byte != b'\r') {
        word = word << 8 | u64::from(byte);
        count += 1;
        if count.is_multiple_of(8) {
            hash = mix(hash, word);
            word = 0;
        }
    }
    mix(mix(hash, word), count)
}

/// The name of a file from its root on: what stands before `games/` or `cards/` is nobody's business.
pub(super) fn portable(name: &str) -> String {
    let root = ["games/", "cards/"].iter().filter_map(|part| {
        let inside = name.rfind(&format!("/{part}")).map(|at| at + 1);
        inside.or_else(|| name.starts_with(part).then_some(0))
    });
    match root.max() {
        Some(at) => name.get(at..).unwrap_or(name).to_owned(),
        // A folder of its own: its name and the file's are enough.
        None if name.starts_with(['/', '.']) || name.contains(':') => {
            let parts: Vec<&str> = name.rsplit('/').take(2).collect();
            parts.into_iter().rev().collect::<Vec<_>>().join("/")
        }
        None => name.to_owned(),
    }
}

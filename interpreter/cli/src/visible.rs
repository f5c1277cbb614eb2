//! Text from outside, fit for a screen: control characters are shown, never sent. Pure: text → text.

use std::borrow::Cow;

/// Whether a character could move the cursor, change the terminal or turn the direction of writing. Line breaks and tabs only
/// lay text out.
pub fn is_control(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// A text without control characters: `␛` for ESC, `\u{9b}` for those that have no sign.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |c, out| match u32::from(c) {
        code @ 0..0x20 => out.extend(char::from_u32(0x2400 + code)),
        0x7f => out.push('\u{2421}'),
        code => out.push_str(&format!("\\u{{{code:x}}}")),
    })
}

/// The same for a text that was coloured here: its colours stay, and nothing else.
pub fn visible_in_colour(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        let (before, sequence) = rest.split_at(at);
        out.push_str(&visible(before));
        let length = colour(sequence).unwrap_or(1);
        let (sequence, after) = sequence.split_at(length);
        match length {
            1 => out.push_str(&visible(sequence)),
            _ => out.push_str(sequence),
        }
        rest = after;
    }
    out + &visible(rest)
}

/// JSON in which control characters that JSON would allow are escaped, too: it means the same.
pub fn visible_json(text: &str) -> Cow<'_, str> {
    replaced(text, |c, out| out.push_str(&format!("\\u{:04x}", u32::from(c))))
}

/// The length of a sequence that sets colours, `ESC [ 1 ; 31 m`, where a text begins with one.
fn colour(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\x1b[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner.get(end..)?.starts_with('m').then_some("\x1b[".len() + end + 1)
}

fn replaced(text: &str, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars() {
        if is_control(c) { write(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_signs_and_the_rest_stays() {
        assert_eq!(visible("a\x1b]0;title\x07b\r\u{7f}"), "a␛]0;title␇b␍␡");
        assert_eq!(visible("\u{9b}31m \u{202e}abc\u{2028}"), "\\u{9b}31m \\u{202e}abc\\u{2028}");
        assert!(matches!(visible("Épée\n\t→ 🂡"), Cow::Borrowed(_)));
    }

    #[test]
    fn colours_stay_where_they_were_made_here() {
        assert_eq!(visible_in_colour("\x1b[1;31merror\x1b[0m \x1b[2J\x1b"), "\x1b[1;31merror\x1b[0m ␛[2J␛");
    }

    #[test]
    fn json_means_the_same_afterwards() {
        let text = serde_json::to_string("a\u{9b}\u{202e}\x1b\n").unwrap_or_default();
        let safe = visible_json(&text);
        assert!(!safe.contains(is_control), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).ok(), Some("a\u{9b}\u{202e}\x1b\n".to_owned()));
    }
}

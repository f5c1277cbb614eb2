//! What is said about each mistake: code, message, the text pointed at, help.
use crate::load;
#[test]
fn placeholder() {
    let _ = load("", &[], &[]);
}

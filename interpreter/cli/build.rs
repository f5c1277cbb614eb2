//! Builds again when a shipped game changes: the folders are embedded in the binary.

fn main() {
    for folder in ["games", "cards", "tests/scenarios"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}

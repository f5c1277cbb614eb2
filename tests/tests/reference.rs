//! The reference pages are as the tables say. To write them anew:
//! `CARDWRIGHT_UPDATE_DOCS=1 cargo test -p cardwright-tests --test reference`

use std::path::Path;

use cardwright::{manifest, reference};

/// The page in the file is the page from the tables.
#[track_caller]
fn fresh(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language").join(name);
    if std::env::var_os("CARDWRIGHT_UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a page lies in a folder")).expect("the folder can be made");
        std::fs::write(&path, page).expect("the page can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let line = stored.lines().zip(page.lines()).position(|(a, b)| a != b).map_or(stored.lines().count(), |n| n) + 1;
    assert!(
        stored == page,
        "docs/language/{name} is stale from line {line} on; write it anew with\n\
         CARDWRIGHT_UPDATE_DOCS=1 cargo test -p cardwright-tests --test reference"
    );
}

#[test]
fn language_page_is_fresh() {
    fresh("reference.md", &reference::language());
}

#[test]
fn manifest_page_is_fresh() {
    fresh("manifest-reference.md", &reference::manifest());
}

#[test]
fn diagnostics_page_is_fresh() {
    fresh("diagnostics.md", &reference::diagnostics());
}

#[test]
fn manifest_page_has_every_section() {
    let mut told: Vec<&str> = manifest::keys::SECTIONS.iter().map(|section| section.name).collect();
    let mut read = manifest::lower::SECTIONS.to_vec();
    told.sort_unstable();
    read.sort_unstable();
    assert_eq!(told, read);
}

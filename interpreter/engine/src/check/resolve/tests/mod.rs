//! What resolving makes of small manifests, table by table, and what it says of each mistake.

use std::collections::BTreeSet;

use super::fixture::*;
use super::resolve;
use crate::check::items::Items;
use crate::check::layers::collect;
use crate::check::symbols::{Noun, Symbols};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::model::Manifest;
use crate::program::nouns::Nouns;
use crate::syntax::ast::{Item, Script};

mod actors;
mod boards;
mod designs;
mod heads;
mod kinds;
mod states;
mod zones;

fn items(list: Vec<Item>) -> Items {
    let mut findings = Findings::default();
    let items =
        collect(&[(None, Script { items: list, ..Script::default() })], &[], &[], &Default::default(), &mut findings);
    assert_eq!(codes(findings), []);
    items
}

/// Tables for two players, and all findings.
fn run(manifest: &Manifest, list: Vec<Item>) -> (Nouns, Symbols, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let (nouns, symbols) = resolve(manifest, &items(list), &Default::default(), 2, &mut findings);
    (nouns, symbols, findings.into_sorted())
}

/// Tables of a game without mistakes.
#[track_caller]
fn good(manifest: &Manifest, list: Vec<Item>) -> (Nouns, Symbols) {
    let (nouns, symbols, found) = run(manifest, list);
    assert_eq!(found, []);
    (nouns, symbols)
}

/// Codes and helps of a game with mistakes.
fn bad(manifest: &Manifest, list: Vec<Item>) -> Vec<(Code, String)> {
    let (_, _, found) = run(manifest, list);
    found.into_iter().map(|found| (found.code, found.help.unwrap_or_default())).collect()
}

#[track_caller]
fn only(manifest: &Manifest, list: Vec<Item>, code: Code) -> Diagnostic {
    let (_, _, found) = run(manifest, list);
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [code], "{found:#?}");
    found.into_iter().next().unwrap()
}

fn noun(symbols: &Symbols, name: &str) -> Option<Noun> {
    symbols.nouns.get(name).map(|declared| declared.what.clone())
}

#[test]
fn codes_are_listed_once() {
    let ids: BTreeSet<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(ids.len(), Code::ALL.len());
}

#[test]
fn an_empty_manifest_has_players_and_nothing_else() {
    let (nouns, symbols) = good(&Manifest::default(), vec![]);
    assert_eq!((nouns.actors.len(), nouns.seats.len(), nouns.states.len()), (2, 2, 1));
    assert_eq!(noun(&symbols, "players"), Some(Noun::Actors));
    assert_eq!((symbols.actor_kind.as_str(), symbols.actions.len()), ("player", 12));
}

#[test]
fn things_of_different_sorts_do_not_share_a_name() {
    let mut manifest = toy();
    manifest.counters = vec![counter("hand", "player")];
    let found = only(&manifest, vec![], Code::NameClash);
    assert_eq!(found.others.len(), 1);
    manifest.counters = vec![counter("fire", "player")];
    only(&manifest, vec![], Code::NameClash);
}

#[test]
fn words_of_the_language_are_not_nouns() {
    let mut manifest = toy();
    manifest.counters = vec![counter("top", "player"), counter("me", "player")];
    let found = bad(&manifest, vec![]);
    assert_eq!(found.iter().map(|found| found.0).collect::<Vec<_>>(), [Code::ReservedWord, Code::ReservedWord]);
}

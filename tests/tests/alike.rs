//! Who can share a screen without handing it over: found in the program of each game, not in its name.

use cardwright::load::{Request, load};
use cardwright::play::see_alike;
use cardwright::source::{FileKind, SourceFile, Sources};
use cardwright_tests::games;

fn alike(sources: &Sources) -> bool {
    let loaded = load(sources, &Request { players: Some(2), ..Request::default() });
    let program = loaded.unwrap_or_else(|findings| panic!("{findings:?}")).program;
    see_alike(&program, 0, 0) && see_alike(&program, 0, 1)
}

/// A game with all in the open, and lines that are added to it.
fn toy(manifest: &str, script: &str) -> Sources {
    let mut sources = Sources::default();
    let head = "[game]\nid = \"toy\"\nversion = \"0.1.0\"\nname = \"Toy\"\nplayers = 2\n\n[kind.imp]\nstarts_in = \"tray\"\n\n\
        [zone.tray]\nfaces = \"down\"\n\n[flow]\nturn = [\"act\"]\nround = [\"turn\"]\n";
    let body = format!("imp mouse {{ }}\nphase act {{ {script} end game }}\n");
    sources.add(SourceFile::new("game.toml", format!("{head}\n{manifest}"), FileKind::Manifest, None));
    sources.add(SourceFile::new("rules.card", body, FileKind::Script, None));
    sources
}

#[test]
fn shipped_games_hide_things_between_seats_or_not() {
    for game in games::names() {
        let open = ["tic-tac-toe", "the-loop"].contains(&game.as_str());
        assert_eq!(alike(&games::sources(&game)), open, "{game}");
    }
}

#[test]
fn whatever_lets_one_know_more_keeps_screens_apart() {
    let hand = "[zone.hand]\nper = \"player\"\nfaces = \"owner\"\n";
    let face = "[counter.face]\non = \"player\"\nmin = 0\nsecret = true\n";
    let open_face = "[counter.face]\non = \"game\"\nmin = 0\n";
    for (manifest, script, open) in [
        ("", "", true),
        ("", "reveal tray", true),
        ("", "reveal tray to opponents", false),
        ("", "look at tray", false),
        ("", "together each p in players { choose n from 1..2 }", false),
        (hand, "", false),
        (face, "", false),
        (open_face, "random n from 1..3   set face to n", true),
        (open_face, "random n from 1..3 seen by me   set face to n", false),
        ("[dice.die]\nfaces = [1, 2]\n", "roll 1 die as r seen by me   if r.total > 1 { reveal tray }", false),
        (&face.replace("\"player\"", "\"game\""), "", true),
    ] {
        assert_eq!(alike(&toy(manifest, script)), open, "{manifest}{script}");
    }
}

//! The examples of the book: Markdown pages → small games, and what must be true of each.
//!
//! A line above a block says what it is; the marks are comments, so readers do not see them.
//!
//! - `<!-- game: NAME -->`: a new game begins; every `toml` and `card` block that follows on the page belongs to it, until
//!   the next mark of this sort. `<!-- game: NAME on OTHER -->` begins with all the blocks of a game further up, and
//!   `<!-- game: NAME on games/OTHER -->` with a game of the repository.
//! - `<!-- pack: NAME -->`: blocks from here on belong to a pack of the game.
//! - `<!-- fragment -->`: the next block is only read, not made into a game.
//! - `<!-- error: E0250 -->`: the next block, added to the game for a moment, must give this error; a `text` block right
//!   after it must show the message. `<!-- error: E0250 instead -->`: the block takes the place of all those of its sort.
//! - `<!-- table: NAME -->`: the next `csv` block is the file `NAME.csv` of the game.
//! - `<!-- card: NAME -->`: the next `text` block is what `c NAME` shows in the game.
//! - `<!-- file: PATH -->`: readers write the next block into that file (`<!-- file: + PATH -->`: below what it holds). Such pages are
//!   followed to the letter by `interpreter/cli/tests/pages.rs`.
//! - `<!-- instead -->`: the next `toml` or `card` block takes the place of all those of its sort in the game.
//!
//! A game without `[game]` or `[flow]` gets the ones below: pages show only what they are about.

use cardwright::source::{FileKind, SourceFile, Sources};

use crate::games;

const GAME: &str = "[game]\nid = \"example\"\nname = \"Example\"\nplayers = [2, 3]\n";
const FLOW: &str = "[flow]\nturn = [\"act\"]\nrounds = 5\n";

/// One game of a page.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub name: String,
    /// The line of its first block.
    pub line: usize,
    pub manifest: String,
    pub script: String,
    /// Names and texts of its tables.
    pub tables: Vec<(String, String)>,
    /// Its name, `pack.toml` and script.
    pub pack: Option<(String, String, String)>,
}

/// What must be true.
#[derive(Debug)]
pub enum Claim {
    /// It checks and plays.
    Plays(Game),
    /// It cannot be checked, because of this; with the text shown to the reader.
    Fails { game: Game, code: String, shown: Option<String>, line: usize },
    /// `c NAME` shows this of a card.
    Shows { game: Game, card: String, text: String, line: usize },
    /// A script that can at least be read.
    Reads { text: String, line: usize },
    /// The page itself is wrong.
    Lost { line: usize, why: String },
}

/// What the next block is.
enum Next {
    Part,
    Fragment,
    Error(String),
    Table(String),
    Card(String),
    Instead,
}

/// All the claims of a page.
pub fn claims(page: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut done: Vec<Game> = Vec::new();
    let mut game: Option<Game> = None;
    let mut next = Next::Part;
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let line_number = at + 1;
        if let Some(mark) = line.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->")) {
            match mark.trim().split_once(": ").unwrap_or((mark.trim(), "")) {
                ("game", name) => {
                    done.extend(game.take());
                    let (name, base) = name.split_once(" on ").unwrap_or((name, ""));
                    let base = match base.strip_prefix("games/") {
                        Some(shipped) => Game::shipped(shipped),
                        None => done.iter().find(|g| g.name == base).cloned().unwrap_or_default(),
                    };
                    game = Some(Game { name: name.to_owned(), line: line_number, ..base });
                }
                ("pack", name) => {
                    if let Some(game) = &mut game {
                        game.pack = Some((name.to_owned(), String::new(), String::new()));
                    }
                }
                ("file", _) => {}
                ("fragment", _) => next = Next::Fragment,
                ("table", name) => next = Next::Table(name.to_owned()),
                ("instead", _) => next = Next::Instead,
                ("card", name) => next = Next::Card(name.to_owned()),
                ("error", code) => next = Next::Error(code.to_owned()),
                _ => claims.push(Claim::Lost { line: line_number, why: format!("unknown mark `{mark}`") }),
            }
            continue;
        }
        let Some(language) = line.strip_prefix("```") else { continue };
        let body: String =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").map(|l| format!("{l}\n")).collect();
        match language {
            "text" => {
                if let (Next::Card(card), Some(game)) = (&next, &game) {
                    claims.push(Claim::Shows { game: game.clone(), card: card.clone(), text: body, line: line_number });
                    next = Next::Part;
                } else if let Some(Claim::Fails { shown: shown @ None, .. }) = claims.last_mut() {
                    *shown = Some(body);
                }
                continue;
            }
            "csv" => {
                match (std::mem::replace(&mut next, Next::Part), &mut game) {
                    (Next::Table(name), Some(game)) => game.tables.push((name, body)),
                    _ => claims.push(Claim::Lost { line: line_number, why: "a table without a name".into() }),
                }
                continue;
            }
            "toml" | "card" => {}
            _ => continue,
        }
        let is_script = language == "card";
        match (std::mem::replace(&mut next, Next::Part), &mut game) {
            (Next::Fragment, _) if is_script => claims.push(Claim::Reads { text: body, line: line_number }),
            (Next::Fragment, _) => {}
            (Next::Part, Some(game)) => game.add(is_script, &body),
            (Next::Instead, Some(game)) => {
                if is_script { &mut game.script } else { &mut game.manifest }.clear();
                game.add(is_script, &body);
            }
            (Next::Error(code), Some(game)) => {
                let mut broken = game.clone();
                let (code, instead) = code.split_once(' ').map_or((code.clone(), false), |(c, _)| (c.into(), true));
                if instead {
                    if is_script { &mut broken.script } else { &mut broken.manifest }.clear();
                }
                broken.add(is_script, &body);
                claims.push(Claim::Fails { game: broken, code, shown: None, line: line_number });
            }
            (Next::Table(_), _) => {
                claims.push(Claim::Lost { line: line_number, why: "a table is a `csv` block".into() });
            }
            (Next::Card(_), _) => {
                claims.push(Claim::Lost { line: line_number, why: "what a card shows is a `text` block".into() });
            }
            (_, None) => claims.push(Claim::Lost { line: line_number, why: "a block that belongs to no game".into() }),
        }
    }
    done.extend(game);
    claims.extend(done.into_iter().map(Claim::Plays));
    claims
}

impl Game {
    /// A game of the repository, its scripts as one.
    fn shipped(name: &str) -> Game {
        let sources = games::sources(name);
        let texts =
            |kind: FileKind| sources.iter().filter(move |(_, file)| file.kind == kind).map(|(_, file)| &file.text);
        let joined = |kind| texts(kind).map(|text| format!("{text}\n")).collect();
        Game { manifest: joined(FileKind::Manifest), script: joined(FileKind::Script), ..Game::default() }
    }

    fn add(&mut self, is_script: bool, text: &str) {
        let place = match (&mut self.pack, is_script) {
            (Some((_, manifest, _)), false) => manifest,
            (Some((_, _, script)), true) => script,
            (None, false) => &mut self.manifest,
            (None, true) => &mut self.script,
        };
        place.push_str(text);
        place.push('\n');
    }

    /// How many packs it has.
    pub fn packs(&self) -> usize {
        usize::from(self.pack.is_some())
    }

    /// Its files.
    pub fn sources(&self) -> Sources {
        let has = |heading: &str| self.manifest.lines().any(|line| line.trim() == heading);
        let game = if has("[game]") { "" } else { GAME };
        let flow = if has("[flow]") { "" } else { FLOW };
        let manifest = format!("{game}{flow}{}", self.manifest);
        let mut sources = Sources::default();
        sources.add(SourceFile::new("game.toml", manifest, FileKind::Manifest, None));
        sources.add(SourceFile::new("rules.card", self.script.clone(), FileKind::Script, None));
        for (name, text) in &self.tables {
            sources.add(SourceFile::new(format!("{name}.csv"), text.clone(), FileKind::Table, None));
        }
        if let Some((name, manifest, script)) = &self.pack {
            let file = |file: &str| format!("{name}/{file}");
            sources.add(SourceFile::new(file("pack.toml"), manifest.clone(), FileKind::Pack, Some(0)));
            sources.add(SourceFile::new(file("cards.card"), script.clone(), FileKind::Script, Some(0)));
        }
        sources
    }
}

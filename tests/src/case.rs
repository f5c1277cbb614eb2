//! Case files: several small files in one, each behind a line `--- NAME`.

use std::path::PathBuf;

use cardwright::source::{FileKind, SourceFile, Sources};

/// One case: its files in order.
#[derive(Debug)]
pub struct Case {
    pub name: String,
    pub sections: Vec<(String, String)>,
}

/// A game that asks in many ways:
/// draws, dice, choices of several, watchers that ask for an order, a full ability, lasting effects, a window.
pub const BUSY: &str = r#"
--- game.toml
# +base
[dice.d6]
faces = [1, 2, 3, 4, 5, 6]
--- rules.card
imp one { cost 1 copies 6  play { choose up to 2 cs from me.hand  move cs to discard  gain 1 points for each cs }  after lay by me { gain 1 points } }
imp two { cost 2 copies 6  play { roll 2 d6 as r  gain r.total points }  after lay by me { may { lose 1 points } then { gain 3 points } } }
imp three { cost 3 copies 6  play { gain 2 points  do { choose exactly 2 cs from me.hand  move cs to discard } then { gain 9 points }  until end of turn { instead of lay by me { proceed } } }
  while in hand { in window pause { move this to discard  gain 1 points } } }
window pause()
phase deal { shuffle deck  for each p in players { move top 4 of deck to p.hand } }
action lay(c: imp) limit 2 per turn { move c to me.table  run c.play }
phase main { offer repeatedly { option lay(c) for c in me.hand  option done { stop } }
  window pause()  move top 2 of deck to me.hand  if round is 4 { finish after round } }
"#;

/// The folder of a stage.
pub fn folder(stage: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("suite").join(stage)
}

impl Case {
    /// The names of the cases of a stage.
    #[track_caller]
    pub fn names(stage: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder(stage)).unwrap_or_else(|e| panic!("{stage}: {e}"));
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(".case")?.to_owned())).collect();
        names.sort();
        names
    }

    /// Reads `suite/STAGE/NAME.case`.
    #[track_caller]
    pub fn read(stage: &str, name: &str) -> Case {
        let path = folder(stage).join(format!("{name}.case"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Case::parse(name, &text)
    }

    /// Cuts a text into its sections; text before the first one is a comment.
    pub fn parse(name: &str, text: &str) -> Case {
        let mut sections: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            if let Some(section) = line.strip_prefix("--- ") {
                sections.push((section.trim().to_owned(), String::new()));
            } else if let Some((_, body)) = sections.last_mut() {
                body.push_str(line);
                body.push('\n');
            }
        }
        Case { name: name.to_owned(), sections }
    }

    /// A section by its name.
    pub fn section(&self, name: &str) -> Option<&str> {
        self.sections.iter().find(|(n, _)| n == name).map(|(_, body)| body.as_str())
    }

    /// The game's files: `game.toml` (the shared toy manifest where there is none, or in front of one that begins with
    /// `# +base`), `*.card`, and packs as `PACK/pack.toml`, `PACK/x.card`.
    pub fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        let own = self.section("game.toml");
        let manifest = match own {
            Some(text) if !text.starts_with("# +base") => text.to_owned(),
            other => format!("{}\n{}", toy(), other.unwrap_or("")),
        };
        sources.add(SourceFile::new("game.toml", manifest, FileKind::Manifest, None));
        let mut packs: Vec<String> = Vec::new();
        for (name, body) in &self.sections {
            let pack = name.split_once('/').map(|(pack, _)| {
                let known = packs.iter().position(|p| p == pack);
                known.unwrap_or_else(|| {
                    packs.push(pack.to_owned());
                    packs.len() - 1
                }) as u16
            });
            if name.ends_with(".card") {
                sources.add(SourceFile::new(name.clone(), body.clone(), FileKind::Script, pack));
            } else if name.ends_with(".csv") {
                sources.add(SourceFile::new(name.clone(), body.clone(), FileKind::Table, pack));
            } else if name.ends_with("pack.toml") {
                sources.add(SourceFile::new(name.clone(), body.clone(), FileKind::Pack, pack));
            }
        }
        sources
    }

    /// How many packs the case has.
    pub fn packs(&self) -> usize {
        let mut names: Vec<&str> =
            self.sections.iter().filter_map(|(n, _)| n.split_once('/')).map(|(p, _)| p).collect();
        names.dedup();
        names.len()
    }

    /// The case as it was written, for the head of a snapshot.
    pub fn source(&self) -> String {
        self.sections.iter().map(|(name, body)| format!("--- {name}\n{}\n", body.trim_end())).collect()
    }
}

/// The manifest that small cases share.
fn toy() -> String {
    let path = folder("toy").join("game.toml");
    std::fs::read_to_string(&path).unwrap_or_default()
}

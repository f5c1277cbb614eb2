//! Snapshots on the disk: what is stored, what is new, and what belongs to no scenario.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use cardwright_cli::snapshot;

use crate::files::ScenarioFile;
use crate::scenarios::Group;
use crate::tree::{Tree, shown};

/// How a snapshot stands to what is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Same,
    New,
    Different,
    /// No scenario makes it.
    Orphan,
}

/// A snapshot and its file.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub standing: Standing,
    pub path: PathBuf,
    pub title: String,
    /// The body that is stored, and the whole text that would be.
    pub old: String,
    pub new: String,
    /// Inside the binary nothing can be written.
    pub writable: bool,
}

/// Holds what a scenario told against what is stored.
pub(crate) fn compare(file: &ScenarioFile, title: &str, text: &str) -> Stored {
    let inside = snapshot::path(Path::new(&file.path), title);
    let name = inside.to_string_lossy().replace('\\', "/");
    let stored = file.tree.read(&name).ok().map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"));
    let old = stored.as_deref().map(snapshot::body).unwrap_or_default().to_owned();
    let standing = match &stored {
        None => Standing::New,
        Some(_) if snapshot::same(&old, text) => Standing::Same,
        Some(_) => Standing::Different,
    };
    let (path, writable) = match &file.tree {
        Tree::Disk(base) => (base.join(&inside), true),
        Tree::Shipped => (inside, false),
    };
    Stored { standing, path, title: title.to_owned(), old, new: snapshot::render(&file.path, title, text), writable }
}

impl Stored {
    /// The name in messages.
    pub fn shown(&self) -> String {
        shown(&self.path)
    }

    fn pending(&self) -> PathBuf {
        self.path.with_extension("snap.new")
    }

    /// Lays the new text beside the stored one, to be looked at later.
    pub fn keep(&self) -> io::Result<()> {
        if !self.writable {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(self.pending(), &self.new)
    }

    /// The new text is the right one; of an orphan, it is taken away.
    pub fn accept(&mut self) -> io::Result<()> {
        if !self.writable {
            return Ok(());
        }
        if self.standing == Standing::Orphan {
            fs::remove_file(&self.path)?;
        } else {
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&self.path, &self.new)?;
        }
        self.standing = Standing::Same;
        self.forget()
    }

    /// Takes away what was laid beside it.
    pub fn forget(&self) -> io::Result<()> {
        match fs::remove_file(self.pending()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Snapshots in the folders of the game's scenarios that no scenario makes.
pub(crate) fn orphans(groups: &[Group]) -> Vec<Stored> {
    let mut expected: BTreeSet<PathBuf> = BTreeSet::new();
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    for group in groups {
        for (_, file) in &group.files {
            if let Tree::Disk(base) = &file.tree {
                folders.insert(snapshot::folder(&base.join(&file.path)));
            }
        }
        for ready in group.suite.scenarios.iter().filter(|ready| ready.head.snapshot) {
            if let Some(ScenarioFile { tree: Tree::Disk(base), path }) = group.file(&ready.head) {
                expected.insert(snapshot::path(&base.join(path), &ready.head.title));
            }
        }
    }
    let mut found = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        for path in files {
            let is_snapshot = path.extension().is_some_and(|end| end == "snap");
            if is_snapshot && !expected.contains(&path) {
                let old = fs::read_to_string(&path).map(|text| snapshot::body(&text).to_owned()).unwrap_or_default();
                let (title, new) = (String::new(), String::new());
                found.push(Stored { standing: Standing::Orphan, path, title, old, new, writable: true });
            }
        }
    }
    found
}

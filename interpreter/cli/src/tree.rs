//! A folder to read from, on the disk or inside the binary. Paths in it use `/` on every platform.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::shipped::{self, Entry};

/// Where files come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A folder on the disk.
    Disk(PathBuf),
    /// The games in the binary.
    Shipped,
}

impl Tree {
    /// What lies in a folder, sorted by name; hidden files (of editors and version control) are left out.
    pub fn entries(&self, folder: &str) -> io::Result<Vec<Entry>> {
        let mut found = match self {
            Tree::Disk(base) => disk_entries(&base.join(folder))?,
            Tree::Shipped => shipped::entries(folder).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?,
        };
        found.retain(|entry| !entry.name.starts_with('.'));
        found.sort();
        Ok(found)
    }

    /// The bytes of a file.
    pub fn read(&self, file: &str) -> io::Result<Vec<u8>> {
        match self {
            Tree::Disk(base) => fs::read(base.join(file)),
            Tree::Shipped => shipped::read(file).map(<[u8]>::to_vec).ok_or_else(|| io::ErrorKind::NotFound.into()),
        }
    }

    /// Whether there is such a file.
    pub fn has_file(&self, file: &str) -> bool {
        match self {
            Tree::Disk(base) => base.join(file).is_file(),
            Tree::Shipped => shipped::read(file).is_some(),
        }
    }

    /// The name of a file in messages: from the working directory where it lies below it.
    pub fn shown(&self, path: &str) -> String {
        match self {
            Tree::Disk(base) => shown(&base.join(path)),
            Tree::Shipped => format!("shipped/{path}"),
        }
    }
}

/// A path as people see it: from the working directory where it lies below it, with `/`.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let short = path.strip_prefix(&here).unwrap_or(path);
    let short = short.strip_prefix(".").unwrap_or(short);
    let words = short.to_string_lossy().replace('\\', "/");
    let words = words.trim_end_matches('/');
    match words {
        "" if short.is_absolute() => "/".to_owned(),
        "" => ".".to_owned(),
        _ => words.to_owned(),
    }
}

/// Joins two parts of a path in a tree; the first may be empty.
pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn disk_entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Follows links, so that a linked pack is a pack.
        found.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), folder: entry.path().is_dir() });
    }
    Ok(found)
}

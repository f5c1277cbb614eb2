//! One `#[test]` for every case file of the suites, so that name filters work.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let folder = here.join("suite/check");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut tests = String::new();
    for name in cases(&folder)? {
        let _ = writeln!(tests, "#[test]\nfn {name}() {{\n    super::case(\"{name}\");\n}}\n");
    }
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("check.rs"), tests)
}

/// The names of the case files, in order.
fn cases(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "case")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

//! Makes one `#[test]` of every case file in `suite/STAGE/`, named after the file, so that name filters work.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=suite");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for stage in ["run", "check"] {
        let folder = Path::new("suite").join(stage);
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut names: Vec<String> = fs::read_dir(&folder)
            .map(|entries| {
                entries
                    .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                    .filter_map(|name| name.strip_suffix(".case").map(str::to_owned))
                    .collect()
            })
            .unwrap_or_default();
        names.sort();
        let mut code = String::new();
        for name in names {
            writeln!(code, "#[test]\nfn {name}() {{\n    case(\"{stage}\", \"{name}\");\n}}")
                .expect("a String can be written");
        }
        fs::write(Path::new(&out).join(format!("{stage}.rs")), code).expect("OUT_DIR can be written");
    }
}

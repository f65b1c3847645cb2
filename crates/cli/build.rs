//! Finds the bundled graphs, for `travertine new`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let graphs = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../graphs").canonicalize()?;
    println!("cargo::rerun-if-changed={}", graphs.display());
    let mut names: Vec<String> = fs::read_dir(&graphs)?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort();
    let mut list = String::from("[\n");
    for name in names {
        let graph = graphs.join(format!("{name}.json"));
        writeln!(list, "    ({name:?}, include_str!({graph:?})),")?;
    }
    list += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR")?).join("graphs.rs"), list)?;
    Ok(())
}

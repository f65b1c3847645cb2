//! Finds the bundled graphs and their pictures, for the gallery.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let (graphs, pictures) = (root.join("graphs"), root.join("docs/pictures"));
    println!("cargo::rerun-if-changed={}", graphs.display());
    println!("cargo::rerun-if-changed={}", pictures.display());
    let mut names: Vec<String> = fs::read_dir(&graphs)?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort();
    let mut list = String::from("[\n");
    for name in names {
        let (graph, picture) = (graphs.join(format!("{name}.json")), pictures.join(format!("{name}.png")));
        let picture =
            if picture.exists() { format!("include_bytes!({picture:?})") } else { "&[]".to_owned() };
        writeln!(
            list,
            "    Entry {{ name: {name:?}, graph: include_str!({graph:?}), picture: {picture} }},"
        )?;
    }
    list += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR")?).join("gallery.rs"), list)?;
    Ok(())
}

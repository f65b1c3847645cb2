//! Finds the bundled graphs and their pictures, for the gallery, and the pictures of node types.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("gallery.rs"), gallery(&root)?)?;
    fs::write(out.join("node_pictures.rs"), node_pictures(&root.join("tests/golden/nodes"))?)?;
    Ok(())
}

/// A list of the bundled graphs.
fn gallery(root: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let (graphs, pictures) = (root.join("graphs"), root.join("docs/gallery"));
    println!("cargo::rerun-if-changed={}", graphs.display());
    println!("cargo::rerun-if-changed={}", pictures.display());
    let mut names: Vec<String> = fs::read_dir(&graphs)?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
        .collect();
    names.sort();
    let mut list = String::from("[\n");
    for name in names {
        let (graph, picture) = (graphs.join(format!("{name}.json")), pictures.join(format!("{name}/output-1.jpg")));
        let picture = if picture.exists() { format!("include_bytes!({picture:?})") } else { "&[]".to_owned() };
        writeln!(list, "    Entry {{ name: {name:?}, graph: include_str!({graph:?}), picture: {picture} }},")?;
    }
    list += "]\n";
    Ok(list)
}

/// A list of the ids of node types and their pictures, sorted by id.
fn node_pictures(folder: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut all = Vec::new();
    for category in fs::read_dir(folder)? {
        let category = category?.path();
        if !category.is_dir() {
            continue;
        }
        for picture in fs::read_dir(&category)? {
            let picture = picture?.path();
            let name = picture.file_name().and_then(|name| name.to_str()?.strip_suffix(".png"));
            let names = category.file_name().and_then(|name| name.to_str()).zip(name);
            if let Some((category, name)) = names {
                all.push((format!("{category}/{name}"), picture.clone()));
            }
        }
    }
    all.sort();
    let rows = all.iter().map(|(id, picture)| format!("    ({id:?}, include_bytes!({picture:?})),\n"));
    Ok(format!("[\n{}]\n", rows.collect::<String>()))
}

//! Finds the nodes: every file `src/CATEGORY/NAME.rs` is one.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders of modules for nodes and tests, which are not categories.
const MODULES: [&str; 2] = ["checks", "parts"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=src");
    let source = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src");
    let mut modules = String::new();
    let mut definitions = String::new();
    let is_category = |path: &&PathBuf| path.is_dir() && !MODULES.contains(&stem(path).as_str());
    for category in entries(&source)?.iter().filter(is_category) {
        let file = category.with_extension("rs");
        if file.exists() {
            return Err(format!("{} has the name of a category; rename the file", file.display()).into());
        }
        let category_name = stem(category);
        writeln!(modules, "mod {category_name} {{")?;
        for node in entries(category)?.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
            let name = stem(node);
            // Raw, because the name of a node may be a word of Rust: `box`.
            writeln!(modules, "    #[path = {:?}]\n    pub mod r#{name};", node.display().to_string())?;
            writeln!(definitions, "        {category_name}::r#{name}::definition(),")?;
        }
        writeln!(modules, "}}")?;
    }
    let generated = format!(
        "{modules}\n\
         /// The definition of every node, by category and name.\n\
         pub fn definitions() -> Vec<Definition> {{\n    vec![\n{definitions}    ]\n}}\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR")?).join("nodes.rs"), generated)?;
    Ok(())
}

/// The entries of a folder, sorted by name, so that builds are reproducible.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

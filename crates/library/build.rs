//! Embeds the bundled groups: every file `groups/NAME.json` is one.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=groups");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("groups");
    let mut names: Vec<String> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, _>>()?;
    names.retain(|name| name.ends_with(".json"));
    // Sorted, so that builds are reproducible.
    names.sort();
    let mut entries = String::new();
    for name in names {
        let path = folder.join(&name).display().to_string();
        writeln!(entries, "    ({name:?}, include_str!({path:?})),")?;
    }
    let generated = format!(
        "/// The bundled groups: paths within the library, and documents.\n\
         const BUNDLED: &[(&str, &str)] = &[\n{entries}];\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR")?).join("bundled.rs"), generated)?;
    Ok(())
}

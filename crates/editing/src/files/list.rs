//! A list in a file of its own, as JSON.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use travertine_files::AtomicFile;
use travertine_graph::json::{self, Value};

use super::bytes::bytes;

/// The values of a list. A file that does not exist or cannot be read has none.
pub fn read(file: &Path) -> Vec<Value> {
    let text = bytes(file).unwrap_or_default();
    match json::parse(&text).map(|parsed| Value::from(parsed.root)) {
        Ok(Value::List(values)) => values,
        _ => Vec::new(),
    }
}

/// Replaces the list as a whole: with two editors, the later write wins, and the list stays valid.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write(file: &Path, values: Vec<Value>) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = AtomicFile::create(file)?;
    file.write_all(format!("{}\n", Value::List(values)).as_bytes())?;
    file.finish()
}

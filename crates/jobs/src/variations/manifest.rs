//! Manifests: the commands that render the pictures of a sheet.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use travertine::stages::graph::json::{self, MAX_SIZE, Value, Writer, object, texts};

use super::axis::Grid;
use super::files;
use crate::failure::Failure;

/// The value of the manifest's member `format`.
const FORMAT: &str = "travertine variations";

/// The text of a sheet's manifest. `arguments` gives those of `travertine` that render a cell, relative to the sheet's
/// folder.
pub(super) fn text(output: &str, grid: &Grid, columns: usize, arguments: impl Fn(usize) -> Vec<String>) -> String {
    let cells = (0..grid.len()).map(|cell| {
        let values = grid.labels(cell).into_iter().map(|(name, value)| (name.to_owned(), Value::from(value)));
        object([
            ("cell", Value::from(cell as i64)),
            ("row", Value::from((cell / columns) as i64)),
            ("column", Value::from((cell % columns) as i64)),
            ("file", Value::from(files::cell(cell).as_str())),
            ("values", Value::Object(values.collect())),
            ("arguments", texts(arguments(cell).iter().map(String::as_str))),
        ])
    });
    let manifest = object([
        ("format", Value::from(FORMAT)),
        ("version", Value::from(1)),
        ("graph", Value::from("graph.json")),
        ("output", Value::from(output)),
        ("sheet", Value::from(files::SHEET)),
        ("columns", Value::from(columns as i64)),
        ("cells", Value::List(cells.collect())),
    ]);
    let mut writer = Writer::new();
    writer.value(&manifest);
    writer.finish()
}

/// Whether the file exists and is a manifest.
pub(super) fn is_one(path: &Path) -> bool {
    path.is_file() && read(path).is_ok()
}

/// Reads a manifest.
///
/// # Errors
///
/// If it cannot be read, or is not a manifest of this version.
pub fn read(path: &Path) -> Result<Value, Failure> {
    let mut bytes = Vec::new();
    // One byte above the size limit is enough for the parser to refuse it.
    let read = File::open(path).and_then(|file| file.take(MAX_SIZE as u64 + 1).read_to_end(&mut bytes));
    read.map_err(travertine_files::Error::read(path))?;
    let wrong = |problem: &str| Failure::invalid(format_args!("{} {problem}", path.display()));
    let manifest = json::parse(&bytes).map_err(|_| wrong("is not a manifest: it is not JSON, or is too large"))?;
    let manifest = Value::from(manifest.root);
    match (manifest.get("format").and_then(Value::as_text), manifest.get("version")) {
        (Some(FORMAT), Some(version)) if *version == Value::from(1) => Ok(manifest),
        (Some(FORMAT), _) => Err(wrong("has another version; this program reads version 1")),
        _ => Err(wrong("is not a manifest of variations; `travertine variations` writes a manifest.json")),
    }
}

//! Manifests: the commands that render the pictures of a sheet.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Parser;
use travertine::stages::graph::json::{self, MAX_SIZE, Value, Writer, object, texts};
use travertine::{Slice, Texture};

use super::arguments::Arguments;
use super::axis::Grid;
use super::files;
use super::sheet::Sheet;
use crate::command::render;
use crate::execution::Execution;
use crate::failure::Failure;
use crate::value::Size;

/// The value of the manifest's member `format`.
const FORMAT: &str = "travertine variations";

/// The text of a sheet's manifest.
pub fn text(arguments: &Arguments, texture: &Texture, grid: &Grid, sheet: &Sheet, slice: &Slice) -> String {
    let output = arguments.source.output_of(texture);
    let cells = (0..grid.len()).map(|cell| {
        let values = grid.labels(cell).into_iter().map(|(name, value)| (name.to_owned(), Value::from(value)));
        object([
            ("cell", Value::from(cell as i64)),
            ("row", Value::from((cell / sheet.columns) as i64)),
            ("column", Value::from((cell % sheet.columns) as i64)),
            ("file", Value::from(files::cell(cell).as_str())),
            ("values", Value::Object(values.collect())),
            (
                "arguments",
                texts(command(arguments, texture, output, grid, slice, cell).iter().map(String::as_str)),
            ),
        ])
    });
    let manifest = object([
        ("format", Value::from(FORMAT)),
        ("version", Value::from(1)),
        ("graph", Value::from("graph.json")),
        ("output", Value::from(output)),
        ("sheet", Value::from(files::SHEET)),
        ("columns", Value::from(sheet.columns as i64)),
        ("cells", Value::List(cells.collect())),
    ]);
    let mut writer = Writer::new();
    writer.value(&manifest);
    writer.finish()
}

/// The arguments of `travertine` that render a cell, relative to the sheet's folder.
fn command(
    arguments: &Arguments,
    texture: &Texture,
    output: &str,
    grid: &Grid,
    slice: &Slice,
    cell: usize,
) -> Vec<String> {
    let mut command = vec!["render".to_owned(), "graph.json".to_owned(), format!("--output={output}")];
    let seed = grid.seed(cell).unwrap_or(arguments.source.seed);
    command.push(format!("--seed={seed}"));
    command.extend(arguments.source.preset.iter().map(|preset| format!("--preset={preset}")));
    let swept = grid.parameters(cell);
    let given = arguments.source.assignments(texture).into_iter();
    let given = given.filter(|(name, _)| !swept.iter().any(|(swept, _)| swept == name));
    command.extend(given.chain(swept.iter().copied()).map(|(name, value)| format!("--param={name}={value}")));
    command.push(format!("--size={}x{}", slice.width, slice.height));
    command.extend(arguments.picture.arguments());
    command.extend(arguments.slice.arguments());
    command.push(format!("--time={}", arguments.time.time));
    command.extend(["-o".to_owned(), files::cell(cell)]);
    command
}

/// Whether the file exists and is a manifest.
pub fn is_one(path: &Path) -> bool {
    path.is_file() && read(path).is_ok()
}

fn read(path: &Path) -> Result<Value, Failure> {
    let mut bytes = Vec::new();
    // One byte above the size limit is enough for the parser to refuse it.
    let read = File::open(path).and_then(|file| file.take(MAX_SIZE as u64 + 1).read_to_end(&mut bytes));
    read.map_err(travertine_files::Error::read(path))?;
    let wrong = |problem: &str| Failure::Invalid(format!("error: {} {problem}", path.display()));
    let manifest =
        json::parse(&bytes).map_err(|_| wrong("is not a manifest: it is not JSON, or is too large"))?;
    let manifest = Value::from(manifest.root);
    match (manifest.get("format").and_then(Value::as_text), manifest.get("version")) {
        (Some(FORMAT), Some(version)) if *version == Value::from(1) => Ok(manifest),
        (Some(FORMAT), _) => Err(wrong("has another version; this program reads version 1")),
        _ => Err(wrong(
            "is not a manifest of variations; --cell needs a manifest.json written by this command",
        )),
    }
}

/// A command line of `travertine render`.
#[derive(Parser)]
#[command(no_binary_name = false)]
struct Line {
    #[command(flatten)]
    render: render::Arguments,
}

/// The render of a cell from its manifest, with another file and perhaps another size.
pub fn cell(
    manifest: &Path,
    cell: usize,
    target: PathBuf,
    size: Option<Size>,
    execution: &Execution,
) -> Result<render::Arguments, Failure> {
    let wrong = |problem: String| Failure::Invalid(format!("error: {}: {problem}", manifest.display()));
    let read = read(manifest)?;
    let Some(Value::List(cells)) = read.get("cells") else {
        return Err(wrong("the member `cells` is missing".to_owned()));
    };
    let Some(found) = cells.get(cell) else {
        let last = cells.len().saturating_sub(1);
        return Err(Failure::usage(format!(
            "there is no cell {cell}; {} has cells 0 to {last}",
            manifest.display()
        )));
    };
    let Some(Value::List(words)) = found.get("arguments") else {
        return Err(wrong(format!("the member `arguments` of cell {cell} is missing")));
    };
    let words = words.iter().map(|word| word.as_text().unwrap_or_default());
    let line = Line::try_parse_from(words)
        .map_err(|error| wrong(format!("the arguments of cell {cell} are invalid: {}", error.kind())))?;
    let folder = manifest.parent().unwrap_or(Path::new(""));
    Ok(line.render.again(folder, target, size, execution))
}

//! Manifests: the commands that render the pictures of a sheet.

use std::path::{Path, PathBuf};

use clap::Parser;
use travertine::stages::graph::json::Value;
use travertine::{Slice, Texture};

use super::super::render;
use super::arguments::Arguments;
use crate::failure::Failure;
use crate::flags::execution::Execution;
use crate::flags::value::Size;
use crate::variations::{Grid, cell_file, read_manifest};

/// The arguments of `travertine` that render a cell, relative to the sheet's folder.
pub fn command(
    arguments: &Arguments,
    texture: &Texture,
    output: &str,
    grid: &Grid,
    slice: &Slice,
    cell: usize,
) -> Vec<String> {
    let mut command = vec!["render".to_owned(), "graph.json".to_owned(), format!("--output={output}")];
    let seed = grid.seed(cell).unwrap_or(arguments.source.values.seed);
    command.push(format!("--seed={seed}"));
    command.extend(arguments.source.values.preset.iter().map(|preset| format!("--preset={preset}")));
    let swept = grid.parameters(cell);
    let given = arguments.source.values.assignments(texture).into_iter();
    let given = given.filter(|(name, _)| !swept.iter().any(|(swept, _)| swept == name));
    command.extend(given.chain(swept.iter().copied()).map(|(name, value)| format!("--param={name}={value}")));
    command.push(format!("--size={}x{}", slice.width, slice.height));
    command.extend(arguments.picture.arguments());
    command.extend(arguments.slice.arguments());
    command.push(format!("--time={}", arguments.time.time));
    command.extend(["-o".to_owned(), cell_file(cell)]);
    command
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
    let wrong = |problem: String| Failure::invalid(format_args!("{}: {problem}", manifest.display()));
    let read = read_manifest(manifest)?;
    let Some(Value::List(cells)) = read.get("cells") else {
        return Err(wrong("the member `cells` is missing".to_owned()));
    };
    let Some(found) = cells.get(cell) else {
        let last = cells.len().saturating_sub(1);
        return Err(Failure::usage(format!("there is no cell {cell}; {} has cells 0 to {last}", manifest.display())));
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

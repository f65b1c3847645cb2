//! Graphs and standard output as targets of commands.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use travertine::stages::graph::json::{self, Value};
use travertine_files::change_file;
use travertine_jobs::target::failed;
pub use travertine_jobs::target::{check_written, is_standard_output};

use crate::call;
use crate::failure::Failure;

/// Standard output for the bytes of a file. Refuses a terminal.
pub fn standard_output() -> Result<BufWriter<Box<dyn Write + Send>>, Failure> {
    if let Some(output) = call::output() {
        return Ok(BufWriter::with_capacity(1 << 16, Box::new(output)));
    }
    if io::stdout().is_terminal() {
        return Err(Failure::usage(
            "-o - writes a file to standard output, which is a terminal; redirect it, or name a file",
        ));
    }
    Ok(BufWriter::with_capacity(1 << 16, Box::new(io::stdout())))
}

/// Refuses to replace a graph without `--overwrite`: other results can be made again.
pub fn check_graph(file: &Path, overwrite: bool) -> Result<(), Failure> {
    if overwrite || !file.exists() {
        return Ok(());
    }
    let message = format!("error: {} already exists; add --overwrite to replace it", file.display());
    Err(Failure::Refused(message))
}

/// As [`check_written`], for files of data about graphs: none takes the place of a graph.
pub fn check_reports<'p>(
    written: impl IntoIterator<Item = &'p Path>,
    read: impl IntoIterator<Item: AsRef<Path>>,
) -> Result<(), Failure> {
    let written: Vec<&Path> = written.into_iter().collect();
    check_written(&written, read)?;
    for path in written.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        // What is not there, or is not a document, may be replaced.
        let root = fs::read(path).ok().and_then(|text| Some(Value::from(json::parse(&text).ok()?.root)));
        if root.is_some_and(|root| root.get("format").and_then(Value::as_text) == Some("travertine")) {
            return Err(Failure::Refused(format!("error: {} is a graph; choose another file", path.display())));
        }
    }
    Ok(())
}

/// Writes the text of a graph as [`check_graph`] allows, while no other process changes the file.
pub fn write_graph(file: &Path, text: &str, overwrite: bool) -> Result<(), Failure> {
    travertine_files::resolve(file).map_err(travertine_files::Error::write(file))?;
    change_file(file, || {
        check_graph(file, overwrite)?;
        Ok(travertine_files::write(file, text.as_bytes())?)
    })
}

/// Writes the text of a file to standard output.
pub fn write_text(text: &str) -> Result<(), Failure> {
    write_bytes(text.as_bytes())
}

/// Writes the bytes of a file to standard output.
pub fn write_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut target = standard_output()?;
    target.write_all(bytes).and_then(|()| target.flush()).map_err(failed)
}

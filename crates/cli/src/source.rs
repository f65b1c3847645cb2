//! Graphs from files or standard input, and the names of files about them.

use std::io::{self, BufRead, Cursor};
use std::path::Path;

use travertine::stages::render::default_budget;
use travertine::{Error, Texture};
use travertine_jobs::flags::source::Source;
pub use travertine_jobs::flags::source::file_about;

use crate::call;
use crate::failure::Failure;
use crate::named::{self, Named};
use crate::terminal;

/// Reads the graph of a command within a limit of memory, and sets what its flags give.
pub fn texture(source: &Source, memory: u64) -> Result<Texture, Failure> {
    Ok(source.values.applied(load(&source.graph, memory)?)?)
}

/// Reads a graph from a file, or from standard input if the path is `-`.
pub fn open(graph: &Path) -> Result<Texture, Failure> {
    open_within(graph, default_budget())
}

/// As [`open`], within a limit of memory in bytes.
pub fn open_within(graph: &Path, memory: u64) -> Result<Texture, Failure> {
    Ok(load(graph, memory)?)
}

/// As [`load`], or the graph of a [name](named) where there is no such file, for a look: a note says which.
pub fn load_or_named(graph: &Path, memory: u64) -> Result<Texture, Error> {
    let Some(Named { text, what }) = named::find_instead(graph) else { return load(graph, memory) };
    let name = graph.display();
    terminal::note(format_args!("note: there is no file {name}; this is {what}, which `travertine new {name}` copies"));
    Texture::read_within(text.as_bytes(), graph, memory)
}

/// As [`open_within`], with the diagnostics of an invalid graph.
pub fn load(graph: &Path, memory: u64) -> Result<Texture, Error> {
    if graph == Path::new("-") {
        Texture::read_within(standard_input(), "-", memory)
    } else {
        Texture::open_within(graph, memory)
    }
}

/// Standard input, or what takes its place in a call.
pub fn standard_input() -> Box<dyn BufRead> {
    match call::input() {
        Some(input) => Box::new(Cursor::new(input)),
        None => Box::new(io::stdin().lock()),
    }
}

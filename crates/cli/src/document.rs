//! Documents as files, without regard to whether they are valid graphs.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use travertine::stages::graph::json::MAX_SIZE;
use travertine::{Diagnostics, Document, Error, check_text};
use travertine_revision::Difference;

use crate::failure::Failure;
use crate::source;

/// Reads a document within a limit of memory, in bytes. Messages call it `name`.
pub fn read(path: &Path, name: &str, memory: u64) -> Result<Document, Failure> {
    parse(&bytes(path)?, name, memory)
}

/// Reads a document as [`read`], or an empty one from an empty file.
pub fn read_or_empty(path: &Path, name: &str, memory: u64) -> Result<Document, Failure> {
    let text = bytes(path)?;
    if text.is_empty() { Ok(Document::default()) } else { parse(&text, name, memory) }
}

/// Parses a document within a limit of memory.
pub fn parse(text: &[u8], name: &str, memory: u64) -> Result<Document, Failure> {
    check_text(text, memory)?;
    Document::parse(text).map_err(|diagnostics| invalid(name, diagnostics))
}

/// Compares two documents. Messages call the second one `name`.
pub fn difference(before: &Document, after: &Document, name: &str) -> Result<Difference, Failure> {
    Difference::new(before, after).map_err(|diagnostics| invalid(name, diagnostics))
}

/// The failure that a document has these errors.
pub fn invalid(name: &str, diagnostics: Diagnostics) -> Failure {
    Failure::from(Error::Invalid { file: Some(name.to_owned()), diagnostics })
}

/// The bytes of a document's file, if it is not too large.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let read = |file: File| {
        // One byte more than a document may have tells one that is too large, even where the source never ends.
        file.take(MAX_SIZE as u64 + 1).read_to_end(&mut text)
    };
    File::open(path).and_then(read).map_err(travertine_files::Error::read(path))?;
    if text.len() > MAX_SIZE {
        return Err(Error::FileTooLarge { path: path.to_owned() }.into());
    }
    Ok(text)
}

/// The bytes of standard input, if they are not more than a document may have.
pub fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    // One byte more than a document may have tells one that is too large, even where the source never ends.
    let read = source::standard_input().take(MAX_SIZE as u64 + 1).read_to_end(&mut text);
    read.map_err(travertine_files::Error::read(Path::new("-")))?;
    if text.len() > MAX_SIZE {
        return Err(Error::FileTooLarge { path: PathBuf::from("-") }.into());
    }
    Ok(text)
}

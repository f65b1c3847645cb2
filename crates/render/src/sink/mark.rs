//! Marks: a line of text that a picture file carries, by which its maker knows it again.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek};
use std::path::Path;

#[cfg(feature = "exr")]
use exr::meta::{
    MetaData,
    attribute::{AttributeValue, Text},
};
use travertine_files::existing_file;

#[cfg(any(feature = "exr", feature = "png"))]
/// The keyword of a PNG's text, and the name of an OpenEXR attribute.
pub(super) const KEYWORD: &str = "Travertine";

/// The mark of a PNG or OpenEXR file; `None` if it has none, or is something else.
///
/// # Errors
///
/// If there is no file, or it cannot be read.
pub fn mark(path: &Path) -> io::Result<Option<String>> {
    // A pipe would be waited for without end.
    let (path, _) = existing_file(path)?.ok_or(ErrorKind::NotFound)?;
    let mut file = BufReader::new(File::open(path)?);
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start)?;
    file.rewind()?;
    match start.as_slice() {
        #[cfg(feature = "png")]
        b"\x89PNG" => of_png(file),
        #[cfg(feature = "exr")]
        b"\x76\x2f\x31\x01" => of_exr(file),
        _ => Ok(None),
    }
}

#[cfg(feature = "png")]
fn of_png(file: BufReader<File>) -> io::Result<Option<String>> {
    let reader = match png::Decoder::new(file).read_info() {
        Ok(reader) => reader,
        Err(png::DecodingError::IoError(error)) if error.kind() != ErrorKind::UnexpectedEof => {
            return Err(error);
        }
        // What is not a picture has no mark either.
        Err(_) => return Ok(None),
    };
    let texts = &reader.info().uncompressed_latin1_text;
    Ok(texts.iter().find(|text| text.keyword == KEYWORD).map(|text| text.text.clone()))
}

#[cfg(feature = "exr")]
fn of_exr(file: BufReader<File>) -> io::Result<Option<String>> {
    let meta = match MetaData::read_from_buffered(file, false) {
        Ok(meta) => meta,
        Err(exr::error::Error::Io(error)) if error.kind() != ErrorKind::UnexpectedEof => return Err(error),
        Err(_) => return Ok(None),
    };
    let attribute = meta.headers.first().and_then(|header| header.own_attributes.other.get(&Text::from(KEYWORD)));
    Ok(match attribute {
        Some(AttributeValue::Text(text)) => Some(text.to_string()),
        _ => None,
    })
}

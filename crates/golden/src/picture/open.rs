//! Reading a picture's file, whatever its format.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use travertine::stages::render::{default_budget, within_memory};

use super::numbers::Picture;
use super::{exr, png};
use crate::error::Error;

impl Picture {
    /// Reads a PNG or an OpenEXR file, told apart by how they begin.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither, or needs more than half of the memory that a render may take by default.
    pub fn open(path: &Path) -> Result<Picture, Error> {
        // Two are compared at a time.
        Picture::open_within(path, default_budget() / 2)
    }

    /// The same within a limit of bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither, or needs more memory.
    pub fn open_within(path: &Path, memory: u64) -> Result<Picture, Error> {
        let mut file = BufReader::new(File::open(path).map_err(travertine_files::Error::read(path))?);
        let mut magic = Vec::new();
        file.by_ref().take(4).read_to_end(&mut magic).map_err(travertine_files::Error::read(path))?;
        file.rewind().map_err(travertine_files::Error::read(path))?;
        let no_picture = |reason: String| Error::Picture { path: path.to_owned(), reason };
        match magic.as_slice() {
            b"\x89PNG" => {
                check_size(path, png::size(&mut file).map_err(no_picture)?, memory)?;
                file.rewind().map_err(travertine_files::Error::read(path))?;
                Ok(png::decode(file).map_err(no_picture)?.0)
            }
            b"\x76\x2f\x31\x01" => {
                check_size(path, exr::size(&mut file).map_err(no_picture)?, memory)?;
                file.rewind().map_err(travertine_files::Error::read(path))?;
                exr::decode(file).map_err(no_picture)
            }
            _ => Err(no_picture("it begins like neither".to_owned())),
        }
    }
}

/// A picture that claims more pixels than fit must not be believed.
fn check_size(
    path: &Path,
    (width, height, channels): (usize, usize, usize),
    budget: u64,
) -> Result<(), Error> {
    // The numbers as decoded and as floats.
    let bytes =
        (width as u64).saturating_mul(height as u64).saturating_mul(channels as u64).saturating_mul(8);
    within_memory(bytes, budget).map_err(|over| Error::TooLarge {
        path: path.to_owned(),
        width,
        height,
        over,
    })
}

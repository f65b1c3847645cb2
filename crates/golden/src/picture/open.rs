//! Opens picture files of any supported format.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use travertine::stages::render::{default_budget, within_memory};
use travertine_images::PngFile;

use super::exr;
use super::numbers::Picture;
use crate::error::Error;

impl Picture {
    /// Reads a PNG or an OpenEXR file. The first bytes of the file decide which.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, has another format, or needs more than half of the default memory budget of a
    /// render.
    pub fn open(path: &Path) -> Result<Picture, Error> {
        // Two pictures are compared at a time.
        Picture::open_within(path, default_budget() / 2)
    }

    /// Like [`Picture::open`], with a limit of memory in bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, has another format, or needs more memory.
    pub fn open_within(path: &Path, memory: u64) -> Result<Picture, Error> {
        let mut file = BufReader::new(File::open(path).map_err(travertine_files::Error::read(path))?);
        let mut magic = Vec::new();
        file.by_ref().take(4).read_to_end(&mut magic).map_err(travertine_files::Error::read(path))?;
        file.rewind().map_err(travertine_files::Error::read(path))?;
        let no_picture = |reason: String| Error::Picture { path: path.to_owned(), reason };
        match magic.as_slice() {
            b"\x89PNG" => {
                let png = PngFile::open(file).map_err(no_picture)?;
                check_size(path, png.size(), memory)?;
                Picture::from_png(png).map_err(no_picture)
            }
            b"\x76\x2f\x31\x01" => {
                check_size(path, exr::size(&mut file).map_err(no_picture)?, memory)?;
                file.rewind().map_err(travertine_files::Error::read(path))?;
                exr::decode(file).map_err(no_picture)
            }
            _ => Err(no_picture("its first bytes are those of neither format".to_owned())),
        }
    }
}

/// Refuses a picture whose header claims more pixels than fit into memory.
fn check_size(path: &Path, (width, height, channels): (usize, usize, usize), budget: u64) -> Result<(), Error> {
    // The values as decoded, and as floats.
    let bytes = (width as u64).saturating_mul(height as u64).saturating_mul(channels as u64).saturating_mul(8);
    within_memory(bytes, budget).map_err(|over| Error::TooLarge { path: path.to_owned(), width, height, over })
}

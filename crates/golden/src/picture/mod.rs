//! Pictures as numbers, whatever file they come from.

mod exr;
pub(crate) mod png;

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use travertine::default_budget;

use crate::error::Error;

/// A picture as numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Pixels to the right.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// The channels' names: Y for grey; R, G, B; A; or what an OpenEXR file calls them.
    pub channels: Vec<String>,
    /// What stands for 1: 255 or 65535, the greatest number of a PNG; none where the numbers are floats.
    pub levels: Option<u32>,
    /// The numbers: rows from the top, pixels from the left, channels together.
    pub data: Vec<f32>,
}

impl Picture {
    /// Reads a PNG or an OpenEXR file, told apart by how they begin.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither, or is larger than half of what a render may take by default.
    pub fn open(path: &Path) -> Result<Picture, Error> {
        // Two are compared at a time.
        Picture::open_within(path, default_budget() / 2)
    }

    /// The same within so many bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither, or is larger than that.
    pub fn open_within(path: &Path, memory: u64) -> Result<Picture, Error> {
        let mut file = BufReader::new(File::open(path).map_err(Error::io(path))?);
        let mut magic = Vec::new();
        file.by_ref().take(4).read_to_end(&mut magic).map_err(Error::io(path))?;
        file.rewind().map_err(Error::io(path))?;
        let no_picture = |reason: String| Error::Picture { path: path.to_owned(), reason };
        match magic.as_slice() {
            b"\x89PNG" => {
                check_size(path, png::size(&mut file).map_err(no_picture)?, memory)?;
                file.rewind().map_err(Error::io(path))?;
                Ok(png::decode(file).map_err(no_picture)?.0)
            }
            b"\x76\x2f\x31\x01" => {
                check_size(path, exr::size(&mut file).map_err(no_picture)?, memory)?;
                file.rewind().map_err(Error::io(path))?;
                exr::decode(file).map_err(no_picture)
            }
            _ => Err(no_picture("it begins like neither".to_owned())),
        }
    }

    /// A picture of whole numbers from 0 to 255: 1 channel is grey, 2 with alpha, 3 are colours, 4 with alpha.
    pub(crate) fn from_levels(width: usize, height: usize, channels: usize, levels: &[u8]) -> Picture {
        let data = levels.iter().map(|level| f32::from(*level)).collect();
        Picture { width, height, channels: png::channels(channels), levels: Some(255), data }
    }

    /// The numbers of one pixel.
    pub fn pixel(&self, column: usize, row: usize) -> &[f32] {
        let channels = self.channels.len();
        &self.data[(row * self.width + column) * channels..][..channels]
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
    if bytes > budget {
        return Err(Error::TooLarge { path: path.to_owned(), width, height, budget });
    }
    Ok(())
}

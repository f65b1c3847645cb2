//! Picture files: a path and what is written there.

use std::path::{Path, PathBuf};

use travertine_render::sink::{BitDepth, Encoding, Exr, Png};
use travertine_render::{Cancel, Image, Options, Render, RenderError};

use crate::Error;

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// PNG: whole numbers; values outside 0..1 are clipped.
    Png {
        /// Bits of a channel.
        depth: BitDepth,
        /// The curve between light and numbers.
        encoding: Encoding,
    },
    /// OpenEXR: 32-bit floats, linear, nothing clipped.
    Exr,
}

/// Where a picture is written to, and as what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureFile {
    /// Where.
    pub path: PathBuf,
    /// As what.
    pub format: PictureFormat,
}

impl PictureFile {
    /// A file whose ending says its format: `.png`, of 8 bits and sRGB for colours, or `.exr`.
    ///
    /// # Errors
    ///
    /// If it has another ending, or none.
    pub fn new(path: impl AsRef<Path>) -> Result<PictureFile, Error> {
        let path = path.as_ref().to_owned();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let format = match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("png") => PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto },
            Some("exr") => PictureFormat::Exr,
            _ => return Err(Error::Ending { path }),
        };
        Ok(PictureFile { path, format })
    }

    /// Runs a render into the file, which appears when it is whole, and returns how many pixels were clipped.
    ///
    /// `progress` is told how many pixels are done, from several threads.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or the file cannot be written; then there is none, or the one that was there before.
    pub fn write(
        &self,
        render: &Render,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, Error> {
        let path = self.path.clone();
        let written = match self.format {
            PictureFormat::Png { depth, encoding } => {
                render.run(Png { path, depth, encoding }, cancel, progress)
            }
            PictureFormat::Exr => render.run(Exr { path }, cancel, progress).map(|()| 0),
        };
        written.map_err(|error| self.failed(error))
    }

    /// Writes an image to the file, which appears when it is whole, and returns how many pixels were clipped.
    ///
    /// # Errors
    ///
    /// As [`PictureFile::write`].
    pub fn write_image(&self, image: &Image, options: &Options, cancel: &Cancel) -> Result<u64, Error> {
        let path = self.path.clone();
        let written = match self.format {
            PictureFormat::Png { depth, encoding } => {
                image.write(Png { path, depth, encoding }, options, cancel)
            }
            PictureFormat::Exr => image.write(Exr { path }, options, cancel).map(|()| 0),
        };
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: RenderError) -> Error {
        match error {
            RenderError::Io(source) => Error::Write { path: self.path.clone(), source },
            other => Error::Render(other),
        }
    }
}

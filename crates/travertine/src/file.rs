//! Picture files: a path and what is written there.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use travertine_render::sink::{self, BitDepth, Encoding, Exr, Png};
use travertine_render::{Cancel, Render, RenderError};

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
    /// A line of text that the file carries, by which its maker knows it again.
    pub mark: Option<String>,
}

/// What is in the place of a picture that shall be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Nothing.
    Nothing,
    /// A picture with the same mark.
    Same,
    /// A picture with another mark.
    Marked,
    /// Something without a mark.
    Foreign,
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
        Ok(PictureFile { path, format, mark: None })
    }

    /// What is in its place.
    ///
    /// # Errors
    ///
    /// If what is there cannot be read.
    pub fn existing(&self) -> Result<Existing, Error> {
        match sink::mark(&self.path) {
            Ok(None) => Ok(Existing::Foreign),
            Ok(mark) if mark == self.mark => Ok(Existing::Same),
            Ok(Some(_)) => Ok(Existing::Marked),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Existing::Nothing),
            Err(source) => Err(Error::Read { path: self.path.clone(), source }),
        }
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
        let (path, mark) = (self.path.clone(), self.mark.clone());
        let written = match self.format {
            PictureFormat::Png { depth, encoding } => {
                render.run(Png { path, depth, encoding, mark }, cancel, progress)
            }
            PictureFormat::Exr => render.run(Exr { path, mark }, cancel, progress).map(|()| 0),
        };
        written.map_err(|error| failed(error, &self.path))
    }
}

/// Why a file was not written.
pub(crate) fn failed(error: RenderError, path: &Path) -> Error {
    match error {
        RenderError::Io(source) => Error::Write { path: path.to_owned(), source },
        other => Error::Render(other),
    }
}

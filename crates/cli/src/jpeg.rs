//! The flag for the format of the pictures of a page.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::{BitDepth, Context, Encoding, Field, PictureFile, PictureFormat, Slice};

use crate::failure::Failure;

/// The format of the pictures of a page.
#[derive(Args)]
pub struct JpegFlag {
    /// Make the pictures JPEGs of this quality, 1 to 100, instead of PNGs; below 90, colors have half the resolution
    #[arg(long, value_name = "QUALITY", value_parser = clap::value_parser!(u8).range(1..=100))]
    jpeg: Option<u8>,
}

impl JpegFlag {
    /// The ending of the files, without the dot.
    pub fn ending(&self) -> &'static str {
        self.format().ending()
    }

    /// The path with the ending.
    pub fn path(&self, path: &Path) -> PathBuf {
        path.with_added_extension(self.ending())
    }

    /// Renders a slice into a file, whose path has no ending yet.
    pub fn save(&self, field: &Field, slice: Slice, path: &Path, context: &Context) -> Result<(), Failure> {
        let file = PictureFile { path: self.path(path), format: self.format(), mark: None };
        file.write(&field.prepare_file(slice, None, context)?)?;
        Ok(())
    }

    fn format(&self) -> PictureFormat {
        match self.jpeg {
            Some(quality) => PictureFormat::Jpeg { quality, encoding: Encoding::Auto },
            None => PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto },
        }
    }
}

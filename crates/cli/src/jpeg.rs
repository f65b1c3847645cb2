//! Flags for JPEGs.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::{BitDepth, Context, Encoding, Field, PictureFile, PictureFormat, Slice};

use crate::failure::Failure;

/// The quality of a picture whose file is a JPEG.
#[derive(Args)]
pub struct QualityFlag {
    /// Quality of a JPEG, 1 to 100; below 90, colors have half the resolution [default: 90]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: Option<u8>,
}

impl QualityFlag {
    /// The format with the quality.
    pub fn applied(&self, format: PictureFormat) -> Result<PictureFormat, Failure> {
        match (self.quality, format) {
            (Some(quality), PictureFormat::Jpeg { encoding, .. }) => {
                Ok(PictureFormat::Jpeg { quality, encoding })
            }
            (Some(_), _) => Err(Failure::usage("--quality needs a .jpg; all other formats are without loss")),
            (None, format) => Ok(format),
        }
    }

    /// The command-line argument that gives this flag.
    pub fn argument(&self) -> Option<String> {
        self.quality.map(|quality| format!("--quality={quality}"))
    }
}

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

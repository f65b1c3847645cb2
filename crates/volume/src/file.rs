//! Volume files: a path and what is written there.

use std::path::{Path, PathBuf};

use crate::{Bits, Error};

/// What a volume is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VolumeFormat {
    /// Zarr, version 3: a folder of compressed chunks, its dimensions z, y, x and, for vectors and colours, c.
    Zarr,
    /// NRRD: a text header and raw samples.
    Nrrd,
    /// DDS: a texture of three dimensions, with one channel or four.
    Dds,
    /// DF3: POV-Ray's density files. Floats only, as whole numbers.
    Df3,
    /// Samples and nothing else, and a JSON file beside them that describes them.
    Raw,
    /// A folder with a PNG for each slice, as a render of it would be.
    Slices,
    /// One PNG with all slices side by side, as many in a row as make it about square.
    Atlas,
}

impl VolumeFormat {
    /// The name in fingerprints.
    pub(crate) fn name(self) -> &'static str {
        match self {
            VolumeFormat::Zarr => "zarr",
            VolumeFormat::Nrrd => "nrrd",
            VolumeFormat::Dds => "dds",
            VolumeFormat::Df3 => "df3",
            VolumeFormat::Raw => "raw",
            VolumeFormat::Slices => "slices",
            VolumeFormat::Atlas => "atlas",
        }
    }

    /// Bits of a number, if nobody says.
    pub fn default_bits(self) -> Bits {
        match self {
            VolumeFormat::Zarr | VolumeFormat::Nrrd | VolumeFormat::Dds | VolumeFormat::Raw => {
                Bits::ThirtyTwo
            }
            VolumeFormat::Df3 => Bits::Sixteen,
            VolumeFormat::Slices | VolumeFormat::Atlas => Bits::Eight,
        }
    }
}

/// Where a volume is written to, and as what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VolumeFile {
    /// Where.
    pub path: PathBuf,
    /// As what.
    pub format: VolumeFormat,
    /// Bits of a number. Colours of 8 bits are in sRGB, as are all in PNGs; everything else is linear.
    pub bits: Bits,
}

impl VolumeFile {
    /// A file or a folder whose ending says its format: `.zarr`, `.nrrd`, `.dds`, `.df3` or `.raw`.
    ///
    /// # Errors
    ///
    /// If it has another ending, or none.
    pub fn new(path: impl AsRef<Path>) -> Result<VolumeFile, Error> {
        let path = path.as_ref().to_owned();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let format = match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("zarr") => VolumeFormat::Zarr,
            Some("nrrd") => VolumeFormat::Nrrd,
            Some("dds") => VolumeFormat::Dds,
            Some("df3") => VolumeFormat::Df3,
            Some("raw") => VolumeFormat::Raw,
            _ => return Err(Error::Ending { path }),
        };
        Ok(VolumeFile { path, format, bits: format.default_bits() })
    }

    /// A folder of slices.
    pub fn slices(folder: impl AsRef<Path>) -> VolumeFile {
        let format = VolumeFormat::Slices;
        VolumeFile { path: folder.as_ref().to_owned(), format, bits: format.default_bits() }
    }

    /// An atlas of slices, whose name must end with `.png`.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn atlas(path: impl AsRef<Path>) -> Result<VolumeFile, Error> {
        let (path, format) = (path.as_ref().to_owned(), VolumeFormat::Atlas);
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
            let message =
                format!("{} names no atlas that can be written; let it end with .png", path.display());
            return Err(Error::Unsupported(message));
        }
        Ok(VolumeFile { path, format, bits: format.default_bits() })
    }
}

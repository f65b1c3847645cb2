//! Volume files: path, format and bits.

use std::path::{Path, PathBuf};

use crate::{Bits, Error};

/// The format of a volume's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VolumeFormat {
    /// Zarr, version 3: a group with an array of compressed chunks for each output, and coordinates.
    Zarr,
    /// NRRD: a text header and uncompressed samples.
    Nrrd,
    /// DDS: a 3D texture with one or four channels.
    Dds,
    /// DF3: a density file for POV-Ray. Only for outputs that are floats, stored as levels.
    Df3,
    /// Samples without a header, and a JSON file next to them that describes them.
    Raw,
    /// A folder with a PNG for each slice, with the pixels of `travertine render`.
    Slices,
    /// One PNG with all slices in a grid that is about square.
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

    /// The default bits per value.
    pub fn default_bits(self) -> Bits {
        match self {
            VolumeFormat::Zarr | VolumeFormat::Nrrd | VolumeFormat::Dds | VolumeFormat::Raw => Bits::ThirtyTwo,
            VolumeFormat::Df3 => Bits::Sixteen,
            VolumeFormat::Slices | VolumeFormat::Atlas => Bits::Eight,
        }
    }
}

/// Path and format of a volume.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VolumeFile {
    /// Path of the file or folder.
    pub path: PathBuf,
    /// Format.
    pub format: VolumeFormat,
    /// Bits per value. Colors are in sRGB with 8 bits and in PNGs; everything else is linear.
    pub bits: Bits,
}

impl VolumeFile {
    /// A file or folder with the format of its extension: `.zarr`, `.nrrd`, `.dds`, `.df3` or `.raw`.
    ///
    /// # Errors
    ///
    /// [`Error::Ending`] for any other extension.
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

    /// A folder with a PNG for each slice.
    pub fn slices(folder: impl AsRef<Path>) -> VolumeFile {
        let format = VolumeFormat::Slices;
        VolumeFile { path: folder.as_ref().to_owned(), format, bits: format.default_bits() }
    }

    /// A PNG atlas of all slices.
    ///
    /// # Errors
    ///
    /// If the name does not end with `.png`.
    pub fn atlas(path: impl AsRef<Path>) -> Result<VolumeFile, Error> {
        let (path, format) = (path.as_ref().to_owned(), VolumeFormat::Atlas);
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
            let message = format!("an atlas must be a PNG, but {} does not end with .png", path.display());
            return Err(Error::Unsupported(message));
        }
        Ok(VolumeFile { path, format, bits: format.default_bits() })
    }
}

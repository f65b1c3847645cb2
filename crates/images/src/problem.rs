//! Why bytes are not the picture or the volume that is asked for.

use crate::decoded::{MAX_SIDE, MAX_TEXELS, NUMBERS_OF_TEXEL};
use crate::names::{FORMATS, PICTURE_FORMATS, VOLUME_FORMATS};

/// Why bytes cannot be decoded. The texts follow "the image".
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The first bytes are those of no known format.
    #[error("is not a {FORMATS} file")]
    Unknown,
    /// It is a volume, where a picture is needed.
    #[error("is a volume, not a picture")]
    Volume,
    /// It is a picture, where a volume is needed.
    #[error("is a picture, not a volume")]
    Picture,
    /// The file is damaged, cut off, or uses a part of its format that is not supported.
    #[error("is {} {format} file that cannot be decoded: {reason}", article(format))]
    Damaged {
        /// Name of the format.
        format: &'static str,
        /// The decoder's reason.
        reason: String,
    },
    /// The header claims too many texels.
    #[error("has {width} x {height} texels")]
    TooLarge {
        /// Texels of a row.
        width: usize,
        /// Texels of a column.
        height: usize,
    },
    /// The header claims too many numbers.
    #[error("has {} x {} x {} texels{}", size[0], size[1], size[2], of_numbers(*channels))]
    TooLargeVolume {
        /// Texels along x, y and z.
        size: [usize; 3],
        /// Numbers of a texel.
        channels: usize,
    },
}

fn article(format: &str) -> &'static str {
    if matches!(format, "OpenEXR" | "NRRD") { "an" } else { "a" }
}

/// What is read of a format, in short.
fn read(format: &str) -> &'static str {
    match format {
        "PNG" => "PNG file",
        "JPEG" => "JPEG file with 8 bits, baseline or progressive",
        "OpenEXR" => "OpenEXR file with a flat layer, not compressed with DWA",
        "TIFF" => "TIFF file, gray, RGB or CMYK, uncompressed or compressed with PackBits, LZW or deflate",
        "WebP" => "WebP file with a still picture",
        "Radiance" => "Radiance file with red, green, blue and a common exponent, row by row",
        "NRRD" => "NRRD file with three axes of space",
        _ => "DF3 file",
    }
}

fn of_numbers(channels: usize) -> String {
    if channels == 1 { String::new() } else { format!(" of {channels} numbers each") }
}

impl Problem {
    /// A description of what would do instead.
    pub fn expected(&self) -> String {
        match self {
            Problem::Unknown => {
                format!("a {FORMATS} file; a DF3 file has 6 bytes and then 1, 2 or 4 for each texel")
            }
            Problem::Volume => format!("a {PICTURE_FORMATS} file; `input/volume` reads volumes"),
            Problem::Picture => format!("an {VOLUME_FORMATS} file; `input/image` reads pictures"),
            Problem::Damaged { format, .. } => {
                format!("a whole {}; most programs can write one", read(format))
            }
            Problem::TooLargeVolume { .. } => {
                let numbers = MAX_TEXELS * NUMBERS_OF_TEXEL;
                format!("at most {numbers} numbers, and at most {MAX_SIDE} texels along a side")
            }
            Problem::TooLarge { .. } => {
                format!("at most {MAX_TEXELS} texels, and at most {MAX_SIDE} along a side")
            }
        }
    }
}

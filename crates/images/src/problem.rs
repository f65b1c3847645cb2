//! Why bytes are not the picture or the volume that is asked for.

use crate::decoded::{MAX_SIDE, MAX_TEXELS, NUMBERS_OF_TEXEL};

/// Why bytes cannot be decoded. The texts follow "the image".
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The first bytes are those of no known format.
    #[error("is neither a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD nor DF3 file")]
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

fn of_numbers(channels: usize) -> String {
    if channels == 1 { String::new() } else { format!(" of {channels} numbers each") }
}

impl Problem {
    /// A description of what would do instead.
    pub fn expected(&self) -> String {
        match self {
            Problem::Unknown => {
                "a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance or NRRD file, or a DF3 file, which has 6 bytes and then 1, 2 or 4 for each texel"
                    .to_owned()
            }
            Problem::Volume => "a PNG, JPEG, OpenEXR, TIFF, WebP or Radiance file; `input/volume` reads volumes".to_owned(),
            Problem::Picture => "an NRRD or DF3 file; `input/image` reads pictures".to_owned(),
            Problem::Damaged { format: "NRRD", .. } => {
                "a whole NRRD file with an attached header and three axes of space".to_owned()
            }
            Problem::Damaged { .. } => {
                "a whole file of a kind that docs/reading.md lists; most programs can save it in another way".to_owned()
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

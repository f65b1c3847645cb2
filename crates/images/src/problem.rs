//! Why bytes are not the picture that is asked for.

use crate::decoded::{MAX_SIDE, MAX_TEXELS};

/// Why bytes cannot be decoded. The texts follow "the image".
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The first bytes are those of no known format.
    #[error("is neither a PNG, a JPEG nor an OpenEXR file")]
    Unknown,
    /// The file is damaged, cut off, or uses a part of its format that is not supported.
    #[error("is a {format} file that cannot be decoded: {reason}")]
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
}

impl Problem {
    /// A description of what would do instead.
    pub fn expected(&self) -> String {
        match self {
            Problem::Unknown => "a PNG, JPEG or OpenEXR file".to_owned(),
            Problem::Damaged { .. } => "a whole PNG, JPEG or OpenEXR file with one flat layer".to_owned(),
            Problem::TooLarge { .. } => {
                format!("at most {MAX_TEXELS} texels, and at most {MAX_SIDE} along a side")
            }
        }
    }
}

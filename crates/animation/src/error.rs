//! Errors of animations.

use std::path::PathBuf;

use travertine_render::RenderError;

use crate::limits::{FPS, MAX_FRAMES};

/// Why an animation was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file name's ending names no format.
    #[error(
        "{} has no ending of an animation; use .apng, .gif or .webp, or write each frame to a file of its own, as in \
         frame_%04d.png",
        .path.display()
    )]
    Ending {
        /// Path of the file.
        path: PathBuf,
    },
    /// The pattern of the frames' file names is wrong.
    #[error("the pattern {pattern} {problem}; put %d or %04d, for four digits, where the number of the frame goes")]
    Pattern {
        /// The pattern as given.
        pattern: String,
        /// The rest of a sentence that begins with the pattern.
        problem: &'static str,
    },
    /// The range of frames is empty, or the frame rate is outside its range.
    #[error(
        "the first frame must not come after the last, and the rate must be {} to {} frames per second",
        FPS.start(),
        FPS.end()
    )]
    Timeline,
    /// There are more than [`MAX_FRAMES`] frames.
    #[error("{frames} frames are too many; an animation may have {MAX_FRAMES}")]
    Frames {
        /// The number of frames.
        frames: u64,
    },
    /// The format does not hold the frame rate.
    #[error("viewers show at most {limit} frames per second of {format}; choose a lower rate, or another format")]
    Rate {
        /// The format's ending.
        format: &'static str,
        /// The greatest rate, in frames per second.
        limit: f64,
    },
    /// A side is too long for the format.
    #[error("a side of {format} has at most {limit} pixels; choose a smaller size, or another format")]
    Side {
        /// The format's ending.
        format: &'static str,
        /// The greatest side, in pixels.
        limit: u32,
    },
    /// The field cannot be rendered, or it was cancelled.
    #[error(transparent)]
    Texture(#[from] travertine::Error),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Texture(error.into())
    }
}

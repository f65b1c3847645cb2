//! What can go wrong between a graph's file and a picture.

use std::path::PathBuf;

use travertine_graph::diagnostic::Diagnostics;
use travertine_graph::json::MAX_SIZE;
use travertine_program::TooLarge;
use travertine_render::RenderError;

use crate::animation::{FPS, MAX_FRAMES};

/// Why there is no texture, or no picture of it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The document does not mean anything.
    #[error("{}", .diagnostics.render(.file.as_deref()).trim_end())]
    Invalid {
        /// The document's file, as messages show it.
        file: Option<String>,
        /// All that is wrong with it.
        diagnostics: Diagnostics,
    },
    /// A name or a value that the caller gave does not fit the texture.
    #[error("{}", .0.render(None).trim_end())]
    Argument(Diagnostics),
    /// The document's file is greater than a document may be.
    #[error(
        "{} is greater than {} MiB, which no document may be; is it a graph?",
        .path.display(),
        MAX_SIZE >> 20
    )]
    FileTooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The graph unfolds into too many operations.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The picture cannot be rendered.
    #[error(transparent)]
    Render(RenderError),
    /// The name of a picture's file has an ending that says nothing.
    #[error("{} names no picture file that can be written; let it end with .png or .exr", .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
    },
    /// The name of an animation's file has an ending that says nothing.
    #[error(
        "{} names no animation that can be written; let it end with .apng, .gif or .webp, or write each frame to a \
         file of its own, as in frame_%04d.png",
        .path.display()
    )]
    AnimationEnding {
        /// The file.
        path: PathBuf,
    },
    /// The pattern of the names of frames is none.
    #[error("the pattern {pattern} {problem}; put %d or %04d, for four digits, where the number shall be")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// There are no frames, or they do not pass at a rate that can be.
    #[error(
        "an animation needs a first frame that is not after the last, and {} to {} frames in a second",
        FPS.start(),
        FPS.end()
    )]
    Timeline,
    /// There are too many frames.
    #[error("{frames} frames are too many; an animation may have {MAX_FRAMES}")]
    Frames {
        /// How many.
        frames: u64,
    },
    /// The frames come too fast for the format.
    #[error(
        "viewers show at most {limit} frames of {format} in a second; choose a lower rate, or another format"
    )]
    Rate {
        /// The format's ending.
        format: &'static str,
        /// The most in a second.
        limit: f64,
    },
    /// A side is too long for the format.
    #[error("a side of {format} has at most {limit} pixels; choose a smaller size, or another format")]
    Side {
        /// The format's ending.
        format: &'static str,
        /// The most pixels of a side.
        limit: u32,
    },
    /// An output that shall be added has the name of one that there is.
    #[error("the graph has an output `{output}` already; choose another name")]
    Taken {
        /// The name.
        output: String,
    },
    /// A file or a folder cannot be read or written.
    #[error(transparent)]
    File(#[from] travertine_files::Error),
}

impl From<RenderError> for Error {
    fn from(error: RenderError) -> Error {
        Error::Render(error)
    }
}

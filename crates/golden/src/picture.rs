//! Decoded pictures, and readers of their file formats.

mod exr;
mod numbers;
mod open;
pub(crate) mod png;

pub use numbers::Picture;
pub(crate) use numbers::png_channels;

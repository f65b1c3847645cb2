//! Decoded pictures, and readers of their file formats.

mod exr;
mod numbers;
mod open;

pub use numbers::Picture;
pub(crate) use numbers::png_channels;

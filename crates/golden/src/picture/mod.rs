//! Pictures as numbers, whatever file they come from.

mod exr;
mod numbers;
mod open;
pub(crate) mod png;

pub use numbers::Picture;
pub(crate) use numbers::png_channels;

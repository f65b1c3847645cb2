//! Pictures and volumes of files as texels.
//!
//! [`Picture::decode`] reads PNG, JPEG, OpenEXR, TIFF, WebP and Radiance, [`Volume::decode`] NRRD and DF3;
//! [`Content::decode`] reads either. The decoders compute in integers, copy numbers, or use the arithmetic that every
//! CPU rounds alike, so that texels have the same bits on all. [`Picture::plane`] turns a channel into numbers in a
//! specified color space.
//!
//! [`cost`] computes the memory of a file from its header. [`Layer`] reads chosen channels of an OpenEXR file, and
//! [`PngFile`] the numbers of a PNG, of any size.
//!
//! A header that claims more than [`MAX_TEXELS`] is refused before anything is decoded: a few bytes cannot fill the
//! memory.
#![forbid(unsafe_code)]

mod content;
mod decoded;
mod format;
mod layer;
mod names;
mod number;
mod picture;
mod png_file;
mod primaries;
mod problem;
mod reason;
mod transfer;
mod volume;

pub use content::Content;
pub use decoded::{MAX_SIDE, MAX_TEXELS, NUMBERS_OF_TEXEL};
pub use format::{Cost, cost};
pub use layer::Layer;
pub use names::{FORMATS, PICTURE_FORMATS, VOLUME_FORMATS};
pub use picture::{Channel, Picture, digest};
pub use png_file::PngFile;
pub use problem::Problem;
pub use transfer::ColorSpace;
pub use volume::Volume;

//! Pictures of files as texels.
//!
//! [`Picture::decode`] reads PNG (1 to 16 bits), JPEG and OpenEXR (half, float and integer samples). The decoders compute
//! in integers or copy numbers, so that texels have the same bits on every processor. [`Picture::plane`] turns a channel
//! into numbers in a stated colour space.
//!
//! A header that claims more than [`MAX_TEXELS`] is refused before anything is decoded: a few bytes cannot fill the
//! memory.
#![forbid(unsafe_code)]

mod decoded;
mod format;
mod picture;
mod problem;
mod transfer;

pub use decoded::{MAX_SIDE, MAX_TEXELS};
pub use format::size;
pub use picture::{Channel, Picture, digest};
pub use problem::Problem;
pub use transfer::ColorSpace;

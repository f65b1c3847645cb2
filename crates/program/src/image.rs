//! Images: texels that a function reads at a place in a picture or in a volume.
//!
//! A [`Pyramid`] holds one channel, and makes smaller levels of it when they are first needed. An [`ImageFunction`]
//! interpolates between the texels of a picture, a [`VolumeFunction`] between those of a volume.

mod edge;
mod function;
mod key;
mod pyramid;
mod sample;

pub use edge::ImageEdge;
pub use function::{ImageFunction, VolumeFunction};
pub(crate) use key::ImageKey;
pub use pyramid::Pyramid;

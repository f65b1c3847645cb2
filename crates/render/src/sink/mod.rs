//! Sinks: formats that finished rows are written in.

mod encode;
#[cfg(feature = "exr")]
mod exr;
mod interface;
mod mark;
mod pixels;
#[cfg(feature = "png")]
mod png;

pub use encode::{BitDepth, Encoder, Encoding};
#[cfg(feature = "exr")]
pub use exr::Exr;
pub use interface::Sink;
pub(crate) use interface::cut_short;
pub use mark::mark;
pub use pixels::Pixels;
#[cfg(feature = "png")]
pub use pixels::read_pixels;
#[cfg(feature = "png")]
pub use png::{Png, png_encoder, png_error};

//! Sinks: formats that finished rows are written in.

mod encode;
mod exr;
mod interface;
mod mark;
mod pixels;
mod png;

pub use encode::{BitDepth, Encoder, Encoding};
pub use exr::Exr;
pub use interface::Sink;
pub(crate) use interface::cut_short;
pub use mark::mark;
pub use pixels::{Pixels, read_pixels};
pub use png::{Png, png_encoder, png_error};

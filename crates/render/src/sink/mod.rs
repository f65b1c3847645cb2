//! Sinks: formats that finished rows are written in.

mod animation;
mod atomic;
mod encode;
mod exr;
mod interface;
mod lock;
mod mark;
mod pixels;
mod place;
mod png;

pub use animation::{AnimationFormat, Frames, Palette, write_animation};
pub use atomic::{AtomicFile, TEMPORARY, discard_unfinished};
pub use encode::{BitDepth, Encoder, Encoding};
pub use exr::Exr;
pub use interface::Sink;
pub(crate) use interface::cut_short;
pub use lock::Lock;
pub use mark::mark;
pub use pixels::{Pixels, read_pixels};
pub use place::{flush_folder, resolve, resolve_folder};
pub use png::{Png, png_encoder};

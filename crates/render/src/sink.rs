//! Sinks: formats that finished rows are written in.

mod encode;
#[cfg(feature = "exr")]
mod exr;
mod interface;
#[cfg(feature = "formats")]
mod jpeg;
mod mark;
mod pixels;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "formats")]
mod texture;
mod texture_options;
#[cfg(feature = "formats")]
mod tga;
#[cfg(feature = "formats")]
mod tiff;
#[cfg(feature = "formats")]
mod webp;

pub use encode::{BitDepth, Encoder, Encoding};
#[cfg(feature = "exr")]
pub use exr::{Exr, ExrStream};
pub use interface::Sink;
pub(crate) use interface::cut_short;
#[cfg(feature = "formats")]
pub use jpeg::{JpegStream, MAX_JPEG};
pub use mark::mark;
pub use pixels::Pixels;
#[cfg(feature = "png")]
pub use pixels::read_pixels;
#[cfg(feature = "png")]
pub use png::{Png, PngStream, png_encoder, png_error};
#[cfg(feature = "formats")]
pub use texture::TextureStream;
pub use texture_options::{Effort, MAX_TEXTURE, Texels, TextureContainer, TextureOptions};
#[cfg(feature = "formats")]
pub use tga::{MAX_TGA, TgaStream};
#[cfg(feature = "formats")]
pub use tiff::{TiffSamples, TiffStream};
#[cfg(feature = "formats")]
pub use webp::{MAX_WEBP, WebPStream};

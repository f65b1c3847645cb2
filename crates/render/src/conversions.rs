//! Images as those of the crate `image`, for which the feature `image` is needed.

use ::image::{ImageBuffer, Rgba, Rgba32FImage, RgbaImage};

use crate::image::Image;

/// A buffer whose length fits its size.
macro_rules! buffer {
    ($image:expr, $pixels:expr) => {
        ImageBuffer::from_raw($image.format.width, $image.format.height, $pixels).unwrap_or_default()
    };
}

/// In 8 bits, as [`Image::to_rgba8`].
impl From<&Image> for RgbaImage {
    fn from(image: &Image) -> RgbaImage {
        buffer!(image, image.to_rgba8())
    }
}

/// In 16 bits, as [`Image::to_rgba16`].
impl From<&Image> for ImageBuffer<Rgba<u16>, Vec<u16>> {
    fn from(image: &Image) -> Self {
        buffer!(image, image.to_rgba16())
    }
}

/// In linear floats, as [`Image::to_rgba32f`].
impl From<&Image> for Rgba32FImage {
    fn from(image: &Image) -> Rgba32FImage {
        buffer!(image, image.to_rgba32f())
    }
}

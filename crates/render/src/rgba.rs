//! Images as red, green, blue and alpha in 8 or 16 bits, as windows, games and the crate `image` take them.

use travertine_noise::Level;

use crate::image::Image;
use crate::sink::{BitDepth, Encoder, Encoding};

impl Image {
    /// The pixels in 8 bits: red, green, blue, alpha. Colors are in sRGB, floats become gray, vectors become red, green
    /// and blue, both linear. Values are clipped to 0..1; alpha is not multiplied in.
    pub fn to_rgba8(&self) -> Vec<u8> {
        let mut out = vec![0; self.rgba_len()];
        self.write_rgba8(&mut out);
        out
    }

    /// Writes the pixels in 8 bits into the caller's buffer, as [`Image::to_rgba8`] gives them.
    ///
    /// # Panics
    ///
    /// If `out` does not have four bytes for each pixel.
    pub fn write_rgba8(&self, out: &mut [u8]) {
        self.write_rgba(BitDepth::Eight, u8::MAX, out, |row| row.to_vec());
    }

    /// The pixels in 16 bits, otherwise as [`Image::to_rgba8`] gives them.
    pub fn to_rgba16(&self) -> Vec<u16> {
        let mut out = vec![0; self.rgba_len()];
        let numbers = |row: &[u8]| row.as_chunks().0.iter().copied().map(u16::from_be_bytes).collect();
        self.write_rgba(BitDepth::Sixteen, u16::MAX, &mut out, numbers);
        out
    }

    /// The pixels as linear floats, unclipped: red, green, blue, alpha.
    pub fn to_rgba32f(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.rgba_len()];
        expand(&self.data, self.format.channels(), 1.0, &mut out);
        out
    }

    fn rgba_len(&self) -> usize {
        4 * self.format.width as usize * self.format.height as usize
    }

    /// Writes rows of a PNG, whose bytes `numbers` makes numbers of, as red, green, blue and alpha.
    fn write_rgba<T: Copy>(&self, depth: BitDepth, opaque: T, out: &mut [T], numbers: impl Fn(&[u8]) -> Vec<T>) {
        assert_eq!(out.len(), self.rgba_len(), "four numbers for each pixel");
        let mut encoder = Encoder::new(self.format, depth, Encoding::Auto, Level::detect());
        let rows = self.data.chunks_exact(self.format.row_len());
        for (row, out) in rows.zip(out.chunks_exact_mut(4 * self.format.width as usize)) {
            expand(&numbers(encoder.row(row)), self.format.channels(), opaque, out);
        }
    }
}

/// Makes four channels of one, three or four.
pub(crate) fn expand<T: Copy>(pixels: &[T], channels: usize, opaque: T, out: &mut [T]) {
    for (pixel, out) in pixels.chunks_exact(channels).zip(out.as_chunks_mut().0) {
        *out = match *pixel {
            [gray] => [gray, gray, gray, opaque],
            [red, green, blue] => [red, green, blue, opaque],
            [red, green, blue, alpha, ..] => [red, green, blue, alpha],
            _ => [opaque; 4],
        };
    }
}

#[cfg(test)]
mod tests {
    use travertine_program::Type;

    use super::*;
    use crate::format::Format;

    fn image(value_type: Type, opaque: bool, data: &[f32]) -> Image {
        Image { format: Format { width: 1, height: 1, value_type, opaque }, data: data.to_vec() }
    }

    #[test]
    fn every_format_becomes_four_channels() {
        let gray = image(Type::Float, false, &[0.5]);
        assert_eq!(gray.to_rgba8(), [128, 128, 128, 255]);
        assert_eq!(gray.to_rgba16(), [32768, 32768, 32768, 65535]);
        assert_eq!(gray.to_rgba32f(), [0.5, 0.5, 0.5, 1.0]);
        assert_eq!(image(Type::Vector, false, &[0.0, 0.5, 2.0]).to_rgba8(), [0, 128, 255, 255]);
        assert_eq!(image(Type::Color, true, &[0.0, 0.5, 1.0]).to_rgba8(), [0, 188, 255, 255]);
        assert_eq!(image(Type::Color, false, &[0.0, 0.5, 1.0, 0.5]).to_rgba8(), [0, 188, 255, 128]);
    }

    #[test]
    #[should_panic(expected = "four numbers for each pixel")]
    fn a_buffer_of_another_length_is_refused() {
        image(Type::Float, false, &[0.5]).write_rgba8(&mut [0; 3]);
    }
}

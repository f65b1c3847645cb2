//! A canvas of pixels for rectangles, text and pictures.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// Red, green and blue in sRGB.
pub type Color = [u8; 3];

/// Height of a line of text, in pixels.
pub const LINE: usize = RasterHeight::Size16 as usize;

/// Width of a text, in pixels.
pub fn text_width(characters: usize) -> usize {
    characters * get_raster_width(FontWeight::Regular, RasterHeight::Size16)
}

/// Opaque pixels.
pub struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// A canvas of one color; width and height in pixels.
    pub fn new(width: usize, height: usize, color: Color) -> Canvas {
        Canvas { width, pixels: color.repeat(width * height) }
    }

    /// Red, green and blue of each pixel, row by row from the top.
    pub fn bytes(&self) -> &[u8] {
        &self.pixels
    }

    /// Blends a color into a pixel with opacity `alpha`. Pixels outside the canvas are ignored.
    fn blend(&mut self, x: usize, y: usize, color: Color, alpha: u8) {
        let start = 3 * (y * self.width + x);
        let Some(pixel) = self.pixels.get_mut(start..start + 3).filter(|_| x < self.width) else { return };
        let alpha = u16::from(alpha);
        for (below, above) in pixel.iter_mut().zip(color) {
            *below = ((u16::from(*below) * (255 - alpha) + u16::from(above) * alpha + 127) / 255) as u8;
        }
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, color: Color) {
        for (x, y) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y))) {
            self.blend(x, y, color, 255);
        }
    }

    /// Draws text with its upper left corner at x and y, and returns x of its right end.
    pub fn text(&mut self, x: usize, y: usize, text: &str, color: Color, weight: FontWeight) -> usize {
        let mut left = x;
        for letter in text.chars() {
            let glyph = get_raster(letter, weight, RasterHeight::Size16)
                .or_else(|| get_raster('?', weight, RasterHeight::Size16));
            for (row, alphas) in glyph.iter().flat_map(|glyph| glyph.rows().enumerate()) {
                alphas.iter().enumerate().for_each(|(column, alpha)| self.blend(left + column, y + row, color, *alpha));
            }
            left += text_width(1);
        }
        left
    }

    /// Draws a picture of the given width with 1 (gray), 3 (RGB) or 4 (RGBA) channels. Transparency shows a
    /// checkerboard.
    pub fn picture(&mut self, x: usize, y: usize, width: usize, channels: usize, pixels: &[u8]) {
        for (index, pixel) in pixels.chunks_exact(channels).enumerate() {
            let (column, row) = (index % width, index / width);
            let (color, alpha) = match *pixel {
                [red, green, blue, alpha] => ([red, green, blue], alpha),
                [red, green, blue] => ([red, green, blue], 255),
                _ => ([pixel[0]; 3], 255),
            };
            if alpha < 255 {
                let square = if (column / 8 + row / 8).is_multiple_of(2) { 150 } else { 105 };
                self.blend(x + column, y + row, [square; 3], 255);
            }
            self.blend(x + column, y + row, color, alpha);
        }
    }
}

//! Rows of pixels to draw on: rectangles, texts, pictures.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// A colour in sRGB.
pub type Color = [u8; 3];

/// How high a line of text is.
pub const LINE: usize = RasterHeight::Size16 as usize;

/// How wide a text of so many characters is.
pub fn text_width(characters: usize) -> usize {
    characters * get_raster_width(FontWeight::Regular, RasterHeight::Size16)
}

/// Opaque pixels.
pub struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// So many pixels of one colour.
    pub fn new(width: usize, height: usize, color: Color) -> Canvas {
        Canvas { width, pixels: color.repeat(width * height) }
    }

    /// Red, green and blue of each pixel, row by row.
    pub fn bytes(&self) -> &[u8] {
        &self.pixels
    }

    /// Mixes a colour into a pixel; what is outside stays outside.
    fn blend(&mut self, x: usize, y: usize, color: Color, share: u8) {
        let place = 3 * (y * self.width + x);
        let Some(pixel) = self.pixels.get_mut(place..place + 3).filter(|_| x < self.width) else { return };
        let share = u16::from(share);
        for (below, above) in pixel.iter_mut().zip(color) {
            *below = ((u16::from(*below) * (255 - share) + u16::from(above) * share + 127) / 255) as u8;
        }
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, color: Color) {
        for (x, y) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y))) {
            self.blend(x, y, color, 255);
        }
    }

    /// Writes a text from a place at its upper left on, and gives where it ends.
    pub fn text(&mut self, x: usize, y: usize, text: &str, color: Color, weight: FontWeight) -> usize {
        let mut left = x;
        for letter in text.chars() {
            let glyph = get_raster(letter, weight, RasterHeight::Size16)
                .or_else(|| get_raster('?', weight, RasterHeight::Size16));
            for (row, shares) in glyph.iter().flat_map(|glyph| glyph.rows().enumerate()) {
                shares
                    .iter()
                    .enumerate()
                    .for_each(|(column, share)| self.blend(left + column, y + row, color, *share));
            }
            left += text_width(1);
        }
        left
    }

    /// Draws a picture of so many pixels a row: grey, red, green and blue, or that with alpha, over a pattern of squares.
    pub fn picture(&mut self, x: usize, y: usize, width: usize, channels: usize, pixels: &[u8]) {
        for (place, pixel) in pixels.chunks_exact(channels).enumerate() {
            let (column, row) = (place % width, place / width);
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

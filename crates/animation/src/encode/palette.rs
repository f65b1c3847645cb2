//! Palettes: the 256 colors of a GIF, and pictures as indices into them.

use color_quant::NeuQuant;
use travertine_program::Type;
use travertine_render::Format;

/// The colors of an animation: grays for floats, otherwise the best fit to its pictures.
///
/// Found by a neural network after Anthony Dekker, "Kohonen neural networks for optimal color quantization" (1994), in
/// plain double precision: the same on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// Mean distance between neighboring colors: the greatest change of a pixel by dithering.
    distance: i32,
}

impl Palette {
    /// The index of transparent pixels, in pictures with alpha.
    pub const TRANSPARENT: u8 = 255;

    /// The palette for pictures like these, each given as the bytes of its pixels in that format.
    pub fn new(format: Format, pictures: &[Vec<u8>]) -> Palette {
        if format.value_type == Type::Float {
            return Palette { colors: (0..=255).map(|gray| [gray; 3]).collect(), distance: 0 };
        }
        let pixels = pictures.iter().flat_map(|picture| picture.chunks_exact(format.channels()));
        let visible = pixels.filter(|pixel| is_visible(pixel));
        let pixels: Vec<u8> = visible.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
        // Learns from every pixel: pictures are small.
        let network = (!pixels.is_empty()).then(|| NeuQuant::new(1, Palette::TRANSPARENT.into(), &pixels));
        let map = network.map_or_else(|| vec![0; 3], |network| network.color_map_rgb());
        let mut colors: Vec<[u8; 3]> = map.chunks_exact(3).map(|color| [color[0], color[1], color[2]]).collect();
        (0..3).for_each(|_| colors = centered(&colors, &pixels));
        colors.sort_unstable();
        colors.dedup();
        let distance = mean_distance(&colors);
        Palette { colors, distance }
    }

    /// Red, green and blue of 256 colors.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        // The transparent color has an entry, too.
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// Converts pictures to indices.
    pub(super) fn indices(&self, format: Format) -> Indices<'_> {
        Indices { palette: self, format, known: vec![0; 1 << 24], out: Vec::new() }
    }
}

/// Converts pictures to indices into a palette; keeps the indices found so far.
pub(super) struct Indices<'a> {
    palette: &'a Palette,
    format: Format,
    /// By color, 1 plus the index of the nearest palette entry; 0 where it is not known yet.
    known: Vec<u16>,
    out: Vec<u8>,
}

impl Indices<'_> {
    /// The indices of a picture's pixels.
    pub fn of(&mut self, pixels: &[u8]) -> &[u8] {
        if self.format.value_type == Type::Float {
            self.out = pixels.to_vec();
            return &self.out;
        }
        self.out.clear();
        let (width, channels) = (self.format.width as usize, self.format.channels());
        for (pixel_index, pixel) in pixels.chunks_exact(channels).enumerate() {
            let index = if is_visible(pixel) {
                let shift = threshold(pixel_index % width, pixel_index / width) * self.palette.distance / 128;
                let color = [0, 1, 2].map(|channel| (i32::from(pixel[channel]) + shift).clamp(0, 255) as u8);
                self.index(color)
            } else {
                Palette::TRANSPARENT
            };
            self.out.push(index);
        }
        &self.out
    }

    fn index(&mut self, color: [u8; 3]) -> u8 {
        let known = &mut self.known[usize::from(color[0]) << 16 | usize::from(color[1]) << 8 | usize::from(color[2])];
        if *known == 0 {
            *known = nearest(&self.palette.colors, color) as u16 + 1;
        }
        (*known - 1) as u8
    }
}

/// The index of the nearest color.
fn nearest(colors: &[[u8; 3]], color: [u8; 3]) -> usize {
    let nearest = colors.iter().enumerate().min_by_key(|(_, other)| distance(color, **other));
    nearest.map_or(0, |(pixel_index, _)| pixel_index)
}

/// The colors, each moved to the mean of the pixels (red, green, blue, alpha) that it is nearest to. The network misses
/// the extremes, which this restores. After Stuart Lloyd, "Least squares quantization in PCM" (1982).
fn centered(colors: &[[u8; 3]], pixels: &[u8]) -> Vec<[u8; 3]> {
    let mut sums = vec![([0_u64; 3], 0_u64); colors.len()];
    for pixel in pixels.chunks_exact(4) {
        let (sum, count) = &mut sums[nearest(colors, [pixel[0], pixel[1], pixel[2]])];
        sum.iter_mut().zip(pixel).for_each(|(sum, level)| *sum += u64::from(*level));
        *count += 1;
    }
    let middle = |(color, (sum, count)): (&[u8; 3], ([u64; 3], u64))| match count {
        0 => *color,
        count => sum.map(|sum| ((sum + count / 2) / count) as u8),
    };
    colors.iter().zip(sums).map(middle).collect()
}

/// Whether a pixel is at least half opaque.
fn is_visible(pixel: &[u8]) -> bool {
    pixel.get(3).is_none_or(|alpha| *alpha >= 128)
}

/// The shift of a pixel before the nearest color is chosen, -63 to 63. It is the same in all frames, so that still
/// parts do not flicker. After Bryce Bayer, "An optimum method for two-level rendition" (1973).
fn threshold(x: usize, y: usize) -> i32 {
    let mut rank = 0;
    for bit in 0..3 {
        let (x, y) = (x >> bit & 1, y >> bit & 1);
        rank = rank << 2 | (x ^ y) << 1 | y;
    }
    2 * rank as i32 - 63
}

/// The squared distance of two colors, weighted by the sensitivity of the eye.
fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    let of = |channel: usize, weight: i32| {
        let difference = i32::from(a[channel]) - i32::from(b[channel]);
        weight * difference * difference
    };
    of(0, 2) + of(1, 4) + of(2, 1)
}

/// The mean distance of a color to its nearest neighbor, in the channel that differs most.
fn mean_distance(colors: &[[u8; 3]]) -> i32 {
    let farthest = |a: &[u8; 3], b: &[u8; 3]| {
        (0..3).map(|channel| (i32::from(a[channel]) - i32::from(b[channel])).abs()).max().unwrap_or_default()
    };
    let nearest = |color: &[u8; 3]| {
        colors.iter().filter(|other| *other != color).map(|other| farthest(color, other)).min().unwrap_or_default()
    };
    colors.iter().map(nearest).sum::<i32>() / colors.len().max(1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { width: 64, height: 64, value_type: Type::Color, opaque: true };

    /// A gradient from brown to blue, and from dark to light.
    fn picture() -> Vec<u8> {
        let pixel = |x: u32, y: u32| [40 + 2 * x + y, 60 + x + y, 20 + 3 * (63 - x)].map(|level| level as u8);
        (0..64 * 64).flat_map(|pixel_index| pixel(pixel_index % 64, pixel_index / 64)).collect()
    }

    #[test]
    fn pictures_look_the_same_from_afar() {
        let picture = picture();
        let palette = Palette::new(FORMAT, std::slice::from_ref(&picture));
        assert!(palette.colors.len() > 200);
        let mut indices = palette.indices(FORMAT);
        let indices = indices.of(&picture).to_vec();
        // The mean of each square of 8 x 8 pixels.
        for (left, top) in (0..64).step_by(8).flat_map(|top| (0..64).step_by(8).map(move |left| (left, top))) {
            for channel in 0..3 {
                let sum = |level: &dyn Fn(usize) -> u8| -> i32 {
                    let square = (0..64).map(|pixel_index| (top + pixel_index / 8) * 64 + left + pixel_index % 8);
                    square.map(|pixel_index| i32::from(level(pixel_index))).sum()
                };
                let expected = sum(&|pixel_index| picture[3 * pixel_index + channel]);
                let found = sum(&|pixel_index| palette.colors[usize::from(indices[pixel_index])][channel]);
                assert!((found - expected).abs() <= 64 * 7, "{left}, {top}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn grays_are_exact_and_transparent_pixels_have_no_color() {
        let float = Format { value_type: Type::Float, ..FORMAT };
        let grays: Vec<u8> = (0..=255).collect();
        assert_eq!(Palette::new(float, &[]).indices(float).of(&grays), grays);
        let alpha = Format { opaque: false, width: 2, height: 1, ..FORMAT };
        let picture = vec![200, 10, 10, 255, 200, 10, 10, 0];
        let palette = Palette::new(alpha, std::slice::from_ref(&picture));
        assert_eq!(palette.indices(alpha).of(&picture)[1], Palette::TRANSPARENT);
        assert!(palette.colors.len() < 256);
        assert_eq!(Palette::new(alpha, &[vec![0; 8]]).indices(alpha).of(&[0; 8]), [Palette::TRANSPARENT; 2]);
    }

    #[test]
    fn thresholds_are_all_different_within_a_square() {
        let mut all: Vec<i32> = (0..64).map(|pixel_index| threshold(pixel_index % 8, pixel_index / 8)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).map(|rank| 2 * rank - 63).collect::<Vec<_>>());
    }
}

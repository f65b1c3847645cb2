//! Palettes: the 256 colours of a GIF, and pictures in them.

use color_quant::NeuQuant;
use travertine_program::Type;

use crate::format::Format;

/// The colours of an animation: greys for floats, otherwise what suits its pictures best.
///
/// Found by a neural network after Anthony Dekker, "Kohonen neural networks for optimal colour quantization" (1994), in
/// plain double precision: the same on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// How far colours are from their nearest neighbours: by as much, dithering may change a pixel.
    distance: i32,
}

impl Palette {
    /// The index that stands for no colour, in pictures with alpha.
    pub const TRANSPARENT: u8 = 255;

    /// The colours for pictures like these, each the bytes of its pixels in that format.
    pub fn new(format: Format, pictures: &[Vec<u8>]) -> Palette {
        if format.value_type == Type::Float {
            return Palette { colors: (0..=255).map(|grey| [grey; 3]).collect(), distance: 0 };
        }
        let pixels = pictures.iter().flat_map(|picture| picture.chunks_exact(format.channels()));
        let visible = pixels.filter(|pixel| is_visible(pixel));
        let pixels: Vec<u8> = visible.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
        // Every pixel counts; a few are more than it learns from otherwise.
        let network = (!pixels.is_empty()).then(|| NeuQuant::new(1, Palette::TRANSPARENT.into(), &pixels));
        let map = network.map_or_else(|| vec![0; 3], |network| network.color_map_rgb());
        let mut colors: Vec<[u8; 3]> =
            map.chunks_exact(3).map(|color| [color[0], color[1], color[2]]).collect();
        (0..3).for_each(|_| colors = centred(&colors, &pixels));
        colors.sort_unstable();
        colors.dedup();
        let distance = mean_distance(&colors);
        Palette { colors, distance }
    }

    /// Red, green and blue of each colour.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.concat();
        // The one that stands for none needs a place, too.
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// What makes indices of pictures.
    pub(super) fn indices(&self, format: Format) -> Indices<'_> {
        Indices { palette: self, format, known: vec![0; 1 << 24], out: Vec::new() }
    }
}

/// Pictures as indices of colours.
pub(super) struct Indices<'a> {
    palette: &'a Palette,
    format: Format,
    /// By colour, one more than the index of the nearest of the palette; 0 where nobody asked yet.
    known: Vec<u16>,
    out: Vec<u8>,
}

impl Indices<'_> {
    /// Those of a picture's pixels.
    pub fn of(&mut self, pixels: &[u8]) -> &[u8] {
        if self.format.value_type == Type::Float {
            self.out = pixels.to_vec();
            return &self.out;
        }
        self.out.clear();
        let (width, channels) = (self.format.width as usize, self.format.channels());
        for (place, pixel) in pixels.chunks_exact(channels).enumerate() {
            let index = if is_visible(pixel) {
                let shift = threshold(place % width, place / width) * self.palette.distance / 128;
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
        let known =
            &mut self.known[usize::from(color[0]) << 16 | usize::from(color[1]) << 8 | usize::from(color[2])];
        if *known == 0 {
            *known = nearest(&self.palette.colors, color) as u16 + 1;
        }
        (*known - 1) as u8
    }
}

/// The place of the nearest of these colours.
fn nearest(colors: &[[u8; 3]], color: [u8; 3]) -> usize {
    let nearest = colors.iter().enumerate().min_by_key(|(_, other)| distance(color, **other));
    nearest.map_or(0, |(place, _)| place)
}

/// The colours, each moved to the middle of the pixels, red, green, blue and alpha, that it is nearest to: what the network
/// leaves out at the ends, this brings in. After Stuart Lloyd, "Least squares quantization in PCM" (1982).
fn centred(colors: &[[u8; 3]], pixels: &[u8]) -> Vec<[u8; 3]> {
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

/// Whether a pixel is rather there than not.
fn is_visible(pixel: &[u8]) -> bool {
    pixel.get(3).is_none_or(|alpha| *alpha >= 128)
}

/// How far a pixel is shifted before the nearest colour is taken, from -63 to 63: the same in all frames, so that what
/// does not move does not flicker. After Bryce Bayer, "An optimum method for two-level rendition" (1973).
fn threshold(x: usize, y: usize) -> i32 {
    let mut rank = 0;
    for bit in 0..3 {
        let (x, y) = (x >> bit & 1, y >> bit & 1);
        rank = rank << 2 | (x ^ y) << 1 | y;
    }
    2 * rank as i32 - 63
}

/// The square of how far apart two colours are; green counts most, as it does to the eye.
fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    let of = |channel: usize, weight: i32| {
        let difference = i32::from(a[channel]) - i32::from(b[channel]);
        weight * difference * difference
    };
    of(0, 2) + of(1, 4) + of(2, 1)
}

/// How far a colour's nearest neighbour is in its farthest channel, on average.
fn mean_distance(colors: &[[u8; 3]]) -> i32 {
    let farthest = |a: &[u8; 3], b: &[u8; 3]| {
        (0..3).map(|channel| (i32::from(a[channel]) - i32::from(b[channel])).abs()).max().unwrap_or_default()
    };
    let nearest = |color: &[u8; 3]| {
        colors
            .iter()
            .filter(|other| *other != color)
            .map(|other| farthest(color, other))
            .min()
            .unwrap_or_default()
    };
    colors.iter().map(nearest).sum::<i32>() / colors.len().max(1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { width: 64, height: 64, value_type: Type::Color, opaque: true };

    /// A picture that passes from brown to blue, and from dark to light.
    fn picture() -> Vec<u8> {
        let pixel = |x: u32, y: u32| [40 + 2 * x + y, 60 + x + y, 20 + 3 * (63 - x)].map(|level| level as u8);
        (0..64 * 64).flat_map(|place| pixel(place % 64, place / 64)).collect()
    }

    #[test]
    fn pictures_look_the_same_from_afar() {
        let picture = picture();
        let palette = Palette::new(FORMAT, std::slice::from_ref(&picture));
        assert!(palette.colors.len() > 200);
        let mut indices = palette.indices(FORMAT);
        let indices = indices.of(&picture).to_vec();
        // The mean of each square of 8 x 8 pixels.
        for (left, top) in (0..64).step_by(8).flat_map(|top| (0..64).step_by(8).map(move |left| (left, top)))
        {
            for channel in 0..3 {
                let sum = |level: &dyn Fn(usize) -> u8| -> i32 {
                    let square = (0..64).map(|place| (top + place / 8) * 64 + left + place % 8);
                    square.map(|place| i32::from(level(place))).sum()
                };
                let expected = sum(&|place| picture[3 * place + channel]);
                let found = sum(&|place| palette.colors[usize::from(indices[place])][channel]);
                assert!((found - expected).abs() <= 64 * 7, "{left}, {top}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn greys_are_exact_and_what_is_not_there_has_no_colour() {
        let float = Format { value_type: Type::Float, ..FORMAT };
        let greys: Vec<u8> = (0..=255).collect();
        assert_eq!(Palette::new(float, &[]).indices(float).of(&greys), greys);
        let alpha = Format { opaque: false, width: 2, height: 1, ..FORMAT };
        let picture = vec![200, 10, 10, 255, 200, 10, 10, 0];
        let palette = Palette::new(alpha, std::slice::from_ref(&picture));
        assert_eq!(palette.indices(alpha).of(&picture)[1], Palette::TRANSPARENT);
        assert!(palette.colors.len() < 256);
        assert_eq!(Palette::new(alpha, &[vec![0; 8]]).indices(alpha).of(&[0; 8]), [Palette::TRANSPARENT; 2]);
    }

    #[test]
    fn thresholds_are_all_different_within_a_square() {
        let mut all: Vec<i32> = (0..64).map(|place| threshold(place % 8, place / 8)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..64).map(|rank| 2 * rank - 63).collect::<Vec<_>>());
    }
}

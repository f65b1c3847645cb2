//! Differences between two pictures.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use crate::error::Error;
use crate::picture::{Picture, png_channels};

/// How much two pictures of the same size differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Width, in pixels.
    pub width: usize,
    /// Height, in pixels.
    pub height: usize,
    /// The level that means 1 (255 or 65535), or `None` if floats were compared.
    pub levels: Option<u32>,
    /// The greatest difference between two values, in levels or as floats; infinite if only one of them is NaN.
    pub greatest: f64,
    /// The mean difference of all values, in the same unit.
    pub mean: f64,
    /// Number of pixels that differ.
    pub differing: usize,
    /// The first pixel that differs: rows from the top, pixels from the left.
    pub first: Option<FirstPixel>,
    /// For each pixel, the greatest difference among its channels.
    pixels: Vec<f32>,
}

/// The first pixel that differs.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstPixel {
    /// Its column, from 0.
    pub column: usize,
    /// Its row, from 0.
    pub row: usize,
    /// Its channels in the first picture.
    pub one: Vec<f32>,
    /// Its channels in the second picture.
    pub other: Vec<f32>,
}

/// Why two pictures cannot be compared pixel by pixel.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// The sizes differ: width and height of each picture.
    #[error("one has {} x {} pixels, the other {} x {}", .0[0], .0[1], .1[0], .1[1])]
    Size([usize; 2], [usize; 2]),
    /// The channels do not correspond: the names of each picture's channels.
    #[error("one has the channels {0}, the other {1}")]
    Channels(String, String),
}

impl Difference {
    /// Compares two pictures. Gray equals three equal colors, a missing alpha equals 1, and pictures of different bit
    /// depths are compared as floats from 0 to 1.
    ///
    /// Values are compared as stored: a PNG in sRGB differs from an OpenEXR file by the sRGB curve.
    ///
    /// # Errors
    ///
    /// If the sizes differ, or the channels do not correspond.
    pub fn new(one: &Picture, other: &Picture) -> Result<Difference, Mismatch> {
        let (width, height) = (one.width, one.height);
        if (width, height) != (other.width, other.height) {
            return Err(Mismatch::Size([width, height], [other.width, other.height]));
        }
        let (mut one, mut other) = (Cow::Borrowed(one), Cow::Borrowed(other));
        if one.channels != other.channels {
            let mismatch = || Mismatch::Channels(one.channels.join(", "), other.channels.join(", "));
            let [a, b] = [&one, &other].map(|picture| as_colors(picture));
            (one, other) = (Cow::Owned(a.ok_or_else(mismatch)?), Cow::Owned(b.ok_or_else(mismatch)?));
        }
        if one.levels != other.levels {
            (one, other) = (Cow::Owned(as_floats(&one)), Cow::Owned(as_floats(&other)));
        }
        Ok(Difference::between(&one, &other))
    }

    /// Bytes needed to compare two pictures, including the pictures themselves.
    pub fn bytes(one: &Picture, other: &Picture) -> u64 {
        let pixels = (one.width as u64).saturating_mul(one.height as u64);
        let both = one.channels.len() + other.channels.len();
        // Copies as RGBA, copies as floats from 0 to 1, the differences, and a picture of them as levels and as a file.
        let colors = if one.channels == other.channels { 0 } else { 8 };
        let shares = if one.levels == other.levels { 0 } else { both.max(8) };
        pixels.saturating_mul((4 * (both + colors + shares + 1) + 2) as u64)
    }

    fn between(one: &Picture, other: &Picture) -> Difference {
        let channels = one.channels.len().max(1);
        let mut difference = Difference {
            width: one.width,
            height: one.height,
            levels: one.levels,
            greatest: 0.0,
            mean: 0.0,
            differing: 0,
            first: None,
            pixels: Vec::with_capacity(one.width * one.height),
        };
        let mut sum = 0.0;
        let pairs = one.data.chunks_exact(channels).zip(other.data.chunks_exact(channels));
        for (index, (a, b)) in pairs.enumerate() {
            let mut greatest = 0.0_f64;
            for (a, b) in a.iter().zip(b) {
                let apart = distance(*a, *b);
                sum += apart;
                greatest = greatest.max(apart);
            }
            if greatest > 0.0 {
                difference.differing += 1;
                difference.first.get_or_insert_with(|| FirstPixel {
                    column: index % one.width,
                    row: index / one.width,
                    one: a.to_vec(),
                    other: b.to_vec(),
                });
            }
            difference.greatest = difference.greatest.max(greatest);
            difference.pixels.push(greatest as f32);
        }
        difference.mean = sum / one.data.len().max(1) as f64;
        difference
    }

    /// Whether no pixel differs.
    pub fn is_none(&self) -> bool {
        self.differing == 0
    }

    /// A number in the unit of the values as a fraction of 1: a level divided by the greatest level; a float unchanged.
    pub fn fraction(&self, apart: f64) -> f64 {
        apart / self.levels.map_or(1.0, f64::from)
    }

    /// Whether no two values differ by more than a fraction of 1. A NaN differs infinitely from any number, and not
    /// from another NaN.
    pub fn is_within(&self, tolerance: f64) -> bool {
        self.fraction(self.greatest) <= tolerance
    }

    /// The factor by which [`Difference::to_png`] multiplies differences, so that the greatest is white.
    pub fn amplification(&self) -> f64 {
        let white = self.levels.map_or(1.0, f64::from);
        if self.greatest > 0.0 && self.greatest.is_finite() { white / self.greatest } else { 1.0 }
    }

    /// A PNG file of the differences: black for none, white for the greatest.
    pub fn to_png(&self) -> Vec<u8> {
        let scale = 255.0 / if self.greatest.is_finite() { self.greatest.max(f64::MIN_POSITIVE) } else { 1.0 };
        // Every difference must be visible, however small.
        let level = |apart: &f32| if *apart > 0.0 { (f64::from(*apart) * scale).clamp(32.0, 255.0) as u8 } else { 0 };
        let levels: Vec<u8> = self.pixels.iter().map(level).collect();
        let mut file = Vec::new();
        let mut png = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        png.set_color(png::ColorType::Grayscale);
        png.set_depth(png::BitDepth::Eight);
        let written = png.write_header().and_then(|mut writer| {
            writer.write_image_data(&levels)?;
            writer.finish()
        });
        // Writing to memory does not fail, and there is one level for each pixel of the header.
        debug_assert!(written.is_ok());
        file
    }

    /// Writes [`Difference::to_png`] to a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        Ok(travertine_files::write(path, &self.to_png())?)
    }

    /// A difference in words, as in `4 of 255`.
    pub fn describe(&self, apart: f64) -> String {
        let levels = self.levels.map(|levels| format!(" of {levels}")).unwrap_or_default();
        format!("{}{levels}", short(apart))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the greatest difference is {}, the mean {}; {} of {} pixels differ",
            self.describe(self.greatest),
            short(self.mean),
            self.differing,
            self.pixels.len()
        )?;
        match &self.first {
            Some(first) => write!(f, ", the first {first}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for FirstPixel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[f32]| numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(", ");
        let FirstPixel { column, row, one, other } = self;
        write!(f, "in column {column}, row {row}: {} and {}", list(one), list(other))
    }
}

fn distance(a: f32, b: f32) -> f64 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0.0;
    }
    let apart = (f64::from(a) - f64::from(b)).abs();
    if apart.is_nan() { f64::INFINITY } else { apart }
}

/// Rounds to four significant digits.
fn short(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// The picture as R, G, B and A, or `None` if it has channels of other names.
fn as_colors(picture: &Picture) -> Option<Picture> {
    let index = |name: &str| picture.channels.iter().position(|channel| channel == name);
    let colors = match index("Y") {
        Some(gray) => [gray; 3],
        None => [index("R")?, index("G")?, index("B")?],
    };
    let alpha = index("A");
    let used = if index("Y").is_some() { 1 } else { 3 } + usize::from(alpha.is_some());
    if used != picture.channels.len() {
        return None;
    }
    let opaque = picture.levels.map_or(1.0, |levels| levels as f32);
    let pixels = picture.data.chunks_exact(picture.channels.len());
    let mut data = Vec::with_capacity(pixels.len() * 4);
    for pixel in pixels {
        data.extend(colors.map(|index| pixel[index]));
        data.push(alpha.map_or(opaque, |index| pixel[index]));
    }
    let Picture { width, height, levels, .. } = *picture;
    Some(Picture { width, height, channels: png_channels(4), levels, data })
}

/// The picture as floats, with 1 for the greatest level.
fn as_floats(picture: &Picture) -> Picture {
    let levels = picture.levels.map_or(1.0, |levels| levels as f32);
    let data = picture.data.iter().map(|number| number / levels).collect();
    let Picture { width, height, .. } = *picture;
    Picture { width, height, channels: picture.channels.clone(), levels: None, data }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_measured() {
        let one = Picture::from_levels(2, 2, 1, &[1, 2, 3, 4]);
        let other = Picture::from_levels(2, 2, 1, &[1, 2, 5, 0]);
        let difference = Difference::new(&one, &other).unwrap();
        assert_eq!((difference.greatest, difference.mean, difference.differing), (4.0, 1.5, 2));
        assert_eq!(
            difference.to_string(),
            "the greatest difference is 4 of 255, the mean 1.5; 2 of 4 pixels differ, \
             the first in column 0, row 1: 3 and 5"
        );
        assert!(Difference::new(&one, &one).unwrap().is_none());
    }

    #[test]
    fn gray_equals_opaque_gray_colors() {
        let gray = Picture::from_levels(1, 1, 1, &[7]);
        let color = Picture::from_levels(1, 1, 4, &[7, 7, 7, 255]);
        assert!(Difference::new(&gray, &color).unwrap().is_none());
        let float = Picture { levels: None, data: vec![7.0 / 255.0], ..gray.clone() };
        assert!(Difference::new(&gray, &float).unwrap().is_none());
        let depth = Picture { channels: vec!["Z".to_owned()], ..gray.clone() };
        assert_eq!(
            Difference::new(&depth, &color).unwrap_err().to_string(),
            "one has the channels Z, the other R, G, B, A"
        );
    }

    #[test]
    fn nan_differs_infinitely_from_any_number() {
        let gray = |data| Picture { width: 1, height: 1, channels: vec!["Y".to_owned()], levels: None, data };
        let (nan, one) = (gray(vec![f32::NAN]), gray(vec![1.0]));
        assert_eq!(Difference::new(&nan, &one).unwrap().greatest, f64::INFINITY);
        assert!(Difference::new(&nan, &nan).unwrap().is_none());
    }
}

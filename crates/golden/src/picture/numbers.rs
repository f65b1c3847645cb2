//! A decoded picture.

use std::io::{BufRead, Seek};

use travertine_images::PngFile;

/// A decoded picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Width, in pixels.
    pub width: usize,
    /// Height, in pixels.
    pub height: usize,
    /// Names of the channels: Y for gray; R, G, B; A; or the names in an OpenEXR file.
    pub channels: Vec<String>,
    /// The level that means 1: 255 or 65535 in a PNG; `None` if the values are floats.
    pub levels: Option<u32>,
    /// The values: rows from the top, pixels from the left, the channels of a pixel together.
    pub data: Vec<f32>,
}

impl Picture {
    /// A picture of levels from 0 to 255. 1 channel is gray, 2 are gray and alpha, 3 are RGB, 4 are RGBA.
    pub(crate) fn from_levels(width: usize, height: usize, channels: usize, levels: &[u8]) -> Picture {
        let data = levels.iter().map(|level| f32::from(*level)).collect();
        Picture { width, height, channels: png_channels(channels), levels: Some(255), data }
    }

    /// Decodes a PNG. Callers check its size first.
    pub(crate) fn from_png(png: PngFile<impl BufRead + Seek>) -> Result<Picture, String> {
        let (width, height, channels) = png.size();
        let (levels, data) = png.levels()?;
        Ok(Picture { width, height, channels: png_channels(channels), levels: Some(levels), data })
    }

    /// The channels of one pixel.
    pub fn pixel(&self, column: usize, row: usize) -> &[f32] {
        let channels = self.channels.len();
        &self.data[(row * self.width + column) * channels..][..channels]
    }
}

/// The channel names of a PNG with `count` channels.
pub(crate) fn png_channels(count: usize) -> Vec<String> {
    let names: &[&str] = match count {
        1 => &["Y"],
        2 => &["Y", "A"],
        3 => &["R", "G", "B"],
        _ => &["R", "G", "B", "A"],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

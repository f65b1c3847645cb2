//! A picture as numbers.

/// A picture as numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Pixels to the right.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// The channels' names: Y for grey; R, G, B; A; or what an OpenEXR file calls them.
    pub channels: Vec<String>,
    /// What stands for 1: 255 or 65535, the greatest number of a PNG; none where the numbers are floats.
    pub levels: Option<u32>,
    /// The numbers: rows from the top, pixels from the left, channels together.
    pub data: Vec<f32>,
}

impl Picture {
    /// A picture of whole numbers from 0 to 255: 1 channel is grey, 2 with alpha, 3 are colours, 4 with alpha.
    pub(crate) fn from_levels(width: usize, height: usize, channels: usize, levels: &[u8]) -> Picture {
        let data = levels.iter().map(|level| f32::from(*level)).collect();
        Picture { width, height, channels: png_channels(channels), levels: Some(255), data }
    }

    /// The numbers of one pixel.
    pub fn pixel(&self, column: usize, row: usize) -> &[f32] {
        let channels = self.channels.len();
        &self.data[(row * self.width + column) * channels..][..channels]
    }
}

/// The names of that many channels of a PNG.
pub(crate) fn png_channels(count: usize) -> Vec<String> {
    let names: &[&str] = match count {
        1 => &["Y"],
        2 => &["Y", "A"],
        3 => &["R", "G", "B"],
        _ => &["R", "G", "B", "A"],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

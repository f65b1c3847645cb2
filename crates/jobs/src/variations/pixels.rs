//! The picture of a cell.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use travertine::Image;

/// Pixels with 8 bits per channel.
pub struct Pixels {
    /// The number of channels.
    pub channels: usize,
    /// The channels of all pixels, row by row.
    pub bytes: Vec<u8>,
}

impl Pixels {
    /// Reads a PNG.
    pub fn read(path: &Path) -> io::Result<Pixels> {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
        decoder.set_transformations(png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().map_err(io::Error::other)?;
        let size = reader.output_buffer_size().ok_or_else(|| io::Error::other("the picture is too large"))?;
        let mut bytes = vec![0; size];
        let frame = reader.next_frame(&mut bytes).map_err(io::Error::other)?;
        Ok(Pixels { channels: frame.color_type.samples(), bytes })
    }
}

impl From<&Image> for Pixels {
    fn from(image: &Image) -> Pixels {
        Pixels { channels: 4, bytes: image.to_rgba8() }
    }
}

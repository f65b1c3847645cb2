//! Decodes picture files with the libraries directly.

use std::io::Cursor;

use exr::prelude::*;

/// A decoded picture: width and height in pixels, number of channels, and values.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers {
    pub width: usize,
    pub height: usize,
    pub channels: usize,
    pub data: Vec<f32>,
}

impl Numbers {
    pub fn crop(&self, x: usize, y: usize, width: usize, height: usize) -> Numbers {
        let row = |row: usize| {
            let start = (row * self.width + x) * self.channels;
            &self.data[start..start + width * self.channels]
        };
        let data = (y..y + height).flat_map(|index| row(index).to_vec()).collect();
        Numbers { width, height, channels: self.channels, data }
    }
}

/// Decodes a PNG. Also returns its bits per channel, and whether it is tagged as sRGB.
pub fn png(file: &[u8]) -> (Numbers, u8, bool) {
    let mut png = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; png.output_buffer_size().unwrap()];
    let frame = png.next_frame(&mut bytes).unwrap();
    let (width, height) = (frame.width as usize, frame.height as usize);
    let data = match frame.bit_depth {
        png::BitDepth::Sixteen => {
            bytes.chunks_exact(2).map(|pair| f32::from(u16::from_be_bytes([pair[0], pair[1]]))).collect()
        }
        _ => bytes.iter().map(|byte| f32::from(*byte)).collect(),
    };
    let numbers = Numbers { width, height, channels: frame.color_type.samples(), data };
    (numbers, frame.bit_depth as u8, png.info().srgb.is_some())
}

/// Decodes an OpenEXR file, with colors in the order R, G, B, A.
pub fn exr(file: &[u8]) -> Numbers {
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .all_channels()
        .first_valid_layer()
        .all_attributes()
        .from_buffered(Cursor::new(file))
        .unwrap();
    let layer = image.layer_data;
    let mut channels: Vec<_> = layer.channel_data.list.iter().collect();
    channels.sort_by_key(|channel| "YRGBA".find(&channel.name.to_string()));
    let planes: Vec<Vec<f32>> = channels.iter().map(|channel| channel.sample_data.values_as_f32().collect()).collect();
    let data = (0..planes[0].len()).flat_map(|index| planes.iter().map(move |plane| plane[index])).collect();
    Numbers { width: layer.size.width(), height: layer.size.height(), channels: planes.len(), data }
}

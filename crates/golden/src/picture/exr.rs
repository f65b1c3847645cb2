//! Reads OpenEXR files.

use std::io::{Read, Seek};

use travertine_images::Layer;

use super::numbers::Picture;

/// Width and height in pixels, and number of channels, of the first layer.
pub(crate) fn size(source: impl Read + Seek) -> Result<(usize, usize, usize), String> {
    let layer = Layer::open(source)?;
    let (width, height) = layer.size();
    Ok((width, height, layer.channels().len()))
}

/// Decodes all channels of the first layer.
pub(crate) fn decode(source: impl Read + Seek) -> Result<Picture, String> {
    let mut layer = Layer::open(source)?;
    let (width, height) = layer.size();
    let mut channels = layer.channels();
    channels.sort_by_key(|name| order(name));
    let data = layer.numbers(&channels)?;
    Ok(Picture { width, height, channels, levels: None, data })
}

/// A sort key: Y, R, G, B and A in this order, other channels after them by name. Files sort all channels by name.
fn order(name: &str) -> (usize, String) {
    let known = ["Y", "R", "G", "B", "A"];
    (known.iter().position(|each| *each == name).unwrap_or(known.len()), name.to_owned())
}

//! Reads OpenEXR files.

use std::io::{Read, Seek};

use exr::image::read::image::ReadLayers;
use exr::image::read::layers::ReadChannels;
use exr::image::read::read;
use exr::meta::MetaData;

use super::numbers::Picture;

/// Width and height in pixels, and number of channels, of the first layer.
pub(crate) fn size(source: impl Read) -> Result<(usize, usize, usize), String> {
    let meta = MetaData::read_from_buffered(source, false).map_err(|error| error.to_string())?;
    let header = meta.headers.first().ok_or("it has no layers")?;
    let size = header.layer_size;
    Ok((size.width(), size.height(), header.channels.list.len()))
}

/// Decodes all channels of the first layer.
pub(crate) fn decode(source: impl Read + Seek + Send) -> Result<Picture, String> {
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .all_channels()
        .first_valid_layer()
        .all_attributes()
        .from_buffered(source)
        .map_err(|error| error.to_string())?;
    let layer = image.layer_data;
    let (width, height) = (layer.size.width(), layer.size.height());
    let mut channels: Vec<_> = layer.channel_data.list.into_iter().collect();
    channels.sort_by_key(|channel| order(&channel.name.to_string()));

    let mut data = vec![0.0; width * height * channels.len()];
    for (index, channel) in channels.iter().enumerate() {
        if channel.sample_data.len() != width * height {
            return Err(format!("channel {} is subsampled; expected a value for every pixel", channel.name));
        }
        let targets = data[index..].iter_mut().step_by(channels.len());
        targets.zip(channel.sample_data.values_as_f32()).for_each(|(target, value)| *target = value);
    }
    let channels = channels.iter().map(|channel| channel.name.to_string()).collect();
    Ok(Picture { width, height, channels, levels: None, data })
}

/// A sort key: Y, R, G, B and A in this order, other channels after them by name. Files sort all channels by name.
fn order(name: &str) -> (usize, String) {
    let known = ["Y", "R", "G", "B", "A"];
    (known.iter().position(|each| *each == name).unwrap_or(known.len()), name.to_owned())
}

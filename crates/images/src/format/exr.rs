//! Reads OpenEXR files: the first flat layer, with channels R, G and B or Y, and A if there is one.

use std::io::Cursor;

use exr::image::read::image::ReadLayers;
use exr::image::read::layers::ReadChannels;
use exr::image::read::read;
use exr::meta::MetaData;

use crate::decoded::Decoded;
use crate::transfer::Samples;

pub(super) fn size(bytes: &[u8]) -> Result<(usize, usize), String> {
    let meta = MetaData::read_from_buffered(Cursor::new(bytes), false).map_err(|error| error.to_string())?;
    // Every layer is read past before its kind is known.
    let sizes = meta.headers.iter().map(|header| (header.layer_size.width(), header.layer_size.height()));
    sizes
        .max_by_key(|(width, height)| width.saturating_mul(*height))
        .ok_or_else(|| "it has no layers".to_owned())
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let meta = MetaData::read_from_buffered(Cursor::new(bytes), false).map_err(|error| error.to_string())?;
    let header = meta.headers.first().ok_or("it has no layers")?;
    let has = |name: &str| header.channels.list.iter().any(|channel| channel.name == *name);
    let names: &[&str] = match (["R", "G", "B"].iter().all(|name| has(name)), has("Y"), has("A")) {
        (true, _, true) => &["R", "G", "B", "A"],
        (true, _, false) => &["R", "G", "B"],
        (false, true, true) => &["Y", "A"],
        (false, true, false) => &["Y"],
        _ => return Err("its first layer has neither the channels R, G and B nor Y".to_owned()),
    };
    // A texel of the file may have many more channels than these.
    if header.channels.list.len() > 64 {
        return Err(format!(
            "its first layer has {} channels; at most 64 are read",
            header.channels.list.len()
        ));
    }
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .all_channels()
        .first_valid_layer()
        .all_attributes()
        .from_buffered(Cursor::new(bytes))
        .map_err(|error| error.to_string())?;
    let layer = image.layer_data;
    let (width, height) = (layer.size.width(), layer.size.height());
    let mut samples = vec![0.0; width * height * names.len()];
    for (index, name) in names.iter().enumerate() {
        let channel = layer.channel_data.list.iter().find(|channel| channel.name == **name);
        let channel = channel.ok_or("its layers have different channels")?;
        if channel.sample_data.len() != width * height {
            return Err(format!("its channel {name} does not have a number for every texel"));
        }
        let targets = samples[index..].iter_mut().step_by(names.len());
        targets.zip(channel.sample_data.values_as_f32()).for_each(|(target, value)| *target = value);
    }
    let channels = names.len();
    Ok(Decoded {
        width,
        height,
        channels,
        is_light: true,
        is_multiplied: true,
        samples: Samples::Floats(samples),
    })
}

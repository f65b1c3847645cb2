//! Reads OpenEXR files: the first flat layer, with channels R, G and B or Y, and A if there is one.

use std::io::Cursor;

use crate::decoded::Decoded;
use crate::layer::{Layer, layers};
use crate::transfer::Samples;

pub(super) fn size(bytes: &[u8]) -> Result<(usize, usize), String> {
    // Every layer is read past before its kind is known.
    let sizes = layers(bytes)?.into_iter().map(|layer| (layer.width, layer.height));
    sizes
        .max_by_key(|(width, height)| width.saturating_mul(*height))
        .ok_or_else(|| "it has no layers".to_owned())
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let layers = layers(bytes)?;
    let stated = &layers.first().ok_or("it has no layers")?.channels;
    let has = |name: &str| stated.iter().any(|channel| channel == name);
    let names: &[&str] = match (["R", "G", "B"].into_iter().all(has), has("Y"), has("A")) {
        (true, _, true) => &["R", "G", "B", "A"],
        (true, _, false) => &["R", "G", "B"],
        (false, true, true) => &["Y", "A"],
        (false, true, false) => &["Y"],
        _ => return Err("its first layer has neither the channels R, G and B nor Y".to_owned()),
    };
    // A texel of the file may have many more channels than these.
    if stated.len() > 64 {
        return Err(format!("its first layer has {} channels; at most 64 are read", stated.len()));
    }
    let layer = Layer::read(Cursor::new(bytes))?;
    let (width, height) = layer.size();
    Ok(Decoded {
        width,
        height,
        channels: names.len(),
        is_light: true,
        is_multiplied: true,
        samples: Samples::Floats(layer.numbers(names)?),
    })
}

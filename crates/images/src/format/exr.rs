//! Reads OpenEXR files: the first flat layer, with channels R, G and B, with Y, RY and BY, or with one, and A if there
//! is one.

use std::io::Cursor;

use exr::meta::attribute::Chromaticities;

use crate::decoded::{Decoded, Header};
use crate::layer::Layer;
use crate::primaries::Primaries;
use crate::transfer::{Encoding, Samples};

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let layer = Layer::open(Cursor::new(bytes))?;
    let (width, height) = layer.size();
    let channels = chosen(&layer.channels())?.len();
    Ok(Header { width, height, channels, sample_bytes: size_of::<f32>() })
}

/// The channels that are read, of those that a layer has.
fn chosen(declared: &[String]) -> Result<Vec<&str>, String> {
    let has = |name: &str| declared.iter().any(|channel| channel == name);
    let others: Vec<&str> = declared.iter().map(String::as_str).filter(|name| *name != "A").collect();
    let mut names = if ["R", "G", "B"].into_iter().all(has) {
        vec!["R", "G", "B"]
    } else if ["Y", "RY", "BY"].into_iter().all(has) {
        vec!["Y", "RY", "BY"]
    } else if has("Y") {
        vec!["Y"]
    } else if let [only] = *others {
        vec![only]
    } else {
        let shown = declared.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(format!(
            "its first layer has the channels {shown}; R, G and B, or Y, RY and BY, or a single one are read"
        ));
    };
    if has("A") {
        names.push("A");
    }
    Ok(names)
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let mut layer = Layer::open(Cursor::new(bytes))?;
    let declared = layer.channels();
    let names = chosen(&declared)?;
    let channels = names.len();
    let mut numbers = layer.numbers(&names)?;
    if names.get(1) == Some(&"RY") {
        let weights = weights(layer.chromaticities());
        numbers.chunks_exact_mut(channels).for_each(|texel| from_chroma(texel, weights));
    }
    let (width, height) = layer.size();
    let samples = Samples::Floats(numbers);
    Ok(Decoded { width, height, channels, encoding: Encoding::LINEAR, is_multiplied: true, samples })
}

/// What red, green and blue contribute to the luminance.
fn weights(declared: Option<Chromaticities>) -> [f32; 3] {
    let primaries = declared.map_or(Primaries::REC709, |declared| {
        let points = [declared.red, declared.green, declared.blue, declared.white];
        Primaries { points: points.map(|point| [f64::from(point.x()), f64::from(point.y())]) }
    });
    primaries.luminance().unwrap_or([0.2126, 0.7152, 0.0722]).map(|weight| weight as f32)
}

/// Turns luminance and differences to it into red, green and blue.
///
/// Technical Introduction to OpenEXR, "Luminance/chroma images": RY is (R - Y) / Y, and BY is (B - Y) / Y.
fn from_chroma(texel: &mut [f32], [of_red, of_green, of_blue]: [f32; 3]) {
    let [y, ry, by] = [texel[0], texel[1], texel[2]];
    let (red, blue) = ((ry + 1.0) * y, (by + 1.0) * y);
    let green = (y - red * of_red - blue * of_blue) / of_green;
    texel[..3].copy_from_slice(&[red, green, blue]);
}

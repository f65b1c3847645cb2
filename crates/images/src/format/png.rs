//! Reads PNG files. Profiles are ignored.
//!
//! What colors stand for is specified by the chunks cICP, sRGB, or gAMA and cHRM, the first of which counts. Without
//! them it is sRGB.
//!
//! W3C, "Portable Network Graphics (PNG) Specification (Third Edition)", 13.13 and 13.14.
//! <https://www.w3.org/TR/png-3/>

use std::io::Cursor;

use png::{Decoder, Info, Limits};

use crate::decoded::{Decoded, Header, MAX_TEXELS};
use crate::png_file::PngFile;
use crate::primaries::Primaries;
use crate::transfer::{Curve, Encoding};

fn open(bytes: &[u8]) -> Result<PngFile<Cursor<&[u8]>>, String> {
    // Four words for each texel. The limit is for the chunks, which a decoder keeps besides.
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 8 * MAX_TEXELS });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    PngFile::within(decoder)
}

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let png = open(bytes)?;
    let (width, height, channels) = png.size();
    Ok(Header { width, height, channels, sample_bytes: png.sample_bytes() })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let png = open(bytes)?;
    let encoding = encoding(png.info());
    let (width, height, channels) = png.size();
    Ok(Decoded { width, height, channels, encoding, is_multiplied: false, samples: png.samples()? })
}

/// What the chunks of a file say that colors stand for.
fn encoding(info: &Info) -> Encoding {
    if let Some(points) = info.coding_independent_code_points {
        return code_points(points.color_primaries, points.transfer_function);
    }
    if info.srgb.is_some() {
        return Encoding::SRGB;
    }
    let curve = info.gama_chunk.map_or(Curve::Srgb, |gamma| power(gamma.into_scaled()));
    let matrix = info.chrm_chunk.and_then(|declared| {
        let points = [declared.red, declared.green, declared.blue, declared.white];
        let points = points.map(|(x, y)| [x, y].map(|number| f64::from(number.into_scaled()) / 1e5));
        Primaries { points }.to_rec709()
    });
    Encoding { curve, matrix }
}

/// The curve of a gamma in 100,000ths. As in libpng, one within 5 % of that of sRGB, 0.45455, means sRGB: programs that
/// write sRGB state it for others that do not know sRGB.
fn power(gamma: u32) -> Curve {
    match gamma {
        0 | 43_290..=47_727 => Curve::Srgb,
        95_238..=105_000 => Curve::Linear,
        gamma => Curve::Power((1e5 / f64::from(gamma)) as f32),
    }
}

/// The curve and the primaries of ITU-T H.273. Those of light that a screen cannot show, PQ and HLG, count as sRGB.
fn code_points(primaries: u8, transfer: u8) -> Encoding {
    let curve = match transfer {
        4 => Curve::Power(2.2),
        5 => Curve::Power(2.8),
        8 => Curve::Linear,
        _ => Curve::Srgb,
    };
    let points = match primaries {
        9 => [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], [0.3127, 0.329]],
        11 => [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.314, 0.351]],
        12 => [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], [0.3127, 0.329]],
        _ => Primaries::REC709.points,
    };
    Encoding { curve, matrix: Primaries { points }.to_rec709() }
}

//! KTX 2.0.
//!
//! The Khronos Group, "KTX File Format Specification", version 2.0, and "Khronos Data Format Specification", version
//! 1.3, for the descriptor. <https://registry.khronos.org/KTX/specs/2.0/ktxspec.v2.html>

use std::io::{self, Write};

use super::texel::Texel;
use crate::format::Format;
use crate::sink::texture_options::Texels;

const IDENTIFIER: [u8; 12] = *b"\xabKTX 20\xbb\r\n\x1a\n";

/// Bytes of the header and the index, and of an entry of the index of levels.
const HEADER: usize = 80;
const ENTRY: usize = 24;

/// Keys and values, sorted: rows from the top and pixels from the left, and the program.
const TEXTS: [(&str, &str); 2] = [("KTXorientation", "rd"), ("KTXwriter", "Travertine")];

// Qualifiers of a channel.
const LINEAR: u8 = 0x10;
const SIGNED: u8 = 0x40;
const FLOAT: u8 = 0x80;

/// The alpha channel of red, green, blue, stencil, depth, alpha.
const ALPHA: u8 = 15;

/// Writes the file. The largest level is the first of `levels`.
pub(super) fn write(target: &mut impl Write, texel: Texel, format: Format, levels: &[Vec<u8>]) -> io::Result<()> {
    let (descriptor, texts) = (descriptor(texel), texts());
    let descriptor_at = HEADER + ENTRY * levels.len();
    let texts_at = descriptor_at + descriptor.len();
    let number_bytes = match texel.texels {
        Texels::Sixteen => 2,
        Texels::Floats => 4,
        _ => 1,
    };
    let [code, _] = texel.codes();
    let mut head = IDENTIFIER.to_vec();
    // No depth, no array, one face; no further compression.
    let words = [code, number_bytes, format.width, format.height, 0, 0, 1, levels.len() as u32, 0];
    let parts = [descriptor_at, descriptor.len(), texts_at, texts.len()].map(|number| number as u32);
    head.extend(words.into_iter().chain(parts).flat_map(u32::to_le_bytes));
    // No data for further compression.
    head.extend([0; 16]);
    let alignment = texel.bytes().next_multiple_of(4) as u64;
    let mut end = (texts_at + texts.len()) as u64;
    // The smallest level comes first.
    let mut places: Vec<u64> = levels
        .iter()
        .rev()
        .map(|level| {
            let start = end.next_multiple_of(alignment);
            end = start + level.len() as u64;
            start
        })
        .collect();
    places.reverse();
    for (place, level) in places.iter().zip(levels) {
        let length = level.len() as u64;
        head.extend([*place, length, length].into_iter().flat_map(u64::to_le_bytes));
    }
    head.extend(descriptor);
    head.extend(texts);
    target.write_all(&head)?;
    let mut written = head.len() as u64;
    for (place, level) in places.iter().zip(levels).rev() {
        target.write_all(&vec![0; (place - written) as usize])?;
        target.write_all(level)?;
        written = place + level.len() as u64;
    }
    Ok(())
}

fn texts() -> Vec<u8> {
    let mut bytes = Vec::new();
    for (key, value) in TEXTS {
        let text = format!("{key}\0{value}\0");
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    bytes
}

/// A channel of a descriptor: its number with qualifiers, its place and length in bits, and the integers of 0 and 1, or
/// of -1 and 1 for signed floats.
struct Sample {
    channel: u8,
    offset: usize,
    length: usize,
    range: [u32; 2],
}

/// The data format descriptor, with its length.
fn descriptor(texel: Texel) -> Vec<u8> {
    let samples = samples(texel);
    let model = match texel.texels {
        Texels::Eight | Texels::Sixteen | Texels::Floats => 1,
        Texels::Bc1 => 128,
        Texels::Bc4 => 131,
        Texels::Bc5 => 132,
        Texels::Bc6h => 133,
        Texels::Auto | Texels::Bc7 => 134,
    };
    // Primaries of BT.709, the curve, and straight alpha.
    let curve = if texel.srgb { 2 } else { 1 };
    let last = if texel.is_block() { 3 } else { 0 };
    let length = 24 + 16 * samples.len();
    let mut bytes = Vec::new();
    // Khronos's basic descriptor, version 2.
    bytes.extend([length as u32 + 4, 0, 2 | (length as u32) << 16].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([model, 1, curve, 0, last, last, 0, 0]);
    // The bytes of a block are in one plane.
    bytes.extend([texel.bytes() as u8, 0, 0, 0, 0, 0, 0, 0]);
    for Sample { channel, offset, length, range } in samples {
        bytes.extend((offset as u16).to_le_bytes());
        bytes.extend([(length - 1) as u8, channel, 0, 0, 0, 0]);
        bytes.extend(range.into_iter().flat_map(u32::to_le_bytes));
    }
    bytes
}

fn samples(texel: Texel) -> Vec<Sample> {
    let one = 1.0_f32.to_bits();
    let whole = |channel, offset, length| Sample { channel, offset, length, range: [0, u32::MAX] };
    let numbers = |bits: usize, qualifiers: u8, range: [u32; 2]| {
        let channels: &[u8] = if texel.single { &[0] } else { &[0, 1, 2, ALPHA] };
        let sample = |(index, channel): (usize, &u8)| {
            let linear = if texel.srgb && *channel == ALPHA { LINEAR } else { 0 };
            Sample { channel: channel | qualifiers | linear, offset: index * bits, length: bits, range }
        };
        channels.iter().enumerate().map(sample).collect()
    };
    match texel.texels {
        Texels::Eight => numbers(8, 0, [0, 255]),
        Texels::Sixteen => numbers(16, 0, [0, 65_535]),
        Texels::Floats => numbers(32, FLOAT | SIGNED, [(-1.0_f32).to_bits(), one]),
        Texels::Bc1 | Texels::Bc4 => vec![whole(0, 0, 64)],
        Texels::Bc5 => vec![whole(0, 0, 64), whole(1, 64, 64)],
        Texels::Bc6h => vec![Sample { channel: FLOAT, offset: 0, length: 128, range: [0, one] }],
        Texels::Auto | Texels::Bc7 => vec![whole(0, 0, 128)],
    }
}

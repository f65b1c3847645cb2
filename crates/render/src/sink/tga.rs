//! TGA files (Truevision TGA 2.0, 1991) of 8 bits, with run lengths.

use std::io::{self, Write};

use super::encode::Encoder;
use super::{BitDepth, Encoding, Sink, cut_short};
use crate::format::Format;
use crate::rows::Rows;

/// Maximum side of a TGA, in pixels.
pub const MAX_TGA: u32 = 65_535;

/// Pixels of a packet.
const PACKET: usize = 128;

/// The end of a file: no extension, no developer area, and the signature of version 2.
const FOOTER: &[u8; 26] = b"\0\0\0\0\0\0\0\0TRUEVISION-XFILE.\0";

/// Writes a TGA row by row, rows from the top, with straight alpha. Its output is the number of pixels with a value
/// outside 0 to 1. The format records no curve.
pub struct TgaStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
}

impl<W: Write> Sink for TgaStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, _threads: usize) -> u64 {
        // A row, and its packets.
        3 * format.row_len() as u64
    }

    fn write(mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        self.target.write_all(&header(format)?)?;
        let channels = format.channels();
        let mut encoder = Encoder::new(format, BitDepth::Eight, self.encoding, rows.level());
        let (mut pixels, mut packets) = (Vec::new(), Vec::new());
        for _ in 0..format.height {
            let row = encoder.row(rows.next_row().ok_or_else(cut_short)?);
            pixels.clear();
            pixels.extend_from_slice(row);
            if channels >= 3 {
                // Blue comes first.
                pixels.chunks_exact_mut(channels).for_each(|pixel| pixel.swap(0, 2));
            }
            packets.clear();
            pack(&pixels, channels, &mut packets);
            self.target.write_all(&packets)?;
        }
        self.target.write_all(FOOTER)?;
        Ok(encoder.clipped())
    }
}

fn header(format: Format) -> io::Result<[u8; 18]> {
    let side = |pixels: u32| {
        let too_large = || io::Error::other(format!("a side of a TGA has at most {MAX_TGA} pixels"));
        Ok::<_, io::Error>(u16::try_from(pixels).map_err(|_| too_large())?.to_le_bytes())
    };
    let ([w0, w1], [h0, h1]) = (side(format.width)?, side(format.height)?);
    let channels = format.channels();
    // Gray or colors, with run lengths.
    let kind = if channels == 1 { 11 } else { 10 };
    // Rows from the top; bits of alpha.
    let descriptor = 0x20 | if channels == 4 { 8 } else { 0 };
    let bits = 8 * channels as u8;
    Ok([0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, w0, w1, h0, h1, bits, descriptor])
}

/// Packets of a row: runs of equal pixels, and other pixels unchanged.
fn pack(row: &[u8], channels: usize, packets: &mut Vec<u8>) {
    let pixel = |index: usize| &row[index * channels..(index + 1) * channels];
    let count = row.len() / channels;
    let run = |from: usize| {
        let most = (count - from).min(PACKET);
        1 + (1..most).take_while(|after| pixel(from + after) == pixel(from)).count()
    };
    let mut next = 0;
    while next < count {
        let equal = run(next);
        if equal > 1 {
            packets.push(0x80 | (equal - 1) as u8);
            packets.extend_from_slice(pixel(next));
            next += equal;
        } else {
            let start = next;
            while next < count && next - start < PACKET && (next + 1 == count || pixel(next) != pixel(next + 1)) {
                next += 1;
            }
            packets.push((next - start - 1) as u8);
            packets.extend_from_slice(&row[start * channels..next * channels]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(mut packets: &[u8], channels: usize) -> Vec<u8> {
        let mut row = Vec::new();
        while let [head, rest @ ..] = packets {
            let count = usize::from(head & 0x7f) + 1;
            let length = if head & 0x80 == 0 { count * channels } else { channels };
            let times = if head & 0x80 == 0 { 1 } else { count };
            (0..times).for_each(|_| row.extend_from_slice(&rest[..length]));
            packets = &rest[length..];
        }
        row
    }

    #[test]
    fn packets_hold_the_row() {
        let long = [7; 400];
        let counting: Vec<u8> = (0..=255).chain(0..=255).collect();
        let mixed = [1, 1, 2, 3, 4, 4, 4, 5, 6, 6, 9, 9];
        for row in [&[3_u8; 12][..], &long, &counting, &mixed] {
            for channels in [1, 3, 4] {
                let row = &row[..row.len() / channels * channels];
                let mut packets = Vec::new();
                pack(row, channels, &mut packets);
                assert_eq!(unpack(&packets, channels), row, "{channels}");
                assert!(packets.len() <= row.len() + row.len().div_ceil(channels * PACKET) + 1);
            }
        }
    }
}

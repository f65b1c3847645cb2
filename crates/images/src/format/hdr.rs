//! Reads Radiance pictures: red, green and blue with a common exponent, plain or in runs.
//!
//! Greg Ward, "Real Pixels", Graphics Gems II (1991), and "Radiance File Formats".
//! <https://radsite.lbl.gov/radiance/refer/filefmts.pdf>

use crate::decoded::{Decoded, Header};
use crate::transfer::{Encoding, Samples};

/// A header, and the bytes after it.
struct Picture<'b> {
    width: usize,
    height: usize,
    /// Whether the rows go up, and whether they go to the left.
    is_flipped: [bool; 2],
    exposure: f64,
    bytes: &'b [u8],
}

const CUT_OFF: &str = "it is cut off";

fn parsed(bytes: &[u8]) -> Result<Picture<'_>, String> {
    let mut exposure = 1.0;
    let mut left = bytes;
    let mut line = || {
        let end = left.iter().take(1 << 16).position(|byte| *byte == b'\n').ok_or(CUT_OFF)?;
        let line = String::from_utf8_lossy(&left[..end]);
        left = &left[end + 1..];
        Ok::<_, String>(line)
    };
    loop {
        let line = line()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        match line.split_once('=') {
            Some(("FORMAT", format)) if format.trim() != "32-bit_rle_rgbe" => {
                return Err(format!(
                    "its format is `{}`; 32-bit_rle_rgbe is read",
                    format.trim().escape_debug()
                ));
            }
            // Several are multiplied.
            Some(("EXPOSURE", number)) => {
                let number: Option<f64> = number.trim().parse().ok();
                let number = number.filter(|number| *number > 0.0 && number.is_finite());
                exposure *= number.ok_or("its exposure is no number above 0")?;
            }
            _ => {}
        }
    }
    let resolution = line()?;
    let wrong = || "its resolution is none such as `-Y 512 +X 1024`".to_owned();
    let words: Vec<&str> = resolution.split_whitespace().collect();
    let &[down, height, across, width] = &*words else { return Err(wrong()) };
    if matches!(down, "+X" | "-X") {
        return Err("its texels go along columns; turn it".to_owned());
    }
    let is_flipped = [down == "+Y", across == "-X"];
    let is_known = matches!(down, "-Y" | "+Y") && matches!(across, "+X" | "-X");
    let side = |side: &str| side.parse().ok().filter(|_| is_known).ok_or_else(wrong);
    Ok(Picture { width: side(width)?, height: side(height)?, is_flipped, exposure, bytes: left })
}

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let Picture { width, height, .. } = parsed(bytes)?;
    Ok(Header { width, height, channels: 3, sample_bytes: size_of::<f32>() })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let Picture { width, height, is_flipped: [up, left], exposure, bytes } = parsed(bytes)?;
    // Two to the power of the exponent minus 136, over the exposure: a byte is its 256th part.
    let scales: Vec<f64> = (0..=255_i32).map(|exponent| power_of_two(exponent - 136) / exposure).collect();
    let mut samples = vec![0.0; width * height * 3];
    let mut rest = bytes;
    let mut row = vec![[0; 4]; width];
    for index in 0..height {
        rest = read_row(rest, &mut row)?;
        let place = if up { height - 1 - index } else { index };
        let target = samples[place * width * 3..].as_chunks_mut::<3>().0;
        for (column, [red, green, blue, exponent]) in row.iter().enumerate() {
            let column = if left { width - 1 - column } else { column };
            let scale = if *exponent == 0 { 0.0 } else { scales[usize::from(*exponent)] };
            target[column] = [red, green, blue].map(|number| (f64::from(*number) * scale) as f32);
        }
    }
    let samples = Samples::Floats(samples);
    Ok(Decoded { width, height, channels: 3, encoding: Encoding::LINEAR, is_multiplied: false, samples })
}

/// An exact power of two within the range of normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent)) as u64) << 52)
}

/// Reads a row, and returns the bytes after it.
fn read_row<'b>(bytes: &'b [u8], row: &mut [[u8; 4]]) -> Result<&'b [u8], String> {
    let width = row.len();
    let (first, mut rest) = bytes.split_first_chunk::<4>().ok_or(CUT_OFF)?;
    let [2, 2, high, low] = *first else { return read_plain(bytes, row) };
    if !(8..0x8000).contains(&width) || usize::from(u16::from_be_bytes([high, low])) != width {
        return read_plain(bytes, row);
    }
    // The numbers of a channel together, in runs and in stretches that do not repeat.
    for channel in 0..4 {
        let mut column = 0;
        while column < width {
            let (count, after) = rest.split_first().ok_or(CUT_OFF)?;
            let (count, is_run) = if *count > 128 { (count - 128, true) } else { (*count, false) };
            let length = if is_run { 1 } else { usize::from(count) };
            let (numbers, after) = after.split_at_checked(length).ok_or(CUT_OFF)?;
            let targets =
                row.get_mut(column..column + usize::from(count)).filter(|targets| !targets.is_empty());
            let targets = targets.ok_or("one of its rows has a run that does not fit")?;
            for (index, target) in targets.iter_mut().enumerate() {
                target[channel] = numbers[if is_run { 0 } else { index }];
            }
            column += usize::from(count);
            rest = after;
        }
    }
    Ok(rest)
}

/// Reads a row of texels; 1, 1, 1 repeats the one before.
fn read_plain<'b>(mut bytes: &'b [u8], row: &mut [[u8; 4]]) -> Result<&'b [u8], String> {
    let (mut column, mut shift) = (0, 0);
    while column < row.len() {
        let texel;
        (texel, bytes) = bytes.split_first_chunk::<4>().ok_or(CUT_OFF)?;
        if let [1, 1, 1, count] = *texel {
            let count = usize::from(count) << shift;
            let targets = row.get(column.wrapping_sub(1)).copied().zip(row.get_mut(column..column + count));
            let (before, targets) = targets.ok_or("one of its rows has a run that does not fit")?;
            targets.fill(before);
            column += count;
            // The next count goes on with this one.
            shift = (shift + 8).min(24);
        } else {
            row[column] = *texel;
            column += 1;
            shift = 0;
        }
    }
    Ok(bytes)
}

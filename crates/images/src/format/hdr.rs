//! Reads Radiance pictures: red, green and blue with a common exponent, plain or in runs. Exposures and color
//! corrections are divided out. Without primaries in the header, they are those of Rec. 709.
//!
//! Greg Ward, "Real Pixels", Graphics Gems II (1991), and "Radiance File Formats".
//! <https://radsite.lbl.gov/radiance/refer/filefmts.pdf>

use crate::decoded::{Decoded, Header};
use crate::primaries::Primaries;
use crate::transfer::{Encoding, Samples};

/// A header, and the bytes after it.
struct Picture<'b> {
    width: usize,
    height: usize,
    /// Whether the rows go up, and whether they go to the left.
    is_flipped: [bool; 2],
    /// What red, green and blue are multiplied by.
    factors: [f64; 3],
    encoding: Encoding,
    bytes: &'b [u8],
}

const CUT_OFF: &str = "it is cut off";

fn parsed(bytes: &[u8]) -> Result<Picture<'_>, String> {
    let mut factors = [1.0; 3];
    let mut encoding = Encoding::LINEAR;
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
                return Err(format!("its format is `{}`; 32-bit_rle_rgbe is read", format.trim().escape_debug()));
            }
            // Several are multiplied.
            Some(("EXPOSURE", number)) => {
                let [exposure] = positive(number).ok_or("its exposure is not a number above 0")?;
                factors = factors.map(|factor| factor * exposure);
            }
            Some(("COLORCORR", list)) => {
                let [red, green, blue] = positive(list).ok_or("its color correction is not three numbers above 0")?;
                factors = [factors[0] * red, factors[1] * green, factors[2] * blue];
            }
            Some(("PRIMARIES", list)) => encoding = self::encoding(list)?,
            _ => {}
        }
    }
    if !factors.iter().all(|factor| factor.is_normal()) {
        return Err("the product of its exposures and color corrections is beyond all numbers".to_owned());
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
    Ok(Picture { width: side(width)?, height: side(height)?, is_flipped, factors, encoding, bytes: left })
}

/// So many finite numbers; `None` if the list has others.
fn numbers<const COUNT: usize>(list: &str) -> Option<[f64; COUNT]> {
    let number = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
    let numbers: Vec<f64> = list.split_whitespace().map(number).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// So many numbers above 0.
fn positive<const COUNT: usize>(list: &str) -> Option<[f64; COUNT]> {
    numbers(list).filter(|numbers| numbers.iter().all(|number| *number > 0.0))
}

/// What colors stand for, by the chromaticities of red, green, blue and white.
fn encoding(list: &str) -> Result<Encoding, String> {
    let wrong = "its primaries are not the chromaticities x and y of red, green, blue and white";
    let [rx, ry, gx, gy, bx, by, wx, wy] = numbers(list).ok_or(wrong)?;
    let primaries = Primaries { points: [[rx, ry], [gx, gy], [bx, by], [wx, wy]] };
    if primaries.is_rec709() {
        return Ok(Encoding::LINEAR);
    }
    let matrix = primaries.to_rec709().ok_or(wrong)?;
    Ok(Encoding { matrix: Some(matrix), ..Encoding::LINEAR })
}

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let Picture { width, height, .. } = parsed(bytes)?;
    Ok(Header { width, height, channels: 3, sample_bytes: size_of::<f32>() })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let Picture { width, height, is_flipped: [up, left], factors, encoding, bytes } = parsed(bytes)?;
    // Two to the power of the exponent minus 136, over the factors: a byte is its 256th part.
    let scale = |exponent: i32| factors.map(|factor| power_of_two(exponent - 136) / factor);
    let scales: Vec<[f64; 3]> = (0..=255).map(scale).collect();
    let mut samples = vec![0.0; width * height * 3];
    let mut rest = bytes;
    let mut row = vec![[0; 4]; width];
    for index in 0..height {
        rest = read_row(rest, &mut row)?;
        let place = if up { height - 1 - index } else { index };
        let target = samples[place * width * 3..].as_chunks_mut::<3>().0;
        for (column, [red, green, blue, exponent]) in row.iter().enumerate() {
            let column = if left { width - 1 - column } else { column };
            let scales = if *exponent == 0 { [0.0; 3] } else { scales[usize::from(*exponent)] };
            let light = |number: u8, scale: f64| (f64::from(number) * scale) as f32;
            target[column] = [light(*red, scales[0]), light(*green, scales[1]), light(*blue, scales[2])];
        }
    }
    let samples = Samples::Floats(samples);
    Ok(Decoded { width, height, channels: 3, encoding, is_multiplied: false, samples })
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
            let targets = row.get_mut(column..column + usize::from(count)).filter(|targets| !targets.is_empty());
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
            // The next count continues this one.
            shift = (shift + 8).min(24);
        } else {
            row[column] = *texel;
            column += 1;
            shift = 0;
        }
    }
    Ok(bytes)
}

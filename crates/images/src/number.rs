//! Numbers of volumes: how they lie in a file, and what they stand for.

use std::io::{self, ErrorKind, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::GzDecoder;

use crate::transfer::finite;

/// The type of a number in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberType {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
}

/// How the numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Their bytes.
    Raw,
    /// Their bytes, compressed by gzip (RFC 1952).
    Gzip,
    /// Their bytes, compressed by bzip2.
    Bzip2,
    /// Decimal numbers, separated by white space or commas.
    Text,
}

/// How a volume lies in a file: the channels of a texel side by side, then texels along x, then y, then z.
#[derive(Debug)]
pub(crate) struct Layout<'b> {
    /// Texels along x, y and z, none of them 0.
    pub(crate) size: [usize; 3],
    /// Numbers of a texel, not 0.
    pub(crate) channels: usize,
    /// Distance between neighboring texels.
    pub(crate) spacing: [f64; 3],
    pub(crate) number: NumberType,
    pub(crate) is_big_endian: bool,
    pub(crate) encoding: Encoding,
    /// The bytes after the header.
    pub(crate) bytes: &'b [u8],
}

/// Bytes that are converted at a time: a multiple of the size of every number.
const BATCH_BYTES: usize = 1 << 16;

/// Maximum ratio of compressed bytes: gzip needs at least a bit for 258 equal bytes, twice.
const MAX_RATIO: usize = 1032;

/// Bytes that a block of bzip2 takes at least, compressed, and may hold: runs of 4 to 259 equal bytes take five.
const LEAST_BLOCK: usize = 32;
const MAX_BLOCK: usize = 900_000 / 5 * 259;

impl Layout<'_> {
    /// Number of numbers. Not to be asked of a layout beyond the limits.
    pub(crate) fn numbers(&self) -> usize {
        self.channels * self.size.iter().product::<usize>()
    }

    /// The numbers of each channel.
    ///
    /// Before memory is taken, the length of the file shows whether it can hold them.
    pub(crate) fn read(&self) -> Result<Vec<Vec<f32>>, String> {
        let wanted = self.numbers() * self.number.bytes();
        let most = match self.encoding {
            Encoding::Raw if self.bytes.len() > wanted => return Err(TOO_MANY.to_owned()),
            Encoding::Raw => self.bytes.len(),
            Encoding::Gzip => self.bytes.len().saturating_add(1).saturating_mul(MAX_RATIO),
            Encoding::Bzip2 => (self.bytes.len() / LEAST_BLOCK + 1).saturating_mul(MAX_BLOCK),
            // A digit and a separator each.
            Encoding::Text => self.bytes.len().div_ceil(2).saturating_mul(self.number.bytes()),
        };
        if most < wanted {
            return Err(TOO_FEW.to_owned());
        }
        let mut channels = Channels::new(self.channels, self.numbers() / self.channels);
        match self.encoding {
            Encoding::Raw => self.read_bytes(self.bytes, &mut channels),
            Encoding::Gzip => self.read_bytes(GzDecoder::new(self.bytes), &mut channels),
            Encoding::Bzip2 => self.read_bytes(MultiBzDecoder::new(self.bytes), &mut channels),
            Encoding::Text => self.read_text(&mut channels),
        }?;
        Ok(channels.numbers)
    }

    fn read_bytes(&self, mut source: impl Read, channels: &mut Channels) -> Result<(), String> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => TOO_FEW.to_owned(),
            _ => error.to_string(),
        };
        let mut buffer = vec![0; BATCH_BYTES];
        let mut left = self.numbers() * self.number.bytes();
        while left > 0 {
            let buffer = &mut buffer[..left.min(BATCH_BYTES)];
            source.read_exact(buffer).map_err(failed)?;
            self.number.each(buffer, self.is_big_endian, |number| channels.push(number));
            left -= buffer.len();
        }
        // This also compares the checksum of a compressed file.
        match source.read(&mut buffer[..1]).map_err(failed)? {
            0 => Ok(()),
            _ => Err(TOO_MANY.to_owned()),
        }
    }

    fn read_text(&self, channels: &mut Channels) -> Result<(), String> {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let mut left = self.numbers();
        for word in self.bytes.split(is_separator).filter(|word| !word.is_empty()) {
            left = left.checked_sub(1).ok_or(TOO_MANY)?;
            let number = str::from_utf8(word).ok().and_then(|word| self.number.parse(word));
            channels.push(number.ok_or_else(|| {
                let start = String::from_utf8_lossy(&word[..word.len().min(40)]).into_owned();
                format!("`{}` is not a number of its type", start.escape_debug())
            })?);
        }
        if left > 0 { Err(TOO_FEW.to_owned()) } else { Ok(()) }
    }
}

const TOO_FEW: &str = "it holds fewer numbers than its header specifies";
const TOO_MANY: &str = "it holds more numbers than its header specifies";

/// Numbers that are dealt to the channels in turn.
struct Channels {
    numbers: Vec<Vec<f32>>,
    next: usize,
}

impl Channels {
    fn new(count: usize, texels: usize) -> Channels {
        Channels { numbers: (0..count).map(|_| Vec::with_capacity(texels)).collect(), next: 0 }
    }

    #[inline]
    fn push(&mut self, number: f32) {
        self.numbers[self.next].push(number);
        self.next += 1;
        if self.next == self.numbers.len() {
            self.next = 0;
        }
    }
}

/// A whole number from 0 to `greatest` as a number from 0 to 1, one from below 0 as one from -1 to 1.
pub(crate) fn normalized(number: f64, greatest: f64) -> f32 {
    (number / greatest).max(-1.0) as f32
}

fn single(number: f64) -> f32 {
    finite(number as f32)
}

impl NumberType {
    /// Bytes of a number.
    pub(crate) fn bytes(self) -> usize {
        match self {
            NumberType::U8 | NumberType::I8 => 1,
            NumberType::U16 | NumberType::I16 => 2,
            NumberType::U32 | NumberType::I32 | NumberType::F32 => 4,
            NumberType::U64 | NumberType::I64 | NumberType::F64 => 8,
        }
    }

    /// Converts the numbers of a buffer, in order.
    fn each(self, buffer: &[u8], is_big_endian: bool, mut put: impl FnMut(f32)) {
        macro_rules! each {
            ($type:ty, $number:expr) => {
                for bytes in buffer.as_chunks().0 {
                    let read = if is_big_endian { <$type>::from_be_bytes } else { <$type>::from_le_bytes };
                    put($number(read(*bytes)));
                }
            };
            ($type:ty) => {
                each!($type, |number: $type| normalized(number as f64, <$type>::MAX as f64))
            };
        }
        match self {
            NumberType::U8 => each!(u8),
            NumberType::I8 => each!(i8),
            NumberType::U16 => each!(u16),
            NumberType::I16 => each!(i16),
            NumberType::U32 => each!(u32),
            NumberType::I32 => each!(i32),
            NumberType::U64 => each!(u64),
            NumberType::I64 => each!(i64),
            NumberType::F32 => each!(f32, finite),
            NumberType::F64 => each!(f64, single),
        }
    }

    /// A decimal number; `None` if it is none, or `None` of this type.
    fn parse(self, word: &str) -> Option<f32> {
        macro_rules! parse {
            ($type:ty) => {
                word.parse::<$type>().ok().map(|number| normalized(number as f64, <$type>::MAX as f64))
            };
        }
        match self {
            NumberType::U8 => parse!(u8),
            NumberType::I8 => parse!(i8),
            NumberType::U16 => parse!(u16),
            NumberType::I16 => parse!(i16),
            NumberType::U32 => parse!(u32),
            NumberType::I32 => parse!(i32),
            NumberType::U64 => parse!(u64),
            NumberType::I64 => parse!(i64),
            NumberType::F32 => word.parse().ok().map(finite),
            NumberType::F64 => word.parse().ok().map(single),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(number: NumberType, bytes: &[u8], is_big_endian: bool) -> Vec<f32> {
        let mut numbers = Vec::new();
        number.each(bytes, is_big_endian, |number| numbers.push(number));
        numbers
    }

    #[test]
    fn whole_numbers_go_from_0_or_minus_1_to_1() {
        assert_eq!(numbers(NumberType::U8, &[0, 51, 255], false), [0.0, 0.2, 1.0]);
        assert_eq!(numbers(NumberType::I8, &[0x80, 0x81, 0, 0x7f], false), [-1.0, -1.0, 0.0, 1.0]);
        assert_eq!(numbers(NumberType::U16, &[0x33, 0x33, 0, 0xff], true), [0.2, 255.0 / 65535.0]);
        assert_eq!(numbers(NumberType::I16, &[0, 0x80, 1, 0], false), [-1.0, 1.0 / 32767.0]);
        assert_eq!(numbers(NumberType::U32, &[0xff; 4], false), [1.0]);
        assert_eq!(numbers(NumberType::I32, &[0x80, 0, 0, 0], true), [-1.0]);
        assert_eq!(numbers(NumberType::U64, &[0xff; 8], false), [1.0]);
        assert_eq!(numbers(NumberType::I64, &[0x80, 0, 0, 0, 0, 0, 0, 0], true), [-1.0]);
        for byte in 0..=u8::MAX {
            assert_eq!(numbers(NumberType::U8, &[byte], false), [f32::from(byte) / 255.0]);
            assert_eq!(NumberType::U8.parse(&byte.to_string()), Some(f32::from(byte) / 255.0));
        }
        assert_eq!(NumberType::U8.parse("256"), None);
        assert_eq!(NumberType::I16.parse("-32768"), Some(-1.0));
    }

    #[test]
    fn floats_are_themselves_and_finite() {
        let floats = [-0.0, 1.5, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE];
        let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_be_bytes()).collect();
        let expected = [-0.0, 1.5, 0.0, f32::MAX, f32::MIN_POSITIVE].map(f32::to_bits);
        let found = numbers(NumberType::F32, &bytes, true);
        assert_eq!(found.into_iter().map(f32::to_bits).collect::<Vec<_>>(), expected);
        let doubles: Vec<u8> = [-1e300, 0.1].iter().flat_map(|double: &f64| double.to_le_bytes()).collect();
        assert_eq!(numbers(NumberType::F64, &doubles, false), [f32::MIN, 0.1]);
        assert_eq!(NumberType::F32.parse("nan"), Some(0.0));
        assert_eq!(NumberType::F64.parse("-1e999"), Some(f32::MIN));
    }
}

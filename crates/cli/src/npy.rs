//! NumPy's files of arrays, `.npy`: the header, and numbers as floats.
//!
//! The format has versions 1.0, 2.0 and 3.0. <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>

use std::io::{self, Read};

/// The first bytes of each file.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Limit of the header's text, in bytes; far more than a plain array needs.
const MAX_HEADER: u32 = 1 << 16;

/// Multiple of bytes at which the numbers begin.
const ALIGNMENT: usize = 64;

/// The type of an array's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Whether numbers have 64 bits, instead of 32.
    pub double: bool,
    /// Whether the high byte comes first.
    pub big_endian: bool,
}

impl Kind {
    /// Bytes of a number.
    pub fn width(self) -> usize {
        if self.double { 8 } else { 4 }
    }

    /// The nearest 32-bit float of a number, whose bytes these are.
    pub fn float(self, bytes: &[u8]) -> f32 {
        let mut ordered = [0; 8];
        let ordered = &mut ordered[..self.width()];
        ordered.copy_from_slice(&bytes[..self.width()]);
        if self.big_endian {
            ordered.reverse();
        }
        match *ordered {
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
            [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32,
            _ => 0.0,
        }
    }
}

/// The header of an array of floats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Type of the numbers.
    pub kind: Kind,
    /// Whether the first index changes fastest.
    pub fortran_order: bool,
    /// Length of each axis.
    pub shape: Vec<u64>,
}

impl Header {
    /// Reads a header. Then the numbers follow. The inner error is a sentence about a header that is not valid, or that
    /// is not of an array of floats.
    pub fn read(source: &mut impl Read) -> io::Result<Result<Header, String>> {
        let mut start = [0; 8];
        let mut length = [0; 4];
        if !fill(source, &mut start)? || !start.starts_with(MAGIC) {
            return Ok(Err("it is not a .npy file".to_owned()));
        }
        let bytes = match start[6] {
            1 => 2,
            2 | 3 => 4,
            version => return Ok(Err(format!("it has version {version} of the format, which is unknown"))),
        };
        if !fill(source, &mut length[..bytes])? {
            return Ok(Err("its header is cut off".to_owned()));
        }
        let length = u32::from_le_bytes(length);
        if length > MAX_HEADER {
            return Ok(Err(format!("its header has {length} bytes, more than {MAX_HEADER}")));
        }
        let mut text = vec![0; length as usize];
        if !fill(source, &mut text)? {
            return Ok(Err("its header is cut off".to_owned()));
        }
        let Ok(text) = String::from_utf8(text) else { return Ok(Err("its header is not text".to_owned())) };
        Ok(Header::parse(&text))
    }

    /// Parses the header's text, a dictionary of Python.
    fn parse(text: &str) -> Result<Header, String> {
        let mut rest = Text(text);
        let (mut kind, mut order, mut shape) = (None, None, None);
        rest.expect('{')?;
        while !rest.accept('}') {
            let key = rest.string()?;
            rest.expect(':')?;
            match key {
                "descr" => kind = Some(rest.kind()?),
                "fortran_order" => order = Some(rest.boolean()?),
                "shape" => shape = Some(rest.shape()?),
                other => return Err(format!("its header has the unknown key {other:?}")),
            }
            if !rest.accept(',') {
                rest.expect('}')?;
                break;
            }
        }
        if !rest.0.trim().is_empty() {
            return Err("its header continues after the dictionary".to_owned());
        }
        match (kind, order, shape) {
            (Some(kind), Some(fortran_order), Some(shape)) => Ok(Header { kind, fortran_order, shape }),
            _ => Err("its header lacks descr, fortran_order or shape".to_owned()),
        }
    }

    /// The header of an array of little-endian 32-bit floats, in the order of C.
    pub fn of_floats(shape: &[u64]) -> Vec<u8> {
        let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
        let mut text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({sides}), }}");
        let before = MAGIC.len() + 4;
        let whole = (before + text.len() + 1).next_multiple_of(ALIGNMENT);
        text.extend(std::iter::repeat_n(' ', whole - before - text.len() - 1));
        text.push('\n');
        // A shape of few axes is far below the limit of version 1.0, 65,535 bytes.
        let length = (text.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, text.as_bytes()].concat()
    }
}

/// Reads until the buffer is full; false if the source ends before.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match source.read_exact(buffer) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

/// The rest of a header's text.
struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    fn accept(&mut self, sign: char) -> bool {
        let rest = self.0.trim_start().strip_prefix(sign);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.accept(sign) { Ok(()) } else { Err(format!("its header lacks a {sign:?}")) }
    }

    fn string(&mut self) -> Result<&'a str, String> {
        let text = self.0.trim_start();
        let quote = text.chars().next().filter(|sign| ['\'', '"'].contains(sign));
        let parts = quote.and_then(|quote| text[1..].split_once(quote));
        let (string, rest) = parts.ok_or("its header lacks a name in quotes")?;
        self.0 = rest;
        Ok(string)
    }

    fn kind(&mut self) -> Result<Kind, String> {
        let expected = "expected 32-bit or 64-bit floats";
        if self.0.trim_start().starts_with('[') {
            return Err(format!("its numbers have fields; {expected}"));
        }
        let kind = self.string()?;
        let (big_endian, rest) = match kind.split_at_checked(1) {
            Some((">", rest)) => (true, rest),
            Some(("<", rest)) => (false, rest),
            Some(("=", rest)) => (cfg!(target_endian = "big"), rest),
            _ => return Err(format!("its numbers are of type {kind:?}; {expected}")),
        };
        match rest {
            "f4" => Ok(Kind { double: false, big_endian }),
            "f8" => Ok(Kind { double: true, big_endian }),
            _ => Err(format!("its numbers are of type {kind:?}; {expected}")),
        }
    }

    fn boolean(&mut self) -> Result<bool, String> {
        let text = self.0.trim_start();
        for (word, value) in [("True", true), ("False", false)] {
            if let Some(rest) = text.strip_prefix(word) {
                self.0 = rest;
                return Ok(value);
            }
        }
        Err("its header lacks True or False".to_owned())
    }

    fn shape(&mut self) -> Result<Vec<u64>, String> {
        self.expect('(')?;
        let (inner, rest) = self.0.split_once(')').ok_or("its shape has no end")?;
        self.0 = rest;
        let sides = inner.split(',').map(str::trim).filter(|side| !side.is_empty());
        // Python 2 wrote long numbers with an L.
        let side = |side: &str| side.trim_end_matches('L').parse().map_err(|_| format!("its shape has {side:?}"));
        sides.map(side).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, text: &str) -> Vec<u8> {
        let length = (text.len() as u32).to_le_bytes();
        [MAGIC, &[version, 0], &length[..if version == 1 { 2 } else { 4 }], text.as_bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Result<Header, String> {
        Header::read(&mut &*bytes).unwrap()
    }

    #[test]
    fn headers_are_read() {
        let text = "{'descr': '<f8', 'fortran_order': False, 'shape': (5, 3), }     \n";
        let kind = Kind { double: true, big_endian: false };
        let expected = Header { kind, fortran_order: false, shape: vec![5, 3] };
        for version in 1..=3 {
            assert_eq!(read(&file(version, text)).unwrap(), expected);
        }
        let other = read(&file(1, "{\"shape\":(7L,),\"fortran_order\":True,\"descr\":\">f4\"}")).unwrap();
        assert_eq!((other.shape, other.fortran_order, other.kind.big_endian), (vec![7], true, true));
    }

    #[test]
    fn written_headers_are_read_and_aligned() {
        for shape in [vec![], vec![0], vec![5], vec![100_000_000, 4]] {
            let bytes = Header::of_floats(&shape);
            assert_eq!(bytes.len() % ALIGNMENT, 0);
            assert_eq!(read(&bytes).unwrap().shape, shape);
        }
    }

    #[test]
    fn invalid_headers_are_refused() {
        let good = "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 3), }\n";
        for (bytes, said) in [
            (Vec::new(), "not a .npy"),
            (b"1,2\n3,4\n5,6\n".to_vec(), "not a .npy"),
            (file(9, good), "version 9"),
            (file(1, good)[..40].to_vec(), "cut off"),
            (file(2, good)[..9].to_vec(), "cut off"),
            ([MAGIC, &[2, 0, 255, 255, 255, 255]].concat(), "more than 65536"),
            (file(1, &good.replace("<f4", "<i4")), "type \"<i4\""),
            (file(1, &good.replace("<f4", "|O")), "type \"|O\""),
            (file(1, &good.replace("'<f4'", "[('x', '<f4')]")), "fields"),
            (file(1, &good.replace("(5, 3)", "(5, -3)")), "\"-3\""),
            (file(1, &good.replace("(5, 3)", "(99999999999999999999, 3)")), "99999999"),
            (file(1, &good.replace("False", "0")), "True or False"),
            (file(1, &good.replace("(5, 3), }", "(5, 3")), "no end"),
            (file(1, &good.replace('\n', "x")), "continues"),
            (file(1, &good.replace("shape", "größe")), "unknown key"),
            (file(1, "{}"), "lacks descr"),
            (file(1, "{'"), "quotes"),
            (file(1, &"(".repeat(60_000)), "lacks a '{'"),
            ([MAGIC, &[1, 0, 2, 0, 0xff, 0xfe]].concat(), "not text"),
        ] {
            let error = read(&bytes).unwrap_err();
            assert!(error.contains(said), "{error}: {said}");
        }
    }

    #[test]
    fn numbers_of_all_kinds_are_floats() {
        for (kind, bytes) in [
            (Kind { double: false, big_endian: false }, 0.1_f32.to_le_bytes().to_vec()),
            (Kind { double: false, big_endian: true }, 0.1_f32.to_be_bytes().to_vec()),
            (Kind { double: true, big_endian: false }, 0.1_f64.to_le_bytes().to_vec()),
            (Kind { double: true, big_endian: true }, 0.1_f64.to_be_bytes().to_vec()),
        ] {
            assert_eq!(kind.float(&bytes), 0.1);
        }
    }
}

//! The numbers of a PLY file, one after the other.

use super::header::{Element, Format, Header, Kind, Property};

/// The numbers behind the header.
pub(super) struct Values<'f> {
    rest: &'f [u8],
    format: Format,
    /// Number of the current line of a text.
    line: usize,
}

impl<'f> Values<'f> {
    pub(super) fn new(file: &'f [u8], header: &Header) -> Values<'f> {
        Values { rest: &file[header.length..], format: header.format, line: header.lines + 1 }
    }

    /// The greatest number of elements for which there are bytes.
    pub(super) fn room(&self, element: &Element) -> u64 {
        let least = |property: &Property| match self.format {
            // A digit and a space.
            Format::Text => 2,
            _ => property.list.unwrap_or(property.kind).length(),
        };
        let least: usize = element.properties.iter().map(least).sum();
        // The last number of a text needs no space.
        if least == 0 { u64::MAX } else { (self.rest.len() as u64 + 1) / least as u64 }
    }

    /// The next number.
    pub(super) fn number(&mut self, kind: Kind) -> Result<f64, String> {
        if self.format == Format::Text {
            let word = self.word().ok_or("the file ends here; copy it again")?;
            let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            let shown = || String::from_utf8_lossy(&word[..word.len().min(40)]).into_owned();
            return number.ok_or_else(|| format!("{:?} is not a number, in line {}", shown(), self.line));
        }
        let length = kind.length();
        let (number, rest) = self.rest.split_at_checked(length).ok_or("the file ends here; copy it again")?;
        self.rest = rest;
        let mut bytes = [0; 8];
        bytes[..length].copy_from_slice(number);
        if self.format == Format::BigEndian {
            bytes[..length].reverse();
        }
        let [a, b, c, d, ..] = bytes;
        Ok(match kind {
            Kind::I8 => i8::from_le_bytes([a]).into(),
            Kind::U8 => a.into(),
            Kind::I16 => i16::from_le_bytes([a, b]).into(),
            Kind::U16 => u16::from_le_bytes([a, b]).into(),
            Kind::I32 => i32::from_le_bytes([a, b, c, d]).into(),
            Kind::U32 => u32::from_le_bytes([a, b, c, d]).into(),
            Kind::F32 => f32::from_le_bytes([a, b, c, d]).into(),
            Kind::F64 => f64::from_le_bytes(bytes),
        })
    }

    /// The next word of a text.
    fn word(&mut self) -> Option<&'f [u8]> {
        let blank = self.rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        self.line += self.rest[..blank].iter().filter(|byte| **byte == b'\n').count();
        let rest = &self.rest[blank..];
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        Some(word)
    }

    /// The length of a list. A property that is not a list has one number.
    pub(super) fn length(&mut self, property: &Property) -> Result<u64, String> {
        let Some(kind) = property.list else { return Ok(1) };
        let length = self.number(kind)?;
        if !(0.0..=4294967295.0).contains(&length) || length.fract() != 0.0 {
            return Err(format!("{length} is not the length of a list"));
        }
        Ok(length as u64)
    }

    /// The numbers of an element; 0 for lists.
    pub(super) fn row(&mut self, element: &Element, row: &mut [f64]) -> Result<(), String> {
        for (property, number) in element.properties.iter().zip(row) {
            match property.list {
                None => *number = self.number(property.kind)?,
                Some(_) => self.skip_property(property)?,
            }
        }
        Ok(())
    }

    pub(super) fn skip_property(&mut self, property: &Property) -> Result<(), String> {
        // Each number takes bytes, so this ends with the file at the latest.
        for _ in 0..self.length(property)? {
            self.number(property.kind)?;
        }
        Ok(())
    }

    /// Skips all of an element.
    pub(super) fn skip(&mut self, element: &Element) -> Result<(), String> {
        if element.properties.is_empty() {
            return Ok(());
        }
        for _ in 0..element.count {
            element.properties.iter().try_for_each(|property| self.skip_property(property))?;
        }
        Ok(())
    }
}

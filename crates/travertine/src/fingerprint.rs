//! Fingerprints: by them it is known what would come out the same if it were made again.

use std::fmt::{self, Display, Write};

/// A number for all that decides the bytes of a file, beginning with the version of this program: what an operation
/// does may be mended from one release to the next.
///
/// It is the 64-bit FNV-1a hash of what it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// That of what nothing else decides.
    #[must_use]
    pub fn new() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325).with(format_args!("{}", env!("CARGO_PKG_VERSION")))
    }

    /// With what a text says, too.
    #[must_use]
    pub fn with(mut self, text: fmt::Arguments) -> Fingerprint {
        // A hash takes any text.
        let _ = self.write_fmt(text);
        self
    }

    /// With numbers, too, of which there may be many.
    #[must_use]
    pub fn with_numbers(mut self, numbers: impl IntoIterator<Item = u32>) -> Fingerprint {
        numbers.into_iter().for_each(|number| self.take(&number.to_le_bytes()));
        self
    }

    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint::new()
    }
}

/// Sixteen hexadecimal digits.
impl Display for Fingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.take(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use travertine_render::sink::{BitDepth, Encoding};
    use travertine_render::{Rectangle, Slice};

    use crate::{PictureFile, PictureFormat, Texture};

    #[test]
    fn whatever_changes_a_picture_changes_its_mark() {
        let text = r#"{
            "format": "travertine", "version": 1,
            "parameters": {"cells": {"type": "float", "default": 4}},
            "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}}}},
            "outputs": {"height": {"node": "noise"}}
        }"#;
        let png = PictureFormat::Png { depth: BitDepth::Eight, encoding: Encoding::Auto };
        let slice = Slice::new(8, 8);
        let mark = |set: &dyn Fn(&mut Texture), format, slice: Slice, crop| {
            let mut texture = Texture::parse(text).unwrap();
            set(&mut texture);
            let file = PictureFile { path: "any".into(), format, mark: None };
            file.marked(&texture.first_field().unwrap(), &slice, crop).mark
        };
        let crop = Some(Rectangle { x: 0, y: 0, width: 8, height: 4 });
        let same = mark(&|_| {}, png, slice, None);
        assert_eq!(mark(&|_| {}, png, slice, None), same);
        let others = [
            mark(&|texture| texture.set("cells", 5.0).unwrap(), png, slice, None),
            mark(&|texture| texture.set_seed(5), png, slice, None),
            mark(&|texture| texture.set_input("noise", "octaves", "3").unwrap(), png, slice, None),
            mark(&|_| {}, PictureFormat::Exr, slice, None),
            mark(&|_| {}, png, Slice { time: 1.0, ..slice }, None),
            mark(&|_| {}, png, Slice::new(9, 8), None),
            mark(&|_| {}, png, slice, crop),
        ];
        for other in others {
            assert_ne!(other, same);
        }
    }
}

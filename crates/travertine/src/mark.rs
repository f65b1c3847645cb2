//! Marks of pictures: by them a picture is known to be what would be rendered again.

use std::fmt::{self, Write};

use travertine_render::{Rectangle, Slice};

use crate::{Field, PictureFormat};

/// What decides the bytes of pictures of a field, beside where they are taken.
pub(crate) struct Fingerprint(Fnv);

impl Fingerprint {
    /// That of a field, and of what its pictures are written as.
    pub fn new(field: &Field, format: PictureFormat) -> Fingerprint {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        // What an operation does may be mended from one release to the next.
        hash.add(format_args!("{}", env!("CARGO_PKG_VERSION")));
        hash.add(format_args!("{:?} {:?} {format:?}", field.program(), field.bound().values()));
        Fingerprint(hash)
    }

    /// The mark of the picture of a slice.
    pub fn mark(&self, slice: &Slice, crop: Option<Rectangle>) -> String {
        let mut hash = self.0;
        hash.add(format_args!("{slice:?} {crop:?}"));
        format!("{:016x}", hash.0)
    }
}

/// The 64-bit FNV-1a hash of a text.
#[derive(Clone, Copy)]
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, text: fmt::Arguments) {
        // A hash takes any text.
        let _ = self.write_fmt(text);
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use travertine_render::sink::{BitDepth, Encoding};

    use super::*;
    use crate::Texture;

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
            Fingerprint::new(&texture.first_field().unwrap(), format).mark(&slice, crop)
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

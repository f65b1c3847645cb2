//! RenderCache pictures: PNG files that also know the floats that they were made from.

use std::fs::{self, File};
use std::io::{BufReader, Cursor, ErrorKind};
use std::path::Path;

use png::Filter;
use travertine::stages::render::sink::{BitDepth, Encoder, Encoding, png_encoder};
use travertine::{Context, Error, Field, Format, Slice};
use travertine_files::{Fnv1a, explain};

use crate::picture::Picture;
use crate::picture::png::{KEYWORD, decode, decoder, size};

/// Pixels of a side of a kept picture.
pub const SIDE: u32 = 128;

/// What a field is today, as its picture is kept.
#[derive(Clone, Debug)]
pub(crate) struct Rendering {
    /// The picture as numbers.
    pub picture: Picture,
    /// The hash of its floats.
    pub values: String,
    format: Format,
    levels: Vec<u8>,
}

impl Rendering {
    /// Renders a field as `travertine render --size 128` does.
    pub(crate) fn new(field: &Field, context: &Context) -> Result<Rendering, Error> {
        let image = field.render(Slice::new(SIDE, SIDE), context)?;
        let format = image.format;
        let mut encoder = Encoder::new(format, BitDepth::Eight, Encoding::Auto, context.simd_level());
        let rows = image.data.chunks_exact(format.row_len());
        let levels: Vec<u8> = rows.flat_map(|row| encoder.row(row).to_vec()).collect();
        let picture = Picture::from_levels(SIDE as usize, SIDE as usize, format.channels(), &levels);
        Ok(Rendering { picture, values: hash(&image.data), format, levels })
    }

    /// The file, as small as PNG's filters make it.
    pub(crate) fn file(&self) -> Vec<u8> {
        let filters =
            [Filter::Adaptive, Filter::NoFilter, Filter::Sub, Filter::Up, Filter::Avg, Filter::Paeth];
        let files = filters.into_iter().filter_map(|filter| self.encode(filter).ok()); // Writing to memory does not fail, so that there is a least.
        files.min_by_key(Vec::len).unwrap_or_default()
    }

    fn encode(&self, filter: Filter) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut png = png_encoder(&mut file, self.format, BitDepth::Eight, Encoding::Auto);
        png.set_compression(png::Compression::High);
        png.set_filter(filter);
        png.add_text_chunk(KEYWORD.to_owned(), self.values.clone())?;
        let mut writer = png.write_header()?;
        writer.write_image_data(&self.levels)?;
        writer.finish()?;
        Ok(file)
    }
}

/// The FNV-1a hash of the floats' bits, in little-endian order, in hexadecimal.
fn hash(values: &[f32]) -> String {
    let mut hash = Fnv1a::new();
    values.iter().for_each(|value| hash.add(&value.to_le_bytes()));
    hash.to_string()
}

/// The bytes of a kept picture; none if there is none.
pub(crate) fn file(path: &Path) -> Result<Option<Vec<u8>>, String> {
    // Far more than any has; what is no file at all might never end.
    const MOST: u64 = 1 << 20;
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err("it is no file".to_owned()),
        Ok(metadata) if metadata.len() > MOST => Err(format!("it has {} bytes", metadata.len())),
        Ok(_) => fs::read(path).map(Some).map_err(|error| explain(&error)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(explain(&error)),
    }
}

/// A kept picture as numbers, and the hash of the floats that it was made from, if it has one.
pub(crate) fn read(file: &[u8]) -> Result<(Picture, Option<String>), String> {
    // What claims to be larger than any kept picture is not decoded.
    let (width, height, _) = size(Cursor::new(file))?;
    if width.max(height) > SIDE as usize {
        return Err(format!("it has {width} x {height} pixels; kept pictures have {SIDE} x {SIDE}"));
    }
    decode(Cursor::new(file))
}

/// Whether a file is a kept picture, and not any other one.
pub(crate) fn is_kept(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let info = decoder(BufReader::new(file)).read_info();
    info.is_ok_and(|png| png.info().uncompressed_latin1_text.iter().any(|text| text.keyword == KEYWORD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // A vector of test_fnv.c: the four bytes "foob".
        assert_eq!(hash(&[f32::from_le_bytes(*b"foob")]), "dd120e790c2512af");
        assert_ne!(hash(&[0.0]), hash(&[-0.0]));
    }
}

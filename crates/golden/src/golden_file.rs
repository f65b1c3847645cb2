//! Golden pictures on disk: PNG files with a hash of the rendered floats.

use std::fs::{self, File};
use std::io::{BufReader, Cursor, ErrorKind};
use std::path::Path;

use png::Filter;
use travertine::stages::render::sink::{BitDepth, Encoder, Encoding, png_encoder};
use travertine::{Context, Error, Field, Format, Slice, Type};
use travertine_files::{Fnv1a, explain};
use travertine_images::PngFile;

use crate::picture::Picture;

/// Width and height of a golden picture, in pixels.
pub const SIDE: u32 = 128;

/// The keyword of the PNG text chunk that holds the hash of the floats.
pub const KEYWORD: &str = "travertine-values";

/// A new render of a field, in the form of a golden picture.
#[derive(Clone, Debug)]
pub(crate) struct Rendering {
    /// The pixels.
    pub picture: Picture,
    /// The hash of the floats.
    pub values: String,
    format: Format,
    levels: Vec<u8>,
}

impl Rendering {
    /// Renders a field like `travertine render --size 128`.
    pub(crate) fn new(field: &Field, context: &Context) -> Result<Rendering, Error> {
        let mut data = field.render(Slice::new(SIDE, SIDE), context)?.data;
        // The format depends on the program alone: a release that proves more colors opaque keeps the pictures.
        let program = field.program();
        let format = Format::of(program, &program.outputs()[0], SIDE, SIDE);
        if format.channels() == 3 && format.value_type == Type::Color {
            data = data.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        }
        let mut encoder = Encoder::new(format, BitDepth::Eight, Encoding::Auto, context.simd_level());
        let rows = data.chunks_exact(format.row_len());
        let levels: Vec<u8> = rows.flat_map(|row| encoder.row(row).to_vec()).collect();
        let picture = Picture::from_levels(SIDE as usize, SIDE as usize, format.channels(), &levels);
        Ok(Rendering { picture, values: hash(&data), format, levels })
    }

    /// The smallest file that any PNG filter gives.
    pub(crate) fn file(&self) -> Vec<u8> {
        let filters = [Filter::Adaptive, Filter::NoFilter, Filter::Sub, Filter::Up, Filter::Avg, Filter::Paeth];
        let files = filters.into_iter().filter_map(|filter| self.encode(filter).ok());
        // Writing to memory does not fail, so the list is not empty.
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

/// The bytes of a golden picture, or `None` if the file does not exist.
pub(crate) fn file(path: &Path) -> Result<Option<Vec<u8>>, String> {
    // Far above the size of any golden picture. Devices and pipes may never end.
    const MAX_BYTES: u64 = 1 << 20;
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err("it is not a file".to_owned()),
        Ok(metadata) if metadata.len() > MAX_BYTES => {
            Err(format!("it has {} bytes; the limit is {MAX_BYTES}", metadata.len()))
        }
        Ok(_) => fs::read(path).map(Some).map_err(|error| explain(&error)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(explain(&error)),
    }
}

/// The pixels of a golden picture, and the hash of the rendered floats if the file holds one.
pub(crate) fn read(file: &[u8]) -> Result<(Picture, Option<String>), String> {
    // A larger picture is refused before it is decoded.
    let png = PngFile::open(Cursor::new(file))?;
    let (width, height, _) = png.size();
    if width.max(height) > SIDE as usize {
        return Err(format!("it has {width} x {height} pixels; golden pictures have {SIDE} x {SIDE}"));
    }
    let values = png.text(KEYWORD);
    Ok((Picture::from_png(png)?, values))
}

/// Whether a file is a golden picture: a PNG file that holds a hash of floats.
pub(crate) fn is_golden(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    PngFile::open(BufReader::new(file)).is_ok_and(|png| png.text(KEYWORD).is_some())
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

//! Reasons of decoders in plain words, where they write structures of Rust.

use std::fmt::Display;
use std::io::ErrorKind;

use tiff::tags::{CompressionMethod, PhotometricInterpretation, Tag};
use tiff::{ColorType, TiffError, TiffFormatError, TiffUnsupportedError};

/// Why a PNG cannot be decoded, from the error of the decoder.
pub(crate) fn png_reason(error: impl Display) -> String {
    let text = error.to_string();
    let text = match text.strip_prefix("Corrupt deflate stream. ") {
        Some(cause) => format!("its compressed data is damaged: {}", words(cause)),
        None => with_names_of_chunks(&text),
    };
    text.trim_end_matches('.').to_owned()
}

/// `ChunkType { type: IDAT, critical: true, ... }` as `IDAT`.
fn with_names_of_chunks(text: &str) -> String {
    const START: &str = "ChunkType { type: ";
    let Some((before, rest)) = text.split_once(START) else { return text.to_owned() };
    let (name, rest) = rest.split_once(", critical: ").unwrap_or((rest, ""));
    let after = rest.split_once(" }").map_or("", |(_, after)| after);
    format!("{before}{name}{after}")
}

/// `BadZlibHeader` as `bad zlib header`.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 8);
    for (index, character) in name.char_indices() {
        if character.is_uppercase() && index > 0 && !words.ends_with(' ') {
            words.push(' ');
        }
        words.extend(character.to_lowercase());
    }
    words
}

/// Why a TIFF cannot be decoded, from the error of the decoder.
pub(crate) fn tiff_reason(error: TiffError) -> String {
    match error {
        TiffError::FormatError(error) => tiff_damage(&error),
        TiffError::UnsupportedError(error) => tiff_limit(error),
        TiffError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => "it is cut off".to_owned(),
        TiffError::IoError(error) => format!("its compressed data is damaged: {error}"),
        TiffError::LimitsExceeded | TiffError::IntSizeError => "it takes too much memory".to_owned(),
        _ => DAMAGED.to_owned(),
    }
}

const DAMAGED: &str = "its header is damaged";

fn tiff_damage(error: &TiffFormatError) -> String {
    match error {
        TiffFormatError::ImageFileDirectoryNotFound => "it has no picture".to_owned(),
        TiffFormatError::InvalidDimensions(width, height) => format!("it has {width} x {height} texels"),
        TiffFormatError::InconsistentSizesEncountered => "the sizes in its header contradict each other".to_owned(),
        TiffFormatError::InvalidTagValueType(tag) => {
            format!("its {} has values of another type", field(*tag))
        }
        TiffFormatError::RequiredTagNotFound(tag) => format!("its {} is missing", field(*tag)),
        TiffFormatError::InvalidCountForTag(tag, count) => {
            format!("its {} has another number of values, {count}", field(*tag))
        }
        TiffFormatError::UnknownPredictor(number) => format!("its predictor, {number}, is not known"),
        TiffFormatError::UnknownPlanarConfiguration(number) => {
            format!("its planar configuration, {number}, is not known")
        }
        TiffFormatError::StripTileTagConflict => "it has neither strips nor tiles, or some of both".to_owned(),
        TiffFormatError::CycleInOffsets => "its list of pictures has no end".to_owned(),
        TiffFormatError::SamplesPerPixelIsZero => "its texels have no numbers".to_owned(),
        TiffFormatError::CompressedDataCorrupt(cause) => format!("its compressed data is damaged: {cause}"),
        _ => DAMAGED.to_owned(),
    }
}

/// A field by its name in the specification.
fn field(tag: Tag) -> String {
    match tag {
        Tag::Unknown(number) => format!("field {number}"),
        tag => format!("field {tag:?}"),
    }
}

fn tiff_limit(error: TiffUnsupportedError) -> String {
    match error {
        TiffUnsupportedError::FloatingPointPredictor(_) | TiffUnsupportedError::HorizontalPredictor(_) => {
            "its predictor is not for numbers such as its own".to_owned()
        }
        TiffUnsupportedError::InconsistentBitsPerSample(_) => {
            "its channels have different numbers of bits, which is not read".to_owned()
        }
        TiffUnsupportedError::InterpretationWithBits(interpretation, _) => match interpretation {
            PhotometricInterpretation::RGB => "its colors are RGB, but the numbers of a texel are not three".to_owned(),
            PhotometricInterpretation::CMYK => {
                "its colors are CMYK, but the numbers of a texel are not four".to_owned()
            }
            other => colors(other),
        },
        TiffUnsupportedError::UnsupportedInterpretation(interpretation) => colors(interpretation),
        TiffUnsupportedError::UnknownInterpretation => {
            "it does not say in a known way what its numbers stand for".to_owned()
        }
        TiffUnsupportedError::UnsupportedCompressionMethod(method) => compression(method),
        TiffUnsupportedError::UnknownCompressionMethod => "its compression is not known".to_owned(),
        TiffUnsupportedError::UnsupportedSampleDepth(bits) | TiffUnsupportedError::UnsupportedBitsPerChannel(bits) => {
            bits_of_numbers(bits)
        }
        TiffUnsupportedError::UnsupportedSampleFormat(_) => {
            "its numbers are of several types, or neither whole numbers nor floats".to_owned()
        }
        TiffUnsupportedError::UnsupportedColorType(color) => tiff_colors(color),
        TiffUnsupportedError::ChromaSubsampling => colors(PhotometricInterpretation::YCbCr),
        TiffUnsupportedError::MisalignedTileBoundaries => "its tiles do not begin at whole bytes".to_owned(),
        _ => "it uses a part of TIFF that is not read".to_owned(),
    }
}

fn compression(method: CompressionMethod) -> String {
    let name = match method {
        CompressionMethod::Huffman | CompressionMethod::Fax3 | CompressionMethod::Fax4 => "a code of fax machines",
        CompressionMethod::JPEG | CompressionMethod::ModernJPEG => "JPEG",
        CompressionMethod::ZSTD => "Zstandard",
        CompressionMethod::WebP => "WebP",
        CompressionMethod::Unknown(number) => return format!("its compression, {number}, is not known"),
        _ => "a method that is not read",
    };
    format!("it is compressed by {name}; PackBits, LZW and deflate are read")
}

fn colors(interpretation: PhotometricInterpretation) -> String {
    let name = match interpretation {
        PhotometricInterpretation::RGBPalette => "those of a palette",
        PhotometricInterpretation::TransparencyMask => "a mask",
        PhotometricInterpretation::YCbCr => "YCbCr",
        PhotometricInterpretation::CIELab | PhotometricInterpretation::IccLab | PhotometricInterpretation::ItuLab => {
            "Lab"
        }
        _ => "of a kind that is not known",
    };
    format!("its colors are {name}; gray, RGB and CMYK are read")
}

/// Why colors of this type are not read.
pub(crate) fn tiff_colors(color: ColorType) -> String {
    match color {
        ColorType::Palette(_) => colors(PhotometricInterpretation::RGBPalette),
        ColorType::YCbCr(_) => colors(PhotometricInterpretation::YCbCr),
        ColorType::Lab(_) => colors(PhotometricInterpretation::IccLab),
        other => bits_of_numbers(other.bit_depth()),
    }
}

fn bits_of_numbers(bits: u8) -> String {
    format!("its numbers have {bits} bits, which is not read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        let chunk = "ChunkType { type: IDAT, critical: true, private: false, reserved: false, safecopy: false }";
        for (text, expected) in [
            (format!("CRC error while decoding {chunk} chunk."), "CRC error while decoding IDAT chunk"),
            (format!("Unrecognized critical chunk: {chunk}"), "Unrecognized critical chunk: IDAT"),
            ("Corrupt deflate stream. BadZlibHeader".to_owned(), "its compressed data is damaged: bad zlib header"),
            ("unexpected end of file".to_owned(), "unexpected end of file"),
        ] {
            assert_eq!(png_reason(text), expected);
        }
    }
}

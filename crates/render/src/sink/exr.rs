//! OpenEXR files of 32-bit floats.

use std::io;
use std::path::PathBuf;

use exr::block::writer::ChunksWriter;
use exr::block::{UncompressedBlock, enumerate_ordered_header_block_indices};
use exr::meta::attribute::{AttributeValue, ChannelDescription, SampleType, Text};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};
use exr::prelude::{Compression, LineOrder};
use travertine_files::AtomicFile;
use travertine_noise::math;
use travertine_program::Type;

use super::mark::KEYWORD;
use super::{Sink, cut_short};
use crate::format::Format;
use crate::rows::Rows;

/// Writes an OpenEXR file block by block: linear, unclipped, losslessly compressed.
///
/// A float is the channel Y; vectors and colours are R, G, B and, unless opaque, A. Colours are multiplied by their
/// alpha, as the format requires.
pub struct Exr {
    /// Path of the file.
    pub path: PathBuf,
    /// Mark of the file, which [`mark`](super::mark()) reads back.
    pub mark: Option<String>,
}

impl Sink for Exr {
    type Output = ();

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<()> {
        let mut file = AtomicFile::create(&self.path)?;
        let channels = channels(format);
        let descriptions = channels.iter().map(|(name, _)| ChannelDescription {
            name: Text::from(*name),
            sample_type: SampleType::F32,
            quantize_linearly: false,
            sampling: exr::math::Vec2(1, 1),
        });
        let size = (format.width as usize, format.height as usize);
        let mut header = Header::new(Text::from("travertine"), size, descriptions.collect()).with_encoding(
            Compression::ZIP16,
            BlockDescription::ScanLines,
            LineOrder::Increasing,
        );
        if let Some(mark) = self.mark {
            let mark = AttributeValue::Text(Text::from(mark.as_str()));
            header.own_attributes.other.insert(Text::from(KEYWORD), mark);
        }
        let headers = [header].into_iter().collect();
        exr::block::write(&mut file, headers, true, |meta, writer| {
            write_blocks(&meta, writer, format, &channels, rows)
        })
        .map_err(io_error)?;
        file.finish()
    }
}

/// Names of the channels in alphabetical order, as the format requires, each with its index in a pixel.
fn channels(format: Format) -> Vec<(&'static str, usize)> {
    match (format.value_type, format.channels()) {
        (Type::Float, _) => vec![("Y", 0)],
        (_, 4) => vec![("A", 3), ("B", 2), ("G", 1), ("R", 0)],
        _ => vec![("B", 2), ("G", 1), ("R", 0)],
    }
}

fn write_blocks(
    meta: &MetaData,
    writer: &mut impl ChunksWriter,
    format: Format,
    channels: &[(&'static str, usize)],
    rows: &mut Rows,
) -> exr::error::UnitResult {
    let stride = format.channels();
    let mut lines: Vec<f32> = Vec::new();
    for (index, block) in enumerate_ordered_header_block_indices(&meta.headers) {
        lines.clear();
        for _ in 0..block.pixel_size.height() {
            let row = rows.next_row().ok_or_else(cut_short)?;
            lines.extend_from_slice(row);
        }
        if stride == 4 {
            for pixel in lines.chunks_exact_mut(4) {
                let alpha = pixel[3];
                pixel[..3].iter_mut().for_each(|light| *light = math::mul(*light, alpha));
            }
        }
        let mut written = Ok(());
        let block = UncompressedBlock::from_lines(&meta.headers[0].channels, block, |line| {
            let row = line.location.position.y() - block.pixel_position.y();
            let (_, channel) = channels[line.location.channel];
            let row = &lines[row * format.row_len()..][..format.row_len()];
            let result = line.write_samples(|column| row[column * stride + channel]);
            written = std::mem::replace(&mut written, Ok(())).and(result);
        });
        written?;
        writer.write_chunk(index, block.compress_to_chunk(&meta.headers)?)?;
    }
    Ok(())
}

fn io_error(error: exr::error::Error) -> io::Error {
    match error {
        exr::error::Error::Io(error) => error,
        other => io::Error::other(other),
    }
}

//! OpenEXR files of 32-bit floats.

mod block;

use std::collections::VecDeque;
use std::io::{self, Seek, Write};
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;

use exr::block::chunk::{Chunk, CompressedBlock, CompressedScanLineBlock};
use exr::block::enumerate_ordered_header_block_indices;
use exr::block::writer::ChunksWriter;
use exr::meta::attribute::{AttributeValue, ChannelDescription, SampleType, Text};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};
use exr::prelude::{Compression, LineOrder};
use travertine_files::AtomicFile;
use travertine_program::Type;

use self::block::Block;
use super::mark::KEYWORD;
use super::{Sink, cut_short};
use crate::format::Format;
use crate::memory::room;
use crate::rows::Rows;
use crate::threads::Scope;

/// Rows of a block in files with ZIP compression.
const BLOCK: u32 = 16;

/// Writes an OpenEXR file block by block, linear and unclipped, and compresses it without loss on all threads of the
/// render. The bytes of the file do not depend on the number of threads.
///
/// A float is the channel Y; vectors and colors are R, G, B and, unless opaque, A. Colors are multiplied by their
/// alpha, as the format requires.
pub struct Exr {
    /// Path of the file.
    pub path: PathBuf,
    /// Mark of the file, which [`mark`](super::mark()) reads back.
    pub mark: Option<String>,
}

/// As [`Exr`], into a stream.
pub struct ExrStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// Mark of the file.
    pub mark: Option<String>,
}

impl Sink for Exr {
    type Output = ();

    fn memory(&self, format: Format, threads: usize) -> u64 {
        memory(format, threads)
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<()> {
        let mut file = AtomicFile::create(&self.path)?;
        ExrStream { target: &mut file, mark: self.mark }.write(format, rows)?;
        file.finish()
    }
}

impl<W: Write + Seek> Sink for ExrStream<W> {
    type Output = ();

    fn memory(&self, format: Format, threads: usize) -> u64 {
        memory(format, threads)
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<()> {
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
        exr::block::write(self.target, headers, true, |meta, writer| {
            let threads = rows.threads();
            threads.scope(|scope| write_blocks(&meta, writer, format, rows, scope))
        })
        .map_err(io_error)
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

/// Bytes of the floats of a block.
fn block_bytes(format: Format) -> u64 {
    format.row_len() as u64 * u64::from(BLOCK.min(format.height)) * size_of::<f32>() as u64
}

/// Number of blocks that are compressed at a time: enough to keep every thread busy.
fn at_once(format: Format, threads: usize) -> usize {
    /// Maximum size of the blocks that wait to be compressed or written, in bytes, unless a single block is larger.
    const MOST_WAITING: u64 = 64 << 20;
    let allowed = (MOST_WAITING / block_bytes(format).max(1)).max(1);
    // A picture has less than 2^32 blocks.
    (2 * threads).min(allowed as usize).min(format.height.div_ceil(BLOCK) as usize)
}

/// Memory of all blocks, in bytes: of each, its floats, its bytes in order, and the compressed bytes.
fn memory(format: Format, threads: usize) -> u64 {
    // One more block is being filled.
    4 * block_bytes(format) * (at_once(format, threads) as u64 + 1)
}

/// Writes the rows. The threads of the scope compress one block each.
fn write_blocks(
    meta: &MetaData,
    writer: &mut impl ChunksWriter,
    format: Format,
    rows: &mut Rows,
    scope: Scope,
) -> exr::error::UnitResult {
    let at_once = at_once(format, rows.threads().count());
    let mut indices = enumerate_ordered_header_block_indices(&meta.headers).fuse();
    let mut under_way = VecDeque::with_capacity(at_once);
    loop {
        let next = if under_way.len() < at_once { indices.next() } else { None };
        if let Some((index, position)) = next {
            let height = position.pixel_size.height();
            let mut floats = room(height * format.row_len()).map_err(io::Error::from)?;
            for _ in 0..height {
                floats.extend_from_slice(rows.next_row().ok_or_else(cut_short)?);
            }
            let block = Block { format, floats };
            let (done, compressed) = sync_channel(1);
            scope.spawn(move || {
                let order: Vec<usize> = channels(block.format).iter().map(|(_, channel)| *channel).collect();
                // The receiver is gone if the picture failed.
                let _ = done.send(block.compress(&order));
            });
            under_way.push_back((index, position, compressed));
        } else if let Some((index, position, compressed)) = under_way.pop_front() {
            // A thread that panics sends nothing. The scope propagates the panic.
            let bytes = compressed.recv().map_err(io::Error::other)??;
            let chunk = Chunk {
                layer_index: position.layer,
                compressed_block: CompressedBlock::ScanLine(CompressedScanLineBlock {
                    y_coordinate: position.pixel_position.y() as i32,
                    compressed_pixels_le: bytes,
                }),
            };
            writer.write_chunk(index, chunk)?;
        } else {
            return Ok(());
        }
    }
}

fn io_error(error: exr::error::Error) -> io::Error {
    match error {
        exr::error::Error::Io(error) => error,
        other => io::Error::other(other),
    }
}

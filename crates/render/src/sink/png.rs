//! PNG files of 8 or 16 bits.

mod filter;
mod strip;

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;

use simd_adler32::Adler32;
use travertine_files::AtomicFile;
use travertine_program::Type;

use self::strip::{STREAM_HEADER, Strip};

use super::encode::Encoder;
use super::mark::KEYWORD;
use super::{BitDepth, Encoding, Sink, cut_short};
use crate::format::Format;
use crate::memory::room;
use crate::rows::Rows;
use crate::threads::Scope;

/// Writes a PNG file as its rows arrive, and compresses it on all threads of the render. The bytes of the file do not
/// depend on the number of threads. The output is the number of pixels with a value outside 0 to 1.
///
/// Floats are gray, vectors RGB, colors RGB or RGBA with straight alpha. sRGB pictures are tagged as such, linear ones
/// with a gamma of 1.
pub struct Png {
    /// Path of the file.
    pub path: PathBuf,
    /// Bits of a channel.
    pub depth: BitDepth,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
    /// Mark of the file, which [`mark`](super::mark()) reads back.
    pub mark: Option<String>,
}

/// As [`Png`], into a stream.
pub struct PngStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// Bits of a channel.
    pub depth: BitDepth,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
    /// Mark of the file.
    pub mark: Option<String>,
}

impl Sink for Png {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        Layout::new(format, self.depth).memory(threads)
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let Png { path, depth, encoding, mark } = self;
        let mut file = AtomicFile::create(&path)?;
        let clipped = PngStream { target: &mut file, depth, encoding, mark }.write(format, rows)?;
        file.finish()?;
        Ok(clipped)
    }
}

impl<W: io::Write> Sink for PngStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        Layout::new(format, self.depth).memory(threads)
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let mut png = png_encoder(self.target, format, self.depth, self.encoding);
        if let Some(mark) = self.mark {
            png.add_text_chunk(KEYWORD.to_owned(), mark).map_err(png_error)?;
        }
        let mut writer = png.write_header().map_err(png_error)?;
        let mut encoder = Encoder::new(format, self.depth, self.encoding, rows.level());
        let layout = Layout::new(format, self.depth);
        rows.threads().scope(|scope| layout.write(rows, &mut encoder, &mut writer, scope))?;
        writer.finish().map_err(png_error)?;
        Ok(encoder.clipped())
    }
}

/// Division of a picture into strips.
struct Layout {
    /// Bytes of a pixel.
    pixel: usize,
    /// Bytes of a row.
    row_len: usize,
    /// Rows of a strip; the last may have fewer.
    strip: usize,
    /// Rows of the picture.
    height: usize,
}

impl Layout {
    /// Maximum size of the rows that wait to be compressed or written, in bytes, unless a single strip is larger.
    const MOST_WAITING: usize = 64 << 20;

    fn new(format: Format, depth: BitDepth) -> Layout {
        let pixel = format.channels() * if depth == BitDepth::Sixteen { 2 } else { 1 };
        let (row_len, height) = (pixel * format.width as usize, format.height as usize);
        Layout { pixel, row_len, strip: Strip::height(row_len).min(height), height }
    }

    /// Number of strips that are compressed at a time: enough to keep every thread busy.
    fn at_once(&self, threads: usize) -> usize {
        let allowed = (Layout::MOST_WAITING / (self.strip * self.row_len)).max(1);
        (2 * threads).min(allowed).min(self.height.div_ceil(self.strip))
    }

    /// Memory of all strips, in bytes.
    fn memory(&self, threads: usize) -> u64 {
        // The rows of a strip, the row above and two rows of a filter; then the filtered strip; then the compressed
        // strip.
        let strip = (3 * self.strip + 3) as u64 * self.row_len as u64;
        // One more strip is being filled.
        strip * (self.at_once(threads) as u64 + 1)
    }

    /// Writes the rows. The threads of the scope compress one strip each.
    fn write<W: io::Write>(
        &self,
        rows: &mut Rows,
        encoder: &mut Encoder,
        writer: &mut png::Writer<W>,
        scope: Scope,
    ) -> io::Result<()> {
        let at_once = self.at_once(rows.threads().count());
        let mut under_way = VecDeque::with_capacity(at_once);
        let mut above = vec![0; self.row_len];
        let mut to_come = self.height;
        let mut chunk = STREAM_HEADER.to_vec();
        let mut checksum = Adler32::new();
        while to_come > 0 || !under_way.is_empty() {
            if to_come > 0 && under_way.len() < at_once {
                let height = self.strip.min(to_come);
                let mut bytes = room((height + 1) * self.row_len)?;
                bytes.append(&mut above);
                for _ in 0..height {
                    let row = rows.next_row().ok_or_else(cut_short)?;
                    bytes.extend_from_slice(encoder.row(row));
                }
                above.extend_from_slice(&bytes[height * self.row_len..]);
                to_come -= height;
                let strip = Strip { pixel: self.pixel, row_len: self.row_len, rows: bytes, last: to_come == 0 };
                let (done, compressed) = sync_channel(1);
                scope.spawn(move || {
                    // The receiver is gone if the picture failed.
                    let _ = done.send(strip.compress());
                });
                under_way.push_back(compressed);
            } else if let Some(compressed) = under_way.pop_front() {
                // A thread that panics sends nothing. The scope propagates the panic.
                let compressed = compressed.recv().map_err(io::Error::other)??;
                checksum.write(&compressed.filtered);
                chunk.extend_from_slice(&compressed.stream);
                if to_come == 0 && under_way.is_empty() {
                    chunk.extend_from_slice(&checksum.finish().to_be_bytes());
                }
                writer.write_chunk(png::chunk::IDAT, &chunk).map_err(png_error)?;
                chunk.clear();
            }
        }
        Ok(())
    }
}

/// A PNG encoder for pictures of this format, with color type, depth and color space set.
pub fn png_encoder<'a, W: io::Write>(
    target: W,
    format: Format,
    depth: BitDepth,
    encoding: Encoding,
) -> png::Encoder<'a, W> {
    let mut png = png::Encoder::new(target, format.width, format.height);
    png.set_color(match (format.value_type, format.channels()) {
        (Type::Float, _) => png::ColorType::Grayscale,
        (_, 4) => png::ColorType::Rgba,
        _ => png::ColorType::Rgb,
    });
    png.set_depth(match depth {
        BitDepth::Eight => png::BitDepth::Eight,
        BitDepth::Sixteen => png::BitDepth::Sixteen,
    });
    if encoding.is_srgb(format) {
        png.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    } else {
        png.set_source_gamma(png::ScaledFloat::new(1.0));
    }
    png
}

/// An error of the encoder as one of writing.
pub fn png_error(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use travertine_noise::Level;

    use super::*;
    use crate::context::Context;
    use crate::threads::Threads;

    /// A picture that is partly smooth and partly rough, so that every filter is used.
    fn pixels(format: Format) -> Vec<f32> {
        let wave = |index: usize| (index % 97) as f32 / 97.0;
        let rough = |index: usize| (index.wrapping_mul(0x9e37_79b9) >> 7 & 0xff) as f32 / 255.0;
        let row_len = format.row_len();
        let value = |index: usize| match index / row_len / 3 % 3 {
            0 => wave(index),
            1 => rough(index),
            _ => wave(index / row_len) * 0.5 + wave(index % row_len) * 0.5,
        };
        (0..row_len * format.height as usize).map(value).collect()
    }

    /// The file of a picture that is written with this many threads.
    fn file(format: Format, depth: BitDepth, threads: usize) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let (threads, context) = (Threads::pool(threads, usize::MAX), Context::default());
        let (producer, mut rows) = Rows::channel(format, 1, &context, &threads, 1);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let data = pixels(format);
                data.chunks(7 * format.row_len()).for_each(|band| producer.finished.send(band.to_vec()).unwrap());
            });
            let png = Png { path: path.clone(), depth, encoding: Encoding::Auto, mark: None };
            png.write(format, &mut rows).unwrap();
        });
        fs::read(path).unwrap()
    }

    /// Pixels of a file, decoded by the crate `png`, which verifies both kinds of checksum.
    fn decoded(file: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        reader.finish().unwrap();
        bytes
    }

    #[test]
    fn files_hold_the_samples_and_do_not_depend_on_the_threads() {
        let sizes = [(1, 1), (1, 300), (3, 2), (17, 31), (301, 1), (640, 480), (20_000, 5), (70_000, 3)];
        let value_types = [(Type::Float, false), (Type::Vector, false), (Type::Color, true), (Type::Color, false)];
        for (width, height) in sizes {
            for (value_type, opaque) in value_types {
                for depth in [BitDepth::Eight, BitDepth::Sixteen] {
                    let format = Format { width, height, value_type, opaque };
                    let file_by_two = file(format, depth, 2);
                    let mut encoder = Encoder::new(format, depth, Encoding::Auto, Level::Scalar);
                    let expected: Vec<u8> =
                        pixels(format).chunks(format.row_len()).flat_map(|row| encoder.row(row).to_vec()).collect();
                    assert!(decoded(&file_by_two) == expected, "{format:?}, {depth:?}");
                    for threads in [1, 7] {
                        assert!(file(format, depth, threads) == file_by_two, "{format:?}, {depth:?}, {threads}");
                    }
                }
            }
        }
    }

    #[test]
    fn memory_grows_with_threads_up_to_a_limit() {
        let memory = |width, height, threads| {
            let format = Format { width, height, value_type: Type::Color, opaque: false };
            Layout::new(format, BitDepth::Sixteen).memory(threads)
        };
        assert!(memory(4096, 4096, 2) < 12 << 20);
        assert!(memory(16, 16, 1000) < 10 << 20);
        assert_eq!(memory(4096, 4096, 500), memory(4096, 4096, 1000));
        assert!(memory(1 << 20, 1 << 20, 1000) < 500 << 20);
    }
}

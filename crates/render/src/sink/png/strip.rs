//! Strips of rows, compressed separately, that form the one stream of a PNG.
//!
//! A deflate stream can be flushed to a whole byte, and later data need not refer to earlier data. So threads compress
//! strips at the same time, and their bytes are joined, as in Mark Adler's `pigz` (2007).

use std::io;

use flate2::{Compress, Compression, FlushCompress, Status};

use super::filter::Filter;
use crate::memory::room;

/// Approximate size of a strip before compression, in bytes: small enough for every thread to have some, large enough
/// to make the lost history negligible. The file depends on it, so it is constant.
const SIZE: usize = 1 << 18;

/// Start of the stream (RFC 1950): deflate with a window of 32 KiB, at the default level.
pub const STREAM_HEADER: [u8; 2] = [0x78, 0x9c];

/// Rows of a picture as encoded bytes.
pub struct Strip {
    /// Bytes of a row.
    pub row_len: usize,
    /// Bytes of a pixel.
    pub pixel: usize,
    /// The row above the strip, then the rows of the strip.
    pub rows: Vec<u8>,
    /// Whether this is the last strip of the stream.
    pub last: bool,
}

/// A compressed strip.
pub struct Compressed {
    /// The filtered rows, which the stream's checksum covers.
    pub filtered: Vec<u8>,
    /// The strip's part of the stream.
    pub stream: Vec<u8>,
}

impl Strip {
    /// Rows of a strip, for rows of this many bytes.
    pub fn height(row_len: usize) -> usize {
        (SIZE / row_len).max(1)
    }

    /// Filters and compresses the strip.
    pub fn compress(&self) -> io::Result<Compressed> {
        let mut filtered = room(self.rows.len() / self.row_len * (self.row_len + 1))?;
        let mut filter = Filter::new(self.pixel);
        let above = self.rows.chunks_exact(self.row_len);
        for (above, row) in above.zip(self.rows[self.row_len..].chunks_exact(self.row_len)) {
            filter.row(above, row, &mut filtered);
        }
        let stream = deflate(&filtered, self.last)?;
        Ok(Compressed { filtered, stream })
    }
}

/// Part of a deflate stream, up to a whole byte: its end, or a point at which another part can follow.
fn deflate(bytes: &[u8], last: bool) -> io::Result<Vec<u8>> {
    let mut compress = Compress::new(Compression::default(), false);
    let flush = if last { FlushCompress::Finish } else { FlushCompress::Sync };
    let mut stream = room(bytes.len() / 2 + 64)?;
    loop {
        let rest = &bytes[compress.total_in() as usize..];
        let status = compress.compress_vec(rest, &mut stream, flush).map_err(io::Error::other)?;
        // With room left in the buffer, the compressor has no more output.
        let said = compress.total_in() as usize == bytes.len() && stream.len() < stream.capacity();
        if status == Status::StreamEnd || (said && !last) {
            return Ok(stream);
        }
        stream.reserve(bytes.len() / 2 + 64);
    }
}

//! Strips of rows, each compressed by itself, that together are the one stream of a PNG.
//!
//! A deflate stream may be flushed to a whole byte, and what follows need not refer to what came before: so strips are
//! compressed at the same time by several threads, and their bytes joined (as Mark Adler's `pigz` does, 2007).

use std::io;

use flate2::{Compress, Compression, FlushCompress, Status};

use super::filter::Filter;

/// About how many bytes a strip has before it is compressed: so few that there are some for every thread, so many that
/// losing the past at its start costs nothing to speak of. The file depends on it, so it depends on nothing.
const SIZE: usize = 1 << 18;

/// What the stream starts with: deflate with a window of 32 KiB, at the default level. After RFC 1950.
pub const STREAM_HEADER: [u8; 2] = [0x78, 0x9c];

/// Rows of a picture, as the bytes of its pixels.
pub struct Strip {
    /// Bytes of a row.
    pub row_len: usize,
    /// Bytes of a pixel.
    pub pixel: usize,
    /// The row above the first of the strip, and those of the strip.
    pub rows: Vec<u8>,
    /// Whether the stream ends with it.
    pub last: bool,
}

/// A strip on its way into the file.
pub struct Compressed {
    /// Its rows through their filters: what the stream's checksum is of.
    pub filtered: Vec<u8>,
    /// Its part of the stream.
    pub stream: Vec<u8>,
}

impl Strip {
    /// How many rows a strip has, of rows of so many bytes.
    pub fn height(row_len: usize) -> usize {
        (SIZE / row_len).max(1)
    }

    /// Filters and compresses it.
    pub fn compress(&self) -> io::Result<Compressed> {
        let mut filtered = Vec::with_capacity(self.rows.len() / self.row_len * (self.row_len + 1));
        let mut filter = Filter::new(self.pixel);
        let above = self.rows.chunks_exact(self.row_len);
        for (above, row) in above.zip(self.rows[self.row_len..].chunks_exact(self.row_len)) {
            filter.row(above, row, &mut filtered);
        }
        let stream = deflate(&filtered, self.last)?;
        Ok(Compressed { filtered, stream })
    }
}

/// A part of a deflate stream, up to a whole byte: its end, or where another part can follow.
fn deflate(bytes: &[u8], last: bool) -> io::Result<Vec<u8>> {
    let mut compress = Compress::new(Compression::default(), false);
    let flush = if last { FlushCompress::Finish } else { FlushCompress::Sync };
    let mut stream = Vec::with_capacity(bytes.len() / 2 + 64);
    loop {
        let rest = &bytes[compress.total_in() as usize..];
        let status = compress.compress_vec(rest, &mut stream, flush).map_err(io::Error::other)?;
        // Where there is room left, there was nothing more to say.
        let said = compress.total_in() as usize == bytes.len() && stream.len() < stream.capacity();
        if status == Status::StreamEnd || (said && !last) {
            return Ok(stream);
        }
        stream.reserve(bytes.len() / 2 + 64);
    }
}

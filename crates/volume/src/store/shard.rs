//! Shards: files of several chunks.
//!
//! Zarr specification, sharding codec, version 1.0: the chunks, then an index of their offsets and lengths, then its
//! CRC-32C. Chunks are in the order of the index, so that the bytes do not depend on threads.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// An encoded chunk.
pub(crate) struct Chunk {
    /// Index along x, y and z.
    pub(crate) index: [u32; 3],
    pub(crate) bytes: Vec<u8>,
    pub(crate) clipped: u64,
}

/// Offset and length of a chunk that the shard does not have.
const MISSING: [u64; 2] = [u64::MAX; 2];

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// Position in the index of a chunk, of a shard with `sides` chunks along x, y and z.
fn position(sides: [u32; 3], [x, y, z]: [u32; 3]) -> usize {
    ((z * sides[1] + y) * sides[0] + x) as usize
}

/// The bytes of a shard with `sides` chunks along x, y and z, of which the first has the index `first`.
pub(crate) fn join(sides: [u32; 3], first: [u32; 3], chunks: &[Chunk]) -> Vec<u8> {
    let mut index = vec![MISSING; sides.into_iter().product::<u32>() as usize];
    let mut bytes = Vec::with_capacity(chunks.iter().map(|chunk| chunk.bytes.len()).sum::<usize>() + 16 * index.len());
    for chunk in chunks {
        let inner = [0, 1, 2].map(|axis: usize| chunk.index[axis] - first[axis]);
        index[position(sides, inner)] = [bytes.len() as u64, chunk.bytes.len() as u64];
        bytes.extend_from_slice(&chunk.bytes);
    }
    let start = bytes.len();
    bytes.extend(index.iter().flatten().flat_map(|number| number.to_le_bytes()));
    let checksum = crc32c(&bytes[start..]);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Reads the bytes of a chunk from a shard.
pub(crate) fn part(file: &mut (impl Read + Seek), sides: [u32; 3], chunk: [u32; 3]) -> io::Result<Vec<u8>> {
    let length = 16 * sides.into_iter().product::<u32>() as usize + CHECKSUM;
    let end = file.seek(SeekFrom::End(0))?;
    let start = end.checked_sub(length as u64).ok_or(ErrorKind::UnexpectedEof)?;
    file.seek(SeekFrom::Start(start))?;
    let mut index = vec![0; length];
    file.read_exact(&mut index)?;
    let entry = &index[16 * position(sides, chunk)..][..16];
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let (offset, length) = (number(&entry[..8]), number(&entry[8..]));
    if offset.checked_add(length).is_none_or(|end| end > start) {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The cyclic redundancy check of Castagnoli (RFC 3720, appendix B.4), bit by bit: an index is short.
fn crc32c(bytes: &[u8]) -> u32 {
    let step = |rest: u32, _| if rest & 1 == 1 { rest >> 1 ^ 0x82f6_3b78 } else { rest >> 1 };
    !bytes.iter().fold(!0, |rest, byte| (0..8).fold(rest ^ u32::from(*byte), step))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
    }

    #[test]
    fn chunks_are_found_again() {
        let chunk = |index, bytes: &[u8]| Chunk { index, bytes: bytes.to_vec(), clipped: 0 };
        let shard = join([2, 2, 1], [2, 4, 6], &[chunk([2, 4, 6], b"first"), chunk([3, 5, 6], b"last")]);
        let read = |bytes: &[u8], inner| part(&mut Cursor::new(bytes), [2, 2, 1], inner);
        assert_eq!(read(&shard, [0, 0, 0]).unwrap(), b"first");
        assert_eq!(read(&shard, [1, 1, 0]).unwrap(), b"last");
        assert!(read(&shard, [1, 0, 0]).is_err());
        assert!(read(&shard[9..], [1, 1, 0]).is_err() && read(b"short", [0, 0, 0]).is_err());
    }
}

//! Blocks of rows, compressed separately.
//!
//! The bytes are those of OpenEXR's ZIP compression: the even bytes before the odd ones, differences, then a stream of
//! zlib. "Technical Introduction to OpenEXR", Academy Software Foundation, and `ImfZip.cpp` of its library.

use std::io;

use flate2::{Compress, Compression, FlushCompress, Status};
use travertine_noise::math;

use crate::format::Format;
use crate::memory::room;

/// Level of the compression. Higher levels take two to four times as long and save some 5 % of the bytes: the low bytes
/// of floats are almost random.
const LEVEL: u32 = 1;
/// Size and distance of the samples that tell whether a block compresses, in bytes.
const SAMPLE: usize = 2 << 10;
const DISTANCE: usize = 16 * SAMPLE;

/// Rows of a picture.
pub struct Block {
    /// Format of the picture.
    pub format: Format,
    /// The floats of the rows.
    pub floats: Vec<f32>,
}

impl Block {
    /// The bytes of the block in a file: compressed, or uncompressed if that saves less than an eighth.
    ///
    /// `order` lists the index in a pixel of each channel of the file.
    pub fn compress(mut self, order: &[usize]) -> io::Result<Vec<u8>> {
        if self.format.channels() == 4 {
            for pixel in self.floats.chunks_exact_mut(4) {
                let alpha = pixel[3];
                pixel[..3].iter_mut().for_each(|light| *light = math::mul(*light, alpha));
            }
        }
        let bytes = self.bytes(order)?;
        let differences = differences(&bytes)?;
        let most = |bytes: &[u8]| bytes.len() - bytes.len() / 8;
        let sample: Vec<u8> =
            differences.chunks(DISTANCE).flat_map(|part| &part[..SAMPLE.min(part.len())]).copied().collect();
        if deflate(&sample, most(&sample))?.is_some()
            && let Some(compressed) = deflate(&differences, most(&differences))?
        {
            return Ok(compressed);
        }
        Ok(bytes)
    }

    /// The floats of each row, channel by channel, in little-endian order.
    fn bytes(&self, order: &[usize]) -> io::Result<Vec<u8>> {
        let channels = self.format.channels();
        let mut bytes = room(self.floats.len() * size_of::<f32>())?;
        for row in self.floats.chunks_exact(self.format.row_len()) {
            for channel in order {
                bytes.extend(row.iter().skip(*channel).step_by(channels).flat_map(|value| value.to_le_bytes()));
            }
        }
        Ok(bytes)
    }
}

/// The even bytes before the odd ones, each as its difference to the one before plus 128.
fn differences(bytes: &[u8]) -> io::Result<Vec<u8>> {
    // Floats have even numbers of bytes.
    let (pairs, _) = bytes.as_chunks::<2>();
    let mut apart: Vec<u8> = room(bytes.len())?;
    apart.extend(pairs.iter().map(|pair| pair[0]));
    apart.extend(pairs.iter().map(|pair| pair[1]));
    let mut differences = room(apart.len())?;
    differences.extend(apart.first());
    differences.extend(apart.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]).wrapping_add(128)));
    Ok(differences)
}

/// A stream of zlib; `None` if it is longer than `most`.
fn deflate(bytes: &[u8], most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut stream = room(most)?;
    let mut compress = Compress::new(Compression::new(LEVEL), true);
    // The stream ends within the capacity, or is too long.
    let status = compress.compress_vec(bytes, &mut stream, FlushCompress::Finish).map_err(io::Error::other)?;
    Ok((status == Status::StreamEnd).then_some(stream))
}

#[cfg(test)]
mod tests {
    use travertine_program::Type;

    use super::*;

    #[test]
    fn smooth_blocks_shrink_and_random_ones_stay() {
        let format = Format { width: 256, height: 16, value_type: Type::Float, opaque: false };
        let block = |value: &dyn Fn(u32) -> f32| Block { format, floats: (0..4096).map(value).collect() };
        let smooth = block(&|index| (index / 64) as f32).compress(&[0]).unwrap();
        assert!(smooth.len() < 4096, "{}", smooth.len());
        let random = |index: u32| f32::from_bits(index.wrapping_mul(0x9e37_79b9).rotate_left(index) >> 2);
        let stored = block(&random).compress(&[0]).unwrap();
        assert!(stored == block(&random).bytes(&[0]).unwrap());
    }

    #[test]
    fn differences_are_those_of_the_format() {
        assert_eq!(differences(&[1, 10, 4, 10]).unwrap(), [1, 131, 134, 128]);
    }
}

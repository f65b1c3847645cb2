//! Reads DF3 files, the density files of POV-Ray: the sizes along x, y and z as words, then big-endian whole numbers
//! without a sign. The length of the file decides whether they have 8, 16 or 32 bits.
//!
//! POV-Ray Reference, "Density File". <https://www.povray.org/documentation/3.7.0/r3_4.html>

use crate::number::{Encoding, Layout, NumberType};

/// Reverses the rows along y. In POV-Ray y runs up, in graphs down.
pub(super) fn turn_rows<T>(texels: &mut [T], [width, height, _]: [usize; 3]) {
    for slice in texels.chunks_exact_mut(width * height) {
        for row in 0..height / 2 {
            let (upper, lower) = slice.split_at_mut((height - 1 - row) * width);
            upper[row * width..][..width].swap_with_slice(&mut lower[..width]);
        }
    }
}

/// The layout of a file; `None` if its length is not that of a DF3.
pub(super) fn layout(bytes: &[u8]) -> Option<Layout<'_>> {
    let (header, bytes) = bytes.split_at_checked(6)?;
    let (sides, _) = header.as_chunks();
    let size: [usize; 3] = [0, 1, 2].map(|axis: usize| u16::from_be_bytes(sides[axis]).into());
    // At most 2^48.
    let texels: u64 = size.iter().map(|side| *side as u64).product();
    let number = [(1, NumberType::U8), (2, NumberType::U16), (4, NumberType::U32)]
        .into_iter()
        .find_map(|(width, number)| (texels > 0 && texels * width == bytes.len() as u64).then_some(number))?;
    Some(Layout { size, channels: 1, spacing: [1.0; 3], number, is_big_endian: true, encoding: Encoding::Raw, bytes })
}

//! The content of a file, and its limits.

use crate::transfer::{Encoding, Samples};

/// Maximum number of texels of a picture: 8,192 x 8,192. Decoded, they take up to 1 GiB.
pub const MAX_TEXELS: usize = 1 << 26;

/// Maximum number of texels along a side.
pub const MAX_SIDE: usize = 1 << 15;

/// Numbers that a texel of a picture may have. As many numbers of a volume count as one texel, so that a volume has
/// up to 2^28 of them: 1 GiB, too.
pub const NUMBERS_OF_TEXEL: usize = 4;

/// What the header of a picture specifies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Header {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// As in [`Decoded`].
    pub(crate) channels: usize,
    /// Bytes of a decoded sample.
    pub(crate) sample_bytes: usize,
}

/// The content of a file with a picture.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// 1 for gray, 2 for gray and alpha, 3 for red, green and blue, 4 with alpha.
    pub(crate) channels: usize,
    /// What the numbers of colors stand for, by the format or the file.
    pub(crate) encoding: Encoding,
    /// Whether the format multiplies colors by alpha.
    pub(crate) is_multiplied: bool,
    pub(crate) samples: Samples,
}

/// The content of a file with a volume.
pub(crate) struct Densities {
    /// Texels along x, y and z.
    pub(crate) size: [usize; 3],
    /// Distance between neighboring texels along x, y and z, in any unit; all positive.
    pub(crate) spacing: [f64; 3],
    /// The numbers of each channel: slices from the front, rows from the top, texels from the left.
    pub(crate) channels: Vec<Vec<f32>>,
}

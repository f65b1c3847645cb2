//! The content of a file, and its limits.

use crate::transfer::Samples;

/// Maximum number of texels of a picture: 8,192 x 8,192. Decoded, they take up to 1 GiB.
pub const MAX_TEXELS: usize = 1 << 26;

/// Maximum number of texels along a side.
pub const MAX_SIDE: usize = 1 << 15;

/// The content of a file.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// 1 for grey, 2 for grey and alpha, 3 for red, green and blue, 4 with alpha.
    pub(crate) channels: usize,
    /// Whether the format holds linear light; else it is encoded as in sRGB.
    pub(crate) is_light: bool,
    /// Whether the format multiplies colours by alpha.
    pub(crate) is_multiplied: bool,
    pub(crate) samples: Samples,
}

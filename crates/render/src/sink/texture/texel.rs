//! The codes of texels in files.

use travertine_program::Type;

use crate::format::Format;
use crate::sink::texture_options::{Texels, TextureOptions};

/// How each texel or block of a file is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Texel {
    /// Never [`Texels::Auto`].
    pub texels: Texels,
    /// Whether integers have the sRGB curve.
    pub srgb: bool,
    /// Whether a texel without compression is one number.
    pub single: bool,
    /// Whether the picture's fourth channel is stored; otherwise it is 1.
    pub fourth: bool,
    /// Whether the fourth channel is an alpha.
    pub alpha: bool,
}

impl Texel {
    /// The texels of a picture.
    pub fn new(options: TextureOptions, format: Format) -> Texel {
        let (srgb, fourth) = (options.is_srgb(format), format.channels() == 4);
        // There is no format for one channel in sRGB that all GPUs know.
        let single = format.value_type == Type::Float && !srgb;
        Texel { texels: options.texels(format), srgb, single, fourth, alpha: fourth && !options.packed }
    }

    /// Whether texels are compressed in blocks of 4 x 4.
    pub fn is_block(self) -> bool {
        !matches!(self.texels, Texels::Eight | Texels::Sixteen | Texels::Floats)
    }

    /// Bytes of a block, or of a texel without compression.
    pub fn bytes(self) -> usize {
        let channels = if self.single { 1 } else { 4 };
        match self.texels {
            Texels::Eight => channels,
            Texels::Sixteen => 2 * channels,
            Texels::Floats => 4 * channels,
            Texels::Bc1 | Texels::Bc4 => 8,
            Texels::Auto | Texels::Bc5 | Texels::Bc6h | Texels::Bc7 => 16,
        }
    }

    /// Bytes of a level of this size.
    pub fn level_bytes(self, format: Format) -> u64 {
        let side = |texels: u32| u64::from(if self.is_block() { texels.div_ceil(4) } else { texels });
        side(format.width) * side(format.height) * self.bytes() as u64
    }

    /// The `VkFormat` of Vulkan and the `DXGI_FORMAT` of Direct3D.
    pub fn codes(self) -> [u32; 2] {
        match (self.texels, self.single, self.srgb) {
            (Texels::Eight, true, _) => [9, 61],
            (Texels::Eight, false, false) => [37, 28],
            (Texels::Eight, false, true) => [43, 29],
            (Texels::Sixteen, true, _) => [70, 56],
            (Texels::Sixteen, false, _) => [91, 11],
            (Texels::Floats, true, _) => [100, 41],
            (Texels::Floats, false, _) => [109, 2],
            (Texels::Bc1, _, false) => [131, 71],
            (Texels::Bc1, _, true) => [132, 72],
            (Texels::Bc4, ..) => [139, 80],
            (Texels::Bc5, ..) => [141, 83],
            (Texels::Bc6h, ..) => [143, 95],
            (Texels::Auto | Texels::Bc7, _, false) => [145, 98],
            (Texels::Auto | Texels::Bc7, _, true) => [146, 99],
        }
    }
}

//! Containers and options of textures for GPUs.

use travertine_program::Type;

use super::Encoding;
use crate::format::Format;

/// Maximum side of a texture, in texels: that of Direct3D 11 and 12.
pub const MAX_TEXTURE: u32 = 16_384;

/// The container of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextureContainer {
    /// KTX 2.0, of the Khronos Group.
    Ktx2,
    /// DirectDraw Surface, of Microsoft, with the header of DirectX 10.
    Dds,
}

/// How a texture stores its texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Texels {
    /// BC7 for colors, BC5 for vectors, which are taken as normals, and BC4 for floats.
    #[default]
    Auto,
    /// Integers of 8 bits.
    Eight,
    /// Integers of 16 bits, linear.
    Sixteen,
    /// Floats of 32 bits, linear and unclipped.
    Floats,
    /// Three channels in 4 bits per texel, with visible losses.
    Bc1,
    /// One channel in 4 bits per texel, linear.
    Bc4,
    /// Two channels in 8 bits per texel, linear: x and y of a normal map. A shader computes z.
    Bc5,
    /// Three channels of half floats in 8 bits per texel, linear, 0 to 65,504.
    Bc6h,
    /// Three or four channels in 8 bits per texel.
    Bc7,
}

/// How much time the compression of BC7 may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Few modes and partitions of each block.
    #[default]
    Fast,
    /// All modes: some 0.3 dB less noise, in thirty times the time.
    Normal,
    /// All modes, with more partitions and refinement: hardly less noise than [`Effort::Normal`].
    Slow,
}

/// How a texture is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextureOptions {
    /// The texels.
    pub texels: Texels,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
    /// Whether the file holds all mip levels, down to one texel.
    pub mips: bool,
    /// The time that compression as BC7 may take.
    pub effort: Effort,
    /// Whether the fourth channel of a color is no alpha. An alpha weights the colors of smaller levels.
    pub packed: bool,
}

impl TextureOptions {
    /// The texels of a picture of this format; never [`Texels::Auto`].
    pub fn texels(&self, format: Format) -> Texels {
        match (self.texels, format.value_type) {
            (Texels::Auto, _) if self.encoding.is_srgb(format) => Texels::Bc7,
            (Texels::Auto, Type::Float) => Texels::Bc4,
            (Texels::Auto, Type::Vector) => Texels::Bc5,
            (Texels::Auto, Type::Color) => Texels::Bc7,
            (chosen, _) => chosen,
        }
    }

    /// Whether integers have the sRGB curve.
    pub fn is_srgb(&self, format: Format) -> bool {
        let has_curve = matches!(self.texels(format), Texels::Eight | Texels::Bc1 | Texels::Bc7);
        has_curve && self.encoding.is_srgb(format)
    }

    /// Checks that the texels can hold pictures of this format.
    ///
    /// # Errors
    ///
    /// A sentence for the user.
    pub fn check(&self, format: Format) -> Result<(), &'static str> {
        let texels = self.texels(format);
        let is_linear = matches!(texels, Texels::Sixteen | Texels::Floats | Texels::Bc4 | Texels::Bc5 | Texels::Bc6h);
        match (texels, format.value_type) {
            (Texels::Bc4, Type::Vector | Type::Color) => {
                Err("BC4 holds one channel, and the output has several; use BC7")
            }
            (Texels::Bc5, Type::Float | Type::Color) => Err(
                "BC5 holds x and y of normals, and the output is not a vector; use BC7 for colors and BC4 for floats",
            ),
            (Texels::Bc1 | Texels::Bc6h, Type::Color) if format.channels() == 4 => Err(
                "BC1 and BC6H hold no alpha, and the picture may be transparent; use BC7, or make the graph's alpha 1",
            ),
            _ if is_linear && self.encoding == Encoding::Srgb => Err(
                "only BC1, BC7 and uncompressed integers of 8 bits have the sRGB curve; use one of them, or the linear encoding",
            ),
            _ => Ok(()),
        }
    }
}

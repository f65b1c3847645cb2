//! Pictures: the texels of a file, and their channels as functions.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};
use travertine_noise::math;
use travertine_program::image::Pyramid;

use crate::decoded::Decoded;
use crate::format;
use crate::problem::Problem;
use crate::transfer::{ColorSpace, Curve, Encoding, Samples};

/// A channel of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Channel {
    /// Red; of a gray picture, its gray.
    Red,
    /// Green; of a gray picture, its gray.
    Green,
    /// Blue; of a gray picture, its gray.
    Blue,
    /// Opacity, from 0 to 1.
    Alpha,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Channel; 4] = [Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha];
}

/// A decoded picture.
pub struct Picture {
    decoded: Decoded,
    sha256: String,
    /// Planes by color space, for each channel of the file; each is made when it is first asked for.
    planes: [[OnceLock<Arc<Pyramid>>; 4]; 4],
}

impl Picture {
    /// Decodes the bytes of a PNG, JPEG, OpenEXR, TIFF, WebP or Radiance file. The first bytes decide which.
    ///
    /// # Errors
    ///
    /// If they are no such file, are damaged, or have more texels than [`MAX_TEXELS`](crate::MAX_TEXELS).
    pub fn decode(bytes: &[u8]) -> Result<Picture, Problem> {
        let decoded = format::decode(bytes)?;
        Ok(Picture { decoded, sha256: digest(bytes), planes: Default::default() })
    }

    /// Texels of a row, and of a column.
    pub fn size(&self) -> (usize, usize) {
        (self.decoded.width, self.decoded.height)
    }

    /// SHA-256 of the bytes of the file, as 64 hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The bytes of the samples, texel by texel, and the number of channels: 1 for gray, 2 for gray and alpha, 3 for
    /// red, green and blue, 4 with alpha. `None` if samples are no bytes.
    pub fn bytes(&self) -> Option<(&[u8], usize)> {
        match &self.decoded.samples {
            Samples::Bytes(bytes) => Some((bytes, self.decoded.channels)),
            _ => None,
        }
    }

    /// Whether the picture has an alpha. Without one it is opaque.
    pub fn has_alpha(&self) -> bool {
        self.decoded.channels.is_multiple_of(2)
    }

    /// The color space that `space` means for this picture; `Auto` if only the file says.
    fn resolved(&self, space: ColorSpace) -> ColorSpace {
        match (space, self.encoding(space)) {
            (ColorSpace::Data, _) => ColorSpace::Data,
            (_, Encoding::LINEAR) => ColorSpace::Linear,
            (_, Encoding::SRGB) => ColorSpace::Srgb,
            _ => ColorSpace::Auto,
        }
    }

    /// What the numbers of colors stand for.
    fn encoding(&self, space: ColorSpace) -> Encoding {
        let is_gray = self.decoded.channels <= 2;
        match space {
            // Gray is a color of every white.
            ColorSpace::Auto if is_gray => Encoding { matrix: None, ..self.decoded.encoding },
            ColorSpace::Auto => self.decoded.encoding,
            ColorSpace::Srgb => Encoding::SRGB,
            ColorSpace::Linear | ColorSpace::Data => Encoding::LINEAR,
        }
    }

    /// Whether the colors of its planes are multiplied by alpha, so that the mean of texels weighs each by its opacity.
    /// Data never are.
    pub fn is_multiplied(&self, space: ColorSpace) -> bool {
        self.has_alpha() && self.resolved(space) != ColorSpace::Data
    }

    /// Whether all numbers of its planes lie between 0 and 1.
    pub fn is_bounded(&self, space: ColorSpace) -> bool {
        !matches!(self.decoded.samples, Samples::Floats(_)) && self.encoding(space).matrix.is_none()
    }

    /// A channel as numbers in linear light, or unchanged if they are data; `None` for the alpha of an opaque picture.
    ///
    /// Planes are kept, and equal ones are the same: those of a gray picture.
    pub fn plane(&self, channel: Channel, space: ColorSpace) -> Option<Arc<Pyramid>> {
        let (channels, space) = (self.decoded.channels, self.resolved(space));
        let index = match channel {
            Channel::Alpha if !self.has_alpha() => return None,
            Channel::Alpha => channels - 1,
            _ if channels <= 2 => 0,
            color => color as usize,
        };
        let kept = match space {
            ColorSpace::Auto => &self.planes[3],
            ColorSpace::Srgb => &self.planes[0],
            ColorSpace::Linear => &self.planes[1],
            ColorSpace::Data => &self.planes[2],
        };
        let make = || Arc::new(self.make_plane(index, space));
        Some(kept[index].get_or_init(make).clone())
    }

    fn make_plane(&self, index: usize, space: ColorSpace) -> Pyramid {
        let Decoded { width, height, channels, is_multiplied, ref samples, .. } = self.decoded;
        let is_alpha = self.has_alpha() && index == channels - 1;
        let Encoding { curve, matrix } = self.encoding(space);
        // Light without alpha is unchanged.
        let has_product = is_multiplied && self.is_multiplied(space) && curve != Curve::Linear;
        let light = |color: usize| match has_product {
            true => samples.numbers_of_multiplied(color, channels, curve),
            false => samples.numbers(color, channels, curve),
        };
        let mut numbers = match matrix {
            _ if is_alpha => samples.numbers(index, channels, Curve::Linear),
            None => light(index),
            Some(matrix) => {
                let shares = matrix[index];
                let mut sums = vec![0.0; width * height];
                for (color, share) in shares.into_iter().enumerate() {
                    sums.iter_mut()
                        .zip(light(color))
                        .for_each(|(sum, light)| *sum = math::add(*sum, math::mul(share, light)));
                }
                sums
            }
        };
        if self.is_multiplied(space) && !is_alpha && !is_multiplied {
            let alphas = samples.numbers(channels - 1, channels, Curve::Linear);
            numbers.iter_mut().zip(alphas).for_each(|(number, alpha)| *number = math::mul(*number, alpha));
        }
        Pyramid::new(format!("{}:{index}:{}", self.sha256, space.name()), width, height, numbers)
    }
}

/// SHA-256 of bytes, as 64 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Pictures of equal files are equal.
impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        self.sha256 == other.sha256
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} x {}, {})", self.decoded.width, self.decoded.height, self.sha256)
    }
}

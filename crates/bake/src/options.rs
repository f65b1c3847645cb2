//! What is baked, and how.

use travertine::{Green, PictureFormat};

use crate::surface::Placement;
use crate::vector::Vector;

/// The most texels that a side of a texture may have.
pub const MAX_SIDE: u32 = 1 << 15;

/// The most texels that a margin may be wide.
pub const MAX_MARGIN: u32 = 256;

/// What is baked, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Texels of each texture to the right and down, up to [`MAX_SIDE`].
    pub size: [u32; 2],
    /// Samples along each side of a texel: 1 to 4.
    pub samples_per_side: u32,
    /// How far texels are filled beyond the surfaces, in texels, up to [`MAX_MARGIN`].
    pub margin: u32,
    /// Where the meshes lie in the space of the texture.
    pub placement: Placement,
    /// The time at which the texture is evaluated.
    pub time: f32,
    /// The outputs; none means all.
    pub outputs: Vec<String>,
    /// What normal maps are made from; none means that there are none.
    pub relief: Option<Relief>,
    /// Which way green is on normal maps.
    pub green: Green,
    /// How far away, in units of the texture's space, that may be which hides the sky; infinity for all, above 0. None
    /// means that there is no ambient occlusion.
    pub occlusion: Option<f64>,
    /// What files in a folder are written as. A GLB always has PNGs of 8 bits.
    pub format: PictureFormat,
    /// Whether files in a folder are replaced that this program has not made.
    pub overwrite: bool,
}

impl Options {
    /// A place as the texture is asked for it.
    pub(crate) fn point(&self, position: Vector) -> [f32; 4] {
        let [x, y, z] = position.map(|part| part as f32);
        [x, y, z, self.time]
    }
}

/// A relief: a height that a surface has beside its shape.
#[derive(Clone, PartialEq, Debug)]
pub struct Relief {
    /// The output that is the height.
    pub output: String,
    /// How far a height of 1 stands out, in units of the texture's space.
    pub strength: f32,
}

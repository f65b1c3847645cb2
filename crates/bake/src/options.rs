//! Options of a bake.

use travertine::{Green, PictureFormat};

use crate::surface::Placement;
use crate::vector::Vector;

/// Maximum side of a texture, in texels.
pub const MAX_SIDE: u32 = 1 << 15;

/// Maximum width of a margin, in texels.
pub const MAX_MARGIN: u32 = 256;

/// Options of a bake.
#[derive(Clone, Debug)]
pub struct Options {
    /// Width and height of each texture, in texels, up to [`MAX_SIDE`].
    pub size: [u32; 2],
    /// Samples per texel along each side, 1 to 4: the square of it in total.
    pub samples_per_side: u32,
    /// Width of the filled margin around surfaces, in texels, up to [`MAX_MARGIN`].
    pub margin: u32,
    /// Position and scale of the meshes in the texture.
    pub placement: Placement,
    /// Time at which the texture is evaluated, in seconds.
    pub time: f32,
    /// Names of the outputs; empty for all.
    pub outputs: Vec<String>,
    /// The height for normal maps, or none for no normal maps.
    pub relief: Option<Relief>,
    /// Direction of the green channel of normal maps.
    pub green: Green,
    /// Maximum distance of occluding surfaces, in units of the texture, above 0, perhaps infinite; none for no ambient
    /// occlusion.
    pub occlusion: Option<f64>,
    /// Format of files in a folder. A GLB always holds 8-bit PNGs.
    pub format: PictureFormat,
    /// Whether to replace files in a folder that Travertine did not write.
    pub overwrite: bool,
}

impl Options {
    /// A point in the texture's space as a position (x, y, z, time).
    pub(crate) fn point(&self, position: Vector) -> [f32; 4] {
        let [x, y, z] = position.map(|part| part as f32);
        [x, y, z, self.time]
    }
}

/// A height that gives normals.
#[derive(Clone, PartialEq, Debug)]
pub struct Relief {
    /// Name of the output that holds the height.
    pub output: String,
    /// Relief depth for a height of 1, in units of the texture.
    pub strength: f32,
}

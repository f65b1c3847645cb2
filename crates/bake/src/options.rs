//! Options of a bake.

use travertine::{Green, PictureFormat};

use crate::surface::Placement;

/// Maximum width of a margin, in texels.
pub const MAX_MARGIN: u32 = 256;

/// Number of rays of ambient occlusion unless another is chosen.
pub const RAYS: u32 = 128;
/// Maximum number of rays of ambient occlusion.
pub const MAX_RAYS: u32 = 4096;

/// Options of a bake.
#[derive(Clone, Debug)]
pub struct Options {
    /// Width and height of each texture, in texels, up to [`MAX_SIDE`](travertine_mesh::MAX_SIDE).
    pub size: [u32; 2],
    /// Samples per texel along each side, 1 to 4: the square of it in total.
    pub samples_per_side: u32,
    /// Width of the filled margin around surfaces, in texels, up to [`MAX_MARGIN`]; `None` fills the texture, as far as
    /// some hundreds of megabytes of rows allow.
    pub margin: Option<u32>,
    /// Direction, scale and position of the meshes in the texture.
    pub placement: Placement,
    /// Time at which the texture is evaluated, in seconds.
    pub time: f32,
    /// Names of the outputs; empty for all.
    pub outputs: Vec<String>,
    /// The height for normal maps, or `None` for no normal maps.
    pub relief: Option<Relief>,
    /// Direction of the green channel of normal maps.
    pub green: Green,
    /// Maximum distance of occluding surfaces, in units of the texture, above 0, perhaps infinite; `None` for no
    /// ambient occlusion.
    pub occlusion: Option<f64>,
    /// Number of rays that are cast for each computed sample of the occlusion, up to [`MAX_RAYS`].
    pub occlusion_rays: u32,
    /// Format of files in a folder. A GLB always holds 8-bit PNGs.
    pub format: PictureFormat,
    /// Whether the bits of a PNG are wanted for heights, too: outputs named `height` or `displacement`, and that of the
    /// relief. Otherwise heights have 16, because 8 would make steps.
    pub keeps_depth: bool,
    /// Whether to replace files in a folder that Travertine did not write.
    pub overwrite: bool,
}

impl Options {
    /// Width of the margin, in texels.
    pub(crate) fn filled(&self) -> u32 {
        // Texels of the rows to each side of a row.
        const ROWS: u32 = 1 << 22;
        let [width, height] = self.size;
        self.margin.unwrap_or_else(|| (width + height).min((ROWS / width).max(MAX_MARGIN)))
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

//! Viewports: the part of a field that a picture shows, and the number of its pixels.

use travertine::Slice;
use travertine_shape::{Scene, Size};

/// Factors by which the first pictures of a plane are smaller along each side.
const COARSE_PLANE: &[u32] = &[16, 4];

/// The same for a solid, which needs more pixels to be recognizable.
const COARSE_SOLID: &[u32] = &[4, 2];

/// Minimum length of the shorter side of a coarse picture, in pixels.
const LEAST_SIDE: u32 = 8;

/// The most rays per pixel of a complete picture of a solid; coarse ones have one.
pub const SAMPLES: u32 = 4;

/// The part of a field that a picture shows, and the number of its pixels.
#[derive(Clone, PartialEq, Debug)]
pub enum Viewport {
    /// A part of a plane.
    Plane(Slice),
    /// A solid carved from the field.
    Solid {
        /// The solid, the camera and the light.
        scene: Scene,
        /// The size in pixels, and the most rays per pixel.
        size: Size,
    },
}

impl Viewport {
    /// The width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        match self {
            Viewport::Plane(slice) => [slice.width, slice.height],
            Viewport::Solid { size, .. } => [size.width, size.height],
        }
    }

    /// The same with fewer pixels: each side is divided by the factor.
    pub(super) fn coarser(&self, factor: u32) -> Viewport {
        match self {
            Viewport::Plane(slice) => Viewport::Plane(Slice {
                width: slice.width.div_ceil(factor),
                height: slice.height.div_ceil(factor),
                ..*slice
            }),
            Viewport::Solid { scene, size } => {
                let samples = if factor == 1 { size.samples } else { 1 };
                let [width, height] = [size.width, size.height].map(|side| side.div_ceil(factor));
                Viewport::Solid { scene: scene.clone(), size: Size { width, height, samples } }
            }
        }
    }

    /// The factors of the pictures to render, one after the other; the last one is 1.
    pub(super) fn factors(&self) -> impl Iterator<Item = u32> + use<> {
        let coarse = match self {
            Viewport::Plane(_) => COARSE_PLANE,
            Viewport::Solid { .. } => COARSE_SOLID,
        };
        let [width, height] = self.size();
        let side = width.min(height);
        coarse.iter().copied().filter(move |factor| side / factor >= LEAST_SIDE).chain([1])
    }

    /// The approximate number of samples of the field.
    pub(super) fn points(&self) -> f64 {
        let [width, height] = self.size().map(f64::from);
        match self {
            Viewport::Plane(_) => width * height,
            Viewport::Solid { size, .. } => width * height * f64::from(size.samples),
        }
    }

    /// Whether it shows a solid.
    pub fn is_solid(&self) -> bool {
        matches!(self, Viewport::Solid { .. })
    }
}

//! Frames: what part of a field a picture shows, and with how many pixels.

use travertine::Slice;
use travertine_shape::{Scene, Size};

/// How many times fewer pixels along each side the pictures of a plane have that come before the full one.
const COARSE_PLANE: &[u32] = &[16, 4];

/// The same of a solid, of which less cannot be recognised.
const COARSE_SOLID: &[u32] = &[4, 2];

/// The least pixels along the shorter side of a coarse picture.
const LEAST_SIDE: u32 = 8;

/// Rays through each pixel of a whole picture of a solid; coarse ones have one.
pub const SAMPLES: u32 = 4;

/// What a picture is of.
#[derive(Clone, PartialEq, Debug)]
pub enum Frame {
    /// A part of a plane through the field.
    Plane(Slice),
    /// A solid that is carved from the field, lit and seen from somewhere.
    Solid {
        /// The solid, the viewer and the light.
        scene: Scene,
        /// Pixels to the right, and down, and the rays through each.
        size: Size,
    },
}

impl Frame {
    /// Pixels to the right and down.
    pub fn size(&self) -> [u32; 2] {
        match self {
            Frame::Plane(slice) => [slice.width, slice.height],
            Frame::Solid { size, .. } => [size.width, size.height],
        }
    }

    /// The same with so many times fewer pixels along each side.
    pub(super) fn coarser(&self, factor: u32) -> Frame {
        match self {
            Frame::Plane(slice) => Frame::Plane(Slice {
                width: slice.width.div_ceil(factor),
                height: slice.height.div_ceil(factor),
                ..*slice
            }),
            Frame::Solid { scene, size } => {
                let samples = if factor == 1 { size.samples } else { 1 };
                let [width, height] = [size.width, size.height].map(|side| side.div_ceil(factor));
                Frame::Solid { scene: scene.clone(), size: Size { width, height, samples } }
            }
        }
    }

    /// The factors by which pictures have fewer pixels, one after the other.
    pub(super) fn factors(&self) -> impl Iterator<Item = u32> + use<> {
        let coarse = match self {
            Frame::Plane(_) => COARSE_PLANE,
            Frame::Solid { .. } => COARSE_SOLID,
        };
        let [width, height] = self.size();
        let side = width.min(height);
        coarse.iter().copied().filter(move |factor| side / factor >= LEAST_SIDE).chain([1])
    }

    /// How many points of the field are asked for, or about.
    pub(super) fn points(&self) -> f64 {
        let [width, height] = self.size().map(f64::from);
        match self {
            Frame::Plane(_) => width * height,
            Frame::Solid { size, .. } => width * height * f64::from(size.samples),
        }
    }

    /// Whether it is of a solid.
    pub fn is_solid(&self) -> bool {
        matches!(self, Frame::Solid { .. })
    }
}

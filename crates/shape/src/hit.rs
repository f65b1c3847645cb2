//! Hits: points of the surface that rays meet.

use travertine::Site;
use travertine_mesh::Vector;

use crate::scene::Scene;

/// The intersection of a ray and the solid.
pub(crate) struct Hit {
    /// Index of the ray.
    pub(crate) ray: usize,
    pub(crate) point: Vector,
    /// The point at which the texture is evaluated, in the shape's space.
    pub(crate) texel: Vector,
    /// The point from which it sees the lights.
    pub(crate) origin: Vector,
    /// The outward normal without bumps.
    pub(crate) facing: Vector,
    /// The mean curvature without bumps, in the shape's space.
    pub(crate) curvature: f64,
    /// The part of the sky that it sees past a model, 0 to 1; 1 for shapes, whose openness is computed later.
    pub(crate) openness: f64,
    /// Two perpendicular directions along the surface.
    pub(crate) tangents: [Vector; 2],
    /// Width of a pixel there.
    pub(crate) footprint: f64,
}

impl Hit {
    /// The site in the texture at an offset along the surface.
    #[inline]
    pub(crate) fn site(&self, scene: &Scene, offset: Vector) -> Site {
        scene.placement.site(self.texel + offset, self.facing, self.curvature)
    }

    /// Distance between heights for a slope: half a pixel, but no less than floats can resolve.
    #[inline]
    pub(crate) fn step(&self) -> f64 {
        (self.footprint / 2.0).max(1e-4)
    }

    /// The vector between two points of the surface, along the tangents.
    #[inline]
    pub(crate) fn along(&self, offset: Vector) -> [f64; 2] {
        [self.tangents[0].dot(offset), self.tangents[1].dot(offset)]
    }
}

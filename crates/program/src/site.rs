//! Sites: the points at which programs are evaluated, with the surface that passes through each.

use crate::axes::{Axis, Neutral};

/// A point at which a program is evaluated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Site {
    /// x, y, z and time.
    pub position: [f32; 4],
    /// The surface at the position. Slices, volumes and rasters have none.
    pub surface: Option<SurfacePoint>,
}

/// A surface at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurfacePoint {
    /// Outward unit normal, in the axes of the position.
    pub normal: [f32; 3],
    /// Mean of the two principal curvatures, per graph unit: 1 on a ball of radius 1, 0 on a plane, negative in
    /// grooves.
    pub curvature: f32,
    /// Texture coordinates; `None` if the surface has none. x and y of the position then take their place.
    pub uv: Option<[f32; 2]>,
}

impl From<[f32; 4]> for Site {
    fn from(position: [f32; 4]) -> Site {
        Site { position, surface: None }
    }
}

impl Site {
    /// A coordinate of the site; the neutral one of an axis of the surface if there is no surface.
    #[inline]
    pub fn coordinate(&self, axis: Axis) -> f32 {
        if let Some(coordinate) = self.surface.and_then(|surface| surface.coordinate(axis)) {
            return coordinate;
        }
        match axis.neutral() {
            Neutral::Axis(axis) => self.position[axis as usize],
            Neutral::Number(number) => number,
        }
    }

    /// Whether all coordinates are finite.
    pub fn is_finite(&self) -> bool {
        let surface = self.surface.is_none_or(|surface| {
            let [u, v] = surface.uv.unwrap_or_default();
            surface.normal.into_iter().chain([surface.curvature, u, v]).all(f32::is_finite)
        });
        surface && self.position.into_iter().all(f32::is_finite)
    }
}

impl SurfacePoint {
    fn coordinate(&self, axis: Axis) -> Option<f32> {
        let [x, y, z] = self.normal;
        match axis {
            Axis::X | Axis::Y | Axis::Z | Axis::Time => None,
            Axis::NormalX => Some(x),
            Axis::NormalY => Some(y),
            Axis::NormalZ => Some(z),
            Axis::Curvature => Some(self.curvature),
            Axis::U => self.uv.map(|[u, _]| u),
            Axis::V => self.uv.map(|[_, v]| v),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_without_a_surface_lies_on_the_front_plane() {
        let site = Site::from([0.25, 0.5, 0.75, 2.0]);
        let at = |axes: [Axis; 3]| axes.map(|axis| site.coordinate(axis));
        assert_eq!(at([Axis::NormalX, Axis::NormalY, Axis::NormalZ]), [0.0, 0.0, -1.0]);
        assert_eq!(at([Axis::U, Axis::V, Axis::Curvature]), [0.25, 0.5, 0.0]);
        assert_eq!(at([Axis::X, Axis::Z, Axis::Time]), [0.25, 0.75, 2.0]);
    }

    #[test]
    fn a_surface_without_texture_coordinates_has_those_of_the_position() {
        let surface = SurfacePoint { normal: [0.0, 1.0, 0.0], curvature: 3.0, uv: None };
        let mut site = Site { position: [0.25, 0.5, 0.75, 2.0], surface: Some(surface) };
        let at = |site: Site| [Axis::NormalY, Axis::Curvature, Axis::U, Axis::V].map(|axis| site.coordinate(axis));
        assert_eq!(at(site), [1.0, 3.0, 0.25, 0.5]);
        site.surface = Some(SurfacePoint { uv: Some([0.1, 0.9]), ..surface });
        assert_eq!(at(site), [1.0, 3.0, 0.1, 0.9]);
        assert!(site.is_finite());
        site.surface = Some(SurfacePoint { curvature: f32::NAN, ..surface });
        assert!(!site.is_finite());
    }
}

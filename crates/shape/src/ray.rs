//! Rays of light, traced from the viewer.

use travertine_mesh::Vector;

/// A ray of light, traced from the viewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) origin: Vector,
    /// Of length 1.
    pub(crate) direction: Vector,
}

impl Ray {
    pub(crate) fn at(&self, distance: f64) -> Vector {
        self.origin + self.direction * distance
    }

    /// The distances at which the ray enters and leaves a ball, or `None` if it misses.
    pub(crate) fn through_ball(&self, middle: Vector, radius: f64) -> Option<[f64; 2]> {
        let from = self.origin - middle;
        let nearest = -from.dot(self.direction);
        let off = from + self.direction * nearest;
        let half = radius * radius - off.dot(off);
        (half > 0.0).then(|| [nearest - half.sqrt(), nearest + half.sqrt()])
    }
}

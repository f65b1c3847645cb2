//! Vectors of three doubles: positions and directions in a shape's space.

use std::ops::{Add, Mul, Neg, Sub};

/// x to the right, y down, z away from the viewer, as in textures.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Vector {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

impl Vector {
    #[inline]
    pub(crate) const fn new(x: f64, y: f64, z: f64) -> Vector {
        Vector { x, y, z }
    }

    /// Three equal components.
    pub(crate) const fn splat(value: f64) -> Vector {
        Vector::new(value, value, value)
    }

    #[inline]
    pub(crate) fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline]
    pub(crate) fn cross(self, other: Vector) -> Vector {
        Vector::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    #[inline]
    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector with length 1, or itself if its length is 0.
    #[inline]
    pub(crate) fn unit(self) -> Vector {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Applies a function to each component.
    #[inline]
    pub(crate) fn map(self, f: impl Fn(f64) -> f64) -> Vector {
        Vector::new(f(self.x), f(self.y), f(self.z))
    }

    /// Applies a function to each pair of components.
    #[inline]
    pub(crate) fn zip(self, other: Vector, f: impl Fn(f64, f64) -> f64) -> Vector {
        Vector::new(f(self.x, other.x), f(self.y, other.y), f(self.z, other.z))
    }

    #[inline]
    pub(crate) fn max_component(self) -> f64 {
        self.x.max(self.y).max(self.z)
    }

    /// Two directions perpendicular to this one and to each other. This one must have length 1.
    ///
    /// Duff et al., *Building an Orthonormal Basis, Revisited* (2017).
    pub(crate) fn tangents(self) -> [Vector; 2] {
        let sign = 1f64.copysign(self.z);
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        let first = Vector::new(1.0 + sign * self.x * self.x * a, sign * b, -sign * self.x);
        [first, Vector::new(b, sign + self.y * self.y * a, -self.y)]
    }
}

impl From<Vector> for [f64; 3] {
    #[inline]
    fn from(Vector { x, y, z }: Vector) -> [f64; 3] {
        [x, y, z]
    }
}

impl Add for Vector {
    type Output = Vector;

    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vector {
    type Output = Vector;

    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;

    #[inline]
    fn mul(self, factor: f64) -> Vector {
        self.map(|component| component * factor)
    }
}

impl Neg for Vector {
    type Output = Vector;

    #[inline]
    fn neg(self) -> Vector {
        self * -1.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn tangents_are_perpendicular(x in -1.0..1.0, y in -1.0..1.0, z in -1.0..1.0) {
            let normal = Vector::new(x, y, z + 1e-9).unit();
            let [a, b] = normal.tangents();
            for (left, right, expected) in [(a, b, 0.0), (a, normal, 0.0), (b, normal, 0.0), (a, a, 1.0), (b, b, 1.0)] {
                prop_assert!((left.dot(right) - expected).abs() < 1e-12);
            }
        }
    }
}

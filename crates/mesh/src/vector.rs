//! Vectors of three doubles.
//!
//! The order of operations is that of each definition: results must not change by a bit.

use std::ops::{Add, Index, Mul, Neg, Sub};

/// A position or a direction.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vector {
    /// The first component.
    pub x: f64,
    /// The second component.
    pub y: f64,
    /// The third component.
    pub z: f64,
}

impl Vector {
    /// The third axis.
    pub const Z: Vector = Vector::new(0.0, 0.0, 1.0);

    /// A vector of three components.
    #[inline]
    pub const fn new(x: f64, y: f64, z: f64) -> Vector {
        Vector { x, y, z }
    }

    /// Three equal components.
    pub const fn splat(value: f64) -> Vector {
        Vector::new(value, value, value)
    }

    /// The dot product.
    #[inline]
    pub fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The cross product.
    #[inline]
    pub fn cross(self, other: Vector) -> Vector {
        Vector::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The length, for components whose squares are finite and not tiny.
    #[inline]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector with length 1, or `None` if its length is 0 or infinite. Components may have any size.
    pub fn unit(self) -> Option<Vector> {
        // Scaled first, since squares of very small or large components would underflow or overflow.
        let largest = [self.x, self.y, self.z].iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        let scaled = self.map(|part| part / largest);
        Some(scaled * (1.0 / scaled.length()))
    }

    /// The vector with length 1, or itself if its length is 0, for components whose squares are finite and not tiny.
    /// Rounds differently than [`Vector::unit`].
    #[inline]
    pub fn normalized(self) -> Vector {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Two directions that complete a unit vector to a right-handed orthonormal basis. For z = -0 they are those for 0.
    #[inline]
    pub fn basis(self) -> [Vector; 2] {
        self.basis_with(if self.z < 0.0 { -1.0 } else { 1.0 })
    }

    /// As [`Vector::basis`], but for z = -0 they are those for z below 0.
    #[inline]
    pub fn basis_by_sign(self) -> [Vector; 2] {
        self.basis_with(1f64.copysign(self.z))
    }

    /// Tom Duff et al., "Building an Orthonormal Basis, Revisited", Journal of Computer Graphics Techniques 6 (2017).
    #[inline]
    fn basis_with(self, sign: f64) -> [Vector; 2] {
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        let first = Vector::new(1.0 + sign * self.x * self.x * a, sign * b, -sign * self.x);
        [first, Vector::new(b, sign + self.y * self.y * a, -self.y)]
    }

    /// Applies a function to each component.
    #[inline]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Vector {
        Vector::new(f(self.x), f(self.y), f(self.z))
    }

    /// Applies a function to each pair of components.
    #[inline]
    pub fn zip(self, other: Vector, f: impl Fn(f64, f64) -> f64) -> Vector {
        Vector::new(f(self.x, other.x), f(self.y, other.y), f(self.z, other.z))
    }

    /// The greatest component.
    #[inline]
    pub fn max_component(self) -> f64 {
        self.x.max(self.y).max(self.z)
    }

    /// The vector in floats.
    #[inline]
    pub fn narrow(self) -> [f32; 3] {
        [self.x as f32, self.y as f32, self.z as f32]
    }
}

impl From<[f64; 3]> for Vector {
    #[inline]
    fn from([x, y, z]: [f64; 3]) -> Vector {
        Vector { x, y, z }
    }
}

impl From<[f32; 3]> for Vector {
    #[inline]
    fn from(vector: [f32; 3]) -> Vector {
        vector.map(f64::from).into()
    }
}

impl From<Vector> for [f64; 3] {
    #[inline]
    fn from(Vector { x, y, z }: Vector) -> [f64; 3] {
        [x, y, z]
    }
}

impl Index<usize> for Vector {
    type Output = f64;

    /// # Panics
    ///
    /// If the index is above 2.
    #[inline]
    fn index(&self, axis: usize) -> &f64 {
        [&self.x, &self.y, &self.z][axis]
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
        fn bases_are_orthonormal_and_right_handed(x in -1.0..1.0, y in -1.0..1.0, z in -1.0..1.0) {
            let normal = Vector::new(x, y, z + 1e-9).normalized();
            for [a, b] in [normal.basis(), normal.basis_by_sign()] {
                for (found, expected) in [
                    (a.dot(b), 0.0),
                    (a.dot(normal), 0.0),
                    (a.length(), 1.0),
                    (a.cross(b).dot(normal), 1.0),
                ] {
                    prop_assert!((found - expected).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn bases_differ_only_for_a_negative_0() {
        let level = |z: f64| Vector::new(0.6, 0.8, z);
        assert_eq!(level(0.0).basis(), level(0.0).basis_by_sign());
        assert_eq!(level(-0.0).basis(), level(0.0).basis());
        assert_ne!(level(-0.0).basis_by_sign(), level(0.0).basis());
    }

    #[test]
    fn vectors_of_length_0_have_no_unit() {
        assert_eq!(Vector::default().unit(), None);
        assert_eq!(Vector::new(f64::MAX, 0.0, 0.0).unit(), Some(Vector::new(1.0, 0.0, 0.0)));
        assert_eq!(Vector::new(0.0, -1e-300, 0.0).unit(), Some(Vector::new(0.0, -1.0, 0.0)));
    }
}

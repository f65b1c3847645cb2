//! Vectors of three doubles.

/// A position or a direction.
pub type Vector = [f64; 3];

/// A vector of floats as one of doubles.
pub fn wide(vector: [f32; 3]) -> Vector {
    vector.map(f64::from)
}

/// The sum.
#[inline]
pub fn add([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [a + x, b + y, c + z]
}

/// The difference.
#[inline]
pub fn subtract([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [a - x, b - y, c - z]
}

/// The product with a number.
#[inline]
pub fn scale([x, y, z]: Vector, factor: f64) -> Vector {
    [x * factor, y * factor, z * factor]
}

/// The dot product.
#[inline]
pub fn dot([a, b, c]: Vector, [x, y, z]: Vector) -> f64 {
    a * x + b * y + c * z
}

/// The cross product.
#[inline]
pub fn cross([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// The length; infinite or 0 for vectors whose squares are.
pub fn length(vector: Vector) -> f64 {
    dot(vector, vector).sqrt()
}

/// The vector with length 1, or `None` if its length is 0 or infinite.
pub fn unit(vector: Vector) -> Option<Vector> {
    // Scaled first, since squares of very small or large components would underflow or overflow.
    let largest = vector.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let vector = vector.map(|part| part / largest);
    Some(scale(vector, 1.0 / length(vector)))
}

/// Two directions that complete a unit vector to a right-handed orthonormal basis.
///
/// Tom Duff et al., "Building an Orthonormal Basis, Revisited", Journal of Computer Graphics Techniques 6 (2017).
pub fn basis([x, y, z]: Vector) -> [Vector; 2] {
    let sign = if z < 0.0 { -1.0 } else { 1.0 };
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    [[1.0 + sign * x * x * a, sign * b, -sign * x], [b, sign + y * y * a, -y]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_orthonormal_and_right_handed() {
        for direction in [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1.0, 2.0, -3.0], [-5.0, 0.1, 0.0]] {
            let normal = unit(direction).unwrap();
            let [across, along] = basis(normal);
            for (found, expected) in [
                (dot(across, along), 0.0),
                (dot(across, normal), 0.0),
                (length(across), 1.0),
                (dot(cross(across, along), normal), 1.0),
            ] {
                assert!((found - expected).abs() < 1e-15, "{direction:?}: {found}");
            }
        }
    }

    #[test]
    fn vectors_of_length_0_have_no_unit() {
        assert_eq!(unit([0.0; 3]), None);
        assert_eq!(unit([f64::MAX, 0.0, 0.0]), Some([1.0, 0.0, 0.0]));
        assert_eq!(unit([0.0, -1e-300, 0.0]), Some([0.0, -1.0, 0.0]));
    }
}

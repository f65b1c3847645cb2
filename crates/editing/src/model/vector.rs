//! Vectors of three floats: positions and directions in a model's space.

/// x to the right, y down, z away from the viewer, as in textures.
pub(super) type Vector = [f32; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The first vector and the second times a factor.
pub(super) fn along(a: Vector, b: Vector, factor: f32) -> Vector {
    [0, 1, 2].map(|axis| a[axis] + b[axis] * factor)
}

pub(super) fn subtract(a: Vector, b: Vector) -> Vector {
    along(a, b, -1.0)
}

pub(super) fn length(a: Vector) -> f32 {
    dot(a, a).sqrt()
}

/// The vector with length 1, or itself if its length is 0.
pub(super) fn unit(a: Vector) -> Vector {
    let length = length(a);
    if length > 0.0 { a.map(|side| side / length) } else { a }
}

/// Two directions perpendicular to one of length 1 and to each other.
///
/// Duff et al., *Building an Orthonormal Basis, Revisited* (2017).
pub(super) fn tangents([x, y, z]: Vector) -> [Vector; 2] {
    let sign = 1f32.copysign(z);
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    [[1.0 + sign * x * x * a, sign * b, -sign * x], [b, sign + y * y * a, -y]]
}

/// The mean of three vectors with weights.
pub(super) fn mix(corners: [Vector; 3], weights: Vector) -> Vector {
    [0, 1, 2].map(|axis| (0..3).map(|corner| corners[corner][axis] * weights[corner]).sum())
}

//! Vectors of three floats, with the operations of MikkTSpace in their original order.

pub(super) type Vector = [f32; 3];

pub(super) fn add([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [a + x, b + y, c + z]
}

pub(super) fn subtract([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [a - x, b - y, c - z]
}

pub(super) fn scale([x, y, z]: Vector, factor: f32) -> Vector {
    [x * factor, y * factor, z * factor]
}

pub(super) fn dot([a, b, c]: Vector, [x, y, z]: Vector) -> f32 {
    a * x + b * y + c * z
}

pub(super) fn length(vector: Vector) -> f32 {
    dot(vector, vector).sqrt()
}

/// Whether a number is greater than the least normal float.
pub(super) fn is_nonzero(x: f32) -> bool {
    x.abs() > f32::MIN_POSITIVE
}

/// The vector with length 1, or itself if it is almost 0.
pub(super) fn unit(vector: Vector) -> Vector {
    if vector.into_iter().any(is_nonzero) { scale(vector, 1.0 / length(vector)) } else { vector }
}

/// The unit projection of a vector to the plane perpendicular to a unit normal.
pub(super) fn projected(vector: Vector, normal: Vector) -> Vector {
    unit(subtract(vector, scale(normal, dot(normal, vector))))
}

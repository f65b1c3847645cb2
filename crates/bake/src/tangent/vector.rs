//! Vectors of three floats, with the operations of MikkTSpace in its order.

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

/// Whether it is more than rounding leaves of nothing.
pub(super) fn is_something(x: f32) -> bool {
    x.abs() > f32::MIN_POSITIVE
}

/// The same direction with length 1; what is next to nothing stays what it is.
pub(super) fn unit(vector: Vector) -> Vector {
    if vector.into_iter().any(is_something) { scale(vector, 1.0 / length(vector)) } else { vector }
}

/// What is left of a direction in the plane of a normal, with length 1.
pub(super) fn flattened(vector: Vector, normal: Vector) -> Vector {
    unit(subtract(vector, scale(normal, dot(normal, vector))))
}

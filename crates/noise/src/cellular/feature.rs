//! The quantities that cellular noise returns.

/// The quantity that cellular noise returns for the feature points around a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// The distance to the nearest point.
    F1,
    /// The distance to the second nearest point.
    F2,
    /// The distance to the third nearest point.
    F3,
    /// The distance to the fourth nearest point.
    F4,
    /// F2 - F1; 0 at the edges between cells.
    F2MinusF1,
    /// The distance to the edge: to the nearest plane half-way between the nearest point and another one. Always
    /// Euclidean, for any metric.
    Edge,
    /// A random number in [0, 1) that belongs to the nearest point.
    Value,
    /// The coordinate of the nearest point along an axis, 0 to 3 for x, y, z and time; 0 along axes beyond the
    /// dimensions.
    Coordinate(u8),
}

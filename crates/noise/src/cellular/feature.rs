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
    /// The component along an axis, 0 to 3, of the vector from the nth nearest point to the sample, with n from 1 to 4;
    /// 0 along axes beyond the dimensions. A derivative of a distance consists of these.
    Way {
        /// Which point: 1 for the nearest one. Limited to 1 to 4.
        nth: u8,
        /// The axis, 0 to 3.
        axis: u8,
    },
    /// The derivative of [`Edge`](Feature::Edge) along an axis, 0 to 3; 0 along axes beyond the dimensions. Where
    /// edges are equally near, it is that of one of them: the one whose derivative along x is greater, or else along y,
    /// and so on. On an edge it is that of the nearest point's side.
    EdgeSlope(u8),
}

impl Feature {
    /// The index of the nth nearest point.
    #[inline(always)]
    pub(super) fn rank(nth: u8) -> usize {
        usize::from(nth.clamp(1, 4) - 1)
    }
}

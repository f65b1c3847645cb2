//! Packets: rays from one point, tested together, one in each lane.
#![expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]

use crate::vector::{Vector, cross, dot, subtract};

/// Rays of a packet.
pub(crate) const LANES: usize = 8;
pub(crate) type Lanes = [f64; LANES];

/// Rays from one point. They end at `reach` times their directions.
pub(crate) struct Packet {
    pub(crate) origin: Vector,
    /// For each axis.
    pub(crate) directions: [Lanes; 3],
    pub(crate) reach: f64,
}

impl Packet {
    /// The reciprocals of the directions, for [`enter`](Packet::enter).
    #[inline(always)]
    pub(crate) fn inverses(&self) -> [Lanes; 3] {
        let mut inverses = self.directions;
        for axis in 0..3 {
            for lane in 0..LANES {
                inverses[axis][lane] = 1.0 / inverses[axis][lane];
            }
        }
        inverses
    }

    /// Whether a ray of those that count passes through a box, or nearly does.
    #[inline(always)]
    pub(crate) fn enter(&self, bounds: &[Vector; 2], inverses: &[Lanes; 3], counts: &[bool; LANES]) -> bool {
        let [least, most] = bounds;
        let (mut enter, mut leave) = ([0.0; LANES], [self.reach; LANES]);
        for axis in 0..3 {
            let ends = [least[axis] - self.origin[axis], most[axis] - self.origin[axis]];
            for lane in 0..LANES {
                let [a, b] = ends.map(|end| end * inverses[axis][lane]);
                // NaN for a ray along a face. Then this axis does not count.
                let (near, far) = if a < b { (a, b) } else { (b, a) };
                enter[lane] = if near > enter[lane] { near } else { enter[lane] };
                leave[lane] = if far < leave[lane] { far } else { leave[lane] };
            }
        }
        let mut any = false;
        for lane in 0..LANES {
            // A tolerance for rounding, since boxes may be flat.
            any |= counts[lane] & (enter[lane] <= leave[lane] + 1e-12 * leave[lane].abs());
        }
        any
    }

    /// The rays that hit a triangle, of which a corner and two edges are given.
    ///
    /// Tomas Möller and Ben Trumbore, "Fast, Minimum Storage Ray-Triangle Intersection" (1997).
    #[inline(always)]
    pub(crate) fn meet(&self, [corner, right, left]: &[Vector; 3]) -> [bool; LANES] {
        let [x, y, z] = &self.directions;
        let from = subtract(self.origin, *corner);
        let along = cross(from, *right);
        let height = dot(*left, along);
        let mut meets = [false; LANES];
        for lane in 0..LANES {
            let direction = [x[lane], y[lane], z[lane]];
            let across = cross(direction, *left);
            let area = dot(*right, across);
            let second = dot(from, across) / area;
            let third = dot(direction, along) / area;
            let distance = height / area;
            // False if any is NaN.
            meets[lane] = (area != 0.0)
                & (0.0..=1.0).contains(&second)
                & (third >= 0.0)
                & (second + third <= 1.0)
                & (distance > 0.0)
                & (distance < self.reach);
        }
        meets
    }
}

//! The distance to the edge between cells.

use super::place;
use super::query::{Collector, Point, Query};
use crate::math;

/// The distance to the nearest of the planes half-way between the nearest point and each other one.
#[derive(Clone, Copy)]
pub(super) struct Edge<const D: usize, const B: usize> {
    /// The offset of the nearest point from the sample.
    pub nearest: [[f32; B]; D],
    pub distance: [f32; B],
    /// The square of the nearest point's distance plus twice that to the edge, with a margin for rounding.
    worst: [f32; B],
}

impl<const D: usize, const B: usize> Edge<D, B> {
    /// The edges around the nearest point, which was found by Euclidean distance.
    #[inline(always)]
    pub fn around(query: &Query<D, B>, places: &[i32; B]) -> Self {
        let (mut offsets, hashes) = ([[0.0; B]; D], query.hashes(places));
        for i in 0..B {
            let mut step = [0.0; D];
            for axis in 0..D {
                step[axis] = place::steps(places[i], axis) as f32;
            }
            let offset = query.offset(i, step, hashes[i]);
            for axis in 0..D {
                offsets[axis][i] = offset[axis];
            }
        }
        Edge { nearest: offsets, distance: [f32::INFINITY; B], worst: [f32::INFINITY; B] }
    }

    /// The distance from sample `i` to the plane half-way between the nearest point and the one with an offset. NaN
    /// for the nearest point itself, since a point has no edge with itself.
    #[inline(always)]
    pub fn to(&self, i: usize, offset: &[f32; D]) -> f32 {
        let (mut along, mut square) = (0.0, 0.0);
        for axis in 0..D {
            let (near, far) = (self.nearest[axis][i], offset[axis]);
            let apart = far - near;
            along += (near + far) * apart;
            square += apart * apart;
        }
        along / (math::sqrt(square) * 2.0)
    }
}

impl<const D: usize, const B: usize> Collector<D, B> for Edge<D, B> {
    const IS_COSTLY_TO_ACCEPT: bool = true;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        &self.worst
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let mut own = 0.0;
        for axis in 0..D {
            own += self.nearest[axis][i] * self.nearest[axis][i];
        }
        let edge = self.to(i, &point.offset);
        let known = self.distance[i];
        let edge = if edge < known { edge } else { known };
        self.distance[i] = edge;
        // A point at distance d has its edge at (d - n) / 2 or further; n is the distance of the nearest point.
        let reach = (math::sqrt(own) + math::max(edge, 0.0) * 2.0) * 1.000_1 + 0.000_1;
        self.worst[i] = reach * reach;
    }
}

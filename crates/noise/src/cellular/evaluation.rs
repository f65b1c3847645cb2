//! The quantities that cellular noise returns, from the points around samples.
//!
//! Each kind is a type and has kernels of its own, because the time to compile a kernel grows with the square of its
//! size.

use super::collectors::{Edge, Nearest, Ranks};
use super::known::Known;
use super::query::{Query, Steps};
use super::search::{collect, search};
use crate::hash;
use crate::level::to_i32;
use crate::math;
use crate::random::unit;

/// A quantity of a sample in `D` dimensions.
pub(super) trait Evaluation<const D: usize> {
    /// The definition, for one sample or for several that are searched together, after the known points.
    fn evaluate<const B: usize>(&self, position: &[[f32; B]; D], query: &Query<D, B>, known: &Known<D>) -> [f32; B];
}

/// The distance to the `K`th nearest point, or how much further away it is than the nearest one.
pub(super) struct Rank<const K: usize> {
    pub less_first: bool,
}

impl<const D: usize, const K: usize> Evaluation<D> for Rank<K> {
    #[inline(always)]
    fn evaluate<const B: usize>(&self, _: &[[f32; B]; D], query: &Query<D, B>, known: &Known<D>) -> [f32; B] {
        let mut ranks = Ranks::<K, B>::NONE;
        collect(query, known, &mut ranks);
        let mut out = query.metric.distances(ranks.costs[K - 1], &query.exponents);
        if K > 1 && self.less_first {
            let first = query.metric.distances(ranks.costs[0], &query.exponents);
            for i in 0..B {
                out[i] = math::max(out[i] - first[i], 0.0);
            }
        }
        out
    }
}

/// The distance to the nearest edge between cells.
pub(super) struct EdgeDistance;

impl<const D: usize> Evaluation<D> for EdgeDistance {
    #[inline(always)]
    fn evaluate<const B: usize>(&self, _: &[[f32; B]; D], query: &Query<D, B>, known: &Known<D>) -> [f32; B] {
        let mut edge = Edge::around(query, &nearest(query, known));
        collect(query, known, &mut edge);
        edge.distance.map(|distance| math::max(distance, 0.0))
    }
}

/// A property of the nearest point: its random value, or its position along an axis.
pub(super) enum Nearby {
    Value,
    Coordinate(usize),
}

impl<const D: usize> Evaluation<D> for Nearby {
    #[inline(always)]
    fn evaluate<const B: usize>(&self, position: &[[f32; B]; D], query: &Query<D, B>, known: &Known<D>) -> [f32; B] {
        let steps = nearest(query, known).steps;
        let (mut out, hashes) = ([0.0; B], query.hashes(&steps));
        match *self {
            Nearby::Value => {
                for i in 0..B {
                    out[i] = unit(hash::finish(hashes[i], 0x7661_6C75));
                }
            }
            // Not an index: the compiler would not keep an indexed array in registers.
            Nearby::Coordinate(wanted) => {
                for axis in 0..D {
                    if axis == wanted {
                        out = coordinate(axis, &position[axis], query, &steps, &hashes);
                    }
                }
            }
        }
        out
    }
}

/// The coordinate of the nearest points along an axis.
#[inline(always)]
fn coordinate<const D: usize, const B: usize>(
    axis: usize,
    xs: &[f32; B],
    query: &Query<D, B>,
    steps: &[Steps; B],
    hashes: &[u32; B],
) -> [f32; B] {
    let mut corner = [0.0; B];
    for i in 0..B {
        corner[i] = steps[i].along(axis) as f32;
    }
    if query.periods.is_some() {
        corner = query.cells(axis, corner.map(to_i32)).map(|cell| cell as f32);
    } else {
        for i in 0..B {
            corner[i] += if xs[i].abs() <= f32::MAX { xs[i].floor() } else { 0.0 };
        }
    }
    query.points(axis, corner, hashes)
}

/// The nearest points.
#[inline(always)]
fn nearest<const D: usize, const B: usize>(query: &Query<D, B>, known: &Known<D>) -> Nearest<B> {
    let mut nearest = Nearest::NONE;
    if known.offer(query, &mut nearest) {
        if !query.needs_more(&nearest.cost) {
            return nearest;
        }
        // Of equally near points the first one found counts, and a search would go further before finding all of the
        // known points. It therefore starts again.
        nearest = Nearest::NONE;
    }
    search(query, -1, &mut nearest);
    nearest
}

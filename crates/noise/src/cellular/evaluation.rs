//! What a search finds for samples, and the features that follow from it.
//!
//! Each kind of search is a type and has kernels of its own, because the time to compile a kernel grows with the square
//! of its size.

use std::hint::select_unpredictable;

use super::collectors::{Both, Edge, Marks, Nearest, Ranks};
use super::feature::Feature;
use super::metric::Metric;
use super::neighborhood::Neighborhood;
use super::query::Query;
use super::search::{collect, search};
use crate::hash;
use crate::level::to_i32;
use crate::math;
use crate::random::unit;

/// What a search finds for samples; numbers that no feature needs are 0.
pub(super) struct Found<const D: usize, const B: usize> {
    /// The costs of the nearest points, nearest first.
    pub costs: [[f32; B]; 4],
    /// The hashes of the nearest points, and the steps to their cells.
    pub hashes: [u32; B],
    pub steps: [[f32; B]; D],
    /// The distances to the edges.
    pub edges: [f32; B],
    /// The vectors from the nearest points to the samples, nearest first.
    pub ways: [[[f32; B]; D]; 4],
    /// The derivatives of the distances to the edges.
    pub edge_slopes: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Found<D, B> {
    pub const NOTHING: Self = Found {
        costs: [[0.0; B]; 4],
        hashes: [0; B],
        steps: [[0.0; B]; D],
        edges: [0.0; B],
        ways: [[[0.0; B]; D]; 4],
        edge_slopes: [[0.0; B]; D],
    };

    /// Takes what an evaluation found for some samples.
    #[inline(always)]
    pub fn take<E: Evaluation<D>>(&mut self, alike: &[bool; B], other: &Found<D, B>) {
        for i in 0..B {
            for rank in 0..E::RANKS {
                self.costs[rank][i] = select_unpredictable(alike[i], other.costs[rank][i], self.costs[rank][i]);
            }
            if E::FINDS_POINTS {
                self.hashes[i] = select_unpredictable(alike[i], other.hashes[i], self.hashes[i]);
                for axis in 0..D {
                    self.steps[axis][i] = select_unpredictable(alike[i], other.steps[axis][i], self.steps[axis][i]);
                }
                self.edges[i] = select_unpredictable(alike[i], other.edges[i], self.edges[i]);
            }
            if E::FINDS_WAYS {
                for axis in 0..D {
                    for rank in 0..E::RANKS {
                        let (found, own) = (other.ways[rank][axis][i], self.ways[rank][axis][i]);
                        self.ways[rank][axis][i] = select_unpredictable(alike[i], found, own);
                    }
                    let (found, own) = (other.edge_slopes[axis][i], self.edge_slopes[axis][i]);
                    self.edge_slopes[axis][i] = select_unpredictable(alike[i], found, own);
                }
            }
        }
    }

    /// A feature of the samples, with distances by a metric.
    #[inline(always)]
    pub fn feature<E: Evaluation<D>>(
        &self,
        feature: Feature,
        metric: Metric,
        position: &[[f32; B]; D],
        query: &Query<D, B>,
    ) -> [f32; B] {
        let distances = |rank: usize| metric.distances(self.costs[rank], &query.exponents);
        let mut out = [0.0; B];
        match feature {
            Feature::F1 => out = distances(0),
            Feature::F2 => out = distances(1),
            Feature::F3 => out = distances(2),
            Feature::F4 => out = distances(3),
            Feature::F2MinusF1 => {
                let (second, first) = (distances(1), distances(0));
                for i in 0..B {
                    out[i] = math::max(second[i] - first[i], 0.0);
                }
            }
            Feature::Edge => {
                for i in 0..B {
                    out[i] = math::max(self.edges[i], 0.0);
                }
            }
            Feature::Value => {
                for i in 0..B {
                    out[i] = unit(hash::finish(self.hashes[i], 0x7661_6C75));
                }
            }
            // Not an index: the compiler would not keep an indexed array in registers.
            Feature::Coordinate(wanted) => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.coordinate(axis, &position[axis], query);
                    }
                }
            }
            Feature::Way { nth, axis: wanted } if E::FINDS_WAYS => {
                for rank in 0..4 {
                    for axis in 0..D {
                        if (rank, axis) == (Feature::rank(nth), usize::from(wanted)) {
                            out = self.ways[rank][axis];
                        }
                    }
                }
            }
            Feature::EdgeSlope(wanted) if E::FINDS_WAYS => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.edge_slopes[axis];
                    }
                }
            }
            // Not reached: what needs ways is evaluated with them. Other searches carry no arrays of zeros.
            Feature::Way { .. } | Feature::EdgeSlope(_) => {}
        }
        out
    }

    /// The coordinate of the nearest points along an axis.
    #[inline(always)]
    fn coordinate(&self, axis: usize, xs: &[f32; B], query: &Query<D, B>) -> [f32; B] {
        let mut corner = self.steps[axis];
        if query.periods.is_some() {
            corner = query.cells(axis, corner.map(to_i32)).map(|cell| cell as f32);
        } else {
            for i in 0..B {
                corner[i] += if xs[i].abs() <= f32::MAX { xs[i].floor() } else { 0.0 };
            }
        }
        query.points(axis, corner, &self.hashes)
    }
}

/// A kind of search in `D` dimensions.
pub(super) trait Evaluation<const D: usize> {
    /// The number of costs found.
    const RANKS: usize;
    /// Whether the nearest point itself is found, not only its cost.
    const FINDS_POINTS: bool;
    /// Whether the ways from the `RANKS` nearest points are found, and the slopes of edges.
    const FINDS_WAYS: bool = false;
    /// The definition, for one sample or for several that are searched together; `near` has the points already known.
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, near: Option<&mut Neighborhood<D>>) -> Found<D, B>;
}

/// The costs of the `K` nearest points.
pub(super) struct Costs<const K: usize>;

impl<const D: usize, const K: usize> Evaluation<D> for Costs<K> {
    const RANKS: usize = K;
    const FINDS_POINTS: bool = false;

    #[inline(always)]
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, near: Option<&mut Neighborhood<D>>) -> Found<D, B> {
        let mut ranks = Ranks::<K, B>::NONE;
        collect(query, near, &mut ranks);
        let mut found = Found::NOTHING;
        found.costs[..K].copy_from_slice(&ranks.costs);
        found
    }
}

/// The nearest point itself, with the costs of the `K` nearest points, and perhaps the distance to the edge.
pub(super) struct Points<const K: usize> {
    pub edge: bool,
}

impl<const D: usize, const K: usize> Evaluation<D> for Points<K> {
    const RANKS: usize = K;
    const FINDS_POINTS: bool = true;

    #[inline(always)]
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, mut near: Option<&mut Neighborhood<D>>) -> Found<D, B> {
        let mut found = Found::NOTHING;
        let mut is_found = false;
        if let Some(near) = near.as_deref_mut() {
            let mut both = Both(Ranks::<K, B>::NONE, Marks::NONE);
            is_found = !near.offer(query, &mut both);
            found.costs[..K].copy_from_slice(&both.0.costs);
            (found.hashes, found.steps) = near.marked(&both.1.marks);
        }
        // Of equally near points the first one found counts, and a search would go further before finding all of the
        // known points. It therefore starts again.
        if !is_found {
            let mut both = Both(Ranks::<K, B>::NONE, Nearest::NONE);
            search(query, -1, &mut both);
            found.costs[..K].copy_from_slice(&both.0.costs);
            (found.hashes, found.steps) = (both.1.hashes, both.1.step);
        }
        if self.edge {
            let mut edge = Edge::around(query, &found.steps, &found.hashes);
            collect(query, near, &mut edge);
            found.edges = edge.distance;
        }
        found
    }
}

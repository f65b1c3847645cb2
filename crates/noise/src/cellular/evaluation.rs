//! What a search finds for samples, and the features that follow from it.
//!
//! Each kind of search is a type and has kernels of its own, because the time to compile a kernel grows with the square
//! of its size.

use std::hint::select_unpredictable;

use super::collectors::{Both, Edge, Nearest, Ranks};
use super::feature::Feature;
use super::known::Known;
use super::metric::Metric;
use super::place;
use super::query::Query;
use crate::hash;
use crate::level::to_i32;
use crate::math;
use crate::random::unit;

/// What a search finds for samples; numbers that no feature needs are 0.
pub(super) struct Found<const B: usize> {
    /// The costs of the nearest points, nearest first.
    costs: [[f32; B]; 4],
    /// The places of the nearest points.
    pub places: [i32; B],
    /// The distances to the edges.
    edges: [f32; B],
}

impl<const B: usize> Found<B> {
    pub const NOTHING: Self = Found { costs: [[0.0; B]; 4], places: [0; B], edges: [0.0; B] };

    /// Takes what an evaluation found for some samples.
    #[inline(always)]
    pub fn take<const D: usize, E: Evaluation<D>>(&mut self, alike: &[bool; B], other: &Found<B>) {
        for i in 0..B {
            for rank in 0..E::RANKS {
                self.costs[rank][i] = select_unpredictable(alike[i], other.costs[rank][i], self.costs[rank][i]);
            }
            if E::FINDS_POINTS {
                self.places[i] = select_unpredictable(alike[i], other.places[i], self.places[i]);
                self.edges[i] = select_unpredictable(alike[i], other.edges[i], self.edges[i]);
            }
        }
    }

    /// A feature of the samples, with distances by a metric. `hashes` are those of the nearest points.
    #[inline(always)]
    pub fn feature<const D: usize>(
        &self,
        (feature, metric): (Feature, Metric),
        position: &[[f32; B]; D],
        query: &Query<D, B>,
        hashes: &[u32; B],
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
                    out[i] = unit(hash::finish(hashes[i], 0x7661_6C75));
                }
            }
            // Not an index: the compiler would not keep an indexed array in registers.
            Feature::Coordinate(wanted) => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.coordinate(axis, &position[axis], query, hashes);
                    }
                }
            }
        }
        out
    }

    /// The coordinate of the nearest points along an axis.
    #[inline(always)]
    fn coordinate<const D: usize>(
        &self,
        axis: usize,
        xs: &[f32; B],
        query: &Query<D, B>,
        hashes: &[u32; B],
    ) -> [f32; B] {
        let mut corner = [0.0; B];
        for i in 0..B {
            corner[i] = place::steps(self.places[i], axis) as f32;
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
}

/// A kind of search in `D` dimensions.
pub(super) trait Evaluation<const D: usize> {
    /// The number of costs found.
    const RANKS: usize;
    /// Whether the nearest point itself is found, not only its cost.
    const FINDS_POINTS: bool;
    /// The definition, for one sample or for several that are searched together, after the known points.
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, known: &mut Known<D>) -> Found<B>;
}

/// The costs of the `K` nearest points.
pub(super) struct Costs<const K: usize>;

impl<const D: usize, const K: usize> Evaluation<D> for Costs<K> {
    const RANKS: usize = K;
    const FINDS_POINTS: bool = false;

    #[inline(always)]
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, known: &mut Known<D>) -> Found<B> {
        let mut ranks = Ranks::<K, B>::NONE;
        known.collect(query, &mut ranks);
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
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, known: &mut Known<D>) -> Found<B> {
        let mut both = Both(Ranks::<K, B>::NONE, Nearest::NONE);
        known.collect(query, &mut both);
        let mut found = Found::NOTHING;
        found.costs[..K].copy_from_slice(&both.0.costs);
        found.places = both.1.places;
        if self.edge {
            let mut edge = Edge::around(query, &found.places);
            known.collect(query, &mut edge);
            found.edges = edge.distance;
        }
        found
    }
}

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
pub(super) struct Found<const D: usize, const B: usize> {
    /// The costs of the nearest points, nearest first.
    pub costs: [[f32; B]; 4],
    /// The places of the nearest points, nearest first.
    pub places: [[i32; B]; 4],
    /// The distances to the edges.
    pub edges: [f32; B],
    /// The derivatives of the distances to the edges.
    pub edge_slopes: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Found<D, B> {
    pub const NOTHING: Self =
        Found { costs: [[0.0; B]; 4], places: [[0; B]; 4], edges: [0.0; B], edge_slopes: [[0.0; B]; D] };

    /// Takes what an evaluation found for some samples.
    #[inline(always)]
    pub fn take<E: Evaluation<D>>(&mut self, members: &[bool; B], other: &Found<D, B>) {
        for i in 0..B {
            for rank in 0..E::RANKS {
                self.costs[rank][i] = select_unpredictable(members[i], other.costs[rank][i], self.costs[rank][i]);
            }
            for rank in 0..E::PLACES {
                self.places[rank][i] = select_unpredictable(members[i], other.places[rank][i], self.places[rank][i]);
            }
            if E::PLACES > 0 {
                self.edges[i] = select_unpredictable(members[i], other.edges[i], self.edges[i]);
            }
            if E::FINDS_EDGE_SLOPES {
                for axis in 0..D {
                    let (found, own) = (other.edge_slopes[axis][i], self.edge_slopes[axis][i]);
                    self.edge_slopes[axis][i] = select_unpredictable(members[i], found, own);
                }
            }
        }
    }

    /// The hashes of the nearest points whose places are found.
    #[inline(always)]
    pub fn hashes<E: Evaluation<D>>(&self, query: &Query<D, B>) -> [[u32; B]; 4] {
        let mut hashes = [[0; B]; 4];
        for rank in 0..E::PLACES {
            hashes[rank] = query.hashes(&self.places[rank]);
        }
        hashes
    }

    /// A feature of the samples, with distances by a metric. `hashes` are those of the nearest points.
    #[inline(always)]
    pub fn feature<E: Evaluation<D>>(
        &self,
        (feature, metric): (Feature, Metric),
        position: &[[f32; B]; D],
        query: &Query<D, B>,
        hashes: &[[u32; B]; 4],
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
                    out[i] = unit(hash::finish(hashes[0][i], 0x7661_6C75));
                }
            }
            // Not an index: the compiler would not keep an indexed array in registers.
            Feature::Coordinate(wanted) => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.coordinate(axis, &position[axis], query, &hashes[0]);
                    }
                }
            }
            Feature::Way { nth, axis: wanted } if E::PLACES > 0 => {
                let (mut places, mut nth_hashes) = (self.places[0], hashes[0]);
                for rank in 1..E::PLACES {
                    if rank == Feature::rank(nth) {
                        (places, nth_hashes) = (self.places[rank], hashes[rank]);
                    }
                }
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = way(axis, query, &places, &nth_hashes);
                    }
                }
            }
            Feature::EdgeSlope(wanted) if E::FINDS_EDGE_SLOPES => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.edge_slopes[axis];
                    }
                }
            }
            // Not reached: the search is one that finds them. Other searches carry no arrays of zeros.
            Feature::Way { .. } | Feature::EdgeSlope(_) => {}
        }
        out
    }

    /// The coordinate of the nearest points along an axis.
    #[inline(always)]
    fn coordinate(&self, axis: usize, xs: &[f32; B], query: &Query<D, B>, hashes: &[u32; B]) -> [f32; B] {
        let mut corner = corners(axis, &self.places[0]);
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

/// The component along an axis of the vector to each sample from the point in the cell with a place.
#[inline(always)]
fn way<const D: usize, const B: usize>(
    axis: usize,
    query: &Query<D, B>,
    places: &[i32; B],
    hashes: &[u32; B],
) -> [f32; B] {
    let mut way = query.points(axis, corners(axis, places), hashes);
    for i in 0..B {
        way[i] = query.within[axis][i] - way[i];
    }
    way
}

/// The lower corners along an axis of the cells with a place, from those of the samples' own cells.
#[inline(always)]
fn corners<const B: usize>(axis: usize, places: &[i32; B]) -> [f32; B] {
    let mut corners = [0.0; B];
    for i in 0..B {
        corners[i] = place::steps(places[i], axis) as f32;
    }
    corners
}

/// A kind of search in `D` dimensions.
pub(super) trait Evaluation<const D: usize> {
    /// The number of costs found.
    const RANKS: usize;
    /// The number of nearest points whose places are found, too.
    const PLACES: usize;
    /// Whether the slopes of edges are found.
    const FINDS_EDGE_SLOPES: bool = false;
    /// The definition, for one sample or for several that are searched together, after the known points.
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, known: &mut Known<D>) -> Found<D, B>;
}

/// The costs of the `K` nearest points.
pub(super) struct Costs<const K: usize>;

impl<const D: usize, const K: usize> Evaluation<D> for Costs<K> {
    const RANKS: usize = K;
    const PLACES: usize = 0;

    #[inline(always)]
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, known: &mut Known<D>) -> Found<D, B> {
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
    const PLACES: usize = 1;

    #[inline(always)]
    fn evaluate<const B: usize>(&self, query: &Query<D, B>, known: &mut Known<D>) -> Found<D, B> {
        let mut both = Both(Ranks::<K, B>::NONE, Nearest::NONE);
        known.collect(query, &mut both);
        let mut found = Found::NOTHING;
        found.costs[..K].copy_from_slice(&both.0.costs);
        found.places[0] = both.1.places;
        if self.edge {
            let mut edge = Edge::around(query, &found.places[0]);
            known.collect(query, &mut edge);
            found.edges = edge.distance;
        }
        found
    }
}

//! What a search finds for samples, and the features that follow from it.

use std::hint::select_unpredictable;

use super::collectors::{Both, Nearest, Ranks};
use super::edge::Edge;
use super::feature::Feature;
use super::known::Known;
use super::metric::Metric;
use super::place;
use super::query::Query;
use super::ways::{Ordered, Steepest};
use crate::hash;
use crate::level::{Compiled, to_i32};
use crate::math;
use crate::random::unit;

/// What a search has to find for some features.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// The number of nearest points whose costs are found: 1, 2 or 4.
    ranks: usize,
    /// The number of nearest points whose places are found, too: none, 1, or all.
    places: usize,
    /// The number of nearest points whose hashes matter.
    hashes: usize,
    /// Whether the distances to edges are found, and their slopes.
    edges: bool,
    edge_slopes: bool,
}

impl Wanted {
    /// What some features need.
    pub fn of(features: impl Iterator<Item = Feature>) -> Wanted {
        let mut wanted = Wanted { ranks: 1, places: 0, hashes: 0, edges: false, edge_slopes: false };
        for feature in features {
            let (ranks, places, hashes) = match feature {
                Feature::F1 => (1, 0, 0),
                Feature::F2 | Feature::F2MinusF1 => (2, 0, 0),
                Feature::F3 | Feature::F4 => (4, 0, 0),
                Feature::Edge | Feature::EdgeSlope(_) => (1, 1, 0),
                Feature::Value | Feature::Coordinate(_) => (1, 1, 1),
                Feature::Way { nth, .. } => {
                    let count = Feature::rank(nth) + 1;
                    (count.next_power_of_two(), count, count)
                }
            };
            wanted.ranks = wanted.ranks.max(ranks);
            wanted.places = wanted.places.max(places);
            wanted.hashes = wanted.hashes.max(hashes);
            wanted.edges |= matches!(feature, Feature::Edge | Feature::EdgeSlope(_));
            wanted.edge_slopes |= matches!(feature, Feature::EdgeSlope(_));
        }
        if wanted.places > 1 {
            wanted.places = wanted.ranks;
        }
        wanted
    }

    /// The least number of cells of a block whose samples visit the cells around their own: sharing takes longer then.
    /// With little jitter most points are near the middles of their cells, and few cells need to be visited.
    #[inline(always)]
    pub fn cells_apart(self, dimensions: usize, jitter: f32) -> u32 {
        let is_short = (self.ranks < 4) & !self.edges & (jitter >= 0.75);
        dimensions as u32 + u32::from(is_short)
    }
}

/// What a search finds for samples. Only what is wanted is ever written.
pub(super) struct Found<const D: usize, const B: usize> {
    /// The costs of the nearest points, nearest first.
    costs: [[f32; B]; 4],
    /// The places and hashes of the nearest points, nearest first.
    places: [[i32; B]; 4],
    hashes: [[u32; B]; 4],
    /// The distances to the edges.
    edges: [f32; B],
    /// The derivatives of the distances to the edges.
    edge_slopes: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Default for Found<D, B> {
    fn default() -> Self {
        let (costs, edges, edge_slopes) = ([[0.0; B]; 4], [0.0; B], [[0.0; B]; D]);
        Found { costs, places: [[0; B]; 4], hashes: [[0; B]; 4], edges, edge_slopes }
    }
}

impl<const D: usize, const B: usize> Found<D, B> {
    /// Finds what is wanted for some samples, which are searched together, after the known points.
    #[inline(always)]
    pub fn find<L: Compiled>(
        &mut self,
        wanted: Wanted,
        query: &Query<D, B>,
        known: &mut Known<D>,
        members: Option<&[bool; B]>,
    ) {
        let nearest = match (wanted.places, wanted.ranks) {
            (0, 1) => self.find_costs::<1, L>(query, known, members),
            (0, 2) => self.find_costs::<2, L>(query, known, members),
            (0, _) => self.find_costs::<4, L>(query, known, members),
            (1, 1) => self.find_nearest::<1, L>(query, known, members),
            (1, 2) => self.find_nearest::<2, L>(query, known, members),
            (1, _) => self.find_nearest::<4, L>(query, known, members),
            (_, 2) => self.find_ordered::<2, L>(query, known, members),
            _ => self.find_ordered::<4, L>(query, known, members),
        };
        if wanted.edge_slopes {
            let mut steepest = Steepest::of(Edge::around(query, &nearest));
            known.collect::<B, L, _>(query, &mut steepest);
            take(&mut self.edges, &steepest.edge.distance, members);
            for (slopes, found) in self.edge_slopes.iter_mut().zip(&steepest.slopes()) {
                take(slopes, found, members);
            }
        } else if wanted.edges {
            let mut edge = Edge::around(query, &nearest);
            known.collect::<B, L, _>(query, &mut edge);
            take(&mut self.edges, &edge.distance, members);
        }
    }

    /// Finds costs. Like the functions below, it returns the places of the nearest points, but these are not known.
    #[inline(always)]
    fn find_costs<const K: usize, L: Compiled>(
        &mut self,
        query: &Query<D, B>,
        known: &mut Known<D>,
        members: Option<&[bool; B]>,
    ) -> [i32; B] {
        let mut ranks = Ranks::<K, B>::NONE;
        known.collect::<B, L, _>(query, &mut ranks);
        for rank in 0..K {
            take(&mut self.costs[rank], &ranks.costs[rank], members);
        }
        [0; B]
    }

    #[inline(always)]
    fn find_nearest<const K: usize, L: Compiled>(
        &mut self,
        query: &Query<D, B>,
        known: &mut Known<D>,
        members: Option<&[bool; B]>,
    ) -> [i32; B] {
        let mut both = Both(Ranks::<K, B>::NONE, Nearest::NONE);
        known.collect::<B, L, _>(query, &mut both);
        for rank in 0..K {
            take(&mut self.costs[rank], &both.0.costs[rank], members);
        }
        take(&mut self.places[0], &both.1.places, members);
        both.1.places
    }

    #[inline(always)]
    fn find_ordered<const K: usize, L: Compiled>(
        &mut self,
        query: &Query<D, B>,
        known: &mut Known<D>,
        members: Option<&[bool; B]>,
    ) -> [i32; B] {
        let mut ordered = Ordered::<K, B>::NONE;
        known.collect::<B, L, _>(query, &mut ordered);
        for rank in 0..K {
            take(&mut self.costs[rank], &ordered.costs[rank], members);
            take(&mut self.places[rank], &ordered.places[rank], members);
        }
        ordered.places[0]
    }

    /// Computes the hashes that are wanted.
    #[inline(always)]
    pub fn hash(&mut self, wanted: Wanted, query: &Query<D, B>) {
        for rank in 0..wanted.hashes.min(4) {
            self.hashes[rank] = query.hashes(&self.places[rank]);
        }
    }

    /// A feature of the samples, with distances by a metric.
    #[inline(always)]
    pub fn feature<L: Compiled>(
        &self,
        (feature, metric): (Feature, Metric),
        position: &[[f32; B]; D],
        query: &Query<D, B>,
    ) -> [f32; B] {
        let distances = |rank: usize| metric.distances::<B, L>(&self.costs[rank], &query.exponents);
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
                    out[i] = unit(hash::finish(self.hashes[0][i], 0x7661_6C75));
                }
            }
            Feature::Coordinate(wanted) => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.coordinate(axis, &position[axis], query);
                    }
                }
            }
            Feature::Way { nth, axis: wanted } => {
                let rank = Feature::rank(nth);
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = way(axis, query, &self.places[rank], &self.hashes[rank]);
                    }
                }
            }
            Feature::EdgeSlope(wanted) => {
                for axis in 0..D {
                    if axis == usize::from(wanted) {
                        out = self.edge_slopes[axis];
                    }
                }
            }
        }
        out
    }

    /// The coordinate of the nearest points along an axis.
    #[inline(always)]
    fn coordinate(&self, axis: usize, xs: &[f32; B], query: &Query<D, B>) -> [f32; B] {
        let mut corner = corners(axis, &self.places[0]);
        if query.periods.is_some() {
            corner = query.cells(axis, corner.map(to_i32)).map(|cell| cell as f32);
        } else {
            for i in 0..B {
                corner[i] += if xs[i].abs() <= f32::MAX { xs[i].floor() } else { 0.0 };
            }
        }
        query.points(axis, corner, &self.hashes[0])
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

/// Takes what was found for some samples; `None` stands for all.
#[inline(always)]
fn take<T: Copy, const B: usize>(own: &mut [T; B], found: &[T; B], members: Option<&[bool; B]>) {
    match members {
        None => *own = *found,
        Some(members) => {
            for i in 0..B {
                own[i] = select_unpredictable(members[i], found[i], own[i]);
            }
        }
    }
}

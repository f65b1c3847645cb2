//! The nearest points themselves, and the slopes of the distance to the edge: what derivatives of cellular noise
//! consist of.

use std::hint::select_unpredictable;

use super::edge::Edge;
use super::query::{Collector, Point};
use crate::math;

/// The costs and places of the `K` nearest points, nearest first; of equally near ones, the one that a search finds
/// first comes first.
#[derive(Clone, Copy)]
pub(super) struct Ordered<const K: usize, const B: usize> {
    pub costs: [[f32; B]; K],
    pub places: [[i32; B]; K],
}

impl<const K: usize, const B: usize> Ordered<K, B> {
    pub const NONE: Self = Ordered { costs: [[f32::INFINITY; B]; K], places: [[0; B]; K] };
}

impl<const D: usize, const B: usize, const K: usize> Collector<D, B> for Ordered<K, B> {
    const RANKS: usize = K;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        &self.costs[K - 1]
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let (mut cost, mut place) = (point.cost, point.place);
        for rank in 0..K {
            let (known, known_place) = (self.costs[rank][i], self.places[rank][i]);
            // From the rank of the point on, all others move down by one.
            let before = (point.cost < known) | (!IN_ORDER & (point.cost == known) & (point.place < known_place));
            self.costs[rank][i] = select_unpredictable(before, cost, known);
            self.places[rank][i] = select_unpredictable(before, place, known_place);
            cost = select_unpredictable(before, known, cost);
            place = select_unpredictable(before, known_place, place);
        }
    }
}

/// The nearest edge, and the way back across it: from the point behind it to the nearest point. Of equally near edges
/// the one whose way back has the greater x counts, or else the greater y, and so on.
#[derive(Clone, Copy)]
pub(super) struct Steepest<const D: usize, const B: usize> {
    pub edge: Edge<D, B>,
    back: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Steepest<D, B> {
    /// None yet of the edges around a nearest point.
    #[inline(always)]
    pub fn of(edge: Edge<D, B>) -> Self {
        Steepest { edge, back: [[0.0; B]; D] }
    }

    /// The derivatives of the distance along each axis.
    #[inline(always)]
    pub fn slopes(&self) -> [[f32; B]; D] {
        let (mut slopes, mut squares) = (self.back, [0.0; B]);
        for axis in 0..D {
            for i in 0..B {
                squares[i] += slopes[axis][i] * slopes[axis][i];
            }
        }
        for axis in 0..D {
            for i in 0..B {
                slopes[axis][i] = math::div(slopes[axis][i], math::sqrt(squares[i]));
            }
        }
        slopes
    }
}

impl<const D: usize, const B: usize> Collector<D, B> for Steepest<D, B> {
    const IS_COSTLY_TO_ACCEPT: bool = true;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        Collector::<D, B>::worst(&self.edge)
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let (edge, known) = (self.edge.to(i, &point.offset), self.edge.distance[i]);
        let (mut back, mut is_greater) = ([0.0; D], false);
        for axis in (0..D).rev() {
            back[axis] = self.edge.nearest[axis][i] - point.offset[axis];
            let best = self.back[axis][i];
            is_greater = (back[axis] > best) | ((back[axis] == best) & is_greater);
        }
        let nearer = (edge < known) | ((edge == known) & is_greater);
        for axis in 0..D {
            self.back[axis][i] = select_unpredictable(nearer, back[axis], self.back[axis][i]);
        }
        self.edge.offer::<IN_ORDER>(i, point);
    }
}

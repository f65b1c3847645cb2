//! Collectors: results of a search that its points update.

use std::hint::select_unpredictable;

use super::query::{Collector, Point};
use crate::math;

/// The costs of the `K` nearest points, nearest first.
#[derive(Clone, Copy)]
pub(super) struct Ranks<const K: usize, const B: usize> {
    pub costs: [[f32; B]; K],
}

impl<const K: usize, const B: usize> Ranks<K, B> {
    pub const NONE: Self = Ranks { costs: [[f32::INFINITY; B]; K] };
}

impl<const D: usize, const B: usize, const K: usize> Collector<D, B> for Ranks<K, B> {
    const RANKS: usize = K;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        &self.costs[K - 1]
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let mut rest = point.cost;
        for rank in 0..K {
            let known = self.costs[rank][i];
            self.costs[rank][i] = math::min(rest, known);
            rest = math::max(rest, known);
        }
    }
}

/// The place of the nearest point; of equally near ones, of the one that a search finds first.
#[derive(Clone, Copy)]
pub(super) struct Nearest<const B: usize> {
    cost: [f32; B],
    pub places: [i32; B],
}

impl<const B: usize> Nearest<B> {
    pub const NONE: Self = Nearest { cost: [f32::INFINITY; B], places: [0; B] };
}

impl<const D: usize, const B: usize> Collector<D, B> for Nearest<B> {
    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        &self.cost
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let (cost, place) = (self.cost[i], self.places[i]);
        let nearer = (point.cost < cost) | (!IN_ORDER & (point.cost == cost) & (point.place < place));
        // Selections instead of branches, which would prevent vectorization.
        self.cost[i] = select_unpredictable(nearer, point.cost, cost);
        self.places[i] = select_unpredictable(nearer, point.place, place);
    }
}

/// Two results of one search. The first one needs all points that the second one needs.
#[derive(Clone, Copy)]
pub(super) struct Both<A, B>(pub A, pub B);

impl<const D: usize, const B: usize, F: Collector<D, B>, S: Collector<D, B>> Collector<D, B> for Both<F, S> {
    const RANKS: usize = F::RANKS;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        self.0.worst()
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        self.0.offer::<IN_ORDER>(i, point);
        self.1.offer::<IN_ORDER>(i, point);
    }
}

//! The slopes of dots: derivatives of the height of the highest dot.

use std::hint::select_unpredictable;

use super::highest::Highest;
use super::known::{Known, Memory};
use super::own;
use super::query::{Collector, Point, Query};
use crate::level::Compiled;
use crate::math;

/// The highest dot, and where it is. Of dots of equal heights and hashes, which repeat each other, the nearest counts,
/// or else the one that lies further along x, y, and so on.
#[derive(Clone, Copy)]
pub(super) struct Steepest<const D: usize, const B: usize> {
    pub highest: Highest<B>,
    cost: [f32; B],
    /// The vector from the sample to the middle of the dot.
    offset: [[f32; B]; D],
}

impl<const D: usize, const B: usize> Steepest<D, B> {
    /// The highest dots of several samples, which are searched for among those in their neighborhood.
    #[inline(always)]
    pub fn find<L: Compiled>(none: Highest<B>, query: &Query<D, B>, memory: &mut Memory<D>) -> Self {
        let none = Steepest { highest: none, cost: [0.0; B], offset: [[0.0; B]; D] };
        let mut found = none;
        let mut done = [false; B];
        let apart = own::are_apart(query, none.highest.cells_apart(D));
        while let Some((together, members)) = query.next_together(apart, &mut done) {
            let mut these = none;
            Known::around::<B, L>(&together, apart, memory).collect::<B, L, _>(&together, &mut these);
            let members = members.unwrap_or([true; B]);
            for i in 0..B {
                let (own, other) = (&mut found.highest, &these.highest);
                own.cover[i] = select_unpredictable(members[i], other.cover[i], own.cover[i]);
                own.hashes[i] = select_unpredictable(members[i], other.hashes[i], own.hashes[i]);
                found.cost[i] = select_unpredictable(members[i], these.cost[i], found.cost[i]);
                for axis in 0..D {
                    let (own, other) = (found.offset[axis][i], these.offset[axis][i]);
                    found.offset[axis][i] = select_unpredictable(members[i], other, own);
                }
            }
        }
        found
    }

    /// The derivatives of the heights along an axis.
    #[inline(always)]
    pub fn slopes(&self, wanted: u8) -> [f32; B] {
        let mut slopes = [0.0; B];
        for axis in 0..D {
            if axis == usize::from(wanted) {
                for i in 0..B {
                    let radius = self.highest.radius_of(i, self.highest.hashes[i]);
                    let t = self.highest.rise(i, self.cost[i], radius);
                    let rate = 6.0 * t * (1.0 - t) * self.offset[axis][i];
                    // The quotient of the distance and of the width over which the dot fades out.
                    let slope = math::div(rate, math::sqrt(self.cost[i]) * (radius * self.highest.softness[i]));
                    // Never -0.
                    slopes[i] = if self.highest.cover[i] > 0.0 { slope + 0.0 } else { 0.0 };
                }
            }
        }
        slopes
    }
}

impl<const D: usize, const B: usize> Collector<D, B> for Steepest<D, B> {
    const IS_COSTLY_TO_ACCEPT: bool = true;
    const IS_LARGE: bool = true;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        Collector::<D, B>::worst(&self.highest)
    }

    #[inline(always)]
    fn exclude(&self, hashes: &[u32], least: &mut [f32]) {
        Collector::<D, B>::exclude(&self.highest, hashes, least);
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let (known, hash) = (self.highest.cover[i], self.highest.hashes[i]);
        let cover = self.highest.cover_of(i, point.cost, point.hash);
        let mut is_further = false;
        for axis in (0..D).rev() {
            let (own, other) = (point.offset[axis], self.offset[axis][i]);
            is_further = (own > other) | ((own == other) & is_further);
        }
        let is_nearer = (point.cost < self.cost[i]) | ((point.cost == self.cost[i]) & is_further);
        let is_above = (point.hash > hash) | ((point.hash == hash) & is_nearer);
        let higher = (cover > known) | ((cover == known) & is_above);
        self.cost[i] = select_unpredictable(higher, point.cost, self.cost[i]);
        for axis in 0..D {
            self.offset[axis][i] = select_unpredictable(higher, point.offset[axis], self.offset[axis][i]);
        }
        self.highest.offer::<IN_ORDER>(i, point);
    }
}

//! The highest dot at a sample: what a search for dots finds.

use std::hint::select_unpredictable;

use super::query::{Collector, Point};
use crate::hash;
use crate::math;
use crate::random::unit;

/// The states that give the random numbers of a point: whether it has a dot, and how large the dot is.
const DENSITY: i32 = 0x646F_7473;
const SIZE: i32 = 0x7369_7A65;

/// The highest dot; of equally high ones, the one with the greatest hash.
#[derive(Clone, Copy)]
pub(super) struct Highest<const B: usize> {
    density: [f32; B],
    radius: [f32; B],
    variation: [f32; B],
    pub softness: [f32; B],
    /// The squared radius: no dot extends further.
    reach: [f32; B],
    /// The greatest density and radius, and the least variation.
    densest: f32,
    widest: f32,
    steadiest: f32,
    pub cover: [f32; B],
    pub hashes: [u32; B],
}

impl<const B: usize> Highest<B> {
    /// No dot yet, for samples with these controls.
    #[inline(always)]
    pub fn of(density: [f32; B], radius: [f32; B], variation: [f32; B], softness: [f32; B]) -> Self {
        let mut none = Highest {
            density,
            radius: [0.0; B],
            variation: [0.0; B],
            softness: [0.0; B],
            reach: [0.0; B],
            densest: 0.0,
            widest: 0.0,
            steadiest: 1.0,
            cover: [0.0; B],
            hashes: [0; B],
        };
        for i in 0..B {
            none.radius[i] = math::clamp01(radius[i] * 0.25) * 4.0;
            none.variation[i] = math::clamp01(variation[i]);
            // Keeps quotients finite.
            none.softness[i] = math::max(math::clamp01(softness[i]), 1e-6);
            none.reach[i] = none.radius[i] * none.radius[i];
        }
        for i in 0..B {
            // A density that is no number has no dots.
            none.densest = if none.density[i] > none.densest { none.density[i] } else { none.densest };
            none.widest = math::max(none.radius[i], none.widest);
            none.steadiest = math::min(none.variation[i], none.steadiest);
        }
        none
    }

    /// The least number of cells of a block whose samples visit the cells around their own: sharing takes longer then.
    #[inline(always)]
    pub fn cells_apart(&self, dimensions: usize) -> u32 {
        match dimensions as u32 {
            dimensions if self.widest < 0.8 => dimensions + 1,
            dimensions if self.widest < 1.5 => dimensions,
            _ if self.widest > 2.5 => 3,
            2 => 5,
            _ => 10,
        }
    }

    /// The radius of a dot for sample `i`.
    #[inline(always)]
    pub fn radius_of(&self, i: usize, hash: u32) -> f32 {
        let smaller = unit(hash::finish(hash, SIZE)) * self.variation[i];
        self.radius[i] * (1.0 - smaller)
    }

    /// How far a dot has risen at sample `i`, from 0 at the rim to 1, for the squared distance of its middle.
    #[inline(always)]
    pub fn rise(&self, i: usize, cost: f32, radius: f32) -> f32 {
        // From 1 in the middle to 0 at the rim. The minimum avoids a division by 0.
        let inside = 1.0 - math::sqrt(cost) / math::max(radius, f32::MIN_POSITIVE);
        math::clamp01(inside / self.softness[i])
    }

    /// The height of a dot at sample `i`.
    #[inline(always)]
    pub fn cover_of(&self, i: usize, cost: f32, hash: u32) -> f32 {
        let exists = unit(hash::finish(hash, DENSITY)) < self.density[i];
        let t = self.rise(i, cost, self.radius_of(i, hash));
        if exists { t * t * (3.0 - 2.0 * t) } else { 0.0 }
    }
}

impl<const D: usize, const B: usize> Collector<D, B> for Highest<B> {
    const IS_COSTLY_TO_ACCEPT: bool = true;
    const IS_LARGE: bool = true;
    const IS_LARGE_APART: bool = true;

    #[inline(always)]
    fn worst(&self) -> &[f32; B] {
        &self.reach
    }

    #[inline(always)]
    fn exclude(&self, hashes: &[u32], least: &mut [f32]) {
        let hashes = &hashes[..least.len()];
        for k in 0..least.len() {
            let exists = unit(hash::finish(hashes[k], DENSITY)) < self.densest;
            let radius = self.widest * (1.0 - unit(hash::finish(hashes[k], SIZE)) * self.steadiest);
            // With a margin for rounding.
            let reach = radius * radius * 1.000_1 + f32::MIN_POSITIVE;
            least[k] = if exists & (least[k] <= reach) { least[k] } else { f32::INFINITY };
        }
    }

    #[inline(always)]
    fn offer<const IN_ORDER: bool>(&mut self, i: usize, point: &Point<D>) {
        let cover = self.cover_of(i, point.cost, point.hash);
        let (known, hash) = (self.cover[i], self.hashes[i]);
        let higher = (cover > known) | ((cover == known) & (point.hash > hash));
        // Selections instead of branches, which would prevent vectorization.
        self.cover[i] = select_unpredictable(higher, cover, known);
        self.hashes[i] = select_unpredictable(higher, point.hash, hash);
    }
}

//! Noises that are one function all over a lattice cell, and the lattice points that they read.

use crate::level::Pointwise;

/// A noise that is the same function all over a cell, but for what is random at its corners.
pub(crate) trait Cellwise<const D: usize>: Pointwise<D> {
    /// Whether samples share a cell's corners. That takes a noise that needs no other lattice points, and pays where the
    /// corners are many.
    const SHARED: bool;
    /// The state before the hash of any lattice point.
    fn start(&self) -> u32;
    /// The lattice points below and above a coordinate along an axis.
    fn ends(&self, axis: usize, x: f32) -> [i32; 2];
    /// What is random at the lattice point with a hash.
    fn random(hash: u32) -> [f32; 4];
    /// The weight of the lattice points above a sample along an axis, so far above those below it.
    fn weight(offset: f32) -> f32;
    /// The noise of a sample so far above the lowest corner of its cell, and with those weights.
    fn within(&self, offsets: [f32; D], weights: [f32; D], points: &impl Points) -> f32;
}

/// What is random at the lattice points around a sample.
pub(crate) trait Points {
    /// That of the lattice point in a corner along x, y, z and time, each from -1 to 2.
    fn random(&self, corner: [i32; 4]) -> [f32; 4];

    /// By how much it changes from a corner to the next along the last axis, which is that of a `D`-dimensional lattice.
    #[inline(always)]
    fn rise<const D: usize>(&self, corner: [i32; 4]) -> [f32; 4] {
        let mut next = corner;
        next[D - 1] += 1;
        let (mut rise, here) = (self.random(next), self.random(corner));
        for part in 0..4 {
            rise[part] -= here[part];
        }
        rise
    }
}

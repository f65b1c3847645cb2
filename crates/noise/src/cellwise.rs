//! Noises that are one function within a lattice cell, and the lattice points that they read.

use crate::blocks::Blockwise;
use crate::positions::{CellPosition, Grid};

/// A noise that depends on a sample's cell only through the lattice points at the cell's corners.
///
/// Samples that are equal along the axes from `K` on share the reduction of the lattice points along these axes. The
/// corners of a cell in `K` dimensions are left.
pub(crate) trait Cellwise<const D: usize>: Blockwise<D, Memory = ()> {
    /// Whether samples in a cell share its corners. Requires a noise that reads no other lattice points, and pays off
    /// where cells have many corners.
    const SHARED: bool;
    /// What decides the positions of samples.
    fn grid(&self) -> &Grid;
    /// The random quantity of the lattice point at `corner`; or that of several, reduced along the axes from `K` on,
    /// along which the samples are at `rest`.
    fn lattice_point<const K: usize>(&self, corner: [i32; 4], rest: &[CellPosition; 4]) -> [f32; 4];
    /// The noise of a sample at the given offsets from the lowest corner of its cell, with the weights of the upper
    /// corners.
    fn within<const K: usize>(&self, offsets: [f32; K], weights: [f32; K], points: &impl Points) -> f32;
}

/// The random quantities at the lattice points around a sample.
pub(crate) trait Points {
    /// The random quantity at a corner; steps along x, y, z and time, each from -1 to 2.
    fn random(&self, corner: [i32; 4]) -> [f32; 4];

    /// The difference between the next corner along the last axis of a `D`-dimensional lattice and this one.
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

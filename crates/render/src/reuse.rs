//! Values that a render takes from an earlier one, and values that it stores for a later one.

use std::collections::HashMap;

use travertine_program::Value;

use crate::domain::Rectangle;

/// Samples of a value over the pixels of a render.
#[derive(Clone, Copy)]
pub(crate) struct Samples<'a> {
    pub(crate) samples: &'a [f32],
    /// The pixels of the slice that `samples` covers.
    pub(crate) pixels: Rectangle,
}

impl Samples<'_> {
    /// Copies the samples of a tile.
    pub(crate) fn fill(&self, tile: Rectangle, out: &mut [f32]) {
        let (left, top) = ((tile.x - self.pixels.x) as usize, (tile.y - self.pixels.y) as usize);
        let rows = self.samples.chunks_exact(self.pixels.width as usize).skip(top);
        for (out, row) in out.chunks_exact_mut(tile.width as usize).zip(rows) {
            out.copy_from_slice(&row[left..][..tile.width as usize]);
        }
    }
}

/// Values to reuse, and values to store.
#[derive(Default)]
pub(crate) struct Reuse<'a> {
    /// Samples of known values, by the value's index.
    pub(crate) known: HashMap<usize, Samples<'a>>,
    pub(crate) keep: Vec<Value>,
}

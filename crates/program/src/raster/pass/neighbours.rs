//! Neighbours of a sample.

use std::ops::Range;

use crate::raster::{Edge, Grid};

/// Columns and rows to the eight neighbours, row by row.
pub(super) const AROUND: [[isize; 2]; 8] =
    [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/// The rows and columns whose samples have all eight neighbours.
pub(super) fn inner(grid: Grid) -> (Range<usize>, Range<usize>) {
    let range = |count: usize| match grid.edge {
        Edge::Repeat => 0..count,
        Edge::Extend => 1..count.saturating_sub(1),
    };
    (range(grid.rows()), range(grid.columns()))
}

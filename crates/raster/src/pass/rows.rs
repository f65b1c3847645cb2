//! Some rows of a grid, with a column on each side, so that samples at the edge have neighbors like all others.

use crate::grid::{Edge, Grid};

/// Rows with a column on each side.
pub(super) struct Rows {
    columns: usize,
    values: Vec<f32>,
}

impl Rows {
    pub(super) fn new(columns: usize, rows: usize) -> Rows {
        Rows { columns, values: vec![0.0; Rows::floats(columns, rows)] }
    }

    /// Number of floats of some rows.
    pub(super) fn floats(columns: usize, rows: usize) -> usize {
        rows * (columns + 2)
    }

    /// Fills a whole row.
    pub(super) fn fill(&mut self, row: usize, value: f32) {
        let start = row * (self.columns + 2);
        self.values[start..start + self.columns + 2].fill(value);
    }

    /// The samples of a row, without the columns on its sides.
    pub(super) fn inner(&self, row: usize) -> &[f32] {
        self.shifted(row, 1)
    }

    pub(super) fn inner_mut(&mut self, row: usize) -> &mut [f32] {
        let start = row * (self.columns + 2) + 1;
        &mut self.values[start..start + self.columns]
    }

    /// Sets the columns on the sides of a row: to the samples across the edge, or to `beyond` if there are none.
    pub(super) fn close(&mut self, grid: Grid, row: usize, beyond: f32) {
        let start = row * (self.columns + 2);
        let (first, last) = (start + 1, start + self.columns);
        let [left, right] = match grid.edge {
            Edge::Repeat => [self.values[last], self.values[first]],
            Edge::Extend => [beyond; 2],
        };
        (self.values[start], self.values[last + 1]) = (left, right);
    }

    /// The neighbors of the samples of a row, in the order of [`AROUND`](super::neighbors::AROUND).
    pub(super) fn around(&self, row: usize) -> [&[f32]; 8] {
        let [above, here, below] = [row - 1, row, row + 1];
        [
            self.shifted(above, 0),
            self.shifted(above, 1),
            self.shifted(above, 2),
            self.shifted(here, 0),
            self.shifted(here, 2),
            self.shifted(below, 0),
            self.shifted(below, 1),
            self.shifted(below, 2),
        ]
    }

    fn shifted(&self, row: usize, by: usize) -> &[f32] {
        let start = row * (self.columns + 2) + by;
        &self.values[start..start + self.columns]
    }
}

/// The row of a grid at an index, which may lie beyond the edge.
pub(super) fn row_of(grid: Grid, index: isize) -> Option<usize> {
    let rows = grid.rows() as isize;
    match grid.edge {
        Edge::Repeat => Some(index.rem_euclid(rows) as usize),
        Edge::Extend => (0 <= index && index < rows).then_some(index as usize),
    }
}

//! Neighbors of a sample.

use std::ops::Range;

use super::stop::Stop;
use crate::grid::{Edge, Grid};

/// Columns and rows to the eight neighbors, row by row.
pub(super) const AROUND: [[isize; 2]; 8] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/// The rows and columns whose samples have all eight neighbors.
pub(super) fn inner(grid: Grid) -> (Range<usize>, Range<usize>) {
    let range = |count: usize| match grid.edge {
        Edge::Repeat => 0..count,
        Edge::Extend => 1..count.saturating_sub(1),
    };
    (range(grid.rows()), range(grid.columns()))
}

/// Samples between two checks for a stop.
const SAMPLES_PER_CHECK: usize = 4096;

/// Visits the samples that have all eight neighbors row by row; `None` if stopped.
pub(super) fn visit(grid: Grid, stop: Stop, mut visit: impl FnMut(usize, usize)) -> Option<()> {
    let (rows, columns) = inner(grid);
    for row in rows {
        for start in columns.clone().step_by(SAMPLES_PER_CHECK) {
            if stop.stops() {
                return None;
            }
            for column in start..(start + SAMPLES_PER_CHECK).min(columns.end) {
                visit(row, column);
            }
        }
    }
    Some(())
}

/// The indices of the samples at and around a sample, in rows: for samples with all eight neighbors.
pub(super) struct Window {
    /// The first samples of the rows above, at and below.
    rows: [usize; 3],
    /// The columns to the left, at and to the right.
    columns: [usize; 3],
}

impl Window {
    // The compiler makes slow loops of `map` here.
    #[inline(always)]
    pub(super) fn new(grid: Grid, row: usize, column: usize) -> Window {
        let before = |index: usize, count: usize| if index == 0 { count - 1 } else { index - 1 };
        let after = |index: usize, count: usize| if index + 1 == count { 0 } else { index + 1 };
        let (rows, columns) = (grid.rows(), grid.columns());
        Window {
            rows: [before(row, rows) * columns, row * columns, after(row, rows) * columns],
            columns: [before(column, columns), column, after(column, columns)],
        }
    }

    /// The index of a sample, by its row and column in the window.
    #[inline(always)]
    pub(super) fn index(&self, row: usize, column: usize) -> usize {
        self.rows[row] + self.columns[column]
    }

    /// The values at the samples, row by row.
    #[inline(always)]
    pub(super) fn values(&self, values: &[f32]) -> [[f32; 3]; 3] {
        let [left, here, right] = self.columns;
        let three = |row: usize| {
            let row = &values[row..];
            if left + 2 == right
                && let Some(three) = row[left..].first_chunk::<3>()
            {
                return *three;
            }
            [row[left], row[here], row[right]]
        };
        let [above, at, below] = self.rows;
        [three(above), three(at), three(below)]
    }
}

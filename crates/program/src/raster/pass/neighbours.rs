//! Neighbours of a sample.

use std::ops::Range;

use super::stop::Stop;
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

/// Rows that are under way at the same time.
const UNDER_WAY: usize = 8;

/// Samples between two checks for a stop.
const AT_ONCE: usize = 4096;

/// Visits samples so that the result is that of visiting row by row, for visits that read and write at most the eight
/// neighbours; none if stopped.
///
/// If the edge ends the grid, several rows are under way, each `apart` columns behind the row above: far enough that the
/// neighbourhoods of two visits do not meet out of turn. Visits of different rows do not wait for each other's results.
/// If the grid repeats, the first sample of a row needs the last one of the row above, so it is row by row.
pub(super) fn visit(grid: Grid, apart: usize, stop: Stop, mut visit: impl FnMut(usize, usize)) -> Option<()> {
    let (rows, columns) = inner(grid);
    let under_way = if grid.edge == Edge::Repeat { 1 } else { UNDER_WAY };
    let checks = (AT_ONCE / under_way).min(columns.len()).max(1);
    for first in rows.clone().step_by(under_way) {
        let count = under_way.min(rows.end - first);
        for turn in 0..columns.len() + apart * (count - 1) {
            if turn % checks == 0 && stop() {
                return None;
            }
            let done = if turn < columns.len() { 0 } else { (turn - columns.len()) / apart + 1 };
            let begun = (turn / apart + 1).min(count);
            for row in done..begun {
                visit(first + row, columns.start + turn - apart * row);
            }
        }
    }
    Some(())
}

/// The indices of the samples at and around a sample, in rows: for samples with all eight neighbours.
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

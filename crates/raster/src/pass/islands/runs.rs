//! Runs of samples above 0, and which of them touch.

use std::ops::Range;

use travertine_parallel as parallel;

use super::super::stop::{Stop, Stopped, check};
use super::union::Union;
use crate::grid::{Edge, Grid};

/// The runs of samples above 0 in all rows.
pub(super) struct Runs {
    /// First and last column of each run.
    pub(super) spans: Vec<[u32; 2]>,
    /// The first run of each row, and the number of runs.
    pub(super) firsts: Vec<usize>,
}

impl Runs {
    pub(super) fn new(grid: Grid, values: &[f32], stop: Stop) -> Option<Runs> {
        let found = parallel::try_map(values.chunks(grid.columns()), |values| {
            check(stop)?;
            let (mut spans, mut start) = (Vec::new(), None);
            for (column, value) in values.iter().enumerate() {
                match (*value > 0.0, start) {
                    (true, None) => start = Some(column as u32),
                    (false, Some(first)) => {
                        spans.push([first, column as u32 - 1]);
                        start = None;
                    }
                    _ => {}
                }
            }
            spans.extend(start.map(|first| [first, values.len() as u32 - 1]));
            Ok::<_, Stopped>(spans)
        });
        let found = found.ok()?;
        let mut firsts = Vec::with_capacity(grid.rows() + 1);
        firsts.push(0);
        for spans in &found {
            firsts.push(firsts[firsts.len() - 1] + spans.len());
        }
        Some(Runs { spans: found.concat(), firsts })
    }

    pub(super) fn row(&self, row: usize) -> Range<usize> {
        self.firsts[row]..self.firsts[row + 1]
    }

    /// Joins the runs of a row with each other, across the edge, and with those of the next row.
    pub(super) fn join(&self, grid: Grid, row: usize, diagonal: bool, union: &mut Union) {
        let repeat = grid.edge == Edge::Repeat;
        let last = grid.columns() as u32 - 1;
        let here = self.row(row);
        let begins = |runs: &Range<usize>| (!runs.is_empty() && self.spans[runs.start][0] == 0).then_some(runs.start);
        let ends =
            |runs: &Range<usize>| (!runs.is_empty() && self.spans[runs.end - 1][1] == last).then(|| runs.end - 1);
        if repeat && let (Some(end), Some(begin)) = (ends(&here), begins(&here)) {
            union.join(end, begin, [1, 0]);
        }
        let (next, down) = match row + 1 {
            next if next < grid.rows() => (self.row(next), 0),
            _ if repeat => (self.row(0), 1),
            _ => return,
        };
        let reach = u32::from(diagonal);
        let (mut above, mut below) = (here.start, next.start);
        while above < here.end && below < next.end {
            let ([start, end], [other_start, other_end]) = (self.spans[above], self.spans[below]);
            if start <= other_end + reach && other_start <= end + reach {
                union.join(above, below, [0, down]);
            }
            // The run that ends first cannot touch another one, except across the corner.
            if end < other_end { above += 1 } else { below += 1 }
        }
        if diagonal && repeat {
            if let (Some(end), Some(begin)) = (ends(&here), begins(&next)) {
                union.join(end, begin, [1, down]);
            }
            if let (Some(begin), Some(end)) = (begins(&here), ends(&next)) {
                union.join(begin, end, [-1, down]);
            }
        }
    }
}

//! What drops do to the land: they wash soil away, deposit it, and leave water.

use travertine_noise::Kernel;

use super::record::{BELOW, HEIGHT_UNIT, REACHED, Record, WATER_UNIT, weight};
use crate::raster::{Edge, Grid};

/// Samples of a row that are changed together. Those that drops do not reach change by 0.
const WIDE: usize = 8;

/// Changes the rows of a part of the land by the records of drops.
pub(super) struct Soil<'a> {
    pub(super) grid: Grid,
    pub(super) records: &'a [Record],
    /// The first row of the part.
    pub(super) first: usize,
    /// Changes of the heights, followed by some samples that do not count.
    pub(super) changes: &'a mut [i64],
    pub(super) water: &'a mut [i64],
}

/// Number of samples after the changes of a part.
pub(super) const MARGIN: usize = WIDE;

impl Kernel for Soil<'_> {
    #[inline(always)]
    fn run(self) {
        let Soil { grid, records, first, changes, water } = self;
        let (columns, all_rows) = (grid.columns(), grid.rows());
        let rows = water.len() / columns;
        let repeat = grid.edge == Edge::Repeat;
        for record in records {
            let sample = (record.nearest as usize).wrapping_sub(first * columns);
            if let Some(water) = water.get_mut(sample) {
                *water += (record.water / WATER_UNIT) as i64;
            }
            let below = [record.position[0].floor(), record.position[1].floor()];
            let washes = record.total > 0.0;
            let steps = if washes { REACHED } else { 2 };
            let before = if washes { BELOW } else { 0 };
            for step in 0..steps {
                let row = below[1] as isize + step as isize - before as isize;
                let row = match row {
                    row if 0 <= row && row < all_rows as isize => row as usize,
                    row if repeat => row.rem_euclid(all_rows as isize) as usize,
                    _ => continue,
                };
                let Some(row) = row.checked_sub(first).filter(|row| *row < rows) else { continue };
                let mut amounts = [0.0; WIDE];
                if washes {
                    let distance = below[1] + (step as f64 - BELOW as f64) - record.position[1];
                    let square = distance * distance;
                    for index in 0..WIDE {
                        let sample = below[0] + (index as f64 - BELOW as f64);
                        let distance = sample - record.position[0];
                        let weight = weight(distance * distance + square);
                        amounts[index] = -record.amount * (weight / record.total);
                    }
                } else {
                    let [u, v] = [record.position[0] - below[0], record.position[1] - below[1]];
                    let v = if step == 0 { 1.0 - v } else { v };
                    amounts[0] = record.amount * ((1.0 - u) * v);
                    amounts[1] = record.amount * (u * v);
                }
                let mut units = [0; WIDE];
                for index in 0..WIDE {
                    units[index] = (amounts[index] / HEIGHT_UNIT) as i64;
                }
                let column = below[0] as isize - before as isize;
                if column >= 0 && column as usize + steps <= columns {
                    // What lies beyond the row changes by 0.
                    let start = row * columns + column as usize;
                    let Some(changes) = changes[start..].first_chunk_mut::<WIDE>() else { continue };
                    for index in 0..WIDE {
                        changes[index] += units[index];
                    }
                } else {
                    for index in 0..steps {
                        let column = column + index as isize;
                        let column = match column {
                            column if 0 <= column && column < columns as isize => column as usize,
                            column if repeat => column.rem_euclid(columns as isize) as usize,
                            _ => continue,
                        };
                        changes[row * columns + column] += units[index];
                    }
                }
            }
        }
    }
}

/// Adds changes to heights, which stay between 0 and 1, and clears the changes.
pub(super) struct Settle<'a> {
    pub(super) heights: &'a mut [f64],
    pub(super) changes: &'a mut [i64],
}

impl Kernel for Settle<'_> {
    #[inline(always)]
    fn run(self) {
        let heights = self.heights.chunks_mut(WIDE);
        for (heights, changes) in heights.zip(self.changes.chunks_mut(WIDE)) {
            if changes.iter().all(|change| *change == 0) {
                continue;
            }
            for (height, change) in heights.iter_mut().zip(changes) {
                *height = (*height + *change as f64 * HEIGHT_UNIT).clamp(0.0, 1.0);
                *change = 0;
            }
        }
    }
}

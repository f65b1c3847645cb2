//! Visits of samples in turn, in lanes: several rows are under way, each some columns behind the row above.

use travertine_noise::{Kernel, Level};

use super::neighbors::inner;
use super::stop::{Stop, check, rounds};
use crate::grid::Grid;
use crate::plane::Plane;

/// Rows under way at the same time.
pub(super) const LANES: usize = 16;
pub(super) type Lanes = [f32; LANES];
/// The rows under way, and one above and below them.
const ROWS: usize = LANES + 2;
/// Columns by which a row follows the one above. With 3, the neighborhoods of two visits do not overlap; with one more,
/// a row does not wait for memory that the one above has just written.
const ROW_DELAY: usize = 4;
/// Turns between two checks for a stop.
const TURNS_PER_CHECK: usize = 128;

/// What happens to a sample and its eight neighbors.
pub(super) trait Visit: Copy {
    /// Changes samples, which are given by row, column and lane, where a lane is `active`.
    fn visit(self, around: &mut [[Lanes; 3]; 3], control: &Lanes, active: &[bool; LANES]);
}

/// Number of floats in memory.
pub(super) fn floats(columns: usize) -> usize {
    2 * turns(columns) * ROWS
}

/// Number of turns that have a place in memory.
fn turns(columns: usize) -> usize {
    columns + ROW_DELAY * ROWS + 2
}

/// Visits the samples that have all eight neighbors, on a grid that does not repeat. The result is that of visiting row
/// by row; `None` if stopped.
pub(super) fn visit(
    grid: Grid,
    heights: &mut [f32],
    control: &Plane,
    iterations: u32,
    level: Level,
    visit: impl Visit,
    stop: Stop,
) -> Option<()> {
    let (rows, columns) = inner(grid);
    let mut skewed = vec![[0.0; ROWS]; turns(grid.columns())];
    let full = matches!(control, Plane::Full(_));
    let mut controls = vec![[control.at(0); ROWS]; if full { turns(grid.columns()) } else { 1 }];
    for _ in rounds(iterations, stop) {
        for first in rows.clone().step_by(LANES) {
            let count = LANES.min(rows.end - first);
            let above = (first - 1) * grid.columns();
            let samples = above..above + (count + 2) * grid.columns();
            skew(&heights[samples.clone()], grid.columns(), &mut skewed);
            if let Plane::Full(control) = control {
                skew(&control[samples.clone()], grid.columns(), &mut controls);
            }
            let all = columns.len() + ROW_DELAY * (count - 1);
            for start in (0..all).step_by(TURNS_PER_CHECK) {
                check(stop).ok()?;
                let turns = start..(start + TURNS_PER_CHECK).min(all);
                let (skewed, controls) = (&mut skewed, &controls);
                level.run(Turns { skewed, controls, columns: columns.len(), count, turns, visit });
            }
            for (row, heights) in heights[samples].chunks_mut(grid.columns()).enumerate() {
                for (height, skewed) in heights.iter_mut().zip(&skewed[ROW_DELAY * row..]) {
                    *height = skewed[row];
                }
            }
        }
    }
    Some(())
}

/// Writes rows so that what is visited in a turn is together.
fn skew(values: &[f32], columns: usize, skewed: &mut [[f32; ROWS]]) {
    for (row, values) in values.chunks(columns).enumerate() {
        for (value, skewed) in values.iter().zip(&mut skewed[ROW_DELAY * row..]) {
            skewed[row] = *value;
        }
    }
}

/// Some turns. In each, the lane i visits the column `turn - ROW_DELAY * i` of those with neighbors.
struct Turns<'a, V> {
    skewed: &'a mut [[f32; ROWS]],
    /// One for each turn, or one for all.
    controls: &'a [[f32; ROWS]],
    /// Number of columns with neighbors.
    columns: usize,
    /// Number of lanes with a row.
    count: usize,
    turns: std::ops::Range<usize>,
    visit: V,
}

impl<V: Visit> Kernel for Turns<'_, V> {
    #[inline(always)]
    fn run(self) {
        let Turns { skewed, controls, columns, count, turns, visit } = self;
        let mut around = [[[0.0; LANES]; 3]; 3];
        for row in 0..3 {
            for column in 1..3 {
                around[row][column] = load(skewed, turns.start + column - 1, row);
            }
        }
        let end = turns.end;
        for turn in turns {
            for row in 0..3 {
                around[row] = [around[row][1], around[row][2], load(skewed, turn + 2, row)];
            }
            let control = &controls[(turn + 1 + ROW_DELAY).min(controls.len() - 1)];
            let mut here = [0.0; LANES];
            here.copy_from_slice(&control[1..=LANES]);
            let mut active = [false; LANES];
            for lane in 0..LANES {
                let column = (turn as i32).wrapping_sub((ROW_DELAY * lane) as i32);
                active[lane] = (column >= 0) & (column < columns as i32) & (lane < count);
            }
            visit.visit(&mut around, &here, &active);
            for row in 0..3 {
                store(skewed, turn, row, &around[row][0]);
            }
        }
        for row in 0..3 {
            for column in 1..3 {
                store(skewed, end - 1 + column, row, &around[row][column]);
            }
        }
    }
}

/// The samples above, at or below those of a turn.
#[inline(always)]
fn load(skewed: &[[f32; ROWS]], turn: usize, row: usize) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&skewed[turn + ROW_DELAY * row][row..row + LANES]);
    lanes
}

#[inline(always)]
fn store(skewed: &mut [[f32; ROWS]], turn: usize, row: usize, lanes: &Lanes) {
    skewed[turn + ROW_DELAY * row][row..row + LANES].copy_from_slice(lanes);
}

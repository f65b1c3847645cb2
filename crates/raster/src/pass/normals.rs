//! Normals as published with the classic noise, from the cells around each sample.

use travertine_noise::{Interval, Kernel, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition, full};
use super::stop::{Stop, check};
use crate::grid::Grid;
use crate::plane::{Plane, heights};

/// Twinklingstar's normals. Plane: heights in units. Channels: components to the right, up, and down the picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Normals;

impl Definition for Normals {
    const DOING: &'static str = "Measuring slopes";
    const PLANES: usize = 1;
    const CHANNELS: usize = 3;

    fn cost(self, _: Grid) -> Cost {
        // The heights.
        Cost { kept: 3, scratch: 1, of_thread: 0, work: 40 }
    }

    fn interval(self, _: usize, _: &[Interval]) -> Interval {
        Interval::SIGNED_UNIT
    }

    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        full(run(grid, &heights(&planes[0], grid), level, stop))
    }
}

/// Twinklingstar, "Classical Perlin Noise" (2015): a cell between four samples has the cross product of its edges; a
/// sample has the mean of the up to four cells around it, of length 1. x is to the right, y up, z down the picture.
fn run(grid: Grid, heights: &[f32], level: Level, stop: Stop) -> Option<Vec<Vec<f32>>> {
    let columns = grid.columns();
    let spacing = 1.0 / f64::from(grid.resolution);
    let [mut right, mut up, mut down] = [(); 3].map(|()| vec![0.0_f32; heights.len()]);
    let rows = right.chunks_mut(columns).zip(up.chunks_mut(columns)).zip(down.chunks_mut(columns));
    parallel::try_for_each(rows.enumerate(), |(row, ((right, up), down))| {
        let last = columns - 1;
        let inside = 0 < row && row + 1 < grid.rows();
        for column in if inside { 0..1 } else { 0..columns }.chain(if inside { last..columns } else { 0..0 }) {
            [right[column], up[column], down[column]] = at_edge(grid, heights, column, row, spacing);
        }
        if inside && let Some(inner) = columns.checked_sub(2) {
            let rows = [row - 1, row, row + 1].map(|row| &heights[row * columns..][..columns]);
            let out = [right, up, down].map(|out| &mut out[1..=inner]);
            level.run(Inner { rows, spacing, out });
        }
        check(stop)
    })
    .ok()?;
    Some(vec![right, up, down])
}

/// The normals of the inner samples of a row, which have four cells each.
struct Inner<'a> {
    /// The rows above, at and below.
    rows: [&'a [f32]; 3],
    spacing: f64,
    out: [&'a mut [f32]; 3],
}

impl Kernel for Inner<'_> {
    #[inline(always)]
    fn run(self) {
        let [right, up, down] = self.out;
        let count = right.len();
        let (up, down) = (&mut up[..count], &mut down[..count]);
        let rows = self.rows.map(|row| [&row[..count], &row[1..=count], &row[2..count + 2]]);
        for index in 0..count {
            let height = |row: usize, column: usize| f64::from(rows[row][column][index]);
            let (mut x, mut z) = (0.0, 0.0);
            for [column, row] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let here = height(row, column);
                (x, z) = (x - (height(row, column + 1) - here), z - (height(row + 1, column) - here));
            }
            let normal = normal(x, 4.0, z, self.spacing);
            [right[index], up[index], down[index]] = normal;
        }
    }
}

/// The vector of length 1 along a sum of normals of cells, whose second component is their number.
///
/// Each is the cross product of (0, south, spacing) and (spacing, east, 0), divided by the spacing.
#[inline(always)]
fn normal(x: f64, count: f64, z: f64, spacing: f64) -> [f32; 3] {
    let (x, y, z) = (x / spacing, count, z / spacing);
    let length = (x * x + y * y + z * z).sqrt();
    [(x / length) as f32, (y / length) as f32, (z / length) as f32]
}

/// The normal of a sample that may have fewer than four cells.
fn at_edge(grid: Grid, heights: &[f32], column: usize, row: usize, spacing: f64) -> [f32; 3] {
    let corners = [[-1, -1], [-1, 0], [0, -1], [0, 0]];
    let cells = corners.into_iter().filter_map(|corner| cell(grid, heights, column, row, corner));
    let [x, z, count] = cells.fold([0.0; 3], |[x, z, count], [east, south]| [x - east, z - south, count + 1.0]);
    if count == 0.0 { [0.0, 1.0, 0.0] } else { normal(x, count, z, spacing) }
}

/// Differences of height from a cell's first sample to the one on its right and the one below.
fn cell(grid: Grid, heights: &[f32], column: usize, row: usize, [dx, dy]: [isize; 2]) -> Option<[f64; 2]> {
    let height = |way| grid.neighbor(column, row, way).map(|sample| f64::from(heights[sample]));
    let (here, east, south) = (height([dx, dy])?, height([dx + 1, dy])?, height([dx, dy + 1])?);
    // A cell needs its fourth corner.
    height([dx + 1, dy + 1])?;
    Some([east - here, south - here])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, Sampling};

    #[test]
    fn a_slope_has_its_normal_everywhere() {
        let grid = Grid { resolution: 4, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
        // Rises 3/4 for each unit to the right.
        let heights: Vec<f32> = (0..16).map(|sample| (sample % 4) as f32 * 0.1875).collect();
        let [x, y, z] = run(grid, &heights, Level::detect(), &|| false).unwrap().try_into().unwrap();
        for sample in 0..16 {
            assert_eq!([x[sample], y[sample], z[sample]], [-0.6, 0.8, 0.0]);
        }
    }
}

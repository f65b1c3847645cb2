//! Normals as published with the classic noise, from the cells around each sample.

use super::stop::{Stop, check};
use crate::parallel;
use crate::raster::Grid;

/// Twinklingstar, "Classical Perlin Noise" (2015): a cell between four samples has the cross product of its edges; a
/// sample has the mean of the up to four cells around it, of length 1. x is to the right, y up, z down the picture.
pub(super) fn run(grid: Grid, heights: &[f32], stop: Stop) -> Option<Vec<Vec<f32>>> {
    let columns = grid.columns();
    let spacing = 1.0 / f64::from(grid.resolution);
    let [mut right, mut up, mut down] = [(); 3].map(|()| vec![0.0_f32; heights.len()]);
    let rows = right.chunks_mut(columns).zip(up.chunks_mut(columns)).zip(down.chunks_mut(columns));
    parallel::try_for_each(rows.enumerate(), |(row, ((right, up), down))| {
        for (column, ((right, up), down)) in right.iter_mut().zip(up).zip(down).enumerate() {
            let corners = [[-1, -1], [-1, 0], [0, -1], [0, 0]];
            let cells = corners.into_iter().filter_map(|corner| cell(grid, heights, column, row, corner));
            // The cross product of (0, south, spacing) and (spacing, east, 0), divided by the spacing.
            let [x, z, count] =
                cells.fold([0.0; 3], |[x, z, count], [east, south]| [x - east, z - south, count + 1.0]);
            let (x, y, z) = (x / spacing, count, z / spacing);
            let length = (x * x + y * y + z * z).sqrt();
            [*right, *up, *down] =
                if count == 0.0 { [0.0, 1.0, 0.0] } else { [x, y, z].map(|part| (part / length) as f32) };
        }
        check(stop)
    })
    .ok()?;
    Some(vec![right, up, down])
}

/// Differences of height from a cell's first sample to the one on its right and the one below.
fn cell(grid: Grid, heights: &[f32], column: usize, row: usize, [dx, dy]: [isize; 2]) -> Option<[f64; 2]> {
    let height = |way| grid.neighbour(column, row, way).map(|sample| f64::from(heights[sample]));
    let (here, east, south) = (height([dx, dy])?, height([dx + 1, dy])?, height([dx, dy + 1])?);
    // A cell needs its fourth corner.
    height([dx + 1, dy + 1])?;
    Some([east - here, south - here])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::{Edge, Sampling};

    #[test]
    fn a_slope_has_its_normal_everywhere() {
        let grid = Grid { resolution: 4, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
        // Rises 3/4 for each unit to the right.
        let heights: Vec<f32> = (0..16).map(|sample| (sample % 4) as f32 * 0.1875).collect();
        let [x, y, z] = run(grid, &heights, &|| false).unwrap().try_into().unwrap();
        for sample in 0..16 {
            assert_eq!([x[sample], y[sample], z[sample]], [-0.6, 0.8, 0.0]);
        }
    }
}

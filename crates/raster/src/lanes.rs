//! A channel at many positions: the arithmetic of [`Raster::at`](super::Raster::at), on many samples at once.
//!
//! Samples of a row of a picture mostly share y, so the four rows of the grid around them are the same. These are first
//! laid out as one strip, the four samples of a column adjacent, so that one vector holds a column.

use travertine_noise::{Kernel, Level};

use crate::grid::{Edge, Grid, Line, Sampling, rounded};
use crate::weights::{cubic, cubic_slope, power};

/// Positions in a block.
const BLOCK: usize = 256;
/// Positions that are computed in one go; a block is a multiple of it.
const POSITIONS_PER_STEP: usize = 16;
/// Most columns of a strip.
const STRIP: usize = 2 * BLOCK;
/// Up to this distance, whole periods are subtracted exactly.
const EXACT_DISTANCE: f32 = 1e9;

/// The samples of a plane over `grid` at many positions. False, with nothing done, if a position is too far away.
pub(super) fn interpolate(
    grid: Grid,
    values: &[f32],
    orders: [u8; 2],
    level: Level,
    [xs, ys]: [&[f32]; 2],
    out: &mut [f32],
) -> bool {
    let far = |coordinates: &[f32]| coordinates.iter().fold(false, |far, x| far | (x.abs() > EXACT_DISTANCE));
    if far(xs) || far(ys) {
        return false;
    }
    match (grid.sampling, grid.edge, orders == [0; 2]) {
        (Sampling::Cubic, Edge::Repeat, true) => {
            level.run(Blocks::<4, true, false> { grid, values, orders, xs, ys, out })
        }
        (Sampling::Cubic, Edge::Repeat, false) => {
            level.run(Blocks::<4, true, true> { grid, values, orders, xs, ys, out })
        }
        (Sampling::Cubic, Edge::Extend, true) => {
            level.run(Blocks::<4, false, false> { grid, values, orders, xs, ys, out })
        }
        (Sampling::Cubic, Edge::Extend, false) => {
            level.run(Blocks::<4, false, true> { grid, values, orders, xs, ys, out })
        }
        (_, Edge::Repeat, true) => level.run(Blocks::<2, true, false> { grid, values, orders, xs, ys, out }),
        (_, Edge::Repeat, false) => level.run(Blocks::<2, true, true> { grid, values, orders, xs, ys, out }),
        (_, Edge::Extend, true) => level.run(Blocks::<2, false, false> { grid, values, orders, xs, ys, out }),
        (_, Edge::Extend, false) => level.run(Blocks::<2, false, true> { grid, values, orders, xs, ys, out }),
    }
    true
}

/// Positions with `TAPS` samples around them along each axis: the outer two of four have no weight if it is 2.
/// `SLOPED` is whether the weights are differentiated, as often as `orders` specifies.
struct Blocks<'a, const TAPS: usize, const REPEAT: bool, const SLOPED: bool> {
    grid: Grid,
    values: &'a [f32],
    orders: [u8; 2],
    xs: &'a [f32],
    ys: &'a [f32],
    out: &'a mut [f32],
}

/// Places along an axis: the first sample of each, and the weights.
struct Places<const TAPS: usize> {
    first: [i32; BLOCK],
    weights: [[f64; BLOCK]; TAPS],
}

impl<const TAPS: usize> Places<TAPS> {
    const NONE: Self = Places { first: [0; BLOCK], weights: [[0.0; BLOCK]; TAPS] };

    #[inline(always)]
    fn find<const REPEAT: bool, const SLOPED: bool>(
        &mut self,
        line: Line,
        sampling: Sampling,
        order: u8,
        coordinates: &[f32],
    ) {
        let order = if SLOPED { order } else { 0 };
        for (go, coordinates) in coordinates.chunks(POSITIONS_PER_STEP).enumerate() {
            let mut now = [0.0; POSITIONS_PER_STEP];
            now[..coordinates.len()].copy_from_slice(coordinates);
            let (mut first, mut weights) = ([0; POSITIONS_PER_STEP], [[0.0; POSITIONS_PER_STEP]; TAPS]);
            for index in 0..POSITIONS_PER_STEP {
                let (below, t) = line.place::<REPEAT>(now[index]);
                if TAPS == 4 {
                    first[index] = whole(below) - 1;
                    let four = if order > 0 { cubic_slope(order, t) } else { cubic(t) };
                    for tap in 0..TAPS {
                        weights[tap][index] = four[tap];
                    }
                } else {
                    first[index] = whole(below);
                    let two = sampling.between(t, order);
                    for tap in 0..TAPS {
                        weights[tap][index] = two[tap];
                    }
                }
                if order > 0 {
                    let rise = power(line.rise::<REPEAT>(now[index]), order);
                    for tap in 0..TAPS {
                        weights[tap][index] *= rise;
                    }
                }
            }
            let start = go * POSITIONS_PER_STEP;
            self.first[start..start + POSITIONS_PER_STEP].copy_from_slice(&first);
            for tap in 0..TAPS {
                self.weights[tap][start..start + POSITIONS_PER_STEP].copy_from_slice(&weights[tap]);
            }
        }
    }
}

/// A whole number between -2^31 and 2^31 as an integer. Unlike a cast, it is one addition on every machine: at this
/// magnitude, the last bits of a float count ones.
#[inline(always)]
fn whole(number: f64) -> i32 {
    const ONES: f64 = 6_755_399_441_055_744.0;
    (number + ONES).to_bits() as i32
}

impl<const TAPS: usize, const REPEAT: bool, const SLOPED: bool> Kernel for Blocks<'_, TAPS, REPEAT, SLOPED> {
    #[inline(always)]
    fn run(self) {
        let Blocks { grid, values, orders, xs, ys, out } = self;
        let (mut columns, mut rows) = (Places::<TAPS>::NONE, Places::<TAPS>::NONE);
        let mut strip = [[0.0; TAPS]; STRIP];
        let positions = xs.chunks(BLOCK).zip(ys.chunks(BLOCK));
        for ((xs, ys), out) in positions.zip(out.chunks_mut(BLOCK)) {
            columns.find::<REPEAT, SLOPED>(grid.along_x(), grid.sampling, orders[0], xs);
            let same = ys.iter().fold(true, |same, y| same & (y.to_bits() == ys[0].to_bits()));
            let down = if same { &ys[..1] } else { ys };
            rows.find::<REPEAT, SLOPED>(grid.along_y(), grid.sampling, orders[1], down);
            let (least, width) = extent(&columns.first[..xs.len()]);
            // In a strip, the places are counted from its first column.
            let in_strip = same && width + TAPS <= STRIP;
            if in_strip {
                lay(grid, values, least, rows.first[0], &mut strip[..width + TAPS]);
            }
            for (go, out) in out.chunks_mut(POSITIONS_PER_STEP).enumerate() {
                let start = go * POSITIONS_PER_STEP;
                let mut sums = [[0.0; TAPS]; POSITIONS_PER_STEP];
                for index in 0..out.len() {
                    let (column, row) =
                        (columns.first[start + index], rows.first[if same { 0 } else { start + index }]);
                    let mut across = [0.0; TAPS];
                    for tap in 0..TAPS {
                        across[tap] = columns.weights[tap][start + index];
                    }
                    let is_sloped = SLOPED && orders[0] > 0;
                    if in_strip {
                        let Some(around) = strip[(column - least) as usize..].first_chunk() else { continue };
                        add(&mut sums[index], across, around, is_sloped);
                    } else {
                        add(&mut sums[index], across, &around(grid, values, column, row), is_sloped);
                    }
                    if SLOPED && orders[1] > 0 {
                        let common = sums[index][TAPS / 2 - 1];
                        for sum in &mut sums[index] {
                            *sum -= common;
                        }
                    }
                }
                let mut down = [[0.0; POSITIONS_PER_STEP]; TAPS];
                for row in 0..TAPS {
                    down[row] = if same {
                        [rows.weights[row][0]; POSITIONS_PER_STEP]
                    } else {
                        let mut weights = [0.0; POSITIONS_PER_STEP];
                        weights.copy_from_slice(&rows.weights[row][start..start + POSITIONS_PER_STEP]);
                        weights
                    };
                }
                let mut now = [0.0; POSITIONS_PER_STEP];
                for index in 0..POSITIONS_PER_STEP {
                    let mut sum = 0.0;
                    for row in 0..TAPS {
                        sum += down[row][index] * sums[index][row];
                    }
                    now[index] = rounded(sum);
                }
                out.copy_from_slice(&now[..out.len()]);
            }
        }
    }
}

/// The least number, and the difference to the greatest.
#[inline(always)]
fn extent(numbers: &[i32]) -> (i32, usize) {
    let (least, greatest) = numbers.iter().fold((i32::MAX, i32::MIN), |(least, greatest), number| {
        (if *number < least { *number } else { least }, if *number > greatest { *number } else { greatest })
    });
    (least, (greatest - least) as usize)
}

/// Adds columns, whose samples lie in `TAPS` rows, to the sums along these rows. The sums grow together; the order
/// within each is that of the definition. If the weights are differentiated, a sample of each row is left out of all:
/// see `Neighbors::mix`.
#[inline(always)]
fn add<const TAPS: usize>(sums: &mut [f64; TAPS], across: [f64; TAPS], around: &[[f64; TAPS]; TAPS], is_sloped: bool) {
    for tap in 0..TAPS {
        for row in 0..TAPS {
            let common = if is_sloped { around[TAPS / 2 - 1][row] } else { 0.0 };
            sums[row] += across[tap] * (around[tap][row] - common);
        }
    }
}

/// The columns of samples from a column and a row on.
#[inline(always)]
fn around<const TAPS: usize>(grid: Grid, values: &[f32], column: i32, row: i32) -> [[f64; TAPS]; TAPS] {
    let (width, height) = (grid.columns(), grid.rows());
    let mut around = [[0.0; TAPS]; TAPS];
    let inside = column >= 0 && column as usize + TAPS <= width && row >= 0 && row as usize + TAPS <= height;
    if inside {
        let mut rest = &values[row as usize * width + column as usize..];
        for down in 0..TAPS {
            if let Some(line) = rest.first_chunk::<TAPS>() {
                for tap in 0..TAPS {
                    around[tap][down] = f64::from(line[tap]);
                }
            }
            rest = rest.get(width..).unwrap_or_default();
        }
    } else {
        let (along_x, along_y) = (grid.along_x(), grid.along_y());
        for down in 0..TAPS {
            let start = along_y.sample(i64::from(row) + down as i64) * width;
            for tap in 0..TAPS {
                around[tap][down] = f64::from(values[start + along_x.sample(i64::from(column) + tap as i64)]);
            }
        }
    }
    around
}

/// Lays out `TAPS` rows of a plane from a column on.
#[inline(always)]
fn lay<const TAPS: usize>(grid: Grid, values: &[f32], column: i32, row: i32, strip: &mut [[f64; TAPS]]) {
    let width = grid.columns();
    let (along_x, along_y) = (grid.along_x(), grid.along_y());
    let rows: [&[f32]; TAPS] = std::array::from_fn(|down| {
        let start = along_y.sample(i64::from(row) + down as i64) * width;
        &values[start..start + width]
    });
    if column >= 0 && column as usize + strip.len() <= width {
        let count = strip.len();
        let rows = rows.map(|row| &row[column as usize..][..count]);
        for index in 0..count {
            for down in 0..TAPS {
                strip[index][down] = f64::from(rows[down][index]);
            }
        }
    } else {
        for (index, strip) in strip.iter_mut().enumerate() {
            let sample = along_x.sample(i64::from(column) + index as i64);
            *strip = rows.map(|row| f64::from(row[sample]));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::grid::{Edge, Grid, Sampling};
    use crate::plane::Plane;
    use crate::raster::Raster;
    use travertine_noise::Level;

    /// Positions in rows, warped ones, ones on samples and edges, and ones far away.
    fn positions() -> Vec<[Vec<f32>; 2]> {
        let random = |index: usize| (index * 7919 % 1009) as f32 / 1009.0;
        let count = 700;
        let row: Vec<f32> = (0..count).map(|index| (index as f32 + 0.5) / 300.0 - 0.3).collect();
        let shrunk: Vec<f32> = row.iter().map(|x| x * 40.0).collect();
        let rough: Vec<f32> = (0..count).map(|index| random(index) * 4.0 - 1.0).collect();
        let exact: Vec<f32> = (0..count).map(|index| (index % 40) as f32 / 16.0 - 0.25).collect();
        let far: Vec<f32> = (0..count).map(|index| [3e38, -1e30, 1e9, 0.5][index % 4]).collect();
        let same = |y: f32| vec![y; count];
        vec![
            [row.clone(), same(0.43)],
            [row.clone(), same(-2.0)],
            [shrunk, same(1.96)],
            [row.clone(), rough.clone()],
            [rough.clone(), row],
            [exact.clone(), exact],
            [far.clone(), rough],
            [same(0.1), far],
        ]
    }

    #[test]
    fn every_level_gives_the_bits_of_the_definition() {
        for edge in [Edge::Extend, Edge::Repeat] {
            for sampling in [Sampling::Nearest, Sampling::Linear, Sampling::Cubic] {
                let grid = Grid { resolution: 8, across: 2, down: 1, edge, sampling };
                let value = |sample: usize| (sample * 5741 % 263) as f32 * 0.037 - 4.0;
                let values = (0..grid.samples()).map(value).collect();
                let raster = Raster::new(grid, vec![Plane::Full(values), Plane::Uniform(0.25)]);
                for [xs, ys] in positions() {
                    for level in Level::available() {
                        for length in [0, 1, 255, 700] {
                            for orders in [[1, 0], [0, 1], [2, 1], [0, 3]] {
                                if orders.iter().any(|order| sampling.vanishes(*order)) {
                                    continue;
                                }
                                let mut out = vec![0.0; length];
                                let at = [&xs[..length], &ys[..length]];
                                raster.slope_lanes(0, orders, level, at, &mut out);
                                for index in 0..length {
                                    let expected = raster.slope_at(0, orders, xs[index], ys[index]);
                                    assert_eq!(
                                        out[index].to_bits(),
                                        expected.to_bits(),
                                        "{level}, {grid:?}, {orders:?}"
                                    );
                                }
                            }
                            let mut out = [vec![0.0; length], vec![0.0; length]];
                            for (channel, out) in out.iter_mut().enumerate() {
                                raster.lanes(channel, level, &xs[..length], &ys[..length], out);
                            }
                            for index in 0..length {
                                let expected = raster.at(0, xs[index], ys[index]);
                                assert_eq!(
                                    out[0][index].to_bits(),
                                    expected.to_bits(),
                                    "{level}, {edge:?}, {sampling:?}: {} {}",
                                    xs[index],
                                    ys[index]
                                );
                                assert_eq!(out[1][index], 0.25);
                            }
                        }
                    }
                }
            }
        }
    }
}

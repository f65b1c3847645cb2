//! Gaussian blur, in time that does not depend on its width.

use travertine_noise::{Interval, Kernel, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::stop::{Stop, Stopped, check};
use super::transpose::transposed;
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, clamped, extent, heights};

/// Standard deviations are multiples of this part of the spacing.
const PARTS: u32 = 1024;

/// Means over boxes in a row. With four, a bell differs from the Gaussian by at most 8 % of its peak.
const BOXES: usize = 4;

/// Values are multiples of this part of their range over the grid. Sums of integers below 2^53 are exact in f64, so
/// that running sums do not drift and every part of a grid that repeats has the same bits.
const STEPS: f64 = 4_294_967_295.0;

/// Parts of the weight of a sample.
const WEIGHT: f64 = 65_536.0;

/// A Gaussian blur. Plane: the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blur {
    /// Standard deviation of the Gaussian, in 1024ths of the spacing.
    pub deviation: u32,
}

impl Definition for Blur {
    const DOING: &'static str = "Blurring";
    const PLANES: usize = 1;
    const CHANNELS: usize = 1;

    fn cost(self, grid: Grid) -> Cost {
        // The field, and its steps, also transposed.
        Cost { kept: 1, scratch: 3, of_thread: floats_of_thread(grid, self.deviation), work: 80 }
    }

    fn interval(self, _: usize, planes: &[Interval]) -> Interval {
        clamped(planes[0])
    }

    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let values = heights(&planes[0], grid);
        Some(vec![Plane::Full(run(grid, values, self.deviation, level, stop)?)])
    }
}

/// The values, blurred by a Gaussian with this standard deviation, in parts of the spacing.
///
/// After Pascal Gwosdek, Sven Grewenig, Andrés Bruhn and Joachim Weickert, "Theoretical Foundations of Gaussian
/// Convolution by Extended Box Filtering" (2011): four means in a row along each axis, over boxes whose outermost
/// samples count partly, so that the variances add up to that of the Gaussian. Each is a running sum. Means stay within
/// the range of the values.
fn run(grid: Grid, values: Vec<f32>, deviation: u32, level: Level, stop: Stop) -> Option<Vec<f32>> {
    let (least, greatest) = extent(&values);
    let (base, range) = (f64::from(least), f64::from(greatest) - f64::from(least));
    if range <= 0.0 || deviation == 0 {
        return Some(values);
    }
    let mean = Mean::new(deviation);
    let (columns, rows) = (grid.columns(), grid.rows());
    let steps = |value: &f32| ((f64::from(*value) - base) / range * STEPS + 0.5) as u32;
    let mut whole: Vec<u32> = values.iter().map(steps).collect();
    mean.rows(grid.edge, &mut whole, columns, level, stop)?;
    let mut turned = transposed(&whole, columns, stop)?;
    drop(whole);
    mean.rows(grid.edge, &mut turned, rows, level, stop)?;
    let whole = transposed(&turned, rows, stop)?;
    let value = |steps: &u32| ((base + f64::from(*steps) / STEPS * range) as f32).clamp(least, greatest);
    Some(whole.iter().map(value).collect())
}

/// Memory of each thread, in floats: a row with half of a box on each side, and its sums, of eight bytes each.
fn floats_of_thread(grid: Grid, deviation: u32) -> usize {
    2 * (2 * grid.columns().max(grid.rows()) + 2 * (Mean::new(deviation).whole + 1))
}

/// A mean over a box.
struct Mean {
    /// Samples on each side of the middle that count fully.
    whole: usize,
    /// Weight of the next sample on each side, in parts.
    partly: f64,
}

impl Mean {
    fn new(deviation: u32) -> Mean {
        // More would overflow the sums, and is four times the greatest resolution.
        let deviation = (f64::from(deviation) / f64::from(PARTS)).min(8192.0);
        let variance = deviation * deviation / BOXES as f64;
        // A box of n samples has a variance of (n² - 1) / 12.
        let whole = (((12.0 * variance + 1.0).sqrt() - 1.0) / 2.0).floor();
        let least = whole * (whole + 1.0) / 3.0;
        let partly = (2.0 * whole + 1.0) * (variance - least) / (2.0 * ((whole + 1.0) * (whole + 1.0) - variance));
        Mean { whole: whole as usize, partly: (partly.clamp(0.0, 1.0) * WEIGHT + 0.5).floor() }
    }

    /// Replaces the values of rows by their means, as often as needed.
    fn rows(&self, edge: Edge, values: &mut [u32], columns: usize, level: Level, stop: Stop) -> Option<()> {
        let wide = columns + 2 * (self.whole + 1);
        parallel::try_for_each_with(
            values.chunks_mut(columns),
            || (vec![0.0; wide], vec![0.0; columns]),
            |(wide, sums), row| {
                for _ in 0..BOXES {
                    self.open(edge, row, wide);
                    level.run(Sums { mean: self, wide, sums, means: row });
                }
                check(stop)?;
                Ok::<_, Stopped>(())
            },
        )
        .ok()
    }

    /// Copies a row, with the samples beyond its ends that a box reaches.
    fn open(&self, edge: Edge, row: &[u32], wide: &mut [f64]) {
        let (count, margin) = (row.len(), self.whole + 1);
        wide[margin..][..count].iter_mut().zip(row).for_each(|(wide, value)| *wide = f64::from(*value));
        for step in 0..margin {
            let [before, after] = match edge {
                Edge::Extend => [0, count - 1],
                Edge::Repeat => [count - 1 - step % count, step % count],
            };
            wide[margin - 1 - step] = f64::from(row[before]);
            wide[margin + count + step] = f64::from(row[after]);
        }
    }
}

/// The means of a row, from its samples and those beyond its ends.
struct Sums<'a> {
    mean: &'a Mean,
    wide: &'a [f64],
    sums: &'a mut [f64],
    means: &'a mut [u32],
}

impl Kernel for Sums<'_> {
    #[inline(always)]
    fn run(self) {
        let Mean { whole, partly } = *self.mean;
        let (count, size) = (self.means.len(), 2 * whole + 1);
        let [first, next, last] = [0, 1, size + 1].map(|start| &self.wide[start..][..count]);
        let sums = &mut self.sums[..count];
        let mut sum: f64 = self.wide[1..=size].iter().sum();
        for index in 0..count {
            // Both products are exact, and their sum is rounded once.
            sums[index] = WEIGHT * sum + partly * (first[index] + last[index]);
            sum += last[index] - next[index];
        }
        let total = WEIGHT * size as f64 + 2.0 * partly;
        for (mean, sum) in self.means.iter_mut().zip(sums) {
            *mean = (*sum / total + 0.5) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::math;

    use super::super::testing::{grids, land, same_for_all};
    use super::*;
    use crate::grid::Sampling;
    use crate::plane::Plane;

    /// Four weighted means along each axis, sample by sample.
    fn plain(grid: Grid, values: &[f32], deviation: u32) -> Vec<f32> {
        let (least, greatest) = extent(values);
        let (base, range) = (f64::from(least), f64::from(greatest) - f64::from(least));
        let mut steps: Vec<u32> =
            values.iter().map(|value| ((f64::from(*value) - base) / range * STEPS + 0.5) as u32).collect();
        let Mean { whole, partly } = Mean::new(deviation);
        let reach = whole as i64 + 1;
        for (axis, count) in [(0, grid.columns()), (1, grid.rows())] {
            for _ in 0..BOXES {
                let before = steps.clone();
                for (sample, step) in steps.iter_mut().enumerate() {
                    let at = [sample % grid.columns(), sample / grid.columns()];
                    let mut sum = 0;
                    for offset in -reach..=reach {
                        let index = at[axis] as i64 + offset;
                        let index = match grid.edge {
                            Edge::Extend => index.clamp(0, count as i64 - 1),
                            Edge::Repeat => index.rem_euclid(count as i64),
                        } as usize;
                        let there =
                            if axis == 0 { at[1] * grid.columns() + index } else { index * grid.columns() + at[0] };
                        let weight = if offset.abs() == reach { partly as u64 } else { WEIGHT as u64 };
                        sum += weight * u64::from(before[there]);
                    }
                    let total = WEIGHT * (2 * whole + 1) as f64 + 2.0 * partly;
                    *step = (sum as f64 / total + 0.5) as u32;
                }
            }
        }
        steps.iter().map(|step| ((base + f64::from(*step) / STEPS * range) as f32).clamp(least, greatest)).collect()
    }

    #[test]
    fn it_is_four_means_along_each_axis() {
        for grid in grids() {
            let values = land(grid);
            for deviation in [1, 700, 1024, 2500, 9000, 60_000] {
                let expected = plain(grid, &values, deviation);
                let found = same_for_all(Blur { deviation }, grid, &[Plane::Full(values.clone())]);
                for (sample, expected) in expected.iter().enumerate() {
                    assert_eq!(found[0].at(sample), *expected, "{grid:?} {deviation} {sample}");
                }
            }
        }
    }

    /// A point becomes a bell: its variance is that of the Gaussian, and its height is near.
    #[test]
    fn a_point_becomes_a_bell() {
        let grid = Grid { resolution: 101, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
        for deviation in [1.5, 4.0, 7.3] {
            let mut values = vec![0.0; 101 * 101];
            values[50 * 101 + 50] = 1.0;
            let bell = run(grid, values, (deviation * 1024.0) as u32, Level::detect(), &|| false).unwrap();
            let sum: f64 = bell.iter().map(|value| f64::from(*value)).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            let along = |sample: usize| (sample % 101) as f64 - 50.0;
            let variance: f64 =
                bell.iter().enumerate().map(|(sample, value)| along(sample) * along(sample) * f64::from(*value)).sum();
            assert!((variance / (deviation * deviation) - 1.0).abs() < 0.002, "{deviation}: {variance}");
            let height = 1.0 / (std::f64::consts::TAU * deviation * deviation);
            for (sample, value) in bell.iter().enumerate() {
                let [x, y] = [along(sample), (sample / 101) as f64 - 50.0];
                let exponent = (x * x + y * y) / (-2.0 * deviation * deviation);
                let expected = height * f64::from(math::exp(exponent as f32));
                assert!((f64::from(*value) - expected).abs() < 0.08 * height, "{deviation} {sample}");
            }
        }
    }
}

//! Levels: the values below which given fractions of the samples lie.

use travertine_noise::{Interval, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::order::{key, value};
use super::stop::{Stop, Stopped, check};
use crate::grid::Grid;
use crate::plane::{Plane, clamped, heights};

/// Values with the same upper bits, of which each thread counts the samples.
const BUCKETS: usize = 1 << 16;

/// Fractions are multiples of this reciprocal.
const FRACTIONS: u32 = 1_000_000;

/// The values below which given fractions of the samples lie. Plane: the field. Channels: the two values, the same
/// for all samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Levels {
    /// Fraction of the samples below the first value, in millionths.
    pub low: u32,
    /// Fraction of the samples below the second value, in millionths.
    pub high: u32,
}

impl Definition for Levels {
    const DOING: &'static str = "Measuring levels";
    const PLANES: usize = 1;
    const CHANNELS: usize = 2;

    fn cost(self, _: Grid) -> Cost {
        // The field. Each thread has two counts for each bucket.
        Cost { kept: 0, scratch: 1, of_thread: 2 * BUCKETS, work: 10 }
    }

    fn interval(self, _: usize, planes: &[Interval]) -> Interval {
        clamped(planes[0])
    }

    fn run(self, grid: Grid, planes: &[Plane], _: Level, stop: Stop) -> Option<Vec<Plane>> {
        let found = run(grid, &heights(&planes[0], grid), [self.low, self.high], stop)?;
        Some(found.map(Plane::Uniform).to_vec())
    }
}

/// For each fraction, in millionths, the value at that place among all samples in order: 0 is the least, 1 the
/// greatest.
///
/// By radix: samples are counted by the upper half of their bits, then, among those with the upper half of the result,
/// by the lower half. Counts are exact, so they may be made in any order.
fn run(grid: Grid, values: &[f32], fractions: [u32; 2], stop: Stop) -> Option<[f32; 2]> {
    let upper = counted(grid, values, stop, |key| [Some(key >> 16), None])?;
    let last = values.len() as u64 - 1;
    let ranks = fractions.map(|fraction| {
        let fraction = u64::from(fraction.min(FRACTIONS));
        (2 * fraction * last + u64::from(FRACTIONS)) / (2 * u64::from(FRACTIONS))
    });
    let found = ranks.map(|rank| place(&upper[0], rank));
    let [low, high] = found.map(|(bucket, _)| bucket);
    let within = |key: u32, bucket: u32| (key >> 16 == bucket).then_some(key & 0xffff);
    let lower = counted(grid, values, stop, |key| [within(key, low), within(key, high)])?;
    Some([0, 1].map(|index| {
        let (bucket, left) = found[index];
        value((bucket << 16) | place(&lower[index], left).0)
    }))
}

/// The bucket that holds the sample at a rank, and the sample's rank in it.
fn place(counts: &[u32], mut rank: u64) -> (u32, u64) {
    for (bucket, count) in counts.iter().enumerate() {
        match rank.checked_sub(u64::from(*count)) {
            Some(left) => rank = left,
            None => return (bucket as u32, rank),
        }
    }
    // The counts add up to more than any rank.
    (0, 0)
}

/// Counts samples in two tables, by up to two indices for each key.
fn counted(
    grid: Grid,
    values: &[f32],
    stop: Stop,
    indices: impl Fn(u32) -> [Option<u32>; 2] + Sync,
) -> Option<[Vec<u32>; 2]> {
    let columns = grid.columns();
    let part = grid.rows().div_ceil(parallel::threads()) * columns;
    let parts = parallel::try_map(values.chunks(part), |values| {
        let mut tables = [(); 2].map(|()| vec![0_u32; BUCKETS]);
        for values in values.chunks(columns) {
            check(stop)?;
            for value in values {
                for (table, index) in tables.iter_mut().zip(indices(key(*value))) {
                    if let Some(index) = index {
                        table[index as usize] += 1;
                    }
                }
            }
        }
        Ok::<_, Stopped>(tables)
    });
    let sum = |mut sum: [Vec<u32>; 2], tables: [Vec<u32>; 2]| {
        for (sum, table) in sum.iter_mut().zip(tables) {
            sum.iter_mut().zip(table).for_each(|(sum, count)| *sum += count);
        }
        sum
    };
    parts.ok()?.into_iter().reduce(sum)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{grids, land, same_for_all};
    use super::*;
    use crate::plane::Plane;

    #[test]
    fn they_are_places_in_order() {
        for grid in grids() {
            let values = land(grid);
            let mut sorted = values.clone();
            sorted.sort_by(f32::total_cmp);
            for [low, high] in [[0, FRACTIONS], [10_000, 990_000], [250_000, 250_000], [900_000, 123_456]] {
                let pass = Levels { low, high };
                let found = same_for_all(pass, grid, &[Plane::Full(values.clone())]);
                for (found, fraction) in found.iter().zip([low, high]) {
                    let rank = f64::from(fraction) / f64::from(FRACTIONS) * (values.len() - 1) as f64;
                    let expected = sorted[(rank + 0.5).floor() as usize];
                    assert_eq!(*found, Plane::Uniform(expected), "{grid:?} {fraction}");
                }
            }
        }
    }
}

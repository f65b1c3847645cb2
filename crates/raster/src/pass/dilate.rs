//! Dilation: the greatest value over a disc around each sample.

use travertine_noise::{Interval, Kernel, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::rows::row_of;
use super::stop::{Stop, Stopped, check};
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, clamped, heights};

/// Radii are multiples of this part of the spacing.
const PARTS: u32 = 256;

/// Rows of a band, which one thread computes at a time; more for larger discs.
const BAND: usize = 32;

/// The greatest value over a disc. Plane: the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dilate {
    /// Radius of the disc, in 256ths of the spacing.
    pub radius: u32,
    /// Whether the least value is taken instead.
    pub least: bool,
}

impl Definition for Dilate {
    const DOING: &'static str = "Widening";
    const PLANES: usize = 1;
    const CHANNELS: usize = 1;

    fn cost(self, grid: Grid) -> Cost {
        // The field. For each row of the disc, it is widened and merged.
        let work = u64::from(self.radius / PARTS + 1) * 10;
        Cost { kept: 1, scratch: 1, of_thread: floats_of_thread(grid, self.radius), work }
    }

    fn interval(self, _: usize, planes: &[Interval]) -> Interval {
        clamped(planes[0])
    }

    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let values = heights(&planes[0], grid);
        Some(vec![Plane::Full(run(grid, values, self, level, stop)?)])
    }
}

/// The greatest value of the samples within `radius`, in parts of the spacing, of each sample; or the `least`. Nothing
/// lies beyond the edge of a grid that does not repeat.
///
/// After Erik Urbach and Michael Wilkinson, "Efficient 2-D Grayscale Morphological Transformations With Arbitrary Flat
/// Structuring Elements" (2008): the disc is cut into rows. For each row of the grid, the greatest values over ever
/// wider rows of the disc follow from each other, and count for all samples above and below whose disc has a row that
/// wide. The time is proportional to the radius, not to its square.
fn run(
    grid: Grid,
    mut values: Vec<f32>,
    Dilate { radius, least }: Dilate,
    level: Level,
    stop: Stop,
) -> Option<Vec<f32>> {
    let widths = widths(radius);
    // The least value is the greatest of the negative ones. A difference gives no -0.
    let turn = |value: &mut f32| *value = if least { 0.0 - *value } else { *value + 0.0 };
    values.iter_mut().for_each(turn);
    let columns = grid.columns();
    let mut greatest = vec![f32::MIN; values.len()];
    let band = BAND.max(widths.len());
    parallel::try_for_each_with(
        greatest.chunks_mut(band * columns).enumerate(),
        || Vec::with_capacity(floats_of_thread(grid, radius)),
        |wide, (index, greatest)| {
            let (first, rows) = (index * band, greatest.len() / columns);
            let reach = widths.len() - 1;
            for step in 0..rows + 2 * reach {
                check(stop)?;
                let Some(row) = row_of(grid, (first + step) as isize - reach as isize) else { continue };
                open(grid, &values[row * columns..][..columns], widths[0], wide);
                // Rows of the disc, from its ends to its center, are ever wider.
                let mut rest = widths.len();
                for width in 0..=widths[0] {
                    if width > 0 {
                        let count = columns + 2 * (widths[0] - width);
                        level.run(Widen { wide, count, first: width == 1 });
                    }
                    while let Some(down) = rest.checked_sub(1).filter(|down| widths[*down] == width) {
                        rest = down;
                        let here = &wide[widths[0] - width..][..columns];
                        // Rows of the band that lie so far below this one, and above it.
                        let [below, above] = [step as isize + down as isize, step as isize - down as isize]
                            .map(|row| usize::try_from(row - reach as isize).ok().filter(|row| *row < rows));
                        for row in below.into_iter().chain(above.filter(|_| down > 0)) {
                            level.run(Merge { here, out: &mut greatest[row * columns..][..columns] });
                        }
                    }
                }
            }
            Ok::<_, Stopped>(())
        },
    )
    .ok()?;
    greatest.iter_mut().for_each(turn);
    Some(greatest)
}

/// Memory of each thread, in floats: a row with the half width of the disc on each side.
fn floats_of_thread(grid: Grid, radius: u32) -> usize {
    grid.columns() + 2 * (radius / PARTS) as usize
}

/// Half of the width of each row of a disc, from the center down, in samples.
fn widths(radius: u32) -> Vec<usize> {
    let radius = u64::from(radius);
    let parts = u64::from(PARTS);
    let half = |down: u64| ((radius * radius - down * down * parts * parts).isqrt() / parts) as usize;
    (0..=radius / parts).map(half).collect()
}

/// Fills a row with `margin` samples on each side.
fn open(grid: Grid, row: &[f32], margin: usize, wide: &mut Vec<f32>) {
    wide.clear();
    wide.resize(row.len() + 2 * margin, f32::MIN);
    wide[margin..][..row.len()].copy_from_slice(row);
    if grid.edge == Edge::Repeat {
        for step in 0..margin {
            wide[margin - 1 - step] = row[row.len() - 1 - step % row.len()];
            wide[margin + row.len() + step] = row[step % row.len()];
        }
    }
}

/// Replaces `count` numbers by the greatest over rows wider by one sample on each side, which begin one sample later.
///
/// All but the first time, the rows before overlap, so their first and last ones cover the wider row.
struct Widen<'a> {
    wide: &'a mut [f32],
    count: usize,
    first: bool,
}

impl Kernel for Widen<'_> {
    #[inline(always)]
    fn run(self) {
        let wide = &mut self.wide[..self.count + 2];
        for index in 0..self.count {
            let last = wide[index + 2];
            let middle = if self.first && wide[index + 1] > last { wide[index + 1] } else { last };
            wide[index] = if middle > wide[index] { middle } else { wide[index] };
        }
    }
}

/// Raises numbers to others.
struct Merge<'a> {
    here: &'a [f32],
    out: &'a mut [f32],
}

impl Kernel for Merge<'_> {
    #[inline(always)]
    fn run(self) {
        for (out, here) in self.out.iter_mut().zip(self.here) {
            *out = if *here > *out { *here } else { *out };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{grids, land, same_for_all};
    use super::*;

    #[test]
    fn it_is_the_greatest_or_least_over_the_disc() {
        for grid in grids() {
            let values = land(grid);
            for radius in [0, 255, 256, 400, 600, 1000, 2400] {
                let reach = (radius / 256) as isize;
                for least in [false, true] {
                    let found = same_for_all(Dilate { radius, least }, grid, &[Plane::Full(values.clone())]);
                    for sample in 0..values.len() {
                        let (column, row) = (sample % grid.columns(), sample / grid.columns());
                        let disc = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| [x, y]));
                        let disc = disc.filter(|[x, y]| (x * x + y * y) * 65_536 <= (radius * radius) as isize);
                        let around = disc.filter_map(|way| grid.neighbor(column, row, way)).map(|there| values[there]);
                        let expected =
                            if least { around.fold(f32::MAX, f32::min) } else { around.fold(f32::MIN, f32::max) };
                        assert_eq!(found[0].at(sample), expected, "{grid:?} {radius} {least} {sample}");
                    }
                }
            }
        }
    }
}

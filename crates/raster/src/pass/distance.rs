//! The signed distance to where a field crosses 0.

use travertine_noise::{Interval, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::stop::{Stop, check};
use super::transpose::transposed;
use crate::grid::{Edge, Grid};
use crate::plane::{GREATEST_HEIGHT, Plane, heights};

/// Crossings lie at multiples of this part of the spacing. Squared distances are then integers below 2^53, so that
/// their sums and comparisons in f64 are exact, in any order.
const PARTS: f64 = 256.0;

/// The exact distance to where a field crosses 0, in linear time. Plane: the field. Channel: the distance in units,
/// negative where the field is above 0; ±10^18 if it crosses 0 nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance;

impl Definition for Distance {
    const DOING: &'static str = "Measuring distances";
    const PLANES: usize = 1;
    const CHANNELS: usize = 1;

    fn cost(self, grid: Grid) -> Cost {
        // The field, also transposed; the distances to the crossings along columns; and the ways along rows, also
        // transposed.
        Cost { kept: 1, scratch: 5, of_thread: floats_of_thread(grid), work: 150 }
    }

    fn interval(self, _: usize, _: &[Interval]) -> Interval {
        Interval::new(-GREATEST_HEIGHT, GREATEST_HEIGHT)
    }

    fn run(self, grid: Grid, planes: &[Plane], _: Level, stop: Stop) -> Option<Vec<Plane>> {
        Some(vec![Plane::Full(run(grid, &heights(&planes[0], grid), stop)?)])
    }
}

/// The distance in units from each sample to the nearest crossing, negative where the value is above 0;
/// ±[`GREATEST_HEIGHT`] if there is none.
///
/// Two neighbors along an axis, of which only one is above 0, have a crossing between them, where the line through
/// their values is 0. After Pedro Felzenszwalb and Daniel Huttenlocher, "Distance Transforms of Sampled Functions"
/// (2012), and Arnold Meijster, Jos Roerdink and Wim Hesselink, "A General Algorithm for Computing Distance Transforms
/// in Linear Time" (2000): once for the crossings along rows and once for those along columns, so that neither needs to
/// lie at a sample. The time is linear in the number of samples.
fn run(grid: Grid, values: &[f32], stop: Stop) -> Option<Vec<f32>> {
    let columns = grid.columns();
    let by_columns = {
        let turned = transposed(values, columns, stop)?;
        half(grid, &turned, grid.rows(), stop)?
    };
    let by_rows = half(grid, values, columns, stop)?;
    let mut distances = transposed(&by_rows, grid.rows(), stop)?;
    let rows = distances.chunks_mut(columns).zip(by_columns.chunks(columns)).zip(values.chunks(columns));
    parallel::try_for_each(rows, |((distances, others), values)| {
        for ((distance, other), value) in distances.iter_mut().zip(others).zip(values) {
            let least = if other < distance { *other } else { *distance };
            *distance = if *value > 0.0 { -least } else { least };
        }
        check(stop)
    })
    .ok()?;
    Some(distances)
}

/// Memory of each thread, in floats: the parabolas of a row and of half a row on each side of it.
fn floats_of_thread(grid: Grid) -> usize {
    2 * grid.columns().max(grid.rows()) * size_of::<Parabola>() / size_of::<f32>()
}

/// The distances to the crossings along the rows of `columns` values. The result is transposed.
fn half(grid: Grid, values: &[f32], columns: usize, stop: Stop) -> Option<Vec<f32>> {
    let repeat = grid.edge == Edge::Repeat;
    let mut gaps = vec![0.0; values.len()];
    let rows = gaps.chunks_mut(columns).zip(values.chunks(columns));
    parallel::try_for_each(rows, |(gaps, values)| {
        along(values, repeat, gaps);
        check(stop)
    })
    .ok()?;
    let turned = transposed(&gaps, columns, stop)?;
    let rows = values.len() / columns;
    let mut distances = gaps;
    let unit = PARTS * f64::from(grid.resolution);
    parallel::try_for_each_with(
        distances.chunks_mut(rows).zip(turned.chunks(rows)),
        || Vec::with_capacity(2 * rows),
        |lowest, (distances, gaps)| {
            across(gaps, repeat, unit, lowest, distances);
            check(stop)
        },
    )
    .ok()?;
    Some(distances)
}

/// The distances along a row to its nearest crossing, in parts; infinite if it has none.
fn along(values: &[f32], repeat: bool, gaps: &mut [f32]) {
    gaps.fill(f32::INFINITY);
    let count = values.len();
    // In a row that repeats, what is beyond an edge is known after one turn.
    let turns = if repeat { 2 } else { 1 };
    let part = PARTS as f32;
    let mut gap = f32::INFINITY;
    for _ in 0..turns {
        for to in usize::from(!repeat)..count {
            let from = if to == 0 { count - 1 } else { to - 1 };
            gap = crossing(values[from], values[to]).map_or(gap + part, |after| part - after);
            gaps[to] = if gap < gaps[to] { gap } else { gaps[to] };
        }
    }
    gap = f32::INFINITY;
    for _ in 0..turns {
        for to in (0..count - usize::from(!repeat)).rev() {
            let from = if to + 1 == count { 0 } else { to + 1 };
            gap = crossing(values[to], values[from]).unwrap_or(gap + part);
            gaps[to] = if gap < gaps[to] { gap } else { gaps[to] };
        }
    }
}

/// The distance from a sample to the crossing between it and the next, in parts, if there is one.
#[inline]
fn crossing(here: f32, next: f32) -> Option<f32> {
    ((here > 0.0) != (next > 0.0)).then(|| {
        let (here, next) = (f64::from(here), f64::from(next));
        (here / (here - next) * PARTS + 0.5).floor() as f32
    })
}

/// The squared distance to the crossings of a row, at each place of a line that crosses the row: a parabola.
struct Parabola {
    /// Place of the row.
    place: f64,
    /// Square of the distance at that place.
    square: f64,
    /// First place at which this parabola is the lowest.
    start: f64,
}

/// The least distances at each place of a line, from those along the rows that it crosses. `unit` is in parts.
fn across(gaps: &[f32], repeat: bool, unit: f64, lowest: &mut Vec<Parabola>, distances: &mut [f32]) {
    let count = gaps.len() as isize;
    let beyond = if repeat { (count + 1) / 2 } else { 0 };
    lowest.clear();
    for index in -beyond..count + beyond {
        let within = if index < 0 { index + count } else { index };
        let within = if within < count { within } else { within - count };
        let gap = f64::from(gaps[within as usize]);
        if gap == f64::INFINITY {
            continue;
        }
        let (place, square) = (index as f64, gap * gap);
        let start = loop {
            let Some(last) = lowest.last() else { break 0.0 };
            // All integers are exact, and a quotient that is no integer rounds to none: it differs by at least the
            // reciprocal of the divisor.
            let twice = PARTS * PARTS * (place - last.place) * (place + last.place) + square - last.square;
            let start = (twice / (2.0 * PARTS * PARTS * (place - last.place))).floor() + 1.0;
            if start > last.start {
                break start;
            }
            lowest.pop();
        };
        if start < count as f64 {
            lowest.push(Parabola { place, square, start });
        }
    }
    let mut index = 0;
    for (place, distance) in distances.iter_mut().enumerate() {
        let place = place as f64;
        while lowest.get(index + 1).is_some_and(|next| next.start <= place) {
            index += 1;
        }
        *distance = lowest.get(index).map_or(GREATEST_HEIGHT, |parabola| {
            let away = PARTS * (place - parabola.place);
            ((away * away + parabola.square).sqrt() / unit) as f32
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{grids, land, same_for_all};
    use super::*;
    use crate::plane::Plane;

    /// All crossings in parts, those of the neighboring copies of the grid included if it repeats.
    fn crossings(grid: Grid, values: &[f32]) -> Vec<[i64; 2]> {
        let mut found = Vec::new();
        let sizes = [grid.columns() as i64, grid.rows() as i64];
        for (sample, here) in values.iter().enumerate() {
            let (column, row) = (sample % grid.columns(), sample / grid.columns());
            for way in [[1, 0], [0, 1]] {
                let next = grid.neighbor(column, row, way).map(|next| values[next]);
                let Some(after) = next.and_then(|next| crossing(*here, next)) else { continue };
                let at = [0, 1].map(|axis| [column, row][axis] as i64 * 256 + after as i64 * way[axis] as i64);
                let copies = if grid.edge == Edge::Repeat { -1..=1 } else { 0..=0 };
                for [x, y] in copies.clone().flat_map(|y| copies.clone().map(move |x| [x, y])) {
                    found.push([at[0] + x * sizes[0] * 256, at[1] + y * sizes[1] * 256]);
                }
            }
        }
        found
    }

    #[test]
    fn it_is_the_least_distance_to_any_crossing() {
        for grid in grids() {
            for level in [0.3, 0.1, -0.2, 9.0] {
                let values: Vec<f32> = land(grid).iter().map(|height| height - level).collect();
                let crossings = crossings(grid, &values);
                let found = same_for_all(Distance, grid, &[Plane::Full(values.clone())]);
                for (sample, value) in values.iter().enumerate() {
                    let at = [sample % grid.columns(), sample / grid.columns()].map(|index| index as i64 * 256);
                    let squares = crossings.iter().map(|[x, y]| (x - at[0]) * (x - at[0]) + (y - at[1]) * (y - at[1]));
                    let least = squares.min().map_or(GREATEST_HEIGHT, |square| {
                        ((square as f64).sqrt() / (256.0 * f64::from(grid.resolution))) as f32
                    });
                    let expected = if *value > 0.0 { -least } else { least };
                    assert_eq!(found[0].at(sample), expected, "{grid:?} {sample}");
                }
            }
        }
    }

    #[test]
    fn a_straight_edge_has_even_distances() {
        let grid = grids().find(|grid| grid.resolution == 16 && grid.edge == Edge::Extend).unwrap();
        let values: Vec<f32> = (0..grid.samples()).map(|sample| 4.75 - (sample % grid.columns()) as f32).collect();
        let found = run(grid, &values, &|| false).unwrap();
        for (sample, distance) in found.iter().enumerate() {
            assert_eq!(*distance, ((sample % grid.columns()) as f32 - 4.75) / 16.0);
        }
    }
}

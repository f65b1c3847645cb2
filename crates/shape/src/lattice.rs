//! The lattice of points at which a picture is sampled, and what is known at those near a strip of rows.
//!
//! Pixels share the samples between them. A point is identified by its column and row, counted in steps of the lattice
//! from the middle of the first pixel. `steps` is the number of steps from a pixel to the next.

use std::ops::Range;

use travertine_mesh::Vector;

use crate::surface::Look;

/// A point of the lattice: its column and row.
pub(crate) type Point = [i32; 2];

/// The lattice of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    /// Steps along the side of a pixel: a power of two.
    pub(crate) steps: i32,
}

impl Lattice {
    /// The lattice with at most so many points in a pixel.
    pub(crate) fn new(samples: u32) -> Lattice {
        Lattice { steps: 1 << (samples.max(1).ilog2() / 2) }
    }

    /// The position of a point in the picture, in pixels from its upper left corner.
    ///
    /// Every second column of the finest lattice is shifted along itself, and so is every second row, in turns there
    /// and back. Otherwise edges that run almost along columns or rows would show steps.
    #[inline]
    pub(crate) fn position(self, [column, row]: Point) -> [f64; 2] {
        let step = 1.0 / f64::from(self.steps);
        let [across, along] = [self.shift(row), self.shift(column)];
        [0.5 + (f64::from(column) + across) * step, 0.5 + (f64::from(row) + along) * step]
    }

    /// The shift of a column or row along itself, in steps.
    #[inline]
    fn shift(self, index: i32) -> f64 {
        match index & 3 {
            _ if self.steps == 1 => 0.0,
            1 => 1.0 / 3.0,
            3 => -1.0 / 3.0,
            _ => 0.0,
        }
    }

    /// Steps that lead half a pixel on, or 0 if there are none.
    pub(crate) fn half(self) -> i32 {
        self.steps / 2
    }

    /// The point nearest to a position among those half a pixel apart.
    #[inline]
    pub(crate) fn nearest(self, position: [f64; 2]) -> Point {
        let [x, y] = position;
        let at = |position: f64| ((position - 0.5) * 2.0 + 0.5).floor().clamp(-1e8, 1e8) as i32 * self.half();
        [at(x), at(y)]
    }
}

/// Edge of the squares in which points are ordered: a power of two of at most 32.
const SQUARE: i32 = 32;

/// What is known at the points of some rows of the lattice.
pub(crate) struct Window {
    columns: Range<i32>,
    /// The steps between points whose looks are kept, or 0.
    half: i32,
    rows: Range<i32>,
    /// The distance of the solid from the viewer; infinite where there is none, NaN where it is unknown.
    distances: Vec<f64>,
    /// The point at which the texture is evaluated, in the shape's space.
    texels: Vec<[f32; 3]>,
    /// The height of the surface; NaN where it is unknown.
    heights: Vec<f32>,
    /// The looks at points half a pixel apart, if they are kept.
    looks: Vec<Look>,
    /// Light and opacity; NaN where they are unknown.
    lights: Vec<[f32; 4]>,
    is_marked: Vec<bool>,
    /// The rows with marks.
    marked: Range<i32>,
}

impl Window {
    /// Memory for each point, in bytes, and for each look that is kept.
    pub(crate) const POINT_BYTES: u64 = 8 + 12 + 4 + 16 + 1;
    pub(crate) const LOOK_BYTES: u64 = size_of::<Look>() as u64;

    /// A window of these columns, without rows. It keeps looks of points that are `half` steps apart, or none if that
    /// is 0.
    pub(crate) fn new(columns: Range<i32>, half: i32) -> Window {
        Window {
            columns,
            half,
            rows: 0..0,
            distances: Vec::new(),
            texels: Vec::new(),
            heights: Vec::new(),
            looks: Vec::new(),
            lights: Vec::new(),
            is_marked: Vec::new(),
            marked: 0..0,
        }
    }

    pub(crate) fn columns(&self) -> Range<i32> {
        self.columns.clone()
    }

    /// Moves the window down to other rows. What is known in rows that stay is kept. If looks are kept, the first row
    /// and the first column have some.
    pub(crate) fn move_to(&mut self, rows: Range<i32>) {
        let gone = (rows.start - self.rows.start).clamp(0, self.rows.end - self.rows.start) as usize;
        if self.half > 0 {
            let [gone, count] = [gone, rows.len()].map(|rows| rows.div_ceil(self.half as usize) * self.looks_in_row());
            self.looks.drain(..gone.min(self.looks.len()));
            self.looks.resize(count, Look::NONE);
        }
        let gone = gone * self.columns.len();
        let points = rows.len() * self.columns.len();
        fn shift<T: Clone>(values: &mut Vec<T>, gone: usize, points: usize, unknown: T) {
            values.drain(..gone);
            values.resize(points, unknown);
        }
        shift(&mut self.distances, gone, points, f64::NAN);
        shift(&mut self.texels, gone, points, [0.0; 3]);
        shift(&mut self.heights, gone, points, f32::NAN);
        shift(&mut self.lights, gone, points, [f32::NAN; 4]);
        shift(&mut self.is_marked, gone, points, false);
        self.rows = rows;
    }

    #[inline]
    fn index(&self, [column, row]: Point) -> Option<usize> {
        let (across, down) = (column.wrapping_sub(self.columns.start), row.wrapping_sub(self.rows.start));
        let is_inside = (across as u32) < (self.columns.end - self.columns.start) as u32
            && (down as u32) < (self.rows.end - self.rows.start) as u32;
        if is_inside { Some(down as usize * self.columns.len() + across as usize) } else { None }
    }

    /// The distance at a point, NaN if it is unknown.
    #[inline]
    pub(crate) fn distance(&self, point: Point) -> f64 {
        self.index(point).map_or(f64::NAN, |index| self.distances[index])
    }

    /// The texel and the height at a point if they are known.
    #[inline]
    pub(crate) fn height(&self, point: Point) -> Option<(Vector, f32)> {
        let index = self.index(point)?;
        let height = self.heights[index];
        if height.is_nan() { None } else { Some((self.texels[index].into(), height)) }
    }

    /// How many looks are kept in a row that has some.
    fn looks_in_row(&self) -> usize {
        self.columns.len().div_ceil(self.half as usize)
    }

    /// The place of the look at a point, if it is kept.
    #[inline]
    fn look_index(&self, point: Point) -> Option<usize> {
        if self.half == 0 || point.iter().any(|index| index % self.half != 0) {
            return None;
        }
        self.index(point)?;
        let [across, down] = [point[0] - self.columns.start, point[1] - self.rows.start];
        let [across, down] = [across, down].map(|steps| (steps / self.half) as usize);
        Some(down * self.looks_in_row() + across)
    }

    /// The look at a point if it is kept.
    #[inline]
    pub(crate) fn look(&self, point: Point) -> Option<Look> {
        self.look_index(point).map(|index| self.looks[index])
    }

    /// Sets the height at a point, and its look if it is kept.
    pub(crate) fn set_look(&mut self, point: Point, look: Look) {
        self.set_height(point, look.height);
        if let Some(index) = self.look_index(point) {
            self.looks[index] = look;
        }
    }

    /// Whether the light at a point is known.
    #[inline]
    pub(crate) fn has_light(&self, point: Point) -> bool {
        self.index(point).is_some_and(|index| !self.lights[index][3].is_nan())
    }

    /// Light and opacity at a point, NaN if they are unknown.
    #[inline]
    pub(crate) fn light(&self, point: Point) -> [f32; 4] {
        self.index(point).map_or([f32::NAN; 4], |index| self.lights[index])
    }

    /// Sets the distance at a point, and the texel there.
    pub(crate) fn set_distance(&mut self, point: Point, (distance, texel): (f64, [f32; 3])) {
        if let Some(index) = self.index(point) {
            self.distances[index] = distance;
            self.texels[index] = texel;
        }
    }

    pub(crate) fn set_height(&mut self, point: Point, height: f32) {
        if let Some(index) = self.index(point) {
            self.heights[index] = height;
        }
    }

    pub(crate) fn set_light(&mut self, point: Point, light: [f32; 4]) {
        if let Some(index) = self.index(point) {
            self.lights[index] = light;
        }
    }

    /// Marks a point for the next [`Window::take_marked`].
    #[inline]
    pub(crate) fn mark(&mut self, point: Point) {
        if let Some(index) = self.index(point) {
            self.is_marked[index] = true;
            let (row, marked) = (point[1], &mut self.marked);
            *marked = match marked.start == marked.end {
                true => row..row + 1,
                false => marked.start.min(row)..marked.end.max(row + 1),
            };
        }
    }

    /// The marked points, without their marks: square after square, and within a square along a curve that fills it
    /// (G. M. Morton, 1966). So those that are near each other in the texture follow each other, which makes its
    /// evaluation fast.
    pub(crate) fn take_marked(&mut self) -> Vec<Point> {
        let mut points = Vec::new();
        let curve: Vec<Point> =
            (0..SQUARE * SQUARE).map(|place| [every_second_bit(place), every_second_bit(place >> 1)]).collect();
        let marked = std::mem::take(&mut self.marked);
        for top in marked.step_by(SQUARE as usize) {
            for left in self.columns.clone().step_by(SQUARE as usize) {
                for [across, down] in &curve {
                    let point = [left + across, top + down];
                    if let Some(index) = self.index(point)
                        && std::mem::take(&mut self.is_marked[index])
                    {
                        points.push(point);
                    }
                }
            }
        }
        points
    }

    /// The mean of the samples around a pixel's middle, weighted by a filter: a cell that is not divided counts by its
    /// corners.
    pub(crate) fn mean(&self, middle: Point, lattice: Lattice, filter: &[f32]) -> [f32; 4] {
        let steps = lattice.steps;
        let Some(here) = self.index(middle) else { return [0.0; 4] };
        let own = self.lights[here];
        if steps == 1 {
            return own;
        }
        let mut mean = [0.0; 4];
        for (left, up) in [(-steps, -steps), (0, -steps), (-steps, 0), (0, 0)] {
            let Some(corner) = self.index([middle[0] + left, middle[1] + up]) else { continue };
            let mut sum = [0.0; 5];
            if self.is_divided(corner, steps as usize) {
                self.gather(corner, [left, up], steps, filter, &mut sum);
            } else {
                sum = [own[0], own[1], own[2], own[3], 1.0];
            }
            let part = 0.25 / sum[4];
            for channel in 0..4 {
                mean[channel] += sum[channel] * part;
            }
        }
        mean
    }

    /// Whether the cell with this size and upper left corner is divided: then its middle has light, which no other cell
    /// needs.
    fn is_divided(&self, corner: usize, size: usize) -> bool {
        !self.lights[corner + size / 2 * (self.columns.len() + 1)][3].is_nan()
    }

    fn gather(&self, corner: usize, [left, up]: Point, size: i32, filter: &[f32], sum: &mut [f32; 5]) {
        let width = self.columns.len();
        let half = size / 2;
        if half > 0 && self.is_divided(corner, size as usize) {
            for (across, down) in [(0, 0), (half, 0), (0, half), (half, half)] {
                let corner = corner + down as usize * width + across as usize;
                self.gather(corner, [left + across, up + down], half, filter, sum);
            }
            return;
        }
        let area = (size * size) as f32;
        for (across, down) in [(0, 0), (size, 0), (0, size), (size, size)] {
            let [column, row] = [left + across, up + down];
            let weight = area * filter[column.unsigned_abs() as usize] * filter[row.unsigned_abs() as usize];
            if weight > 0.0 {
                let light = &self.lights[corner + down as usize * width + across as usize];
                for channel in 0..4 {
                    sum[channel] += weight * light[channel];
                }
                sum[4] += weight;
            }
        }
    }
}

/// The bits of a number of at most ten bits at even places.
fn every_second_bit(number: i32) -> i32 {
    (0..5).map(|bit| (number >> bit) & (1 << bit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_lie_in_the_middles_of_pixels_and_around_them_alike() {
        for (samples, steps) in [(1, 1), (2, 1), (4, 2), (8, 2), (16, 4), (32, 4), (64, 8)] {
            let lattice = Lattice::new(samples);
            assert_eq!(lattice.steps, steps, "{samples} samples");
            for [column, row] in [[0, 0], [3, 0], [5, 7]] {
                let middle = [column, row].map(|index| index * steps);
                assert_eq!(lattice.position(middle), [f64::from(column) + 0.5, f64::from(row) + 0.5]);
                for [across, down] in [[1, 0], [0, 1], [1, 1], [2, 3], [-3, 2]] {
                    let [one, other] = [[across, down], [-across, -down]]
                        .map(|off| lattice.position([middle[0] + off[0], middle[1] + off[1]]));
                    let mean = |axis: usize| (one[axis] + other[axis]) / 2.0 - lattice.position(middle)[axis];
                    assert!(mean(0).abs() < 1e-12 && mean(1).abs() < 1e-12, "{samples}: {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn an_edge_along_a_row_passes_the_samples_of_a_pixel_one_after_the_other() {
        let lattice = Lattice::new(16);
        let mut heights: Vec<f64> = (0..4)
            .flat_map(|row| (0..4).map(move |column| [column, row]))
            .map(|point| lattice.position(point)[1])
            .collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        assert_eq!(heights.len(), 12);
    }

    #[test]
    fn the_nearest_point_half_a_pixel_apart_is_found() {
        for samples in [4, 16, 64] {
            let lattice = Lattice::new(samples);
            let half = lattice.half();
            for point in [[0, 0], [half, 0], [-2 * half, 3 * half]] {
                let [x, y] = lattice.position(point);
                assert_eq!(lattice.nearest([x + 0.05, y - 0.05]), point, "{samples}");
            }
        }
    }

    #[test]
    fn a_window_keeps_what_stays_and_gives_each_mark_once() {
        let mut window = Window::new(-4..40, 0);
        window.move_to(-4..20);
        window.set_height([3, 19], 0.5);
        window.set_height([3, 0], 0.25);
        let points = [[39, -4], [-4, 19], [0, 0], [1, 0], [0, 1]];
        points.iter().chain(&points).for_each(|point| window.mark(*point));
        window.mark([40, 0]);
        let mut taken = window.take_marked();
        let mut expected = points.to_vec();
        taken.sort_unstable();
        expected.sort_unstable();
        assert_eq!(taken, expected);
        assert!(window.take_marked().is_empty());
        window.move_to(10..30);
        assert_eq!(window.height([3, 19]).map(|(_, height)| height), Some(0.5));
        assert!(window.height([3, 0]).is_none() && window.height([3, 29]).is_none());
    }
}

//! Ambient occlusion of rows of texels: rays at the corners of blocks, and in between where corners do not suffice.
//!
//! Blocks lie within a stripe, so the result does not depend on how stripes are divided among threads.

use travertine::stages::render::RenderError;
use travertine_mesh::Vector;

use super::{Neighbors, Occlusion};
use crate::surface::{Spot, Surface};
use crate::texels::{STRIPE, Samples};

/// Texels of the side of a block: a whole stripe high.
const LARGEST: usize = STRIPE as usize;

/// The most that samples may lie beside the interpolation of the corners, relative to the diagonal of a block.
const BENT: f64 = 0.1;
/// The most that normals may differ from the interpolation of those of the corners.
const TURNED: f64 = 0.05;
/// The most that openness may differ between corners of a block.
const CONTRAST: f32 = 0.2;
/// The most that the openness at the middle may differ from the interpolation of the corners, times the square root of
/// the number of rays: about the error of these.
const BUMP: f32 = 0.28;

/// The rows of a stripe, while its blocks are computed.
pub(super) struct Blocks<'s> {
    occlusion: &'s Occlusion,
    surface: &'s Surface<'s>,
    rows: &'s [Samples],
    /// Samples of a texel along each side.
    side: usize,
    /// The first sample of each texel of each row.
    firsts: Vec<Vec<usize>>,
    /// Positions and normals of samples.
    places: Vec<Vec<[Vector; 2]>>,
    /// The openness of samples; NaN where it is not known yet.
    openness: Vec<Vec<f32>>,
    /// The most that the openness at the middle of a block may differ from the interpolation of the corners.
    bump: f32,
    neighbors: Neighbors,
}

impl Occlusion {
    /// The openness at the samples of the rows of a stripe, `side` x `side` for each texel.
    ///
    /// # Errors
    ///
    /// If `is_cancelled` says so.
    pub(crate) fn rows(
        &self,
        surface: &Surface,
        rows: &[Samples],
        side: usize,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<f32>>, RenderError> {
        Blocks::new(self, surface, rows, side).computed(is_cancelled)
    }
}

impl<'s> Blocks<'s> {
    pub(super) fn new(
        occlusion: &'s Occlusion,
        surface: &'s Surface<'s>,
        rows: &'s [Samples],
        side: usize,
    ) -> Blocks<'s> {
        let firsts = |row: &Samples| {
            let next = |first: &mut usize, count: &u8| Some(std::mem::replace(first, *first + usize::from(*count)));
            row.counts.iter().scan(0, next).collect()
        };
        let place = |spot: &Spot| [surface.position(*spot), surface.unit_normal(*spot)];
        Blocks {
            occlusion,
            surface,
            rows,
            side,
            firsts: rows.iter().map(firsts).collect(),
            places: rows.iter().map(|row| row.spots.iter().map(place).collect()).collect(),
            openness: rows.iter().map(|row| vec![f32::NAN; row.spots.len()]).collect(),
            bump: BUMP / (occlusion.rays.len() as f32).sqrt(),
            neighbors: Neighbors::default(),
        }
    }

    /// The openness of all samples, by row.
    ///
    /// # Errors
    ///
    /// If `is_cancelled` says so.
    pub(super) fn computed(mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Vec<Vec<f32>>, RenderError> {
        let width = self.rows.first().map_or(0, |row| row.counts.len());
        for left in (0..width).step_by(LARGEST) {
            if is_cancelled() {
                return Err(RenderError::Cancelled);
            }
            self.fill(left, 0, LARGEST);
        }
        Ok(self.openness)
    }

    /// Computes a block of texels.
    fn fill(&mut self, left: usize, top: usize, size: usize) {
        let width = self.rows[0].counts.len();
        if left >= width || top >= self.rows.len() {
            return;
        }
        if size == 1 {
            let first = self.firsts[top][left];
            for sample in first..first + usize::from(self.rows[top].counts[left]) {
                self.traced(top, sample);
            }
        } else if !self.interpolate(left, top, size) {
            let half = size / 2;
            for (x, y) in [(0, 0), (half, 0), (0, half), (half, half)] {
                self.fill(left + x, top + y, half);
            }
        }
    }

    /// Fills a block from its corners, if they suffice.
    fn interpolate(&mut self, left: usize, top: usize, size: usize) -> bool {
        let (width, whole) = (self.rows[0].counts.len(), self.side * self.side);
        let is_full = |row: &Samples| row.counts[left..left + size].iter().all(|count| usize::from(*count) == whole);
        if left + size > width || top + size > self.rows.len() || !self.rows[top..top + size].iter().all(is_full) {
            return false;
        }
        let last = size * self.side - 1;
        let [left, top] = [left, top].map(|texels| texels * self.side);
        let corners = [[0, 0], [last, 0], [0, last], [last, last]].map(|[x, y]| self.sample(left + x, top + y));
        let inside = || (0..=last).flat_map(|y| (0..=last).map(move |x| [x, y]));
        let part = |index: usize| index as f64 / last as f64;
        let places = corners.map(|(row, sample)| self.places[row][sample]);
        let diagonal = (places[0][0] - places[3][0]).length().max((places[1][0] - places[2][0]).length());
        let is_smooth = |[x, y]: [usize; 2]| {
            let (row, sample) = self.sample(left + x, top + y);
            let apart = |index: usize| {
                let mixed = between(places.map(|place| place[index]), part(x), part(y));
                (self.places[row][sample][index] - mixed).length()
            };
            apart(0) <= BENT * diagonal && apart(1) <= TURNED
        };
        if !inside().all(is_smooth) {
            return false;
        }
        let open = corners.map(|(row, sample)| self.traced(row, sample));
        let [least, most] = [f32::min, f32::max].map(|of| open.into_iter().fold(open[0], of));
        if most - least > CONTRAST {
            return false;
        }
        let open = open.map(|open| Vector::splat(f64::from(open)));
        let value = |x: usize, y: usize| between(open, part(x), part(y)).x as f32;
        let middle = last / 2;
        let (row, sample) = self.sample(left + middle, top + middle);
        if (self.traced(row, sample) - value(middle, middle)).abs() > self.bump {
            return false;
        }
        for [x, y] in inside() {
            let (row, sample) = self.sample(left + x, top + y);
            let open = &mut self.openness[row][sample];
            if open.is_nan() {
                *open = value(x, y);
            }
        }
        true
    }

    /// The row of texels, and the index in it, of the sample at these coordinates. Its texel has all samples.
    fn sample(&self, column: usize, row: usize) -> (usize, usize) {
        let first = self.firsts[row / self.side][column / self.side];
        (row / self.side, first + row % self.side * self.side + column % self.side)
    }

    /// The openness of a sample by rays.
    fn traced(&mut self, row: usize, sample: usize) -> f32 {
        let open = &mut self.openness[row][sample];
        if open.is_nan() {
            *open = self.occlusion.openness(self.surface, self.rows[row].spots[sample], &mut self.neighbors);
        }
        *open
    }
}

/// The bilinear interpolation of the corners of a square.
fn between([a, b, c, d]: [Vector; 4], x: f64, y: f64) -> Vector {
    let (upper, lower) = (a + (b - a) * x, c + (d - c) * x);
    upper + (lower - upper) * y
}

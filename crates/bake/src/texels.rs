//! Texels: which of a texture lie on a surface, and where they are sampled.

use std::ops::Range;

use crate::mesh::Mesh;
use crate::options::Options;
use crate::raster::{Cells, Outline, Owner};
use crate::surface::{self, Spot, Surface};

/// Rows of texels that one thread works on at a time.
pub(crate) const STRIPE: u32 = 8;

/// The texels of a texture set.
pub(crate) struct Texels<'t, 'a> {
    pub(crate) surface: &'t Surface<'a>,
    options: &'t Options,
    /// The triangles that reach into each stripe, in order, those of one behind those of the one above.
    triangles: Vec<u32>,
    /// Where those of each stripe end.
    ends: Vec<usize>,
}

/// Where a row of texels is sampled.
pub(crate) struct Samples {
    pub(crate) spots: Vec<Spot>,
    /// How many of them each texel has.
    pub(crate) counts: Vec<u8>,
}

impl<'t, 'a> Texels<'t, 'a> {
    pub(crate) fn new(surface: &'t Surface<'a>, options: &'t Options) -> Texels<'t, 'a> {
        let count = options.size[1].div_ceil(STRIPE) as usize;
        let reaches = |triangle| reach(surface.uvs(triangle), options);
        // Where those of each stripe begin, and then, as they are put in their places, where they end.
        let mut ends = vec![0; count + 1];
        for triangle in 0..surface.len() {
            reaches(triangle).for_each(|stripe| ends[stripe + 1] += 1);
        }
        (0..count).for_each(|stripe| ends[stripe + 1] += ends[stripe]);
        let mut triangles = vec![0; ends[count]];
        for triangle in 0..surface.len() {
            for stripe in reaches(triangle) {
                triangles[ends[stripe]] = triangle;
                ends[stripe] += 1;
            }
        }
        ends.pop();
        Texels { surface, options, triangles, ends }
    }

    /// How many bytes the lists of triangles of these meshes take.
    pub(crate) fn bytes(meshes: &[Mesh], options: &Options) -> u64 {
        let triangles = meshes.iter().flat_map(|mesh| {
            (0..mesh.triangles.len() as u32).map(move |triangle| surface::uvs(mesh, triangle))
        });
        let entries: usize = triangles.map(|corners| reach(corners, options).len()).sum();
        4 * entries as u64 + 8 * u64::from(options.size[1])
    }

    /// How many stripes there are.
    pub(crate) fn stripes(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The rows of a stripe.
    pub(crate) fn rows(&self, stripe: u32) -> Range<u32> {
        stripe * STRIPE..((stripe + 1) * STRIPE).min(self.options.size[1])
    }

    /// Columns and rows of samples.
    fn cells(&self) -> [u32; 2] {
        cells(self.options)
    }

    /// Whom the cells of a stripe belong to.
    pub(crate) fn draw(&self, stripe: u32) -> Cells {
        let [columns, _] = self.cells();
        let rows = self.rows(stripe);
        let (top, height) =
            (rows.start * self.options.samples_per_side, rows.len() as u32 * self.options.samples_per_side);
        let mut cells = Cells::new(top, columns, height);
        let stripe = stripe as usize;
        let first = if stripe == 0 { 0 } else { self.ends[stripe - 1] };
        for triangle in &self.triangles[first..self.ends[stripe]] {
            if let Some(outline) = outline(self.surface.uvs(*triangle), self.options) {
                cells.draw(*triangle, &outline);
            }
        }
        cells
    }

    /// Where a row of texels is sampled: at the centres of those of its cells that a triangle covers; where it covers
    /// none, at the nearest places of those that it touches.
    pub(crate) fn samples(&self, cells: &Cells, row: u32) -> Samples {
        let (side, width) = (self.options.samples_per_side, self.options.size[0]);
        let [columns, rows] = self.cells().map(f64::from);
        let spot = |triangle, (column, row): (u32, u32)| {
            let point = [(f64::from(column) + 0.5) / columns, (f64::from(row) + 0.5) / rows];
            self.surface.nearest(triangle, point)
        };
        let mut samples = Samples { spots: Vec::new(), counts: Vec::with_capacity(width as usize) };
        for texel in 0..width {
            let before = samples.spots.len();
            let places =
                (0..side * side).map(|place| (texel * side + place % side, row * side + place / side));
            let owners = places.map(|place| (cells.owner(place.0, place.1), place));
            samples.spots.extend(owners.clone().filter_map(|(owner, place)| match owner {
                Owner::Covered(triangle) => Some(spot(triangle, place)),
                _ => None,
            }));
            if samples.spots.len() == before {
                samples.spots.extend(owners.filter_map(|(owner, place)| match owner {
                    Owner::Touched(triangle) => Some(spot(triangle, place)),
                    _ => None,
                }));
            }
            // At most 16.
            samples.counts.push((samples.spots.len() - before) as u8);
        }
        samples
    }

    /// Where each texel is sampled, row by row; nowhere if it is on no surface.
    pub(crate) fn positions(&self) -> Vec<Vec<[f32; 4]>> {
        let mut all = Vec::new();
        for stripe in 0..self.stripes() {
            let cells = self.draw(stripe);
            for Samples { spots, counts } in self.rows(stripe).map(|row| self.samples(&cells, row)) {
                let mut points = spots.iter().map(|spot| self.options.point(self.surface.position(*spot)));
                all.extend(counts.iter().map(|count| points.by_ref().take((*count).into()).collect()));
            }
        }
        all
    }
}

/// Columns and rows of samples.
fn cells(options: &Options) -> [u32; 2] {
    options.size.map(|side| side * options.samples_per_side)
}

/// A triangle on the grid of samples, by its corners on the texture.
fn outline(corners: [[f64; 2]; 3], options: &Options) -> Option<Outline> {
    let [columns, rows] = cells(options).map(f64::from);
    Outline::new(corners.map(|[u, v]| [u * columns, v * rows]))
}

/// The stripes that a triangle reaches into.
fn reach(corners: [[f64; 2]; 3], options: &Options) -> Range<usize> {
    let [first, last] = outline(corners, options).map_or([0, 0], |outline| outline.rows(cells(options)[1]));
    let rows = STRIPE * options.samples_per_side;
    if first < last { (first / rows) as usize..last.div_ceil(rows) as usize } else { 0..0 }
}

//! Texels: find those on a surface, and their sample positions.

use std::ops::Range;

use travertine_mesh::coverage::{Cells, Outline, Owner};
use travertine_mesh::{Tile, square, uvs};

use crate::options::Options;
use crate::page::Page;
use crate::surface::{Spot, Surface};

/// Rows of texels in a stripe, the unit of work of a thread.
pub(crate) const STRIPE: u32 = 8;

/// The texels of a page.
pub(crate) struct Texels<'t, 'a> {
    surface: &'t Surface<'a>,
    options: &'t Options,
    tile: Option<Tile>,
    /// The triangles that reach each stripe, in their order, stripe after stripe.
    triangles: Vec<u32>,
    /// The end of each stripe's triangles.
    ends: Vec<usize>,
}

/// The samples of a row of texels.
pub(crate) struct Samples {
    pub(crate) spots: Vec<Spot>,
    /// Number of samples of each texel, 0 to 16.
    pub(crate) counts: Vec<u8>,
}

impl<'t, 'a> Texels<'t, 'a> {
    /// The texels of a set's surface, in one of its tiles if it has several.
    pub(crate) fn new(surface: &'t Surface<'a>, options: &'t Options, tile: Option<Tile>) -> Texels<'t, 'a> {
        let count = Texels::stripes(options) as usize;
        let reaches = |triangle| reach(surface.uvs(triangle), tile, options);
        // A counting sort: first the start of each stripe's triangles, then, as they are filled in, their end.
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
        Texels { surface, options, tile, triangles, ends }
    }

    /// Bytes of the triangle lists of a page.
    pub(crate) fn bytes(page: Page, options: &Options) -> u64 {
        let triangles = page
            .set
            .meshes
            .iter()
            .flat_map(|mesh| (0..mesh.triangles.len() as u32).map(move |triangle| uvs::of(mesh, triangle)));
        let entries: usize = triangles.map(|corners| reach(corners, page.tile, options).len()).sum();
        4 * entries as u64 + 8 * u64::from(options.size[1])
    }

    /// Number of stripes.
    pub(crate) fn stripes(options: &Options) -> u32 {
        options.size[1].div_ceil(STRIPE)
    }

    /// The rows of a stripe.
    pub(crate) fn rows(&self, stripe: u32) -> Range<u32> {
        stripe * STRIPE..((stripe + 1) * STRIPE).min(self.options.size[1])
    }

    /// Numbers of columns and rows of samples.
    fn cells(&self) -> [u32; 2] {
        cells(self.options)
    }

    /// Rasterizes a stripe.
    pub(crate) fn draw(&self, stripe: u32) -> Cells {
        let [columns, _] = self.cells();
        let rows = self.rows(stripe);
        let (top, height) =
            (rows.start * self.options.samples_per_side, rows.len() as u32 * self.options.samples_per_side);
        let mut cells = Cells::new(top, columns, height);
        let stripe = stripe as usize;
        let first = if stripe == 0 { 0 } else { self.ends[stripe - 1] };
        for triangle in &self.triangles[first..self.ends[stripe]] {
            if let Some(outline) = outline(self.surface.uvs(*triangle), self.tile, self.options) {
                cells.draw(*triangle, &outline);
            }
        }
        cells
    }

    /// The samples of a row of texels: the centers of covered cells. A texel with touched cells only is sampled at
    /// the nearest points of the touching triangles.
    pub(crate) fn samples(&self, cells: &Cells, row: u32) -> Samples {
        let (side, width) = (self.options.samples_per_side, self.options.size[0]);
        let [columns, rows] = self.cells().map(f64::from);
        let [left, top] = self.tile.map_or([0.0; 2], Tile::corner);
        let spot = |triangle, (column, row): (u32, u32)| {
            let point = [left + (f64::from(column) + 0.5) / columns, top + (f64::from(row) + 0.5) / rows];
            self.surface.nearest(triangle, point)
        };
        let mut samples = Samples { spots: Vec::new(), counts: Vec::with_capacity(width as usize) };
        for texel in 0..width {
            let before = samples.spots.len();
            let grid = (0..side * side).map(|index| (texel * side + index % side, row * side + index / side));
            let owners = grid.map(|cell| (cells.owner(cell.0, cell.1), cell));
            samples.spots.extend(owners.clone().filter_map(|(owner, cell)| match owner {
                Owner::Covered(triangle) => Some(spot(triangle, cell)),
                _ => None,
            }));
            if samples.spots.len() == before {
                samples.spots.extend(owners.filter_map(|(owner, cell)| match owner {
                    Owner::Touched(triangle) => Some(spot(triangle, cell)),
                    _ => None,
                }));
            }
            // At most 16.
            samples.counts.push((samples.spots.len() - before) as u8);
        }
        samples
    }

    /// The sample positions of each texel, row by row; empty for texels on no surface.
    pub(crate) fn positions(&self) -> Vec<Vec<[f32; 4]>> {
        let mut all = Vec::new();
        for stripe in 0..Texels::stripes(self.options) {
            let cells = self.draw(stripe);
            for Samples { spots, counts } in self.rows(stripe).map(|row| self.samples(&cells, row)) {
                let mut points =
                    spots.iter().map(|spot| self.surface.frame.point(self.surface.position(*spot), self.options.time));
                all.extend(counts.iter().map(|count| points.by_ref().take((*count).into()).collect()));
            }
        }
        all
    }
}

/// Numbers of columns and rows of samples.
fn cells(options: &Options) -> [u32; 2] {
    options.size.map(|side| side * options.samples_per_side)
}

/// A triangle on the grid of samples, given its UVs; `None` if it has no area there, or lies in another tile.
fn outline(corners: [[f64; 2]; 3], tile: Option<Tile>, options: &Options) -> Option<Outline> {
    let [left, top] = tile.map_or([0.0; 2], Tile::corner);
    if tile.is_some() && square(corners) != Some([left, top]) {
        return None;
    }
    let [columns, rows] = cells(options).map(f64::from);
    Outline::new(corners.map(|[u, v]| [(u - left) * columns, (v - top) * rows]))
}

/// The stripes that a triangle reaches.
fn reach(corners: [[f64; 2]; 3], tile: Option<Tile>, options: &Options) -> Range<usize> {
    let [first, last] = outline(corners, tile, options).map_or([0, 0], |outline| outline.rows(cells(options)[1]));
    let rows = STRIPE * options.samples_per_side;
    if first < last { (first / rows) as usize..last.div_ceil(rows) as usize } else { 0..0 }
}

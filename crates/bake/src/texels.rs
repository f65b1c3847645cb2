//! Texels: which of a texture lie on a surface, and where they are sampled.

use crate::bake::Options;
use crate::raster::{Cells, Outline, Owner};
use crate::surface::{Spot, Surface};

/// Rows of texels that one thread works on at a time.
pub(crate) const STRIPE: u32 = 8;

/// The texels of a texture set.
pub(crate) struct Texels<'t, 'a> {
    pub(crate) surface: &'t Surface<'a>,
    options: &'t Options,
    /// The triangles that reach into each stripe, in order.
    stripes: Vec<Vec<u32>>,
}

/// Where a row of texels is sampled.
pub(crate) struct Samples {
    pub(crate) spots: Vec<Spot>,
    /// How many of them each texel has.
    pub(crate) counts: Vec<u8>,
}

impl<'t, 'a> Texels<'t, 'a> {
    pub(crate) fn new(surface: &'t Surface<'a>, options: &'t Options) -> Texels<'t, 'a> {
        let [_, height] = options.size;
        let mut texels =
            Texels { surface, options, stripes: vec![Vec::new(); height.div_ceil(STRIPE) as usize] };
        let cells = STRIPE * options.samples;
        for triangle in 0..surface.len() {
            let Some(outline) = texels.outline(triangle) else { continue };
            let [first, last] = outline.rows(height * options.samples);
            if first < last {
                let stripes = (first / cells) as usize..last.div_ceil(cells) as usize;
                texels.stripes[stripes].iter_mut().for_each(|stripe| stripe.push(triangle));
            }
        }
        texels
    }

    /// How many stripes there are.
    pub(crate) fn stripes(&self) -> u32 {
        self.stripes.len() as u32
    }

    /// The rows of a stripe.
    pub(crate) fn rows(&self, stripe: u32) -> std::ops::Range<u32> {
        stripe * STRIPE..((stripe + 1) * STRIPE).min(self.options.size[1])
    }

    /// A triangle on the grid of samples.
    fn outline(&self, triangle: u32) -> Option<Outline> {
        let [columns, rows] = self.cells();
        Outline::new(self.surface.uvs(triangle).map(|[u, v]| [u * f64::from(columns), v * f64::from(rows)]))
    }

    /// Columns and rows of samples.
    fn cells(&self) -> [u32; 2] {
        self.options.size.map(|side| side * self.options.samples)
    }

    /// Whom the cells of a stripe belong to.
    pub(crate) fn draw(&self, stripe: u32) -> Cells {
        let [columns, _] = self.cells();
        let rows = self.rows(stripe);
        let (top, height) = (rows.start * self.options.samples, rows.len() as u32 * self.options.samples);
        let mut cells = Cells::new(top, columns, height);
        for triangle in &self.stripes[stripe as usize] {
            if let Some(outline) = self.outline(*triangle) {
                cells.draw(*triangle, &outline);
            }
        }
        cells
    }

    /// Where a row of texels is sampled: at the centres of those of its cells that a triangle covers; where it covers
    /// none, at the nearest places of those that it touches.
    pub(crate) fn samples(&self, cells: &Cells, row: u32) -> Samples {
        let (side, width) = (self.options.samples, self.options.size[0]);
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

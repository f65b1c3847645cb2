//! Charts whose triangles do not overlap in their planes.
//!
//! A chart is drawn triangle by triangle onto a grid, from its first triangle outwards. A triangle that would cover a cell
//! of another starts a chart of its own.

use super::charts::Chart;
use super::flat::Plane;
use super::topology::NONE;
use crate::mesh::Mesh;
use crate::raster::Outline;

/// Maximum number of cells of a grid.
pub(super) const MAX_CELLS: f64 = 16777216.0;

/// A grid with the triangle of each cell.
pub(super) struct Overlaps<'m> {
    mesh: &'m Mesh,
    neighbors: &'m [[u32; 3]],
    /// The number of the last part that each triangle is in.
    parts: Vec<u32>,
    count: u32,
    /// The triangle of each cell; perhaps one of an earlier part.
    cells: Vec<u32>,
    /// Cells for each unit of length.
    scale: f64,
}

impl<'m> Overlaps<'m> {
    pub(super) fn new(mesh: &'m Mesh, neighbors: &'m [[u32; 3]], scale: f64) -> Overlaps<'m> {
        let parts = vec![NONE; mesh.triangles.len()];
        Overlaps { mesh, neighbors, parts, count: 0, cells: Vec::new(), scale }
    }

    /// Divides a chart into connected parts without overlaps.
    pub(super) fn divide(&mut self, chart: Chart) -> Vec<Chart> {
        let Chart { triangles: mut left, normal } = chart;
        let plane = Plane::new(normal);
        let corners = left.iter().flat_map(|triangle| plane.corners(self.mesh, *triangle));
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in corners {
            least = [0, 1].map(|axis| least[axis].min(corner[axis]));
            most = [0, 1].map(|axis| most[axis].max(corner[axis]));
        }
        let extent = [0, 1].map(|axis| most[axis] - least[axis]);
        // Coarser cells for charts that are too large.
        let cells = (extent[0] * self.scale + 1.0) * (extent[1] * self.scale + 1.0);
        let longest = (extent[0].max(extent[1]) * self.scale).max(1.0);
        let scale = self.scale * (MAX_CELLS / cells).sqrt().min(16384.0 / longest).min(1.0);
        let [width, height] = extent.map(|side| (side * scale) as usize + 1);
        if self.cells.len() < width * height {
            self.cells.resize(width * height, NONE);
        }
        let mut parts = Vec::new();
        let (mut open, mut taken) = (Vec::new(), Vec::new());
        while !left.is_empty() {
            // Numbers from 2 * count: seen; and one more: part of the chart.
            let (seen, inside) = (2 * self.count, 2 * self.count + 1);
            self.count += 1;
            let mut rest = Vec::new();
            let mut is_member: Vec<u32> = Vec::new();
            std::mem::swap(&mut is_member, &mut left);
            is_member.iter().for_each(|triangle| self.parts[*triangle as usize] = seen);
            open.push(is_member[0]);
            let mut next = 0;
            while next < open.len() {
                let triangle = open[next];
                next += 1;
                if self.parts[triangle as usize] != seen {
                    continue;
                }
                let corners = plane.corners(self.mesh, triangle);
                let corners = corners.map(|corner| [0, 1].map(|axis| (corner[axis] - least[axis]) * scale));
                let outline = Outline::new(corners).filter(|outline| !outline.is_reversed);
                let mut is_free = true;
                if let Some(outline) = &outline {
                    outline.scan(0, width as u32, height as u32, |cell, covered| {
                        let owner = self.cells[cell];
                        is_free &= !covered || owner == NONE || self.parts[owner as usize] != inside;
                    });
                }
                if !is_free {
                    continue;
                }
                self.parts[triangle as usize] = inside;
                if let Some(outline) = &outline {
                    outline.scan(0, width as u32, height as u32, |cell, covered| {
                        if covered {
                            self.cells[cell] = triangle;
                        }
                    });
                }
                taken.push(triangle);
                let others = self.neighbors[triangle as usize].into_iter().filter(|other| *other != NONE);
                open.extend(others.filter(|other| self.parts[*other as usize] == seen));
            }
            open.clear();
            rest.extend(is_member.into_iter().filter(|triangle| self.parts[*triangle as usize] != inside));
            parts.push(Chart { triangles: std::mem::take(&mut taken), normal });
            left = rest;
        }
        parts
    }
}

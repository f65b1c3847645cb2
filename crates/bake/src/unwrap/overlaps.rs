//! Charts whose triangles do not overlap in their planes.
//!
//! A chart grows triangle by triangle, from its first triangle outwards. A triangle that would overlap another starts a
//! chart of its own. A grid holds the triangles that reach each cell, so that few are compared.

use travertine::Context;
use travertine::stages::render::RenderError;

use super::charts::{Chart, turn};
use super::flat::Plane;
use super::topology::NONE;
use crate::mesh::{Mesh, anchor};
use crate::vector::Vector;

/// Maximum number of cells of a grid.
const MAX_CELLS: f64 = 16777216.0;

/// The corners of a triangle in the plane of its chart, counterclockwise.
type Corners = [[f64; 2]; 3];

/// A grid with the triangles in each cell.
pub(super) struct Overlaps<'m> {
    mesh: &'m Mesh,
    neighbors: &'m [[u32; 3]],
    /// The place near which floats of positions are exact.
    anchor: Vector,
    /// The number of the last part that each triangle is in.
    parts: Vec<u32>,
    count: u32,
    /// The last entry of each cell in the list.
    cells: Vec<u32>,
    /// Triangles with their corners, and the entry before in their cell.
    entries: Vec<(Corners, u32)>,
    /// Cells for each unit of length.
    scale: f64,
}

impl<'m> Overlaps<'m> {
    pub(super) fn new(mesh: &'m Mesh, neighbors: &'m [[u32; 3]], scale: f64) -> Overlaps<'m> {
        let parts = vec![NONE; mesh.triangles.len()];
        let anchor = anchor(std::slice::from_ref(mesh));
        Overlaps { mesh, neighbors, anchor, parts, count: 0, cells: Vec::new(), entries: Vec::new(), scale }
    }

    /// Divides a chart into connected parts without overlaps.
    pub(super) fn divide(&mut self, chart: Chart, context: &Context) -> Result<Vec<Chart>, RenderError> {
        let Chart { triangles: mut left, normal } = chart;
        let plane = Plane::new(normal);
        let corners = left.iter().flat_map(|triangle| plane.corners(self.mesh, *triangle));
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in corners {
            least = [0, 1].map(|axis| least[axis].min(corner[axis]));
            most = [0, 1].map(|axis| most[axis].max(corner[axis]));
        }
        let extent = [0, 1].map(|axis| most[axis] - least[axis]);
        // What overlaps less is no more than the rounding of positions.
        let middle = plane.project(self.anchor);
        let ends = [least, most].into_iter().flat_map(|end| [0, 1].map(|axis| end[axis] - middle[axis]));
        let slack = 1e-6 * ends.fold(0.0, |far: f64, part| far.max(part.abs()));
        // About a triangle for each cell, and at least a texel.
        let cells = (extent[0] * self.scale + 1.0) * (extent[1] * self.scale + 1.0);
        let longest = (extent[0].max(extent[1]) * self.scale).max(1.0);
        let wanted = (4.0 * left.len() as f64).min(MAX_CELLS);
        let scale = self.scale * (wanted / cells).sqrt().min(16384.0 / longest).min(1.0);
        let [width, height] = extent.map(|side| (side * scale) as usize + 1);
        // The cells of the part before are cleared one by one: it may be one of many small ones.
        self.cells.clear();
        self.cells.resize(width * height, NONE);
        let mut written: Vec<usize> = Vec::new();
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
            // Triangles of another part do not matter.
            self.entries.clear();
            written.drain(..).for_each(|cell| self.cells[cell] = NONE);
            while next < open.len() {
                let triangle = open[next];
                next += 1;
                if context.is_cancelled() {
                    return Err(RenderError::Cancelled);
                }
                if self.parts[triangle as usize] != seen {
                    continue;
                }
                let corners = plane.corners(self.mesh, triangle);
                // A triangle without an area covers nothing.
                let has_area = turn(corners) > 0.0;
                let reach = |axis: usize, cells: usize| {
                    let all = corners.map(|corner| ((corner[axis] - least[axis]) * scale) as usize);
                    let [a, b, c] = all.map(|cell| cell.min(cells - 1));
                    a.min(b).min(c)..=a.max(b).max(c)
                };
                let (columns, rows) = (reach(0, width), reach(1, height));
                let [a, b, c] = corners.map(|corner| [0, 1].map(|axis| (corner[axis] - least[axis]) * scale));
                let reached = || {
                    let (first, last) = (*columns.start(), *columns.end());
                    rows.clone().flat_map(move |row| {
                        let [left, right] = reach_in_row([a, b, c], row);
                        let columns = (left as usize).max(first)..=(right as usize).min(last);
                        columns.map(move |column| row * width + column)
                    })
                };
                if has_area && reached().any(|cell| self.is_taken(cell, &corners, slack)) {
                    continue;
                }
                self.parts[triangle as usize] = inside;
                for cell in reached().filter(|_| has_area) {
                    let before = std::mem::replace(&mut self.cells[cell], self.entries.len() as u32);
                    self.entries.push((corners, before));
                    if before == NONE {
                        written.push(cell);
                    }
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
        Ok(parts)
    }

    /// Whether a triangle overlaps one of a cell.
    fn is_taken(&self, cell: usize, corners: &Corners, slack: f64) -> bool {
        let mut entry = self.cells[cell];
        while entry != NONE {
            let (other, before) = &self.entries[entry as usize];
            if !is_apart(corners, other, slack) && !is_apart(other, corners, slack) {
                return true;
            }
            entry = *before;
        }
        false
    }
}

/// Whether an edge of a triangle separates it from another one.
fn is_apart(corners: &Corners, other: &Corners, slack: f64) -> bool {
    (0..3).any(|index| {
        let (from, to) = (corners[index], corners[(index + 1) % 3]);
        let (across, up) = (to[0] - from[0], to[1] - from[1]);
        let far = (across * across + up * up).sqrt();
        // The distance to the inner side, times the length of the edge.
        let inside = |[x, y]: [f64; 2]| across * (y - from[1]) - up * (x - from[0]);
        far > 0.0 && other.iter().all(|corner| inside(*corner) <= slack * far)
    })
}

/// The least and the greatest column that a triangle reaches in a row of cells, and a little more.
fn reach_in_row(corners: Corners, row: usize) -> [f64; 2] {
    // Far above the rounding of places in a grid.
    const MORE: f64 = 1e-3;
    let (bottom, top) = (row as f64 - MORE, row as f64 + 1.0 + MORE);
    let mut reach = [f64::INFINITY, f64::NEG_INFINITY];
    for index in 0..3 {
        let (from, to) = (corners[index], corners[(index + 1) % 3]);
        if from[1].max(to[1]) < bottom || from[1].min(to[1]) > top {
            continue;
        }
        let up = to[1] - from[1];
        let ends = if up.abs() < MORE {
            [from[0], to[0]]
        } else {
            [bottom, top].map(|y| from[0] + ((y - from[1]) / up).clamp(0.0, 1.0) * (to[0] - from[0]))
        };
        reach = [reach[0].min(ends[0]).min(ends[1]), reach[1].max(ends[0]).max(ends[1])];
    }
    [reach[0] - MORE, reach[1] + MORE]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slivers_reach_few_cells() {
        let sliver = [[0.5, 0.5], [1000.5, 1000.4], [1000.5, 1000.5]];
        let mut count = 0;
        for row in 0..=1000 {
            let [left, right] = reach_in_row(sliver, row);
            // It holds the middle of the diagonal in this row.
            assert!(left <= row as f64 + 0.5 && row as f64 + 0.5 <= right, "{row}: {left} {right}");
            count += right as usize - left as usize + 1;
        }
        assert!(count < 3100, "{count} cells, not those of the box");
    }
}

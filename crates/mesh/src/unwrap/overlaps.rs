//! Charts whose triangles do not overlap in their planes.
//!
//! A chart grows triangle by triangle, from its first triangle outwards. A triangle that would overlap another starts a
//! chart of its own. A grid holds the triangles that reach each cell, so that few are compared. Only where many
//! triangles meet at a point are all of them compared with each other: that is limited ([`Work`]).

use std::collections::VecDeque;

use travertine_render::{Context, RenderError};

use super::charts::{Chart, turn};
use super::flat::{Plane, bounds};
use super::topology::NONE;
use super::work::Work;
use crate::error::Error;
use crate::mesh::{Mesh, anchor};
use crate::vector::Vector;

/// Maximum number of cells of a grid.
const MAX_CELLS: f64 = 16777216.0;

/// Maximum number of columns and rows of a grid.
const MAX_SIDE: f64 = 16384.0;

/// Entries of the grid for each triangle of a chart, at most: a grid that needs more becomes coarser.
const ENTRIES: usize = 6;

/// The corners of a triangle in the plane of its chart, counterclockwise.
type Corners = [[f64; 2]; 3];

/// A triangle, and the entry before in its cell.
type Entry = [u32; 2];

/// Divides the charts of a mesh.
pub(super) struct Overlaps<'m> {
    mesh: &'m Mesh,
    neighbors: &'m [[u32; 3]],
    /// The place near which floats of positions are exact.
    anchor: Vector,
    /// The number of the attempt in which each triangle waits for a part, or [`NONE`].
    waits: Vec<u32>,
    attempts: u32,
    grid: Grid,
    /// Texels for each unit of length, about.
    scale: f64,
}

/// Upper bound of the bytes needed to divide charts of a number of triangles, the largest of which has `largest`.
pub(super) fn bytes(triangles: u64, largest: u64) -> u64 {
    // The attempt and the part of each triangle; corners, entries, up to four cells, the queue, and the growing list of
    // a part.
    const TRIANGLE: usize = 4 + 4;
    const LARGEST: usize = size_of::<Corners>() + ENTRIES * size_of::<Entry>() + 4 * (4 + 4) + 8 + 8;
    triangles * TRIANGLE as u64 + largest * LARGEST as u64
}

impl<'m> Overlaps<'m> {
    pub(super) fn new(mesh: &'m Mesh, neighbors: &'m [[u32; 3]], scale: f64) -> Overlaps<'m> {
        let waits = vec![NONE; mesh.triangles.len()];
        let anchor = anchor(std::slice::from_ref(mesh));
        Overlaps { mesh, neighbors, anchor, waits, attempts: 0, grid: Grid::default(), scale }
    }

    /// Divides a chart into connected parts without overlaps.
    pub(super) fn divide(&mut self, chart: &Chart, work: &mut Work, context: &Context) -> Result<Vec<Chart>, Error> {
        let plane = Plane::new(chart.normal);
        let count = chart.triangles.len();
        let corners = |triangle: &u32| plane.corners(self.mesh, *triangle);
        let [least, most] = bounds(chart.triangles.iter().flat_map(corners));
        // What overlaps less is no more than the rounding of positions.
        let middle = plane.project(self.anchor);
        let ends = [least, most].into_iter().flat_map(|end| [0, 1].map(|axis| end[axis] - middle[axis]));
        let slack = 1e-6 * ends.fold(0.0, |far: f64, part| far.max(part.abs()));
        // About a cell for each triangle, and at least a texel.
        let extent = [0, 1].map(|axis| most[axis] - least[axis]);
        let cells = (extent[0] * self.scale + 1.0) * (extent[1] * self.scale + 1.0);
        let longest = (extent[0].max(extent[1]) * self.scale).max(1.0);
        let wanted = (count as f64).min(MAX_CELLS);
        let mut scale = self.scale * (wanted / cells).sqrt().min(MAX_SIDE / longest).min(1.0);
        // A triangle reaches about as many cells as the box around it has columns and rows: slivers need large cells.
        let sides = chart.triangles.iter().map(|triangle| {
            let [least, most] = bounds(corners(triangle).into_iter());
            most[0] - least[0] + most[1] - least[1]
        });
        scale = scale.min((ENTRIES / 2 * count) as f64 / sides.sum::<f64>());
        loop {
            self.grid.lay(least, extent, scale, slack, count);
            if let Some(parts) = self.parts(chart, &plane, work, context)? {
                return Ok(parts);
            }
            scale /= 2.0;
        }
    }

    /// The parts of a chart; `None` if the triangles of one need more entries than the grid has.
    fn parts(
        &mut self,
        chart: &Chart,
        plane: &Plane,
        work: &mut Work,
        context: &Context,
    ) -> Result<Option<Vec<Chart>>, Error> {
        let attempt = self.attempts;
        self.attempts += 1;
        chart.triangles.iter().for_each(|triangle| self.waits[*triangle as usize] = attempt);
        let mut parts = Vec::new();
        let mut open = VecDeque::new();
        for first in &chart.triangles {
            if self.waits[*first as usize] != attempt {
                continue;
            }
            // Triangles of another part do not matter.
            self.grid.clear();
            let mut taken = Vec::new();
            open.push_back(*first);
            while let Some(triangle) = open.pop_front() {
                if context.is_cancelled() {
                    return Err(RenderError::Cancelled.into());
                }
                if self.waits[triangle as usize] != attempt {
                    continue;
                }
                let corners = plane.corners(self.mesh, triangle);
                // A triangle without an area covers nothing.
                if turn(corners) > 0.0 {
                    if self.grid.is_taken(&corners, work)? {
                        continue;
                    }
                    if !self.grid.take(corners) {
                        return Ok(None);
                    }
                }
                self.waits[triangle as usize] = NONE;
                taken.push(triangle);
                let others = self.neighbors[triangle as usize].into_iter().filter(|other| *other != NONE);
                open.extend(others.filter(|other| self.waits[*other as usize] == attempt));
            }
            taken.shrink_to_fit();
            parts.push(Chart { triangles: taken, normal: chart.normal });
        }
        Ok(Some(parts))
    }
}

/// A grid with the triangles that reach each cell.
#[derive(Default)]
struct Grid {
    least: [f64; 2],
    /// Cells for each unit of length.
    scale: f64,
    slack: f64,
    width: usize,
    height: usize,
    /// The last entry of each cell in the list, or [`NONE`].
    cells: Vec<u32>,
    /// The cells with entries.
    reached: Vec<u32>,
    triangles: Vec<Corners>,
    entries: Vec<Entry>,
    /// Maximum number of entries.
    most: usize,
}

impl Grid {
    /// Makes an empty grid for triangles in a box. What overlaps less than `slack` does not overlap.
    fn lay(&mut self, least: [f64; 2], extent: [f64; 2], scale: f64, slack: f64, triangles: usize) {
        self.clear();
        (self.least, self.scale, self.slack) = (least, scale, slack);
        [self.width, self.height] = extent.map(|side| (side * scale) as usize + 1);
        self.cells.clear();
        self.cells.resize(self.width * self.height, NONE);
        self.most = (ENTRIES * (triangles + 4)).min(NONE as usize);
        // Not in growing lists: memory that they do not use is only reserved.
        self.triangles.reserve_exact(triangles);
        self.entries.reserve_exact(self.most);
    }

    /// Removes all triangles. Cells are emptied one by one: a part may be one of many small ones.
    fn clear(&mut self) {
        self.reached.drain(..).for_each(|cell| self.cells[cell as usize] = NONE);
        self.triangles.clear();
        self.entries.clear();
    }

    /// The cells that a triangle reaches.
    fn cells(&self, corners: &Corners) -> impl Iterator<Item = usize> + use<> {
        let (width, sides) = (self.width, [self.width, self.height]);
        let places = corners.map(|corner| [0, 1].map(|axis| (corner[axis] - self.least[axis]) * self.scale));
        let [columns, rows] = [0, 1].map(|axis| {
            let [a, b, c] = places.map(|place| (place[axis] as usize).min(sides[axis] - 1));
            [a.min(b).min(c), a.max(b).max(c)]
        });
        (rows[0]..=rows[1]).flat_map(move |row| {
            let [left, right] = reach_in_row(places, row);
            let columns = (left as usize).max(columns[0])..=(right as usize).min(columns[1]);
            columns.map(move |column| row * width + column)
        })
    }

    /// Whether a triangle overlaps one of the grid.
    fn is_taken(&self, corners: &Corners, work: &mut Work) -> Result<bool, Error> {
        let mut compared = 0;
        let is_taken = self.cells(corners).any(|cell| {
            let mut entry = self.cells[cell];
            compared += 1;
            while entry != NONE {
                let [other, before] = self.entries[entry as usize];
                let other = &self.triangles[other as usize];
                compared += 1;
                if !is_apart(corners, other, self.slack) && !is_apart(other, corners, self.slack) {
                    return true;
                }
                entry = before;
            }
            false
        });
        work.spend(compared)?;
        Ok(is_taken)
    }

    /// Takes the cells of a triangle. Returns whether there are entries enough.
    fn take(&mut self, corners: Corners) -> bool {
        let triangle = self.triangles.len() as u32;
        for cell in self.cells(&corners) {
            if self.entries.len() == self.most {
                return false;
            }
            let before = std::mem::replace(&mut self.cells[cell], self.entries.len() as u32);
            self.entries.push([triangle, before]);
            if before == NONE {
                self.reached.push(cell as u32);
            }
        }
        self.triangles.push(corners);
        true
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
    use crate::shapes;
    use crate::unwrap::topology;

    /// A disc of triangles that meet in its middle.
    fn fan(count: u32) -> Mesh {
        let mut mesh = shapes::cube();
        let point = |index: u32| {
            let angle = index as f32 / count as f32 * std::f32::consts::TAU;
            [travertine_noise::math::cos(angle), travertine_noise::math::sin(angle), 0.0].map(f64::from)
        };
        mesh.positions = (0..count).map(point).chain([[0.0; 3]]).collect();
        mesh.normals = vec![[0.0, 0.0, 1.0]; mesh.positions.len()];
        (mesh.triangles, mesh.uvs) = ((0..count).map(|index| [count, index, (index + 1) % count]).collect(), None);
        mesh
    }

    /// The sizes of the parts of a mesh that faces up, and the greatest number of entries of the grid.
    fn divided(mesh: &Mesh, mut work: Work) -> Result<(Vec<usize>, usize), Error> {
        let neighbors = topology::neighbors(mesh);
        let mut overlaps = Overlaps::new(mesh, &neighbors, 500.0);
        let chart = Chart { triangles: (0..mesh.triangles.len() as u32).collect(), normal: Vector::Z };
        let parts = overlaps.divide(&chart, &mut work, &Context::default())?;
        Ok((parts.iter().map(|part| part.triangles.len()).collect(), overlaps.grid.entries.capacity()))
    }

    #[test]
    fn many_triangles_at_a_point_have_few_entries_and_limited_work() {
        let (parts, entries) = divided(&fan(5000), Work::of(1 << 32)).unwrap();
        assert_eq!(parts, [5000]);
        assert!(entries <= ENTRIES * 5004, "{entries}");
        let problem = divided(&fan(5000), Work::of(1_000_000)).unwrap_err().to_string();
        assert!(problem.contains("`it` takes too long to unwrap") && problem.contains("`project`"), "{problem}");
    }

    /// A fan with slivers that reach across the whole grid.
    #[test]
    fn grids_that_need_too_many_entries_become_coarser() {
        let mesh = fan(300);
        let neighbors = topology::neighbors(&mesh);
        let mut overlaps = Overlaps::new(&mesh, &neighbors, 1.0);
        let chart = Chart { triangles: (0..300).collect(), normal: Vector::Z };
        overlaps.grid.lay([-1.0; 2], [2.0; 2], 100.0, 1e-6, 300);
        let plane = Plane::new(chart.normal);
        let (work, context) = (&mut Work::of(1 << 32), &Context::default());
        assert!(overlaps.parts(&chart, &plane, work, context).unwrap().is_none());
        assert_eq!(overlaps.divide(&chart, work, context).unwrap().len(), 1);
    }

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

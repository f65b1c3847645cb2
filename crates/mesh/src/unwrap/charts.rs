//! Charts: connected triangles that face roughly the same way.
//!
//! Charts grow from seeds, the triangle that faces most like its chart first. Then they grow again, all together, from
//! the triangles in their middles: David Cohen-Steiner, Pierre Alliez and Mathieu Desbrun, "Variational Shape
//! Approximation" (2004). At the end, small charts join their neighbors where the slant allows it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use travertine_render::{Context, RenderError};

use super::topology::NONE;
use super::work::Work;
use crate::error::Error;
use crate::mesh::Mesh;
use crate::vector::Vector;

/// How often all charts grow again.
pub(super) const ROUNDS: usize = 2;

/// A chart faces its triangles at least this much: the cosine of 84 degrees.
const LEAST: f64 = 0.1;

/// Triangles in a plane to which all of them face.
pub(super) struct Chart {
    pub(super) triangles: Vec<u32>,
    /// The unit normal of the plane.
    pub(super) normal: Vector,
}

/// The triangles of a mesh, on the way to charts.
struct Growth<'m> {
    mesh: &'m Mesh,
    neighbors: &'m [[u32; 3]],
    /// Unit normal and area of each triangle; both 0 for triangles so thin that they have none.
    faces: Vec<(Vector, f64)>,
    /// The chart of each triangle, or [`NONE`].
    owners: Vec<u32>,
    /// The greatest slant of a triangle in its chart, as a cosine.
    limit: f64,
    context: &'m Context<'m>,
}

/// A triangle that may join a chart: how much it slants, its index, and the chart. The smallest is next.
type Candidate = Reverse<(u64, u32, u32)>;

/// Upper bound of the bytes needed to find the charts of a mesh, beside those for each chart.
pub(super) fn bytes(triangles: u64) -> u64 {
    // Neighbors, faces and owners; a candidate, of which each triangle that joins a chart removes one and adds at most
    // two; the growing list of a chart.
    const TRIANGLE: usize = 12 + size_of::<(Vector, f64)>() + 4 + size_of::<Candidate>() + 8;
    triangles * TRIANGLE as u64
}

/// Bytes of charts.
pub(super) fn bytes_of(charts: &[Chart]) -> u64 {
    // Twice: a chart stays while it is divided.
    let chart = |chart: &Chart| 2 * (size_of::<Chart>() as u64 + 16) + 4 * chart.triangles.len() as u64;
    charts.iter().map(chart).sum()
}

/// Divides a mesh into charts. Triangles without an area may be in none.
pub(super) fn charts(
    mesh: &Mesh,
    neighbors: &[[u32; 3]],
    limit: f64,
    work: &mut Work,
    context: &Context,
) -> Result<Vec<Chart>, Error> {
    let least = mesh.least_height();
    let face = |triangle| match mesh.direction(triangle, least) {
        Some(direction) => (direction, mesh.area(triangle).length()),
        None => (Vector::default(), 0.0),
    };
    let count = mesh.triangles.len();
    let faces = (0..count as u32).map(face).collect();
    let mut growth = Growth { mesh, neighbors, faces, owners: vec![NONE; count], limit, context };
    let mut normals = Vec::new();
    growth.seed(&mut normals)?;
    for _ in 0..ROUNDS {
        let charts = growth.charts(&normals);
        let seeds = charts.iter().map(|chart| growth.middle(&chart.triangles)).collect::<Vec<_>>();
        growth.owners.fill(NONE);
        growth.grow_from(&seeds, &normals)?;
        growth.seed(&mut normals)?;
        let charts = growth.charts(&normals);
        normals = charts.iter().map(|chart| chart.normal).collect();
    }
    growth.join_small(work)?;
    // Where a mean has turned away from a triangle, that triangle starts a chart of its own.
    let charts = growth.charts(&normals);
    let mut normals: Vec<Vector> = charts.iter().map(|chart| chart.normal).collect();
    for chart in &charts {
        for triangle in &chart.triangles {
            if !growth.faces_to(*triangle, chart.normal, LEAST) {
                growth.owners[*triangle as usize] = NONE;
            }
        }
    }
    drop(charts);
    growth.seed_fixed(&mut normals);
    let mut counts = vec![0; normals.len()];
    growth.owners.iter().filter(|owner| **owner != NONE).for_each(|owner| counts[*owner as usize] += 1);
    let mut lists: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
    for (triangle, owner) in (0..).zip(&growth.owners).filter(|(_, owner)| **owner != NONE) {
        lists[*owner as usize].push(triangle);
    }
    let charts = lists.into_iter().zip(normals).map(|(triangles, normal)| Chart { triangles, normal });
    Ok(charts.filter(|chart| !chart.triangles.is_empty()).collect())
}

impl Growth<'_> {
    /// Whether a triangle slants at most as much as a cosine allows. One without an area fits anywhere.
    fn faces_to(&self, triangle: u32, normal: Vector, limit: f64) -> bool {
        let (face, area) = self.faces[triangle as usize];
        area == 0.0 || face.dot(normal) >= limit
    }

    fn candidate(&self, triangle: u32, chart: u32, normal: Vector) -> Candidate {
        // The bits of floats above 0 are in the order of the floats.
        let slant = (1.0 - self.faces[triangle as usize].0.dot(normal)).max(0.0);
        Reverse((slant.to_bits(), triangle, chart))
    }

    fn checked(&self, step: usize) -> Result<(), RenderError> {
        match step.is_multiple_of(65_536) && self.context.is_cancelled() {
            true => Err(RenderError::Cancelled),
            false => Ok(()),
        }
    }

    /// Grows charts, one after the other, until each triangle with an area is in one. A chart turns as it grows.
    fn seed(&mut self, normals: &mut Vec<Vector>) -> Result<(), RenderError> {
        let mut open = BinaryHeap::new();
        for seed in 0..self.owners.len() as u32 {
            self.checked(seed as usize)?;
            if self.owners[seed as usize] != NONE || self.faces[seed as usize].1 == 0.0 {
                continue;
            }
            let chart = normals.len() as u32;
            let (mut normal, mut sum) = (self.faces[seed as usize].0, Vector::default());
            open.clear();
            open.push(self.candidate(seed, chart, normal));
            while let Some(Reverse((_, triangle, _))) = open.pop() {
                if self.owners[triangle as usize] != NONE || !self.faces_to(triangle, normal, self.limit) {
                    continue;
                }
                self.owners[triangle as usize] = chart;
                let (face, area) = self.faces[triangle as usize];
                sum = sum + face * area;
                normal = sum.unit().unwrap_or(normal);
                self.open_neighbors(triangle, chart, normal, &mut open);
            }
            normals.push(normal);
        }
        self.context.advance(self.owners.len() as u64);
        Ok(())
    }

    /// Like [`Growth::seed`], for the few triangles that are left: charts keep the normal of their seed.
    fn seed_fixed(&mut self, normals: &mut Vec<Vector>) {
        for seed in 0..self.owners.len() as u32 {
            if self.owners[seed as usize] != NONE || self.faces[seed as usize].1 == 0.0 {
                continue;
            }
            let (chart, normal) = (normals.len() as u32, self.faces[seed as usize].0);
            let mut open = vec![seed];
            while let Some(triangle) = open.pop() {
                if self.owners[triangle as usize] == NONE && self.faces_to(triangle, normal, self.limit) {
                    self.owners[triangle as usize] = chart;
                    open.extend(self.neighbors[triangle as usize].iter().filter(|other| **other != NONE));
                }
            }
            normals.push(normal);
        }
    }

    /// Grows all charts together, each from its seed and with a fixed normal.
    fn grow_from(&mut self, seeds: &[u32], normals: &[Vector]) -> Result<(), RenderError> {
        let start = (0..).zip(seeds);
        let mut open: BinaryHeap<Candidate> =
            start.map(|(chart, seed)| self.candidate(*seed, chart, normals[chart as usize])).collect();
        let mut step = 0;
        while let Some(Reverse((_, triangle, chart))) = open.pop() {
            self.checked(step)?;
            step += 1;
            let normal = normals[chart as usize];
            if self.owners[triangle as usize] == NONE && self.faces_to(triangle, normal, self.limit) {
                self.owners[triangle as usize] = chart;
                self.open_neighbors(triangle, chart, normal, &mut open);
            }
        }
        Ok(())
    }

    fn open_neighbors(&self, triangle: u32, chart: u32, normal: Vector, open: &mut BinaryHeap<Candidate>) {
        for other in self.neighbors[triangle as usize] {
            if other != NONE && self.owners[other as usize] == NONE {
                open.push(self.candidate(other, chart, normal));
            }
        }
    }

    /// The charts with triangles, renumbered, with their mean normals. `normals` are those of charts without an area.
    fn charts(&mut self, normals: &[Vector]) -> Vec<Chart> {
        let mut lists: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (triangle, owner) in (0..).zip(&self.owners).filter(|(_, owner)| **owner != NONE) {
            lists.entry(*owner).or_default().push(triangle);
        }
        let mut charts = Vec::with_capacity(lists.len());
        for (old, triangles) in lists {
            let mean = triangles.iter().map(|triangle| self.faces[*triangle as usize]);
            let mean = mean.fold(Vector::default(), |sum, (face, area)| sum + face * area);
            let normal = mean.unit().or(normals.get(old as usize).copied()).unwrap_or(Vector::Z);
            triangles.iter().for_each(|triangle| self.owners[*triangle as usize] = charts.len() as u32);
            charts.push(Chart { triangles, normal });
        }
        charts
    }

    fn center(&self, triangle: u32) -> Vector {
        self.mesh.positions_of(triangle).into_iter().fold(Vector::default(), |sum, corner| sum + corner) * (1.0 / 3.0)
    }

    /// The triangle with an area that is nearest to the middle of a chart.
    fn middle(&self, triangles: &[u32]) -> u32 {
        let (mut sum, mut total) = (Vector::default(), 0.0);
        for triangle in triangles {
            let area = self.faces[*triangle as usize].1;
            (sum, total) = (sum + self.center(*triangle) * area, total + area);
        }
        let middle = sum * (1.0 / total);
        let with_area = triangles.iter().copied().filter(|triangle| self.faces[*triangle as usize].1 > 0.0);
        let distance = |triangle: &u32| (self.center(*triangle) - middle).length();
        let nearest = with_area.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        // Each chart has a triangle with an area: its seed.
        nearest.unwrap_or(triangles[0])
    }

    /// Joins each chart that is much smaller than a neighbor to the one with the longest common border that it faces.
    fn join_small(&mut self, work: &mut Work) -> Result<(), Error> {
        let mut charts = self.charts(&[]);
        let areas =
            charts.iter().map(|chart| chart.triangles.iter().map(|triangle| self.faces[*triangle as usize].1).sum());
        let areas: Vec<f64> = areas.collect();
        let mut order: Vec<u32> = (0..charts.len() as u32).collect();
        order.sort_by(|a, b| areas[*a as usize].total_cmp(&areas[*b as usize]));
        for chart in order {
            let mut borders: BTreeMap<u32, f64> = BTreeMap::new();
            for triangle in &charts[chart as usize].triangles {
                for (corner, other) in self.neighbors[*triangle as usize].into_iter().enumerate() {
                    let owner = if other == NONE { NONE } else { self.owners[other as usize] };
                    if owner != NONE && owner != chart {
                        let corners = self.mesh.positions_of(*triangle);
                        *borders.entry(owner).or_default() += (corners[(corner + 1) % 3] - corners[corner]).length();
                    }
                }
            }
            let mut borders: Vec<(u32, f64)> = borders.into_iter().collect();
            borders.sort_by(|a, b| b.1.total_cmp(&a.1));
            let mut tried = 0;
            let fits = |(other, _): &&(u32, f64)| {
                let share = areas[chart as usize] / areas[*other as usize];
                let limit = match share {
                    ..0.002 => LEAST * 1.5,
                    ..0.15 => self.limit * 0.7,
                    _ => return false,
                };
                let normal = charts[*other as usize].normal;
                let triangles = &charts[chart as usize].triangles;
                tried += triangles.len() as u64;
                triangles.iter().all(|triangle| self.faces_to(*triangle, normal, limit))
            };
            let found = borders.iter().find(fits).copied();
            work.spend(tried)?;
            let Some((other, _)) = found else { continue };
            let triangles = std::mem::take(&mut charts[chart as usize].triangles);
            triangles.iter().for_each(|triangle| self.owners[*triangle as usize] = other);
            charts[other as usize].triangles.extend(triangles);
        }
        Ok(())
    }
}

/// The area of a triangle with the given corners in a plane, doubled, positive if they are counterclockwise.
pub(super) fn turn([a, b, c]: [[f64; 2]; 3]) -> f64 {
    let flat = |point: [f64; 2]| Vector::new(point[0] - a[0], point[1] - a[1], 0.0);
    flat(b).cross(flat(c)).z
}

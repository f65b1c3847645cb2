//! Smooth normals for meshes without normals.
//!
//! Triangles that share an edge are smooth there unless the angle between them is too great. At a vertex, the triangles
//! between sharp edges have one normal: the mean of theirs, weighted by their angles at the vertex. Grit Thürmer and
//! Charles Wüthrich, "Computing Vertex Normals from Polygonal Facets", Journal of Graphics Tools 3 (1998). Vertices at
//! one position are one, so seams of UVs and files without shared vertices are smooth, too.

use std::collections::VecDeque;

use travertine_noise::math;

use crate::error::Error;
use crate::memory::Budget;
use crate::mesh::{Mesh, UP};
use crate::neighbors::{self, NONE};
use crate::vector::Vector;
use crate::weld;

/// The greatest angle between smooth triangles if none is chosen, in degrees: scans are smooth, boxes are not.
pub(crate) const ANGLE: f32 = 60.0;

/// Upper bound of the bytes needed for the normals of vertices and triangles, without those for vertices that are
/// divided.
fn bytes(vertices: u64, triangles: u64) -> u64 {
    // Points, directions and groups of corners; and first what finds neighbors, then sums and their corners.
    const BOTH: u64 = 12 + 32 + 12;
    const NEIGHBORS: u64 = (4 + 12) + 12 + 3 * 12 + 8;
    const SUMS: u64 = 3 * 24 + 12;
    let triangle = BOTH + if NEIGHBORS > SUMS { NEIGHBORS } else { SUMS };
    // Vertices are welded; later they have groups, numbers and copies.
    vertices * (weld::VERTEX + 12) + triangles * triangle
}

/// Makes the normals of the meshes of a file that have none. Those with one name are parts of one surface.
///
/// # Errors
///
/// [`Error::Limit`] if more memory is needed than is left.
pub(crate) fn finish(meshes: &mut [Mesh], angle: f32, budget: &mut Budget) -> Result<(), Error> {
    let mut parts: Vec<&mut Mesh> = meshes.iter_mut().filter(|mesh| mesh.normals.is_empty()).collect();
    // The sort is stable.
    parts.sort_by(|a, b| a.name.cmp(&b.name));
    parts.chunk_by_mut(|a, b| a.name == b.name).try_for_each(|parts| {
        let vertices = parts.iter().map(|mesh| mesh.positions.len() as u64).sum();
        let triangles = parts.iter().map(|mesh| mesh.triangles.len() as u64).sum();
        let bytes = bytes(vertices, triangles);
        budget.take(bytes)?;
        smooth(parts, angle, budget)?;
        budget.give_back(bytes);
        Ok(())
    })
}

/// The normals of meshes that are parts of one surface. `angle` is the greatest between smooth triangles, in degrees.
fn smooth(parts: &mut [&mut Mesh], angle: f32, budget: &mut Budget) -> Result<(), Error> {
    let all = All::new(parts);
    let mut directions: Vec<Option<Vector>> = Vec::with_capacity(all.triangles.len());
    for mesh in parts.iter() {
        let least = mesh.least_height();
        directions.extend((0..mesh.triangles.len() as u32).map(|index| mesh.direction(index, least)));
    }
    let (mut groups, is_smoothed) = all.groups(&directions, angle);
    let mut sums = vec![Vector::default(); groups.0.len()];
    for (triangle, direction) in (0..).zip(&directions) {
        let Some(direction) = direction else { continue };
        let places = all.corners(parts, triangle);
        for corner in 0..3 {
            let to = |step: usize| (places[(corner + step) % 3] - places[corner]).unit();
            let (Some(next), Some(last)) = (to(1), to(2)) else { continue };
            let weight = f64::from(math::acos((next.dot(last) as f32).clamp(-1.0, 1.0)));
            let group = groups.of(3 * triangle + corner as u32) as usize;
            sums[group] = sums[group] + *direction * weight;
        }
    }
    // Corners of triangles without a direction take any other normal of their point.
    let is_directed = |group: u32| sums[group as usize] != Vector::default();
    let points = all.triangles.as_flattened();
    let mut directed = vec![NONE; parts.iter().map(|mesh| mesh.positions.len()).sum()];
    for (corner, point) in (0..).zip(points) {
        let group = groups.of(corner);
        if is_directed(group) {
            directed[*point as usize] = group;
        }
    }
    let mut first = 0;
    for mesh in parts {
        let count = mesh.triangles.len() as u32;
        let corners = (3 * first..3 * (first + count)).map(|corner| {
            let (group, other) = (groups.of(corner), directed[points[corner as usize] as usize]);
            if other != NONE && !is_directed(group) { other } else { group }
        });
        take(mesh, &corners.collect::<Vec<_>>(), |group| sums[group as usize], budget)?;
        mesh.origin.is_smoothed = is_smoothed;
        first += count;
    }
    Ok(())
}

/// The triangles of all parts, by the first vertex at the position of each corner.
struct All {
    triangles: Vec<[u32; 3]>,
    /// The part of each triangle, and its index there, by the first triangle of each part.
    firsts: Vec<u32>,
}

impl All {
    fn new(parts: &[&mut Mesh]) -> All {
        let points = weld::points(parts.iter().flat_map(|mesh| &mesh.positions));
        let count = parts.iter().map(|mesh| mesh.triangles.len()).sum();
        let (mut triangles, mut firsts) = (Vec::with_capacity(count), Vec::with_capacity(parts.len()));
        let mut vertices = 0;
        for mesh in parts {
            firsts.push(triangles.len() as u32);
            let point = |corner: u32| points[vertices + corner as usize];
            triangles.extend(mesh.triangles.iter().map(|corners| corners.map(point)));
            vertices += mesh.positions.len();
        }
        All { triangles, firsts }
    }

    /// The positions of a triangle's corners.
    fn corners(&self, parts: &[&mut Mesh], triangle: u32) -> [Vector; 3] {
        let part = self.firsts.partition_point(|first| *first <= triangle) - 1;
        parts[part].positions_of(triangle - self.firsts[part])
    }

    /// Groups the corners that have one normal, and whether triangles that are not in one plane do.
    fn groups(&self, directions: &[Option<Vector>], angle: f32) -> (Groups, bool) {
        // The cosine of a tenth of a degree.
        const PLANE: f64 = 0.999_998;
        let least = f64::from(math::cos(angle * (std::f32::consts::PI / 180.0)));
        let mut is_smoothed = false;
        // Triangles that are only an edge or a point, as at the poles of balls, have no neighbors.
        let is_whole = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
        let whole = (0..).zip(&self.triangles).filter(|(_, corners)| is_whole(corners));
        let count = self.triangles.len();
        let (mut indices, mut triangles): (Vec<u32>, Vec<[u32; 3]>) =
            (Vec::with_capacity(count), Vec::with_capacity(count));
        for (index, corners) in whole {
            indices.push(index);
            triangles.push(*corners);
        }
        let mut groups = Groups((0..3 * self.triangles.len() as u32).collect());
        let neighbors = neighbors::find(&triangles);
        let mut facing: Vec<Option<Vector>> = indices.iter().map(|index| directions[*index as usize]).collect();
        face(&mut facing, &neighbors);
        // A surface of triangles without an area has no edges.
        let cosine = |one: usize, other: u32| match (facing[one], facing[other as usize]) {
            (Some(one), Some(other)) => one.dot(other),
            _ => 1.0,
        };
        for (place, others) in neighbors.iter().enumerate() {
            let triangle = indices[place];
            for (edge, beyond) in others.iter().copied().enumerate() {
                // Each pair once.
                if beyond == NONE || beyond as usize <= place || cosine(place, beyond) < least {
                    continue;
                }
                is_smoothed |= cosine(place, beyond) < PLANE;
                let other = indices[beyond as usize];
                let own = self.triangles[triangle as usize];
                let beyond = self.triangles[other as usize];
                let ends = [(edge, own[edge], own[(edge + 1) % 3]), ((edge + 1) % 3, own[(edge + 1) % 3], own[edge])];
                for (corner, point, far) in ends {
                    // The corner of the neighbor at this end of the edge.
                    let matching = (0..3).find(|at| {
                        beyond[*at] == point && (beyond[(at + 1) % 3] == far || beyond[(at + 2) % 3] == far)
                    });
                    if let Some(at) = matching {
                        groups.join(3 * triangle + corner as u32, 3 * other + at as u32);
                    }
                }
            }
        }
        (groups, is_smoothed)
    }
}

/// Lets each triangle without an area face as a neighbor does, so that the surfaces beside it meet in it.
fn face(facing: &mut [Option<Vector>], neighbors: &[[u32; 3]]) {
    let count = facing.len() as u32;
    let mut known: VecDeque<u32> = (0..count).filter(|triangle| facing[*triangle as usize].is_some()).collect();
    while let Some(triangle) = known.pop_front() {
        for other in neighbors[triangle as usize].into_iter().filter(|other| *other != NONE) {
            if facing[other as usize].is_none() {
                facing[other as usize] = facing[triangle as usize];
                known.push_back(other);
            }
        }
    }
}

/// Groups of corners, each with a root: a union-find structure with path halving.
struct Groups(Vec<u32>);

impl Groups {
    fn of(&mut self, mut corner: u32) -> u32 {
        let Groups(parents) = self;
        while parents[corner as usize] != corner {
            let parent = parents[corner as usize];
            parents[corner as usize] = parents[parent as usize];
            corner = parents[corner as usize];
        }
        corner
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

/// Gives a mesh the normals of the groups of its corners. A vertex with several groups is divided; one without a
/// triangle is left out.
fn take(mesh: &mut Mesh, groups: &[u32], normal: impl Fn(u32) -> Vector, budget: &mut Budget) -> Result<(), Error> {
    let corners = mesh.triangles.as_flattened();
    // The first group of each vertex.
    let mut own = vec![NONE; mesh.positions.len()];
    for (vertex, group) in corners.iter().zip(groups).rev() {
        own[*vertex as usize] = *group;
    }
    let others = || corners.iter().zip(groups).filter(|(vertex, group)| own[**vertex as usize] != **group);
    let count = others().count();
    // Beside what is counted: the list, and the vertices and groups that are new.
    budget.take(count as u64 * 16 + Mesh::bytes_of(count as u64, 0, 0))?;
    let mut more: Vec<(u32, u32)> = Vec::with_capacity(count);
    more.extend(others().map(|(vertex, group)| (*vertex, *group)));
    more.sort_unstable();
    more.dedup();
    let mut numbers = vec![NONE; own.len()];
    let mut from: Vec<u32> = Vec::with_capacity(own.len() + more.len());
    let mut of: Vec<u32> = Vec::with_capacity(own.len() + more.len());
    for (vertex, group) in (0..).zip(&own).filter(|(_, group)| **group != NONE) {
        numbers[vertex as usize] = from.len() as u32;
        from.push(vertex);
        of.push(*group);
    }
    let divided = from.len() as u32;
    from.extend(more.iter().map(|(vertex, _)| *vertex));
    of.extend(more.iter().map(|(_, group)| *group));
    for (vertex, group) in mesh.triangles.as_flattened_mut().iter_mut().zip(groups) {
        *vertex = match own[*vertex as usize] == *group {
            true => numbers[*vertex as usize],
            // The list contains it.
            false => divided + more.partition_point(|entry| *entry < (*vertex, *group)) as u32,
        };
    }
    let is_same = from.len() == own.len() && from.iter().zip(0..).all(|(from, vertex)| *from == vertex);
    if !is_same {
        mesh.take_vertices(&from);
    }
    mesh.normals = of.into_iter().map(|group| normal(group).unit().map_or(UP, Vector::narrow)).collect();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Raw;
    use crate::shapes;

    fn smooth(parts: &mut [&mut Mesh], angle: f32) {
        super::smooth(parts, angle, &mut unlimited()).unwrap();
    }

    fn unlimited() -> Budget {
        Budget::new("it".to_owned(), u64::MAX)
    }

    /// A ball of latitudes and longitudes around 0, whose triangles share no vertices unless `is_shared`.
    fn ball(is_shared: bool) -> Mesh {
        let (rings, sectors) = (12, 24);
        let at = |ring: u32, sector: u32| {
            let [down, around] = [ring as f32 / rings as f32, 2.0 * (sector % sectors) as f32 / sectors as f32]
                .map(|part| part * std::f32::consts::PI);
            let wide = if ring.is_multiple_of(rings) { 0.0 } else { math::sin(down) };
            [wide * math::cos(around), math::cos(down), -wide * math::sin(around)].map(f64::from)
        };
        let mut raw = Raw { name: "ball".to_owned(), is_smooth: true, ..Raw::default() };
        for ring in 0..=rings {
            raw.positions.extend((0..sectors).map(|sector| at(ring, sector)));
        }
        for (ring, sector) in (0..rings).flat_map(|ring| (0..sectors).map(move |sector| (ring, sector))) {
            let next = (sector + 1) % sectors;
            let [a, b] = [ring * sectors + sector, ring * sectors + next];
            let [c, d] = [b + sectors, a + sectors];
            raw.triangles.extend([[a, d, c], [a, c, b]]);
        }
        if !is_shared {
            raw.positions = raw.triangles.as_flattened().iter().map(|corner| raw.positions[*corner as usize]).collect();
            raw.triangles =
                (0..raw.triangles.len() as u32).map(|index| [0, 1, 2].map(|part| 3 * index + part)).collect();
        }
        Mesh::new(raw).unwrap()
    }

    #[test]
    fn a_ball_has_the_normals_of_a_ball() {
        for is_shared in [true, false] {
            let mut ball = ball(is_shared);
            let vertices = ball.positions.len();
            smooth(&mut [&mut ball], ANGLE);
            for (position, normal) in ball.positions.iter().zip(&ball.normals) {
                let apart = (Vector::from(*position) - Vector::from(*normal)).length();
                assert!(apart < 0.02, "{position:?}: {normal:?}");
            }
            assert!(ball.positions.len() <= vertices, "no vertex is divided");
        }
        let mut flat = ball(true);
        smooth(&mut [&mut flat], 1.0);
        assert!(flat.positions.len() > 3 * 250, "all edges are sharp");
    }

    #[test]
    fn edges_of_a_cube_are_sharp_until_the_angle_is_greater() {
        for (angle, is_sharp) in [(ANGLE, true), (100.0, false)] {
            let mut cube = shapes::cube();
            cube.normals.clear();
            smooth(&mut [&mut cube], angle);
            assert_eq!(cube.positions.len(), 24, "its UVs divide the vertices");
            for (position, normal) in cube.positions.iter().zip(&cube.normals) {
                let diagonal = position.map(|part| part as f32 * 2.0 / 3.0_f32.sqrt());
                let apart = (0..3).map(|axis| (normal[axis] - diagonal[axis]).abs()).fold(0.0, f32::max);
                assert_eq!(apart > 1e-6, is_sharp, "{position:?}: {normal:?}");
                assert!(!is_sharp || normal.iter().filter(|part| part.abs() == 1.0).count() == 1);
            }
        }
    }

    #[test]
    fn parts_of_a_surface_are_smooth_across_their_border() {
        let mut whole = ball(true);
        let mut parts = [whole.clone(), whole.clone()];
        parts[0].triangles.truncate(200);
        parts[1].triangles.drain(..200);
        smooth(&mut [&mut whole], ANGLE);
        let [one, other] = &mut parts;
        smooth(&mut [one, other], ANGLE);
        let find = |position: &[f64; 3]| whole.positions.iter().position(|other| other == position).unwrap();
        for part in &parts {
            for (position, normal) in part.positions.iter().zip(&part.normals) {
                let expected = whole.normals[find(position)];
                let apart = (0..3).map(|axis| (normal[axis] - expected[axis]).abs()).fold(0.0, f32::max);
                assert!(apart < 1e-6, "{position:?}");
            }
        }
    }

    /// Many triangles around one vertex, all sharp or all smooth, take no square of time.
    #[test]
    fn a_fan_of_many_triangles_is_quick() {
        const COUNT: u32 = 100_000;
        let mut fan = shapes::cube();
        (fan.uvs, fan.normals) = (None, Vec::new());
        fan.positions = std::iter::once([0.0; 3])
            .chain((0..COUNT).map(|index| {
                let angle = index as f32 / COUNT as f32 * std::f32::consts::TAU;
                let [x, y] = [math::cos(angle), math::sin(angle)].map(f64::from);
                [x, y, if index % 2 == 0 { 0.5 } else { -0.5 }]
            }))
            .collect();
        fan.triangles = (0..COUNT).map(|index| [0, index + 1, (index + 1) % COUNT + 1]).collect();
        for angle in [1.0, 179.0] {
            let mut fan = fan.clone();
            smooth(&mut [&mut fan], angle);
            assert!(fan.normals.len() > COUNT as usize);
        }
    }

    #[test]
    fn a_triangle_without_an_area_does_not_join_the_faces_beside_it() {
        // Two sides of a cube, of which one has a corner in the middle of the edge between them, and a triangle in that
        // edge.
        let raw = Raw {
            name: "edge".to_owned(),
            is_smooth: true,
            positions: vec![
                [0.0, 1.0, 0.0],
                [1.0, 1.0, 0.0],
                [1.0, 1.0, -1.0],
                [0.0, 1.0, -1.0],
                [0.5, 1.0, 0.0],
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
            ],
            triangles: vec![[0, 1, 2], [0, 2, 3], [0, 4, 1], [4, 0, 5], [4, 5, 6], [4, 6, 1]],
            ..Raw::default()
        };
        let mut meshes = [Mesh::new(raw).unwrap()];
        finish(&mut meshes, ANGLE, &mut unlimited()).unwrap();
        let [mesh] = meshes;
        for (triangle, expected) in
            [(0, [0.0, 1.0, 0.0]), (1, [0.0, 1.0, 0.0]), (3, [0.0, 0.0, 1.0]), (5, [0.0, 0.0, 1.0])]
        {
            for normal in mesh.corners(&mesh.normals, triangle) {
                assert_eq!(normal, expected, "{triangle}");
            }
        }
    }
}

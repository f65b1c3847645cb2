//! Groups: triangles around a vertex that are connected by edges and have the same orientation in UVs. They share a
//! tangent, except those with opposite directions.

use travertine_mesh::neighbors::NONE;
use travertine_noise::math;

use super::corners::Corners;
use super::vector::{Vector, add, dot, is_nonzero, length, projected, scale, subtract, unit};

/// Maximum size of a group whose triangles are compared pairwise. All triangles of a larger group share a tangent.
const LIMIT: usize = 1024;

/// Computes the groups of a surface.
pub(super) struct Groups<'c, 's, 'a> {
    corners: &'c Corners<'s, 'a>,
    neighbors: &'c [[u32; 3]],
    triangles: Vec<Triangle>,
}

/// The state of a triangle.
#[derive(Clone, Copy)]
struct Triangle {
    /// Unit directions of u and v.
    directions: [Vector; 2],
    /// Whether the directions are undefined, so that the triangle follows its neighbors.
    is_loose: bool,
    /// Whether it is not mirrored in UVs.
    is_upright: bool,
    /// Whether each corner is in a group.
    is_grouped: [bool; 3],
}

impl Triangle {
    fn new([a, b, c]: [Vector; 3], [at, right, left]: [[f32; 2]; 3]) -> Triangle {
        let [right, left] = [right, left].map(|end| [end[0] - at[0], end[1] - at[1]]);
        let [to_b, to_c] = [b, c].map(|corner| subtract(corner, a));
        let area = right[0] * left[1] - right[1] * left[0];
        let along_u = subtract(scale(to_b, left[1]), scale(to_c, right[1]));
        let along_v = add(scale(to_b, -left[0]), scale(to_c, right[0]));
        let is_upright = area > 0.0;
        let mut triangle = Triangle { directions: [[0.0; 3]; 2], is_loose: true, is_upright, is_grouped: [false; 3] };
        if is_nonzero(area) {
            let sign = if is_upright { 1.0 } else { -1.0 };
            triangle.directions = [along_u, along_v].map(|along| scale(unit(along), sign));
            triangle.is_loose = ![along_u, along_v].iter().all(|along| is_nonzero(length(*along) / area.abs()));
        }
        triangle
    }
}

/// A corner of a group.
struct Member {
    triangle: u32,
    corner: u8,
    is_loose: bool,
    /// Unit directions of u and v in the plane perpendicular to the vertex normal.
    directions: [Vector; 2],
    /// Its contribution to the tangent.
    share: Vector,
}

impl<'c, 's, 'a> Groups<'c, 's, 'a> {
    pub(super) fn new(corners: &'c Corners<'s, 'a>, neighbors: &'c [[u32; 3]]) -> Groups<'c, 's, 'a> {
        let triangle = |index| Triangle::new(corners.positions(index), corners.uvs(index));
        let triangles = (0..corners.classes.len() as u32).map(triangle).collect();
        Groups { corners, neighbors, triangles }
    }

    /// Tangent and bitangent sign of each corner of each triangle; zeros where undefined.
    pub(super) fn tangents(mut self) -> Vec<[[f32; 4]; 3]> {
        let mut tangents = vec![[[0.0; 4]; 3]; self.triangles.len()];
        for triangle in 0..self.triangles.len() as u32 {
            for corner in 0..3 {
                let Triangle { is_loose, is_upright, is_grouped, .. } = self.triangles[triangle as usize];
                if is_loose || is_grouped[corner] {
                    continue;
                }
                let group = self.around(triangle, corner);
                let sign = if is_upright { 1.0 } else { -1.0 };
                for (member, [x, y, z]) in group.iter().zip(shared(&group, are_opposite)) {
                    tangents[member.triangle as usize][usize::from(member.corner)] = [x, y, z, sign];
                }
            }
        }
        tangents
    }

    /// The group of a corner, sorted by triangle.
    fn around(&mut self, first: u32, corner: usize) -> Vec<Member> {
        let class = self.corners.classes[first as usize][corner];
        let normal = self.corners.normal(first, corner);
        let is_upright = self.triangles[first as usize].is_upright;
        let (mut group, mut to_do) = (Vec::new(), vec![first]);
        while let Some(index) = to_do.pop() {
            let classes = self.corners.classes[index as usize];
            // Neighbors share the vertex.
            let Some(corner) = classes.iter().position(|of| *of == class) else { continue };
            let triangle = &mut self.triangles[index as usize];
            if triangle.is_grouped[corner] {
                continue;
            }
            if triangle.is_loose && triangle.is_grouped == [false; 3] {
                triangle.is_upright = is_upright;
            }
            if triangle.is_upright != is_upright {
                continue;
            }
            triangle.is_grouped[corner] = true;
            let neighbors = self.neighbors[index as usize];
            to_do.extend([(corner + 2) % 3, corner].map(|edge| neighbors[edge]).iter().filter(|of| **of != NONE));
            group.push(self.member(index, corner, normal));
        }
        group.sort_unstable_by_key(|member| member.triangle);
        group
    }

    /// A corner of a triangle as a member of a group with the given normal.
    fn member(&self, index: u32, corner: usize, normal: Vector) -> Member {
        let triangle = &self.triangles[index as usize];
        let directions = triangle.directions.map(|direction| projected(direction, normal));
        let positions = self.corners.positions(index);
        // Weighted by the angle.
        let [next, last] =
            [1, 2].map(|step| projected(subtract(positions[(corner + step) % 3], positions[corner]), normal));
        let angle = math::acos(dot(next, last).clamp(-1.0, 1.0));
        let share = scale(directions[0], angle);
        Member { triangle: index, corner: corner as u8, is_loose: triangle.is_loose, directions, share }
    }
}

/// Whether two members have opposite directions, and so no common tangent.
fn are_opposite(a: &Member, b: &Member) -> bool {
    let same_way = |part: usize| dot(a.directions[part], b.directions[part]) > -1.0;
    !(a.is_loose || b.is_loose || a.triangle == b.triangle || (same_way(0) && same_way(1)))
}

/// The tangent of each member: the normalized sum of the contributions that are not opposite to it.
fn shared(group: &[Member], mut are_opposite: impl FnMut(&Member, &Member) -> bool) -> Vec<Vector> {
    let sum = |members: &mut dyn Iterator<Item = &Member>| {
        let shares = members.filter(|member| !member.is_loose).map(|member| member.share);
        unit(shares.fold([0.0; 3], add))
    };
    let all = sum(&mut group.iter());
    if group.len() > LIMIT || is_narrow(group) {
        return vec![all; group.len()];
    }
    let of = |member: &Member| {
        let with: Vec<&Member> = group.iter().filter(|other| !are_opposite(member, other)).collect();
        if with.len() == group.len() { all } else { sum(&mut with.into_iter()) }
    };
    group.iter().map(of).collect()
}

/// Whether all directions are so close to each other that none can be opposite, even with rounding.
fn is_narrow(group: &[Member]) -> bool {
    let mut firm = group.iter().filter(|member| !member.is_loose);
    let Some(first) = firm.next() else { return true };
    let near = |a: Vector, b: Vector| (0.9..1.1).contains(&dot(b, b)) && dot(a, b) > 0.8;
    let is_near = |member: &Member| (0..2).all(|part| near(first.directions[part], member.directions[part]));
    is_near(first) && firm.all(is_near)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(triangle: u32, angle: f32) -> Member {
        let direction = [math::cos(angle), math::sin(angle), 0.0];
        Member { triangle, corner: 0, is_loose: false, directions: [direction; 2], share: direction }
    }

    /// Number of comparisons in a group of `count` members whose directions spread over `width` radians.
    fn comparisons(count: u32, width: f32) -> usize {
        let group: Vec<Member> = (0..count).map(|index| member(index, width * index as f32 / count as f32)).collect();
        let mut comparisons = 0;
        shared(&group, |a, b| {
            comparisons += 1;
            are_opposite(a, b)
        });
        comparisons
    }

    #[test]
    fn large_groups_are_not_compared_pairwise() {
        assert_eq!(comparisons(100_000, 0.5), 0);
        assert_eq!(comparisons(100_000, 6.0), 0);
        assert_eq!(comparisons(1024, 6.0), LIMIT * LIMIT);
        assert_eq!(comparisons(1025, 6.0), 0);
    }

    #[test]
    fn opposite_members_have_separate_tangents() {
        let mut group = [member(0, 0.0), member(1, 0.25), member(2, 0.0)];
        group[2].directions = group[0].directions.map(|direction| scale(direction, -1.0));
        group[2].share = scale(group[2].share, -1.0);
        let tangents = shared(&group, are_opposite);
        assert_eq!(tangents[0], unit(add(group[0].share, group[1].share)));
        assert_eq!(tangents[2], unit(add(group[1].share, group[2].share)));
    }
}

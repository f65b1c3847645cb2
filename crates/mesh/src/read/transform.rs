//! Affine transforms of nodes.

use crate::mesh::Raw;
use crate::vector::{Vector, add, cross, dot, scale, unit, wide};

/// An affine transform: the images of the axes, and a translation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Transform {
    axes: [Vector; 3],
    shift: Vector,
}

impl Transform {
    pub(super) const IDENTITY: Transform =
        Transform { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], shift: [0.0; 3] };

    pub(super) const ZERO: Transform = Transform { axes: [[0.0; 3]; 3], shift: [0.0; 3] };

    /// From a 4 x 4 matrix in column order whose last row is 0, 0, 0, 1.
    pub(super) fn from_columns(columns: [f64; 16]) -> Transform {
        let column = |index: usize| [columns[4 * index], columns[4 * index + 1], columns[4 * index + 2]];
        Transform { axes: [0, 1, 2].map(column), shift: column(3) }
    }

    /// Scale, then rotation by a unit quaternion (x, y, z, w), then translation.
    pub(super) fn from_parts(shift: Vector, [x, y, z, w]: [f64; 4], stretch: Vector) -> Transform {
        let turned = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        Transform { axes: [0, 1, 2].map(|axis| scale(turned[axis], stretch[axis])), shift }
    }

    /// The transform `first` followed by this one.
    pub(super) fn after(&self, first: &Transform) -> Transform {
        Transform { axes: first.axes.map(|axis| self.turn(axis)), shift: self.apply(first.shift) }
    }

    /// This one plus another times a weight.
    pub(super) fn plus(&self, other: &Transform, weight: f64) -> Transform {
        let part = |axis: usize| add(self.axes[axis], scale(other.axes[axis], weight));
        Transform { axes: [0, 1, 2].map(part), shift: add(self.shift, scale(other.shift, weight)) }
    }

    fn turn(&self, [x, y, z]: Vector) -> Vector {
        let [across, up, along] = self.axes;
        add(add(scale(across, x), scale(up, y)), scale(along, z))
    }

    pub(super) fn apply(&self, position: Vector) -> Vector {
        add(self.turn(position), self.shift)
    }

    /// The transform of normals.
    pub(super) fn of_normals(&self) -> Normals {
        let [a, b, c] = self.axes;
        let is_mirrored = dot(cross(a, b), c) < 0.0;
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        // The cofactor matrix keeps normals perpendicular.
        let axes = [cross(b, c), cross(c, a), cross(a, b)].map(|axis| scale(axis, sign));
        Normals { turn: Transform { axes, shift: [0.0; 3] }, is_mirrored }
    }

    /// Transforms a mesh.
    pub(super) fn apply_to(&self, mesh: &mut Raw) {
        if *self == Transform::IDENTITY {
            return;
        }
        for position in &mut mesh.positions {
            *position = self.apply(*position);
        }
        let turn = self.of_normals();
        mesh.normals.iter_mut().flatten().for_each(|normal| *normal = turn.apply(*normal));
        if turn.is_mirrored {
            mesh.reverse();
        }
    }
}

/// The transform of normals.
pub(super) struct Normals {
    turn: Transform,
    /// Whether positions are mirrored.
    pub(super) is_mirrored: bool,
}

impl Normals {
    pub(super) fn apply(&self, normal: [f32; 3]) -> [f32; 3] {
        unit(self.turn.turn(wide(normal))).unwrap_or([0.0; 3]).map(|part| part as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_scale_rotate_and_translate_in_order() {
        // A rotation of 90 degrees about z.
        let half = 0.5_f64.sqrt();
        let turn = Transform::from_parts([10.0, 0.0, 0.0], [0.0, 0.0, half, half], [2.0, 1.0, 1.0]);
        let moved = turn.apply([1.0, 0.0, 5.0]);
        let expected = [10.0, 2.0, 5.0];
        assert!(moved.iter().zip(expected).all(|(moved, expected)| (moved - expected).abs() < 1e-12));
        let columns = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0, 4.0, 5.0, 1.0];
        let shift = Transform::from_columns(columns);
        assert_eq!(shift.after(&turn).apply([0.0; 3]), [13.0, 4.0, 5.0]);
    }

    #[test]
    fn mirrored_meshes_face_outside() {
        let mut mesh = Raw {
            positions: vec![[1.0, 2.0, 3.0]],
            normals: Some(vec![[1.0, 0.0, 0.0]]),
            triangles: vec![[0, 1, 2]],
            ..Raw::default()
        };
        Transform::from_parts([0.0; 3], [0.0, 0.0, 0.0, 1.0], [-2.0, 1.0, 1.0]).apply_to(&mut mesh);
        assert_eq!(mesh.positions, [[-2.0, 2.0, 3.0]]);
        assert_eq!(mesh.normals.unwrap(), [[-1.0, 0.0, 0.0]]);
        assert_eq!(mesh.triangles, [[0, 2, 1]]);
    }
}

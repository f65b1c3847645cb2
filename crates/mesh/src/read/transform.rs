//! Affine transforms of nodes.

use crate::mesh::Raw;
use crate::vector::Vector;

/// An affine transform: the images of the axes, and a translation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Transform {
    axes: [Vector; 3],
    shift: Vector,
}

impl Transform {
    pub(super) const IDENTITY: Transform = Transform {
        axes: [Vector::new(1.0, 0.0, 0.0), Vector::new(0.0, 1.0, 0.0), Vector::Z],
        shift: Vector::splat(0.0),
    };

    pub(super) const ZERO: Transform = Transform { axes: [Vector::splat(0.0); 3], shift: Vector::splat(0.0) };

    /// From a 4 x 4 matrix in column order whose last row is 0, 0, 0, 1.
    pub(super) fn from_columns(columns: [f64; 16]) -> Transform {
        let column = |index: usize| Vector::new(columns[4 * index], columns[4 * index + 1], columns[4 * index + 2]);
        Transform { axes: [0, 1, 2].map(column), shift: column(3) }
    }

    /// Scale, then rotation by a unit quaternion (x, y, z, w), then translation.
    pub(super) fn from_parts(shift: [f64; 3], [x, y, z, w]: [f64; 4], stretch: [f64; 3]) -> Transform {
        let turned = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        Transform { axes: [0, 1, 2].map(|axis| Vector::from(turned[axis]) * stretch[axis]), shift: shift.into() }
    }

    /// The transform `first` followed by this one.
    pub(super) fn after(&self, first: &Transform) -> Transform {
        Transform { axes: first.axes.map(|axis| self.turn(axis)), shift: self.apply(first.shift) }
    }

    /// This one plus another times a weight.
    pub(super) fn plus(&self, other: &Transform, weight: f64) -> Transform {
        let part = |axis: usize| self.axes[axis] + other.axes[axis] * weight;
        Transform { axes: [0, 1, 2].map(part), shift: self.shift + other.shift * weight }
    }

    fn turn(&self, Vector { x, y, z }: Vector) -> Vector {
        let [across, up, along] = self.axes;
        across * x + up * y + along * z
    }

    pub(super) fn apply(&self, position: Vector) -> Vector {
        self.turn(position) + self.shift
    }

    /// The transform of normals.
    pub(super) fn of_normals(&self) -> Normals {
        let [a, b, c] = self.axes;
        let is_mirrored = a.cross(b).dot(c) < 0.0;
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        // The cofactor matrix keeps normals perpendicular.
        let axes = [b.cross(c), c.cross(a), a.cross(b)].map(|axis| axis * sign);
        Normals { turn: Transform { axes, shift: Vector::default() }, is_mirrored }
    }

    /// Transforms a mesh.
    pub(super) fn apply_to(&self, mesh: &mut Raw) {
        if *self == Transform::IDENTITY {
            return;
        }
        for position in &mut mesh.positions {
            *position = self.apply(Vector::from(*position)).into();
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
        self.turn.turn(normal.into()).unit().unwrap_or_default().narrow()
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
        let moved = <[f64; 3]>::from(turn.apply([1.0, 0.0, 5.0].into()));
        let expected = [10.0, 2.0, 5.0];
        assert!(moved.iter().zip(expected).all(|(moved, expected)| (moved - expected).abs() < 1e-12));
        let columns = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0, 4.0, 5.0, 1.0];
        let shift = Transform::from_columns(columns);
        assert_eq!(shift.after(&turn).apply(Vector::default()), Vector::new(13.0, 4.0, 5.0));
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

//! Skins: joints that carry the vertices of a mesh.
//!
//! Khronos Group, "glTF 2.0 Specification" (2021), section 3.7.3. A vertex is where its joints put it, in proportion to
//! its weights: each joint takes it from its own space in the bind pose to the scene. The transform of the mesh's node
//! does not matter.

use super::accessor::Floats;
use super::buffers::Buffers;
use super::primitive::Primitive;
use crate::memory::Budget;
use crate::mesh::Raw;
use crate::read::json::Element;
use crate::read::refusal::Refusal;
use crate::read::transform::Transform;

/// From the bind pose to the scene, for each joint.
pub(super) struct Skin(Vec<Transform>);

impl Skin {
    /// A skin, given the transforms of the nodes of the scene.
    pub(super) fn new(
        root: &Element,
        buffers: &Buffers,
        skin: &Element,
        nodes: &[Option<Transform>],
        budget: &mut Budget,
    ) -> Result<Skin, Refusal> {
        let joints = skin.need("joints")?;
        budget.take((joints.len() * size_of::<Transform>()) as u64)?;
        let inverse = match skin.get("inverseBindMatrices") {
            Some(index) => {
                let accessor = root.need("accessors")?.at(index.count()?)?;
                let matrices = Floats::<16>::new(root, buffers, &accessor, "MAT4")?;
                if matrices.len() < joints.len() {
                    let (found, expected) = (matrices.len(), joints.len());
                    let problem = format!("has {found} matrices for {expected} joints; export the mesh again");
                    return Err(accessor.wrong(&problem).into());
                }
                Some(matrices)
            }
            None => None,
        };
        let joint = |(number, joint): (usize, Element)| {
            let Some(Some(node)) = nodes.get(joint.count()?) else {
                return Err(joint.wrong("is a node outside the scene; export the mesh with its joints"));
            };
            let bind = inverse
                .map_or(Transform::IDENTITY, |matrices| Transform::from_columns(matrices.at(number).map(f64::from)));
            Ok(node.after(&bind))
        };
        Ok(Skin(joints.all().enumerate().map(joint).collect::<Result<_, _>>()?))
    }

    /// Moves the vertices of a primitive to the scene.
    pub(super) fn apply_to(&self, mesh: &mut Raw, primitive: &Primitive) -> Result<(), String> {
        let mut mirrored = 0;
        for index in 0..mesh.positions.len() {
            let vertex = mesh.origin.vertices.as_ref().map_or(index, |vertices| vertices[index] as usize);
            let transform = self.transform(primitive, vertex)?;
            mesh.positions[index] = transform.apply(mesh.positions[index].into()).into();
            let turn = transform.of_normals();
            mirrored += usize::from(turn.is_mirrored);
            if let Some(normals) = &mut mesh.normals {
                normals[index] = turn.apply(normals[index]);
            }
        }
        if 2 * mirrored > mesh.positions.len() {
            mesh.reverse();
        }
        Ok(())
    }

    /// The transform of a vertex: the mean of those of its joints. Without weights, that of its first joint.
    fn transform(&self, primitive: &Primitive, vertex: usize) -> Result<Transform, String> {
        let joint = |joint: usize| {
            self.0.get(joint).ok_or_else(|| {
                let count = self.0.len();
                format!("vertex {vertex} follows joint {joint}, and its skin has {count}; export the mesh again")
            })
        };
        let mut sum = Transform::ZERO;
        let (mut total, mut first) = (0.0, None);
        for (index, weight) in primitive.influences(vertex) {
            first = first.or(Some(index));
            if weight != 0.0 {
                sum = sum.plus(joint(index)?, weight);
                total += weight;
            }
        }
        match first {
            Some(_) if total > 0.0 => Ok(Transform::ZERO.plus(&sum, 1.0 / total)),
            Some(index) => Ok(*joint(index)?),
            // A mesh that is not bound stays as it is.
            None => Ok(Transform::IDENTITY),
        }
    }
}

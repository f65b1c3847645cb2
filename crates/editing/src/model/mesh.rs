//! Models: their geometry, and where rays meet it.

use std::fmt;
use std::path::{Path, PathBuf};

use travertine_shape::Scene;

use super::camera::Camera;
use super::openness::{self, Shade};
use super::tree::{Meeting, Ray, Tree};
use super::vector::{Vector, along, cross, dot, length, mix, subtract, unit};

/// Distance, in pixels, from the visible surface within which a point counts as visible.
const SLACK: f32 = 2.0;

/// A mesh as a solid.
pub struct Model {
    pub(super) path: PathBuf,
    pub(super) tree: Tree,
    pub(super) positions: Vec<Vector>,
    pub(super) normals: Vec<Vector>,
    /// The mean curvature at each vertex.
    pub(super) curvatures: Vec<f32>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Radius of a ball around 0 that contains it.
    pub(super) radius: f32,
    pub(super) shade: Shade,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the model {} of {} triangles", self.path.display(), self.triangles.len())
    }
}

/// A point of the surface that a ray meets.
pub(super) struct Hit {
    pub(super) point: Vector,
    /// The point from which it sees the lights.
    pub(super) lifted: Vector,
    /// The outward normal of the triangle.
    pub(super) facing: Vector,
    /// The normal between those of the vertices.
    pub(super) normal: Vector,
    pub(super) curvature: f32,
    /// The part of the sky that it sees, 0 to 1.
    pub(super) openness: f32,
    pub(super) distance: f32,
}

impl Model {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of triangles.
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// The point of the model at a position in a picture, or none beside it, as [`Scene::pick`].
    pub fn pick(&self, scene: &Scene, size: [u32; 2], at: [f32; 2]) -> Option<[f32; 3]> {
        let ray = self.camera(scene, size).ray(at);
        Some(along(ray.origin, ray.direction, self.tree.meet(&ray)?.distance))
    }

    /// The position of a point in a picture, or none if the model hides it, as [`Scene::seen`].
    pub fn seen(&self, scene: &Scene, size: [u32; 2], point: [f32; 3]) -> Option<[f32; 2]> {
        let camera = self.camera(scene, size);
        let at = camera.project(point)?;
        let ray = camera.ray(at);
        let distance = self.tree.meet(&ray)?.distance;
        let missed = length(subtract(along(ray.origin, ray.direction, distance), point));
        (missed <= SLACK * camera.footprint(distance)).then_some(at)
    }

    pub(super) fn camera(&self, scene: &Scene, size: [u32; 2]) -> Camera {
        Camera::new(scene, self.radius, size)
    }

    /// Height (y) of the ground.
    pub(super) fn ground(&self) -> f32 {
        openness::ground(&self.tree)
    }

    pub(super) fn hit(&self, ray: &Ray) -> Option<Hit> {
        let Meeting { distance, triangle, at: [second, third] } = self.tree.meet(ray)?;
        let corners = self.triangles[triangle as usize].map(|corner| corner as usize);
        let weights = [1.0 - second - third, second, third];
        let [a, b, c] = corners.map(|corner| self.positions[corner]);
        let facing = unit(cross(subtract(b, a), subtract(c, a)));
        let normal = unit(mix(corners.map(|corner| self.normals[corner]), weights));
        let point = along(ray.origin, ray.direction, distance);
        let mean = |of: &[f32]| (0..3).map(|corner| of[corners[corner]] * weights[corner]).sum();
        // From behind, the surface is seen from its other side.
        let side = if dot(facing, ray.direction) > 0.0 { -1.0 } else { 1.0 };
        // Normals of a file may point inwards.
        let facing = facing.map(|part| part * side);
        let normal = if dot(normal, facing) < 0.0 { normal.map(|part| -part) } else { normal };
        Some(Hit {
            point,
            lifted: lifted(point, facing, corners.map(|at| (self.positions[at], self.normals[at])), weights),
            facing,
            normal,
            curvature: side * mean(&self.curvatures),
            openness: mean(&self.shade.surface),
            distance,
        })
    }
}

/// A point of a triangle, lifted onto the curved surface that the normals of its corners describe. The triangles around
/// would else cast shadows with their edges onto a smooth surface.
///
/// Johannes Hanika, *Hacking the Shadow Terminator* (2021).
fn lifted(point: Vector, facing: Vector, corners: [(Vector, Vector); 3], weights: Vector) -> Vector {
    let lift = |(corner, normal): (Vector, Vector)| {
        let normal = if dot(normal, facing) < 0.0 { normal.map(|part| -part) } else { normal };
        let below = dot(subtract(corner, point), normal).max(0.0);
        along(point, normal, below)
    };
    mix(corners.map(lift), weights)
}

//! Reading a mesh of a file as a model.

use std::path::Path;

use travertine_bake::{Mesh, Model as File};

use super::mesh::Model;
use super::openness::Shade;
use super::tree::Tree;
use super::vector::{Vector, dot, length, subtract};
use crate::edit::Refusal;

/// Maximum number of triangles: twice as many as a scanned statue has.
pub(crate) const MOST: usize = 2_000_000;

impl Model {
    /// Reads all meshes of an `.obj`, `.stl`, `.ply`, `.gltf` or `.glb` file within a memory limit in bytes.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, has no triangles or too many, or needs more memory.
    pub fn open(path: &Path, memory: u64) -> Result<Model, Refusal> {
        let file = File::open_within(path, 0, memory).map_err(|error| Refusal::new(error.to_string()))?;
        Model::of(path, &file.meshes, memory)
    }

    fn of(path: &Path, meshes: &[Mesh], memory: u64) -> Result<Model, Refusal> {
        let refuse = |problem: String| Err(Refusal::new(format!("{}: {problem}", path.display())));
        let count: usize = meshes.iter().map(|mesh| mesh.triangles.len()).sum();
        if count > MOST {
            return refuse(format!(
                "it has {count} triangles; the preview takes at most {MOST}; simplify it"
            ));
        }
        let needed = Tree::bytes(count as u64) + count as u64 * 200;
        if needed > memory {
            let [needed, memory] = [needed, memory].map(|bytes| bytes >> 20);
            return refuse(format!(
                "{count} triangles need {needed} MiB of memory, but the preview has {memory}; simplify it"
            ));
        }
        let (mut positions, mut normals, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
        for mesh in meshes {
            let first = positions.len() as u32;
            positions.extend(mesh.positions.iter().map(|position| upright(*position)));
            normals.extend(mesh.normals.iter().map(|normal| upright(*normal)));
            triangles.extend(mesh.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
        }
        let Some(radius) = fit(&mut positions) else {
            return refuse("all its points lie in one place; export it again".to_owned());
        };
        let curvatures = curvatures(&positions, &normals, &triangles);
        let corners = triangles.iter().map(|corners| corners.map(|corner| positions[corner as usize]));
        let tree = Tree::new(corners);
        let shade = Shade::new(&tree, &positions, &normals);
        Ok(Model { path: path.to_owned(), tree, positions, normals, curvatures, triangles, radius, shade })
    }
}

/// From the space of files, whose y is up and z towards the viewer.
fn upright([x, y, z]: Vector) -> Vector {
    [x, -y, -z]
}

/// Moves and scales points into the unit cube around 0; returns the greatest distance from 0. None if they are all equal.
fn fit(positions: &mut [Vector]) -> Option<f32> {
    let ends = |axis: usize| {
        let sides = positions.iter().map(|position| f64::from(position[axis]));
        sides.fold([f64::MAX, f64::MIN], |[low, high], side| [low.min(side), high.max(side)])
    };
    let ends = [0, 1, 2].map(ends);
    let extent = ends.iter().map(|[low, high]| high - low).fold(0.0, f64::max);
    if extent <= 0.0 || !extent.is_finite() {
        return None;
    }
    for position in positions.iter_mut() {
        *position = [0, 1, 2].map(|axis| {
            let [low, high] = ends[axis];
            ((f64::from(position[axis]) - (low + high) / 2.0) / extent) as f32
        });
    }
    Some(positions.iter().map(|position| length(*position)).fold(0.0, f32::max))
}

/// The mean curvature at each vertex: how the normal turns along the edges there, positive where it is convex.
fn curvatures(positions: &[Vector], normals: &[Vector], triangles: &[[u32; 3]]) -> Vec<f32> {
    let mut sums = vec![(0f32, 0f32); positions.len()];
    for corners in triangles {
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let [from, to] = [corners[from], corners[to]].map(|corner| corner as usize);
            let edge = subtract(positions[to], positions[from]);
            let squared = dot(edge, edge);
            if squared > 0.0 {
                let bend = dot(subtract(normals[to], normals[from]), edge) / squared;
                for end in [from, to] {
                    sums[end].0 += bend;
                    sums[end].1 += 1.0;
                }
            }
        }
    }
    // What is sharper than a hundredth of the model looks like that.
    sums.into_iter().map(|(sum, count)| (sum / count.max(1.0)).clamp(-100.0, 100.0)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The file of a mesh with these lines.
    pub(crate) fn file(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The text of a cube of quadrilaterals, away from 0.
    pub(crate) const CUBE: &str = "v 10 0 0\nv 14 0 0\nv 14 4 0\nv 10 4 0\nv 10 0 4\nv 14 0 4\nv 14 4 4\nv 10 4 4\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 1 5 8 4\n";

    #[test]
    fn a_model_fills_the_unit_cube() {
        let folder = tempfile::tempdir().unwrap();
        let model = Model::open(&file(folder.path(), "cube.obj", CUBE), 64 << 20).unwrap();
        assert_eq!(model.triangles(), 12);
        assert_eq!(model.tree.bounds(), [[-0.5; 3], [0.5; 3]]);
        assert!((model.radius - 0.75f32.sqrt()).abs() < 1e-6);
        let vase = Model::open(Path::new("../../docs/meshes/vase.obj"), 64 << 20).unwrap();
        assert!(vase.tree.bounds()[1][1] <= 0.5 && vase.radius < 0.9);
        assert!(vase.curvatures.iter().any(|bend| *bend > 0.5), "it is convex in places");
    }

    #[test]
    fn files_that_are_no_models_are_refused_with_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str, text: &str, memory: u64| {
            Model::open(&file(folder.path(), name, text), memory).unwrap_err().to_string()
        };
        for (name, text, memory, says) in [
            ("empty.obj", "# nothing\n", 1 << 20, "triangles"),
            ("point.obj", "v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n", 1 << 20, "one place"),
            ("cube.blend", "BLENDER", 1 << 20, ".glb"),
            ("cube.obj", CUBE, 1000, "memory"),
        ] {
            let reason = refused(name, text, memory);
            assert!(reason.contains(name) && reason.contains(says), "{reason}");
        }
        let missing = Model::open(&folder.path().join("no.glb"), 1 << 20).unwrap_err().to_string();
        assert!(missing.contains("no.glb"), "{missing}");
    }
}

//! Meshes: triangles in space with a place for each corner in the plane of textures.

mod glb;
mod gltf;
mod json;
mod obj;
mod transform;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::Error;
use crate::vector::{Vector, cross, scale, subtract, unit, wide};

/// The most bytes that the file of a mesh, or all of its buffers together, may have.
pub const MAX_FILE: u64 = 1 << 30;

/// Triangles that share a name and a material.
///
/// Everything is finite, every corner exists, and there is a normal for each vertex.
#[derive(Clone, PartialEq, Debug)]
pub struct Mesh {
    /// What the file calls it, or its file's name.
    pub name: String,
    /// What the file calls its material, if it has one.
    pub material: Option<String>,
    /// Whether it is seen from both sides, as an open surface is.
    pub double_sided: bool,
    /// Where the vertices are, in the space of the scene: the transforms of nodes are applied.
    pub positions: Vec<[f32; 3]>,
    /// Which way the surface faces at each vertex, of length 1.
    pub normals: Vec<[f32; 3]>,
    /// Where each vertex is on the textures: u to the right, v down, both from 0 to 1; none if the file does not say.
    pub uvs: Option<Vec<[f32; 2]>>,
    /// The corners of each triangle, as places in these lists; counterclockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// What a file says about a mesh, before anything is checked.
#[derive(Default)]
pub(crate) struct Raw {
    pub(crate) name: String,
    pub(crate) material: Option<String>,
    pub(crate) double_sided: bool,
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) normals: Option<Vec<[f32; 3]>>,
    pub(crate) uvs: Option<Vec<[f32; 2]>>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Raw {
    /// How many vertices and triangles it has.
    fn size(&self) -> usize {
        self.positions.len() + self.triangles.len()
    }
}

impl Mesh {
    /// Checks it; a mesh without normals gets those of its triangles.
    pub(crate) fn new(raw: Raw) -> Result<Mesh, String> {
        let Raw { name, material, double_sided, positions, normals, uvs, triangles } = raw;
        let wrong = |problem: String| format!("mesh `{name}` {problem}");
        if positions.is_empty() || triangles.is_empty() {
            return Err(wrong("has no triangles; export it with its faces".to_owned()));
        }
        let lengths = [normals.as_ref().map(Vec::len), uvs.as_ref().map(Vec::len)];
        if lengths.into_iter().flatten().any(|length| length != positions.len()) {
            return Err(wrong("has fewer or more normals or UVs than positions".to_owned()));
        }
        finite(&positions, "position").map_err(wrong)?;
        finite(normals.as_deref().unwrap_or_default(), "normal").map_err(wrong)?;
        finite(uvs.as_deref().unwrap_or_default(), "UV").map_err(wrong)?;
        let outside = |corner: &u32| *corner as usize >= positions.len();
        if let Some(index) = triangles.iter().position(|corners| corners.iter().any(outside)) {
            let count = positions.len();
            return Err(wrong(format!("has a triangle, {index}, with a corner beyond its {count} vertices")));
        }
        let mesh = Mesh { name, material, double_sided, positions, normals: Vec::new(), uvs, triangles };
        Ok(match normals {
            Some(normals) => mesh.with_normals(&normals),
            None => mesh.flat(),
        })
    }

    /// The three corners of a triangle, from a list with an entry for each vertex.
    pub(crate) fn corners<T: Copy>(&self, list: &[T], triangle: u32) -> [T; 3] {
        self.triangles[triangle as usize].map(|corner| list[corner as usize])
    }

    /// Perpendicular to a triangle, twice as long as the triangle is large.
    pub(crate) fn area(&self, triangle: u32) -> Vector {
        let [a, b, c] = self.corners(&self.positions, triangle).map(wide);
        cross(subtract(b, a), subtract(c, a))
    }

    /// With normals made to have length 1; one that has no direction becomes that of a triangle at its vertex.
    fn with_normals(mut self, normals: &[[f32; 3]]) -> Mesh {
        let mut units: Vec<Option<Vector>> = normals.iter().map(|normal| unit(wide(*normal))).collect();
        for triangle in 0..self.triangles.len() as u32 {
            for corner in self.triangles[triangle as usize] {
                if units[corner as usize].is_none() {
                    units[corner as usize] = unit(self.area(triangle));
                }
            }
        }
        self.normals = units.into_iter().map(|normal| narrow(normal.unwrap_or([0.0, 0.0, 1.0]))).collect();
        self
    }

    /// With three vertices for each triangle, which face where it does: what glTF asks for where a file has no normals.
    fn flat(self) -> Mesh {
        let mut flat = Mesh {
            name: self.name.clone(),
            material: self.material.clone(),
            double_sided: self.double_sided,
            positions: Vec::with_capacity(self.triangles.len() * 3),
            normals: Vec::with_capacity(self.triangles.len() * 3),
            uvs: None,
            triangles: Vec::with_capacity(self.triangles.len()),
        };
        for triangle in 0..self.triangles.len() as u32 {
            let normal = narrow(unit(self.area(triangle)).unwrap_or([0.0, 0.0, 1.0]));
            flat.positions.extend(self.corners(&self.positions, triangle));
            flat.normals.extend([normal; 3]);
            flat.triangles.push([0, 1, 2].map(|corner| 3 * triangle + corner));
        }
        flat.uvs = self.uvs.as_ref().map(|uvs| {
            let triangles = 0..self.triangles.len() as u32;
            triangles.flat_map(|triangle| self.corners(uvs, triangle)).collect()
        });
        flat
    }
}

fn narrow(vector: Vector) -> [f32; 3] {
    scale(vector, 1.0).map(|part| part as f32)
}

fn finite<const N: usize>(list: &[[f32; N]], what: &str) -> Result<(), String> {
    match list.iter().position(|entry| entry.iter().any(|part| !part.is_finite())) {
        Some(index) => Err(format!("has a {what} that is not finite, of vertex {index}; repair the mesh")),
        None => Ok(()),
    }
}

/// Reads all meshes of a file, whose ending says what it is: `.obj`, `.gltf` or `.glb`.
///
/// `uv` is the set of UVs that is taken, from 0.
///
/// # Errors
///
/// If the file cannot be read, is too large, or holds no meshes that are whole.
pub fn read(path: impl AsRef<Path>, uv: u32) -> Result<Vec<Mesh>, Error> {
    let path = path.as_ref();
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let raws = match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("obj") if uv > 0 => Err("an OBJ has one set of UVs, 0".to_owned()),
        Some("obj") => obj::read(&bytes(path, MAX_FILE)?, &stem(path)),
        Some("gltf") => gltf::read_text(&bytes(path, MAX_FILE)?, path, uv),
        Some("glb") => gltf::read_binary(&bytes(path, MAX_FILE)?, path, uv),
        _ => {
            let message = format!(
                "{} is no mesh that can be read; its name must end with .obj, .gltf or .glb",
                path.display()
            );
            return Err(Error::Usage(message));
        }
    };
    let wrong = |problem| Error::Mesh { path: path.to_owned(), problem };
    let raws = raws.map_err(wrong)?;
    if raws.iter().map(Raw::size).sum::<usize>() > MAX_SIZE {
        return Err(Error::Limit(format!(
            "{} has more than {MAX_SIZE} vertices and triangles, those of a mesh counted as often as the scene has it; \
             bake it in parts",
            path.display()
        )));
    }
    let meshes: Vec<Mesh> = raws.into_iter().map(Mesh::new).collect::<Result<_, _>>().map_err(wrong)?;
    if meshes.is_empty() {
        return Err(wrong("it has no triangles; export the mesh with its faces".to_owned()));
    }
    Ok(meshes)
}

/// The most vertices and triangles, together, of a file: more than fit into [`MAX_FILE`] as programs write them, but a
/// scene may have a mesh any number of times.
const MAX_SIZE: usize = 1 << 26;

/// A file without its ending, as a name.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// All of a file, which may have so many bytes.
pub(crate) fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let too_large = || {
        let limit = MAX_FILE >> 20;
        let message = format!(
            "{} is larger than the {limit} MiB that a mesh may have; bake it in parts, or reduce it",
            path.display()
        );
        Error::Limit(message)
    };
    let file = File::open(path).map_err(Error::read(path))?;
    let length = file.metadata().map_err(Error::read(path))?.len();
    if length > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // What has no length, such as a pipe, is cut off where it becomes too much.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(Error::read(path))?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw() -> Raw {
        Raw {
            name: "it".to_owned(),
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Raw::default()
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let with = |change: &dyn Fn(&mut Raw)| {
            let mut raw = raw();
            change(&mut raw);
            Mesh::new(raw).unwrap_err()
        };
        for (problem, said) in [
            (with(&|raw| raw.triangles.clear()), "no triangles"),
            (with(&|raw| raw.positions[2][1] = f32::NAN), "a position that is not finite, of vertex 2"),
            (with(&|raw| raw.uvs = Some(vec![[f32::INFINITY; 2]; 4])), "a UV that is not finite"),
            (with(&|raw| raw.uvs = Some(vec![[0.0; 2]; 3])), "fewer or more"),
            (with(&|raw| raw.triangles[1][2] = 4), "a triangle, 1, with a corner beyond its 4 vertices"),
        ] {
            assert!(problem.contains(said) && problem.starts_with("mesh `it`"), "{problem}");
        }
    }

    #[test]
    fn meshes_without_normals_are_flat() {
        let uvs = vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]];
        let mesh = Mesh::new(Raw { uvs: Some(uvs), ..raw() }).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(mesh.positions[3..], [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]);
        assert_eq!(mesh.normals, [[[0.0, 0.0, 1.0]; 3], [[1.0, 0.0, 0.0]; 3]].concat());
        assert_eq!(mesh.uvs.unwrap()[3..], [[0.0, 0.0], [0.0, 1.0], [0.5, 0.5]]);
    }

    #[test]
    fn normals_have_length_1_and_a_direction() {
        let normals = vec![[0.0; 3], [0.0, 3.0, 4.0], [0.0, 1e-30, 0.0], [0.0; 3]];
        let mesh = Mesh::new(Raw { normals: Some(normals), ..raw() }).unwrap();
        let expected = [[0.0, 0.0, 1.0], [0.0, 0.6, 0.8], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        assert_eq!(mesh.normals, expected);
    }
}

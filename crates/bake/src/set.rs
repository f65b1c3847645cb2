//! Texture sets: the meshes that share a material, and with it their textures.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::mesh::{self, Mesh};
use crate::project::Projection;

/// How far UVs may lie outside 0..1: what rounding makes of a place on the border.
const OVERSHOOT: f32 = 1e-3;

/// The meshes of a file.
pub struct Model {
    path: PathBuf,
    /// In the order of the file; at least one.
    pub meshes: Vec<Mesh>,
}

/// Meshes that share textures: those of a material, or a single one that has none.
pub struct TextureSet {
    /// The material's or the mesh's name, fit for a file and different from those of the other sets.
    pub name: String,
    /// At least one. All of them have UVs, in 0..1 but for a little, unless nobody asked for them.
    pub meshes: Vec<Mesh>,
}

impl Model {
    /// Reads all meshes of a file, whose ending says what it is: `.obj`, `.gltf` or `.glb`. `uv` is the set of UVs that is
    /// taken, from 0.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is too large, or holds no meshes that are whole.
    pub fn open(path: impl AsRef<Path>, uv: u32) -> Result<Model, Error> {
        let path = path.as_ref().to_owned();
        Ok(Model { meshes: mesh::read(&path, uv)?, path })
    }

    /// The same sets for what needs no UVs.
    pub fn sets_without_uvs(self) -> Vec<TextureSet> {
        group(self.meshes)
    }

    /// The texture sets that its meshes need, in the order in which they appear; with a projection, UVs are made anew.
    ///
    /// # Errors
    ///
    /// If a mesh has no UVs, or some that are outside 0..1.
    pub fn texture_sets(self, projection: Option<Projection>) -> Result<Vec<TextureSet>, Error> {
        if projection.is_none() {
            let wrong = |problem| Error::Mesh { path: self.path.clone(), problem };
            self.meshes.iter().try_for_each(check_uvs).map_err(wrong)?;
        }
        let mut sets = group(self.meshes);
        if let Some(projection) = projection {
            sets.iter_mut().for_each(|set| projection.apply(&mut set.meshes));
        }
        Ok(sets)
    }
}

/// Meshes by their materials; one that has none stays alone, with those of the same name.
fn group(meshes: Vec<Mesh>) -> Vec<TextureSet> {
    let mut keys: Vec<(bool, String)> = Vec::new();
    let mut sets: Vec<TextureSet> = Vec::new();
    for mesh in meshes {
        let key = (mesh.material.is_some(), mesh.material.as_ref().unwrap_or(&mesh.name).clone());
        match keys.iter().position(|known| *known == key) {
            Some(index) => sets[index].meshes.push(mesh),
            None => {
                let name = name_apart(&key.1, &sets);
                keys.push(key);
                sets.push(TextureSet { name, meshes: vec![mesh] });
            }
        }
    }
    sets
}

fn check_uvs(mesh: &Mesh) -> Result<(), String> {
    let Some(uvs) = &mesh.uvs else {
        return Err(format!(
            "mesh `{}` has no UVs, or not for all its faces; unwrap it, choose another set with --uv, or let \
             --project box or --project planar make some",
            mesh.name
        ));
    };
    let inside = |uv: &[f32; 2]| uv.iter().all(|part| (-OVERSHOOT..=1.0 + OVERSHOOT).contains(part));
    let outside = mesh.triangles.iter().enumerate().find_map(|(index, corners)| {
        let corner = corners.iter().find(|corner| !inside(&uvs[**corner as usize]))?;
        Some((index, *corner))
    });
    if let Some((index, corner)) = outside {
        let [u, v] = uvs[corner as usize];
        return Err(format!(
            "mesh `{}` has UVs outside 0..1: triangle {index} reaches to {u}, {v} (u right, v down); tiles (UDIM) are \
             not supported: move all UVs into the unit square, choose another set with --uv, or let --project box \
             make some",
            mesh.name
        ));
    }
    Ok(())
}

/// A name fit for a file that no other set has, whether capitals count or not.
fn name_apart(name: &str, sets: &[TextureSet]) -> String {
    let fit = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let plain: String = name.trim_matches(['.', ' ']).chars().take(64).map(fit).collect();
    let plain = if plain.is_empty() { "mesh".to_owned() } else { plain };
    let taken = |name: &str| sets.iter().any(|set| set.name.to_lowercase() == name.to_lowercase());
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    // There are more numbers than sets.
    std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    fn model(meshes: Vec<Mesh>) -> Model {
        Model { path: "it.obj".into(), meshes }
    }

    #[test]
    fn materials_make_sets() {
        let mesh = |name: &str, material: Option<&str>| Mesh {
            name: name.to_owned(),
            material: material.map(str::to_owned),
            ..shapes::cube()
        };
        let meshes = vec![
            mesh("a", Some("red/brown")),
            mesh("b", None),
            mesh("c", Some("red/brown")),
            mesh("red_brown", None),
            mesh("..", None),
        ];
        let sets = model(meshes).texture_sets(None).unwrap();
        let names: Vec<(&str, usize)> =
            sets.iter().map(|set| (set.name.as_str(), set.meshes.len())).collect();
        assert_eq!(names, [("red_brown", 2), ("b", 1), ("red_brown-2", 1), ("mesh", 1)]);
    }

    #[test]
    fn missing_and_distant_uvs_are_named_and_projections_mend_them() {
        let bare = Mesh { name: "bare".to_owned(), uvs: None, ..shapes::cube() };
        let problem =
            model(vec![shapes::cube(), bare.clone()]).texture_sets(None).map(drop).unwrap_err().to_string();
        assert!(
            problem.contains("it.obj: mesh `bare` has no UVs") && problem.contains("--project"),
            "{problem}"
        );
        assert!(model(vec![bare]).texture_sets(Some(Projection::Box)).is_ok());

        let mut far = shapes::cube();
        far.uvs.as_mut().unwrap()[5][0] = 1.25;
        let problem = model(vec![far]).texture_sets(None).map(drop).unwrap_err().to_string();
        assert!(
            problem.contains("outside 0..1") && problem.contains("1.25") && problem.contains("UDIM"),
            "{problem}"
        );
    }
}

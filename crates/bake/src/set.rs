//! Texture sets: the meshes that share a material, and with it their textures.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::memory;
use crate::mesh::Mesh;
use crate::project::Projection;
use crate::read;

/// How far UVs may lie outside 0..1: what rounding makes of a place on the border.
const OVERSHOOT: f32 = 1e-3;

/// The meshes of a file.
pub struct Model {
    path: PathBuf,
    memory: u64,
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
    /// taken, from 0. It takes no more memory than the machine has to spare.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is too large, or holds no meshes that are whole.
    pub fn open(path: impl AsRef<Path>, uv: u32) -> Result<Model, Error> {
        Model::open_within(path, uv, travertine::stages::render::default_budget())
    }

    /// The same, taking so many bytes of memory at most, also for its texture sets.
    ///
    /// # Errors
    ///
    /// As [`Model::open`]; if it needs more, [`Error::Limit`] says how much.
    pub fn open_within(path: impl AsRef<Path>, uv: u32, memory: u64) -> Result<Model, Error> {
        let path = path.as_ref().to_owned();
        Ok(Model { meshes: read::read(&path, uv, memory)?, path, memory })
    }

    /// The same sets for what needs no UVs.
    pub fn sets_without_uvs(self) -> Vec<TextureSet> {
        group(self.meshes)
    }

    /// The texture sets that its meshes need, in the order in which they appear; with a projection, UVs are made anew.
    ///
    /// # Errors
    ///
    /// If a mesh has no UVs, or some that are outside 0..1, or new ones would take too much memory.
    pub fn texture_sets(self, projection: Option<Projection>) -> Result<Vec<TextureSet>, Error> {
        match projection {
            None => {
                let wrong = |problem| Error::wrong(&self.path, problem);
                self.meshes.iter().try_for_each(check_uvs).map_err(wrong)?;
            }
            Some(projection) => {
                let what = format!("{}, with UVs made anew,", self.path.display());
                memory::check(projection.bytes(&self.meshes), self.memory, &what, "bake the mesh in parts")?;
            }
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
    let mut known: HashMap<(bool, String), usize> = HashMap::new();
    let mut names = Names::default();
    let mut sets: Vec<TextureSet> = Vec::new();
    for mesh in meshes {
        let key = (mesh.material.is_some(), mesh.material.as_ref().unwrap_or(&mesh.name).clone());
        let set = *known.entry(key).or_insert_with_key(|(_, name)| {
            sets.push(TextureSet { name: names.apart(name), meshes: Vec::with_capacity(1) });
            sets.len() - 1
        });
        sets[set].meshes.push(mesh);
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

/// Names of sets, whether capitals count or not.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// For a name, a number before which it is taken with all.
    next: HashMap<String, u32>,
    /// How many names were looked up.
    #[cfg(test)]
    looked_up: usize,
}

impl Names {
    /// A name fit for a file that no other set has, nor gets any more.
    fn apart(&mut self, name: &str) -> String {
        let fit = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let plain: String = name.trim_matches(['.', ' ']).chars().take(64).map(fit).collect();
        let plain = if plain.is_empty() { "mesh".to_owned() } else { plain };
        if self.take(&plain) {
            return plain;
        }
        // A number that is passed over once is taken for ever, and each name is that of one number only.
        let lower = plain.to_lowercase();
        let mut number = self.next.get(&lower).copied().unwrap_or(2);
        let mut numbered = format!("{plain}-{number}");
        while !self.take(&numbered) {
            number += 1;
            numbered = format!("{plain}-{number}");
        }
        self.next.insert(lower, number + 1);
        numbered
    }

    /// Whether nobody had the name.
    fn take(&mut self, name: &str) -> bool {
        #[cfg(test)]
        {
            self.looked_up += 1;
        }
        self.taken.insert(name.to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    fn model(meshes: Vec<Mesh>) -> Model {
        Model { path: "it.obj".into(), memory: u64::MAX, meshes }
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
    fn names_are_looked_up_twice_each() {
        let mut names = Names::default();
        let long = "x".repeat(64);
        // All the same but for what a file's name leaves out, and for capitals.
        let all: Vec<String> = (0..1000)
            .map(|index| names.apart(&format!("{}{index}", if index % 2 == 0 { &long } else { "X" })))
            .collect();
        assert_eq!((all[0].as_str(), all[1].as_str()), (long.as_str(), "X1"));
        assert_eq!(all[998], format!("{long}-500"));
        (2..1000).for_each(|number| drop(names.apart(&format!("mesh-{number}"))));
        assert_eq!(
            [names.apart(""), names.apart("."), names.apart("Mesh")],
            ["mesh", "mesh-1000", "Mesh-1001"]
        );
        // And once for each name that somebody had taken who is called so.
        assert!(names.looked_up <= 2 * (1000 + 998 + 3) + 998, "{}", names.looked_up);
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

//! Texture sets: meshes that share a material and its textures.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use travertine_render::{Context, RenderError, default_budget};

use crate::error::Error;
use crate::memory;
use crate::mesh::Mesh;
use crate::project::Projection;
use crate::read::{self, Original};
use crate::tile::Tile;
use crate::unwrap::{Unwrap, Unwrapped};
use crate::uvs;

/// Maximum side of a texture, in texels.
pub const MAX_SIDE: u32 = 1 << 15;

/// Checks the size of textures.
///
/// # Errors
///
/// If a side is 0, or above [`MAX_SIDE`].
pub fn check_size([width, height]: [u32; 2]) -> Result<(), RenderError> {
    match [width, height].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        true => Ok(()),
        false => Err(RenderError::Size { width, height, limit: MAX_SIDE }),
    }
}

/// The meshes of a file.
pub struct Model {
    path: PathBuf,
    uv: u32,
    memory: u64,
    /// Meshes in the order of the file; at least one.
    pub meshes: Vec<Mesh>,
}

/// Meshes that share textures: those with the same material, or without a material and with the same name.
pub struct TextureSet {
    /// Name of the material or mesh, as a valid file name that differs from those of the other sets.
    pub name: String,
    /// At least one mesh. UVs are in 0..1, with a small tolerance, unless the set has tiles, or was made without
    /// checking them.
    pub meshes: Vec<Mesh>,
    /// The UDIM tiles in which its UVs lie, in order, if there are several; otherwise empty.
    pub tiles: Vec<Tile>,
}

impl TextureSet {
    /// Whether a mesh has UVs, so that there is something to bake to.
    pub fn has_uvs(&self) -> bool {
        self.meshes.iter().any(|mesh| mesh.uvs.is_some())
    }
}

impl Model {
    /// Reads all meshes of an `.obj`, `.stl`, `.ply`, `.gltf` or `.glb` file. `uv` is the index of the UV set, from 0.
    /// The memory limit is the default budget.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is too large, or contains no valid meshes.
    pub fn open(path: impl AsRef<Path>, uv: u32) -> Result<Model, Error> {
        Model::open_within(path, uv, default_budget())
    }

    /// Like [`Model::open`], with a memory limit in bytes, which also applies to its texture sets.
    ///
    /// # Errors
    ///
    /// As [`Model::open`]; [`Error::Limit`] if it needs more memory.
    pub fn open_within(path: impl AsRef<Path>, uv: u32, memory: u64) -> Result<Model, Error> {
        Model::open_smooth(path, uv, None, memory)
    }

    /// Like [`Model::open_within`], with the normals of meshes that have none: smooth between triangles whose angle is
    /// at most `smooth` degrees, 0 for flat triangles. Without it, OBJ, PLY and STL are smooth up to 60 degrees, and
    /// glTF is flat.
    ///
    /// # Errors
    ///
    /// As [`Model::open_within`].
    pub fn open_smooth(path: impl AsRef<Path>, uv: u32, smooth: Option<f32>, memory: u64) -> Result<Model, Error> {
        let path = path.as_ref().to_owned();
        Ok(Model { meshes: read::read(&path, uv, smooth, memory)?, path, uv, memory })
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file as a whole, which is read again; `None` unless it is glTF.
    ///
    /// # Errors
    ///
    /// As [`Model::open_within`].
    pub fn original(&self) -> Result<Option<Original>, Error> {
        read::original(&self.path, self.uv, self.memory)
    }

    /// The texture sets, without checking for UVs.
    pub fn sets_without_uvs(self) -> Vec<TextureSet> {
        group([self.meshes])
    }

    /// The texture sets of the meshes, in order of appearance. A projection replaces the UVs. UVs of a set that all lie
    /// in one other unit square are moved into 0..1, since textures repeat; those in several stay in their UDIM tiles.
    /// Meshes without UVs form sets of their own, which come last and are not baked.
    ///
    /// # Errors
    ///
    /// Without a projection, if no mesh has UVs, or those of a set lie in several unit squares that are not UDIM tiles,
    /// or more than 100, or a triangle spans several. With one, if the new UVs exceed the memory limit.
    pub fn texture_sets(self, projection: Option<Projection>) -> Result<Vec<TextureSet>, Error> {
        let Some(projection) = projection else {
            let (textured, bare): (Vec<_>, Vec<_>) = self.meshes.into_iter().partition(|mesh| mesh.uvs.is_some());
            let mut sets = group([textured, bare]);
            let wrong = |problem| Error::wrong(&self.path, problem);
            if !sets.iter().any(TextureSet::has_uvs) {
                let name = sets.first().and_then(|set| set.meshes.first()).map_or("", |mesh| &mesh.name);
                return Err(wrong(format!(
                    "mesh `{name}` has faces without UVs; generate them with `unwrap`, or choose another UV set with `uv`"
                )));
            }
            for set in &mut sets {
                set.tiles = uvs::place(&mut set.meshes).map_err(wrong)?;
            }
            return Ok(sets);
        };
        let what = format!("{} with projected UVs", self.path.display());
        memory::check(projection.bytes(&self.meshes), self.memory, &what, "bake the mesh in parts")?;
        let mut sets = group([self.meshes]);
        sets.iter_mut().for_each(|set| projection.apply(&mut set.meshes));
        Ok(sets)
    }

    /// Like [`Model::texture_sets`], with new UVs for textures of `size` texels. Progress counts each triangle
    /// [`Unwrap::ROUNDS`] times.
    ///
    /// # Errors
    ///
    /// If an option is out of range, the bake is cancelled, the limit of memory is exceeded, or the charts do not fit
    /// the textures.
    pub fn unwrapped_sets(
        self,
        unwrap: Unwrap,
        size: [u32; 2],
        context: &Context,
    ) -> Result<(Vec<TextureSet>, Unwrapped), Error> {
        check_size(size)?;
        if !Unwrap::ANGLES.contains(&unwrap.angle) {
            let (angle, angles) = (unwrap.angle, Unwrap::ANGLES);
            let message =
                format!("the angle of charts is {angle} degrees; expected {} to {}", angles.start(), angles.end());
            return Err(Error::Usage(message));
        }
        if let Some(padding) = unwrap.padding.filter(|padding| *padding > Unwrap::MAX_PADDING) {
            let message = format!("the padding is {padding} texels; the limit is {}", Unwrap::MAX_PADDING);
            return Err(Error::Limit(message));
        }
        let what = format!("{} with new UVs", self.path.display());
        memory::check(Unwrap::bytes(&self.meshes), self.memory, &what, "bake the mesh in parts")?;
        let mut sets = group([self.meshes]);
        let mut report = Unwrapped::default();
        for set in &mut sets {
            let (charts, texels) = unwrap.apply(&set.name, &mut set.meshes, size, context)?;
            report.charts += charts;
            report.filled += texels;
        }
        report.filled /= f64::from(size[0]) * f64::from(size[1]) * sets.len() as f64;
        Ok((sets, report))
    }

    /// The least and the greatest corner of the box around all triangles.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for mesh in &self.meshes {
            for corner in mesh.triangles.as_flattened() {
                let position = mesh.positions[*corner as usize];
                least = [0, 1, 2].map(|axis| least[axis].min(position[axis]));
                most = [0, 1, 2].map(|axis| most[axis].max(position[axis]));
            }
        }
        [least, most]
    }

    /// Whether a mesh without normals got smooth ones, where triangles are not in one plane.
    pub fn is_smoothed(&self) -> bool {
        self.meshes.iter().any(|mesh| mesh.origin.is_smoothed)
    }

    /// Number of triangles of all meshes.
    pub fn triangles(&self) -> u64 {
        self.meshes.iter().map(|mesh| mesh.triangles.len() as u64).sum()
    }
}

/// Groups meshes by material. Meshes without a material are grouped by name. Meshes of different `parts` are in
/// different sets.
fn group<const PARTS: usize>(parts: [Vec<Mesh>; PARTS]) -> Vec<TextureSet> {
    let mut names = Names::default();
    let mut sets: Vec<TextureSet> = Vec::new();
    for meshes in parts {
        let mut known: HashMap<(bool, String), usize> = HashMap::new();
        for mesh in meshes {
            let key = (mesh.material.is_some(), mesh.material.as_ref().unwrap_or(&mesh.name).clone());
            let set = *known.entry(key).or_insert_with_key(|(_, name)| {
                sets.push(TextureSet { name: names.apart(name), meshes: Vec::with_capacity(1), tiles: Vec::new() });
                sets.len() - 1
            });
            sets[set].meshes.push(mesh);
        }
    }
    sets
}

/// The names of sets, which differ even if case is ignored.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// For a name, the number from which its numbered variants may be free.
    next: HashMap<String, u32>,
    /// Number of lookups.
    #[cfg(test)]
    looked_up: usize,
}

impl Names {
    /// Makes a valid file name that no other set has, and reserves it.
    fn apart(&mut self, name: &str) -> String {
        let fit = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let plain: String = name.trim_matches(['.', ' ']).chars().take(64).map(fit).collect();
        let plain = if plain.is_empty() { "mesh".to_owned() } else { plain };
        if self.take(&plain) {
            return plain;
        }
        // Taken names stay taken, so the search for a number continues where the last one ended.
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

    /// Reserves a name. Returns whether it was free.
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
        Model { path: "it.obj".into(), uv: 0, memory: u64::MAX, meshes }
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
        let names: Vec<(&str, usize)> = sets.iter().map(|set| (set.name.as_str(), set.meshes.len())).collect();
        assert_eq!(names, [("red_brown", 2), ("b", 1), ("red_brown-2", 1), ("mesh", 1)]);
    }

    #[test]
    fn meshes_without_uvs_are_in_sets_of_their_own() {
        let wood = Mesh { material: Some("wood".to_owned()), ..shapes::cube() };
        let bare = Mesh { uvs: None, ..wood.clone() };
        let meshes = || vec![bare.clone(), wood.clone(), bare.clone(), wood.clone()];
        let all = |sets: Vec<TextureSet>| {
            let set = |set: &TextureSet| (set.name.clone(), set.meshes.len(), set.has_uvs());
            sets.iter().map(set).collect::<Vec<_>>()
        };
        // Those with UVs have the name of the material.
        let apart = [("wood".to_owned(), 2, true), ("wood-2".to_owned(), 2, false)];
        assert_eq!(all(model(meshes()).texture_sets(None).unwrap()), apart);
        let together = [("wood".to_owned(), 4, true)];
        assert_eq!(all(model(meshes()).texture_sets(Some(Projection::Box)).unwrap()), together);
        assert_eq!(all(model(meshes()).sets_without_uvs()), together);
    }

    #[test]
    fn names_are_looked_up_twice_each() {
        let mut names = Names::default();
        let long = "x".repeat(64);
        // Half of them are equal after truncation to 64 characters.
        let all: Vec<String> = (0..1000)
            .map(|index| names.apart(&format!("{}{index}", if index % 2 == 0 { &long } else { "X" })))
            .collect();
        assert_eq!((all[0].as_str(), all[1].as_str()), (long.as_str(), "X1"));
        assert_eq!(all[998], format!("{long}-500"));
        (2..1000).for_each(|number| drop(names.apart(&format!("mesh-{number}"))));
        assert_eq!([names.apart(""), names.apart("."), names.apart("Mesh")], ["mesh", "mesh-1000", "Mesh-1001"]);
        // Plus one lookup for each number that was taken as a name.
        assert!(names.looked_up <= 2 * (1000 + 998 + 3) + 998, "{}", names.looked_up);
    }

    #[test]
    fn missing_and_distant_uvs_are_reported_and_projections_replace_them() {
        let bare = Mesh { name: "bare".to_owned(), uvs: None, ..shapes::cube() };
        let problem = model(vec![bare.clone()]).texture_sets(None).map(drop).unwrap_err().to_string();
        assert!(
            problem.contains("it.obj: mesh `bare` has faces without UVs") && problem.contains("`unwrap`"),
            "{problem}"
        );
        let sets = model(vec![shapes::cube(), bare.clone()]).texture_sets(None).unwrap();
        assert_eq!(sets.iter().map(TextureSet::has_uvs).collect::<Vec<_>>(), [true, false]);
        assert!(model(vec![bare]).texture_sets(Some(Projection::Box)).is_ok());

        let mut far = shapes::cube();
        far.uvs.as_mut().unwrap()[5][0] = 1.25;
        let problem = model(vec![far]).texture_sets(None).map(drop).unwrap_err().to_string();
        assert!(problem.contains("it.obj: mesh `cube` has UVs outside 0..1") && problem.contains("1.25"), "{problem}");
    }
}

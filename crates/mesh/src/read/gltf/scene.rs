//! Scenes: the meshes of a glTF file, with the transforms of its nodes.

use std::path::Path;

use super::buffers::Buffers;
use super::primitive::Primitive;
use super::skin::Skin;
use crate::error::Error;
use crate::memory::Budget;
use crate::mesh::Mesh;
use crate::read::file::stem;
use crate::read::json::Element;
use crate::read::refusal::Refusal;
use crate::read::transform::Transform;

/// Maximum number of vertices plus triangles of a scene: more than usually fit into [`MAX_FILE`](crate::MAX_FILE),
/// but a scene may instance a mesh any number of times.
const MAX_SIZE: u64 = 1 << 26;

/// Bytes counted for each primitive, instance and level of nodes.
const ENTRY: u64 = 512;

/// The meshes of a file and their instances in the scene, before their numbers are read.
pub(super) struct Scene<'f> {
    root: Element<'f>,
    buffers: &'f Buffers<'f>,
    /// Index of the UV set.
    uv: u32,
    /// The primitives of each mesh of the file that an instance uses.
    meshes: Vec<Option<Vec<Primitive<'f>>>>,
    /// The instances in the scene.
    instances: Vec<Instance<'f>>,
    /// The skins that instances use.
    skins: Vec<Option<Skin>>,
}

/// An instance of a mesh in the scene.
struct Instance<'f> {
    mesh: usize,
    node: Option<usize>,
    name: Option<&'f str>,
    pose: Pose,
}

/// What puts the vertices of a mesh into the scene.
#[derive(Clone, Copy)]
enum Pose {
    Node(Transform),
    /// Joints, by the index of the skin.
    Skin(usize),
}

/// The place of a primitive: indices in the lists of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The node that shows its mesh, unless the file has no scene.
    pub node: Option<usize>,
    /// Its mesh.
    pub mesh: usize,
    /// The primitive, among those of the mesh.
    pub primitive: usize,
    /// Its material, if it has one.
    pub material: Option<usize>,
}

/// Nodes with the same parent.
struct Siblings<'f> {
    list: Element<'f>,
    next: usize,
    /// The transform of their parent.
    parent: Transform,
}

impl<'f> Scene<'f> {
    /// The default scene, or all meshes if the file has no scenes.
    pub(super) fn new(
        root: Element<'f>,
        buffers: &'f Buffers<'f>,
        uv: u32,
        budget: &mut Budget,
    ) -> Result<Scene<'f>, Refusal> {
        let count = root.get("meshes").map_or(0, |meshes| meshes.len());
        let meshes = (0..count).map(|_| None).collect();
        let skins = (0..root.get("skins").map_or(0, |skins| skins.len())).map(|_| None).collect();
        let mut scene = Scene { root, buffers, uv, meshes, instances: Vec::new(), skins };
        match scene.root.get("scenes") {
            Some(scenes) => scene.walk(&scenes, budget)?,
            None => {
                for mesh in 0..count {
                    scene.add(mesh, None, None, Pose::Node(Transform::IDENTITY), budget)?;
                }
            }
        }
        Ok(scene)
    }

    fn walk(&mut self, scenes: &Element<'f>, budget: &mut Budget) -> Result<(), Refusal> {
        let scene = scenes.at(self.root.count_or("scene", 0)?)?;
        // The transforms of the nodes that were reached.
        let count = self.root.get("nodes").map_or(0, |nodes| nodes.len());
        budget.take((count * size_of::<Option<Transform>>()) as u64)?;
        let mut seen: Vec<Option<Transform>> = vec![None; count];
        let siblings = |list, parent| Siblings { list, next: 0, parent };
        let mut path: Vec<Siblings> = Vec::new();
        path.extend(scene.get("nodes").map(|list| siblings(list, Transform::IDENTITY)));
        while let Some(Siblings { list, next, parent }) = path.last_mut() {
            if *next == list.len() {
                path.pop();
                continue;
            }
            let (index, parent) = (list.at(*next)?, *parent);
            *next += 1;
            let node = self.root.need("nodes")?.at(index.count()?)?;
            let here = parent.after(&local_transform(&node)?);
            if seen[index.count()?].replace(here).is_some() {
                let problem = "has several parents, or is its own ancestor; a scene must be a tree";
                return Err(node.wrong(problem).into());
            }
            if let Some(mesh) = node.get("mesh") {
                let skin = node.get("skin").map(|skin| skin.count()).transpose()?;
                let pose = skin.map_or(Pose::Node(here), Pose::Skin);
                let name = node.get("name").map(|name| name.text()).transpose()?;
                self.root.need("meshes")?.at(mesh.count()?)?;
                self.add(mesh.count()?, Some(index.count()?), name, pose, budget)?;
            }
            if let Some(children) = node.get("children") {
                budget.take(ENTRY)?;
                path.push(siblings(children, here));
            }
        }
        for instance in &self.instances {
            let Pose::Skin(index) = instance.pose else { continue };
            let skin = self.root.need("skins")?.at(index)?;
            if self.skins[index].is_none() {
                self.skins[index] = Some(Skin::new(&self.root, self.buffers, &skin, &seen, budget)?);
            }
        }
        Ok(())
    }

    /// Adds an instance of an existing mesh, named after its node if that has a name.
    fn add(
        &mut self,
        mesh: usize,
        node: Option<usize>,
        name: Option<&'f str>,
        pose: Pose,
        budget: &mut Budget,
    ) -> Result<(), Refusal> {
        let entry = self.root.need("meshes")?.at(mesh)?;
        let name = match name {
            Some(name) => Some(name),
            None => entry.get("name").map(|name| name.text()).transpose()?,
        };
        if self.meshes[mesh].is_none() {
            let mut primitives = Vec::new();
            for (index, primitive) in entry.need("primitives")?.all().enumerate() {
                let primitive = Primitive::new(&self.root, self.buffers, &primitive, index, self.uv)?;
                if let Some(primitive) = primitive {
                    budget.take(ENTRY)?;
                    primitives.push(primitive);
                }
            }
            self.meshes[mesh] = Some(primitives);
        }
        budget.take(ENTRY)?;
        self.instances.push(Instance { mesh, node, name, pose });
        Ok(())
    }

    /// Reads the meshes of all instances.
    pub(super) fn read(&self, path: &Path, is_smooth: bool, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
        // The name of instances without a name.
        let name = &stem(path);
        self.check_size(path)?;
        budget.take(self.bytes(name))?;
        let mut meshes = Vec::new();
        for instance in &self.instances {
            for primitive in self.primitives(instance.mesh) {
                let mut raw = primitive.read(instance.name.unwrap_or(name))?;
                raw.is_smooth = is_smooth;
                match instance.pose {
                    Pose::Node(transform) => transform.apply_to(&mut raw),
                    Pose::Skin(index) => {
                        let skin = self.skins.get(index).and_then(Option::as_ref);
                        let posed = skin.map_or(Ok(()), |skin| skin.apply_to(&mut raw, primitive));
                        posed.map_err(|problem| format!("mesh `{}`: {problem}", raw.name))?;
                    }
                }
                meshes.push(Mesh::new(raw)?);
            }
        }
        Ok(meshes)
    }

    /// The places of the meshes, in the order of [`Scene::read`].
    pub(super) fn places(&self) -> Vec<Place> {
        let of = |instance: &Instance| {
            let &Instance { mesh, node, .. } = instance;
            let place = move |primitive: &Primitive| Place {
                node,
                mesh,
                primitive: primitive.index,
                material: primitive.material_index,
            };
            self.primitives(mesh).iter().map(place).collect::<Vec<_>>()
        };
        self.instances.iter().flat_map(of).collect()
    }

    fn primitives(&self, mesh: usize) -> &[Primitive<'f>] {
        self.meshes[mesh].as_deref().unwrap_or_default()
    }

    /// For each mesh of the file, a sum over its primitives.
    fn sums(&self, of: impl Fn(&Primitive) -> u64) -> Vec<u64> {
        (0..self.meshes.len()).map(|mesh| self.primitives(mesh).iter().map(&of).sum()).collect()
    }

    /// Bytes of all meshes, and the temporary bytes needed to build one of them.
    fn bytes(&self, name: &str) -> u64 {
        let sizes = self.sums(|primitive| primitive.bytes(0)[0]);
        let temporary = self.meshes.iter().flatten().flatten().map(|primitive| primitive.bytes(0)[1]).max();
        let bytes = |instance: &Instance| {
            let names = instance.name.unwrap_or(name).len() * self.primitives(instance.mesh).len();
            sizes[instance.mesh].saturating_add(names as u64)
        };
        self.instances.iter().map(bytes).fold(temporary.unwrap_or(0), u64::saturating_add)
    }

    fn check_size(&self, path: &Path) -> Result<(), Error> {
        let sizes = self.sums(|primitive| primitive.vertices() + primitive.triangles());
        let size = self.instances.iter().map(|instance| sizes[instance.mesh]).fold(0, u64::saturating_add);
        if size <= MAX_SIZE {
            return Ok(());
        }
        Err(Error::Limit(format!(
            "{} has {size} vertices and triangles, counting all instances of meshes, and the limit is {MAX_SIZE}; \
             divide it into several files",
            path.display()
        )))
    }
}

/// The transform of a node relative to its parent.
fn local_transform(node: &Element) -> Result<Transform, String> {
    if let Some(matrix) = node.get("matrix") {
        return Ok(Transform::from_columns(matrix.numbers()?));
    }
    let shift = node.get("translation").map_or(Ok([0.0; 3]), |part| part.numbers())?;
    let turn = node.get("rotation").map_or(Ok([0.0, 0.0, 0.0, 1.0]), |part| part.numbers())?;
    let stretch = node.get("scale").map_or(Ok([1.0; 3]), |part| part.numbers())?;
    Ok(Transform::from_parts(shift, turn, stretch))
}

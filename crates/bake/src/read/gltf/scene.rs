//! Scenes: where the nodes of a glTF file put its meshes.

use std::path::Path;

use super::buffers::Buffers;
use super::primitive::Primitive;
use crate::error::Error;
use crate::memory::Budget;
use crate::mesh::Mesh;
use crate::read::file::stem;
use crate::read::json::Place;
use crate::read::refusal::Refusal;
use crate::read::transform::Transform;

/// The most vertices and triangles, together, of a file: more than fit into [`MAX_FILE`](crate::MAX_FILE) as programs
/// write them, but a scene may have a mesh any number of times.
const MAX_SIZE: u64 = 1 << 26;

/// What memory is counted for a mesh of the file, its primitives, and its instances before any numbers are read.
const ENTRY: u64 = 512;

/// The meshes of a file, and where its scene has them. Their numbers are not read yet.
pub(super) struct Scene<'f> {
    root: Place<'f>,
    buffers: &'f Buffers<'f>,
    /// The set of UVs.
    uv: u32,
    /// The primitives of each mesh of the file, as far as somebody has asked for it.
    meshes: Vec<Option<Vec<Primitive<'f>>>>,
    /// The meshes of the scene.
    instances: Vec<Instance<'f>>,
}

/// A mesh of the file, as the scene has it.
struct Instance<'f> {
    mesh: usize,
    name: Option<&'f str>,
    place: Transform,
}

/// Nodes that have the same parent.
struct Siblings<'f> {
    list: Place<'f>,
    next: usize,
    /// Where their parent is.
    above: Transform,
}

impl<'f> Scene<'f> {
    /// The scene that is shown, or all meshes if a file has no scenes.
    pub(super) fn new(
        root: Place<'f>,
        buffers: &'f Buffers<'f>,
        uv: u32,
        budget: &mut Budget,
    ) -> Result<Scene<'f>, Refusal> {
        let count = root.get("meshes").map_or(0, |meshes| meshes.len());
        let meshes = (0..count).map(|_| None).collect();
        let mut scene = Scene { root, buffers, uv, meshes, instances: Vec::new() };
        match scene.root.get("scenes") {
            Some(scenes) => scene.walk(&scenes, budget)?,
            None => {
                for mesh in 0..count {
                    scene.add(mesh, None, Transform::IDENTITY, budget)?;
                }
            }
        }
        Ok(scene)
    }

    fn walk(&mut self, scenes: &Place<'f>, budget: &mut Budget) -> Result<(), Refusal> {
        let scene = scenes.at(self.root.count_or("scene", 0)?)?;
        let mut seen = vec![false; self.root.get("nodes").map_or(0, |nodes| nodes.len())];
        let siblings = |list, above| Siblings { list, next: 0, above };
        let mut path: Vec<Siblings> = Vec::new();
        path.extend(scene.get("nodes").map(|list| siblings(list, Transform::IDENTITY)));
        while let Some(Siblings { list, next, above }) = path.last_mut() {
            if *next == list.len() {
                path.pop();
                continue;
            }
            let (index, above) = (list.at(*next)?, *above);
            *next += 1;
            let node = self.root.need("nodes")?.at(index.count()?)?;
            if std::mem::replace(&mut seen[index.count()?], true) {
                let problem = "is below several nodes, or below itself; a scene must be a tree";
                return Err(node.wrong(problem).into());
            }
            let here = above.after(&transform(&node)?);
            if let Some(mesh) = node.get("mesh") {
                // The joints of a skin say where it is, and its node does not.
                let place = if node.get("skin").is_some() { Transform::IDENTITY } else { here };
                let name = node.get("name").map(|name| name.text()).transpose()?;
                self.root.need("meshes")?.at(mesh.count()?)?;
                self.add(mesh.count()?, name, place, budget)?;
            }
            if let Some(children) = node.get("children") {
                budget.take(ENTRY)?;
                path.push(siblings(children, here));
            }
        }
        Ok(())
    }

    /// Adds a mesh, which must be there, with the name of its node if that has one.
    fn add(
        &mut self,
        mesh: usize,
        node: Option<&'f str>,
        place: Transform,
        budget: &mut Budget,
    ) -> Result<(), Refusal> {
        let entry = self.root.need("meshes")?.at(mesh)?;
        let name = match node {
            Some(name) => Some(name),
            None => entry.get("name").map(|name| name.text()).transpose()?,
        };
        if self.meshes[mesh].is_none() {
            let mut primitives = Vec::new();
            for primitive in entry.need("primitives")?.all() {
                if let Some(primitive) = Primitive::new(&self.root, self.buffers, &primitive, self.uv)? {
                    budget.take(ENTRY)?;
                    primitives.push(primitive);
                }
            }
            self.meshes[mesh] = Some(primitives);
        }
        budget.take(ENTRY)?;
        self.instances.push(Instance { mesh, name, place });
        Ok(())
    }

    /// All meshes, as often as the scene has them.
    pub(super) fn read(&self, path: &Path, budget: &mut Budget) -> Result<Vec<Mesh>, Refusal> {
        // That of what has none.
        let name = &stem(path);
        self.check_size(path)?;
        budget.take(self.bytes(name))?;
        let mut meshes = Vec::new();
        for instance in &self.instances {
            for primitive in self.primitives(instance.mesh) {
                let mut raw = primitive.read(instance.name.unwrap_or(name))?;
                instance.place.place(&mut raw);
                meshes.push(Mesh::new(raw)?);
            }
        }
        Ok(meshes)
    }

    fn primitives(&self, mesh: usize) -> &[Primitive<'f>] {
        self.meshes[mesh].as_deref().unwrap_or_default()
    }

    /// For each mesh of the file, a sum over its primitives.
    fn sums(&self, of: impl Fn(&Primitive) -> u64) -> Vec<u64> {
        (0..self.meshes.len()).map(|mesh| self.primitives(mesh).iter().map(&of).sum()).collect()
    }

    /// How many bytes all meshes take, with what making one of them takes besides.
    fn bytes(&self, name: &str) -> u64 {
        let kept = self.sums(|primitive| primitive.bytes(0)[0]);
        let passing = self.meshes.iter().flatten().flatten().map(|primitive| primitive.bytes(0)[1]).max();
        let bytes = |instance: &Instance| {
            let names = instance.name.unwrap_or(name).len() * self.primitives(instance.mesh).len();
            kept[instance.mesh].saturating_add(names as u64)
        };
        self.instances.iter().map(bytes).fold(passing.unwrap_or(0), u64::saturating_add)
    }

    fn check_size(&self, path: &Path) -> Result<(), Error> {
        let sizes = self.sums(|primitive| primitive.vertices() + primitive.triangles());
        let size = self.instances.iter().map(|instance| sizes[instance.mesh]).fold(0, u64::saturating_add);
        if size <= MAX_SIZE {
            return Ok(());
        }
        Err(Error::Limit(format!(
            "{} has {size} vertices and triangles, those of a mesh counted as often as the scene has it, and may have \
             {MAX_SIZE}; bake it in parts",
            path.display()
        )))
    }
}

/// Where a node puts what is below it.
fn transform(node: &Place) -> Result<Transform, String> {
    if let Some(matrix) = node.get("matrix") {
        return Ok(Transform::from_columns(matrix.numbers()?));
    }
    let shift = node.get("translation").map_or(Ok([0.0; 3]), |part| part.numbers())?;
    let turn = node.get("rotation").map_or(Ok([0.0, 0.0, 0.0, 1.0]), |part| part.numbers())?;
    let stretch = node.get("scale").map_or(Ok([1.0; 3]), |part| part.numbers())?;
    Ok(Transform::from_parts(shift, turn, stretch))
}

//! Writes a glTF file again, with baked materials. Everything else stays as it was: skins, animations, morph targets, other
//! UV sets, scenes, cameras, lights, extensions and extras. What would distort the baked look is left out.

mod elements;
mod leftovers;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use serde_json::{Value, json};

use self::elements::{Elements, bounds};
use crate::error::Error;
use crate::glb::{
    Baked, CLAMP_TO_EDGE, Container, LINEAR, LINEAR_MIPMAP_LINEAR, REPEAT, Section, VertexColors,
};
use crate::maps::Role;
use crate::material::{self, EMISSIVE_STRENGTH, member, remove};
use crate::mesh::Mesh;
use crate::read::{Original, Place};
use crate::set::TextureSet;

/// What is written into the meshes.
#[derive(Clone, Copy)]
pub(crate) enum Change<'c> {
    /// Nothing: the textures fit a UV set of the file.
    None,
    /// New UVs, which replace the first UV set.
    Uvs,
    /// Vertex colors.
    Colors(&'c VertexColors),
}

/// A file that is being changed.
struct Rewrite<'r> {
    json: Value,
    original: &'r Original,
    container: Container<'r>,
    /// Pointers to what is replaced.
    stale: HashSet<String>,
    /// The baked materials.
    dressed: HashSet<usize>,
}

/// Writes the original with the textures of each set, or with vertex colors.
pub(crate) fn write(
    path: &Path,
    original: &Original,
    sets: &[TextureSet],
    baked: &[Vec<Baked>],
    change: Change,
) -> Result<(), Error> {
    let mut container = Container::default();
    container.push(Section::Bytes(&original.bytes));
    let (stale, dressed) = (HashSet::new(), HashSet::new());
    let mut rewrite = Rewrite { json: original.json.clone(), original, container, stale, dressed };
    let damaged = |problem: String| Error::wrong(path, problem);
    let before = leftovers::used(&original.json);
    for (index, set) in sets.iter().enumerate() {
        match (change, baked.get(index)) {
            (Change::Colors(colors), _) => rewrite.undress(set, &colors[index]),
            (_, Some(baked)) if !baked.is_empty() => rewrite.dress(set, baked, change)?,
            _ => {}
        }
        let kept = if matches!(change, Change::Uvs) { rewrite.keep_uvs(set) } else { None };
        for (number, mesh) in set.meshes.iter().enumerate() {
            match change {
                Change::None => {}
                Change::Uvs => rewrite.reshape(mesh, None, kept).map_err(damaged)?,
                Change::Colors(colors) => {
                    rewrite.reshape(mesh, Some(&colors[index][number]), None).map_err(damaged)?;
                }
            }
        }
    }
    rewrite.leave_variants(sets, matches!(change, Change::None));
    let Rewrite { mut json, container, stale, .. } = rewrite;
    leftovers::stop(&mut json, &stale);
    leftovers::declare(&mut json, &before, EMISSIVE_STRENGTH);
    *member(member(&mut json, "asset"), "generator") = "Travertine".into();
    json["buffers"] = json!([{"byteLength": container.length}]);
    container.write(path, json.to_string())
}

impl<'r> Rewrite<'r> {
    /// Adds an entry to a list of the file, and returns its index.
    fn push(&mut self, list: &str, entry: Value) -> usize {
        let list = member(&mut self.json, list);
        if !list.is_array() {
            *list = json!([]);
        }
        let entries = list.as_array_mut();
        entries.map_or(0, |entries| {
            entries.push(entry);
            entries.len() - 1
        })
    }

    fn view(&mut self, section: Section<'r>, target: Option<u32>, stride: Option<usize>) -> usize {
        let mut view = json!({"buffer": 0, "byteLength": section.length()});
        if let Some(target) = target {
            view["target"] = target.into();
        }
        if let Some(stride) = stride {
            view["byteStride"] = stride.into();
        }
        view["byteOffset"] = self.container.push(section).into();
        self.push("bufferViews", view)
    }

    fn place(&self, mesh: &Mesh) -> Option<Place> {
        self.original.places.get(mesh.origin.number as usize).copied()
    }

    /// The primitive of a mesh that a node shows now.
    fn shown(&mut self, place: Place) -> &mut Value {
        let node = place.node.and_then(|node| self.json["nodes"][node]["mesh"].as_u64());
        let mesh = node.map_or(place.mesh, |mesh| mesh as usize);
        &mut self.json["meshes"][mesh]["primitives"][place.primitive]
    }

    /// Puts the textures of a set into the materials of its meshes.
    fn dress(&mut self, set: &TextureSet, baked: &[Baked], change: Change) -> Result<(), Error> {
        let is_moved = set.meshes.iter().any(|mesh| mesh.origin.has_moved_uvs);
        let wrap = if is_moved { REPEAT } else { CLAMP_TO_EDGE };
        let sampler = self.push(
            "samplers",
            json!({
                "magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR, "wrapS": wrap, "wrapT": wrap,
            }),
        );
        let mut textures = Vec::new();
        for one in baked {
            let name = format!("{} {}", set.name, one.map.name);
            let image = one.picture.image(name, |section| self.view(section, None, None))?;
            let image = self.push("images", image);
            let texture = self.push("textures", json!({"sampler": sampler, "source": image}));
            let mut reference = json!({"index": texture});
            if self.original.uv > 0 && matches!(change, Change::None) {
                reference["texCoord"] = self.original.uv.into();
            }
            textures.push((one, reference));
        }
        self.change_materials(set, |material| {
            let dressed = textures.iter();
            let dressed =
                dressed.map(|(one, texture)| material::dress(material, one.map, one.strength, texture));
            dressed.flatten().collect()
        });
        let has = |role| baked.iter().any(|baked| baked.map.role == Some(role));
        for mesh in &set.meshes {
            let Some(place) = self.place(mesh) else { continue };
            let primitive = &mut self.json["meshes"][place.mesh]["primitives"][place.primitive];
            if has(Role::BaseColor) && hide_colors(primitive) {
                leftovers::retain_variants(primitive, |_| false);
            }
            if has(Role::Normal) {
                // Normals are baked for the tangents that viewers compute.
                forget(primitive, "TANGENT");
            }
        }
        Ok(())
    }

    /// Leaves the colors of a set to the vertices.
    fn undress(&mut self, set: &TextureSet, colors: &[Vec<[f32; 4]>]) {
        let is_opaque = colors.iter().flatten().all(|color| color[3] >= 1.0);
        self.change_materials(set, |material| material::undress(material, is_opaque));
    }

    /// Changes the materials of a set. The change returns pointers to what it replaces.
    fn change_materials(&mut self, set: &TextureSet, change: impl Fn(&mut Value) -> Vec<&'static str>) {
        let mut known: HashMap<Option<usize>, usize> = HashMap::new();
        for mesh in &set.meshes {
            let Some(place) = self.place(mesh) else { continue };
            let index = match known.get(&place.material) {
                Some(index) => *index,
                None => {
                    let index = match place.material {
                        None => self.push(
                            "materials",
                            json!({"name": set.name, "pbrMetallicRoughness": {"metallicFactor": 0}}),
                        ),
                        Some(index) if self.is_used_elsewhere(index) => {
                            let copy = self.json["materials"][index].clone();
                            self.push("materials", copy)
                        }
                        Some(index) => index,
                    };
                    let stale = change(&mut self.json["materials"][index]);
                    self.stale.extend(stale.iter().map(|pointer| format!("/materials/{index}{pointer}")));
                    self.dressed.insert(index);
                    known.insert(place.material, index);
                    index
                }
            };
            let primitive = &mut self.json["meshes"][place.mesh]["primitives"][place.primitive];
            *member(primitive, "material") = index.into();
        }
    }

    /// Whether primitives show a material that are not baked: points and lines, and meshes outside the scene.
    fn is_used_elsewhere(&self, material: usize) -> bool {
        let baked: HashSet<(usize, usize)> =
            self.original.places.iter().map(|place| (place.mesh, place.primitive)).collect();
        let meshes = self.original.json["meshes"].as_array().into_iter().flatten().enumerate();
        let mut primitives = meshes.flat_map(|(mesh, value)| {
            let primitives = value["primitives"].as_array().into_iter().flatten().enumerate();
            primitives.map(move |(index, primitive)| ((mesh, index), primitive))
        });
        primitives.any(|(place, primitive)| primitive["material"] == material && !baked.contains(&place))
    }

    /// Finds a place for the first UV set, if textures that stay need it. Returns its new number.
    fn keep_uvs(&mut self, set: &TextureSet) -> Option<usize> {
        let places: Vec<Place> = set.meshes.iter().filter_map(|mesh| self.place(mesh)).collect();
        let free = places.iter().map(|place| uv_sets(&self.shown(*place)["attributes"])).max()?;
        let baked: BTreeSet<u64> =
            places.iter().filter_map(|place| self.shown(*place)["material"].as_u64()).collect();
        let new: HashSet<u64> = self.new_textures();
        let mut is_needed = false;
        for index in baked {
            let Some(material) = self.json["materials"].get_mut(index as usize) else { continue };
            material::each_texture(material, &mut |reference| {
                let is_new = reference["index"].as_u64().is_some_and(|texture| new.contains(&texture));
                if !is_new
                    && let Some(number) = material::uv_set(reference)
                    && number.as_u64().unwrap_or(0) == 0
                {
                    *number = free.into();
                    is_needed = true;
                } else if reference["texCoord"].is_null() {
                    remove(reference, "texCoord");
                }
            });
        }
        is_needed.then_some(free)
    }

    /// The textures that the original lacks.
    fn new_textures(&self) -> HashSet<u64> {
        let count = |json: &Value| json["textures"].as_array().map_or(0, Vec::len) as u64;
        (count(&self.original.json)..count(&self.json)).collect()
    }

    /// Gives a mesh the vertices that it has now, with its UVs or with colors. `kept` is the new number of its first UV set.
    fn reshape(
        &mut self,
        mesh: &'r Mesh,
        colors: Option<&'r [[f32; 4]]>,
        kept: Option<usize>,
    ) -> Result<(), String> {
        let Some(place) = self.place(mesh) else { return Ok(()) };
        let mut primitive = self.json["meshes"][place.mesh]["primitives"][place.primitive].clone();
        let (name, section, kind) = match (colors, &mesh.uvs) {
            (Some(colors), _) => ("COLOR_0", Section::Colors(colors), "VEC4"),
            (None, Some(uvs)) => ("TEXCOORD_0", Section::Uvs(uvs), "VEC2"),
            (None, None) => return Ok(()),
        };
        if colors.is_none() {
            // Tangents follow the UVs.
            forget(&mut primitive, "TANGENT");
        }
        let old = primitive["attributes"].get(name).cloned();
        forget(&mut primitive, name);
        let view = self.view(section, Some(34962), None);
        let accessor =
            json!({"bufferView": view, "componentType": 5126, "count": mesh.positions.len(), "type": kind});
        let new = Value::from(self.push("accessors", accessor));
        if let Some(number) = kept {
            for number in uv_sets(&primitive["attributes"])..=number {
                primitive["attributes"][format!("TEXCOORD_{number}")] = old.clone().unwrap_or(Value::Null);
            }
        }
        if let Some(vertices) = &mesh.origin.vertices {
            self.gather(&mut primitive["attributes"], vertices)?;
            for target in primitive.get_mut("targets").and_then(Value::as_array_mut).into_iter().flatten() {
                self.gather(target, vertices)?;
            }
            let view = self.view(Section::Triangles(&mesh.triangles), Some(34963), None);
            let indices = json!({"bufferView": view, "componentType": 5125, "count": 3 * mesh.triangles.len(), "type": "SCALAR"});
            primitive["indices"] = self.push("accessors", indices).into();
            remove(&mut primitive, "mode");
        }
        for (_, accessor) in primitive["attributes"].as_object_mut().into_iter().flatten() {
            // A primitive that had no UVs.
            if accessor.is_null() {
                *accessor = new.clone();
            }
        }
        primitive["attributes"][name] = new;
        self.show(place, primitive);
        Ok(())
    }

    /// Puts a primitive in its place. Other nodes with the same mesh keep theirs.
    fn show(&mut self, place: Place, primitive: Value) {
        let mut index = place.mesh;
        if let Some(node) = place.node {
            // Perhaps a copy, if another primitive of this node was changed before.
            index = self.json["nodes"][node]["mesh"].as_u64().map_or(index, |mesh| mesh as usize);
            let nodes = self.json["nodes"].as_array().into_iter().flatten();
            if nodes.filter(|node| node["mesh"] == index).count() > 1 {
                let copy = self.json["meshes"][index].clone();
                index = self.push("meshes", copy);
                self.json["nodes"][node]["mesh"] = index.into();
            }
        }
        self.json["meshes"][index]["primitives"][place.primitive] = primitive;
    }

    /// Removes the variants of all primitives of the sets, except those whose materials look unchanged.
    fn leave_variants(&mut self, sets: &[TextureSet], is_unchanged: bool) {
        let places: Vec<Place> =
            sets.iter().flat_map(|set| &set.meshes).filter_map(|mesh| self.place(mesh)).collect();
        let dressed = std::mem::take(&mut self.dressed);
        for place in places {
            let primitive = self.shown(place);
            let own = primitive["material"].clone();
            leftovers::retain_variants(primitive, |mapping| {
                let material = &mapping["material"];
                let is_dressed =
                    material.as_u64().is_some_and(|material| dressed.contains(&(material as usize)));
                is_unchanged && (*material == own || !is_dressed)
            });
        }
    }

    /// Replaces accessors of vertices by ones for other vertices.
    fn gather(&mut self, attributes: &mut Value, vertices: &[u32]) -> Result<(), String> {
        let Some(attributes) = attributes.as_object_mut() else { return Ok(()) };
        for (name, index) in attributes.iter_mut().filter(|(_, index)| !index.is_null()) {
            let number = index.as_u64().unwrap_or(u64::MAX) as usize;
            let mut accessor =
                self.json["accessors"].get(number).cloned().ok_or("an attribute has no accessor")?;
            let damaged = || format!("accessors[{number}] exceeds its buffer view; the file is damaged");
            let list = Elements::new(self.original, &accessor).ok_or_else(damaged)?;
            // Attributes start at multiples of four bytes.
            let stride = list.length.next_multiple_of(4);
            let mut bytes = Vec::with_capacity(stride * vertices.len());
            for vertex in vertices {
                let element = list.at(*vertex).ok_or_else(damaged)?;
                bytes.extend_from_slice(element);
                bytes.resize(bytes.len().next_multiple_of(4), 0);
            }
            if name == "POSITION" || accessor.get("min").or(accessor.get("max")).is_some() {
                let [least, most] =
                    bounds(&bytes, stride, list.length, &accessor["componentType"]).ok_or_else(damaged)?;
                (accessor["min"], accessor["max"]) = (least.into(), most.into());
            }
            drop(list);
            let view = self.view(Section::Owned(bytes), Some(34962), Some(stride));
            accessor["bufferView"] = view.into();
            accessor["count"] = vertices.len().into();
            remove(&mut accessor, "byteOffset");
            remove(&mut accessor, "sparse");
            *index = self.push("accessors", accessor).into();
        }
        Ok(())
    }
}

/// The first number after 0 that no UV set of a primitive has.
fn uv_sets(attributes: &Value) -> usize {
    (1..).find(|number| attributes.get(format!("TEXCOORD_{number}")).is_none()).unwrap_or(1)
}

/// Removes an attribute from a primitive and from its morph targets.
fn forget(primitive: &mut Value, name: &str) {
    remove(&mut primitive["attributes"], name);
    let Some(targets) = primitive.get_mut("targets").and_then(Value::as_array_mut) else { return };
    targets.iter_mut().for_each(|target| remove(target, name));
}

/// Keeps vertex colors, which would tint the baked color, under a name that viewers ignore. Returns whether there are any.
fn hide_colors(primitive: &mut Value) -> bool {
    let colors = primitive["attributes"].get("COLOR_0").cloned();
    forget(primitive, "COLOR_0");
    if let Some(colors) = &colors {
        primitive["attributes"]["_COLOR_0"] = colors.clone();
    }
    colors.is_some()
}

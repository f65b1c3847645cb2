//! Writes a glTF file again, with baked materials. Everything else stays as it was: skins, animations, morph targets,
//! other UV sets, scenes, cameras, lights, extensions and extras. What would distort the baked look is left out.
//!
//! The document is copied, nodes that are to look different receive meshes of their own, each set gets its materials,
//! then meshes get their UVs or colors, and what refers to replaced parts is removed.

mod attributes;
mod instances;
mod leftovers;
mod vertices;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::{Value, json};
use travertine_mesh::{Mesh, Original, Place, TextureSet, json_size};

use self::attributes::{forget, hide_colors};
use self::instances::Instances;
use crate::constants::{CLAMP_TO_EDGE, LINEAR, LINEAR_MIPMAP_LINEAR, REPEAT};
use crate::edit::member;
use crate::error::Error;
use crate::glb::{Baked, Container, Section, VertexColors};
use crate::maps::Role;
use crate::material::{self, EMISSIVE_STRENGTH};

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

/// A texture set that is changed.
struct Part<'r> {
    set: &'r TextureSet,
    /// Index of the set.
    index: usize,
    /// Indices of its meshes in the set, the meshes, and the places of their primitives in the document.
    meshes: Vec<(usize, &'r Mesh, Place)>,
}

/// A document that is being changed.
struct Rewrite<'r> {
    json: Value,
    original: &'r Original,
    container: Container<'r>,
    /// The materials of primitives that stay as they are.
    kept: HashSet<u64>,
    /// The baked materials.
    dressed: HashSet<usize>,
    /// The copy of each material that has one.
    copies: HashMap<usize, usize>,
    /// Pointers to what is replaced.
    stale: HashSet<String>,
    /// A number for each list of vertices.
    lists: HashMap<&'r [u32], usize>,
    /// The accessors of gathered vertices, by the accessor of the file, the number of the list, and whether it has
    /// bounds.
    gathered: HashMap<(usize, usize, bool), usize>,
}

/// Writes the original with the textures of each set, or with vertex colors.
pub(crate) fn write(
    path: &Path,
    original: &Original,
    sets: &[TextureSet],
    baked: &[Vec<Baked>],
    change: Change,
) -> Result<(), Error> {
    let is_reshaped = !matches!(change, Change::None);
    let (parts, instances) = parts(original, sets, is_reshaped);
    let mut rewrite = Rewrite::new(original, &instances, &parts);
    for part in &parts {
        match change {
            Change::Colors(colors) => rewrite.undress(part, &colors[part.index]),
            _ => rewrite.dress(part, &baked[part.index], is_reshaped)?,
        }
    }
    let damaged = |problem: String| travertine_mesh::Error::wrong(&original.path, problem);
    for part in parts.iter().filter(|_| is_reshaped) {
        let kept = match change {
            Change::Uvs => rewrite.keep_uvs(part).map_err(damaged)?,
            _ => None,
        };
        for (number, mesh, place) in &part.meshes {
            let colors = match change {
                Change::Colors(colors) => Some(colors[part.index][*number].as_slice()),
                _ => None,
            };
            rewrite.reshape(mesh, *place, colors, kept).map_err(damaged)?;
        }
    }
    rewrite.keep_targets(&parts);
    rewrite.leave_variants(&parts, is_reshaped);
    let Rewrite { mut json, container, copies, stale, .. } = rewrite;
    leftovers::uncompress(&mut json);
    leftovers::follow(&mut json, &copies);
    leftovers::stop(&mut json, &stale);
    leftovers::declare(&mut json, &leftovers::used(&original.json), EMISSIVE_STRENGTH);
    *member(member(&mut json, "asset"), "generator") = "Travertine".into();
    json["buffers"] = json!([{"byteLength": container.length}]);
    container.write(path, json.to_string())
}

/// Upper bound of the bytes that [`write`] takes besides the original and its copy: copies of meshes, and accessors of
/// new vertices. Their numbers are written as they are read.
pub(crate) fn bytes(original: &Original, sets: &[TextureSet], is_reshaped: bool) -> u64 {
    // A buffer view and its section, and what an accessor has more than that of the file.
    const ACCESSOR: u64 = 3 << 10;
    let (parts, instances) = parts(original, sets, is_reshaped);
    let (mut of_accessors, mut of_meshes, mut of_primitives) = (HashMap::new(), HashMap::new(), HashMap::new());
    let mut of_accessor = |index: &Value| {
        let size = || json_size(&original.json["accessors"][index.as_u64().unwrap_or(u64::MAX) as usize]);
        ACCESSOR + *of_accessors.entry(index.as_u64()).or_insert_with(size)
    };
    let mut of_primitive = |place: Place, is_gathered: bool| {
        let primitive = &original.json["meshes"][place.mesh]["primitives"][place.primitive];
        let targets = primitive["targets"].as_array().into_iter().flatten();
        let lists = [&primitive["attributes"]].into_iter().chain(targets).filter(|_| is_gathered);
        let indices = lists.flat_map(|list| list.as_object().into_iter().flatten());
        2 * ACCESSOR + indices.map(|(_, index)| of_accessor(index)).sum::<u64>()
    };
    let copies = instances.copies.iter();
    let of_copies: u64 =
        copies.map(|mesh| *of_meshes.entry(*mesh).or_insert_with(|| json_size(&original.json["meshes"][*mesh]))).sum();
    let meshes = parts.iter().flat_map(|part| &part.meshes).filter(|_| is_reshaped);
    let of_vertices: u64 = meshes
        .filter_map(|(_, mesh, _)| Some((place_of(original, mesh)?, mesh.origin.vertices.is_some())))
        .map(|(place, is_gathered)| {
            let key = (place.mesh, place.primitive, is_gathered);
            *of_primitives.entry(key).or_insert_with(|| of_primitive(place, is_gathered))
        })
        .sum();
    of_copies + of_vertices
}

/// The sets that are changed, and the meshes that nodes show.
fn parts<'r>(original: &'r Original, sets: &'r [TextureSet], is_reshaped: bool) -> (Vec<Part<'r>>, Instances) {
    // Meshes without UVs have no textures.
    let changed = || sets.iter().enumerate().filter(move |(_, set)| is_reshaped || set.has_uvs());
    let looks = changed().flat_map(|(index, set)| {
        let meshes = set.meshes.iter().filter_map(|mesh| Some((place_of(original, mesh)?, mesh)));
        // New vertices are those of one mesh.
        meshes.map(move |(place, mesh)| (place, if is_reshaped { mesh.origin.number as usize } else { index }))
    });
    let instances = Instances::new(&original.json, looks);
    let part = |(index, set): (usize, &'r TextureSet)| {
        let meshes = set
            .meshes
            .iter()
            .enumerate()
            .filter_map(|(number, mesh)| Some((number, mesh, instances.place(place_of(original, mesh)?))));
        Part { set, index, meshes: meshes.collect() }
    };
    let parts = changed().map(part).collect();
    (parts, instances)
}

/// The place of a mesh in the file.
fn place_of(original: &Original, mesh: &Mesh) -> Option<Place> {
    original.places.get(mesh.origin.number as usize).copied()
}

impl Part<'_> {
    fn places(&self) -> impl Iterator<Item = Place> {
        self.meshes.iter().map(|(_, _, place)| *place)
    }
}

impl<'r> Rewrite<'r> {
    /// A copy of the document in which each node shows its mesh.
    fn new(original: &'r Original, instances: &Instances, parts: &[Part]) -> Rewrite<'r> {
        let mut json = original.json.clone();
        for mesh in &instances.copies {
            let copy = json["meshes"][*mesh].clone();
            push(&mut json, "meshes", copy);
        }
        for (node, mesh) in &instances.of_nodes {
            json["nodes"][*node]["mesh"] = (*mesh).into();
        }
        let changed: HashSet<(usize, usize)> =
            parts.iter().flat_map(Part::places).map(|place| (place.mesh, place.primitive)).collect();
        let mut kept = HashSet::new();
        for (mesh, value) in json["meshes"].as_array().into_iter().flatten().enumerate() {
            for (index, primitive) in value["primitives"].as_array().into_iter().flatten().enumerate() {
                if !changed.contains(&(mesh, index)) {
                    kept.extend(primitive["material"].as_u64());
                    kept.extend(leftovers::variants(primitive).filter_map(Value::as_u64));
                }
            }
        }
        let mut container = Container::default();
        container.push(Section::Bytes(&original.bytes));
        Rewrite {
            json,
            original,
            container,
            kept,
            dressed: HashSet::new(),
            copies: HashMap::new(),
            stale: HashSet::new(),
            lists: HashMap::new(),
            gathered: HashMap::new(),
        }
    }

    /// Adds an entry to a list of the document, and returns its index.
    fn push(&mut self, list: &str, entry: Value) -> usize {
        push(&mut self.json, list, entry)
    }

    fn view(&mut self, section: Section<'r>, target: Option<usize>, stride: Option<usize>) -> usize {
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

    fn primitive(&mut self, place: Place) -> &mut Value {
        &mut self.json["meshes"][place.mesh]["primitives"][place.primitive]
    }

    /// Puts the textures of a set into the materials of its meshes.
    fn dress(&mut self, part: &Part, baked: &[Baked], has_new_uvs: bool) -> Result<(), Error> {
        let textures = self.textures(part.set, baked, has_new_uvs)?;
        self.change_materials(part, !baked.is_empty(), |material| {
            let dressed = baked.iter().zip(&textures);
            let dressed = dressed.map(|(one, texture)| material::dress(material, one.map, one.strength, texture));
            dressed.flatten().collect()
        });
        let has = |role| baked.iter().any(|baked| baked.map.role == Some(role));
        for place in part.places() {
            let primitive = self.primitive(place);
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

    /// Adds the textures of a set. Returns references for materials.
    fn textures(&mut self, set: &TextureSet, baked: &[Baked], has_new_uvs: bool) -> Result<Vec<Value>, Error> {
        if baked.is_empty() {
            return Ok(Vec::new());
        }
        let is_moved = set.meshes.iter().any(|mesh| mesh.origin.has_moved_uvs);
        let wrap = if is_moved { REPEAT } else { CLAMP_TO_EDGE };
        let sampler = self.push(
            "samplers",
            json!({
                "magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR, "wrapS": wrap, "wrapT": wrap,
            }),
        );
        let mut references = Vec::with_capacity(baked.len());
        for one in baked {
            let name = format!("{} {}", set.name, one.map.name);
            let image = one.picture.image(name, |section| self.view(section, None, None))?;
            let image = self.push("images", image);
            let texture = self.push("textures", json!({"sampler": sampler, "source": image}));
            let mut reference = json!({"index": texture});
            if self.original.uv > 0 && !has_new_uvs {
                reference["texCoord"] = self.original.uv.into();
            }
            references.push(reference);
        }
        Ok(references)
    }

    /// Leaves the colors of a set to the vertices.
    fn undress(&mut self, part: &Part, colors: &[Vec<[f32; 4]>]) {
        let is_opaque = colors.iter().flatten().all(|color| color[3] >= 1.0);
        self.change_materials(part, true, |material| material::undress(material, is_opaque));
    }

    /// Changes the materials of a set. A material that other primitives show, too, is copied first. Without a material,
    /// primitives receive one if `is_needed`. The change returns pointers to what it replaces.
    fn change_materials(&mut self, part: &Part, is_needed: bool, change: impl Fn(&mut Value) -> Vec<&'static str>) {
        let mut known: HashMap<Option<usize>, usize> = HashMap::new();
        for place in part.places().filter(|place| is_needed || place.material.is_some()) {
            let index = match (known.get(&place.material), place.material) {
                (Some(index), _) => *index,
                (None, material) => {
                    let index = self.own_material(&part.set.name, material);
                    let stale = change(&mut self.json["materials"][index]);
                    self.stale.extend(stale.iter().map(|pointer| format!("/materials/{index}{pointer}")));
                    self.dressed.insert(index);
                    known.insert(material, index);
                    index
                }
            };
            *member(self.primitive(place), "material") = index.into();
        }
    }

    /// A material that only a set shows: that of the file, a copy of it, or a new one.
    fn own_material(&mut self, set: &str, material: Option<usize>) -> usize {
        let Some(index) = material else {
            let plain = json!({"name": set, "pbrMetallicRoughness": {"metallicFactor": 0}});
            return self.push("materials", plain);
        };
        if !self.kept.contains(&(index as u64)) {
            return index;
        }
        let copy = self.json["materials"][index].clone();
        let copy = self.push("materials", copy);
        self.copies.insert(index, copy);
        copy
    }

    /// Removes the variants of all primitives that are changed, except those whose materials look unchanged.
    fn leave_variants(&mut self, parts: &[Part], is_reshaped: bool) {
        for place in parts.iter().flat_map(Part::places) {
            let primitive = &mut self.json["meshes"][place.mesh]["primitives"][place.primitive];
            let own = primitive["material"].clone();
            leftovers::retain_variants(primitive, |mapping| {
                let material = &mapping["material"];
                let index = material.as_u64().and_then(|index| usize::try_from(index).ok());
                let is_dressed = index.is_some_and(|index| self.dressed.contains(&index));
                !is_reshaped && (*material == own || !is_dressed)
            });
        }
    }
}

/// Adds an entry to a list of a document, and returns its index.
fn push(json: &mut Value, list: &str, entry: Value) -> usize {
    let list = member(json, list);
    if !list.is_array() {
        *list = json!([]);
    }
    let entries = list.as_array_mut();
    entries.map_or(0, |entries| {
        entries.push(entry);
        entries.len() - 1
    })
}

//! Writes a glTF file again, with baked materials. Everything else stays as it was: skins, animations, morph targets, other
//! UV sets, scenes, cameras, lights, extensions and extras.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::Error;
use crate::glb::{
    Baked, CLAMP_TO_EDGE, Container, LINEAR, LINEAR_MIPMAP_LINEAR, REPEAT, Section, VertexColors,
};
use crate::maps::{Channel, Role};
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
    let mut rewrite = Rewrite { json: original.json.clone(), original, container };
    let damaged = |problem: String| Error::wrong(path, problem);
    for (index, set) in sets.iter().enumerate() {
        let textures = baked.get(index).map_or(&[][..], Vec::as_slice);
        rewrite.dress(set, textures, matches!(change, Change::Uvs))?;
        for (number, mesh) in set.meshes.iter().enumerate() {
            match change {
                Change::None => {}
                Change::Uvs => rewrite.reshape(mesh, None).map_err(damaged)?,
                Change::Colors(colors) => {
                    rewrite.reshape(mesh, Some(&colors[index][number])).map_err(damaged)?
                }
            }
        }
    }
    let Rewrite { mut json, container, .. } = rewrite;
    *member(member(&mut json, "asset"), "generator") = "Travertine".into();
    json["buffers"] = json!([{"byteLength": container.length}]);
    container.write(path, json.to_string())
}

/// A member of an object; a new one if it is missing.
fn member<'v>(value: &'v mut Value, key: &str) -> &'v mut Value {
    if !value.is_object() {
        *value = json!({});
    }
    // Indexing adds what an object lacks.
    &mut value[key]
}

fn remove(value: &mut Value, key: &str) {
    if let Some(object) = value.as_object_mut() {
        object.remove(key);
    }
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

    /// Puts the textures of a set into the materials of its meshes.
    fn dress(&mut self, set: &TextureSet, baked: &[Baked], has_new_uvs: bool) -> Result<(), Error> {
        if baked.is_empty() {
            return Ok(());
        }
        let is_moved = set.meshes.iter().any(|mesh| mesh.origin.has_moved_uvs);
        let wrap = if is_moved { REPEAT } else { CLAMP_TO_EDGE };
        let sampler = self.push(
            "samplers",
            json!({
                "magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR, "wrapS": wrap, "wrapT": wrap,
            }),
        );
        let mut textures = Vec::new();
        for Baked { map, path } in baked {
            let view = self.view(Section::of_file(path)?, None, None);
            let name = format!("{} {}", set.name, map.name);
            let image =
                self.push("images", json!({"name": name, "mimeType": "image/png", "bufferView": view}));
            let texture = self.push("textures", json!({"sampler": sampler, "source": image}));
            let mut reference = json!({"index": texture});
            if self.original.uv > 0 && !has_new_uvs {
                reference["texCoord"] = self.original.uv.into();
            }
            textures.push((*map, reference));
        }
        let mut dressed = Vec::new();
        let mut new = None;
        for mesh in &set.meshes {
            let Some(place) = self.place(mesh) else { continue };
            let index = match (place.material, new) {
                (Some(index), _) => index,
                (None, Some(index)) => index,
                (None, None) => {
                    let material = json!({"name": set.name, "pbrMetallicRoughness": {"metallicFactor": 0}});
                    *new.insert(self.push("materials", material))
                }
            };
            let primitive = &mut self.json["meshes"][place.mesh]["primitives"][place.primitive];
            *member(primitive, "material") = index.into();
            if textures.iter().any(|(map, _)| map.role == Some(Role::BaseColor)) {
                hide_colors(primitive);
            }
            if !dressed.contains(&index) {
                dressed.push(index);
                let material = &mut self.json["materials"][index];
                textures.iter().for_each(|(map, texture)| dress(material, map, texture));
            }
        }
        Ok(())
    }

    /// Gives a mesh the vertices that it has now, with its UVs or with colors.
    fn reshape(&mut self, mesh: &'r Mesh, colors: Option<&'r [[f32; 4]]>) -> Result<(), String> {
        let Some(place) = self.place(mesh) else { return Ok(()) };
        let mut primitive = self.json["meshes"][place.mesh]["primitives"][place.primitive].clone();
        if let Some(vertices) = &mesh.origin.vertices {
            self.gather(&mut primitive["attributes"], vertices)?;
            for target in primitive["targets"].as_array_mut().into_iter().flatten() {
                self.gather(target, vertices)?;
            }
            let view = self.view(Section::Triangles(&mesh.triangles), Some(34963), None);
            let indices = json!({"bufferView": view, "componentType": 5125, "count": 3 * mesh.triangles.len(), "type": "SCALAR"});
            primitive["indices"] = self.push("accessors", indices).into();
            remove(&mut primitive, "mode");
        }
        let (name, section, kind) = match (colors, &mesh.uvs) {
            (Some(colors), _) => ("COLOR_0", Section::Colors(colors), "VEC4"),
            (None, Some(uvs)) => ("TEXCOORD_0", Section::Uvs(uvs), "VEC2"),
            (None, None) => return Ok(()),
        };
        let view = self.view(section, Some(34962), None);
        let accessor =
            json!({"bufferView": view, "componentType": 5126, "count": mesh.positions.len(), "type": kind});
        primitive["attributes"][name] = self.push("accessors", accessor).into();
        if colors.is_none() {
            // Tangents follow the UVs.
            remove(&mut primitive["attributes"], "TANGENT");
        }
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

    /// Replaces accessors of vertices by ones for other vertices.
    fn gather(&mut self, attributes: &mut Value, vertices: &[u32]) -> Result<(), String> {
        let Some(attributes) = attributes.as_object_mut() else { return Ok(()) };
        for index in attributes.values_mut() {
            let number = index.as_u64().unwrap_or(u64::MAX) as usize;
            let mut accessor =
                self.json["accessors"].get(number).cloned().ok_or("an attribute has no accessor")?;
            let damaged = || format!("accessors[{number}] exceeds its buffer view; the file is damaged");
            let list = self.elements(&accessor).ok_or_else(damaged)?;
            // Attributes start at multiples of four bytes.
            let stride = list.length.next_multiple_of(4);
            let mut bytes = Vec::with_capacity(stride * vertices.len());
            for vertex in vertices {
                let element = list.at(*vertex).ok_or_else(damaged)?;
                bytes.extend_from_slice(element);
                bytes.resize(bytes.len().next_multiple_of(4), 0);
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

    /// The elements of an accessor of the original.
    fn elements(&self, accessor: &Value) -> Option<Elements<'r>> {
        let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        let component = |kind: &Value| match kind.as_u64()? {
            5120 | 5121 => Some(1),
            5122 | 5123 => Some(2),
            5125 | 5126 => Some(4),
            _ => None,
        };
        let count = match accessor["type"].as_str()? {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => return None,
        };
        let length = component(&accessor["componentType"])? * count;
        let original = self.original;
        let bytes = |view: &Value, offset: &Value| -> Option<(&'r [u8], Option<usize>)> {
            let view = original.json["bufferViews"].get(number(view)?)?;
            let start = number(&view["byteOffset"]).unwrap_or(0).checked_add(number(offset).unwrap_or(0))?;
            let end = number(&view["byteOffset"]).unwrap_or(0).checked_add(number(&view["byteLength"])?)?;
            Some((original.bytes.get(start..end)?, number(&view["byteStride"])))
        };
        let dense = match &accessor["bufferView"] {
            Value::Null => None,
            view => Some(bytes(view, &accessor["byteOffset"])?),
        };
        let mut replaced = HashMap::new();
        if let Some(sparse) = accessor.get("sparse") {
            let (indices, _) = bytes(&sparse["indices"]["bufferView"], &sparse["indices"]["byteOffset"])?;
            let (values, _) = bytes(&sparse["values"]["bufferView"], &sparse["values"]["byteOffset"])?;
            let width = component(&sparse["indices"]["componentType"])?;
            let pairs =
                indices.chunks_exact(width).zip(values.chunks_exact(length)).take(number(&sparse["count"])?);
            for (index, value) in pairs {
                replaced.insert(index.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)), value);
            }
        }
        let stride = dense.and_then(|(_, stride)| stride).unwrap_or(length);
        Some(Elements { dense: dense.map(|(bytes, _)| bytes), stride, length, replaced })
    }
}

/// The elements of an accessor: bytes of `length`, every `stride`; zeros if there are none.
struct Elements<'e> {
    dense: Option<&'e [u8]>,
    stride: usize,
    length: usize,
    replaced: HashMap<u32, &'e [u8]>,
}

impl<'e> Elements<'e> {
    fn at(&self, index: u32) -> Option<&'e [u8]> {
        if let Some(value) = self.replaced.get(&index) {
            return Some(value);
        }
        match self.dense {
            Some(bytes) => bytes.get(self.stride.checked_mul(index as usize)?..)?.get(..self.length),
            None => Some(&[0; 16][..self.length]),
        }
    }
}

/// Keeps vertex colors, which would tint the baked color, under a name that viewers ignore.
fn hide_colors(primitive: &mut Value) {
    if let Some(attributes) = primitive["attributes"].as_object_mut()
        && let Some(colors) = attributes.remove("COLOR_0")
    {
        attributes.insert("_COLOR_0".to_owned(), colors);
    }
}

/// Puts a baked texture into a material.
fn dress(material: &mut Value, map: &crate::maps::Map, texture: &Value) {
    match map.role {
        Some(Role::BaseColor) => {
            let surface = member(material, "pbrMetallicRoughness");
            *member(surface, "baseColorTexture") = texture.clone();
            remove(surface, "baseColorFactor");
            remove(material, "alphaCutoff");
            match map.format.opaque {
                true => remove(material, "alphaMode"),
                false => *member(material, "alphaMode") = "BLEND".into(),
            }
            if let Some(extensions) = material.get_mut("extensions") {
                // It would replace the baked color.
                remove(extensions, "KHR_materials_pbrSpecularGlossiness");
            }
        }
        Some(Role::Surface) => {
            let surface = member(material, "pbrMetallicRoughness");
            *member(surface, "metallicRoughnessTexture") = texture.clone();
            *member(surface, "metallicFactor") = 1.into();
            remove(surface, "roughnessFactor");
            // An occlusion that was not baked stays.
            if !matches!(map.channels.first(), Some(Channel::Constant(_)))
                || material["occlusionTexture"].is_null()
            {
                *member(material, "occlusionTexture") = texture.clone();
            }
        }
        Some(Role::Normal) => *member(material, "normalTexture") = texture.clone(),
        Some(Role::Emission) => {
            *member(material, "emissiveTexture") = texture.clone();
            *member(material, "emissiveFactor") = json!([1, 1, 1]);
        }
        None => {}
    }
}

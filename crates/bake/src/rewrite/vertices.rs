//! Vertices of a document: new ones with UVs or colors, and attributes of the file for them.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Read, Write};

use serde_json::{Map, Value, json};
use travertine_mesh::component::{FLOAT, UNSIGNED_INT};
use travertine_mesh::{Mesh, Place};

use super::attributes::{MAX_UV_SETS, forget, forget_copies, free_uv_set, rename};
use super::{Part, Rewrite};
use crate::constants::{ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER};
use crate::edit::{member, remove};
use crate::glb::Section;
use crate::material;

impl<'r> Rewrite<'r> {
    /// Finds a place for the first UV set, if textures that stay need it. Returns its new number.
    pub(super) fn keep_uvs(&mut self, part: &Part) -> Result<Option<usize>, String> {
        let free = part.places().map(|place| free_uv_set(self.primitive(place))).max().unwrap_or(1);
        let materials: BTreeSet<u64> =
            part.places().filter_map(|place| self.primitive(place)["material"].as_u64()).collect();
        // Those that the original lacks are new.
        let textures = self.original.json["textures"].as_array().map_or(0, Vec::len) as u64;
        let mut is_needed = false;
        for index in materials {
            let Some(material) = self.json["materials"].get_mut(index as usize) else { continue };
            material::each_texture(material, &mut |reference| {
                if reference["index"].as_u64().is_none_or(|texture| texture < textures) {
                    is_needed |= material::move_first_uvs(reference, free);
                }
            });
        }
        if is_needed && free > MAX_UV_SETS {
            let set = &part.set.name;
            return Err(format!(
                "a mesh with the material `{set}` has {free} UV sets; the limit is {MAX_UV_SETS} where a texture keeps its UVs \
                 next to new ones; export the mesh with fewer UV sets"
            ));
        }
        Ok(is_needed.then_some(free))
    }

    /// Gives a mesh the vertices that it has now, with its UVs or with colors. `kept` is the new number of its first UV
    /// set.
    pub(super) fn reshape(
        &mut self,
        mesh: &'r Mesh,
        place: Place,
        colors: Option<&'r [[f32; 4]]>,
        kept: Option<usize>,
    ) -> Result<(), String> {
        let (name, section, kind) = match (colors, &mesh.uvs) {
            (Some(colors), _) => ("COLOR_0", Section::Colors(colors), "VEC4"),
            (None, Some(uvs)) => ("TEXCOORD_0", Section::Uvs(uvs), "VEC2"),
            (None, None) => return Ok(()),
        };
        let mut primitive = self.primitive(place).take();
        forget_copies(&mut primitive);
        if colors.is_none() {
            // Tangents follow the UVs.
            forget(&mut primitive, "TANGENT");
        }
        if let Some(number) = kept {
            rename(&mut primitive, name, &format!("TEXCOORD_{number}"));
        }
        forget(&mut primitive, name);
        if let Some(vertices) = &mesh.origin.vertices {
            self.gather(&mut primitive["attributes"], vertices)?;
            for target in primitive.get_mut("targets").and_then(Value::as_array_mut).into_iter().flatten() {
                self.gather(target, vertices)?;
            }
            primitive["indices"] = self.indices(mesh).into();
            remove(&mut primitive, "mode");
        }
        let view = self.view(section, Some(ARRAY_BUFFER), None);
        let count = mesh.positions.len();
        let accessor = json!({"bufferView": view, "componentType": FLOAT, "count": count, "type": kind});
        let new = Value::from(self.push("accessors", accessor));
        if let Some(last) = kept {
            // UV sets are numbered without gaps. A primitive that had no UVs has the new ones.
            let old = primitive["attributes"].get(format!("TEXCOORD_{last}")).unwrap_or(&new).clone();
            for number in free_uv_set(&primitive)..=last {
                let set = member(&mut primitive["attributes"], &format!("TEXCOORD_{number}"));
                if set.is_null() {
                    *set = old.clone();
                }
            }
        }
        primitive["attributes"][name] = new;
        *self.primitive(place) = primitive;
        Ok(())
    }

    /// Adds the vertex indices of a mesh, in the orientation of the file.
    fn indices(&mut self, mesh: &'r Mesh) -> usize {
        let triangles = &mesh.triangles;
        let section = match mesh.origin.is_reversed {
            false => Section::Triangles(triangles),
            true => made(size_of_val(triangles.as_slice()) as u64, move |out| {
                let corners = triangles.iter().flat_map(|[a, b, c]| [a, c, b]);
                corners.into_iter().try_for_each(|corner| out.write_all(&corner.to_le_bytes()))
            }),
        };
        let view = self.view(section, Some(ELEMENT_ARRAY_BUFFER), None);
        let count = 3 * triangles.len();
        self.push(
            "accessors",
            json!({"bufferView": view, "componentType": UNSIGNED_INT, "count": count, "type": "SCALAR"}),
        )
    }

    /// Replaces accessors of vertices by ones for other vertices.
    fn gather(&mut self, attributes: &mut Value, vertices: &'r [u32]) -> Result<(), String> {
        let count = self.lists.len();
        let list = *self.lists.entry(vertices).or_insert(count);
        for (name, index) in attributes.as_object_mut().into_iter().flatten() {
            let number = index.as_u64().and_then(|number| usize::try_from(number).ok());
            let number = number.ok_or_else(|| format!("attribute `{name}` has no accessor; the file is damaged"))?;
            let accessor = &self.original.json["accessors"][number];
            let has_bounds = name == "POSITION" || accessor.get("min").or(accessor.get("max")).is_some();
            let key = (number, list, has_bounds);
            let gathered = match self.gathered.get(&key) {
                Some(gathered) => *gathered,
                None => {
                    let gathered = self.gathered_accessor(number, vertices, has_bounds)?;
                    self.gathered.insert(key, gathered);
                    gathered
                }
            };
            *index = gathered.into();
        }
        Ok(())
    }

    /// Adds an accessor with some elements of one of the file. They are copied when they are written.
    fn gathered_accessor(&mut self, number: usize, vertices: &'r [u32], has_bounds: bool) -> Result<usize, String> {
        let elements = self.original.elements(number)?;
        vertices.iter().try_for_each(|vertex| elements.at(*vertex).map(drop))?;
        let mut accessor = self.original.json["accessors"][number].clone();
        if has_bounds {
            let [least, most] = elements.bounds(vertices)?;
            (accessor["min"], accessor["max"]) = (least.into(), most.into());
        }
        // Attributes start at multiples of four bytes.
        let stride = elements.length.next_multiple_of(4);
        let section = made((stride * vertices.len()) as u64, move |out| {
            for vertex in vertices {
                let element = elements.at(*vertex).map_err(io::Error::other)?;
                out.write_all(element)?;
                out.write_all(&[0; 3][..stride - element.len()])?;
            }
            Ok(())
        });
        accessor["bufferView"] = self.view(section, Some(ARRAY_BUFFER), Some(stride)).into();
        accessor["count"] = vertices.len().into();
        remove(&mut accessor, "byteOffset");
        remove(&mut accessor, "sparse");
        Ok(self.push("accessors", accessor))
    }

    /// Gives morph targets that have lost all of their attributes one that moves nothing, so that weights, and
    /// animations of them, still belong to the same targets.
    pub(super) fn keep_targets(&mut self, parts: &[Part]) {
        let mut still: HashMap<u64, usize> = HashMap::new();
        for place in parts.iter().flat_map(Part::places) {
            let primitive = self.primitive(place);
            let targets = primitive["targets"].as_array().into_iter().flatten();
            let is_empty = |target: &Value| target.as_object().is_some_and(Map::is_empty);
            let emptied: Vec<usize> =
                (0..).zip(targets).filter(|(_, target)| is_empty(target)).map(|(index, _)| index).collect();
            if emptied.is_empty() {
                continue;
            }
            let position = primitive["attributes"]["POSITION"].as_u64().unwrap_or(u64::MAX);
            let count = self.json["accessors"][position as usize]["count"].as_u64().unwrap_or(0);
            let accessor = match still.get(&count) {
                Some(accessor) => *accessor,
                None => {
                    let accessor = self.zeros(count);
                    still.insert(count, accessor);
                    accessor
                }
            };
            for target in emptied {
                self.primitive(place)["targets"][target] = json!({"POSITION": accessor});
            }
        }
    }

    /// Adds an accessor of vectors that are all 0.
    fn zeros(&mut self, count: u64) -> usize {
        let length = count.saturating_mul(size_of::<[f32; 3]>() as u64);
        let section = made(length, move |out| io::copy(&mut io::repeat(0).take(length), out).map(drop));
        let view = self.view(section, Some(ARRAY_BUFFER), None);
        let zero = [0; 3];
        let accessor = json!({"bufferView": view, "componentType": FLOAT, "count": count, "type": "VEC3", "min": zero, "max": zero});
        self.push("accessors", accessor)
    }
}

/// A section that is made when it is written.
fn made<'s>(length: u64, write: impl Fn(&mut dyn Write) -> io::Result<()> + 's) -> Section<'s> {
    Section::Made(Box::new(write), length)
}

//! glTF: the meshes of a scene, put where its nodes put them.
//!
//! After the Khronos Group, "glTF 2.0 Specification" (2021). Of materials only the names are read, and whether they have two sides; morph targets,
//! skins and animations are passed over, so that a skinned mesh is taken in its bind pose.

mod accessor;

use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use self::accessor::Buffers;
use super::json::Place;
use super::transform::Transform;
use super::{MAX_FILE, MAX_SIZE, Raw, bytes, glb, stem};

/// The meshes of a file of JSON.
pub(super) fn read_text(text: &[u8], path: &Path, uv: u32) -> Result<Vec<Raw>, String> {
    read(text, None, path, uv)
}

/// The meshes of a GLB.
pub(super) fn read_binary(file: &[u8], path: &Path, uv: u32) -> Result<Vec<Raw>, String> {
    let (json, numbers) = glb::chunks(file)?;
    read(json, numbers, path, uv)
}

fn read(json: &[u8], numbers: Option<&[u8]>, path: &Path, uv: u32) -> Result<Vec<Raw>, String> {
    let value: Value =
        serde_json::from_slice(json).map_err(|error| format!("it is no glTF: its JSON is wrong: {error}"))?;
    let root = Place::root(&value);
    check_extensions(&root)?;
    let buffers = Buffers { all: buffers(&root, numbers, path)? };
    let file = File { root, buffers, name: stem(path), uv };
    let mut found = Found::new(MAX_SIZE);
    file.walk(&mut found)?;
    Ok(found.meshes)
}

/// The meshes that were found, as often as the scene has them.
struct Found {
    meshes: Vec<Raw>,
    /// How many vertices and triangles there may be.
    limit: usize,
    size: usize,
}

impl Found {
    fn new(limit: usize) -> Found {
        Found { meshes: Vec::new(), limit, size: 0 }
    }

    fn add(&mut self, raw: Raw) {
        self.size += raw.size();
        self.meshes.push(raw);
    }

    /// Whether there is more than there may be, so that nobody needs the rest.
    fn is_too_much(&self) -> bool {
        self.size > self.limit
    }
}

/// What a file requires must be understood, unless it is about looks only.
fn check_extensions(root: &Place) -> Result<(), String> {
    let looks = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "EXT_lights_"];
    let Some(required) = root.get("extensionsRequired") else { return Ok(()) };
    for extension in required.all() {
        let name = extension.text()?;
        if !looks.iter().any(|prefix| name.starts_with(prefix)) {
            return Err(format!(
                "it requires the extension {name}, which is not supported; export it without compression, \
                 quantisation and instancing"
            ));
        }
    }
    Ok(())
}

/// The bytes of each buffer.
fn buffers(root: &Place, numbers: Option<&[u8]>, path: &Path) -> Result<Vec<Vec<u8>>, String> {
    let mut all = Vec::new();
    let mut left = MAX_FILE;
    for buffer in root.get("buffers").iter().flat_map(Place::all) {
        let content = match buffer.get("uri") {
            Some(uri) => load(&uri, path, left)?,
            None => numbers
                .ok_or_else(|| buffer.wrong("is missing: it has no URI, and the file has no such part"))?
                .to_vec(),
        };
        let length = buffer.need("byteLength")?.count()?;
        if content.len() < length {
            let problem =
                format!("must have {length} bytes, and has {}; export the mesh again", content.len());
            return Err(buffer.wrong(&problem));
        }
        left = left.saturating_sub(content.len() as u64);
        all.push(content);
    }
    Ok(all)
}

/// The bytes that a URI of a buffer stands for: in the URI itself, or in a file beside the mesh.
fn load(uri: &Place, path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let text = uri.text()?;
    if let Some(data) = text.strip_prefix("data:") {
        let encoded = data.split_once(";base64,").map(|(_, encoded)| encoded);
        let decoded = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
        return decoded.ok_or_else(|| uri.wrong("is no data in base64"));
    }
    let name = unescaped(text).ok_or_else(|| uri.wrong("has a % that is not followed by two digits"))?;
    let name = PathBuf::from(name);
    // A mesh from elsewhere has no business with other folders, nor with the net.
    if text.contains("://")
        || !name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    {
        return Err(uri.wrong("must name a file beside the mesh, or below it"));
    }
    let file = path.parent().unwrap_or(Path::new("")).join(name);
    bytes(&file, limit).map_err(|error| uri.wrong(&format!("is missing: {error}")))
}

/// A text with `%20` and the like replaced by what they stand for.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

struct File<'a> {
    root: Place<'a>,
    buffers: Buffers,
    name: String,
    /// The set of UVs.
    uv: u32,
}

impl<'a> File<'a> {
    /// An entry of one of the file's lists.
    fn entry(&self, list: &str, index: &Place) -> Result<Place<'a>, String> {
        self.root.need(list)?.at(index.count()?)
    }

    /// All meshes of the scene that is shown, or of the file if it has no scenes, until there are too many.
    fn walk(&self, found: &mut Found) -> Result<(), String> {
        let Some(scenes) = self.root.get("scenes") else {
            for mesh in self.root.get("meshes").iter().flat_map(Place::all) {
                self.mesh(&mesh, None, &Transform::IDENTITY, found)?;
            }
            return Ok(());
        };
        let scene = scenes.at(self.root.count_or("scene", 0)?)?;
        let count = self.root.get("nodes").map_or(0, |nodes| nodes.all().count());
        let mut seen = vec![false; count];
        // The next ones are at the end.
        let mut to_do: Vec<(Place, Transform)> = Vec::new();
        let children = |list: Option<Place<'a>>, above: Transform, to_do: &mut Vec<_>| {
            let first = to_do.len();
            to_do.extend(list.iter().flat_map(Place::all).map(|index| (index, above)));
            to_do[first..].reverse();
        };
        children(scene.get("nodes"), Transform::IDENTITY, &mut to_do);
        while !found.is_too_much()
            && let Some((index, above)) = to_do.pop()
        {
            let node = self.entry("nodes", &index)?;
            if std::mem::replace(&mut seen[index.count()?], true) {
                return Err(node.wrong("is below several nodes, or below itself; a scene must be a tree"));
            }
            let here = above.after(&transform(&node)?);
            if let Some(mesh) = node.get("mesh") {
                // The joints of a skin say where it is, and its node does not.
                let place = if node.get("skin").is_some() { Transform::IDENTITY } else { here };
                self.mesh(&self.entry("meshes", &mesh)?, node.get("name"), &place, found)?;
            }
            children(node.get("children"), here, &mut to_do);
        }
        Ok(())
    }

    fn mesh(
        &self,
        mesh: &Place,
        node: Option<Place>,
        at: &Transform,
        found: &mut Found,
    ) -> Result<(), String> {
        let name = match node.or_else(|| mesh.get("name")) {
            Some(name) => name.text()?.to_owned(),
            None => self.name.clone(),
        };
        for primitive in mesh.need("primitives")?.all() {
            if found.is_too_much() {
                break;
            }
            if let Some(mut raw) = self.primitive(&primitive, &name)? {
                at.place(&mut raw);
                found.add(raw);
            }
        }
        Ok(())
    }

    /// None if it has no triangles, but points or lines.
    fn primitive(&self, primitive: &Place, name: &str) -> Result<Option<Raw>, String> {
        let mode = primitive.count_or("mode", 4)?;
        if mode < 4 {
            return Ok(None);
        }
        let attributes = primitive.need("attributes")?;
        let accessor =
            |name: &str| attributes.get(name).map(|index| self.entry("accessors", &index)).transpose();
        let Some(positions) = accessor("POSITION")? else {
            return Err(attributes.wrong("has no positions; export the mesh again"));
        };
        let positions = self.buffers.floats(&self.root, &positions, "VEC3")?;
        let normals = accessor("NORMAL")?;
        let uvs = accessor(&format!("TEXCOORD_{}", self.uv))?;
        let corners = match primitive.get("indices") {
            Some(index) => self.buffers.indices(&self.root, &self.entry("accessors", &index)?)?,
            None => (0..positions.len() as u32).collect(),
        };
        let (mut material, mut double_sided) = (None, false);
        if let Some(index) = primitive.get("material") {
            let entry = self.entry("materials", &index)?;
            material = Some(match entry.get("name") {
                Some(name) => name.text()?.to_owned(),
                None => format!("material {}", index.count()?),
            });
            double_sided = entry.get("doubleSided").is_some_and(|flag| flag.is_true());
        }
        Ok(Some(Raw {
            name: name.to_owned(),
            material,
            double_sided,
            positions,
            normals: normals.map(|normals| self.buffers.floats(&self.root, &normals, "VEC3")).transpose()?,
            uvs: uvs.map(|uvs| self.buffers.floats(&self.root, &uvs, "VEC2")).transpose()?,
            triangles: triangles(mode, &corners)
                .ok_or_else(|| primitive.wrong("has no mode that glTF knows"))?,
        }))
    }
}

/// Corners as triangles: a list of them, a strip, or a fan; none for another mode.
fn triangles(mode: usize, corners: &[u32]) -> Option<Vec<[u32; 3]>> {
    Some(match mode {
        4 => corners.as_chunks::<3>().0.to_vec(),
        // Every other one of a strip is turned round.
        5 => {
            corners
                .windows(3)
                .enumerate()
                .map(|(index, three)| {
                    if index % 2 == 0 {
                        [three[0], three[1], three[2]]
                    } else {
                        [three[1], three[0], three[2]]
                    }
                })
                .collect()
        }
        6 => corners.get(1..)?.windows(2).map(|pair| [corners[0], pair[0], pair[1]]).collect(),
        _ => return None,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_their_side() {
        assert_eq!(triangles(4, &[0, 1, 2, 3]).unwrap(), [[0, 1, 2]]);
        assert_eq!(triangles(5, &[0, 1, 2, 3]).unwrap(), [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(triangles(6, &[0, 1, 2, 3]).unwrap(), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(7, &[0, 1, 2]), None);
    }

    #[test]
    fn meshes_that_a_scene_repeats_are_gathered_no_further_than_the_limit() {
        let value = serde_json::json!({
            "scenes": [{"nodes": (0..1000).collect::<Vec<u32>>()}],
            "nodes": vec![serde_json::json!({"mesh": 0}); 1000],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
        });
        let buffers = Buffers { all: vec![vec![0; 36]] };
        let file = File { root: Place::root(&value), buffers, name: "mesh".to_owned(), uv: 0 };
        for (limit, count) in [(40, 11), (MAX_SIZE, 1000)] {
            let mut found = Found::new(limit);
            file.walk(&mut found).unwrap();
            assert_eq!((found.meshes.len(), found.size), (count, 4 * count));
        }
    }

    #[test]
    fn uris_are_unescaped() {
        assert_eq!(unescaped("a%20b%C3%A9.bin").unwrap(), "a bé.bin");
        for wrong in ["%", "%2", "a%zz", "%ff"] {
            assert_eq!(unescaped(wrong), None);
        }
    }
}

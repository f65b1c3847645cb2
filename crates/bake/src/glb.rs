//! Writes GLB files with meshes, and materials with baked textures or vertex colors.
//!
//! Khronos Group, "glTF 2.0 Specification" (2021). Files hold no tangents: readers compute them by MikkTSpace, and
//! normal maps are baked for that.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use travertine_files::AtomicFile;
use travertine_mesh::component::{FLOAT, UNSIGNED_INT};
use travertine_mesh::{Mesh, TextureSet, Vector, anchor, from_anchor};

use crate::constants::{ARRAY_BUFFER, CLAMP_TO_EDGE, ELEMENT_ARRAY_BUFFER, LINEAR, LINEAR_MIPMAP_LINEAR};
use crate::error::Error;
use crate::maps::Map;
use crate::material::{EMISSIVE_STRENGTH, dress, undress};

/// A baked texture.
pub(crate) struct Baked<'m> {
    pub(crate) map: &'m Map,
    pub(crate) picture: Picture,
    /// The factor for what the file holds, at least 1.
    pub(crate) strength: f32,
}

/// Where the picture of a texture is.
pub(crate) enum Picture {
    /// In the GLB, from this file.
    Inside(PathBuf),
    /// In a file beside the GLB, by its URI.
    Beside(String),
}

impl Picture {
    /// A file beside the GLB.
    pub(crate) fn beside(name: &str) -> Picture {
        let byte = |byte: u8| match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        Picture::Beside(name.bytes().map(byte).collect())
    }

    /// An image of glTF. `view` adds what lies in the GLB.
    pub(crate) fn image<'s>(&self, name: String, view: impl FnOnce(Section<'s>) -> usize) -> Result<Value, Error> {
        Ok(match self {
            Picture::Inside(path) => {
                let view = view(Section::of_file(path)?);
                json!({"name": name, "mimeType": "image/png", "bufferView": view})
            }
            Picture::Beside(file) => json!({"name": name, "mimeType": "image/png", "uri": file}),
        })
    }
}

/// Upper bound of the bytes needed to write the JSON of a mesh.
pub(crate) fn bytes(mesh: &Mesh) -> u64 {
    // About ten objects as text, in growing lists, and again in the complete text.
    const OBJECTS: u64 = 4 << 10;
    // The name appears twice, and a byte may need six when escaped.
    OBJECTS + 48 * mesh.name.len() as u64
}

/// Vertex colors for each set, mesh and vertex.
pub(crate) type VertexColors = Vec<Vec<Vec<[f32; 4]>>>;

/// A part of the binary chunk. Each section starts at a multiple of four bytes.
pub(crate) enum Section<'s> {
    Bytes(&'s [u8]),
    Uvs(&'s [[f32; 2]]),
    Vectors(&'s [[f32; 3]]),
    /// Positions, measured from an anchor.
    Positions(&'s [[f64; 3]], Vector),
    Colors(&'s [[f32; 4]]),
    Triangles(&'s [[u32; 3]]),
    File(PathBuf, u64),
    /// Made by a function, of a length.
    Made(Box<WriteSection<'s>>, u64),
}

/// A function that writes a section.
type WriteSection<'s> = dyn Fn(&mut dyn Write) -> io::Result<()> + 's;

impl Section<'_> {
    /// The contents of a file.
    pub(crate) fn of_file(path: &Path) -> Result<Section<'static>, Error> {
        let length = fs::metadata(path).map_err(Error::read(path))?.len();
        Ok(Section::File(path.to_owned(), length))
    }

    pub(crate) fn length(&self) -> u64 {
        match self {
            Section::Bytes(bytes) => bytes.len() as u64,
            Section::Uvs(list) => size_of_val(*list) as u64,
            Section::Vectors(list) => size_of_val(*list) as u64,
            Section::Positions(list, _) => size_of_val(*list) as u64 / 2,
            Section::Colors(list) => size_of_val(*list) as u64,
            Section::Triangles(list) => size_of_val(*list) as u64,
            Section::File(_, length) | Section::Made(_, length) => *length,
        }
    }

    fn write(&self, file: &mut impl Write) -> io::Result<()> {
        fn floats<const N: usize>(list: &[[f32; N]], file: &mut impl Write) -> io::Result<()> {
            list.as_flattened().iter().try_for_each(|part| file.write_all(&part.to_le_bytes()))
        }
        match self {
            Section::Bytes(bytes) => file.write_all(bytes)?,
            Section::Uvs(list) => floats(list, file)?,
            Section::Vectors(list) => floats(list, file)?,
            Section::Positions(list, anchor) => {
                list.iter().try_for_each(|position| floats(&[from_anchor(*position, *anchor)], file))?;
            }
            Section::Colors(list) => floats(list, file)?,
            Section::Triangles(list) => {
                list.as_flattened().iter().try_for_each(|corner| file.write_all(&corner.to_le_bytes()))?;
            }
            Section::File(path, length) => {
                if io::copy(&mut File::open(path)?, file)? != *length {
                    return Err(io::Error::other(format!("{} has changed during the bake", path.display())));
                }
            }
            Section::Made(make, _) => make(file)?,
        }
        file.write_all(&[0; 3][..padding(self.length()) as usize])
    }
}

/// Number of bytes up to the next multiple of four.
fn padding(length: u64) -> u64 {
    length.wrapping_neg() % 4
}

/// A file under construction: lists of its JSON, and sections of its binary chunk.
#[derive(Default)]
struct Builder<'s> {
    container: Container<'s>,
    views: List,
    accessors: List,
    images: List,
    textures: List,
    materials: List,
    meshes: List,
    nodes: List,
    /// Whether a material has emission above 1.
    has_strength: bool,
}

/// A JSON list as text, which takes a tenth of the memory of its values.
#[derive(Default)]
struct List {
    text: String,
    length: usize,
}

impl List {
    /// Adds an entry, and returns its index.
    fn push(&mut self, entry: &Value) -> usize {
        if self.length > 0 {
            self.text.push(',');
        }
        self.text.push_str(&entry.to_string());
        self.length += 1;
        self.length - 1
    }
}

impl<'s> Builder<'s> {
    fn view(&mut self, section: Section<'s>, target: Option<usize>) -> usize {
        let mut view = json!({"buffer": 0, "byteLength": section.length()});
        if let Some(target) = target {
            view["target"] = target.into();
        }
        view["byteOffset"] = self.container.push(section).into();
        self.views.push(&view)
    }

    /// Adds an accessor, such as `{"count": 3, "type": "VEC2"}`, for vectors of floats, or for indices if they are
    /// scalars.
    fn accessor(&mut self, section: Section<'s>, mut accessor: Value) -> usize {
        let (component, target) = match accessor["type"] == "SCALAR" {
            true => (UNSIGNED_INT, ELEMENT_ARRAY_BUFFER),
            false => (FLOAT, ARRAY_BUFFER),
        };
        accessor["bufferView"] = self.view(section, Some(target)).into();
        accessor["componentType"] = component.into();
        self.accessors.push(&accessor)
    }

    /// Adds a texture, and returns a reference for materials.
    fn texture(&mut self, name: String, picture: &Picture) -> Result<Value, Error> {
        let image = picture.image(name, |section| self.view(section, None))?;
        let image = self.images.push(&image);
        let texture = self.textures.push(&json!({"sampler": 0, "source": image}));
        Ok(json!({"index": texture}))
    }

    fn material(
        &mut self,
        TextureSet { name: set, meshes, .. }: &TextureSet,
        baked: &[Baked],
        colors: Option<&[Vec<[f32; 4]>]>,
    ) -> Result<usize, Error> {
        let mut material = json!({"name": set, "pbrMetallicRoughness": {"metallicFactor": 0}});
        if meshes.iter().any(|mesh| mesh.double_sided) {
            material["doubleSided"] = true.into();
        }
        for one in baked {
            let texture = self.texture(format!("{set} {}", one.map.name), &one.picture)?;
            dress(&mut material, one.map, one.strength, &texture);
            self.has_strength |= material.pointer("/extensions").is_some();
        }
        if let Some(colors) = colors {
            undress(&mut material, colors.iter().flatten().all(|color| color[3] >= 1.0));
        }
        Ok(self.materials.push(&material))
    }

    fn mesh(&mut self, mesh: &'s Mesh, colors: Option<&'s [[f32; 4]]>, material: usize) {
        let count = mesh.positions.len();
        // Floats are coarse far away, so nodes move meshes there.
        let anchor = anchor(std::slice::from_ref(mesh));
        let bound = |pick: fn(f32, f32) -> f32| {
            let all = mesh.positions.iter().map(|position| from_anchor(*position, anchor));
            all.reduce(|a, b| [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2])]).unwrap_or_default()
        };
        let positions = json!({ "count": count, "type": "VEC3", "min": bound(f32::min), "max": bound(f32::max), });
        let position = self.accessor(Section::Positions(&mesh.positions, anchor), positions);
        let normals = json!({"count": count, "type": "VEC3"});
        let normal = self.accessor(Section::Vectors(&mesh.normals), normals);
        let mut attributes = json!({"POSITION": position, "NORMAL": normal});
        if let Some(uvs) = &mesh.uvs {
            let list = json!({"count": count, "type": "VEC2"});
            attributes["TEXCOORD_0"] = self.accessor(Section::Uvs(uvs), list).into();
        }
        if let Some(colors) = colors {
            let list = json!({"count": count, "type": "VEC4"});
            attributes["COLOR_0"] = self.accessor(Section::Colors(colors), list).into();
        }
        let corners = json!({"count": 3 * mesh.triangles.len(), "type": "SCALAR"});
        let indices = self.accessor(Section::Triangles(&mesh.triangles), corners);
        let primitive = json!({"attributes": attributes, "indices": indices, "material": material});
        let number = self.meshes.push(&json!({"name": mesh.name, "primitives": [primitive]}));
        let mut node = json!({"name": mesh.name, "mesh": number});
        if anchor != Vector::default() {
            node["translation"] = json!(<[f64; 3]>::from(anchor));
        }
        self.nodes.push(&node);
    }

    /// The complete JSON.
    fn text(&self) -> String {
        let nodes = (0..self.nodes.length).map(|node| node.to_string()).collect::<Vec<_>>().join(",");
        let mut text = format!(
            r#"{{"asset":{{"version":"2.0","generator":"Travertine"}},"scene":0,"scenes":[{{"nodes":[{nodes}]}}]"#
        );
        for (key, List { text: list, .. }) in [
            ("nodes", &self.nodes),
            ("meshes", &self.meshes),
            ("materials", &self.materials),
            ("accessors", &self.accessors),
            ("bufferViews", &self.views),
            ("textures", &self.textures),
            ("images", &self.images),
        ] {
            // glTF forbids empty lists.
            if !list.is_empty() {
                text += &format!(r#","{key}":["#);
                text += list;
                text += "]";
            }
        }
        if self.textures.length > 0 {
            let sampler = json!([{ "magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR, "wrapS": CLAMP_TO_EDGE, "wrapT": CLAMP_TO_EDGE, }]);
            text += &format!(r#","samplers":{sampler}"#);
        }
        if self.has_strength {
            text += &format!(r#","extensionsUsed":["{EMISSIVE_STRENGTH}"]"#);
        }
        text + &format!(r#","buffers":[{{"byteLength":{}}}]}}"#, self.container.length)
    }

    fn write(self, path: &Path) -> Result<(), Error> {
        let text = self.text();
        self.container.write(path, text)
    }
}

/// The binary chunk of a file.
#[derive(Default)]
pub(crate) struct Container<'s> {
    sections: Vec<Section<'s>>,
    /// Length of all sections, in bytes.
    pub(crate) length: u64,
}

impl<'s> Container<'s> {
    /// Adds a section, and returns its start in bytes.
    pub(crate) fn push(&mut self, section: Section<'s>) -> u64 {
        let start = self.length;
        self.length += section.length() + padding(section.length());
        self.sections.push(section);
        start
    }

    /// Writes a GLB with a JSON text.
    pub(crate) fn write(self, path: &Path, text: String) -> Result<(), Error> {
        let mut text = text.into_bytes();
        text.resize(text.len() + padding(text.len() as u64) as usize, b' ');
        // The file header, the header of each chunk, and the chunks.
        let Ok(length) = u32::try_from(12 + 8 + text.len() as u64 + 8 + self.length) else {
            let message =
                "the model would exceed the 4 GiB limit of a GLB; choose a smaller `size`, or bake into a folder";
            return Err(Error::Limit(message.to_owned()));
        };
        let sections = &self.sections;
        let write = || -> io::Result<()> {
            let mut file = AtomicFile::create(path)?;
            file.write_all(b"glTF")?;
            for number in [2, length, text.len() as u32] {
                file.write_all(&number.to_le_bytes())?;
            }
            file.write_all(b"JSON")?;
            file.write_all(&text)?;
            file.write_all(&(self.length as u32).to_le_bytes())?;
            file.write_all(b"BIN\0")?;
            sections.iter().try_for_each(|section| section.write(&mut file))?;
            file.finish()
        };
        write().map_err(Error::write(path))
    }
}

/// Writes sets with their baked textures.
pub(crate) fn write_textured(path: &Path, sets: &[TextureSet], baked: &[Vec<Baked>]) -> Result<(), Error> {
    let mut builder = Builder::default();
    for (set, baked) in sets.iter().zip(baked) {
        let material = builder.material(set, baked, None)?;
        set.meshes.iter().for_each(|mesh| builder.mesh(mesh, None, material));
    }
    builder.write(path)
}

/// Writes sets with vertex colors.
pub(crate) fn write_colored(path: &Path, sets: &[TextureSet], colors: &VertexColors) -> Result<(), Error> {
    let mut builder = Builder::default();
    for (set, colors) in sets.iter().zip(colors) {
        let material = builder.material(set, &[], Some(colors))?;
        set.meshes.iter().zip(colors).for_each(|(mesh, colors)| builder.mesh(mesh, Some(colors), material));
    }
    builder.write(path)
}

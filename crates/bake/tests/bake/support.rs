//! Test meshes, graphs and folders.

use std::fmt::Write;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use travertine::{Context, Green, PictureFormat, Texture, Up};
use travertine_bake::{Bake, Options, Placement, Report};
use travertine_golden::Picture;
use travertine_mesh::{Error, Model, TextureSet};
use travertine_noise::math::{cos, sin};
pub use travertine_tests::meshes::{glb, parts};

/// A graph with a color, a position, a height and a roughness.
pub const GRAPH: &str = r##"{
  "format": "travertine", "version": 1,
  "nodes": {
    "place": {"type": "input/position"},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 3, "seed": 5}},
    "height": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -1, "from_max": 1}},
    "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "height"}, "ramp": {"stops": [
      {"position": 0.2, "color": "#2a3b66"}, {"position": 0.5, "color": "#d8b26e"}, {"position": 0.8, "color": "#f4f1ea"}
    ]}}}
  },
  "outputs": {
    "color": {"node": "ramp", "output": "color"},
    "place": {"node": "place", "output": "position"},
    "height": {"node": "height"},
    "roughness": {"node": "height"}
  }
}"##;

/// A temporary folder, which is deleted when dropped.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a mesh to a file, and returns its texture sets.
    pub fn sets(&self, name: &str, mesh: impl AsRef<[u8]>) -> Vec<TextureSet> {
        fs::write(self.path(name), mesh).unwrap();
        Model::open(self.path(name), 0).unwrap().texture_sets(None).unwrap()
    }

    /// Bakes a mesh into the folder `out`.
    pub fn bake(&self, obj: &str, options: Options) -> Report {
        self.bake_graph(GRAPH, obj, options)
    }

    pub fn bake_with(&self, obj: &str, options: Options, context: &Context) -> Report {
        let bake = Bake::new(&texture(GRAPH), self.sets("mesh.obj", obj), options).unwrap();
        bake.write(self.path("out"), context).unwrap()
    }

    pub fn bake_graph(&self, graph: &str, obj: &str, options: Options) -> Report {
        let bake = Bake::new(&texture(graph), self.sets("mesh.obj", obj), options).unwrap();
        bake.write(self.path("out"), &Context::default().threads(2)).unwrap()
    }

    pub fn picture(&self, name: &str) -> Picture {
        Picture::open(&self.path(name)).unwrap()
    }

    /// The names in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        names(&self.path(folder))
    }
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn texture(graph: &str) -> Texture {
    Texture::parse(graph).unwrap()
}

/// Options for square OpenEXR textures without normals, on two threads. The axes of meshes are those of the texture.
pub fn options(size: u32) -> Options {
    Options {
        size: [size, size],
        samples_per_side: 1,
        margin: Some(0),
        placement: Placement { up: Up::MinusY, ..Placement::default() },
        time: 0.0,
        outputs: Vec::new(),
        relief: None,
        green: Green::Up,
        occlusion: None,
        occlusion_rays: travertine_bake::RAYS,
        format: PictureFormat::Exr,
        keeps_depth: false,
        overwrite: false,
    }
}

/// For each face of the cube: its normal, and the directions of u and v.
pub const FACES: [[[f32; 3]; 3]; 6] = [
    [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]],
    [[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
    [[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
];

/// The position on a face of the cube from -0.5 to 0.5, given distances to the right and down.
pub fn on_face(face: usize, across: f32, along: f32) -> [f32; 3] {
    let [facing, right, down] = FACES[face];
    [0, 1, 2].map(|axis| facing[axis] * 0.5 + right[axis] * (across - 0.5) + down[axis] * (along - 0.5))
}

/// A cube. On the texture, its faces form two rows of three, each 1/4 wide and 1/2 high.
pub fn cube() -> String {
    let mut obj = "o cube\n".to_owned();
    for face in 0..6 {
        for (across, along) in [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)] {
            let [x, y, z] = on_face(face, across, along);
            let (u, v) = ((face % 3) as f32 + across, (face / 3) as f32 + along);
            writeln!(obj, "v {x} {y} {z}\nvt {} {}", u / 4.0, 1.0 - v / 2.0).unwrap();
        }
        let first = 4 * face + 1;
        let corners = (first..first + 4).map(|corner| format!(" {corner}/{corner}"));
        writeln!(obj, "f{}", corners.collect::<String>()).unwrap();
    }
    obj
}

/// A torus around the y axis with radii 1 and 0.4, and the given number of quads around and across. It fills the
/// texture except for a border of 1/20.
pub fn torus(around: u32, across: u32) -> String {
    let mut obj = "o torus\n".to_owned();
    let angle = |part: u32, all: u32| (part % all) as f32 / all as f32 * std::f32::consts::TAU;
    for i in 0..=around {
        for j in 0..=across {
            let (large, small) = (angle(i, around), angle(j, across));
            let normal = [cos(large) * cos(small), sin(small), sin(large) * cos(small)];
            let ring = [cos(large), 0.0, sin(large)];
            let [x, y, z] = [0, 1, 2].map(|axis| ring[axis] + 0.4 * normal[axis]);
            let [u, v] = [i as f32 / around as f32, j as f32 / across as f32].map(|part| 0.05 + 0.9 * part);
            writeln!(obj, "v {x} {y} {z}\nvn {} {} {}\nvt {u} {v}", normal[0], normal[1], normal[2]).unwrap();
        }
    }
    for i in 0..around {
        for j in 0..across {
            let at = |i: u32, j: u32| format!("{0}/{0}/{0}", i * (across + 1) + j + 1);
            writeln!(obj, "f {} {} {} {}", at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)).unwrap();
        }
    }
    obj
}

/// Occlusion, roughness and metallic of the first material of a GLB: three bytes per texel.
pub fn surface_pixels(glb: &[u8]) -> Vec<u8> {
    let model = gltf::Gltf::from_slice(glb).unwrap();
    let material = model.materials().next().unwrap();
    let texture = material.occlusion_texture().unwrap().texture();
    let gltf::image::Source::View { view, .. } = texture.source().source() else { panic!("a view") };
    let png = &model.blob.as_deref().unwrap()[view.offset()..][..view.length()];
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// The error of opening a mesh.
pub fn refusal(name: &str, mesh: impl AsRef<[u8]>) -> Error {
    let folder = Folder::new();
    fs::write(folder.path(name), mesh).unwrap();
    Model::open(folder.path(name), 0).and_then(|model| model.texture_sets(None)).map(drop).unwrap_err()
}

/// The JSON of a GLB.
pub fn json_of(file: &[u8]) -> serde_json::Value {
    serde_json::from_slice(parts(file).0).unwrap()
}

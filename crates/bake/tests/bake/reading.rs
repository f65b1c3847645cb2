//! Meshes as programs write them: what is read is what they show.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use travertine::{Context, Up};
use travertine_bake::{Bake, Model, Placement};

use crate::support::{Folder, GRAPH, options, texture};

/// A glTF with numbers as accessors, each with its type.
struct Gltf {
    json: Value,
    bytes: Vec<u8>,
}

impl Gltf {
    fn new(json: Value) -> Gltf {
        let mut gltf = Gltf { json, bytes: Vec::new() };
        (gltf.json["accessors"], gltf.json["bufferViews"]) = (json!([]), json!([]));
        gltf.json["asset"] = json!({"version": "2.0"});
        gltf
    }

    fn add(&mut self, bytes: Vec<u8>, component: u32, count: usize, kind: &str) {
        let view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        let views = self.json["bufferViews"].as_array_mut().unwrap();
        views.push(view);
        let view = views.len() - 1;
        let accessor = json!({"bufferView": view, "componentType": component, "count": count, "type": kind});
        self.json["accessors"].as_array_mut().unwrap().push(accessor);
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn floats<const N: usize>(&mut self, list: &[[f32; N]], kind: &str) {
        let bytes = list.as_flattened().iter().flat_map(|float| float.to_le_bytes()).collect();
        self.add(bytes, 5126, list.len(), kind);
    }

    fn open(mut self) -> Model {
        let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&self.bytes));
        self.json["buffers"] = json!([{"byteLength": self.bytes.len(), "uri": uri}]);
        let folder = Folder::new();
        fs::write(folder.path("it.gltf"), self.json.to_string()).unwrap();
        Model::open(folder.path("it.gltf"), 0).unwrap()
    }
}

fn near(found: &[[f64; 3]], expected: &[[f64; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-6),
            "{found:?}, not {expected:?}"
        );
    }
}

#[test]
fn skinned_meshes_are_where_their_joints_put_them() {
    // As exported from centimeters with z up: the joint scales and turns. The node of the mesh moves nothing.
    let mut gltf = Gltf::new(json!({
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"mesh": 0, "skin": 0, "translation": [7, 7, 7]},
            {"scale": [0.01, 0.01, 0.01], "rotation": [-FRAC_1_SQRT_2, 0, 0, FRAC_1_SQRT_2]}
        ],
        "skins": [{"joints": [1]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "JOINTS_0": 2, "WEIGHTS_0": 3}}]}]
    }));
    gltf.floats(&[[0.0; 3], [100.0, 0.0, 0.0], [100.0, 0.0, 100.0]], "VEC3");
    gltf.floats(&[[0.0, -1.0, 0.0]; 3], "VEC3");
    gltf.add(vec![0; 12], 5121, 3, "VEC4");
    gltf.floats(&[[1.0, 0.0, 0.0, 0.0]; 3], "VEC4");
    let mesh = &gltf.open().meshes[0];
    near(&mesh.positions, &[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    near(&[mesh.normals[0].map(f64::from)], &[[0.0, 0.0, 1.0]]);
}

#[test]
fn joints_are_mixed_by_weights_after_their_inverse_bind_matrices() {
    let mut gltf = Gltf::new(json!({
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"mesh": 0, "skin": 0},
            {"translation": [0, 0, 4], "children": [2]},
            {"translation": [3, 0, 0], "scale": [1, 2, 1]}
        ],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": 3}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}]}]
    }));
    gltf.floats(&[[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]], "VEC3");
    let joints = [[0_u16, 1, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]];
    let bytes = joints.as_flattened().iter().flat_map(|joint| joint.to_le_bytes()).collect();
    gltf.add(bytes, 5123, 3, "VEC4");
    gltf.floats(&[[1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.25, 0.75, 0.0, 0.0]], "VEC4");
    let shift = |x: f32| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, 0.0, 0.0, 1.0];
    gltf.floats(&[shift(0.0), shift(-3.0)], "MAT4");
    let mesh = &gltf.open().meshes[0];
    // The first joint adds (0, 0, 4). The second takes 3 from x, doubles y, and adds (3, 0, 4).
    near(&mesh.positions, &[[1.0, 1.0, 4.0], [2.0, 2.0, 4.0], [1.0, 0.25 * 2.0 + 0.75 * 4.0, 4.0]]);
}

#[test]
fn a_concave_face_fills_itself_and_nothing_else() {
    let places = [[1, 1], [9, 1], [9, 9], [6, 9], [6, 4], [4, 4], [4, 9], [1, 9]];
    let mut obj: String = places.iter().map(|[x, y]| format!("v 0.{x} 0.{y} 0\nvt 0.{x} 0.{y}\n")).collect();
    obj += "f 1/1 2/2 3/3 4/4 5/5 6/6 7/7 8/8\n";
    let folder = Folder::new();
    let bake = Bake::new(&texture(GRAPH), folder.sets("u.obj", &obj), options(100)).unwrap();
    let filled = bake.positions(0).iter().filter(|samples| !samples.is_empty()).count();
    assert_eq!(filled, 5400);
    assert_eq!(bake.write(folder.path("out"), &Context::default()).unwrap().warnings, [""; 0]);
}

/// A square of a meter in coordinates of a survey. Floats have steps of half a meter there.
const SURVEY: &str = "v 500000.0 4649776.0 0\nv 500001.0 4649776.0 0\nv 500001.0 4649777.0 0\nv 500000.0 4649777.0 0\n\
    v 500000.25 4649776.25 0\nv 500000.75 4649776.25 0\nv 500000.75 4649776.75 0\nv 500000.25 4649776.75 0\n\
    vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.25 0.25\nvt 0.75 0.25\nvt 0.75 0.75\nvt 0.25 0.75\n\
    f 5/5 6/6 7/7 8/8\nf 1/1 2/2 6/6 5/5\nf 2/2 3/3 7/7 6/6\nf 3/3 4/4 8/8 7/7\nf 4/4 1/1 5/5 8/8\n";

#[test]
fn coordinates_are_exact_until_they_are_moved() {
    let folder = Folder::new();
    let placement =
        Placement { up: Up::MinusY, offset: [-500000.0, -4649776.0, 0.0], ..Placement::default() };
    let options = travertine_bake::Options { placement, ..options(32) };
    let bake = Bake::new(&texture(GRAPH), folder.sets("survey.obj", SURVEY), options).unwrap();
    for (index, samples) in bake.positions(0).iter().enumerate() {
        let [u, v] = [index % 32, index / 32].map(|part| (part as f32 + 0.5) / 32.0);
        assert_eq!(samples.len(), 1);
        let [x, y, ..] = samples[0];
        assert!((x - u).abs() < 1e-6 && (y - (1.0 - v)).abs() < 1e-6, "{x}, {y} at {u}, {v}");
    }
    let report = bake.write(folder.path("it.glb"), &Context::default()).unwrap();
    assert_eq!(report.warnings, [""; 0], "no triangle is lost");
    let again = Model::open(folder.path("it.glb"), 0).unwrap();
    near(&again.meshes[0].positions[..1], &[[500000.25, 4649776.25, 0.0]]);
}

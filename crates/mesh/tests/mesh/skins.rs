//! Skinned meshes: where their joints put them.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use travertine_mesh::Model;

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
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.gltf");
        fs::write(&path, self.json.to_string()).unwrap();
        Model::open(path, 0).unwrap()
    }
}

fn near(found: &[[f64; 3]], expected: &[[f64; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-6), "{found:?}, not {expected:?}");
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

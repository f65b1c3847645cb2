//! Tests of what a baked model keeps of its glTF.

use std::fs;

use serde_json::json;
use travertine::Context;
use travertine_bake::{Bake, Source};
use travertine_mesh::{Model, Unwrap};

use crate::support::{self, Folder, GRAPH, options, texture};

/// A triangle with a skin, an animation, a morph target, two UV sets and vertex colors, shown by two nodes.
fn actor() -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut add = |numbers: &[f32], kind: &str, count: usize| {
        views.push(json!({"buffer": 0, "byteOffset": bytes.len(), "byteLength": 4 * numbers.len()}));
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        accessors.push(json!({"bufferView": views.len() - 1, "componentType": 5126, "count": count, "type": kind}));
    };
    add(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], "VEC3", 3);
    add(&[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0], "VEC3", 3);
    add(&[0.5; 6], "VEC2", 3);
    add(&[0.0, 1.0, 1.0, 1.0, 0.0, 0.0], "VEC2", 3);
    add(&[0.25, 0.5, 0.75, 1.0, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0], "VEC4", 3);
    add(&[1.0, 0.0, 0.0, 0.0].repeat(3), "VEC4", 3);
    add(&[0.0, 0.0, 0.5, 0.0, 0.0, 0.25, 0.0, 0.0, 0.125], "VEC3", 3);
    add(&[0.0, 1.0], "SCALAR", 2);
    add(&[0.0, 0.0, 0.0, 3.0, 2.0, 1.0], "VEC3", 2);
    add(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0], "MAT4", 1);
    views.push(json!({"buffer": 0, "byteOffset": bytes.len(), "byteLength": 12}));
    bytes.extend([0; 12]);
    accessors.push(json!({"bufferView": views.len() - 1, "componentType": 5121, "count": 3, "type": "VEC4"}));
    for (index, bound) in [(0, [1.0, 1.0, 0.0]), (6, [0.0, 0.0, 0.5])] {
        accessors[index]["min"] = json!(if index == 0 { [0.0; 3] } else { [0.0, 0.0, 0.125] });
        accessors[index]["max"] = json!(bound);
    }
    (accessors[7]["min"], accessors[7]["max"]) = (json!([0.0]), json!([1.0]));
    let json = json!({
        "asset": {"version": "2.0", "generator": "other", "copyright": "someone"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1, 2]}, {"name": "other", "nodes": [3]}],
        "nodes": [
            {"mesh": 0, "skin": 0, "name": "actor", "extras": {"age": 7}},
            {"name": "bone", "translation": [0, 0, 0]},
            {"mesh": 0, "name": "twin", "translation": [5, 0, 0]},
            {"name": "elsewhere", "camera": 0}
        ],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.125}}],
        "meshes": [{"name": "body", "weights": [0.5], "extras": {"targetNames": ["smile"]}, "primitives": [{
            "attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "TEXCOORD_1": 3, "COLOR_0": 4, "WEIGHTS_0": 5, "JOINTS_0": 10},
            "targets": [{"POSITION": 6}], "material": 0
        }]}],
        "materials": [{"name": "skin", "emissiveFactor": [0.5, 0, 0], "extensions": {"KHR_materials_ior": {"ior": 1.5}}}],
        "extensionsUsed": ["KHR_materials_ior"],
        "skins": [{"joints": [1], "inverseBindMatrices": 9}],
        "animations": [{"name": "wave", "samplers": [{"input": 7, "output": 8}],
                        "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]}],
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": bytes.len()}]
    });
    support::glb(&json, &bytes)
}

#[test]
fn everything_but_the_baked_material_stays() {
    let folder = Folder::new();
    let actor = actor();
    fs::write(folder.path("actor.glb"), &actor).unwrap();
    let model = Model::open(folder.path("actor.glb"), 1).unwrap();
    let source = Source::of(&model, "out.glb", false).unwrap();
    let sets = model.texture_sets(None).unwrap();
    let bake = Bake::new(&texture(GRAPH), sets, options(16)).unwrap().keeping(source);
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    let out = fs::read(folder.path("out.glb")).unwrap();
    gltf::Gltf::from_slice(&out).unwrap();
    let (before, after) = (support::json_of(&actor), support::json_of(&out));
    for key in ["scene", "scenes", "nodes", "cameras", "skins", "animations", "extensionsUsed"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    for list in ["accessors", "bufferViews"] {
        let count = before[list].as_array().unwrap().len();
        assert_eq!(before[list].as_array().unwrap()[..], after[list].as_array().unwrap()[..count], "{list}");
    }
    let numbers = support::parts(&actor).1;
    assert_eq!(support::parts(&out).1[..numbers.len()], *numbers);
    assert_eq!(after["asset"]["copyright"], "someone");
    let material = &after["materials"][0];
    assert_eq!(material["extensions"], before["materials"][0]["extensions"]);
    assert_eq!(material["emissiveFactor"], json!([0.5, 0, 0]));
    assert_eq!(material["pbrMetallicRoughness"]["baseColorTexture"]["texCoord"], 1);
    // Vertex colors would tint the texture.
    let mut attributes = before["meshes"][0]["primitives"][0]["attributes"].clone();
    let colors = attributes.as_object_mut().unwrap().remove("COLOR_0").unwrap();
    attributes["_COLOR_0"] = colors;
    assert_eq!(after["meshes"][0]["primitives"][0]["attributes"], attributes);
    assert_eq!(after["meshes"][0]["primitives"][0]["targets"], before["meshes"][0]["primitives"][0]["targets"]);
}

#[test]
fn new_uvs_keep_skins_and_targets_and_each_node_gets_its_own() {
    let folder = Folder::new();
    fs::write(folder.path("actor.glb"), actor()).unwrap();
    let model = Model::open(folder.path("actor.glb"), 0).unwrap();
    let source = Source::of(&model, "out.glb", true).unwrap();
    let (sets, _) = model.unwrapped_sets(Unwrap::default(), [32, 32], &Context::default()).unwrap();
    let bake = Bake::new(&texture(GRAPH), sets, options(32)).unwrap().keeping(source);
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    let out = fs::read(folder.path("out.glb")).unwrap();
    let model = gltf::Gltf::from_slice(&out).unwrap();
    let blob = model.blob.as_deref();
    let meshes: Vec<_> = model.nodes().filter_map(|node| node.mesh()).collect();
    assert_eq!(meshes.len(), 2);
    assert_ne!(meshes[0].index(), meshes[1].index());
    let mut corners = Vec::new();
    for mesh in &meshes {
        let primitive = mesh.primitives().next().unwrap();
        let reader = primitive.reader(|_| blob);
        assert_eq!(reader.read_positions().unwrap().count(), 3);
        assert!(reader.read_weights(0).unwrap().into_f32().all(|weights| weights == [1.0, 0.0, 0.0, 0.0]));
        assert_eq!(reader.read_joints(0).unwrap().into_u16().count(), 3);
        let (targets, _, _) = reader.read_morph_targets().next().unwrap();
        let mut rises: Vec<f32> = targets.unwrap().map(|target| target[2]).collect();
        rises.sort_by(f32::total_cmp);
        assert_eq!(rises, [0.125, 0.25, 0.5]);
        assert_eq!(reader.read_tex_coords(1).unwrap().into_f32().count(), 3);
        corners.extend(reader.read_tex_coords(0).unwrap().into_f32());
    }
    corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
    corners.dedup();
    assert_eq!(corners.len(), 6, "the instances have texels of their own");
    assert_eq!(model.skins().count() + model.animations().count(), 2);
}

#[test]
fn a_folder_gets_the_model_with_new_uvs() {
    let folder = Folder::new();
    fs::write(folder.path("part.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let bake = |overwrite| {
        let model = Model::open(folder.path("part.obj"), 0).unwrap();
        let source = Source::of(&model, "out", true).unwrap();
        let (sets, _) = model.unwrapped_sets(Unwrap::default(), [32, 32], &Context::default()).unwrap();
        let options = travertine_bake::Options { outputs: vec!["color".to_owned()], overwrite, ..options(32) };
        Bake::new(&texture(GRAPH), sets, options)
            .unwrap()
            .keeping(source)
            .write(folder.path("out"), &Context::default())
    };
    bake(false).unwrap();
    assert_eq!(folder.names("out"), ["part.glb", "part_color.exr"]);
    let model = Model::open(folder.path("out/part.glb"), 0).unwrap();
    assert!(model.texture_sets(None).is_ok());
    bake(false).unwrap();
    fs::write(folder.path("out/part.glb"), "mine").unwrap();
    assert!(bake(false).unwrap_err().to_string().contains("part.glb"));
    bake(true).unwrap();
    assert_eq!(folder.names("."), ["out", "part.obj"]);
}

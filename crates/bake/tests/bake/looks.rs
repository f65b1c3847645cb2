//! Tests that a baked model looks as baked: nothing of its glTF tints, hides or bends what replaces it.

use std::fs;

use serde_json::{Value, json};
use travertine::Context;
use travertine_bake::{Bake, Error, Options, Relief, Source};
use travertine_mesh::{Model, Projection};

use crate::support::{self, Folder, options, texture};

/// A square with two UV sets, the second turned by a quarter, and what `change` makes of it.
pub fn quad(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let lists: [(&str, &[f32]); 5] = [
        ("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0]),
        ("VEC2", &[0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]),
        ("VEC2", &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0]),
        ("VEC3", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        ("VEC4", &[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]),
    ];
    let (mut bytes, mut views, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
    for (kind, numbers) in lists {
        views.push(json!({"buffer": 0, "byteOffset": bytes.len(), "byteLength": 4 * numbers.len()}));
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        accessors.push(json!({"bufferView": views.len() - 1, "componentType": 5126, "count": 4, "type": kind}));
    }
    (accessors[0]["min"], accessors[0]["max"]) = (json!([0, 0, 0]), json!([1, 1, 0]));
    views.push(json!({"buffer": 0, "byteOffset": bytes.len(), "byteLength": 12}));
    [0_u16, 1, 2, 0, 2, 3].iter().for_each(|index| bytes.extend(index.to_le_bytes()));
    accessors.push(json!({"bufferView": 5, "componentType": 5123, "count": 6, "type": "SCALAR"}));
    let mut json = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{
            "attributes": {"POSITION": 0, "TEXCOORD_0": 1, "TEXCOORD_1": 2, "NORMAL": 3, "TANGENT": 4},
            "indices": 5, "material": 0
        }]}],
        "materials": [{"name": "m"}], "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": bytes.len()}],
        "images": [{"uri": "missing.png"}], "textures": [{"source": 0}]
    });
    change(&mut json);
    support::glb(&json, &bytes)
}

/// A graph with one output.
pub fn graph(output: &str, node: &str) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{"p": {{"type": "input/position"}}, "c": {node}}},
            "outputs": {{"{output}": {{"node": "c"}}}}}}"#
    )
}

pub const COLOR: &str = r#"{"type": "color/combine", "inputs": {"red": {"node": "p", "output": "x"}, "green": 0.25}}"#;

/// How a model is baked.
pub enum Way {
    Uv(u32),
    Project,
    Colors,
}

/// The JSON of a baked model.
pub fn baked(file: &[u8], graph: &str, way: Way, options: Options) -> Value {
    let out = rewritten(file, graph, way, options).unwrap();
    gltf::Gltf::from_slice(&out).unwrap();
    support::json_of(&out)
}

/// A baked model.
pub fn rewritten(file: &[u8], graph: &str, way: Way, options: Options) -> Result<Vec<u8>, Error> {
    let folder = Folder::new();
    fs::write(folder.path("in.glb"), file).unwrap();
    let model = Model::open(folder.path("in.glb"), if let Way::Uv(uv) = way { uv } else { 0 }).unwrap();
    let source = Source::of(&model, "out.glb", matches!(way, Way::Project)).unwrap();
    let (out, context) = (folder.path("out.glb"), Context::default());
    let sets = match way {
        Way::Uv(_) => model.texture_sets(None).unwrap(),
        Way::Project => model.texture_sets(Some(Projection::Planar)).unwrap(),
        Way::Colors => model.sets_without_uvs(),
    };
    let bake = Bake::new(&texture(graph), sets, options).unwrap().keeping(source);
    match way {
        Way::Colors => bake.write_vertex_colors(&out, &context)?,
        _ => drop(bake.write(&out, &context)?),
    }
    Ok(fs::read(out).unwrap())
}

pub fn attributes(json: &Value) -> &Value {
    &json["meshes"][0]["primitives"][0]["attributes"]
}

#[test]
fn tangents_of_a_file_give_way_to_those_of_baked_normals() {
    let file = quad(|json| {
        json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 0, "TANGENT": 3}]);
        json["materials"][0]["normalTexture"] = json!({"index": 0, "scale": 0.5});
    });
    let height = graph("height", r#"{"type": "math/formula", "inputs": {"formula": "x"}}"#);
    let relief = Some(Relief { output: "height".to_owned(), strength: 1.0 });
    let json = baked(&file, &height, Way::Uv(1), Options { relief, ..options(8) });
    assert!(attributes(&json).get("TANGENT").is_none());
    assert_eq!(json["meshes"][0]["primitives"][0]["targets"], json!([{"POSITION": 0}]));
    assert_eq!(json["materials"][0]["normalTexture"], json!({"index": 1, "texCoord": 1}));
    // Those of other maps stay.
    let json = baked(&file, &graph("color", COLOR), Way::Uv(0), options(8));
    assert_eq!(attributes(&json)["TANGENT"], 4);
}

#[test]
fn nothing_tints_baked_colors() {
    let file = quad(|json| {
        json["materials"][0] = json!({
            "name": "m", "alphaMode": "MASK", "alphaCutoff": 0.25,
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "baseColorFactor": [1, 0, 0, 1]},
            "extensions": {"KHR_materials_pbrSpecularGlossiness": {
                "diffuseTexture": {"index": 0}, "diffuseFactor": [0, 1, 0, 1], "glossinessFactor": 0.25
            }}
        });
        json["extensionsUsed"] = json!(["KHR_materials_pbrSpecularGlossiness", "KHR_animation_pointer"]);
        let channel = |pointer: &str| {
            let extensions = json!({"KHR_animation_pointer": {"pointer": pointer}});
            json!({"sampler": 0, "target": {"path": "pointer", "extensions": extensions}})
        };
        json["animations"] = json!([{
            "samplers": [{"input": 0, "output": 0}],
            "channels": [channel("/materials/0/pbrMetallicRoughness/baseColorFactor")]
        }]);
    });
    for way in [Way::Uv(0), Way::Colors] {
        let has_texture = matches!(way, Way::Uv(_));
        let json = baked(&file, &graph("color", COLOR), way, options(8));
        let mut surface = json!({"metallicFactor": 0, "roughnessFactor": 0.75});
        if has_texture {
            surface["baseColorTexture"] = json!({"index": 1});
        }
        assert_eq!(json["materials"][0], json!({"name": "m", "pbrMetallicRoughness": surface}));
        assert!(json.get("extensionsUsed").is_none() && json.get("animations").is_none(), "{json}");
    }
}

#[test]
fn translucent_vertex_colors_are_blended() {
    let opacity = r#"{"type": "color/combine", "inputs": {"red": 1, "alpha": {"node": "p", "output": "x"}}}"#;
    for (node, mode) in [(COLOR, Value::Null), (opacity, json!("BLEND"))] {
        let json = baked(&quad(|_| ()), &graph("color", node), Way::Colors, options(8));
        assert_eq!(json["materials"][0]["alphaMode"], mode);
        assert!(json["meshes"][0]["primitives"][0].get("targets").is_none());
        // Of a mesh without a file to keep, too.
        let folder = Folder::new();
        let sets = folder.sets("mesh.obj", support::cube());
        let bake = Bake::new(&texture(&graph("color", node)), sets, options(8)).unwrap();
        bake.write_vertex_colors(folder.path("out.glb"), &Context::default()).unwrap();
        let out = fs::read(folder.path("out.glb")).unwrap();
        let json: Value = serde_json::from_slice(support::parts(&out).0).unwrap();
        assert_eq!(json["materials"][0]["alphaMode"], mode);
    }
}

#[test]
fn emission_has_the_strength_that_was_baked() {
    let file = quad(|json| {
        json["materials"][0]["emissiveFactor"] = json!([1, 1, 1]);
        json["materials"][0]["extensions"] = json!({"KHR_materials_emissive_strength": {"emissiveStrength": 5}});
        json["extensionsUsed"] = json!(["KHR_materials_emissive_strength"]);
    });
    for (emission, strength) in [(0.5, None), (3.0, Some(3.0))] {
        let node = format!(r#"{{"type": "input/color", "inputs": {{"color": [{emission}, 0.5, 0.5]}}}}"#);
        let json = baked(&file, &graph("emission", &node), Way::Uv(0), options(8));
        let extensions = &json["materials"][0]["extensions"];
        assert_eq!(extensions["KHR_materials_emissive_strength"]["emissiveStrength"].as_f64(), strength);
        assert_eq!(json.get("extensionsUsed").is_some(), strength.is_some());
        assert_eq!(json["materials"][0]["emissiveFactor"], json!([1, 1, 1]));
        let folder = Folder::new();
        let sets = folder.sets("mesh.obj", support::cube());
        let bake = Bake::new(&texture(&graph("emission", &node)), sets, options(8)).unwrap();
        assert!(bake.write(folder.path("out.glb"), &Context::default()).unwrap().warnings.is_empty());
        let out = fs::read(folder.path("out.glb")).unwrap();
        let json: Value = serde_json::from_slice(support::parts(&out).0).unwrap();
        assert_eq!(json.get("extensionsUsed").is_some(), strength.is_some());
    }
}

#[test]
fn textures_that_stay_keep_their_uvs() {
    let file = quad(|json| {
        json["materials"][0]["emissiveTexture"] = json!({"index": 0});
        json["materials"][0]["extensions"] = json!({"KHR_materials_sheen": {"sheenColorTexture": {
            "index": 0, "extensions": {"KHR_texture_transform": {"texCoord": 0, "scale": [2, 2]}}
        }}});
        json["extensionsUsed"] = json!(["KHR_materials_sheen", "KHR_texture_transform"]);
    });
    let json = baked(&file, &graph("color", COLOR), Way::Project, options(8));
    let material = &json["materials"][0];
    assert_eq!(material["emissiveTexture"]["texCoord"], 2);
    let sheen = &material["extensions"]["KHR_materials_sheen"]["sheenColorTexture"];
    assert_eq!(sheen["extensions"]["KHR_texture_transform"]["texCoord"], 2);
    assert_eq!(material["pbrMetallicRoughness"]["baseColorTexture"], json!({"index": 1}));
    let attributes = attributes(&json);
    assert_ne!(attributes["TEXCOORD_0"], 1);
    for set in ["TEXCOORD_1", "TEXCOORD_2"] {
        assert!(attributes[set].is_u64(), "{attributes}");
    }
    assert!(attributes.get("TANGENT").is_none() && attributes.get("TEXCOORD_3").is_none());
}

#[test]
fn materials_of_what_is_not_baked_stay() {
    let file = quad(|json| {
        let mut lines = json["meshes"][0]["primitives"][0].clone();
        lines["mode"] = 1.into();
        json["meshes"][0]["primitives"].as_array_mut().unwrap().push(lines);
        json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "other"}]}});
        json["extensionsUsed"] = json!(["KHR_materials_variants"]);
        let variants = json!({"mappings": [{"material": 0, "variants": [0]}]});
        json["meshes"][0]["primitives"][0]["extensions"] = json!({"KHR_materials_variants": variants});
    });
    let json = baked(&file, &graph("color", COLOR), Way::Uv(0), options(8));
    assert_eq!(json["materials"][0], json!({"name": "m"}));
    let primitives = &json["meshes"][0]["primitives"];
    assert_eq!([&primitives[0]["material"], &primitives[1]["material"]], [1, 0]);
    assert!(json["materials"][1]["pbrMetallicRoughness"]["baseColorTexture"].is_object());
    // The other material was not baked, and its UVs are as they were.
    assert!(json["extensions"]["KHR_materials_variants"].is_object());
    let json = baked(&file, &graph("color", COLOR), Way::Colors, options(8));
    assert!(json.get("extensions").is_none() && json.get("extensionsUsed").is_none());
}

#[test]
fn an_occlusion_alone_keeps_the_surface() {
    let file = quad(|json| {
        json["materials"][0] = json!({
            "name": "m", "occlusionTexture": {"index": 0, "strength": 0.5},
            "pbrMetallicRoughness": {"metallicRoughnessTexture": {"index": 0}, "metallicFactor": 0.75, "roughnessFactor": 0.25}
        });
    });
    let shadow = graph("occlusion", r#"{"type": "math/formula", "inputs": {"formula": "x"}}"#);
    let json = baked(&file, &shadow, Way::Uv(0), options(8));
    let surface = support::json_of(&file)["materials"][0]["pbrMetallicRoughness"].clone();
    let expected = json!({"name": "m", "occlusionTexture": {"index": 1}, "pbrMetallicRoughness": surface});
    assert_eq!(json["materials"][0], expected);
    // A roughness replaces both, and keeps the occlusion.
    let rough = shadow.replace("occlusion", "roughness");
    let json = baked(&file, &rough, Way::Uv(0), options(8));
    assert_eq!(json["materials"][0]["occlusionTexture"], json!({"index": 0, "strength": 0.5}));
    assert_eq!(
        json["materials"][0]["pbrMetallicRoughness"],
        json!({"metallicRoughnessTexture": {"index": 1}, "metallicFactor": 1})
    );
}

#[test]
fn hidden_colors_replace_no_attribute_of_the_user() {
    let file = quad(|json| {
        let primitive = &mut json["meshes"][0]["primitives"][0];
        for (name, accessor) in [("COLOR_0", 4), ("COLOR_1", 3), ("_COLOR_0", 0)] {
            primitive["attributes"][name] = accessor.into();
        }
        primitive["targets"] = json!([{"COLOR_0": 3}]);
    });
    let json = baked(&file, &graph("color", COLOR), Way::Uv(0), options(8));
    let attributes = attributes(&json);
    let of = |name: &str| attributes[name].as_u64();
    assert_eq!([of("_COLOR_0"), of("__COLOR_0"), of("_COLOR_1")], [Some(0), Some(4), Some(3)]);
    assert!(of("COLOR_0").is_none() && of("COLOR_1").is_none());
    assert_eq!(json["meshes"][0]["primitives"][0]["targets"], json!([{"__COLOR_0": 3}]));
}

/// The greatest byte of a PNG.
fn brightest(file: &[u8]) -> u8 {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels.into_iter().max().unwrap()
}

#[test]
fn emission_beside_a_model_is_divided_by_its_strength() {
    let folder = Folder::new();
    let png = travertine::PictureFormat::Png {
        depth: travertine::stages::render::sink::BitDepth::Eight,
        encoding: travertine::stages::render::sink::Encoding::Auto,
    };
    fs::write(folder.path("mesh.obj"), support::cube()).unwrap();
    let node = r#"{"type": "color/combine", "inputs": {"red": 3, "green": 1.5, "alpha": 0.5}}"#;
    let model = Model::open(folder.path("mesh.obj"), 0).unwrap();
    let source = Source::of(&model, "out", true).unwrap();
    let sets = model.texture_sets(Some(Projection::Box)).unwrap();
    let options = Options { format: png, ..options(16) };
    let bake = Bake::new(&texture(&graph("emission", node)), sets, options).unwrap().keeping(source);
    let report = bake.write(folder.path("out"), &Context::default()).unwrap();
    assert_eq!(folder.names("out"), ["cube_emission.png", "mesh.glb"]);
    let json = support::json_of(&fs::read(folder.path("out/mesh.glb")).unwrap());
    let extensions = &json["materials"][0]["extensions"];
    assert_eq!(extensions["KHR_materials_emissive_strength"]["emissiveStrength"], 3.0);
    let said = "`cube_emission.png` holds the emission divided by 3, by which the material of the GLB multiplies it";
    assert_eq!(report.warnings, [said]);
    assert_eq!(brightest(&fs::read(folder.path("out/cube_emission.png")).unwrap()), 255);
}

/// Results are finite.
#[test]
fn the_strongest_emission_is_a_number() {
    let huge = r#""f": {"type": "math/formula", "inputs": {"formula": "exp(1000 + x) * exp(1000 + x)"}}, "c":"#;
    let node = r#"{"type": "color/combine", "inputs": {"red": {"node": "f"}}}"#;
    let json = baked(&quad(|_| ()), &graph("emission", node).replace("\"c\":", huge), Way::Uv(0), options(8));
    let strength = &json["materials"][0]["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"];
    assert_eq!(strength.as_f64(), Some(f32::MAX.into()));
}

#[test]
fn copies_of_materials_are_animated_as_they_were() {
    let file = quad(|json| {
        let mut lines = json["meshes"][0]["primitives"][0].clone();
        lines["mode"] = 1.into();
        json["meshes"][0]["primitives"].as_array_mut().unwrap().push(lines);
        let channel = |pointer: &str| {
            let extensions = json!({"KHR_animation_pointer": {"pointer": pointer}});
            json!({"sampler": 0, "target": {"path": "pointer", "extensions": extensions}})
        };
        let pointers = ["/materials/0/emissiveFactor", "/materials/0/pbrMetallicRoughness/baseColorFactor"];
        json["animations"] = json!([{"samplers": [{"input": 0, "output": 0}], "channels": pointers.map(channel)}]);
        json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    });
    // The crate gltf knows no pointers of animations.
    let json = support::json_of(&rewritten(&file, &graph("color", COLOR), Way::Uv(0), options(8)).unwrap());
    let channels = json["animations"][0]["channels"].as_array().unwrap().iter();
    let pointers: Vec<&str> = channels
        .map(|channel| channel["target"]["extensions"]["KHR_animation_pointer"]["pointer"].as_str().unwrap())
        .collect();
    assert_eq!(
        pointers,
        [
            "/materials/0/emissiveFactor",
            "/materials/0/pbrMetallicRoughness/baseColorFactor",
            "/materials/1/emissiveFactor"
        ]
    );
}

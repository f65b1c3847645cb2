//! Tests of meshes that several nodes show, and of what else a document holds of vertices that change.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use travertine::Context;
use travertine_bake::{Bake, Source};
use travertine_mesh::{Model, Projection};

use crate::looks::{COLOR, Way, attributes, baked, graph, quad, rewritten};
use crate::support::{self, Folder, options, texture};

fn color() -> String {
    graph("color", COLOR)
}

/// Indices of the meshes that nodes show.
fn shown(json: &Value) -> Vec<usize> {
    json["nodes"].as_array().unwrap().iter().map(|node| node["mesh"].as_u64().unwrap() as usize).collect()
}

fn primitive(json: &Value, node: usize) -> &Value {
    &json["meshes"][shown(json)[node]]["primitives"][0]
}

#[test]
fn meshes_without_uvs_get_no_textures() {
    let file = quad(|json| {
        let mut bare = json["meshes"][0]["primitives"][0].clone();
        bare["attributes"] = json!({"POSITION": 0});
        json["meshes"][0]["primitives"].as_array_mut().unwrap().insert(0, bare);
    });
    let json = baked(&file, &color(), Way::Uv(0), options(8));
    let primitives = &json["meshes"][0]["primitives"];
    let material = |index: usize| &json["materials"][primitives[index]["material"].as_u64().unwrap() as usize];
    assert_eq!(material(0), &json!({"name": "m"}));
    assert!(material(1)["pbrMetallicRoughness"]["baseColorTexture"].is_object());

    // Of a format that is written anew, too.
    let folder = Folder::new();
    let sets = folder
        .sets("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\nf 1 3 2\n");
    let bake = Bake::new(&texture(&color()), sets, options(8)).unwrap();
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    let json = support::json_of(&fs::read(folder.path("out.glb")).unwrap());
    for mesh in json["meshes"].as_array().unwrap() {
        let primitive = &mesh["primitives"][0];
        let material = &json["materials"][primitive["material"].as_u64().unwrap() as usize];
        let has_texture = !material["pbrMetallicRoughness"]["baseColorTexture"].is_null();
        assert_eq!(has_texture, primitive["attributes"].get("TEXCOORD_0").is_some(), "{json}");
    }
}

#[test]
fn nodes_in_different_sets_show_meshes_of_their_own() {
    let file = quad(|json| {
        json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("material");
        json["nodes"] = json!([{"mesh": 0, "name": "left"}, {"mesh": 0, "name": "right"}, {"mesh": 0, "name": "left"}]);
        json["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    });
    let json = baked(&file, &color(), Way::Uv(0), options(8));
    assert_eq!(shown(&json), [0, 1, 0]);
    let name = |node| &json["materials"][primitive(&json, node)["material"].as_u64().unwrap() as usize]["name"];
    assert_eq!([name(0), name(1), name(2)], ["left", "right", "left"]);
}

#[test]
fn other_scenes_show_what_they_showed() {
    let file = quad(|json| {
        json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = 4.into();
        json["nodes"] = json!([{"mesh": 0}, {"mesh": 0}]);
        json["scenes"] = json!([{"nodes": [0]}, {"nodes": [1]}]);
    });
    let before = support::json_of(&file);
    for way in [Way::Uv(0), Way::Project, Way::Colors] {
        let json = baked(&file, &color(), way, options(8));
        assert_eq!(shown(&json), [1, 0]);
        assert_eq!(primitive(&json, 1), &before["meshes"][0]["primitives"][0]);
        assert_eq!(json["materials"][0], json!({"name": "m"}));
        assert_ne!(primitive(&json, 0)["material"], 0);
    }
}

/// Materials that lines show, too, have copies, whose textures that stay keep their UVs.
#[test]
fn all_sets_are_dressed_before_meshes_get_new_uvs() {
    let file = quad(|json| {
        let primitives = json["meshes"][0]["primitives"].as_array_mut().unwrap();
        for (mode, material) in [(4, 1), (1, 0), (1, 1)] {
            let mut other = primitives[0].clone();
            (other["mode"], other["material"]) = (mode.into(), material.into());
            primitives.push(other);
        }
        json["materials"] =
            ["m", "n"].map(|name| json!({"name": name, "emissiveTexture": {"index": 0}})).to_vec().into();
        json["nodes"] = json!([{"mesh": 0}, {"mesh": 0}]);
        json["scenes"] = json!([{"nodes": [0, 1]}]);
    });
    let json = baked(&file, &color(), Way::Project, options(8));
    for mesh in shown(&json) {
        for (index, set) in [(0, Some(2)), (1, Some(2)), (2, None), (3, None)] {
            let material = json["meshes"][mesh]["primitives"][index]["material"].as_u64().unwrap() as usize;
            let material = &json["materials"][material];
            assert_eq!(material["emissiveTexture"]["texCoord"].as_u64(), set, "{json}");
            assert_eq!(material.get("pbrMetallicRoughness").is_some(), set.is_some());
        }
    }
}

#[test]
fn nodes_share_the_vertices_that_they_have_in_common() {
    let file = quad(|json| {
        json["meshes"][0]["primitives"][0]["attributes"].as_object_mut().unwrap().remove("NORMAL");
        json["nodes"] = json!([{"mesh": 0}, {"mesh": 0, "translation": [3, 0, 0]}]);
        json["scenes"] = json!([{"nodes": [0, 1]}]);
    });
    let json = baked(&file, &color(), Way::Colors, options(8));
    let [first, second] = [0, 1].map(|node| &primitive(&json, node)["attributes"]);
    assert_eq!(first["POSITION"], second["POSITION"]);
    assert_ne!(first["COLOR_0"], second["COLOR_0"]);
    assert_eq!(json["accessors"][first["POSITION"].as_u64().unwrap() as usize]["count"], 6);
}

/// The transform of the node reverses them again.
#[test]
fn triangles_of_mirrored_nodes_keep_their_orientation() {
    for scale in [[1, 1, 1], [-1, 1, 1]] {
        let file = quad(|json| {
            json["meshes"][0]["primitives"][0]["attributes"].as_object_mut().unwrap().remove("NORMAL");
            json["nodes"][0]["scale"] = json!(scale);
        });
        let out = rewritten(&file, &color(), Way::Colors, options(8)).unwrap();
        let model = gltf::Gltf::from_slice(&out).unwrap();
        let primitive = model.meshes().next().unwrap().primitives().next().unwrap();
        let reader = primitive.reader(|_| model.blob.as_deref());
        let positions: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
        let corners: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
        for triangle in corners.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(|corner| positions[corner as usize]);
            let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert!(area > 0.0, "{scale:?}");
        }
    }
}

#[test]
fn compressed_copies_of_what_changes_are_left_out() {
    let file = quad(|json| {
        let draco = json!({"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}});
        json["meshes"][0]["primitives"][0]["extensions"] = draco;
        json["bufferViews"][0]["extensions"] = json!({"EXT_meshopt_compression": {"buffer": 0, "byteLength": 9, "byteStride": 12, "count": 4, "mode": "ATTRIBUTES"}});
        json["extensionsUsed"] = json!(["KHR_draco_mesh_compression", "EXT_meshopt_compression"]);
    });
    let json = baked(&file, &color(), Way::Uv(0), options(8));
    assert_eq!(json["extensionsUsed"], json!(["KHR_draco_mesh_compression"]));
    let json = baked(&file, &color(), Way::Project, options(8));
    assert!(json.get("extensionsUsed").is_none(), "{json}");
    assert!(!json.to_string().contains("compression"));
}

#[test]
fn emptied_morph_targets_move_nothing_and_keep_their_weights() {
    let file = quad(|json| {
        json["meshes"][0]["primitives"][0]["targets"] = json!([{"TANGENT": 3}, {"NORMAL": 3}, {"TEXCOORD_0": 1}]);
        json["meshes"][0]["weights"] = json!([0.5, 0.25, 0.125]);
    });
    let json = baked(&file, &color(), Way::Project, options(8));
    let targets = json["meshes"][0]["primitives"][0]["targets"].as_array().unwrap();
    assert_eq!(targets.len(), 3);
    assert_eq!(json["meshes"][0]["weights"], json!([0.5, 0.25, 0.125]));
    let position = targets[0]["POSITION"].as_u64().unwrap();
    let accessor = &json["accessors"][position as usize];
    assert_eq!([&accessor["min"], &accessor["max"]], [&json!([0, 0, 0]); 2]);
    assert_eq!(accessor["count"], json["accessors"][attributes(&json)["POSITION"].as_u64().unwrap() as usize]["count"]);
    assert_eq!(targets[2], json!({"POSITION": position}));
    assert!(targets[1].get("POSITION").is_none());
}

#[test]
fn sparse_attributes_are_gathered() {
    let file = quad(|json| {
        // The z of the second vertex becomes the first number of the normals, and so on.
        json["accessors"].as_array_mut().unwrap().push(json!({
            "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 1],
            "sparse": {"count": 2, "indices": {"bufferView": 5, "byteOffset": 2, "componentType": 5123},
                       "values": {"bufferView": 3}}
        }));
        let attributes = json["meshes"][0]["primitives"][0]["attributes"].as_object_mut().unwrap();
        attributes.remove("NORMAL");
        json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 6}]);
    });
    let out = rewritten(&file, &color(), Way::Colors, options(8)).unwrap();
    let model = gltf::Gltf::from_slice(&out).unwrap();
    let primitive = model.meshes().next().unwrap().primitives().next().unwrap();
    let reader = primitive.reader(|_| model.blob.as_deref());
    let (targets, _, _) = reader.read_morph_targets().next().unwrap();
    let rises: Vec<f32> = targets.unwrap().map(|target| target[2]).collect();
    // Corners 0, 1, 2, 0, 2, 3.
    assert_eq!(rises, [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]);
}

#[test]
fn damage_is_reported_with_the_file_and_the_accessor() {
    let attribute = |accessor: Value| {
        quad(move |json| {
            json["accessors"].as_array_mut().unwrap().push(accessor);
            let attributes = json["meshes"][0]["primitives"][0]["attributes"].as_object_mut().unwrap();
            attributes.remove("NORMAL");
            attributes.insert("_HEAT".to_owned(), 6.into());
        })
    };
    for (accessor, said) in [
        (
            json!({"bufferView": 4, "componentType": 5126, "count": 5, "type": "VEC4"}),
            "accessors[6] exceeds its buffer view",
        ),
        (json!({"bufferView": 4, "componentType": 5126, "count": 2, "type": "VEC4"}), "accessors[6] has 2 elements"),
        (json!({"bufferView": 9, "componentType": 5126, "count": 4, "type": "VEC4"}), "bufferViews has no entry 9"),
        (
            json!({"bufferView": 4, "componentType": 5127, "count": 4, "type": "VEC4"}),
            "accessors[6].componentType is 5127",
        ),
        (json!({"bufferView": 4, "componentType": 5126, "count": 4, "type": "MAT4"}), "accessors[6].type is \"MAT4\""),
        (
            json!({"componentType": 5126, "count": 4, "type": "SCALAR", "sparse": {"count": 2,
            "indices": {"bufferView": 5, "byteOffset": 4, "componentType": 5123}, "values": {"bufferView": 0}}}),
            "accessors[6].sparse has indices that do not ascend",
        ),
    ] {
        let problem = rewritten(&attribute(accessor), &color(), Way::Colors, options(8)).unwrap_err().to_string();
        assert!(problem.contains(said) && problem.contains("in.glb: "), "{problem}");
    }
    // Numbers of which bounds cannot be stated.
    for bits in [f32::NAN, f32::INFINITY] {
        let mut file = attribute(
            json!({"bufferView": 4, "componentType": 5126, "count": 4, "type": "VEC4", "min": [0, 0, 0, 0], "max": [1, 1, 1, 1]}),
        );
        let start = file.len() - support::parts(&file).1.len();
        // The colors are behind 48 floats.
        file[start + 4 * 40..][..4].copy_from_slice(&bits.to_le_bytes());
        for way in [Way::Project, Way::Colors] {
            let problem = rewritten(&file, &color(), way, options(8)).unwrap_err().to_string();
            let said = "accessors[6] has a number that is not finite in element 0";
            assert!(problem.contains(said) && problem.contains("in.glb: "), "{problem}");
        }
    }
    let file = attribute(json!({"bufferView": 4, "componentType": 5126, "count": 5, "type": "VEC4"}));
    let problem = rewritten(&file, &color(), Way::Project, options(8)).unwrap_err().to_string();
    assert!(problem.contains("in.glb: accessors[6] exceeds"), "{problem}");
}

#[test]
fn uv_sets_behind_which_the_first_moves_are_few() {
    let file = quad(|json| {
        for number in 2..70 {
            json["meshes"][0]["primitives"][0]["attributes"][format!("TEXCOORD_{number}")] = 2.into();
        }
        json["materials"][0]["emissiveTexture"] = json!({"index": 0});
    });
    let problem = rewritten(&file, &color(), Way::Project, options(8)).unwrap_err().to_string();
    assert!(problem.contains("has 70 UV sets; the limit is 64"), "{problem}");
}

/// Neither each material nor each node takes longer in a larger file.
#[test]
fn many_instances_and_materials_take_linear_time() {
    const COUNT: usize = 6000;
    let file = quad(|json| {
        let primitive = json["meshes"][0]["primitives"][0].clone();
        let mesh = |index: usize| {
            let mut primitive = primitive.clone();
            primitive["material"] = index.into();
            json!({"primitives": [primitive]})
        };
        json["meshes"] = (0..COUNT).map(mesh).collect();
        json["materials"] = (0..COUNT).map(|index| json!({"name": format!("m{index}")})).collect();
        json["nodes"] = (0..COUNT).map(|index| json!({"mesh": index})).collect();
        json["scenes"] = json!([{"nodes": (0..COUNT).collect::<Vec<_>>()}]);
        let deep = json!({"KHR_animation_pointer": {"pointer": "/".repeat(200_000)}});
        json["animations"] = json!([{"samplers": [{"input": 0, "output": 0}],
            "channels": [{"sampler": 0, "target": {"path": "pointer", "extensions": deep}}]}]);
    });
    let start = Instant::now();
    // The crate gltf knows no pointers of animations.
    let json = support::json_of(&rewritten(&file, &color(), Way::Colors, options(8)).unwrap());
    // Some tenths of a second; it was more than a minute.
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(json["meshes"].as_array().unwrap().len(), COUNT);
    assert!(json["animations"][0]["channels"][0].is_object());
}

/// New vertices are not held in memory, however many attributes they have.
#[test]
fn memory_counts_what_is_held() {
    const SIDE: u32 = 200;
    let floats: Vec<f32> =
        (0..SIDE * SIDE).flat_map(|vertex| [vertex % SIDE, vertex / SIDE, 0].map(|part| part as f32)).collect();
    let corners = |square: u32| {
        let first = square / (SIDE - 1) * SIDE + square % (SIDE - 1);
        [first, first + 1, first + SIDE, first + 1, first + SIDE + 1, first + SIDE]
    };
    let indices: Vec<u32> = (0..(SIDE - 1) * (SIDE - 1)).flat_map(corners).collect();
    let mut bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
    let start = bytes.len();
    indices.iter().for_each(|index| bytes.extend(index.to_le_bytes()));
    let json = json!({
        "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": SIDE * SIDE, "type": "VEC3", "min": [0, 0, 0], "max": [SIDE - 1, SIDE - 1, 0]},
            {"bufferView": 1, "componentType": 5125, "count": indices.len(), "type": "SCALAR"}
        ],
        "bufferViews": [{"buffer": 0, "byteLength": start}, {"buffer": 0, "byteOffset": start, "byteLength": 4 * indices.len()}],
        "buffers": [{"byteLength": bytes.len()}]
    });
    let folder = Folder::new();
    fs::write(folder.path("in.glb"), support::glb(&json, &bytes)).unwrap();
    let model = Model::open(folder.path("in.glb"), 0).unwrap();
    let vertices = model.meshes[0].positions.len();
    let source = Source::of(&model, "out.glb", true).unwrap();
    let sets = model.texture_sets(Some(Projection::Planar)).unwrap();
    let bake = Bake::new(&texture(&color()), sets, options(8)).unwrap().keeping(source);
    // A vertex has a position, a normal, UVs and its number in the file: 52 bytes.
    let context = Context::default().threads(1).memory(180 * vertices as u64);
    bake.write(folder.path("out.glb"), &context).unwrap();
}

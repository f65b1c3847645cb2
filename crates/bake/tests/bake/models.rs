//! Tests of reading glTF and writing GLB.

use std::fs;
use std::io::Cursor;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use travertine::{Context, Texture};
use travertine_bake::{Bake, Options, Relief};
use travertine_mesh::Model;

use crate::support::{Folder, GRAPH, cube, options, refusal, surface_pixels, texture, torus};

/// A glTF with one triangle and an embedded buffer.
pub fn triangle() -> Value {
    let floats = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, /* UVs */ 0.0, 1.0, 1.0, 1.0, 0.0, 0.0_f32];
    let mut bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
    bytes.extend([0, 0, 1, 0, 2, 0]);
    json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [1]}],
        "nodes": [
            {"mesh": 0, "name": "leaf", "translation": [0, 0, 5]},
            {"children": [0], "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1]}
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],
        "materials": [{"name": "paint"}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"},
            {"bufferView": 2, "componentType": 5123, "count": 3, "type": "SCALAR"}
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 24},
            {"buffer": 0, "byteOffset": 60, "byteLength": 6}
        ],
        "buffers": [{
            "byteLength": 66,
            "uri": format!("data:application/octet-stream;base64,{}", STANDARD.encode(bytes))
        }]
    })
}

#[test]
fn node_transforms_are_applied() {
    let folder = Folder::new();
    let sets = folder.sets("mesh.gltf", triangle().to_string());
    let [set] = sets.as_slice() else { panic!("{}", sets.len()) };
    assert_eq!((set.name.as_str(), set.meshes[0].name.as_str()), ("paint", "leaf"));
    assert_eq!(set.meshes[0].positions, [[1.0, 0.0, 10.0], [3.0, 0.0, 10.0], [1.0, 2.0, 10.0]]);
    assert_eq!(set.meshes[0].uvs.as_ref().unwrap()[1], [1.0, 1.0]);
}

#[test]
fn buffers_may_be_files_beside_the_mesh() {
    let folder = Folder::new();
    let mut gltf = triangle();
    let uri = gltf["buffers"][0]["uri"].take();
    let bytes = STANDARD.decode(uri.as_str().unwrap().split_once(',').unwrap().1).unwrap();
    fs::write(folder.path("a b.bin"), &bytes).unwrap();
    gltf["buffers"][0]["uri"] = "a%20b.bin".into();
    assert_eq!(folder.sets("mesh.gltf", gltf.to_string()).len(), 1);
}

#[test]
fn errors_in_a_gltf_name_their_location() {
    let changed = |pointer: &str, value: Value| {
        let mut gltf = triangle();
        match gltf.pointer_mut(pointer) {
            Some(target) => *target = value,
            None => {
                let (parent, key) = pointer.rsplit_once('/').unwrap();
                gltf.pointer_mut(parent).unwrap()[key] = value;
            }
        }
        gltf.to_string()
    };
    for (pointer, value, said) in [
        ("/extensionsRequired", json!(["KHR_draco_mesh_compression"]), "KHR_draco_mesh_compression"),
        ("/accessors/0/sparse", json!({}), "accessors[0] is sparse"),
        ("/accessors/0/componentType", json!(5122), "quantized"),
        ("/accessors/0/type", json!("VEC2"), "\"VEC3\""),
        ("/accessors/0/count", json!(4), "accessors[0] exceeds its buffer view"),
        ("/accessors/0/count", json!(u64::MAX), "accessors[0] exceeds"),
        ("/accessors/0/byteOffset", json!(1_u64 << 40), "accessors[0] exceeds"),
        ("/accessors/0/count", json!(-1), "whole number"),
        ("/accessors/2/count", json!(2), "no triangles"),
        ("/bufferViews/0/byteLength", json!(400), "exceeds its buffer"),
        ("/bufferViews/0/byteStride", json!(4), "stride"),
        ("/bufferViews/0/buffer", json!(7), "refers to a buffer"),
        ("/buffers/0/byteLength", json!(67), "has 66 bytes; expected 67"),
        ("/buffers/0/uri", json!("missing.bin"), "missing.bin cannot be read"),
        ("/buffers/0/uri", json!("../mesh.bin"), "in the folder of the mesh"),
        ("/buffers/0/uri", json!("https://example.org/mesh.bin"), "in the folder of the mesh"),
        ("/buffers/0/uri", json!("data:;base64,!"), "base64"),
        ("/meshes/0/primitives/0/attributes", json!({}), "has no `POSITION`"),
        ("/meshes/0/primitives/0/mode", json!(9), "mode"),
        ("/meshes/0/primitives/0/mode", json!(1), "no triangles"),
        ("/nodes/1/children", json!([1]), "must be a tree"),
        ("/nodes/1/children", json!([9]), "nodes has no entry 9"),
        ("/nodes/1/matrix", json!([1, 2]), "16 finite numbers"),
    ] {
        let problem = refusal("mesh.gltf", changed(pointer, value)).to_string();
        assert!(problem.contains(said) && problem.contains("mesh.gltf"), "{pointer}: {problem}");
    }
    assert!(refusal("mesh.gltf", "{").to_string().contains("invalid JSON"));
}

#[test]
fn baked_models_contain_their_textures() {
    let folder = Folder::new();
    let relief = Some(Relief { output: "height".to_owned(), strength: 0.05 });
    let options = Options { relief, margin: Some(4), ..options(40) };
    let sets = folder.sets("mesh.obj", torus(8, 5));
    let mesh = sets[0].meshes[0].clone();
    let bake = Bake::new(&texture(GRAPH), sets, options).unwrap();
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    assert_eq!(folder.names("."), ["mesh.obj", "out.glb"]);

    let bytes = fs::read(folder.path("out.glb")).unwrap();
    // Read and validated by the crate gltf.
    let model = gltf::Gltf::from_slice(&bytes).unwrap();
    let blob = model.blob.as_deref().unwrap();
    let material = model.materials().next().unwrap();
    let surface = material.pbr_metallic_roughness();
    let textures = [
        surface.base_color_texture().unwrap().texture(),
        surface.metallic_roughness_texture().unwrap().texture(),
        material.normal_texture().unwrap().texture(),
        material.occlusion_texture().unwrap().texture(),
    ];
    for texture in textures {
        let gltf::image::Source::View { view, mime_type } = texture.source().source() else {
            panic!("the image must be embedded")
        };
        assert_eq!(mime_type, "image/png");
        let png = &blob[view.offset()..][..view.length()];
        let info = png::Decoder::new(Cursor::new(png)).read_info().unwrap().info().clone();
        assert_eq!((info.width, info.height), (40, 40));
    }
    let primitive = model.meshes().next().unwrap().primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(blob));
    let positions: Vec<[f32; 3]> = mesh.positions.iter().map(|position| position.map(|part| part as f32)).collect();
    assert_eq!(reader.read_positions().unwrap().collect::<Vec<_>>(), positions);
    assert_eq!(reader.read_normals().unwrap().collect::<Vec<_>>(), mesh.normals);
    assert_eq!(reader.read_tex_coords(0).unwrap().into_f32().collect::<Vec<_>>(), *mesh.uvs.as_ref().unwrap());
    assert_eq!(reader.read_indices().unwrap().into_u32().collect::<Vec<_>>(), mesh.triangles.as_flattened());

    let again = Model::open(folder.path("out.glb"), 0).unwrap();
    let again_positions = again.meshes[0].positions.iter().map(|position| position.map(|part| part as f32));
    assert_eq!(again_positions.collect::<Vec<_>>(), positions);
    assert_eq!(again.meshes[0].uvs, mesh.uvs);
}

#[test]
fn occlusion_roughness_and_metallic_share_a_texture() {
    let folder = Folder::new();
    let bake = Bake::new(&texture(GRAPH), folder.sets("mesh.obj", cube()), options(16)).unwrap();
    bake.write(folder.path("out.glb"), &Context::default()).unwrap();
    let bytes = fs::read(folder.path("out.glb")).unwrap();
    let pixels = surface_pixels(&bytes);
    // Occlusion is 1 and metallic is 0 everywhere; the roughness equals the height.
    assert!(pixels.chunks(3).all(|pixel| pixel[0] == 255 && pixel[2] == 0));
    let positions = bake.positions(0)[0].clone();
    let height = texture(GRAPH).field("roughness").unwrap().sample(&positions).unwrap()[0][0];
    assert_eq!(pixels[1], (height * 255.0 + 0.5) as u8);
}

#[test]
fn vertex_colors_need_no_uvs() {
    let folder = Folder::new();
    let bare = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 2 4 3\n";
    fs::write(folder.path("bare.obj"), bare).unwrap();
    let sets = || Model::open(folder.path("bare.obj"), 0).unwrap().sets_without_uvs();
    let bake = Bake::new(&texture(GRAPH), sets(), options(16)).unwrap();
    bake.write_vertex_colors(folder.path("out.glb"), &Context::default()).unwrap();
    let bytes = fs::read(folder.path("out.glb")).unwrap();
    let model = gltf::Gltf::from_slice(&bytes).unwrap();
    let primitive = model.meshes().next().unwrap().primitives().next().unwrap();
    let reader = primitive.reader(|_| model.blob.as_deref());
    let colors: Vec<[f32; 4]> = reader.read_colors(0).unwrap().into_rgba_f32().collect();
    let field = texture(GRAPH).field("color").unwrap();
    let points: Vec<[f32; 4]> =
        sets()[0].meshes[0].positions.iter().map(|[x, y, z]| [*x as f32, *y as f32, *z as f32, 0.0]).collect();
    assert_eq!(colors.as_flattened(), field.sample(&points).unwrap().into_vec());
    assert_eq!(model.images().count(), 0);

    let problem = bake.write_vertex_colors(folder.path("out"), &Context::default()).unwrap_err();
    assert!(problem.to_string().contains(".glb"), "{problem}");
}

/// The first color of a graph may be its emission, or a mask.
#[test]
fn vertex_colors_are_the_color_of_a_material() {
    let folder = Folder::new();
    let graph = |order: [&str; 3]| {
        let outputs = order.map(|name| format!(r#""{name}": {{"node": "{name}"}}"#));
        let color = |name: &str, color: &str| {
            format!(r#""{name}": {{"type": "input/color", "inputs": {{"color": "{color}"}}}}"#)
        };
        let height = r#""height": {"type": "input/float", "inputs": {"value": 0.5}}"#;
        texture(&format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{{}, {}, {height}}}, "outputs": {{{}}}}}"#,
            color("emission", "#ff0000"),
            color("color", "#0000ff"),
            outputs.join(", ")
        ))
    };
    let colored = |texture: &Texture, outputs: &[&str]| {
        let outputs = outputs.iter().map(|output| (*output).to_owned()).collect();
        let bake = Bake::new(texture, folder.sets("mesh.obj", cube()), Options { outputs, ..options(16) }).unwrap();
        bake.write_vertex_colors(folder.path("out.glb"), &Context::default())?;
        let model = gltf::Gltf::from_slice(&fs::read(folder.path("out.glb")).unwrap()).unwrap();
        let primitive = model.meshes().next().unwrap().primitives().next().unwrap();
        let reader = primitive.reader(|_| model.blob.as_deref());
        Ok::<_, travertine_bake::Error>(reader.read_colors(0).unwrap().into_rgb_u8().next().unwrap())
    };
    for order in [["color", "emission", "height"], ["emission", "height", "color"]] {
        let texture = graph(order);
        assert_eq!(colored(&texture, &[]).unwrap(), [0, 0, 255], "{order:?}");
        assert_eq!(colored(&texture, &["height", "emission"]).unwrap(), [255, 0, 0], "{order:?}");
        let refused = colored(&texture, &["height"]).unwrap_err().to_string();
        assert!(refused.contains("not `height`; choose one with `output`"), "{refused}");
    }
}

#[test]
fn double_sided_materials_stay_double_sided() {
    let folder = Folder::new();
    for two in [false, true] {
        let mut leaf = triangle();
        leaf["materials"][0]["doubleSided"] = two.into();
        let texture = texture(GRAPH);
        let sets = folder.sets("mesh.gltf", leaf.to_string());
        let bake = Bake::new(&texture, sets, options(8)).unwrap();
        bake.write(folder.path("out.glb"), &Context::default()).unwrap();
        let model = gltf::Gltf::from_slice(&fs::read(folder.path("out.glb")).unwrap()).unwrap();
        assert_eq!(model.materials().next().unwrap().double_sided(), two);
    }
}

#[test]
fn only_transparent_colors_are_blended() {
    let graph = r#"{
        "format": "travertine", "version": 1,
        "parameters": {"tint": {"type": "color", "default": [0.5, 0.25, 0.125, 1]}},
        "nodes": {
            "noise": {"type": "noise/perlin", "inputs": {"min": 0, "max": 1}},
            "mix": {"type": "blend/mix", "inputs": {"b": {"parameter": "tint"}, "factor": {"node": "noise"}}}
        },
        "outputs": {"color": {"node": "mix"}}
    }"#;
    let folder = Folder::new();
    for (tint, mode) in [
        ("[0.5, 0.25, 0.125, 1]", gltf::material::AlphaMode::Opaque),
        ("[0, 0, 0, 0.5]", gltf::material::AlphaMode::Blend),
    ] {
        let mut texture = texture(graph);
        texture.set("tint", tint).unwrap();
        let bake = Bake::new(&texture, folder.sets("mesh.obj", cube()), options(8)).unwrap();
        bake.write(folder.path("out.glb"), &Context::default()).unwrap();
        let model = gltf::Gltf::from_slice(&fs::read(folder.path("out.glb")).unwrap()).unwrap();
        assert_eq!(model.materials().next().unwrap().alpha_mode(), mode, "{tint}");
    }
}

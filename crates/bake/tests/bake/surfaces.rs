//! Tests of what a texture reads from the surface of a mesh: normal, curvature and UVs.

use travertine::Context;
use travertine_bake::Bake;

use crate::support::{FACES, Folder, cube, options, texture, torus};

const SURFACE: &str = r#"{
  "format": "travertine", "version": 1,
  "nodes": {
    "normal": {"type": "input/normal"},
    "bend": {"type": "input/curvature"},
    "uv": {"type": "input/uv"}
  },
  "outputs": {
    "normal": {"node": "normal", "output": "normal"},
    "uv": {"node": "uv", "output": "position"},
    "bend": {"node": "bend"}
  }
}"#;

#[test]
fn texels_know_the_normal_and_the_uvs_of_their_face() {
    let folder = Folder::new();
    folder.bake_graph(SURFACE, &cube(), options(16));
    let (normals, uvs) = (folder.picture("out/cube_normal.exr"), folder.picture("out/cube_uv.exr"));
    for row in 0..16 {
        for column in 0..12 {
            let texel = row * 16 + column;
            let [facing, ..] = FACES[row / 8 * 3 + column / 4];
            assert_eq!(normals.data[texel * 3..][..3], facing, "{column}, {row}");
            let expected = [(column as f32 + 0.5) / 16.0, (row as f32 + 0.5) / 16.0, 0.0];
            for (found, expected) in uvs.data[texel * 3..][..3].iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6, "{column}, {row}");
            }
        }
    }
}

#[test]
fn curvature_depends_on_the_scale_of_the_mesh_in_the_texture() {
    // On the outermost circle of the torus the mean curvature is (1 / 0.4 + 1 / 1.4) / 2.
    let expected = 0.5 / 0.4 + 0.5 / 1.4;
    for scale in [1.0, 2.0] {
        let mut options = options(32);
        options.placement.scale = scale;
        let folder = Folder::new();
        folder.bake_graph(SURFACE, &torus(96, 48), options);
        let greatest = folder.picture("out/torus_bend.exr").data.into_iter().fold(0.0, f32::max);
        assert!((f64::from(greatest) * scale / expected - 1.0).abs() < 0.05, "{greatest}");
    }
}

#[test]
fn vertex_colors_know_the_surface() {
    let graph = SURFACE
        .replace(r#""normal": {"node": "normal", "output": "normal"},"#, "")
        .replace(r#""outputs": {"#, r#""outputs": {"color": {"node": "tint"},"#);
    let tint = r#""tint": {"type": "color/combine", "inputs": {"red": {"node": "normal", "output": "up"}}},"#;
    let graph = graph.replace(r#""nodes": {"#, &format!(r#""nodes": {{{tint}"#));
    let folder = Folder::new();
    let mut options = options(16);
    options.outputs = vec!["color".to_owned()];
    let bake = Bake::new(&texture(&graph), folder.sets("mesh.obj", cube()), options).unwrap();
    bake.write_vertex_colors(folder.path("out.glb"), &Context::default()).unwrap();
    let model = gltf::Gltf::from_slice(&std::fs::read(folder.path("out.glb")).unwrap()).unwrap();
    let primitive = model.meshes().next().unwrap().primitives().next().unwrap();
    let reader = primitive.reader(|_| model.blob.as_deref());
    let colors: Vec<[f32; 4]> = reader.read_colors(0).unwrap().into_rgba_f32().collect();
    for (normal, color) in reader.read_normals().unwrap().zip(colors) {
        assert!((color[0] - (-normal[1]).clamp(0.0, 1.0)).abs() < 0.01, "{normal:?}: {color:?}");
    }
}

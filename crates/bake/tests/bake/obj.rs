//! Tests of bakes into OBJ and MTL.

use std::fs;

use travertine::{Context, Green};
use travertine_bake::{Bake, Options, Relief, Source};
use travertine_mesh::{Mesh, Model, Unwrap};

use crate::support::{Folder, GRAPH, cube, options, texture, torus};

/// A graph with an output for each texture of an MTL, and others.
const MATERIAL: &str = r##"{
  "format": "travertine", "version": 1,
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3}},
    "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}, "ramp": {"stops": [
      {"position": 0.2, "color": "#2a3b66"}, {"position": 0.8, "color": "#f4f1eaALPHA"}
    ]}}}
  },
  "outputs": {
    "glow": {"node": "ramp", "output": "color"}, "Emission": {"node": "ramp", "output": "color"},
    "Metalness": {"node": "noise"}, "roughness": {"node": "noise"}, "height": {"node": "noise"}, "ao": {"node": "noise"}
  }
}"##;

fn relief() -> Option<Relief> {
    Some(Relief { output: "height".to_owned(), strength: 0.05 })
}

/// Compares the corners of all triangles: normals as close as a reader that normalizes them gives, v within a distance,
/// all else to the bit.
fn assert_same(read: &[Mesh], expected: &[Mesh], v: f32) {
    let corners = |meshes: &[Mesh]| {
        let of = |mesh: &Mesh| {
            let corner = |corner: u32| {
                let corner = corner as usize;
                let uv = mesh.uvs.as_ref().map(|uvs| uvs[corner]).unwrap_or_default();
                (mesh.positions[corner].map(f64::to_bits), uv, mesh.normals[corner])
            };
            mesh.triangles.as_flattened().iter().map(|vertex| corner(*vertex)).collect::<Vec<_>>()
        };
        meshes.iter().flat_map(of).collect::<Vec<_>>()
    };
    let (read, expected) = (corners(read), corners(expected));
    assert_eq!(read.len(), expected.len());
    for (read, expected) in read.iter().zip(&expected) {
        assert_eq!((read.0, read.1[0]), (expected.0, expected.1[0]));
        assert!((read.1[1] - expected.1[1]).abs() <= v, "{read:?} {expected:?}");
        assert!((0..3).all(|axis| (read.2[axis] - expected.2[axis]).abs() < 2e-7), "{read:?} {expected:?}");
    }
}

#[test]
fn an_mtl_names_the_textures_of_a_material() {
    let folder = Folder::new();
    let bare = "usemtl bare wire\nv 0 0 9\nv 1 0 9\nv 0 1 9\nf -3 -2 -1\n";
    let bake = |graph: &str, green| {
        let sets = folder.sets("mesh.obj", format!("usemtl red lead\n{}{bare}", cube()));
        let options = Options { relief: relief(), green, ..options(8) };
        Bake::new(&texture(graph), sets, options).unwrap().write(folder.path("out.obj"), &Context::default()).unwrap();
        fs::read_to_string(folder.path("out.mtl")).unwrap()
    };
    let opaque = MATERIAL.replace("ALPHA", "");
    let plain = "Kd 1 1 1\nKs 0.5 0.5 0.5\nPr 1\nPm";
    let expected = format!(
        "# Travertine\n\nnewmtl red_lead\n{plain} 1\nKe 1 1 1\nmap_Kd red_lead_glow.exr\nmap_Pr red_lead_roughness.exr\n\
         map_Pm red_lead_Metalness.exr\nmap_Ke red_lead_Emission.exr\nmap_Bump red_lead_normal.exr\n\
         norm red_lead_normal.exr\n\nnewmtl bare_wire\n{plain} 0\n"
    );
    assert_eq!(bake(&opaque, Green::Up), expected);
    let names = ["Emission", "Metalness", "ao", "glow", "height", "normal", "roughness"];
    let textures = names.map(|name| format!("red_lead_{name}.exr"));
    assert_eq!(folder.names("."), [&["mesh.obj", "out.mtl", "out.obj"].map(str::to_owned)[..], &textures].concat());

    // Readers take green for up. Alpha is that of the color.
    let other = bake(&MATERIAL.replace("ALPHA", "80"), Green::Down);
    let expected = expected
        .replace("map_Bump red_lead_normal.exr\nnorm red_lead_normal.exr\n", "")
        .replace("map_Kd red_lead_glow.exr\n", "map_Kd red_lead_glow.exr\nmap_d -imfchan m red_lead_glow.exr\n");
    assert_eq!(other, expected);
}

#[test]
fn baked_meshes_are_read_as_they_were() {
    let folder = Folder::new();
    // The coordinates of a survey.
    let mesh = torus(9, 7).lines().fold(String::new(), |all, line| match line.strip_prefix("v ") {
        Some(position) => {
            let [x, y, z]: [f64; 3] =
                position.split(' ').map(|part| part.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
            format!("{all}v {} {y} {}\n", 500_000.123 + x, 4_649_776.654 + z)
        }
        None => format!("{all}{line}\n"),
    });
    fs::write(folder.path("mesh.obj"), mesh).unwrap();
    let graph = texture(GRAPH);
    for is_unwrapped in [false, true] {
        let model = Model::open(folder.path("mesh.obj"), 0).unwrap();
        let source: Source = Source::of(&model, "out.obj", is_unwrapped).unwrap();
        let sets = match is_unwrapped {
            true => model.unwrapped_sets(Unwrap::default(), [64; 2], &Context::default()).unwrap().0,
            false => model.texture_sets(None).unwrap(),
        };
        let bake = Bake::new(&graph, sets, Options { relief: relief(), ..options(64) }).unwrap().keeping(source);
        bake.write(folder.path("out.obj"), &Context::default()).unwrap();
        let read = Model::open(folder.path("out.obj"), 0).unwrap();
        // The v of an OBJ keeps its bits; others are turned in floats.
        assert_same(&read.meshes, &bake.sets()[0].meshes, if is_unwrapped { 3e-8 } else { 0.0 });
        assert_eq!(read.meshes[0].name, "torus");
    }
    assert!(!folder.path("mesh.glb").exists(), "the OBJ has the new UVs");
}

#[test]
fn models_of_others_stay() {
    let folder = Folder::new();
    let bake = |overwrite| {
        let sets = folder.sets("mesh.obj", cube());
        let bake = Bake::new(&texture(GRAPH), sets, Options { overwrite, ..options(8) }).unwrap();
        bake.write(folder.path("out.obj"), &Context::default()).map(|report| report.reused)
    };
    for name in ["out.obj", "out.mtl"] {
        for text in ["# Travertine, a stone\n", "# Travertin", "", "\u{0}"] {
            fs::write(folder.path(name), text).unwrap();
            let problem = bake(false).unwrap_err().to_string();
            assert!(problem.contains(name) && problem.contains("already exists"), "{problem}");
            assert_eq!(fs::read_to_string(folder.path(name)).unwrap(), text);
            assert_eq!(folder.names(".").len(), 2, "nothing is left");
        }
        bake(true).unwrap();
        // Its own are replaced, and its textures are reused.
        assert_eq!(bake(false).unwrap(), 4);
        folder.names(".").iter().filter(|name| *name != "mesh.obj").for_each(|name| {
            fs::remove_file(folder.path(name)).unwrap();
        });
    }
    fs::create_dir(folder.path("out.mtl")).unwrap();
    let problem = bake(true).unwrap_err().to_string();
    assert!(problem.contains("out.mtl"), "{problem}");
}

#[test]
fn vertices_have_the_colors_of_pixels() {
    let folder = Folder::new();
    let bake = |overwrite| {
        let sets = folder.sets("mesh.obj", cube());
        let bake = Bake::new(&texture(GRAPH), sets, Options { overwrite, ..options(8) }).unwrap();
        bake.write_vertex_colors(folder.path("out.obj"), &Context::default())
    };
    fs::write(folder.path("out.obj"), "mine").unwrap();
    assert!(bake(false).unwrap_err().to_string().contains("already exists"));
    bake(true).unwrap();
    bake(false).unwrap();
    assert_eq!(folder.names("."), ["mesh.obj", "out.obj"]);
    let text = fs::read_to_string(folder.path("out.obj")).unwrap();
    let vertices: Vec<&str> = text.lines().filter(|line| line.starts_with("v ")).collect();
    let is_color = |word: &str| (0.0..=1.0).contains(&word.parse::<f32>().unwrap());
    assert!(
        vertices.len() == 24
            && vertices.iter().all(|line| line.split(' ').skip(4).filter(|word| is_color(word)).count() == 3)
    );
    let read = Model::open(folder.path("out.obj"), 0).unwrap();
    let expected = Model::open(folder.path("mesh.obj"), 0).unwrap();
    assert_same(&read.meshes, &expected.meshes, 0.0);
}

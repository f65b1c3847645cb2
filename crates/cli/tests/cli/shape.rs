//! Tests of `travertine shape`.

use crate::pictures::{exr, png};
use crate::support::{Folder, GRAPH};

#[test]
fn the_picture_is_named_after_the_graph() {
    let folder = Folder::new();
    assert_eq!(folder.done("shape graph.json --samples 1 --size 40"), "");
    let (picture, bits, srgb) = png(&folder.read("graph-shape.png"));
    assert_eq!((picture.width, picture.height, picture.channels, bits, srgb), (40, 40, 3, 8, true));
    folder.done("shape graph.json --samples 1 --size 40x20 --background none -o a.png");
    let (picture, ..) = png(&folder.read("a.png"));
    assert_eq!((picture.width, picture.height, picture.channels), (40, 20, 4));
    assert_eq!(picture.data[3], 0.0, "the corner is empty");
    folder.run_with("shape -", GRAPH).expect_failure(2, &["-o FILE"]);
}

#[test]
fn flags_change_the_picture_and_execution_does_not() {
    let folder = Folder::new();
    let picture = |flags: &str| {
        folder.done(&format!("shape graph.json --size 24 --samples 2 -o a.exr {flags}"));
        folder.read("a.exr")
    };
    let plain = picture("--height raw");
    let changes = [
        "--shape cube",
        "--shape torus",
        "--shape cylinder",
        "--shape cut-block",
        "--shape plane",
        "--yaw 40",
        "--pitch -20",
        "--zoom 1.5",
        "--light 30,10",
        "--center 0,0,0",
        "--scale 2",
        "--relief 0.1",
        "--displace 0.2",
        "--roughness 0.1",
        "--roughness raw",
        "--metallic 1",
        "--occlusion 0.2",
        "--emission color",
        "--output place",
        "--param cells=9",
        "--set noise.seed=8",
        "--seed 1",
        "--unlit",
        "--no-shadow",
        "--background #000000",
    ];
    for flags in changes {
        assert!(picture(&format!("--height raw {flags}")) != plain, "{flags}");
    }
    for flags in ["--threads 3", "--simd scalar", "--memory 1G"] {
        assert!(picture(&format!("--height raw {flags}")) == plain, "{flags}");
    }
}

#[test]
fn without_light_pixels_equal_samples() {
    let folder = Folder::new();
    folder.done("shape graph.json --shape plane --unlit --samples 1 --size 3 -o a.exr --output place");
    let middle = exr(&folder.read("a.exr")).data[12..15].to_vec();
    assert!((middle[0] - 0.5).abs() < 1e-6 && (middle[1] - 0.5).abs() < 1e-6 && middle[2].abs() < 1e-6);
    let sampled = folder.run_with("sample graph.json --points - --output place", {
        format!("{},{},{}\n", middle[0], middle[1], middle[2])
    });
    let values: Vec<f32> =
        sampled.stdout.lines().last().unwrap().split(',').skip(4).map(|value| value.parse().unwrap()).collect();
    assert_eq!(values, middle);
}

#[test]
fn errors_have_codes_and_leave_nothing() {
    let folder = Folder::new();
    for (flags, code, said) in [
        ("--shape pyramid", 2, "sphere, cube, torus, cylinder, cut-block, plane"),
        ("--samples 3", 2, "1, 2, 4"),
        ("--background reddish", 2, "#f0f0f0"),
        ("--light 30", 2, "degrees right and up"),
        ("--center 1,2", 2, "three finite numbers"),
        ("--zoom 0", 2, "the zoom is 0"),
        ("--scale -1", 2, "the scale is -1"),
        ("--relief 2", 2, "the relief is 2"),
        ("--displace 0.5 --height raw", 2, "the displacement is 0.5"),
        ("--displace 0.1", 2, "no output `height` or `bump`"),
        ("--shape cube --displace 0.1 --height raw", 2, "a cube cannot be displaced"),
        ("--height hight", 2, "unknown output `hight`"),
        ("--output colr", 2, "did you mean `color`?"),
        ("--size 2000000", 4, "2000000 x 2000000"),
        ("--memory 100k", 4, "memory"),
        ("--work 1k", 4, "operations"),
        ("--size 512 --samples 64 --work 1G", 4, "operations"),
        ("--shape plane --relief 0 --unlit --size 2048 --work 10G", 4, "operations"),
        ("--displace 0.1 --height raw --size 1024 --work 1G", 4, "operations"),
        ("-o a.bmp", 2, ".png, .exr"),
        ("--environment night", 2, "studio, overcast, evening"),
        ("--mesh missing.obj", 5, "missing.obj"),
        ("--mesh graph.json", 2, ".glb"),
        ("--mesh missing.obj --shape cube", 2, "--shape"),
        ("--mesh missing.obj --displace 0.1", 2, "--displace"),
        ("-o missing/a.png", 5, "create the folder"),
    ] {
        folder.fails(&format!("shape graph.json {flags}"), code, &[said]);
        assert_eq!(folder.names(), ["graph.json"], "{flags}");
    }
}

#[test]
fn a_mesh_takes_the_place_of_the_shape() {
    let folder = Folder::new();
    let vase = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/meshes/vase.obj");
    let alphas = |name: &str, flags: &str| -> Vec<f32> {
        folder.done(&format!("shape graph.json --size 24 --samples 4 --background none --no-shadow {flags} -o {name}"));
        exr(&folder.read(name)).data.chunks(4).map(|pixel| pixel[3]).collect()
    };
    let mesh = format!("--mesh {vase}");
    let shown = alphas("mesh.exr", &mesh);
    assert!(shown.contains(&1.0) && shown[0] == 0.0 && shown != alphas("ball.exr", ""));
    // Environments change the light alone.
    for environment in ["overcast", "evening"] {
        let lit = alphas("lit.exr", &format!("{mesh} --environment {environment} --threads 3"));
        assert_eq!(lit, shown);
        assert!(folder.read("lit.exr") != folder.read("mesh.exr"));
    }
    folder.fails(&format!("shape graph.json {mesh} --memory 100k -o x.png"), 4, &["memory"]);
}

#[test]
fn channels_are_limited_to_0_to_1() {
    let folder = Folder::new();
    for flag in ["roughness", "metallic", "occlusion"] {
        let command = format!("shape graph.json --size 8 --samples 1 --{flag}=1.5 -o out.png");
        folder.fails(&command, 2, &[&format!("--{flag}"), "from 0 to 1"]);
    }
    folder.done("shape graph.json --size 8 --samples 1 --roughness 1 --emission 2 -o out.png");
}

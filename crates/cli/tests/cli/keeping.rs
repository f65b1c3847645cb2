//! What no command may lose: files that it reads, and graphs.

use std::fs;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::support::{Folder, GRAPH};

/// A PNG of 1 x 1 texel, gray 128.
const PNG: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 58, 126, 155,
    85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 218, 99, 104, 0, 0, 0, 130, 0, 129, 218, 69, 8, 59, 0, 0, 0, 0, 73, 69, 78,
    68, 174, 66, 96, 130,
];
const SHA256: &str = "e124007e0371a272f11e7fbc2414aff5a1095f3a46ad29771ea1bf3f8a5b07ca";

const QUAD: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";

/// A graph that shows an image.
fn logo(image: &str) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1,
        "images": {{"logo": {{"file": "{image}", "sha256": "{SHA256}"}}}},
        "nodes": {{"logo": {{"type": "input/image", "inputs": {{"image": "logo"}}}}}},
        "outputs": {{"color": {{"node": "logo"}}}}}}"#
    )
}

/// Runs a command that would write over a file that it reads: it fails, and all files are as they were.
fn refuses(folder: &Folder, command: &str) {
    let files = || {
        let mut all = Vec::new();
        let mut folders = vec![folder.path("")];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path);
                } else if path.is_file() {
                    all.push((path.clone(), fs::read(path).unwrap()));
                }
            }
        }
        all.sort();
        all
    };
    let before = files();
    let ran = folder.run(command);
    assert!(ran.code == 2 && ran.stderr.contains("read by this command"), "{command}: {ran:?}");
    assert!(files() == before, "{command}");
}

/// Every command with a file, for which the graph has the ending of its results.
#[test]
fn no_command_writes_over_its_graph() {
    for (command, ending) in [
        ("render IN -o OUT", "png"),
        ("render IN -o OUT", "exr"),
        ("render IN -o OUT", "tif"),
        ("render IN -o OUT", "ktx2"),
        ("render IN --output raw -o OUT", "dds"),
        ("shape IN --size 8 --samples 1 -o OUT", "png"),
        ("shape IN --size 8 --samples 1 -o OUT", "jpg"),
        ("animate IN --frames 0..1 --size 4 -o OUT", "apng"),
        ("animate IN --frames 0..1 --size 4 -o OUT", "gif"),
        ("animate IN --frames 0..1 --size 4 -o OUT", "webp"),
        ("volume IN --output raw --size 4 -o OUT", "nrrd"),
        ("volume IN --output raw --size 4 -o OUT", "raw"),
        ("volume IN --output raw --size 4 -o OUT", "df3"),
        ("volume IN --size 4 --atlas OUT", "png"),
        ("bake IN quad.obj --size 8 -o OUT", "glb"),
        ("bake IN quad.obj --vertex-colors -o OUT", "glb"),
        ("draw IN -o OUT", "svg"),
        ("export IN --to wgsl -o OUT", "wgsl"),
        ("page IN --size 4 -o OUT", "md"),
        ("sample IN --points points.npy -o OUT", "npy"),
        ("tile IN --overwrite -o OUT", "json"),
        ("group save IN stone --overwrite -o OUT", "json"),
        ("merge IN base.json base.json --overwrite -o OUT", "json"),
        ("merge base.json base.json IN --overwrite -o OUT", "json"),
        ("merge IN OUT base.json", "json"),
        ("merge base.json OUT IN", "json"),
    ] {
        let folder = Folder::new();
        folder.write("quad.obj", QUAD);
        folder.write("points.npy", "");
        folder.write("base.json", GRAPH);
        folder.write("deep/a", "");
        let graph = format!("in.{ending}");
        folder.write(&graph, grouped());
        let hard = format!("hard.{ending}");
        fs::hard_link(folder.path(&graph), folder.path(&hard)).unwrap();
        let mut paths = vec![graph.clone(), hard, format!("deep/../{graph}")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&graph, folder.path(&format!("link.{ending}"))).unwrap();
            paths.push(format!("link.{ending}"));
        }
        for path in paths {
            refuses(&folder, &command.replace("IN", &graph).replace("OUT", &path));
        }
    }
}

/// The graph of the tests with a group `stone`.
fn grouped() -> String {
    let group = r#""groups": {"stone": {"format": "travertine", "version": 1, "nodes": {"noise": {"type": "noise/perlin"}}, "outputs": {"height": {"node": "noise"}}}},
        "nodes""#;
    GRAPH.replacen("\"nodes\"", group, 1)
}

/// Names that commands make themselves.
#[test]
fn no_command_writes_over_an_image() {
    for (image, command) in [
        ("logo.png", "render logo.json --size 4"),
        ("logo.png", "render logo.json --size 4 --output all -o {graph}.png"),
        ("logo_color.png", "render logo.json --size 4 --output all"),
        ("logo_BaseColor.png", "render logo.json --size 4 --for unreal"),
        ("logo-shape.png", "shape logo.json --size 8 --samples 1"),
        ("f_01.png", "animate logo.json --frames 0..1 --size 4 --overwrite -o f_%02d.png"),
        ("slices/slice_0000.png", "volume logo.json --size 4 --slices slices"),
        ("a/b.zarr/c.png", "volume logo.json --size 4 -o a/b.zarr"),
        ("skin/quad_color.png", "bake logo.json quad.obj --size 8 --overwrite -o skin"),
        ("logo-variations/cells/0001.png", "variations logo.json --seeds 0..1 --size 4 --overwrite"),
        ("logo-variations/sheet.png", "variations logo.json --seeds 0..1 --size 4 --overwrite"),
        ("logo/output-1.png", "page logo.json --size 4"),
        ("logo/graph.svg", "page logo.json --size 4"),
        ("shots/before.png", "diff logo.json logo.json --size 4 --pictures shots"),
        ("golden-report.html", "golden ."),
        ("out.xml", "golden . --junit out.xml"),
        ("logo.png", "golden . --bless"),
        ("pictures/logo.png", "golden . --pictures pictures --bless"),
    ] {
        let folder = Folder::new();
        folder.write("logo.json", logo(image));
        folder.write("quad.obj", QUAD);
        folder.write(image, PNG);
        refuses(&folder, command);
    }
}

/// A folder that is replaced as a whole.
#[test]
fn a_hard_link_to_an_image_is_kept() {
    let folder = Folder::new();
    folder.write("logo.json", logo("logo.png"));
    folder.write("logo.png", PNG);
    folder.write("block.zarr/deep/a", "");
    fs::hard_link(folder.path("logo.png"), folder.path("block.zarr/deep/b")).unwrap();
    refuses(&folder, "volume logo.json --size 4 -o block.zarr");
}

#[test]
#[cfg(unix)]
fn an_image_behind_a_link_is_kept() {
    let folder = Folder::new();
    folder.write("logo.json", logo("logo.png"));
    folder.write("logo.png", PNG);
    std::os::unix::fs::symlink(".", folder.path("here")).unwrap();
    refuses(&folder, "render logo.json --size 4 -o here/logo.png");
    let said = "here/logo.png is the same file as logo.png, which is read by this command; choose another path";
    folder.fails("render logo.json --size 4 -o here/logo.png", 2, &[said]);
}

/// A mesh with its buffer and its image, which the bake itself names.
#[test]
fn no_command_writes_over_a_file_of_its_mesh() {
    let folder = Folder::new();
    let numbers = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].concat();
    let uvs = [0.0_f32, 0.0, 1.0, 0.0, 0.0, 1.0];
    let bytes: Vec<u8> = numbers.iter().chain(&uvs).flat_map(|number| number.to_le_bytes()).collect();
    let mesh = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "BUFFER", "byteLength": 60}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"}],
        "images": [{"uri": "IMAGE"}], "materials": [{"name": "a"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
        "nodes": [{"mesh": 0}]}"#;
    folder.write("m.gltf", mesh.replace("BUFFER", "b.png").replace("IMAGE", "a_color.png"));
    folder.write("b.png", bytes);
    folder.write("a_color.png", PNG);
    for command in [
        "bake graph.json m.gltf --size 8 --overwrite --output color -o .",
        "shape graph.json --mesh m.gltf --size 8 --samples 1 -o b.png",
        "shape graph.json --mesh m.gltf --size 8 --samples 1 -o a_color.png",
    ] {
        refuses(&folder, command);
    }
    folder.write("quad.glb", "");
    folder.write("quad.obj", QUAD);
    folder.done("bake graph.json quad.obj --size 8 --output color -o quad.glb");
    // A model with new UVs has the name of the mesh.
    refuses(&folder, "bake graph.json quad.glb --unwrap --size 8 --output color -o .");
    // An OBJ has textures and an MTL next to it.
    for command in [
        "bake graph.json m.gltf --size 8 --overwrite --output color -o baked.obj",
        "bake graph.json quad.obj --size 8 --overwrite --output color -o quad.obj",
        "bake graph.json quad.obj --vertex-colors --overwrite --output color -o quad.obj",
    ] {
        refuses(&folder, command);
    }
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = Folder::new();
    let input = fs::File::open(folder.path("graph.json")).unwrap();
    let mut command = std::process::Command::new(folder.command().get_program());
    let command = command.args(["tile", "-", "--overwrite", "-o", "graph.json"]).current_dir(folder.path(""));
    let output = command.stdin(input).output().unwrap();
    if cfg!(unix) {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(folder.read("graph.json") == GRAPH.as_bytes());
    }
}

#[test]
fn a_picture_and_a_solid_have_names_of_their_own() {
    let folder = Folder::new();
    folder.done("render graph.json --size 4");
    let picture = folder.read("graph.png");
    folder.done("shape graph.json --size 8 --samples 1");
    assert!(folder.read("graph.png") == picture && folder.path("graph-shape.png").exists());
    // Results can be made again.
    folder.done("render graph.json --size 8");
    folder.done("render graph.json --size 4 -o graph.png");
    assert!(folder.read("graph.png") == picture);
}

/// The rule of `travertine --help`.
#[test]
fn graphs_are_replaced_only_if_that_is_asked_for() {
    let folder = Folder::new();
    folder.write("in.json", grouped());
    folder.write("mine.json", "mine");
    for command in [
        "new marble -o mine.json",
        "tile in.json -o mine.json",
        "group save in.json stone -o mine.json",
        "merge graph.json graph.json graph.json -o mine.json",
    ] {
        folder.fails(command, 5, &["mine.json already exists; add --overwrite to replace it"]);
        assert!(folder.read("mine.json") == b"mine");
        assert_eq!(folder.run(&format!("{command} --overwrite")).code, 0, "{command}");
        folder.write("mine.json", "mine");
    }
    // Ours is what a merge replaces.
    folder.write("other.json", GRAPH);
    folder.done("merge other.json graph.json other.json -o graph.json");
    assert!(folder.done("--help").contains("Overwriting:"));
}

#[test]
fn names_that_differ_by_case_are_refused_and_devices_renamed() {
    let folder = Folder::new();
    let outputs = r#"{"CON": {"node": "noise"}, "BaseColor": {"node": "ramp"}, "basecolor": {"node": "ramp"}, "#;
    folder.write("g.json", GRAPH.replace("\"outputs\": {", &format!("\"outputs\": {outputs}")));
    for command in [
        "render g.json --size 4 --output BaseColor,basecolor",
        "render g.json --size 4 --output basecolor --for unreal",
    ] {
        let said = "g_BaseColor.png and g_basecolor.png are one file on systems that ignore case";
        let ran = folder.run(command);
        let turned = "g_basecolor.png and g_BaseColor.png are one file";
        assert!(ran.code == 2 && (ran.stderr.contains(said) || ran.stderr.contains(turned)), "{ran:?}");
    }
    assert_eq!(folder.run("render g.json --size 4 --output CON -o {output}.png").code, 0);
    assert!(folder.path("CON_.png").exists() && !folder.path("CON.png").exists());
    // What the user names is not a name of the graph.
    if cfg!(unix) {
        folder.write("aux/mine", "");
        assert_eq!(folder.run("render g.json --size 4 --output CON -o aux/{output}.png").code, 0);
        assert!(folder.path("aux/CON_.png").exists() && !folder.path("aux_").exists());
    }
    folder.fails("render g.json --size 4 --output all -o NUL.{ext}", 2, &["NUL.png is a device for Windows"]);
    folder.run("golden . --bless");
    let ran = folder.run("golden .");
    assert!(ran.code == 1 && ran.stdout.contains("another output has the same golden picture"), "{ran:?}");
}

#[test]
fn pictures_of_an_invalid_graph_belong_to_it() {
    let folder = Folder::new();
    let presets = r#""presets": {"Fine": {"values": {"cells": 9}}}, "nodes""#;
    folder.write("g/a.json", GRAPH.replacen("\"nodes\"", presets, 1));
    folder.write("g/a.b.json", GRAPH);
    assert_eq!(folder.run("golden g --bless").code, 0);
    assert!(folder.path("g/a.raw.png").exists() && folder.path("g/a@Fine.png").exists());
    for damage in [GRAPH.replace("noise/perlin", "noise/pearl"), "{".to_owned(), "{}".to_owned(), String::new()] {
        folder.write("g/a.json", damage);
        let ran = folder.run("golden g");
        assert!(ran.code == 1 && !ran.stderr.contains("belongs to no graph"), "{ran:?}");
    }
    fs::remove_file(folder.path("g/a.json")).unwrap();
    let ran = folder.run("golden g");
    assert!(ran.code == 0 && ran.stderr.contains("a@Fine.png belongs to no graph"), "{ran:?}");
}

/// Its images, whose headers alone are there, would take terabytes.
#[test]
fn pictures_of_a_graph_that_is_too_large_belong_to_it() {
    let folder = Folder::new();
    folder.write("g/a.json", GRAPH);
    assert_eq!(folder.run("golden g --bless").code, 0);
    let images: Vec<String> = (0..2000)
        .map(|index| {
            let header = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8192 +X {}\n", 8192 - index);
            let sha256: String = Sha256::digest(&header).iter().map(|byte| format!("{byte:02x}")).collect();
            folder.write(&format!("g/{index}.hdr"), header);
            format!(r#""{index}": {{"file": "{index}.hdr", "sha256": "{sha256}"}}"#)
        })
        .collect();
    let images = format!("\"images\": {{{}}}, \"nodes\"", images.join(", "));
    folder.write("g/a.json", GRAPH.replacen("\"nodes\"", &images, 1));
    let ran = folder.run("golden g");
    assert!(ran.code == 4 && ran.stdout.contains("use smaller images"), "{ran:?}");
    assert_eq!(ran.stderr, "");
}

/// Each run reads the graph and replaces it.
#[test]
fn groups_that_are_added_at_once_are_all_there() {
    let folder = Folder::new();
    let names = ["brick-wall", "planks", "cracks", "growth-rings"];
    let runs = names.map(|name| folder.start(&format!("group add graph.json {name}")));
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let graph = String::from_utf8(folder.read("graph.json")).unwrap();
    assert!(names.iter().all(|name| graph.contains(&format!("\"{name}\": {{"))), "{graph}");
    assert_eq!(folder.names(), ["graph.json"]);
}

/// A merge begins when another process, which changes ours, is done.
#[test]
fn a_change_of_ours_during_a_merge_is_merged() {
    let folder = Folder::new();
    folder.write("ours.json", GRAPH);
    folder.write("theirs.json", GRAPH.replace("\"seed\": 7", "\"seed\": 8"));
    let lock = fs::File::create(folder.path(".travertine-ours.json.lock")).unwrap();
    lock.lock().unwrap();
    let mut merge = folder.start("merge graph.json ours.json theirs.json");
    std::thread::sleep(Duration::from_millis(300));
    folder.write("ours.json", GRAPH.replace("\"default\": 4.0", "\"default\": 5.0"));
    drop(lock);
    assert!(merge.wait().unwrap().success());
    let merged = String::from_utf8(folder.read("ours.json")).unwrap();
    assert!(merged.contains("\"seed\": 8") && merged.contains("\"default\": 5"), "{merged}");
    assert_eq!(folder.names(), ["graph.json", "ours.json", "theirs.json"]);
}

/// A new graph waits for another process that changes the file, and then meets what that wrote.
#[test]
fn new_graphs_wait_for_those_who_change_the_file() {
    let folder = Folder::new();
    folder.write("groups.json", GRAPH);
    folder.done("group add groups.json brick-wall");
    for command in ["new marble -o", "tile graph.json -o", "group save groups.json brick-wall --output"] {
        let lock = fs::File::create(folder.path(".travertine-it.json.lock")).unwrap();
        lock.lock().unwrap();
        let mut run = folder.start(&format!("{command} it.json"));
        std::thread::sleep(Duration::from_millis(300));
        assert!(!folder.path("it.json").exists(), "{command}");
        folder.write("it.json", "mine");
        drop(lock);
        assert_eq!(run.wait().unwrap().code(), Some(5), "{command}");
        assert_eq!(folder.read("it.json"), b"mine", "{command}");
        fs::remove_file(folder.path("it.json")).unwrap();
    }
}

#[test]
fn a_folder_has_one_page_at_a_time() {
    let folder = Folder::new();
    let runs = [4, 8, 16, 32].map(|size| (size, folder.start(&format!("page graph.json --size {size} --brief"))));
    let done: Vec<u32> =
        runs.into_iter().filter_map(|(size, mut run)| run.wait().unwrap().success().then_some(size)).collect();
    // One that comes later may find the folder free again.
    let picture = folder.read("graph/output-1.png");
    let width = u32::from_be_bytes(picture[16..20].try_into().unwrap());
    assert!(done.contains(&width) && !folder.path("graph/.travertine-lock").exists(), "{done:?} {width}");
    folder.write("graph/.travertine-lock", "");
    let lock = fs::OpenOptions::new().write(true).open(folder.path("graph/.travertine-lock")).unwrap();
    lock.lock().unwrap();
    folder.fails("page graph.json --size 4", 5, &["is being written by another process"]);
    assert!(folder.read("graph/output-1.png") == picture);
}

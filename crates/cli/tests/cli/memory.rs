//! Tests of memory: rows and bricks stream to files, so memory does not grow with the height of a picture or the
//! depth of a volume, and stays below --memory.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::yield_now;

use base64::Engine;
use sha2::{Digest, Sha256};

use crate::support::{Folder, GRAPH, binary};

/// The peak memory of a run in KiB, measured by polling.
fn peak(arguments: &str) -> u64 {
    let (peak, code) = run(&Folder::new(), &format!("{arguments} --threads 2"));
    assert!(code == 0 && peak > 0, "{arguments}: {code}, {peak} KiB");
    peak
}

/// The peak memory of a run in a folder in KiB (0 if it ends before the first measurement), and its exit code.
fn run(folder: &Folder, arguments: &str) -> (u64, i32) {
    let mut command = Command::new(binary());
    command.args(arguments.split_whitespace()).env("RAYON_NUM_THREADS", "2");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.current_dir(folder.path("")).spawn().unwrap();
    let mut peak = 0;
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let figure = line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|figure| figure.parse().ok());
        peak = figure.unwrap_or(peak);
        // A pause could miss what is allocated last.
        yield_now();
    };
    (peak, code.unwrap())
}

#[test]
fn memory_does_not_grow_with_the_height_of_a_picture() {
    for file in ["a.png", "a.exr"] {
        let render = |height| peak(&format!("render graph.json --size 512x{height} -o {file}"));
        // Even the low picture has more bands than fit into memory at a time.
        let (low, high) = (render(4 * 1024), render(16 * 1024));
        // The high picture has 96 MiB in total.
        assert!(high < low + 8 * 1024, "{low} KiB for 4096 rows, {high} KiB for four times as many: {file}");
    }
}

#[test]
fn memory_does_not_grow_with_the_depth_of_a_volume() {
    for file in ["a.raw", "a.zarr"] {
        let volume = |depth| peak(&format!("volume graph.json --output raw --size 128x128x{depth} -o {file}"));
        let (shallow, deep) = (volume(128), volume(1024));
        // The deep volume has 64 MiB in total.
        assert!(deep < shallow + 24 * 1024, "{shallow} KiB for 128 slices, {deep} KiB for eight times as many: {file}");
    }
}

/// Memory of a process that `--memory` does not limit, in KiB: program, libraries, graph, stacks, and memory that the
/// allocator retains.
const OVERHEAD: u64 = 48 << 10;

/// A GLB with a JSON text and a binary chunk of `numbers` zeros.
fn glb(json: &str, numbers: usize) -> Vec<u8> {
    let mut text = json.to_owned().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(((28 + text.len() + numbers) as u32).to_le_bytes());
    file.extend((text.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(text);
    file.extend((numbers as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.resize(file.len() + numbers, 0);
    file
}

/// A square grid of `side` x `side` small squares.
fn square(side: usize) -> String {
    let mut obj = "vn 0 0 1\n".to_owned();
    for (row, column) in (0..=side).flat_map(|row| (0..=side).map(move |column| (row, column))) {
        let [u, v] = [column, row].map(|step| step as f32 / side as f32);
        writeln!(obj, "v {u} {v} 0\nvt {u} {v}").unwrap();
    }
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let first = row * (side + 1) + column + 1;
        let corners = [first, first + 1, first + side + 2, first + side + 1];
        writeln!(obj, "f{}", corners.map(|corner| format!(" {corner}/{corner}/1")).concat()).unwrap();
    }
    obj
}

#[test]
fn bakes_stay_below_their_memory_limit() {
    const MEMORY: u64 = 128;
    let many = |entry: &str, count: usize| vec![entry; count].join(",");
    let accessor = r#""accessors":[{"bufferView":0,"componentType":5126,"count":349525,"type":"VEC3"}]"#;
    let view = r#""bufferViews":[{"buffer":0,"byteLength":4194300}]"#;
    let primitive = r#"{"attributes":{"POSITION":0,"NORMAL":0}}"#;
    let scene = |rest: &str| {
        let buffers = r#""buffers":[{"byteLength":4194300}]"#;
        glb(&format!("{{{accessor},{view},{buffers},{rest}}}"), 4 << 20)
    };
    let folder = Folder::new();
    for (name, file, code) in [
        // The same buffer many times.
        ("blocks.glb", glb(&format!(r#"{{"buffers":[{}]}}"#, many(r#"{"byteLength":9}"#, 599)), 8 << 20), 3),
        // The same primitive many times, in one mesh or in many nodes.
        ("lists.glb", scene(&format!(r#""meshes":[{{"primitives":[{}]}}]"#, many(primitive, 60))), 4),
        (
            "nodes.glb",
            scene(&format!(
                r#""meshes":[{{"primitives":[{primitive}]}}],"nodes":[{}],"scenes":[{{"nodes":[{}]}}]"#,
                many(r#"{"mesh":0}"#, 60),
                (0..60).map(|node| node.to_string()).collect::<Vec<_>>().join(",")
            )),
            4,
        ),
        // JSON whose parsed value takes many times its size.
        ("objects.glb", glb(&format!(r#"{{"extras":[{}]}}"#, many("{}", 8 << 20)), 0), 4),
        ("lists.gltf", format!("[{}]", many("[0]", 8 << 20)).into_bytes(), 4),
        ("small.glb", glb(&format!(r#"{{"extras":[{}]}}"#, many(r#"{"":0}"#, 100_000)), 0), 3),
        ("corners.obj", format!("v 0 0 0\nf{}\n", " 1".repeat(8 << 20)).into_bytes(), 4),
        ("objects.obj", format!("v 0 0 0\n{}", "o a\nusemtl b\nf 1 1 1\n".repeat(1 << 20)).into_bytes(), 4),
        ("square.obj", square(200).into_bytes(), 0),
    ] {
        folder.write(name, file);
        let (peak, ended) = run(
            &folder,
            &format!("bake graph.json {name} -o {name}.out --memory {MEMORY}MiB --height raw --occlusion --size 256"),
        );
        assert_eq!(ended, code, "{name}");
        assert!(peak < (MEMORY << 10) + OVERHEAD, "{peak} KiB: {name}");
    }
}

/// A hilly square of `side` x `side` x 2 triangles, without normals.
fn hills(side: u32) -> Vec<u8> {
    let (vertices, triangles) = ((side + 1) * (side + 1), 2 * side * side);
    let mut file = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {triangles}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes();
    for index in 0..vertices {
        let [x, y] = [index % (side + 1), index / (side + 1)].map(|step| step as f32 / side as f32);
        let height = x * (1.0 - x) * y * (1.0 - y);
        file.extend([x, y, height].into_iter().flat_map(f32::to_le_bytes));
    }
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let [a, b] = [row * (side + 1) + column, (row + 1) * (side + 1) + column];
        for corners in [[a, a + 1, b + 1], [a, b + 1, b]] {
            file.push(3);
            file.extend(corners.into_iter().flat_map(u32::to_le_bytes));
        }
    }
    file
}

#[test]
fn meshes_take_the_memory_that_they_are_said_to_need() {
    let folder = Folder::new();
    folder.write("hills.ply", hills(400));
    for (flags, enough, few) in [("--vertex-colors", 70, 60), ("--unwrap --size 64", 80, 60)] {
        for (memory, code) in [(enough, 0), (few, 4)] {
            let command = format!("bake graph.json hills.ply -o a.glb --overwrite {flags} --memory {memory}M");
            let (peak, found) = run(&folder, &command);
            assert_eq!(found, code, "{command}");
            assert!(peak < (memory << 10) + OVERHEAD, "{command} took {peak} KiB");
        }
    }
}

#[test]
fn memory_that_the_system_refuses_is_an_error() {
    let folder = Folder::new();
    // A size in the header is refused before anything is decoded.
    folder.write("big.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8192 +X 8192\n");
    folder.write("image.json", of_image(&folder, "big.hdr", 1));
    for command in [
        // A band, all of the picture for its format, texels.
        "render graph.json --size 16384 --tile whole -o a.png",
        "render graph.json --size 16384 -o a.jpg",
        "render image.json --size 16 -o a.png",
    ] {
        // In KiB; the program itself takes a quarter of it.
        let ran = folder.run_limited("-v 400000", &format!("{command} --memory 64G"));
        ran.expect_failure(4, &["MiB of memory, which its budget allows, but the system refuses; "]);
        assert_eq!(folder.names(), ["big.hdr", "graph.json", "image.json"], "{command}");
    }
}

/// A terrain with two passes over 1024 x 1024 samples: 24 MiB at a time.
const LAND: &str = r#"{
  "format": "travertine", "version": 1,
  "nodes": {
    "hills": {"type": "noise/perlin"},
    "slid": {"type": "terrain/thermal", "inputs": {
      "height": {"node": "hills"}, "resolution": 1024, "iterations": 1, "edge": "repeat"
    }},
    "land": {"type": "terrain/smooth", "inputs": {
      "height": {"node": "slid"}, "resolution": 1024, "iterations": 1, "edge": "repeat"
    }},
    "color": {"type": "color/ramp", "inputs": {"value": {"node": "land"}}}
  },
  "outputs": {"color": {"node": "color"}, "height": {"node": "land"}}
}"#;

/// A chain of `count` noises, each at a position moved by the noise before.
fn nested(count: usize) -> String {
    let noise = |index: usize| {
        let position = format!(r#"{{"node": "m{index}"}}"#);
        format!(
            r#""m{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "place", "output": "position"}}, "b": {{"node": "n{}"}}}}}},
               "n{index}": {{"type": "noise/perlin", "inputs": {{"position": {position}, "seed": {index}, "octaves": 4}}}}"#,
            index - 1
        )
    };
    let nodes: Vec<String> = (1..=count).map(noise).collect();
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{
             "place": {{"type": "input/position"}}, "n0": {{"type": "noise/perlin"}}, {}
           }}, "outputs": {{"value": {{"node": "n{count}"}}}}}}"#,
        nodes.join(",")
    )
}

#[test]
fn commands_stay_below_their_memory_limit() {
    let folder = Folder::new();
    folder.write("land.json", LAND);
    folder.write("cases/land.json", LAND);
    folder.write("nested.json", nested(60));
    folder.write("points.csv", "x,y\n0.5,0.5\n0.1,0.2\n");
    folder.done("render graph.json --size 1024 -o a.png");
    folder.done("render graph.json --size 1024 -o b.exr");
    for (command, codes) in [
        ("sample land.json --points points.csv", [0, 4]),
        ("sample nested.json --points points.csv", [0, 0]),
        ("check land.json --tile", [0, 4]),
        ("check nested.json --tile", [1, 4]),
        ("render land.json --size 64 -o land.png", [0, 4]),
        ("render nested.json --size 2048x300 -o nested.png", [0, 4]),
        ("shape land.json --shape sphere --size 64 -o shape.png", [0, 4]),
        ("volume land.json --output height --size 64x64x16 -o land.raw", [0, 4]),
        ("animate land.json --frames 0..2 --size 64 -o land.gif", [0, 4]),
        ("variations land.json --seeds 0..2 --size 64 -o sheet", [0, 4]),
        ("compare a.png b.exr", [1, 4]),
        // Without golden pictures, every case fails with 1.
        ("golden cases", [1, 4]),
    ] {
        // A limit that suffices, and one that does not.
        for (memory, code) in [64, 1].into_iter().zip(codes) {
            let (peak, found) = run(&folder, &format!("{command} --memory {memory}M"));
            assert_eq!(found, code, "{command} with {memory} MiB");
            assert!(peak < (memory << 10) + OVERHEAD, "{command} took {peak} KiB of {memory} MiB");
        }
    }
}

#[test]
fn large_rasters_are_refused_with_the_memory_they_need() {
    let folder = Folder::new();
    let land = LAND.replace("1024", "2048").replace(r#""edge": "repeat""#, r#""across": 8, "down": 8"#);
    folder.write("land.json", land);
    folder.write("points.csv", "0.5,0.5\n");
    for command in [
        "sample land.json --points points.csv --memory 256M",
        "check land.json --tile --memory 256M",
        "render land.json --memory 256M",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 4, "{ran:?}");
        // A plane has 1 GiB. The results of a check take some of the memory; the message names the whole budget.
        for words in ["making the grids of the graph's nodes needs about 4", "its budget is 256 MiB"] {
            assert!(ran.stderr.contains(words), "{}", ran.stderr);
        }
    }
}

/// A document with as many names for an image in a file as are asked for, and one that is read.
fn of_image(folder: &Folder, file: &str, names: usize) -> String {
    let digest: String = {
        let bytes = fs::read(folder.path(file)).unwrap();
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let image = |index| format!(r#""i{index}": {{"file": "{file}", "sha256": "{digest}"}}"#);
    let images: Vec<String> = (0..names).map(image).collect();
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{"i": {{"type": "input/image", "inputs": {{"image": "i0"}}}}}},
           "outputs": {{"color": {{"node": "i"}}}}, "images": {{{}}}}}"#,
        images.join(",")
    )
}

#[test]
fn images_count_towards_the_memory_limit() {
    let folder = Folder::new();
    folder.done("render graph.json --size 2048 -o big.png");
    // Three bytes and three floats for each texel.
    let texels = 2048 * 2048 * (3 + 3 * 4) / 1024;
    folder.write("images.json", of_image(&folder, "big.png", 20));
    let (peak, code) = run(&folder, "render images.json --size 16 -o a.png --memory 200M");
    assert_eq!(code, 0);
    assert!(peak > texels && peak < texels * 115 / 100 + OVERHEAD, "{peak} KiB, of {texels} in the header");
    let (peak, code) = run(&folder, "render images.json --size 16 -o a.png --memory 40M");
    assert_eq!(code, 4);
    // Nothing is decoded that would not fit.
    assert!(peak < OVERHEAD, "{peak} KiB");
    let refused = folder.run("render images.json --size 16 -o a.png --memory 40M");
    assert!(refused.stderr.contains("the graph with its images needs about 6"), "{}", refused.stderr);
    // A file of 256 MiB without content is read once, and not at all where it does not fit.
    fs::File::create(folder.path("sparse.png")).unwrap().set_len(256 << 20).unwrap();
    folder.write("sparse.json", of_image(&folder, "big.png", 20).replace("big.png", "sparse.png"));
    let (peak, code) = run(&folder, "render sparse.json -o a.png --memory 200M");
    assert!(code == 4 && peak < OVERHEAD, "{code}, {peak} KiB");
}

#[test]
fn commands_that_open_several_graphs_count_their_images() {
    let folder = Folder::new();
    folder.done("render graph.json --size 2048 -o big.png");
    fs::create_dir(folder.path("cases")).unwrap();
    fs::hard_link(folder.path("big.png"), folder.path("cases/big.png")).unwrap();
    let graph = of_image(&folder, "big.png", 1);
    for name in ["a.json", "b.json", "cases/a.json"] {
        folder.write(name, &graph);
    }
    // An image takes 60 MiB.
    for command in ["diff a.json b.json --pictures out --size 16 --memory 100M", "golden cases --memory 40M"] {
        let (peak, code) = run(&folder, command);
        assert!(code == 4 && peak < OVERHEAD, "{code}, {peak} KiB: {command}");
    }
    // Numbers next to a header count as if they were in one file.
    fs::File::create(folder.path("sparse.raw")).unwrap().set_len(200 << 20).unwrap();
    let mut images = Vec::new();
    for index in 0..20 {
        folder.write(&format!("i{index}.nhdr"), "NRRD0004\ndata file: sparse.raw\n");
        images.push(format!(r#""i{index}": {{"file": "i{index}.nhdr", "sha256": "{}"}}"#, "0".repeat(64)));
    }
    let images = format!(r#""images": {{{}}}, "nodes""#, images.join(","));
    folder.write("numbers.json", GRAPH.replace(r#""nodes""#, &images));
    let (peak, code) = run(&folder, "render numbers.json -o a.png --memory 100M");
    assert!(code == 4 && peak < OVERHEAD, "{code}, {peak} KiB");
}

#[test]
fn a_build_opens_one_graph_at_a_time() {
    const GRAPHS: u64 = 16;
    let folder = Folder::new();
    folder.done("render graph.json --size 2048 -o image.png");
    let graph = of_image(&folder, "image.png", 1);
    let mut targets = Vec::new();
    for index in 0..GRAPHS {
        folder.write(&format!("{index}.json"), &graph);
        targets.push(format!(
            r#""{index}": {{"make": "render", "graph": "{index}.json", "to": "{index}.png", "size": 16}}"#
        ));
    }
    folder.write(
        "a.build.json",
        format!(r#"{{"format": "travertine-build", "version": 1, "targets": {{{}}}}}"#, targets.join(",")),
    );
    // Three bytes for each texel of each image.
    let (memory, all) = (64 << 10, GRAPHS * 2048 * 2048 * 3 / 1024);
    assert!(memory + OVERHEAD < all);
    let (peak, code) = run(&folder, "build a.build.json --check --memory 64M");
    assert!(code == 1 && peak < memory + OVERHEAD, "{code}, {peak} KiB");
}

#[test]
fn documents_are_counted_before_they_are_parsed() {
    let folder = Folder::new();
    let more = format!(r#""more": [{}], "nodes""#, vec!["{}"; 2_000_000].join(","));
    folder.write("large.json", GRAPH.replacen(r#""nodes""#, &more, 1));
    for command in [
        "render large.json -o a.png",
        "merge large.json graph.json graph.json -o m.json",
        "merge graph.json large.json graph.json -o m.json",
        "merge graph.json graph.json large.json -o m.json",
        "diff graph.json large.json",
    ] {
        let (peak, code) = run(&folder, &format!("{command} --memory 100M"));
        assert!(code == 4 && peak < OVERHEAD + 16 * 1024, "{code}, {peak} KiB: {command}");
    }
}

#[test]
fn images_of_a_merge_count() {
    let folder = Folder::new();
    folder.write(
        "graph.json",
        GRAPH.replacen(r#""outputs": {"#, r#""outputs": {"flat": {"node": "flat"}, "#, 1).replacen(
            r#""nodes": {"#,
            r#""nodes": {"flat": {"type": "math/add"}, "#,
            1,
        ),
    );
    // Of one color, so that the file is small: its texels take 20 MiB.
    folder.done("render graph.json --output flat --size 2048 -o flat.png");
    let data = base64::engine::general_purpose::STANDARD.encode(folder.read("flat.png"));
    let image = format!(r#""images": {{"i": {{"data": "{data}"}}}}, "nodes""#);
    let used = r#""nodes": {"i": {"type": "input/image", "inputs": {"image": "i"}}, "#;
    folder.write("graph.json", GRAPH.replacen(r#""nodes": {"#, used, 1).replacen(r#""nodes""#, &image, 1));
    folder.done("merge graph.json graph.json graph.json -o m.json");
    let (peak, code) = run(&folder, "merge graph.json graph.json graph.json -o m.json --overwrite --memory 16M");
    assert!(code == 4 && peak < OVERHEAD, "{code}, {peak} KiB");
}

#[test]
fn texts_count_towards_the_limits() {
    let folder = Folder::new();
    let mut nodes = r#""s0": {"type": "math/add"}"#.to_owned();
    for index in 1..=300 {
        let text: String = (0..1000).map(|place| char::from(b'A' + ((place + index) % 26) as u8)).collect();
        let text = format!("{index}{}", &text[3..]);
        write!(nodes, r#", "t{index}": {{"type": "input/text", "inputs": {{"text": "{text}"}}}}"#).unwrap();
        let inputs = format!(r#"{{"a": {{"node": "s{}"}}, "b": {{"node": "t{index}"}}}}"#, index - 1);
        write!(nodes, r#", "s{index}": {{"type": "math/minimum", "inputs": {inputs}}}"#).unwrap();
    }
    folder.write(
        "texts.json",
        format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"distance": {{"node": "s300"}}}}}}"#
        ),
    );
    let (peak, code) = run(&folder, "render texts.json --size 1 -o a.png --memory 30M");
    assert!(code == 4 && peak < (30 << 10) + OVERHEAD, "{code}, {peak} KiB");
    let (peak, code) = run(&folder, "render texts.json --size 1 -o a.png --memory 256M");
    // Some 6 strokes for each letter, with their boxes.
    assert!(code == 0 && peak > 80 << 10 && peak < 100 * 115 / 100 * 1024 + OVERHEAD, "{code}, {peak} KiB");
    assert_eq!(folder.run("render texts.json --size 1 -o a.png --work 1G").code, 4);
}

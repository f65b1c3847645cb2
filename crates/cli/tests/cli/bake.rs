//! Tests of `travertine bake`.

use std::fs;

use crate::kills::kill_and_continue;
use crate::pictures::{exr, png};
use crate::support::Folder;

/// A square with UVs.
const SQUARE: &str =
    "o square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("square.obj", SQUARE);
    folder
}

/// The names in a folder, sorted.
fn names(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(name)).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_gets_a_file_for_each_output() {
    let folder = folder();
    folder.done("bake graph.json square.obj -o out --size 32 --format exr");
    assert_eq!(names(&folder, "out"), ["square_color.exr", "square_place.exr", "square_raw.exr"]);
    // The square has the pixels of the unit square, with y up, and the graph has y down.
    let place = exr(&folder.read("out/square_place.exr"));
    assert_eq!(place.data[..6], [0.015625, -0.984375, 0.0, 0.046875, -0.984375, 0.0]);
    let ran = folder.run_with("sample graph.json --points - --output raw", "0.015625,-0.984375");
    let value: f32 = ran.stdout.trim().rsplit(',').next().unwrap().parse().unwrap();
    assert_eq!(exr(&folder.read("out/square_raw.exr")).data[0], value);

    folder.done("bake graph.json square.obj -o other --size 16x8 --output color --bits 16");
    assert_eq!(names(&folder, "other"), ["square_color.png"]);
    let (picture, bits, srgb) = png(&folder.read("other/square_color.png"));
    assert_eq!((picture.width, picture.height, bits, srgb), (16, 8, 16, true));
    folder.done("bake graph.json square.obj -o other --size 8 --output color,place --height raw --up=-y");
    assert_eq!(names(&folder, "other"), ["square_color.png", "square_normal.png", "square_place.png"]);
}

#[test]
fn heights_have_16_bits() {
    let folder = folder();
    let text = String::from_utf8(folder.read("graph.json")).unwrap();
    let outputs = r#""outputs": {"height": {"node": "my.remap"}, "bumps": {"node": "my.remap"}, "#;
    folder.write("graph.json", text.replace("\"outputs\": {", outputs));
    let depths = |flags: &str| {
        let ran = folder.run(&format!("bake graph.json square.obj -o out --size 16 {flags}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        ["height", "bumps", "color"].map(|name| png(&folder.read(&format!("out/square_{name}.png"))).1)
    };
    assert_eq!(depths(""), [16, 8, 8]);
    assert_eq!(depths("--no-normals"), [16, 8, 8]);
    // The output of the normals is a height, too.
    assert_eq!(depths("--height bumps"), [16, 16, 8]);
    assert_eq!(depths("--bits 8"), [8, 8, 8]);
    assert_eq!(depths("--bits 16"), [16, 16, 16]);
}

#[test]
fn flags_change_a_glb_and_execution_does_not() {
    let folder = folder();
    let bake = |flags: &str| {
        let ran = folder.run(&format!("bake graph.json square.obj -o out.glb --size 16 --output color {flags}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        folder.read("out.glb")
    };
    let plain = bake("");
    assert!(plain.starts_with(b"glTF"));
    assert!(bake("--threads 3 --simd scalar") == plain);
    let flags = [
        "--scale 2",
        "--offset 0,0,0.25",
        "--up z",
        "--samples 4",
        "--height raw",
        "--param cells=8",
        "--seed 4",
        "--project box",
        "--unwrap",
        "--vertex-colors",
        "--occlusion",
    ];
    for flags in flags {
        assert!(bake(flags) != plain, "{flags}");
    }
    folder
        .done("bake graph.json out.glb -o again.glb --size 16 --output color --height raw --strength -0.1 --green up");
    assert_eq!(folder.names(), ["again.glb", "graph.json", "out.glb", "square.obj"]);
}

#[test]
fn scans_are_unwrapped_into_the_same_bytes_on_any_threads() {
    let folder = folder();
    let facet = |[a, b, c]: [&str; 3]| {
        format!("facet normal 0 0 0\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n")
    };
    let [a, b, c, d] = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"];
    let facets = [[a, c, b], [a, b, d], [b, c, d], [c, a, d]].map(facet).concat();
    folder.write("scan.stl", format!("solid scan\n{facets}endsolid\n"));
    let bake = "bake graph.json scan.stl --unwrap --size 64 --output color";
    let ran = folder.run(&format!("{bake} -o one"));
    assert!(ran.code == 0 && ran.stderr.contains("unwrapped into 4 charts"), "{}", ran.stderr);
    assert_eq!(names(&folder, "one"), ["scan.glb", "scan_color.png"]);
    assert_eq!(folder.run(&format!("{bake} -o two --threads 3 --simd scalar")).code, 0);
    // The model names the texture next to it.
    let model = folder.read("one/scan.glb");
    assert!(String::from_utf8_lossy(&model).contains(r#""uri":"scan_color.png""#));
    for name in ["scan.glb", "scan_color.png"] {
        assert!(folder.read(&format!("one/{name}")) == folder.read(&format!("two/{name}")), "{name}");
    }
}

#[test]
fn warnings_go_to_standard_error() {
    let folder = folder();
    folder.write("twice.obj", format!("{SQUARE}f 1/1 2/2 3/3\n"));
    let ran = folder.run("bake graph.json twice.obj -o out --size 16 --output raw");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    for said in ["warning: UVs of the texture set `square` overlap at", "square_raw.png", "were clipped"] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn errors_have_codes_and_messages() {
    let folder = folder();
    folder.write("bare.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("far.obj", SQUARE.replace("vt 1 1", "vt 1 7.5"));
    folder.write("left.obj", format!("{SQUARE}vt -1 0\nvt -1 1\nf 1/1 3/6 2/5\n"));
    folder.write("cut.glb", "glTF\u{2}\0\0\0\u{7f}\0\0\0");
    folder.write("taken", "mine");
    for (arguments, code, said) in [
        ("bare.obj -o out", 3, "mesh `bare` has faces without UVs"),
        ("nan.obj -o out", 3, "not finite"),
        ("far.obj -o out", 3, "spans several unit squares"),
        ("left.obj -o out", 3, "starts at -1, 0"),
        ("cut.glb -o out", 3, "truncated"),
        ("square.obj -o out --uv 1", 3, "than the UV set 0"),
        ("square.fbx -o out", 2, ".obj, .ply or .stl"),
        ("bare.obj -o out", 3, "`unwrap`"),
        ("square.obj -o out --unwrap=90", 2, "1 to 80"),
        ("square.obj -o out --padding 2", 2, "--unwrap"),
        ("square.obj -o out --unwrap --padding 600", 4, "512"),
        ("square.obj -o out --unwrap --size 1", 4, "do not fit"),
        ("square.obj -o out --output colour", 2, "did you mean `color`?"),
        ("square.obj -o out --height place", 2, "is not a float"),
        ("square.obj -o out.glb --output place", 2, "fits a GLB"),
        ("square.obj -o out --vertex-colors", 2, ".glb"),
        ("square.obj -o out --format exr --bits 16", 2, "--bits needs a .png"),
        ("square.obj -o out --samples 3", 2, "1, 4, 16"),
        ("square.obj -o out --offset 1,2", 2, "three numbers"),
        ("square.obj -o out --scale 0", 2, "above 0"),
        ("square.obj -o out --project round", 2, "planar, box"),
        ("square.obj", 2, "-o <OUT>"),
        ("square.obj -o out --size 40000", 4, "32768"),
        ("square.obj -o out --margin 300", 4, "256"),
        ("square.obj -o out --memory 1M --size 4096", 4, "memory"),
        ("square.obj -o out --work 1k", 4, "operations"),
        ("square.obj -o out --size 2048 --occlusion --work 2G", 4, "operations"),
        ("square.obj -o out.glb --vertex-colors --work 1", 4, "operations"),
        ("missing.obj -o out", 5, "no such file"),
        ("square.obj -o taken", 5, "it is a file"),
        ("square.obj -o no/out", 5, "create the folder"),
    ] {
        folder.fails(&format!("bake graph.json {arguments}"), code, &[said]);
    }
    assert_eq!(folder.read("taken"), b"mine");
    assert_eq!(
        folder.names(),
        ["bare.obj", "cut.glb", "far.obj", "graph.json", "left.obj", "nan.obj", "square.obj", "taken"]
    );
}

#[test]
fn the_pass_that_finds_the_greatest_emission_counts_as_work() {
    let folder = Folder::new();
    folder.write("square.obj", SQUARE);
    let work = |gain: f32, target: &str| {
        let nodes = format!(
            r#""noise": {{"type": "noise/perlin", "inputs": {{"octaves": 8}}}},
               "glow": {{"type": "math/multiply", "inputs": {{"a": {{"node": "noise"}}, "b": {gain}}}}},
               "red": {{"type": "color/combine", "inputs": {{"red": {{"node": "glow"}}}}}}"#
        );
        folder.write(
            "glow.json",
            format!(
                r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}},
                     "outputs": {{"emission": {{"node": "red"}}}}}}"#
            ),
        );
        let ran = folder.run(&format!("bake glow.json square.obj -o {target} --size 2048 --work 1"));
        ran.expect_failure(4, &["this takes about "]);
        let amount = ran.stderr.split("about ").nth(1).and_then(|rest| rest.split_once(" million"));
        amount.unwrap_or_else(|| panic!("{ran:?}")).0.parse::<u32>().unwrap()
    };
    let (dim, bright) = (work(0.5, "out.glb"), work(5.0, "out.glb"));
    assert!(bright >= 2 * dim - 1, "{dim} and {bright} million operations");
    // Files hold values above 1 as they are.
    assert_eq!(work(5.0, "out"), dim);
}

#[test]
fn killed_bakes_continue_to_the_same_bytes() {
    const BAKE: &str =
        "bake graph.json squares.obj --param layers=8 --size 96 --output color,place --height raw --occlusion -o";
    // Squares above each other, each with its own textures.
    let folder = || {
        let folder = Folder::new();
        let square = |index: u32| {
            let z = f64::from(index) / 4.0;
            let corners = [1, 2, 3, 4].map(|corner| format!(" {0}/{0}", 4 * index + corner)).concat();
            format!(
                "o square-{index}\nv 0 0 {z}\nv 1 0 {z}\nv 1 1 {z}\nv 0 1 {z}\n\
                 vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf{corners}\n"
            )
        };
        folder.write("squares.obj", (0..5).map(square).collect::<String>());
        folder
    };
    let commands = ["out", "out.glb", "out.obj"].map(|target| format!("{BAKE} {target}"));
    let kills = kill_and_continue(folder, &commands.each_ref().map(String::as_str), false, "reused");
    assert!(kills.are_enough(4, 1), "{kills:?}");
}

#[test]
fn udim_tiles_have_a_file_each_in_a_folder() {
    let folder = folder();
    // Beside the square a second one, with UVs in the tile to the right.
    let second = "v 2 0 0\nv 2 1 0\nvt 2 0\nvt 2 1\nf 2/2 5/5 6/6 3/3\n";
    folder.write("tiles.obj", format!("{SQUARE}{second}"));
    let ran = folder.run("bake graph.json tiles.obj -o out --size 16 --format exr --output place");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stderr.contains("note: `square` has textures for each of its UDIM tiles 1001 and 1002"), "{ran:?}");
    assert_eq!(names(&folder, "out"), ["square_place.1001.exr", "square_place.1002.exr"]);
    for (tile, x) in [(1001, 0.0), (1002, 1.0)] {
        let place = exr(&folder.read(&format!("out/square_place.{tile}.exr")));
        assert_eq!(place.data[..3], [x + 0.03125, -0.96875, 0.0], "{tile}");
    }

    let bake = "bake graph.json tiles.obj -o out.glb --size 16 --output color";
    folder.fails(bake, 2, &["`square`", "1001 and 1002", "a GLB has no UDIM tiles; bake into a folder"]);
    assert_eq!(folder.run(&format!("{bake} --unwrap")).code, 0);
    // Vertex colors need no textures, and their GLB keeps the tiles.
    folder.done("bake graph.json tiles.obj -o colored.glb --output color --vertex-colors");
    let ran = folder.run("bake graph.json colored.glb -o again --size 16 --format exr --output place");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(names(&folder, "again"), names(&folder, "out"));
    for name in names(&folder, "out") {
        let [again, out] = ["again", "out"].map(|one| exr(&folder.read(&format!("{one}/{name}"))));
        assert!(again == out, "{name}");
    }
}

#[test]
fn foreign_files_in_a_folder_stay() {
    let folder = folder();
    let bake = "bake graph.json square.obj -o out --size 16 --output color,raw";
    folder.write("out/square_raw.png", "a picture of a cat");
    folder.write("out/notes.txt", "mine");
    folder.fails(bake, 5, &["square_raw.png already exists", "--overwrite"]);
    assert_eq!(names(&folder, "out"), ["notes.txt", "square_raw.png"]);
    assert_eq!(folder.names(), ["graph.json", "out", "square.obj"]);
    let ran = folder.run(&format!("{bake} --overwrite"));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(names(&folder, "out"), ["notes.txt", "square_color.png", "square_raw.png"]);

    // Textures of the same bake are reused, those of another bake are replaced.
    fs::remove_file(folder.path("out/square_color.png")).unwrap();
    let before = folder.read("out/square_raw.png");
    let ran = folder.run(bake);
    assert!(ran.code == 0 && ran.stderr.contains("reused 1 finished texture"), "{ran:?}");
    assert!(folder.read("out/square_raw.png") == before && folder.path("out/square_color.png").exists());
    assert_eq!(folder.run(&format!("{bake} --seed 4")).code, 0);
    assert!(folder.read("out/square_raw.png") != before);
    assert_eq!(folder.read("out/notes.txt"), b"mine");
}

#[test]
fn the_mesh_and_unknown_formats_are_refused_as_targets() {
    let folder = folder();
    folder.done("bake graph.json square.obj -o square.glb --size 8 --output color");
    let mesh = folder.read("square.glb");
    folder.fails("bake graph.json square.glb -o ./square.glb --size 16", 2, &["./square.glb", "read by this command"]);
    assert!(folder.read("square.glb") == mesh);
    let names = folder.names();
    for name in ["out.ply", "out.gltf", "out.PNG"] {
        let command = format!("bake graph.json square.obj -o {name} --size 8 --output color");
        folder.fails(&command, 2, &[name, "cannot write", ".glb"]);
    }
    assert_eq!(folder.names(), names);
}

#[test]
fn scans_fit_become_smooth_and_say_so() {
    let folder = folder();
    folder.write(
        "large.obj",
        SQUARE.replace("v 1 1 0", "v 10 10 0").replace("v 1 0 0", "v 10 0 0").replace("v 0 1 0", "v 0 10 0"),
    );
    let ran = folder.run("bake graph.json large.obj -o large --size 16 --format exr --output place");
    for said in ["10 x 10 x 0 units", "--fit", "--scale=0.1 "] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("normals"), "it is plane: {}", ran.stderr);
    folder.write(
        "roof.obj",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.3\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n",
    );
    for (flags, is_noted) in [("", true), ("--smooth=0", false), ("--smooth", false)] {
        let said = folder.run(&format!("bake graph.json roof.obj -o roof --overwrite --size 8 {flags}")).stderr;
        assert_eq!(said.contains("roof.obj has no normals, so it is smooth"), is_noted, "{flags}: {said}");
    }
    // From 0 to 1, whatever the size of the mesh; z is in the middle.
    for (mesh, flags) in
        [("large.obj", "--fit"), ("square.obj", "--fit"), ("large.obj", "--scale 0.1 --offset 0,1,0.5")]
    {
        folder.done(&format!("bake graph.json {mesh} -o out --size 16 --format exr --output place {flags}"));
        let place = exr(&folder.read("out/square_place.exr"));
        let near = |axis: usize, expected: f32| (place.data[axis] - expected).abs() < 1e-6;
        assert!(near(0, 0.03125) && near(1, 0.03125) && near(2, 0.5), "{flags}: {:?}", &place.data[..3]);
    }
    folder.fails("bake graph.json square.glb -o out --smooth", 2, &["--smooth is for .obj"]);
    folder.fails("bake graph.json square.obj -o out --fit --scale 2", 2, &["--fit"]);
    folder.fails("bake graph.json square.obj -o out --smooth=200", 2, &["0 to 180"]);
}

#[test]
fn materials_without_uvs_do_not_keep_others_from_being_baked() {
    let folder = folder();
    folder.write("two.obj", format!("usemtl wood\n{SQUARE}usemtl glass\nv 0 0 5\nf 1 2 5\n"));
    let ran = folder.run("bake graph.json two.obj -o two.glb --size 16 --output color");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("mesh `square` has no UVs, so it is not baked"), "{}", ran.stderr);
    let glb = folder.read("two.glb");
    let text = String::from_utf8_lossy(&glb);
    assert!(text.contains(r#""name":"wood""#) && text.contains(r#""name":"glass""#), "both are in the model");
    folder.write("moved.obj", SQUARE.replace("vt 0", "vt 3").replace("vt 1", "vt 4"));
    for (mesh, out) in [("moved.obj", "moved"), ("square.obj", "plain")] {
        assert_eq!(folder.run(&format!("bake graph.json {mesh} -o {out} --size 16 --output raw")).code, 0);
    }
    assert_eq!(folder.read("moved/square_raw.png"), folder.read("plain/square_raw.png"));
}

#[test]
fn an_obj_has_its_mtl_and_its_textures_beside_it() {
    let folder = folder();
    folder.write("out/notes.txt", "mine");
    let bake = "bake graph.json square.obj --size 16 --output color --height raw -o";
    folder.done(&format!("{bake} out/model.obj"));
    let files = ["model.mtl", "model.obj", "notes.txt", "square_color.png", "square_normal.png"];
    assert_eq!(names(&folder, "out"), files);
    let text = |name: &str| String::from_utf8(folder.read(name)).unwrap();
    let obj = text("out/model.obj");
    assert_eq!(
        obj,
        "# Travertine\nmtllib model.mtl\no square\nusemtl square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n\
         vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nf 1/1/1 2/2/2 3/3/3\nf 1/1/1 3/3/3 4/4/4\n"
    );
    let mtl = text("out/model.mtl");
    for line in ["newmtl square", "map_Kd square_color.png", "norm square_normal.png"] {
        assert!(mtl.lines().any(|found| found == line), "{mtl}");
    }
    // The same textures as in a folder, and the same mesh, to bake again.
    folder.done(&format!("{bake} flat"));
    folder.done(&format!("{} again.obj", bake.replace("square.obj", "out/model.obj")));
    for name in ["square_color.png", "square_normal.png"] {
        let pixels = |path: String| png(&folder.read(&path)).0.data;
        assert!(pixels(format!("flat/{name}")) == pixels(format!("out/{name}")), "{name}");
        assert!(pixels(format!("flat/{name}")) == pixels(name.to_owned()), "{name}");
    }
    assert_eq!(text("again.obj"), obj.replace("model.mtl", "again.mtl"));
    folder.write("again.mtl", "newmtl mine\n");
    let bake = "bake graph.json square.obj --size 16 --output color -o again.obj";
    folder.fails(bake, 5, &["again.mtl already exists", "--overwrite"]);
    assert_eq!(text("again.mtl"), "newmtl mine\n");
    folder.done(&format!("{bake} --overwrite"));
    folder.done(&format!("{bake} --seed 4 --format exr"));
    assert!(text("again.mtl").contains("map_Kd square_color.exr\n") && folder.path("square_color.exr").exists());
    folder.fails("bake graph.json square.obj --size 8 -o new/out.obj", 5, &["out.obj", "create the folder"]);

    folder.done("bake graph.json square.obj --vertex-colors --output color -o colored.obj");
    assert_eq!(text("colored.obj").lines().find(|line| line.starts_with("v ")).unwrap().split(' ').count(), 7);
    let square = folder.read("square.obj");
    folder.fails(
        "bake graph.json square.obj --vertex-colors --overwrite -o ./square.obj",
        2,
        &["read by this command"],
    );
    assert!(folder.read("square.obj") == square);
}

/// Its second buffer view, which no mesh needs, is damaged.
#[test]
fn a_mesh_is_read_as_a_whole_only_for_a_glb() {
    let folder = folder();
    folder.done("bake graph.json square.obj -o whole.glb --size 8 --output color");
    let file = folder.read("whole.glb");
    let end = 20 + u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let text = String::from_utf8(file[20..end].to_vec()).unwrap();
    let views = text.replacen("\"bufferViews\":[", "\"bufferViews\":[{\"buffer\":7,\"byteLength\":1},", 1);
    // Views move by one.
    let mut moved = String::new();
    for (index, part) in views.split("\"bufferView\":").enumerate() {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        moved += &match index {
            0 => part.to_owned(),
            _ => format!("\"bufferView\":{}{}", part[..digits].parse::<u32>().unwrap() + 1, &part[digits..]),
        };
    }
    moved += &" ".repeat(moved.len().wrapping_neg() % 4);
    let mut damaged = file[..12].to_vec();
    damaged[8..].copy_from_slice(&((file.len() - end + 20 + moved.len()) as u32).to_le_bytes());
    damaged.extend((moved.len() as u32).to_le_bytes());
    damaged.extend(&file[16..20]);
    damaged.extend(moved.as_bytes());
    damaged.extend(&file[end..]);
    folder.write("damaged.glb", damaged);
    let bake = "bake graph.json damaged.glb --size 8 --output color";
    folder.done(&format!("{bake} -o out"));
    folder.done(&format!("{bake} -o out.obj"));
    let said = "damaged.glb: bufferViews[0] refers to a buffer that does not exist";
    folder.fails(&format!("{bake} -o out.glb"), 3, &[said]);
}

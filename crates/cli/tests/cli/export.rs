//! `travertine export`.

use crate::support::Folder;

/// A graph with an output for a shader, one with a parameter, and one that needs a grid.
const GRAPH: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Für Tests",
  "parameters": {"fine scale": {"type": "float", "default": 4, "min": 1, "max": 16, "description": "Cells."}},
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "fine scale"}, "octaves": 2}},
    "float": {"type": "math/cosine", "inputs": {"value": {"node": "noise"}}},
    "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "float"}}},
    "blur": {"type": "filter/gaussian-blur", "inputs": {"value": {"node": "noise"}}}
  },
  "outputs": {"color": {"node": "ramp", "output": "color"}, "2 waves": {"node": "float"}, "soft": {"node": "blur"}}
}"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("graph.json", GRAPH);
    folder
}

#[test]
fn every_target_gets_a_file_with_its_ending() {
    let folder = folder();
    for (target, ending, parts) in [
        (
            "wgsl",
            "wgsl",
            ["fn f_r_tests_color(position: vec3<f32>, time: f32, fine_scale: f32)", "// float: math/cosine"],
        ),
        (
            "glsl",
            "glsl",
            ["vec4 f_r_tests_color(vec3 position, float time, float fine_scale)", "// float: math/cosine"],
        ),
        ("glsl-330", "glsl", ["vec4 f_r_tests_color(", "float f_r_tests_2_waves("]),
        ("glsl-es", "glsl", ["vec4 f_r_tests_color(", "float f_r_tests_2_waves("]),
        ("hlsl", "hlsl", ["float4 f_r_tests_color(", "void FRTestsColor_float("]),
        ("msl", "metal", ["metal::float4 f_r_tests_color(", "// float: math/cosine"]),
        ("osl", "osl", ["shader f_r_tests(", "float FineScale = 4.0 [[ float min = 1.0, float max = 16.0 ]]"]),
        ("godot", "gdshader", ["shader_type spatial;", "hint_range(1.0, 16.0) = 4.0;"]),
        ("webgl", "html", ["<title>Für Tests</title>", "min=\"1\" max=\"16\""]),
        (
            "materialx",
            "mtlx",
            ["<nodedef name=\"ND_travertine_f_r_tests\"", "uimin=\"1.0\" uimax=\"16.0\" doc=\"Cells.\""],
        ),
    ] {
        let said = folder.run(&format!("export graph.json --to {target}"));
        assert_eq!(said.code, 0, "{target}: {}", said.stderr);
        assert!(
            said.stderr.contains("left out `soft`") && said.stderr.contains("filter/gaussian-blur"),
            "{}",
            said.stderr
        );
        let text = String::from_utf8(folder.read(&format!("graph.{ending}"))).unwrap();
        for part in parts {
            assert!(text.contains(part), "{target} lacks {part}:\n{text}");
        }
        assert!(!text.contains("soft"), "{target}");
    }
    folder.done("export graph.json --to spirv --output color -o color.spv");
    assert_eq!(folder.read("color.spv")[..4], 0x0723_0203_u32.to_le_bytes());
}

#[test]
fn a_document_of_materialx_has_its_code_beside_it() {
    let folder = folder();
    folder.done("export graph.json --to materialx --output color -o stone.mtlx");
    let document = String::from_utf8(folder.read("stone.mtlx")).unwrap();
    for ending in ["glsl", "metal", "osl"] {
        let file = format!("stone.mtlx.{ending}");
        assert!(document.contains(&format!("file=\"{file}\"")), "{document}");
        assert!(String::from_utf8(folder.read(&file)).unwrap().contains("void mx_travertine_f_r_tests("));
    }
    folder.fails("export graph.json --to materialx --output color -o -", 2, &["-o FILE"]);
}

#[test]
fn the_exact_form_says_so_and_other_targets_refuse_it() {
    let folder = folder();
    for target in ["wgsl", "glsl", "hlsl", "msl"] {
        folder.done(&format!("export graph.json --to {target} --exact --output color"));
    }
    let text = String::from_utf8(folder.read("graph.wgsl")).unwrap();
    assert!(
        text.contains("uniform variable `f_r_tests_zero` is 0") && text.contains("var<uniform> f_r_tests_zero: u32;"),
        "{text}"
    );
    for target in ["osl", "godot", "materialx"] {
        folder.fails(&format!("export graph.json --to {target} --exact --output color"), 2, &["no exact form"]);
    }
}

#[test]
fn what_cannot_be_written_is_refused_by_name() {
    let folder = folder();
    let parts = [
        "node \"blur\" (filter/gaussian-blur)",
        "add --textures",
        "leave out the output \"soft\"",
        "travertine render GRAPH --output \"soft\"",
        "what can be written: --output='color,2 waves'",
    ];
    folder.fails("export graph.json --to wgsl --output soft", 2, &parts);
    folder.fails("export graph.json --to spirv --textures -o -", 2, &["-o FILE"]);
    // Without any function, the reason is said once.
    let graph = GRAPH.replace(r#""color": {"node": "ramp", "output": "color"}, "2 waves": {"node": "float"}, "#, "");
    folder.write("soft.json", graph);
    let said = folder.run("export soft.json --to wgsl").stderr;
    assert!(said.matches("--textures").count() == 1 && !said.contains("left out"), "{said}");
    folder.fails("export graph.json --to wgsl -o graph.glsl", 2, &["use .wgsl"]);
    folder.fails("export graph.json --to basic", 2, &["wgsl", "osl"]);
    folder.fails("export graph.json --to wgsl --output colour", 2, &["unknown output"]);
    assert_eq!(folder.names().len(), 2);
}

#[test]
fn functions_of_derivatives_have_names_of_their_own() {
    let folder = folder();
    let outputs = r#""outputs": {"level 2": {"node": "float"}, "#;
    folder.write("graph.json", GRAPH.replace(r#""outputs": {"#, outputs));
    assert_eq!(folder.run("export graph.json --to glsl --gradient").code, 0);
    let text = String::from_utf8(folder.read("graph.glsl")).unwrap();
    assert!(text.contains("vec3 f_r_tests_level_2_gradient("), "{text}");
    folder
        .write("graph.json", GRAPH.replace(r#""soft": {"node": "blur"}"#, r#""2 waves gradient": {"node": "float"}"#));
    let said = ["f_r_tests_2_waves_gradient", "like the output \"2 waves gradient\"", "leave out --gradient"];
    folder.fails("export graph.json --to wgsl --gradient", 2, &said);
    folder.done("export graph.json --to wgsl");
}

#[test]
fn standard_output_takes_a_shader() {
    let folder = folder();
    let printed = folder.done("export graph.json --to wgsl --output color -o -");
    folder.done("export graph.json --to wgsl --output color");
    assert_eq!(printed.into_bytes(), folder.read("graph.wgsl"));
}

/// Code with its textures next to it. The samples are those of the node.
#[test]
fn textures_lie_beside_the_code() {
    let folder = folder();
    folder.done("export graph.json --to glsl --textures -o stone.glsl");
    let text = String::from_utf8(folder.read("stone.glsl")).unwrap();
    for part in [
        ", sampler2D blur_samples) {",
        "// blur_samples takes the file stone.blur_samples.exr: 256 x 256 samples",
        "//   red: blur (filter/gaussian-blur), 1 x 1 unit, ",
        "; made with fine_scale",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let picture = exr::prelude::read_first_rgba_layer_from_file(
        folder.path("stone.blur_samples.exr"),
        |size, _| (size, Vec::new()),
        |(_, pixels): &mut (_, Vec<[f32; 3]>), _, (red, green, blue, _): (f32, f32, f32, f32)| {
            pixels.push([red, green, blue]);
        },
    )
    .unwrap();
    let (size, pixels) = picture.layer_data.channel_data.pixels;
    assert_eq!((size.width(), size.height(), pixels.len()), (256, 256, 256 * 256));
    // The center of a sample.
    folder.write("points.csv", "0.501953125,0.751953125\n");
    let sampled = folder.done("sample graph.json --output soft --points points.csv");
    let [red, green, blue] = pixels[192 * 256 + 128];
    assert_eq!(sampled.trim().rsplit(',').next().unwrap().parse(), Ok(red), "{sampled}");
    assert_eq!([green, blue], [0.0, 0.0]);
    folder.done("export graph.json --to webgl --textures --output soft -o page.html");
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.contains("[\"texture_of_blur_samples\", 256, 256, \""));
    assert!(!folder.names().iter().any(|name| name.starts_with("page.") && name.ends_with("exr")));
    folder.fails("export graph.json --to glsl --textures --memory 64KiB -o small.glsl", 4, &["memory"]);
}

/// Exports of one graph with other values fit into one program.
#[test]
fn a_prefix_makes_all_names_the_exports_own() {
    let folder = folder();
    folder.done("export graph.json --to wgsl --output color --prefix fine-one -o fine.wgsl");
    let text = String::from_utf8(folder.read("fine.wgsl")).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("fn ")?.split('(').next());
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 3 && names.iter().all(|name| name.starts_with("fine_one_")), "{names:?}");
}

//! Targets, and what docs/shaders.md says of them.

use std::fs;
use std::path::Path;

use travertine::{Context, Texture};
use travertine_shader::{Error, Shader, Target, Tier};

/// A parameter of each type, every part of a surface, and a noise with tables.
const GRAPH: &str = r#"{
  "format": "travertine", "version": 1, "name": "All parts",
  "parameters": {
    "scale": {"type": "float", "default": 3, "min": 1, "max": 9, "description": "Cells < 9 & \"even\".\nMany."},
    "shift": {"type": "vector", "default": [0, 1, 2.625]},
    "tint": {"type": "color", "default": [0.5, 0.25, 0.125, 1]}
  },
  "nodes": {
    "place": {"type": "input/position"},
    "moved": {"type": "math/add", "inputs": {"a": {"node": "place", "output": "position"}, "b": {"parameter": "shift"}}},
    "noise": {"type": "reference/perlin-2002", "inputs": {"position": {"node": "moved"}}},
    "grown": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": {"parameter": "scale"}}},
    "tinted": {"type": "math/multiply", "inputs": {"a": {"node": "grown"}, "b": {"parameter": "tint"}}},
    "normal": {"type": "input/normal"},
    "curvature": {"type": "input/curvature"},
    "uv": {"type": "input/uv"}
  },
  "outputs": {
    "color": {"node": "tinted"}, "height": {"node": "grown"}, "2 up": {"node": "normal", "output": "up"},
    "curvature": {"node": "curvature"}, "scale": {"node": "uv", "output": "position"}
  }
}"#;

fn shader(tier: Tier) -> Shader {
    let texture = Texture::parse(GRAPH.as_bytes()).unwrap();
    let outputs: Vec<&str> = texture.outputs().collect();
    Shader::new(&texture, &outputs, tier).unwrap()
}

/// The text of the file for a target.
fn file(target: Target) -> String {
    let (name, bytes) = shader(Tier::Close).files(target, "all", &Context::default()).unwrap().pop().unwrap();
    assert_eq!(name, format!("all.{}", target.ending()));
    String::from_utf8(bytes).unwrap()
}

/// The table of the guide, as the targets say.
#[test]
fn the_guide_lists_what_each_target_leaves_out() {
    let exact = shader(Tier::Exact);
    let mut table = String::from("| `--to` | file | `--exact` | left out |\n|---|---|---|---|\n");
    for target in Target::ALL {
        let has_exact_form = match exact.files(target, "all", &Context::default()) {
            Ok(_) => "yes",
            Err(Error::NotExact { .. }) => "no",
            Err(error) => panic!("{error}"),
        };
        let left_out = target.leaves_out().join("; ");
        table += &format!("| `{}` | `.{}` | {has_exact_form} | {left_out} |\n", target.name(), target.ending());
    }
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shaders.md");
    assert!(fs::read_to_string(guide).unwrap().contains(&table), "docs/shaders.md lacks\n{table}");
}

/// What the table says is left out is left out, and nothing that it does not name.
#[test]
fn targets_leave_out_what_they_say() {
    for target in [Target::Godot, Target::WebPage] {
        let text = file(target);
        // The declaration is no call, and the head lists all functions.
        let code = || text.lines().filter(|line| !line.starts_with("//"));
        let called = |function: &str| code().filter(|line| line.contains(&format!("{function}("))).count() > 1;
        assert!(called("all_parts_color") && !called("all_parts_height"), "{target}: {text}");
    }
    let text = file(Target::MaterialX);
    for output in ["color", "height", "output_2_up", "curvature", "scale_2"] {
        assert!(text.contains(&format!("<output name=\"{output}\"")), "{output}: {text}");
    }
    // A value of each parameter, for those that the caller does not pass.
    for target in [Target::Osl, Target::Godot, Target::WebPage, Target::MaterialX] {
        assert!(file(target).contains("2.625"), "{target}");
    }
    // The others state values in comments.
    for target in [Target::Wgsl, Target::Glsl330, Target::Glsl450, Target::GlslEs, Target::Hlsl, Target::Msl] {
        let text = file(target);
        assert!(
            text.contains("shift: (0, 1, 2.625)") && !text.contains("#version") && !text.contains("main("),
            "{target}: {text}"
        );
    }
}

/// A parameter and an output may have one name, here `scale`.
#[test]
fn uniform_variables_of_godot_are_no_functions() {
    let text = file(Target::Godot);
    assert!(text.contains("uniform float AllPartsScale"), "{text}");
    let uniforms = text.lines().filter_map(|line| line.strip_prefix("uniform "));
    for uniform in uniforms {
        let name = uniform.split([' ', ';']).nth(1).unwrap();
        assert!(!text.contains(&format!(" {name}(")), "{name}: {text}");
    }
}

#[test]
fn a_page_has_its_shader_once() {
    let text = file(Target::WebPage);
    assert_eq!(text.matches("#version 300 es\nprecision").count(), 1, "{text}");
    for part in [
        "gl.FRAGMENT_SHADER",
        "<title>All parts</title>",
        "<strong>All parts</strong>",
        "data-uniform=\"value_of_scale\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("@@"), "{text}");
}

/// Generators put the code of several nodes into one file.
#[test]
fn every_name_in_code_for_materialx_is_the_textures_own() {
    let mut files = shader(Tier::Close).files(Target::MaterialX, "all", &Context::default()).unwrap();
    let (_, document) = files.pop().unwrap();
    let document = String::from_utf8(document).unwrap();
    let mut declarations = 0;
    for (file, code) in files {
        assert!(document.contains(&format!("file=\"{file}\"")), "{document}");
        let code = String::from_utf8(code).unwrap();
        for line in code.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_alphabetic())) {
            let head = line.split(['(', '[', '=', '{']).next().unwrap().trim();
            let name = head.rsplit(' ').next().unwrap();
            assert!(name.starts_with("mx_travertine_all_parts"), "{name}: {code}");
            declarations += 1;
        }
        // Code for Metal is put into a structure, which holds no constants of the program's.
        assert!(!code.contains("#include") && !code.lines().any(|line| line.starts_with("constant ")), "{code}");
    }
    // Functions of five outputs, those of the noise, and one of the node.
    assert!(declarations > 3 * 8, "{declarations}: {document}");
}

/// A color that is a parameter makes a structure of OSL, for which there is a function.
#[test]
fn osl_has_the_functions_that_its_shader_calls() {
    let text = r#"{"format": "travertine", "version": 1,
      "parameters": {"tint": {"type": "color", "default": [1, 0, 0, 1]}},
      "nodes": {"red": {"type": "color/separate", "inputs": {"color": {"parameter": "tint"}}}},
      "outputs": {"red": {"node": "red", "output": "red"}}}"#;
    let texture = Texture::parse(text.as_bytes()).unwrap();
    let shader = Shader::new(&texture, &["red"], Tier::Close).unwrap();
    let text = shader.osl("red").unwrap();
    assert!(text.contains(", make_vec4(Tint"), "{text}");
    assert!(text.contains("vec4 make_vec4("), "{text}");
}

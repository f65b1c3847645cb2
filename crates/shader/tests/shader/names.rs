//! Names of users in every target.

use std::collections::HashSet;
use std::path::Path;

use travertine::{Context, Texture};
use travertine_shader::{Shader, Target, Tier};

/// Names that collide with words of a language, with each other or with what the files around the code declare.
const NAMES: &[&str] = &[
    "color",
    "color_fragment",
    "every output",
    "output",
    "2nd",
    "2 nd",
    "a 1",
    "a1",
    "p",
    "n",
    "i",
    "ng",
    "ps",
    "ci",
    "units",
    "speed",
    "object position",
    "uvec2",
    "int3",
    "mat2x3",
    "gl thing",
    "line",
    "hint range",
    "tint",
    "tint alpha",
    "<!--<script>",
    "@@fragment@@",
    "*/",
    "\\",
    "石",
    "火",
    "FRAGMENT",
    "long ",
];

/// A graph whose name, parameters, nodes and outputs have such names.
fn texture(title: &str) -> Texture {
    let escaped = |name: &str| name.replace('\\', "\\\\");
    let mut parameters = Vec::new();
    let mut nodes = Vec::new();
    let mut outputs = Vec::new();
    for (index, name) in NAMES.iter().enumerate() {
        let name = if *name == "long " { name.repeat(40) } else { escaped(name) };
        let name = name.trim();
        let kind = if name == "tint" { ("color", "[0.5, 0.25, 0.125, 1]") } else { ("float", "2.5") };
        parameters
            .push(format!(r#""{name}": {{"type": "{}", "default": {}, "description": "{name}"}}"#, kind.0, kind.1));
        let noise = format!("noise {index}");
        nodes.push(format!(r#""{noise}": {{"type": "noise/perlin", "inputs": {{"octaves": 1}}}}"#));
        nodes.push(format!(
            r#""{name}": {{"type": "math/multiply", "inputs": {{"a": {{"node": "{noise}"}}, "b": {{"parameter": "{name}"}}}}}}"#
        ));
        outputs.push(format!(r#""{name}": {{"node": "{name}"}}"#));
    }
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "name": "{title}", "parameters": {{{}}}, "nodes": {{{}}}, "outputs": {{{}}}}}"#,
        parameters.join(", "),
        nodes.join(", "),
        outputs.join(", ")
    );
    Texture::parse(text.as_bytes()).unwrap()
}

fn shader(title: &str) -> Shader {
    let texture = texture(title);
    let outputs: Vec<&str> = texture.outputs().collect();
    Shader::new(&texture, &outputs, Tier::Close).unwrap()
}

fn text(shader: &Shader, target: Target) -> String {
    String::from_utf8(shader.files(target, "names", &Context::default()).unwrap().pop().unwrap().1).unwrap()
}

#[test]
fn every_target_takes_every_name() {
    for title in ["Marble", "Every", "GL thing", "FRAGMENT", "@@controls@@", "石", "2"] {
        let shader = shader(title);
        for target in Target::ALL {
            shader
                .files(target, "names", &Context::default())
                .unwrap_or_else(|error| panic!("{title}, {target}: {error}"));
        }
        let glsl = format!("#version 450\n{}\nvoid main() {{}}\n", text(&shader, Target::Glsl450));
        let stage = naga::front::glsl::Options::from(naga::ShaderStage::Fragment);
        naga::front::glsl::Frontend::default()
            .parse(&stage, &glsl)
            .unwrap_or_else(|error| panic!("{title}: {}", error.emit_to_string(&glsl)));
        for function in shader.functions() {
            assert!(!function.name.starts_with("gl_") && function.name.len() < 200, "{}", function.name);
        }
    }
}

/// Browsers refuse a literal above the greatest float, though it would be rounded to it.
#[test]
fn wgsl_has_no_number_above_the_greatest_float() {
    let text = r#"{"format": "travertine", "version": 1,
      "nodes": {"cells": {"type": "noise/cellular"}, "power": {"type": "math/power", "inputs": {"a": {"node": "cells"}}}},
      "outputs": {"power": {"node": "power"}, "edge": {"node": "cells", "output": "edge"}}}"#;
    let texture = Texture::parse(text.as_bytes()).unwrap();
    for tier in [Tier::Close, Tier::Exact] {
        let shader = Shader::new(&texture, &["power", "edge"], tier).unwrap();
        let text = shader.wgsl().unwrap();
        let is_part = |c: char| c.is_ascii_alphanumeric() || "._".contains(c);
        let numbers = text.split(|c| !is_part(c)).filter(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        let mut greatest = 0.0_f64;
        for number in numbers.filter(|number| number.ends_with('f') && !number.starts_with("0x")) {
            greatest = greatest.max(number.trim_end_matches('f').parse().unwrap());
        }
        assert!(greatest > 3e38 && greatest <= f64::from(f32::MAX), "{tier:?}: {greatest}");
    }
}

#[test]
fn pages_have_their_script_and_no_tags_of_names() {
    for title in ["FRAGMENT", "@@controls@@", "</title><script>"] {
        let page = text(&shader(title), Target::WebPage);
        assert!(page.contains("gl.FRAGMENT_SHADER, document"), "{page}");
        assert_eq!(page.matches("<script").count(), 2, "{page}");
        assert_eq!(page.matches("</script>").count(), 2, "{page}");
        assert!(!page.contains("<!--"), "{page}");
        assert_eq!(page.matches("<title>").count(), 1, "{page}");
    }
}

/// The names that a list of parameters declares.
fn declared(list: &str) -> Vec<&str> {
    let parts = list.lines().filter(|line| !line.trim_start().starts_with("//"));
    parts
        .filter_map(|line| line.split(['=', '[']).next()?.trim().trim_end_matches([',', ')']).rsplit(' ').next())
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn osl_has_different_names_that_it_does_not_reserve() {
    let text = text(&shader("Marble"), Target::Osl);
    let list = text.split("shader marble(\n").nth(1).unwrap().split("\n{").next().unwrap();
    let names = declared(list);
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    assert!(names.len() > 2 * NAMES.len(), "{names:?}");
    for name in names {
        assert!(!["P", "N", "I", "Ng", "Ps", "Ci", "u", "v"].contains(&name), "{name}");
        assert!(name.starts_with(|first: char| first.is_ascii_alphabetic()), "{name}");
    }
}

#[test]
fn godots_uniforms_are_no_names_of_functions_and_variables() {
    let text = text(&shader("Marble"), Target::Godot);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let globals: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("uniform ") || line.starts_with("varying "))
        .filter_map(|line| line.split([':', '=', ';']).next()?.trim().rsplit(' ').next())
        .collect();
    assert_eq!(globals.iter().collect::<HashSet<_>>().len(), NAMES.len() + 4, "{globals:?}");
    // Everything before the entry points of Godot is code of the texture.
    let code = text.split("void vertex()").next().unwrap();
    let code = code.lines().filter(|line| !["uniform ", "varying ", "//"].iter().any(|start| line.starts_with(start)));
    for line in code {
        for word in line.split(|c| !is_part(c)) {
            assert!(!globals.contains(&word), "{word}: {line}");
        }
    }
}

#[test]
fn shader_graphs_of_unity_get_different_inputs() {
    let text = text(&shader("Marble"), Target::Hlsl);
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("void ")).collect();
    let functions: HashSet<&str> = heads.iter().filter_map(|head| head.split('(').next()).collect();
    assert_eq!((heads.len(), functions.len()), (NAMES.len(), NAMES.len()), "{heads:?}");
    for head in heads {
        let list = head.split(['(', ')']).nth(1).unwrap();
        let names: Vec<&str> = list.split(", ").filter_map(|one| one.rsplit(' ').next()).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{head}");
    }
}

/// A floor seen from above, whose up is towards the viewer of a picture.
#[test]
fn programs_turn_their_axes_to_the_up_of_the_texture() {
    let document = |up: &str| {
        format!(
            r#"{{"format": "travertine", "version": 1, "name": "Floor"{up},
              "nodes": {{"place": {{"type": "input/position"}}}}, "outputs": {{"color": {{"node": "place", "output": "position"}}}}}}"#
        )
    };
    for (up, godot, osl) in [
        ("", "vec3(VERTEX.x, -VERTEX.y, -VERTEX.z)", "matrix(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1)"),
        (
            r#", "up": "-z""#,
            "vec3(VERTEX.x, VERTEX.z, -VERTEX.y)",
            "matrix(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1)",
        ),
    ] {
        let texture = Texture::parse(document(up).as_bytes()).unwrap();
        let shader = Shader::new(&texture, &["color"], Tier::Close).unwrap();
        let text_of = |target| text(&shader, target);
        assert!(text_of(Target::Godot).contains(godot), "{}", text_of(Target::Godot));
        assert!(text_of(Target::Osl).contains(osl), "{}", text_of(Target::Osl));
    }
}

/// Comments are those of the node that a variable stands for, in every language.
#[test]
fn translated_code_has_the_comments() {
    let text = r#"{"format": "travertine", "version": 1, "name": "Sums",
      "parameters": {"scale": {"type": "float", "default": 4, "description": "Cells per unit."}},
      "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "scale"}}},
        "h": {"type": "math/cosine", "inputs": {"value": {"node": "noise"}}},
        "sum": {"type": "math/sine", "inputs": {"value": {"node": "h"}}},
        "sum2": {"type": "math/add", "inputs": {"a": {"node": "sum"}, "b": {"node": "h"}}},
        "last": {"type": "math/multiply", "inputs": {"a": {"node": "sum2"}, "b": {"node": "sum2"}}}
      },
      "outputs": {"height": {"node": "last"}}}"#;
    let texture = Texture::parse(text.as_bytes()).unwrap();
    let shader = Shader::new(&texture, &["height"], Tier::Close).unwrap();
    for target in [Target::Wgsl, Target::Glsl450, Target::Hlsl, Target::Msl, Target::Osl] {
        let text =
            String::from_utf8(shader.files(target, "sums", &Context::default()).unwrap().pop().unwrap().1).unwrap();
        for comment in ["// sum2: math/add", "// sum: math/sine", "// Sums: height.", "// scale: Cells per unit (4)"] {
            assert_eq!(text.matches(comment).count(), 1, "{target}, {comment}: {text}");
        }
        // The library has variables of the same name.
        assert!(text.matches("// h: math/cosine").count() <= 1, "{target}: {text}");
    }
}

/// Translators call values `_e1`, `_e2` and so on.
#[test]
fn values_have_names() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs/marble.json");
    let texture = Texture::open(path).unwrap();
    for tier in [Tier::Close, Tier::Exact] {
        let shader = Shader::new(&texture, &["color", "height"], tier).unwrap();
        for target in [Target::Wgsl, Target::Glsl450, Target::GlslEs, Target::Hlsl, Target::Msl, Target::Osl] {
            if (tier, target) == (Tier::Exact, Target::Osl) {
                continue;
            }
            let text = text(&shader, target);
            let unnamed = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(|word| {
                word.strip_prefix("_e").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            });
            assert_eq!(unnamed, None, "{tier:?}, {target}: {text}");
        }
    }
}

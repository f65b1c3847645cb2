//! Code of several exports in one program.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};

use travertine::{Context, Texture};
use travertine_shader::{Options, Shader, Target, Tier};

/// The file for a target of two graphs, and of one of them with other names.
fn files(target: Target, tier: Tier) -> [String; 3] {
    [("marble", None), ("wood", None), ("marble", Some("polished marble"))].map(|(graph, name)| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../graphs/{graph}.json"));
        let texture = Texture::open(path).unwrap();
        let options = Options { tier, textures: true, name: name.map(str::to_owned), ..Options::default() };
        let shader = Shader::with_options(&texture, &["color", "height"], &options).unwrap();
        let files = shader.files(target, graph, &Context::default()).unwrap();
        String::from_utf8(files.into_iter().next_back().unwrap().1).unwrap()
    })
}

#[test]
fn exports_in_wgsl_are_one_module() {
    for tier in [Tier::Close, Tier::Exact] {
        let text = files(Target::Wgsl, tier).concat();
        let module = naga::front::wgsl::parse_str(&text);
        let module = module.unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
        assert_eq!(module.functions.iter().filter(|(_, f)| f.name.as_deref().unwrap().ends_with("_color")).count(), 3);
    }
}

#[test]
fn exports_in_glsl_are_one_shader() {
    for tier in [Tier::Close, Tier::Exact] {
        let text = format!("#version 450\n{}\nvoid main() {{}}\n", files(Target::Glsl450, tier).concat());
        is_accepted(&text, "frag", &[]);
        // This reader takes no uniform variables without a block.
        if tier == Tier::Close {
            let stage = naga::front::glsl::Options::from(naga::ShaderStage::Fragment);
            naga::front::glsl::Frontend::default()
                .parse(&stage, &text)
                .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
        }
        let text = format!("#version 310 es\n{}\nvoid main() {{}}\n", files(Target::GlslEs, tier).concat());
        is_accepted(&text, "frag", &[]);
    }
}

#[test]
fn exports_in_hlsl_are_one_shader() {
    for tier in [Tier::Close, Tier::Exact] {
        let main = "float4 main(float4 place : SV_Position) : SV_Target { return place; }";
        let text = format!("{}\n{main}\n", files(Target::Hlsl, tier).concat());
        is_accepted(&text, "hlsl", &["-D", "-S", "frag", "-e", "main", "-V"]);
    }
}

/// Checks that the reference compiler of Khronos accepts a fragment shader; skipped without it.
fn is_accepted(text: &str, ending: &str, flags: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("shader.{ending}"));
    std::fs::write(&path, text).unwrap();
    let mut compiler = Command::new("glslangValidator");
    let compiler = compiler.current_dir(&folder).args(flags).arg(&path).stdout(Stdio::piped()).spawn();
    let Ok(compiler) = compiler else { return };
    let said = compiler.wait_with_output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
}

/// The names that lines declare outside of functions.
fn declared(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_alphabetic()) && !line.starts_with("using "))
        .filter_map(|line| line.split(['(', '[', '=', '{', ';']).next()?.trim().rsplit(' ').next())
        .collect()
}

#[test]
fn no_name_is_declared_twice() {
    for target in [Target::Hlsl, Target::Msl, Target::Glsl330] {
        for tier in [Tier::Close, Tier::Exact] {
            let files = files(target, tier);
            let mut all = HashSet::new();
            for text in &files {
                let own: HashSet<&str> = declared(text).into_iter().collect();
                assert!(own.len() > 10, "{target}: {own:?}");
                for name in own {
                    assert!(all.insert(name), "{target}: {name}");
                }
            }
        }
    }
}

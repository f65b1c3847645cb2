//! Shaders as C++ programs.

use std::fmt::Write;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use travertine::Context;
use travertine_shader::{Argument, OutputFunction, Shader};

/// The floats of all outputs at each site, as a program computes them; `None` without a C++ compiler.
pub fn run<'s>(shaders: impl Iterator<Item = &'s Shader>, flags: &[&str], sites: &[[f32; 10]]) -> Option<Vec<f32>> {
    let mut text = String::from("#include \"metal_stdlib\"\nusing metal::uint;\n");
    let mut calls = String::new();
    let folder = tempfile::tempdir().unwrap();
    for (index, shader) in shaders.enumerate() {
        let functions = shader.msl().unwrap().replace("#include <metal_stdlib>\n#include <simd/simd.h>\n", "");
        write!(text, "namespace shader{index} {{\n{functions}\n}}\n").unwrap();
        let pictures = format!("picture{index}_");
        text.push_str(&declared_pictures(shader, &pictures, folder.path()));
        for function in shader.functions() {
            let call = format!("shader{index}::{}", call(&functions, function, "metal::float", &pictures));
            let parts = ["x", "y", "z", "w"].map(|part| format!(".{part}"));
            add_call(&mut calls, &call, function, &parts);
        }
    }
    evaluate(&folder, &text, &calls, flags, sites)
}

/// The same for the form in OSL.
pub fn run_osl(shader: &Shader, flags: &[&str], sites: &[[f32; 10]]) -> Option<Vec<f32>> {
    let functions = shader.osl_functions().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let pictures = declared_pictures(shader, "picture_", folder.path());
    let text = format!("#include \"metal_stdlib\"\n#include \"osl.h\"\nnamespace osl {{\n{functions}\n}}\n{pictures}");
    let mut calls = String::from("    using namespace osl;\n");
    for function in shader.functions() {
        // OSL has names of its own for types.
        let call =
            call("", function, "float", "&picture_").replace("float2(", "vector2(").replace("float3(", "vector(");
        let call = call.replace("vector2(s[8], s[9])", "vector(s[8], s[9], 0)").replace("float4(", "make_vec4(");
        let parts = match function.value_type.width() {
            4 => [".x", ".y", ".z", ".w"],
            _ => ["[0]", "[1]", "[2]", ""],
        };
        add_call(&mut calls, &call, function, &parts.map(str::to_owned));
    }
    evaluate(&folder, &text, &calls, flags, sites)
}

/// Declarations of a shader's pictures, whose floats are written into a folder.
fn declared_pictures(shader: &Shader, start: &str, folder: &Path) -> String {
    let pictures = shader.pictures(&Context::default()).unwrap();
    let mut text = String::new();
    for (texture, picture) in shader.textures().iter().zip(pictures) {
        let (name, [width, height]) = (format!("{start}{}", texture.identifier()), texture.size());
        let path = folder.join(&name);
        let bytes: Vec<u8> = picture.data.iter().flat_map(|float| float.to_le_bytes()).collect();
        fs::write(&path, bytes).unwrap();
        writeln!(text, "static metal::picture {name}({:?}, {width}, {height});", path.to_str().unwrap()).unwrap();
    }
    text
}

/// Adds a line that stores the parts of a function's result.
fn add_call(calls: &mut String, call: &str, function: &OutputFunction, parts: &[String; 4]) {
    match function.value_type.width() {
        1 => writeln!(calls, "    out[n++] = {call};").unwrap(),
        width => {
            writeln!(calls, "    {{\n        auto r = {call};").unwrap();
            for part in &parts[..width] {
                writeln!(calls, "        out[n++] = r{part};").unwrap();
            }
            calls.push_str("    }\n");
        }
    }
}

/// Compiles functions and calls of them, and runs the calls for each site.
fn evaluate(folder: &TempDir, functions: &str, calls: &str, flags: &[&str], sites: &[[f32; 10]]) -> Option<Vec<f32>> {
    let head = "void evaluate(const float *s, const metal::uint &zero, float *out, unsigned &n) {\n";
    fs::write(folder.path().join("shader.metal"), format!("{functions}{head}{calls}}}\n")).unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shader/cpp");
    let program = folder.path().join("program");
    let compiled = Command::new("g++")
        .args(["-std=c++17", "-w", "-fsingle-precision-constant"])
        .args(flags)
        .args([
            Path::new("-I"),
            &here,
            Path::new("-I"),
            folder.path(),
            &here.join("main.cpp"),
            Path::new("-o"),
            &program,
        ])
        .output();
    let Ok(compiled) = compiled else {
        println!("skipped: there is no g++");
        return None;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input: Vec<u8> = sites.as_flattened().iter().flat_map(|float| float.to_le_bytes()).collect();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    Some(output.stdout.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
}

/// A call of a function with the parts of a site `s`. Names of vectors are `vector` and their size, those of pictures
/// begin with `picture`.
fn call(text: &str, function: &OutputFunction, vector: &str, picture: &str) -> String {
    let argument = |argument: &Argument| match argument {
        Argument::Position => format!("{vector}3(s[0], s[1], s[2])"),
        Argument::Time => "s[3]".to_owned(),
        Argument::Normal => format!("{vector}3(s[4], s[5], s[6])"),
        Argument::Curvature => "s[7]".to_owned(),
        Argument::Uv => format!("{vector}2(s[8], s[9])"),
        Argument::Texture(identifier) => format!("{picture}{identifier}"),
        Argument::Parameter(parameter) => {
            let values: Vec<String> = parameter.value.iter().map(|value| format!("{value:e}f")).collect();
            match values.len() {
                1 => values[0].clone(),
                count => format!("{vector}{count}({})", values.join(", ")),
            }
        }
    };
    let mut arguments: Vec<String> = function.arguments.iter().map(argument).collect();
    // Only functions with arithmetic take it, and only in the exact tier.
    let head = text.split(&format!(" {}(", function.name)).nth(1).and_then(|rest| rest.split(')').next());
    if head.is_some_and(|head| head.contains("zero")) {
        arguments.push("zero".into());
    }
    format!("{}({})", function.name, arguments.join(", "))
}

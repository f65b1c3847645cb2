//! Shaders under a C++ compiler, from their form in MSL.
//!
//! The exact tier must have the bits of the library even where a compiler fuses, reassociates and assumes that no float
//! is infinite: `g++ -Ofast -mfma`. Without a C++ compiler the tests are skipped.
//!
//! `TRAVERTINE_SHADERS=all` tests all outputs of all bundled graphs and many random programs, and prints the rows of
//! docs/shader-parity.md; `TRAVERTINE_SHADERS=marble` tests what has a name that contains the text; that of random
//! programs is `random`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use travertine::stages::program::{Bound, Program};
use travertine::{Context, Texture};
use travertine_shader::{Options, Shader, Tier};
use travertine_tests::{chosen_shaders, random_graph};

use crate::{cpp, sites};

/// Number of sites at which a random program is compared.
const SITES: usize = 500;

/// Number of sites at which a graph or a node is compared: fewer by default.
fn count(few: usize) -> usize {
    if chosen_shaders().is_empty() { few } else { 100_000 }
}

/// The flags of a compiler that takes every liberty. `-Ofast` compiles for minutes, so it is left to the test of all.
fn hostile() -> [&'static str; 3] {
    if !chosen_shaders().is_empty() { ["-Ofast", "-mfma", "-mavx2"] } else { ["-O1", "-ffast-math", "-mfma"] }
}

/// The exact shader of an output, if it can be one.
fn exact(texture: &Texture, output: &str, textures: bool) -> Option<Shader> {
    let options = Options { tier: Tier::Exact, textures, ..Options::default() };
    Shader::with_options(texture, &[output], &options).ok()
}

/// Whether the outputs of textures in the exact tier have the bits of the library. Prints what differs.
fn are_exact(textures: &[(String, Texture, Vec<String>)], count: usize) -> bool {
    let mut shaders = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (name, texture, outputs) in textures {
        for output in outputs {
            // Volumes and texts are refused; rasters and images take longer.
            if let Some(shader) = exact(texture, output, !chosen_shaders().is_empty()) {
                shaders.push((texture, shader));
                names.push(name);
            }
        }
    }
    names.dedup();
    if shaders.is_empty() {
        return true;
    }
    let sites = sites::sites(count);
    let Some(found) = cpp::run(shaders.iter().map(|(_, shader)| shader), &hostile(), &sites) else {
        return true;
    };
    let expected = sites::expected(&shaders, &sites);
    assert_eq!(found.len(), expected.len());
    let width = expected.len() / sites.len();
    let mut wrong = 0;
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        if !sites::same(*found, *expected) {
            wrong += 1;
            if wrong < 4 {
                let site = sites[index / width];
                println!("float {} at {site:?}: {found:e}, not {expected:e}", index % width);
            }
        }
    }
    println!("| {} | {} | {wrong} |", names.join(", "), expected.len());
    wrong == 0
}

fn first(texture: &Texture) -> Vec<String> {
    texture.outputs().next().map(str::to_owned).into_iter().collect()
}

/// A formula of the coordinates a, b and c.
fn formula(formula: &str) -> Texture {
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{
          "place": {{"type": "input/position"}},
          "formula": {{"type": "math/formula", "inputs": {{"formula": "{formula}",
            "a": {{"node": "place", "output": "x"}}, "b": {{"node": "place", "output": "y"}},
            "c": {{"node": "place", "output": "z"}}}}}}}},
          "outputs": {{"value": {{"node": "formula"}}}}}}"#
    );
    Texture::parse(text.as_bytes()).unwrap()
}

#[test]
fn derivatives_have_the_bits_of_the_library() {
    let texture = Texture::parse(
        r##"{"format": "travertine", "version": 1,
          "parameters": {"cells": {"type": "float", "default": 3}},
          "nodes": {
            "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}, "octaves": 2}},
            "cells": {"type": "noise/cellular", "inputs": {"scale": 2}},
            "color": {"type": "blend/mix", "inputs": {
              "a": "#804020", "b": {"node": "cells"}, "factor": {"node": "noise"}
            }}
          },
          "outputs": {"height": {"node": "noise"}, "color": {"node": "color"}}}"##,
    );
    let (texture, outputs) = (texture.unwrap(), ["height", "color"]);
    let options = Options { tier: Tier::Exact, gradient: true, ..Options::default() };
    let shader = Shader::with_options(&texture, &outputs, &options).unwrap();
    let names: Vec<&str> = shader.functions().iter().map(|function| function.output.as_str()).collect();
    assert_eq!(names, ["height", "height.gradient", "color", "color.dx", "color.dy", "color.dz"]);
    let sites = sites::sites(300);
    let Some(found) = cpp::run(iter::once(&shader), &hostile(), &sites) else { return };
    let fields = texture.gradients(&outputs, &[]).unwrap();
    let positions: Vec<[f32; 4]> = sites.iter().map(|[x, y, z, time, ..]| [*x, *y, *z, *time]).collect();
    let mut expected = vec![0.0; sites.len() * fields.width()];
    fields.sampler(&Context::default()).unwrap().sample(&positions, &mut expected).unwrap();
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert!(sites::same(*found, *expected), "float {index}: {found}, not {expected}");
    }
}

#[test]
fn functions_have_the_bits_of_the_library() {
    let formulas = [
        "a + b * c",
        "a / b",
        "sqrt(a)",
        "sin(a)",
        "cos(a)",
        "tan(a)",
        "asin(a)",
        "acos(a)",
        "atan(a)",
        "atan2(a, b)",
        "exp(a)",
        "exp2(a)",
        "log(a)",
        "log2(a)",
        "pow(a, b)",
        "pow(abs(a), b)",
        // More places in the ranges of the quick paths.
        "sin(a * 0.01)",
        "tan(a * 0.01)",
        "asin(fract(a) - fract(b))",
        "acos(fract(a) - fract(b))",
        "atan(a * 0.01)",
        "atan2(a * 0.01, fract(b))",
        "exp(a * 0.01)",
        "exp2(a * 0.01)",
        "log(abs(a) * 0.01)",
        "log2(fract(a))",
        "pow(fract(a), abs(b) * 0.01)",
        "a % b",
        "floor(a)",
        "ceil(a)",
        "round(a)",
        "fract(a)",
        "sign(a)",
        "mix(a, b, c)",
        "min(a, b)",
        "smoothstep(a, b, c)",
        // A compiler drops the addition, and must not join the factors around it.
        "(a * 10 + 0) * 6.2831853",
    ];
    let textures: Vec<_> =
        formulas.iter().map(|text| ((*text).to_owned(), formula(text), vec!["value".to_owned()])).collect();
    assert!(are_exact(&textures, if chosen_shaders().is_empty() { 10_000 } else { 2_000_000 }));
}

#[test]
fn nodes_have_the_bits_of_the_library() {
    let chosen = chosen_shaders();
    let is_chosen = |name: &str| ["", "all"].contains(&chosen.as_str()) || name.contains(&chosen);
    let mut textures: Vec<_> = travertine::registry()
        .iter()
        .filter(|definition| is_chosen(&definition.type_name()))
        .map(|definition| {
            let texture = Texture::parse(definition.example.as_bytes()).unwrap();
            let outputs = first(&texture);
            (definition.type_name(), texture, outputs)
        })
        .collect();
    textures.extend(repeating().chain(slopes()).filter(|(name, ..)| is_chosen(name)));
    // Compiling the largest takes minutes.
    let limit = if chosen.is_empty() { 150 } else { usize::MAX };
    textures.retain(|(_, texture, outputs)| {
        let names: Vec<&str> = outputs.iter().map(String::as_str).collect();
        texture.program_of(&names).unwrap().0.operations().len() <= limit
    });
    let step = if chosen.is_empty() { 4 } else { 1 };
    let textures: Vec<_> = textures.into_iter().step_by(step).collect();
    let mut all = true;
    for textures in textures.chunks(12) {
        all &= are_exact(textures, count(500));
    }
    assert!(all);
}

/// Noises that repeat, in other dimensions and by other metrics than those of the examples.
fn repeating() -> impl Iterator<Item = (String, Texture, Vec<String>)> {
    let nodes = [
        ("noise/perlin", r#""periodic": true, "octaves": 3, "dimensions": 4"#, "value"),
        ("noise/perlin", r#""periodic": true, "octaves": 2, "dimensions": 2"#, "gradient"),
        ("noise/perlin", r#""dimensions": 1, "interpolation": "cosine""#, "value"),
        ("noise/value", r#""periodic": true, "interpolation": "cubic", "dimensions": 3"#, "value"),
        ("noise/value", r#""interpolation": "cubic", "dimensions": 2"#, "gradient"),
        ("noise/curl", r#""periodic": true"#, "vector"),
        ("noise/simplex", r#""dimensions": 4"#, "value"),
        ("noise/simplex", r#""dimensions": 3"#, "gradient"),
        ("noise/cellular", r#""periodic": true, "metric": "minkowski", "exponent": 0.7"#, "f2"),
        ("noise/cellular", r#""metric": "manhattan", "dimensions": 4"#, "value"),
        ("noise/cellular", r#""dimensions": 3"#, "edge"),
        // Edges that are equally far.
        ("noise/cellular", r#""dimensions": 2, "jitter": 0"#, "edge"),
        ("noise/cellular", r#""dimensions": 3, "jitter": 0.00001"#, "edge"),
        ("noise/dots", r#""periodic": true, "dimensions": 3"#, "value"),
        ("noise/gabor", r#""periodic": true, "dimensions": 3"#, "value"),
    ];
    nodes.into_iter().map(|(node, inputs, output)| {
        let text = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{"noise": {{"type": "{node}", "inputs": {{{inputs}}}}}}},
              "outputs": {{"value": {{"node": "noise", "output": "{output}"}}}}}}"#
        );
        let texture = Texture::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{node}: {error}"));
        (format!("{node} with {inputs}"), texture, vec!["value".to_owned()])
    })
}

/// Gradients of patterns that have slopes of their own.
fn slopes() -> impl Iterator<Item = (String, Texture, Vec<String>)> {
    let nodes = [
        ("noise/cellular", r#""dimensions": 3"#, "f1"),
        ("noise/cellular", r#""periodic": true, "metric": "manhattan""#, "f2_minus_f1"),
        ("noise/cellular", r#""metric": "chebyshev", "dimensions": 2"#, "f4"),
        ("noise/cellular", r#""metric": "minkowski", "exponent": 3, "dimensions": 2"#, "f2"),
        ("noise/cellular", r#""dimensions": 3"#, "edge"),
        // Edges that are equally far.
        ("noise/cellular", r#""dimensions": 2, "jitter": 0"#, "edge"),
        ("noise/dots", r#""dimensions": 2, "radius": 0.9"#, "value"),
        // Dots that repeat each other.
        ("noise/dots", r#""periodic": true, "period_x": 1, "period_y": 2, "radius": 0.9, "softness": 1"#, "value"),
        ("noise/gabor", r#""dimensions": 2"#, "value"),
        ("noise/gabor", r#""periodic": true, "dimensions": 3"#, "phase"),
        ("noise/gabor", r#""dimensions": 3"#, "intensity"),
    ];
    nodes.into_iter().map(|(node, inputs, output)| {
        let text = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{
                 "noise": {{"type": "{node}", "inputs": {{{inputs}}}}},
                 "slope": {{"type": "vector/gradient", "inputs": {{"value": {{"node": "noise", "output": "{output}"}}}}}}
               }},
               "outputs": {{"value": {{"node": "slope"}}}}}}"#
        );
        let texture = Texture::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{node}: {error}"));
        (format!("slopes of {output} of {node} with {inputs}"), texture, vec!["value".to_owned()])
    })
}

/// Whether no value of a program at a site is subnormal: GPUs may flush such floats to zero.
fn has_normal_values(program: &Program, bound: &Bound) -> bool {
    let mut values = Vec::new();
    sites::sites(SITES).iter().all(|site| {
        program.evaluate(bound, [site[0], site[1], site[2], site[3]], &mut values);
        values.iter().all(|value| *value == 0.0 || value.is_normal())
    })
}

#[test]
fn random_programs_have_the_bits_of_the_library() {
    let count = match chosen_shaders().as_str() {
        "" => 12,
        "all" => 300,
        part if "random".contains(part) => 300,
        _ => return,
    };
    let programs = (0..).filter_map(|seed| {
        let document = random_graph::document(seed, travertine::registry());
        let texture = Texture::parse(document.as_bytes()).unwrap();
        let outputs = first(&texture);
        let (program, bound) = texture.program_of(&[&outputs[0]]).unwrap();
        // Compiling large ones takes minutes. Rasters, images and texts are refused.
        let is_tested = program.operations().len() <= 150
            && Shader::new(&texture, &[&outputs[0]], Tier::Exact).is_ok()
            && has_normal_values(&program, &bound);
        is_tested.then_some((format!("seed {seed}"), texture, outputs))
    });
    let programs: Vec<_> = programs.take(count).collect();
    let mut all = true;
    for programs in programs.chunks(12) {
        all &= are_exact(programs, SITES);
    }
    assert!(all);
}

/// The page has every graph and node that can be a shader, and no float that differs.
#[test]
fn the_page_has_every_graph_and_node() {
    let page = include_str!("../../../../docs/shader-parity.md");
    let mut listed = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.ends_with("differ |")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells[2], "0", "{row}");
        listed.extend(cells[0].split(", "));
    }
    for path in graphs() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_written = || {
            let texture = Texture::open(&path).unwrap();
            texture.outputs().any(|output| exact(&texture, output, true).is_some())
        };
        assert!(listed.contains(name.as_str()) || !is_written(), "{name}");
    }
    for definition in travertine::registry().iter() {
        let is_written = || {
            let texture = Texture::parse(definition.example.as_bytes()).unwrap();
            exact(&texture, texture.outputs().next().unwrap(), true).is_some()
        };
        let name = definition.type_name();
        assert!(listed.contains(&*name) || !is_written(), "{name}");
    }
}

/// The bundled graphs, in the order of their names.
fn graphs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn bundled_graphs_have_the_bits_of_the_library() {
    let chosen = chosen_shaders();
    let mut all = true;
    for (index, path) in graphs().into_iter().enumerate() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let texture = Texture::open(&path).unwrap();
        let outputs: Vec<String> = match chosen.as_str() {
            // The heights of some, to save time.
            "" if index % 9 == 0 => texture.outputs().filter(|output| *output == "height").map(str::to_owned).collect(),
            "" => continue,
            "all" => texture.outputs().map(str::to_owned).collect(),
            part if name.contains(part) => texture.outputs().map(str::to_owned).collect(),
            _ => continue,
        };
        all &= are_exact(&[(name, texture, outputs)], count(1000));
    }
    assert!(all);
}

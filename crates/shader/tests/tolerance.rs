//! The tolerance of the close tier, measured.
//!
//!     cargo test -p travertine-shader --test tolerance -- --ignored --nocapture
//!
//! prints docs/shader-tolerance.md.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a panic fails the test, and figures are printed"
)]

mod cpp;
mod sites;

use std::fs;
use std::path::Path;

use travertine::Texture;
use travertine_shader::{Error, Shader, Tier};

/// Greatest coordinate of the sites.
const REGION: f32 = 16.0;

const HEAD: &str = "# Tolerance of shaders

Printed by

    cargo test -p travertine-shader --test tolerance -- --ignored --nocapture

Shaders of the close tier as C++ under `g++ -ffast-math -mfma`, which fuses and reassociates as compilers of shaders may: the
difference from the library, at 4,000 random places with coordinates from -16 to 16. A cell is a color's part or a float;
`all` is its greatest difference, `99.9 %` that below which 999 of 1,000 lie. A great difference at few places is an edge: a
threshold or a border of cells that a place crosses by the last bit of a float.

| graph | output | 99.9 % | all |
|---|---|---|---|";

#[test]
#[ignore = "minutes; prints a page"]
fn page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    println!("{HEAD}");
    let sites: Vec<[f32; 10]> = sites::sites(4_000)
        .into_iter()
        .map(|mut site| {
            let place = site[..4].iter().copied().fold(0.0, |size: f32, x| size.max(x.abs())).max(1.0);
            site[..4].iter_mut().for_each(|x| *x *= (REGION / place).min(1.0));
            site
        })
        .collect();
    for path in paths {
        let texture = Texture::open(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for output in texture.outputs() {
            let shader = match Shader::new(&texture, &[output], Tier::Close) {
                Ok(shader) => shader,
                Err(Error::NotExpressible { node_type, .. }) => {
                    println!("| {name} | {output} | cannot be written: {node_type} | |");
                    continue;
                }
                Err(error) => panic!("{name}: {error}"),
            };
            let shaders = [(&texture, shader)];
            let flags = ["-O1", "-ffast-math", "-mfma"];
            let Some(found) = cpp::run(shaders.iter().map(|(_, shader)| shader), &flags, &sites) else {
                return;
            };
            let expected = sites::expected(&shaders, &sites);
            let mut differences: Vec<f32> = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).collect();
            differences.sort_by(f32::total_cmp);
            let most = differences[differences.len() * 999 / 1000];
            println!("| {name} | {output} | {most:.1e} | {:.1e} |", differences[differences.len() - 1]);
        }
    }
}

/// A bound for continuous noises: most results of a few nodes are within it.
#[test]
fn close_shaders_are_close() {
    let nodes = [
        "noise/perlin",
        "noise/value",
        "noise/simplex",
        "noise/gabor",
        "math/sine",
        "math/exponential",
        "color/ramp",
    ];
    let sites: Vec<[f32; 10]> =
        sites::sites(2000).into_iter().map(|site| site.map(|x| x.clamp(-REGION, REGION))).collect();
    for node in nodes {
        let definition = travertine::registry().iter().find(|definition| definition.id == node).unwrap();
        let texture = Texture::parse(definition.example.as_bytes()).unwrap();
        let output = texture.outputs().next().unwrap().to_owned();
        let shaders = [(&texture, Shader::new(&texture, &[&output], Tier::Close).unwrap())];
        let Some(found) = cpp::run(shaders.iter().map(|(_, shader)| shader), &["-O1"], &sites) else {
            return;
        };
        let expected = sites::expected(&shaders, &sites);
        let far = found.iter().zip(&expected).filter(|(a, b)| (*a - *b).abs() > 1e-4).count();
        assert!(far <= found.len() / 500, "{node}: {far} of {} are farther than 1e-4", found.len());
    }
}

/// OSL, taken as C++, has the bits of the other languages, whose code it repeats.
#[test]
fn osl_has_the_results_of_the_other_languages() {
    let flags = ["-O1", "-ffp-contract=off", "-fwrapv"];
    let sites: Vec<[f32; 10]> =
        sites::sites(300).into_iter().map(|site| site.map(|x| x.clamp(-REGION, REGION))).collect();
    let mut nodes = Vec::new();
    for definition in travertine::registry().iter() {
        let texture = Texture::parse(definition.example.as_bytes()).unwrap();
        let output = texture.outputs().next().unwrap().to_owned();
        let small = texture.program_with_origins(&[&output]).unwrap().0.operations().len() <= 120;
        if let (true, Ok(shader)) = (small, Shader::new(&texture, &[&output], Tier::Close)) {
            nodes.push((definition.type_name(), shader));
        }
    }
    // Each compiles two programs.
    let chosen = std::env::var("TRAVERTINE_SHADERS").is_ok();
    for (node, shader) in nodes.iter().step_by(if chosen { 1 } else { 16 }) {
        let Some(expected) = cpp::run(std::iter::once(shader), &flags, &sites) else { return };
        let found = cpp::run_osl(shader, &flags, &sites).unwrap();
        let wrong = found.iter().zip(&expected).filter(|(a, b)| !sites::same(**a, **b)).count();
        assert_eq!((found.len(), wrong), (expected.len(), 0), "{node}");
    }
}

//! The tolerance of the close tier, measured.
//!
//!     cargo test -p travertine-shader --test shader tolerance -- --ignored --nocapture
//!
//! prints docs/shader-tolerance.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use travertine::Texture;
use travertine_shader::{Error, Options, Shader, Tier};
use travertine_tests::sample;

use crate::{cpp, sites};

/// Greatest coordinate of the sites.
const REGION: f32 = 16.0;

const HEAD: &str = "# Tolerance of shaders

Printed by

    cargo test -p travertine-shader --test shader tolerance -- --ignored --nocapture

Shaders of the close tier as C++ under `g++ -ffast-math -mfma`, which fuses and reassociates as compilers of shaders
may: the difference from the library, at 4,000 random places with coordinates from -16 to 16. A cell is a color's part
or a float; `all` is its greatest difference, `99.9 %` that below which 999 of 1,000 lie. A great difference at few
places is an edge: a threshold or a border of cells that a place crosses by the last bit of a float. Nodes that compute
over a grid are textures.

| graph | output | 99.9 % | all |
|---|---|---|---|";

/// Sites with coordinates within the region.
fn sites_within() -> Vec<[f32; 10]> {
    let within = |mut site: [f32; 10]| {
        let place = site[..4].iter().copied().fold(0.0, |size: f32, x| size.max(x.abs())).max(1.0);
        site[..4].iter_mut().for_each(|x| *x *= (REGION / place).min(1.0));
        site
    };
    sites::sites(4_000).into_iter().map(within).collect()
}

/// The bundled graphs, in the order of their names.
fn graphs() -> Vec<(String, Texture)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), Texture::open(path).unwrap())).collect()
}

/// The shader of an output in the close tier, with textures; or the type of the node that is refused.
fn shader(texture: &Texture, output: &str) -> Result<Shader, String> {
    let options = Options { textures: true, ..Options::default() };
    match Shader::with_options(texture, &[output], &options) {
        Ok(shader) => Ok(shader),
        Err(Error::NotExpressible { node_type, .. }) => Err(node_type),
        Err(error) => panic!("{output}: {error}"),
    }
}

/// For each output, the difference below which 999 of 1,000 lie, and the greatest; `None` without a C++ compiler.
fn measured(texture: &Texture, shaders: Vec<Shader>, sites: &[[f32; 10]]) -> Option<Vec<[f32; 2]>> {
    let shaders: Vec<_> = shaders.into_iter().map(|shader| (texture, shader)).collect();
    let floats = sites::both(&shaders, &["-O1", "-ffast-math", "-mfma"], sites)?;
    let measured = floats.iter().map(|[found, expected]| {
        let mut differences: Vec<f32> = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).collect();
        differences.sort_by(f32::total_cmp);
        let end = differences.len() - 1;
        [differences[end * 999 / 1000], differences[end]]
    });
    Some(measured.collect())
}

#[test]
#[ignore = "minutes; prints a page"]
fn page() {
    println!("{HEAD}");
    let sites = sites_within();
    for (name, texture) in graphs() {
        let shaders: Vec<_> = texture.outputs().map(|output| (output, shader(&texture, output))).collect();
        let written = shaders.iter().filter_map(|(output, shader)| Some((output, shader.as_ref().ok()?)));
        let names: Vec<&str> = written.map(|(output, _)| *output).collect();
        for (output, node_type) in shaders.iter().filter_map(|(output, shader)| Some((output, shader.as_ref().err()?)))
        {
            println!("| {name} | {output} | cannot be written: {node_type} | |");
        }
        let shaders = shaders.into_iter().filter_map(|(_, shader)| shader.ok()).collect();
        let Some(measured) = measured(&texture, shaders, &sites) else { return };
        for (output, [most, all]) in names.iter().zip(measured) {
            println!("| {name} | {output} | {most:.1e} | {all:.1e} |");
        }
    }
}

/// The rows of the page: the graph, the output, and the two differences if the output can be written.
fn rows() -> Vec<(String, String, Option<[f32; 2]>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shader-tolerance.md");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|')).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let numbers = cells[2].parse().ok().map(|most| [most, cells[3].parse().unwrap()]);
        (cells[0].to_owned(), cells[1].to_owned(), numbers)
    })
    .collect()
}

#[test]
fn the_page_has_every_output_of_every_bundled_graph() {
    let listed: BTreeSet<(String, String)> = rows().into_iter().map(|(graph, output, _)| (graph, output)).collect();
    let outputs = graphs().into_iter().flat_map(|(name, texture)| {
        let outputs: Vec<String> = texture.outputs().map(str::to_owned).collect();
        outputs.into_iter().map(move |output| (name.clone(), output))
    });
    assert_eq!(listed, outputs.collect());
}

/// Of some graphs whose shaders compile quickly.
#[test]
fn the_page_has_what_is_measured() {
    let (rows, sites) = (rows(), sites_within());
    for (name, texture) in graphs() {
        if !["chessboard", "hard-edged", "blobs-and-stripes"].contains(&name.as_str()) {
            continue;
        }
        let outputs: Vec<&str> = texture.outputs().collect();
        let shaders = outputs.iter().map(|output| shader(&texture, output).unwrap()).collect();
        let Some(measured) = measured(&texture, shaders, &sites) else { return };
        for (output, [most, all]) in outputs.iter().zip(measured) {
            let row = rows.iter().find(|row| row.0 == name && row.1 == *output).unwrap();
            let [listed, greatest] = row.2.unwrap();
            // Another compiler fuses other operations.
            assert!(most <= 2.0 * listed + 1e-6, "{name}: {output}: {most:e}, not {listed:e}");
            assert!(all <= 4.0 * greatest + 1e-5, "{name}: {output}: {all:e}, not {greatest:e}");
        }
    }
}

/// A bound for continuous noises: most results of a few nodes are within it.
#[test]
fn close_shaders_are_close() {
    let nodes =
        ["noise/perlin", "noise/value", "noise/simplex", "noise/gabor", "math/sine", "math/exponential", "color/ramp"];
    let sites: Vec<[f32; 10]> =
        sites::sites(2000).into_iter().map(|site| site.map(|x| x.clamp(-REGION, REGION))).collect();
    let textures = nodes.map(|node| {
        let definition = travertine::registry().iter().find(|definition| definition.id == node).unwrap();
        Texture::parse(definition.example.as_bytes()).unwrap()
    });
    let shader = |texture: &Texture| Shader::new(texture, &[texture.outputs().next().unwrap()], Tier::Close).unwrap();
    let shaders = textures.each_ref().map(|texture| (texture, shader(texture)));
    let Some(floats) = sites::both(&shaders, &["-O1"], &sites) else { return };
    for (node, [found, expected]) in nodes.iter().zip(floats) {
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
        let small = texture.program_of(&[&output]).unwrap().0.operations().len() <= 120;
        if let (true, Ok(shader)) = (small, Shader::new(&texture, &[&output], Tier::Close)) {
            nodes.push((definition.type_name(), shader));
        }
    }
    // Each compiles two programs.
    for (node, shader) in sample(&nodes, 96) {
        let Some(expected) = cpp::run(std::iter::once(shader), &flags, &sites) else { return };
        let found = cpp::run_osl(shader, &flags, &sites).unwrap();
        let wrong = found.iter().zip(&expected).filter(|(a, b)| !sites::same(**a, **b)).count();
        assert_eq!((found.len(), wrong), (expected.len(), 0), "{node}");
    }
}

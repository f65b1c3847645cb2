//! The values of a GPU are those of the library.
//!
//! Without a driver for Vulkan, Metal or Direct3D the tests are skipped. `TRAVERTINE_SHADERS=all` tests all outputs of
//! all bundled graphs, `TRAVERTINE_SHADERS=marble` those whose names contain the text, both at 100,000 positions;
//! `TRAVERTINE_GPU=NAME` chooses a GPU.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a panic fails the test, and figures are printed")]

mod interpreter;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use travertine::{Brick, Context, Plane, Site, SiteGrid, Slice, SurfacePoint, Texture, Volume};
use travertine_gpu::{Error, Gpu, Tier};
use travertine_tests::chosen_shaders;

/// Positions for each output: fewer by default.
fn count() -> usize {
    if chosen_shaders().is_empty() { 3000 } else { 100_000 }
}

/// Graphs whose heights are tested by default: drivers compile their exact shaders in seconds.
const DEFAULT: [&str; 5] = ["blobs-and-stripes", "clouds", "eroded-land", "hard-edged", "malachite"];

/// The greatest 99.9 % of the page of tolerances, for graphs that it lacks.
const GREATEST: f32 = 2e-2;

/// The GPU; `None` without a driver.
fn gpu(tier: Tier) -> Option<Gpu> {
    let name = std::env::var("TRAVERTINE_GPU").ok();
    match Gpu::new(name.as_deref(), tier) {
        Ok(gpu) => Some(gpu),
        Err(error @ Error::NoAdapter) => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Positions near the origin and, up to `farthest`, far from it.
fn positions(farthest: f32) -> Vec<[f32; 4]> {
    let mut state = 11_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / 8_388_608.0) - 1.0
    };
    (0..count())
        .map(|index| {
            let size = [1.0_f32, 1.0, 8.0, 100.0, 1e5][index % 5].min(farthest);
            let position = [(); 4].map(|()| random() * size);
            // Whole numbers, a plane, the origin.
            match index % 31 {
                0 => position.map(f32::round),
                1 => [position[0], position[1], 0.0, 0.0],
                2 => [0.0; 4],
                _ => position,
            }
        })
        .collect()
}

/// The bundled graphs and their names, in the order of the names.
fn graphs() -> Vec<(String, Texture)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let graph =
        |path: &PathBuf| (path.file_stem().unwrap().to_string_lossy().into_owned(), Texture::open(path).unwrap());
    paths.iter().map(graph).collect()
}

/// The bundled graphs and their outputs that the environment chooses.
fn chosen() -> Vec<(String, Texture, Vec<String>)> {
    let chosen = chosen_shaders();
    let mut chosen_graphs = Vec::new();
    for (name, texture) in graphs() {
        let outputs: Vec<String> = match chosen.as_str() {
            "" if DEFAULT.contains(&name.as_str()) => {
                texture.outputs().filter(|output| *output == "height").map(str::to_owned).collect()
            }
            "" => continue,
            "all" => texture.outputs().map(str::to_owned).collect(),
            part if name.contains(part) => texture.outputs().map(str::to_owned).collect(),
            _ => continue,
        };
        chosen_graphs.push((name, texture, outputs));
    }
    chosen_graphs
}

/// The floats of an output at positions by the GPU and by the library; `None` if the output cannot be a
/// shader.
fn floats(gpu: &Gpu, texture: &Texture, output: &str, positions: &[[f32; 4]]) -> Option<(Vec<f32>, Vec<f32>)> {
    let start = Instant::now();
    let kernel = match gpu.compile(texture, &[output]) {
        Ok(kernel) => kernel,
        // Volumes and texts are refused.
        Err(Error::Shader(error @ travertine_shader::Error::NotExpressible { .. })) => {
            eprintln!("{output}: {error}");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    let compiled = start.elapsed();
    let mut found = vec![f32::NAN; positions.len() * kernel.width()];
    let start = Instant::now();
    kernel.evaluate(&SiteGrid::list(positions), &mut found).unwrap();
    let evaluated = start.elapsed();
    let (program, bound) = texture.program_of(&[output]).unwrap();
    let expected = positions.iter().flat_map(|position| program.sample(&bound, *position)).collect();
    eprintln!(
        "{output}: {} operations, compiled in {compiled:.1?}, evaluated in {evaluated:.1?}",
        program.operations().len()
    );
    Some((found, expected))
}

/// Whether two floats are equal, apart from the sign of zero and from subnormal ones.
fn same(a: f32, b: f32) -> bool {
    let flushed = |x: f32| if x.abs() < f32::MIN_POSITIVE { 0.0 } else { x };
    flushed(a) == flushed(b)
}

#[test]
fn the_exact_tier_has_the_bits_of_the_library() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let positions = positions(f32::MAX);
    let (mut count, mut all) = (0, 0);
    for (name, texture, outputs) in chosen() {
        for output in outputs {
            let Some((found, expected)) = floats(&gpu, &texture, &output, &positions) else { continue };
            let wrong = found.iter().zip(&expected).filter(|(a, b)| !same(**a, **b)).count();
            eprintln!("{name}: {output}: {wrong} of {} floats differ", expected.len());
            count += expected.len();
            all += wrong;
        }
    }
    eprintln!("{}: {all} of {count} floats differ", gpu.name());
    assert_eq!(all, 0, "of {count} floats");
}

/// A texture that reads every coordinate of a surface.
fn every_coordinate() -> Texture {
    let texture = r#"{"format": "travertine", "version": 1, "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"dimensions": 4, "scale": 3}},
        "normal": {"type": "input/normal"}, "curvature": {"type": "input/curvature"}, "uv": {"type": "input/uv"},
        "bent": {"type": "math/multiply", "inputs": {"a": {"node": "curvature"}, "b": {"node": "noise"}}},
        "sum": {"type": "math/add", "inputs": {"a": {"node": "normal"}, "b": {"node": "uv"}}},
        "whole": {"type": "math/add", "inputs": {"a": {"node": "sum"}, "b": {"node": "bent"}}}
    }, "outputs": {"sum": {"node": "whole"}, "height": {"node": "noise"}}}"#;
    Texture::parse(texture).unwrap()
}

#[test]
fn pictures_volumes_and_sites_on_surfaces_have_the_bits_of_the_library() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let texture = every_coordinate();
    let groups = [vec!["sum"], vec!["height"], vec!["sum", "height"]];
    let here = Context::default();
    let there = Context::default().evaluator(gpu.prepare_groups(&texture, &groups).unwrap());
    let (sum, height) = (texture.field("sum").unwrap(), texture.field("height").unwrap());

    for plane in [Plane::Xy, Plane::Xz, Plane::Yz] {
        let slice = Slice { plane, depth: 0.4, time: 1.5, samples_per_side: 2, ..Slice::new(301, 97) };
        assert!(sum.render(slice, &here).unwrap() == sum.render(slice, &there).unwrap(), "{plane:?}");
    }
    let (volume, size) = (Volume { time: 0.3, ..Volume::new(19, 11, 7) }, [10, 11, 7]);
    let brick = Brick { start: [9, 0, 0], size };
    let values = |context: &Context| {
        let mut values = vec![0.0; 10 * 11 * 7];
        height.prepare_volume(volume, size, context).unwrap().brick(brick, &mut values).unwrap();
        values
    };
    assert_eq!(values(&here), values(&there));

    let sites: Vec<Site> = positions(10.0)
        .into_iter()
        .enumerate()
        .map(|(index, position)| {
            let [x, y, z, w] = position.map(|coordinate| coordinate.fract());
            let uv = (!index.is_multiple_of(3)).then_some([w, x]);
            let surface = SurfacePoint { normal: [x, y, z], curvature: w, uv };
            Site { position, surface: (!index.is_multiple_of(5)).then_some(surface) }
        })
        .collect();
    let fields = texture.fields(&["sum", "height"]).unwrap();
    let values = |context: &Context| {
        let sampler = fields.sampler(context).unwrap();
        let mut values = vec![0.0; sites.len() * sampler.width()];
        sampler.sample(&sites, &mut values).unwrap();
        values
    };
    assert!(values(&here).iter().zip(values(&there)).all(|(here, there)| same(*here, there)));
    let missing = texture.fields(&["height", "sum"]).unwrap();
    let refused = missing.sampler(&there).unwrap().sample(&sites, &mut vec![0.0; sites.len() * 4]);
    assert!(refused.unwrap_err().to_string().contains("no kernel"));
}

#[test]
fn the_close_tier_is_within_its_tolerance() {
    let Some(gpu) = gpu(Tier::Close) else { return };
    let positions = positions(16.0);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shader-tolerance.md");
    let page = fs::read_to_string(page).unwrap();
    for (name, texture, outputs) in chosen() {
        for output in outputs {
            let Some((found, expected)) = floats(&gpu, &texture, &output, &positions) else { continue };
            let mut differences: Vec<f32> = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).collect();
            differences.sort_by(f32::total_cmp);
            let most = differences[differences.len() * 999 / 1000];
            let start = format!("| {name} | {output} | ");
            let measured = page.lines().find_map(|line| line.strip_prefix(&start)?.split(' ').next());
            // A GPU may compute sines less exactly than the compiler of the page.
            let bound = measured.map_or(GREATEST, |measured| 4.0 * measured.parse::<f32>().unwrap() + 1e-5);
            eprintln!("{name}: {output}: 99.9 % within {most:.1e}, bound {bound:.1e}");
            assert!(most <= bound, "{name}: {output}");
        }
    }
}

#[test]
fn a_kernel_serves_the_texture_that_it_was_prepared_with_alone() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let texture = |scale: &str| {
        let text = r#"{
            "format": "travertine", "version": 1,
            "parameters": {"shift": {"type": "float", "default": 0}},
            "nodes": {
                "noise": {"type": "noise/value", "inputs": {"scale": SCALE}},
                "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}, "b": {"parameter": "shift"}}}
            },
            "outputs": {"height": {"node": "sum"}}
        }"#;
        Texture::parse(text.replace("SCALE", scale)).unwrap()
    };
    let wood = texture("3");
    let mut shifted = texture("7");
    let marble = shifted.clone();
    shifted.set("shift", "0.5").unwrap();
    let slice = Slice::new(8, 8);
    let image = |texture: &Texture| {
        // A context fails for good.
        let kernels = gpu.prepare_groups(&marble, &[vec!["height"]]).unwrap();
        texture.field("height").unwrap().render(slice, &Context::default().evaluator(kernels))
    };
    let expected = marble.field("height").unwrap().render(slice, &Context::default()).unwrap();
    assert_eq!(image(&marble).unwrap().data, expected.data);
    for other in [&wood, &shifted] {
        let error = image(other).unwrap_err().to_string();
        assert!(error.contains("no kernel was prepared for height"), "{error}");
    }
}

//! The interpreter has the bits of the library, for every graph, and shaders take over from it.

use std::thread;
use std::time::{Duration, Instant};

use travertine::{Context, Image, SiteGrid, Slice, Texture};
use travertine_gpu::{Error, Kernel, Tier};
use travertine_tests::{chosen_shaders, random_graph};

use crate::{gpu, graphs, positions, same};

/// The floats of outputs by a kernel and by the library.
fn floats(kernel: &Kernel, texture: &Texture, outputs: &[&str], positions: &[[f32; 4]]) -> (Vec<f32>, Vec<f32>) {
    let mut found = vec![f32::NAN; positions.len() * kernel.width()];
    kernel.evaluate(&SiteGrid::list(positions), &mut found).unwrap();
    let (program, bound) = texture.program_of(outputs).unwrap();
    let expected = positions.iter().flat_map(|position| program.sample(&bound, *position)).collect();
    (found, expected)
}

/// Number of floats that differ.
fn differing((found, expected): &(Vec<f32>, Vec<f32>)) -> usize {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).filter(|(a, b)| !same(**a, **b)).count()
}

/// Graphs that are tested by default: they have most kinds of steps whose kernels drivers compile in a moment.
const DEFAULT: [&str; 8] =
    ["brick-wall", "bronze", "cherry-wood", "granite", "hard-edged", "malachite", "portoro", "wood"];

/// All outputs of each bundled graph that GPUs can evaluate, together: by default those of some.
#[test]
fn every_bundled_graph_has_the_bits_of_the_library() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let chosen = chosen_shaders();
    let all = positions(f32::MAX);
    let positions = if chosen.is_empty() { &all[..200] } else { &all };
    let (mut count, mut wrong) = (0, 0);
    for (name, texture) in graphs() {
        let is_chosen = match chosen.as_str() {
            "" => DEFAULT.contains(&name.as_str()),
            part => part == "all" || name.contains(part),
        };
        if !is_chosen {
            continue;
        }
        let outputs: Vec<&str> = texture.outputs().collect();
        let start = Instant::now();
        let kernel = match gpu.prepare(&texture, &outputs) {
            Ok(kernel) => kernel,
            Err(Error::Shader(error @ travertine_shader::Error::NotExpressible { .. })) => {
                eprintln!("{name}: {error}");
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        assert!(kernel.is_interpreted());
        let prepared = start.elapsed();
        let pair = floats(&kernel, &texture, &outputs, positions);
        let differing = differing(&pair);
        eprintln!(
            "{name}: {differing} of {} differ, prepared in {prepared:.1?}, {:.1?}",
            pair.1.len(),
            start.elapsed()
        );
        (count, wrong) = (count + pair.1.len(), wrong + differing);
    }
    eprintln!("{}: {wrong} of {count} floats differ", gpu.name());
    assert_eq!(wrong, 0, "of {count} floats");
}

/// Software drivers end loops after 65,535 rounds.
#[test]
fn long_programs_are_evaluated_to_their_end() {
    if !chosen_shaders().is_empty() {
        return;
    }
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let mut nodes = r#""place": {"type": "input/position"},
        "0": {"type": "math/add", "inputs": {"a": {"node": "place", "output": "x"}, "b": 0.5}}"#
        .to_owned();
    for index in 1..66_000 {
        let before = index - 1;
        let node = r#"{"type": "math/add", "inputs": {"a": {"node": "#;
        nodes += &format!(", \"{index}\": {node}\"{before}\"}}, \"b\": 0.5}}}}");
    }
    let outputs = r#"{"sum": {"node": "65999"}}"#;
    let document = format!(r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {outputs}}}"#);
    let texture = Texture::parse(document.as_bytes()).unwrap();
    let kernel = gpu.prepare(&texture, &["sum"]).unwrap();
    assert_eq!(differing(&floats(&kernel, &texture, &["sum"], &positions(100.0)[..4])), 0);
}

#[test]
fn random_programs_have_the_bits_of_the_library() {
    let count = match chosen_shaders().as_str() {
        "" => 3,
        "all" => 300,
        part if "random".contains(part) => 300,
        _ => return,
    };
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let positions = &positions(100.0)[..60];
    let mut tested = 0;
    for seed in 0.. {
        let texture = Texture::parse(random_graph::document(seed, travertine::registry()).as_bytes()).unwrap();
        let outputs: Vec<&str> = texture.outputs().collect();
        let (program, bound) = texture.program_of(&outputs).unwrap();
        // GPUs may flush subnormal floats to zero.
        let mut values = Vec::new();
        let is_normal = positions.iter().all(|position| {
            program.evaluate(&bound, *position, &mut values);
            values.iter().all(|value| *value == 0.0 || value.is_normal())
        });
        // Rasters of random graphs are large.
        if !is_normal || !program.rasters().is_empty() {
            continue;
        }
        let kernel = match gpu.prepare(&texture, &outputs) {
            Ok(kernel) => kernel,
            Err(Error::Shader(travertine_shader::Error::NotExpressible { .. })) => continue,
            Err(error) => panic!("seed {seed}: {error}"),
        };
        let pair = floats(&kernel, &texture, &outputs, positions);
        assert_eq!(differing(&pair), 0, "seed {seed}");
        tested += 1;
        if tested == count {
            return;
        }
    }
}

/// Marble with one edit after another. Each picture has the bits of the library, and the interpreter makes it.
#[test]
fn edits_in_sequence_have_the_bits_of_the_library() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let (_, marble) = graphs().into_iter().find(|(name, _)| name == "marble").unwrap();
    let text = marble.document().to_json();
    let slice = Slice { depth: 0.3, ..Slice::new(40, 30) };
    let mut textures = vec![marble.clone()];
    let mut edited = marble;
    for (parameter, value) in [("vein_scale", "3.5"), ("turbulence", "0.2"), ("vein_scale", "0.9")] {
        edited.set(parameter, value).unwrap();
        textures.push(edited.clone());
    }
    // Edits of the structure.
    let mut edited = text;
    for (old, new) in
        [("\"octaves\": 5", "\"octaves\": 3"), ("noise/perlin", "noise/value"), ("math/multiply", "math/divide")]
    {
        let changed = edited.replace(old, new);
        assert!(changed != edited, "{old}");
        edited = changed;
        textures.push(Texture::parse(edited.as_bytes()).unwrap());
    }
    for texture in &textures {
        let outputs = vec!["height"];
        let kernels = gpu.prepare_groups(texture, &[outputs]).unwrap();
        assert!(kernels.0.iter().all(Kernel::is_interpreted));
        let field = texture.field("height").unwrap();
        let [here, there]: [Image; 2] = [Context::default(), Context::default().evaluator(kernels)]
            .map(|context| field.render(slice, &context).unwrap());
        assert!(here == there);
    }
}

/// A small texture, and what it is at a few positions.
fn small(scale: u32) -> Texture {
    let text = r#"{"format": "travertine", "version": 1,
        "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": SCALE}}},
        "outputs": {"height": {"node": "noise"}}}"#;
    Texture::parse(text.replace("SCALE", &scale.to_string()).as_bytes()).unwrap()
}

#[test]
fn a_shader_takes_over_when_it_is_ready() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let texture = small(7);
    let kernel = gpu.prepare(&texture, &["height"]).unwrap();
    let positions = &positions(100.0)[..100];
    let interpreted = floats(&kernel, &texture, &["height"], positions);
    assert!(kernel.is_interpreted(), "nothing was worth a shader yet");
    kernel.specialise();
    let start = Instant::now();
    while kernel.is_interpreted() && start.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!kernel.is_interpreted());
    let specialised = floats(&kernel, &texture, &["height"], positions);
    assert_eq!([differing(&interpreted), differing(&specialised)], [0, 0]);
}

/// Kernels, and then the GPU, are dropped while shaders are compiled or wait for that.
#[test]
fn dropped_compilations_end() {
    let Some(gpu) = gpu(Tier::Exact) else { return };
    let last: Vec<Kernel> = (1..6)
        .map(|scale| {
            let kernel = gpu.prepare(&small(scale), &["height"]).unwrap();
            kernel.specialise();
            kernel
        })
        .skip(3)
        .collect();
    drop(gpu);
    let texture = small(5);
    assert_eq!(differing(&floats(&last[1], &texture, &["height"], &positions(10.0)[..50])), 0);
}

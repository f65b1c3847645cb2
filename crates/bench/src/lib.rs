//! The workloads that Travertine measures itself with, each beside the same work done by a peer.
//!
//! A workload is one slice of [`SIDE`] x [`SIDE`] samples on one thread, at depth 0.37; octaves start at cells of 128
//! pixels, single octaves at 64.
#![forbid(unsafe_code)]

use noise::NoiseFn;
use travertine_graph::arguments::Arguments;
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::lowering::lower;
use travertine_graph::program::{Bound, Program};
use travertine_noise::Level;
use travertine_render::{Cancel, Image, Options, Render, Slice};

/// Samples along each side of a slice.
pub const SIDE: u32 = 1024;

/// A graph ready to be rendered again and again.
pub struct Workload {
    program: Program,
    bound: Bound,
}

impl Workload {
    /// The first output of a document that is known to be valid.
    pub fn new(text: &str) -> Workload {
        let document = Document::parse(text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let graph = Graph::new(&document, &travertine_nodes::registry());
        let graph = graph.unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &[0], &arguments).unwrap_or_else(|error| panic!("{error}"));
        let bound = arguments.bind(&program);
        Workload { program, bound }
    }

    /// Gradient noise in 3D, of one octave or a sum of several.
    pub fn perlin(octaves: u32) -> Workload {
        let scale = if octaves == 1 { SIDE / 64 } else { SIDE / 128 };
        Workload::new(&format!(
            r#"{{"format": "travertine", "version": 1,
            "nodes": {{"noise": {{"type": "noise/perlin", "inputs": {{"scale": {scale}, "octaves": {octaves}}}}}}},
            "outputs": {{"value": {{"node": "noise"}}}}}}"#
        ))
    }

    /// The bundled marble, whole: noise, cosine, ramp, linear colour.
    pub fn marble() -> Workload {
        Workload::new(include_str!("../../../graphs/marble.json"))
    }

    /// Renders the slice on one thread.
    pub fn render(&self, level: Level) -> Image {
        let slice = Slice { depth: 0.37, ..Slice::new(SIDE, SIDE) };
        let options = Options { level, threads: Some(1), ..Options::default() };
        Render::new(&self.program, &self.bound, slice, None, options)
            .and_then(|render| render.image(&Cancel::new()))
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The same slice by the crate `noise`: a sum of octaves, then `finish`.
pub fn peer(octaves: u32, finish: impl Fn(f64, f64) -> f64) -> Vec<f32> {
    let perlin = noise::Perlin::new(7);
    let scale = if octaves == 1 { SIDE / 64 } else { SIDE / 128 };
    let step = f64::from(scale) / f64::from(SIDE);
    let mut samples = Vec::with_capacity((SIDE * SIDE) as usize);
    for row in 0..SIDE {
        for column in 0..SIDE {
            let place =
                [(f64::from(column) + 0.5) * step, (f64::from(row) + 0.5) * step, 0.37 * f64::from(scale)];
            let (mut sum, mut frequency, mut amplitude) = (0.0, 1.0, 1.0);
            for _ in 0..octaves {
                sum += perlin.get(place.map(|coordinate| coordinate * frequency)) * amplitude;
                frequency *= 2.0;
                amplitude *= 0.5;
            }
            samples.push(finish(place[0], sum) as f32);
        }
    }
    samples
}

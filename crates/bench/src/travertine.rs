//! Travertine as a contender: whole graphs, from the program to the picture in memory.

use std::hint::black_box;

use travertine_graph::arguments::Arguments;
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_graph::lowering::lower;
use travertine_noise::{Basis, Interpolation, Level, Noise};
use travertine_program::Program;
use travertine_render::sink::Sink;
use travertine_render::{Brick, Context, Image, Render, RenderError, Slice, Volume, VolumeRender};

use crate::contender::{Contender, Who};
use crate::grid::{DEPTH, Grid, SCATTERED};
use crate::workload::{Pattern, Workload};

/// Slices per brick, as when a volume of 256 x 256 x 256 samples is written to a file.
const BRICK_DEPTH: u32 = 32;

/// A lowered graph that can be evaluated repeatedly.
pub struct Texture {
    program: Program,
    arguments: Arguments,
}

impl Texture {
    /// The first output of a document.
    ///
    /// # Panics
    ///
    /// If the document is invalid.
    pub fn new(text: &str) -> Texture {
        let document = Document::parse(text.as_bytes()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let graph = Graph::new(&document, &travertine_nodes::registry());
        let graph = graph.unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &[0], &arguments).unwrap_or_else(|error| panic!("{error}"));
        Texture { program, arguments }
    }

    /// The graph of a workload.
    pub fn of(workload: &Workload) -> Texture {
        Texture::new(&document(workload))
    }

    /// Number of operations of its program.
    pub fn operations(&self) -> usize {
        self.program.operations().len()
    }

    /// Whether its result, and the grids of its rasters, vary from place to place.
    pub fn varies(&self) -> bool {
        let varies = |program: &Program| {
            let values = program.outputs().iter().flat_map(|output| &output.values);
            values.into_iter().any(|value| !program.axes()[value.index()].is_empty())
        };
        varies(&self.program) && self.program.rasters().iter().all(|source| varies(source.planes()))
    }

    /// Renders a slice.
    ///
    /// # Panics
    ///
    /// If the memory budget is exceeded.
    pub fn image(&self, slice: Slice, level: Level, threads: usize) -> Image {
        self.render(slice, level, threads, |render: Render| render.image())
    }

    /// Renders a slice into reused memory.
    ///
    /// # Panics
    ///
    /// If the memory budget is exceeded.
    pub fn images_into(&self, images: &mut Vec<Image>, slice: Slice, level: Level, threads: usize) {
        self.render(slice, level, threads, |render| render.images_into(images));
    }

    /// Renders a slice into a sink.
    ///
    /// # Panics
    ///
    /// As [`Texture::images_into`], or if the sink fails.
    pub fn sink<S: Sink<Output: Send> + Send>(&self, slice: Slice, level: Level, threads: usize, sink: S) -> S::Output {
        self.render(slice, level, threads, |render| Ok(render.run(vec![sink])?.swap_remove(0)))
    }

    /// Computes all samples of a volume, brick by brick, in reused memory.
    ///
    /// # Panics
    ///
    /// If the memory budget is exceeded.
    pub fn bricks(&self, samples: &mut Vec<f32>, volume: Volume, level: Level, threads: usize) {
        let size = [volume.width, volume.height, BRICK_DEPTH];
        let context = Context::default().level(level).threads(threads);
        let bound = self.arguments.bind(&self.program);
        let mut run = || {
            let render = VolumeRender::new(&self.program, &bound, volume, size, &context)?;
            for z in (0..volume.depth).step_by(BRICK_DEPTH as usize) {
                let depth = BRICK_DEPTH.min(volume.depth - z);
                let brick = Brick { start: [0, 0, z], size: [volume.width, volume.height, depth] };
                samples.resize(brick.samples() as usize * render.format().channels(), 0.0);
                render.brick(brick, samples)?;
                black_box(&samples);
            }
            Ok::<(), RenderError>(())
        };
        run().unwrap_or_else(|error| panic!("{error}"));
    }

    fn render<T>(
        &self,
        slice: Slice,
        level: Level,
        threads: usize,
        run: impl FnOnce(Render) -> Result<T, RenderError>,
    ) -> T {
        let context = Context::default().level(level).threads(threads);
        // Bound again each time, so that nothing is reused.
        let bound = self.arguments.bind(&self.program);
        Render::new(&self.program, &bound, slice, None, &context)
            .and_then(run)
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Travertine at a SIMD level, on one thread.
///
/// A volume is evaluated brick by brick, as when it is written to a file. Scattered positions measure the noise
/// without a graph: coordinates in arrays, as in a warped tile.
pub fn contender(workload: &Workload, level: Level) -> Contender {
    let run = match workload.grid {
        Grid::Slice => slice(workload, 1, level, 1),
        Grid::Volume => volume(workload, level, 1),
        Grid::Scattered => scattered(workload, level),
    };
    Contender { who: Who::Travertine(level), run }
}

/// Travertine at the best level, on a number of threads; `None` for noise without a graph, which uses one thread.
///
/// A slice has four times the samples, since threads take about 30 microseconds to wake.
pub fn threaded(workload: &Workload, threads: usize) -> Option<Contender> {
    let level = Level::detect();
    let run = match workload.grid {
        Grid::Slice => slice(workload, 2, level, threads),
        Grid::Volume => volume(workload, level, threads),
        Grid::Scattered => return None,
    };
    Some(Contender { who: Who::Travertine(level), run })
}

/// Renders a slice with `units` units per side.
fn slice(workload: &Workload, units: u32, level: Level, threads: usize) -> Box<dyn FnMut()> {
    let (texture, side) = (Texture::of(workload), units * workload.grid.side());
    let region = [0.0, 0.0, f64::from(units), f64::from(units)];
    let mut images = Vec::new();
    Box::new(move || {
        let slice = Slice { depth: DEPTH, region, ..Slice::new(side, side) };
        texture.images_into(&mut images, slice, level, threads);
        black_box(&images);
    })
}

fn volume(workload: &Workload, level: Level, threads: usize) -> Box<dyn FnMut()> {
    let (texture, side) = (Texture::of(workload), workload.grid.side());
    let mut samples = Vec::new();
    Box::new(move || texture.bricks(&mut samples, Volume::new(side, side, side), level, threads))
}

#[expect(clippy::expect_used, reason = "gradient noise supports 3 dimensions")]
fn scattered(workload: &Workload, level: Level) -> Box<dyn FnMut()> {
    let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 7).expect("a valid noise");
    let scale = workload.scale() as f32;
    let axis = |axis: usize| SCATTERED.iter().map(|position| position[axis] * scale).collect::<Vec<f32>>();
    let [xs, ys, zs] = [0, 1, 2].map(axis);
    let mut samples = vec![0.0; xs.len()];
    Box::new(move || {
        noise.lanes(level, [&xs, &ys, &zs, &[]], &mut samples);
        black_box(&samples);
    })
}

/// The document of a workload's graph.
fn document(workload: &Workload) -> String {
    let inputs = format!(r#""scale": {}, "seed": 7"#, workload.scale());
    let sum = |octaves| format!(r#"{{"type": "noise/perlin", "inputs": {{{inputs}, "octaves": {octaves}}}}}"#);
    let (nodes, output) = match workload.pattern {
        Pattern::Perlin { octaves } => (format!(r#""noise": {}"#, sum(octaves)), r#"{"node": "noise"}"#),
        Pattern::Value => {
            (format!(r#""noise": {{"type": "noise/value", "inputs": {{{inputs}}}}}"#), r#"{"node": "noise"}"#)
        }
        Pattern::Simplex => (
            format!(r#""noise": {{"type": "noise/simplex", "inputs": {{{inputs}, "dimensions": 3}}}}"#),
            r#"{"node": "noise"}"#,
        ),
        Pattern::Cellular => (
            format!(r#""noise": {{"type": "noise/cellular", "inputs": {{{inputs}, "dimensions": 3}}}}"#),
            r#"{"node": "noise", "output": "f1"}"#,
        ),
        Pattern::Marble => (format!(r#""noise": {}, {MARBLE}"#, sum(4)), r#"{"node": "ramp", "output": "color"}"#),
        Pattern::Warp => (format!(r#""noise": {}, {WARP}"#, sum(4)), r#"{"node": "warp"}"#),
    };
    format!(r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"output": {output}}}}}"#)
}

/// The nodes of marble apart from the noise. The ramp gives linear light.
const MARBLE: &str = r##"
    "position": {"type": "input/position"},
    "bent": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": 0.7}},
    "sum": {"type": "math/add", "inputs": {"a": {"node": "position", "output": "x"}, "b": {"node": "bent"}}},
    "wave": {"type": "math/cosine", "inputs": {"value": {"node": "sum"}, "frequency": 2}},
    "veins": {"type": "math/remap", "inputs": {"value": {"node": "wave"}, "from_min": -1, "from_max": 1}},
    "ramp": {"type": "color/ramp", "inputs": {
        "value": {"node": "veins"},
        "ramp": {"stops": [
            {"position": 0, "color": "#2f353d"},
            {"position": 0.3, "color": "#8d9196"},
            {"position": 0.7, "color": "#dcd9d2"},
            {"position": 1, "color": "#f7f5f0"}
        ]}
    }}"##;

/// Noise at a position that the noise moves equally along all axes.
const WARP: &str = r#"
    "warp": {"type": "domain/warp", "inputs": {
        "value": {"node": "noise"}, "offset": {"node": "noise"}, "strength": 0.125
    }}"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::ALL;

    #[test]
    fn every_workload_is_a_valid_graph() {
        for workload in ALL {
            let texture = Texture::of(&workload);
            let image = texture.image(Slice::new(16, 16), Level::detect(), 1);
            let levels = image.data.iter().filter(|value| **value != image.data[0]).count();
            assert!(levels > 0, "{} is the same everywhere", workload.name);
        }
    }
}

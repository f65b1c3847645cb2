//! Schedules: a program arranged for a domain, as steps that run one after the other over a tile.
//!
//! Five passes build one: [fusion] turns operations into steps, [skipping] finds where each of them is needed, [order]
//! puts what decides about steps before them, [liveness] assigns buffers to values, and [placement] lets outputs be
//! computed straight into their pictures.

mod chain;
mod condition;
mod cost;
mod fusion;
mod liveness;
mod need;
mod needs;
mod order;
mod placement;
mod set;
mod skipping;
mod step;
mod sum;
mod zeros;

use travertine_noise::Interpolation;
use travertine_program::{Bound, Operation, Program, Value};

pub(crate) use chain::{Chain, run as run_chain};
pub(crate) use condition::{Condition, Test};
pub(crate) use liveness::Buffer;
use liveness::Buffers;
pub(crate) use need::{BLOCK, Need, words as need_words};
pub(crate) use placement::{Output, Source};
pub(crate) use step::{Curves, EVERYWHERE, NeedId, Step, Task, Together};
pub(crate) use sum::{Octave, Sum};

use crate::domain::{Domain, Shape};
use crate::reuse::Reuse;

/// Number of blocks that are gathered together. Their samples stay in the first-level cache.
pub(crate) const BLOCKS_AT_ONCE: usize = 64;

/// A program arranged for a domain.
pub(crate) struct Schedule<'a> {
    pub(crate) program: &'a Program,
    pub(crate) bound: &'a Bound,
    pub(crate) steps: Vec<Step<'a>>,
    /// Outputs of the program, then each value to cache.
    pub(crate) outputs: Vec<Output<'a>>,
    /// Interpolation of each set of lattice columns in a workspace.
    pub(crate) columns: Vec<Interpolation>,
    /// Where steps are needed: the first everywhere, others where conditions hold.
    pub(crate) needs: Vec<Need>,
    /// Shape of each value of the program.
    shapes: Vec<Shape>,
    buffers: Buffers,
}

impl<'a> Schedule<'a> {
    pub(crate) fn new(program: &'a Program, bound: &'a Bound, domain: &impl Domain, reuse: &Reuse<'a>) -> Schedule<'a> {
        let shapes: Vec<Shape> = program.axes().iter().map(|axes| domain.shape(*axes)).collect();
        let shown = program.outputs().iter().map(|output| output.values.as_slice());
        let kept = reuse.keep.iter().map(std::slice::from_ref);
        let output = |values: &[Value]| Output { values: values.to_vec(), source: Source::Buffers };
        let outputs: Vec<Output> = shown.chain(kept).map(output).collect();
        let roots: Vec<Value> = outputs.iter().flat_map(|output| &output.values).copied().collect();

        let mut steps = fusion::fuse(program, bound, &shapes, reuse, &roots);
        let needs = skipping::find(program, bound, &shapes, &roots, &mut steps);
        let mut steps = order::order(steps, &needs, shapes.len());
        let columns = fusion::assign_columns(&mut steps);
        let buffers = liveness::allocate(&mut steps, &shapes, &roots);
        Schedule { program, bound, steps, outputs, columns, needs, shapes, buffers }
    }

    /// Truncates each output to its number of channels, and lets steps that only a picture needs write straight into
    /// it.
    pub(crate) fn place_outputs(&mut self, channels: impl Iterator<Item = usize>) {
        for (output, channels) in self.outputs.iter_mut().zip(channels) {
            output.values.truncate(channels);
        }
        placement::place(&mut self.outputs, &mut self.steps, &mut self.buffers, &self.shapes);
    }

    /// Shape of a value.
    pub(crate) fn shape(&self, value: Value) -> Shape {
        self.shapes[value.index()]
    }

    /// Buffer of a value.
    pub(crate) fn buffer(&self, value: Value) -> Buffer {
        self.buffers.of[value.index()]
    }

    /// Shape of each buffer.
    pub(crate) fn buffers(&self) -> &[Shape] {
        &self.buffers.shapes
    }

    /// Number of buffers as large as a tile.
    pub(crate) fn full_buffers(&self) -> usize {
        self.buffers().iter().filter(|shape| **shape == Shape::Full).count()
    }

    /// Whether a step samples a raster.
    pub(crate) fn samples_rasters(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.task, Task::Operation(Operation::Raster(..))))
    }

    /// The greatest numbers of operands and of results of a step that runs in blocks.
    pub(crate) fn most_gathered(&self) -> (usize, usize) {
        let in_blocks = self.steps.iter().filter(|step| step.sparse > 0.0);
        let sizes = in_blocks.map(|step| (step.task.reads().len(), step.results.len()));
        sizes.fold((0, 0), |most, size| (most.0.max(size.0), most.1.max(size.1)))
    }

    /// Size of a workspace for tiles of this size, in bytes.
    pub(crate) fn workspace_bytes(&self, width: usize, height: usize) -> u64 {
        self.buffer_bytes(width, height) + self.need_bytes(width, height)
    }

    /// Size of a workspace's buffers for tiles of this size, in bytes.
    pub(crate) fn buffer_bytes(&self, width: usize, height: usize) -> u64 {
        let buffers: u64 = self.buffers().iter().map(|shape| shape.len(width, height) as u64).sum();
        // Lattice columns hold about 48 floats for each sample of a row, most of them for the rows that are computed
        // together.
        let rows = (self.columns.len() * 56 + Operation::MOST_OPERANDS) as u64 * width.max(height) as u64;
        (buffers + rows) * size_of::<f32>() as u64
    }

    /// The rest of a workspace, whose size grows little with the tile, in bytes: the places of needs, and gathered
    /// blocks.
    pub(crate) fn need_bytes(&self, width: usize, height: usize) -> u64 {
        let places = match self.needs.len() {
            1 => 0,
            needs => (needs + 1) * need_words(width, height) * size_of::<u64>(),
        };
        let (operands, results) = self.most_gathered();
        (places + (operands + results) * BLOCKS_AT_ONCE * BLOCK * size_of::<f32>()) as u64
    }

    /// Number of results computed over an area of this size.
    pub(crate) fn work(&self, width: u64, height: u64) -> u64 {
        let placed = self.outputs.iter().filter(|output| !matches!(output.source, Source::Buffers));
        let placed = placed.flat_map(|output| &output.values);
        let values = self.steps.iter().flat_map(|step| &step.results).chain(placed);
        let results = values.map(|value| match self.shape(*value) {
            Shape::Uniform => 1,
            Shape::Row => width,
            Shape::Column => height,
            Shape::Full => width.saturating_mul(height),
        });
        results.fold(0, u64::saturating_add)
    }
}

//! Placement of outputs, the fifth pass: a value that only a picture needs is computed straight into it.

use travertine_program::{Curve, Value};

use super::liveness::Buffers;
use super::step::{Curves, Step, Task};
use super::sum::Sum;
use crate::domain::Shape;

/// Maximum number of points of curves that are computed straight into a picture. With more points, building a table for
/// each strip costs more.
const FEW_POINTS: usize = 32;

/// An output, or a value to cache, and the source of its floats.
pub(crate) struct Output<'a> {
    /// One value for each channel.
    pub(crate) values: Vec<Value>,
    pub(crate) source: Source<'a>,
}

/// The source of an output's floats.
pub(crate) enum Source<'a> {
    /// The buffers of its values.
    Buffers,
    /// A sum over the tile, without a buffer.
    Sum(Sum),
    /// Three curves over the tile, without buffers.
    Three(Value, [&'a Curve; 3]),
    /// Four curves over the tile, without buffers.
    Four(Value, [&'a Curve; 4]),
}

/// Moves the steps that only a picture needs from the schedule to the outputs. Buffers that are no longer written
/// become small.
pub(super) fn place<'a>(
    outputs: &mut [Output<'a>],
    steps: &mut Vec<Step<'a>>,
    buffers: &mut Buffers,
    shapes: &[Shape],
) {
    let uses = Uses::new(outputs, steps, buffers);
    let mut moved = vec![false; steps.len()];
    for output in outputs {
        let Some(index) = output.values.first().and_then(|value| uses.computed[value.index()]) else {
            continue;
        };
        let step = &steps[index];
        let full = shapes[step.results[0].index()] == Shape::Full;
        if step.results == output.values && full && uses.can_wait(index, step, buffers) {
            output.source = source(&step.task);
            moved[index] = !matches!(output.source, Source::Buffers);
        }
    }
    let mut moved = moved.into_iter();
    steps.retain(|_| moved.next() != Some(true));

    let mut stored = vec![false; buffers.shapes.len()];
    steps.iter().flat_map(|step| &step.results).for_each(|value| stored[buffers.of[value.index()]] = true);
    let unused = buffers.shapes.iter_mut().zip(stored).filter(|(_, stored)| !stored);
    unused.for_each(|(shape, _)| *shape = Shape::Uniform);
}

/// Uses of values and buffers by steps and outputs.
struct Uses {
    /// The step that computes each value.
    computed: Vec<Option<usize>>,
    /// The last step that reads each value.
    read: Vec<Option<usize>>,
    /// Number of outputs that show each value.
    shown: Vec<usize>,
    /// The last step that fills each buffer.
    filled: Vec<usize>,
}

impl Uses {
    fn new(outputs: &[Output], steps: &[Step], buffers: &Buffers) -> Uses {
        let count = buffers.of.len();
        let (computed, read) = (vec![None; count], vec![None; count]);
        let mut uses = Uses { computed, read, shown: vec![0; count], filled: vec![0; buffers.shapes.len()] };
        for (index, step) in steps.iter().enumerate() {
            for value in &step.results {
                uses.computed[value.index()] = Some(index);
                uses.filled[buffers.of[value.index()]] = index;
            }
            step.task.reads().iter().for_each(|value| uses.read[value.index()] = Some(index));
        }
        outputs.iter().flat_map(|output| &output.values).for_each(|value| uses.shown[value.index()] += 1);
        uses
    }

    /// Whether a single output needs the step's results, and its operands stay in their buffers to the end.
    fn can_wait(&self, index: usize, step: &Step, buffers: &Buffers) -> bool {
        let unread = |value: &Value| self.read[value.index()].is_none() && self.shown[value.index()] == 1;
        let intact = |value: &Value| self.filled[buffers.of[value.index()]] <= index;
        step.results.iter().all(unread) && step.task.reads().iter().all(intact)
    }
}

/// The source of an output that a task computes: straight into the picture if possible.
fn source<'a>(task: &Task<'a>) -> Source<'a> {
    match task {
        Task::Sum(sum) => Source::Sum(sum.clone()),
        Task::Curves(Curves { argument, curves }) if curves[0].points.len() <= FEW_POINTS => match **curves {
            [a, b, c] => Source::Three(*argument, [a, b, c]),
            [a, b, c, d] => Source::Four(*argument, [a, b, c, d]),
            _ => Source::Buffers,
        },
        _ => Source::Buffers,
    }
}

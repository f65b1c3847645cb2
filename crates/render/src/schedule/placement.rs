//! Placement of outputs, the third pass: what only a picture needs is computed straight into it.

use travertine_program::{Curve, Value};

use super::liveness::Buffers;
use super::step::{Curves, Step, Task};
use super::sum::Sum;
use crate::domain::Shape;

/// The most points of curves that are computed straight into a picture: with more, tables are made for each strip.
const FEW_POINTS: usize = 32;

/// An output, or a value that is to be kept, and how its floats come into their picture.
pub(crate) struct Output<'a> {
    /// Its floats.
    pub(crate) values: Vec<Value>,
    pub(crate) source: Source<'a>,
}

/// Where the floats of an output come from.
pub(crate) enum Source<'a> {
    /// The buffers of the values.
    Buffers,
    /// A sum over the whole tile, which has no buffer.
    Sum(Sum),
    /// Three curves over the whole tile, which have no buffers.
    Three(Value, [&'a Curve; 3]),
    /// Four curves over the whole tile, which have no buffers.
    Four(Value, [&'a Curve; 4]),
}

/// Moves the steps that only a picture needs from the schedule to the outputs. Buffers that are never written to then take
/// no room.
pub(super) fn place<'a>(
    outputs: &mut [Output<'a>],
    steps: &mut Vec<Step<'a>>,
    buffers: &mut Buffers,
    shapes: &[Shape],
) {
    for index in 0..outputs.len() {
        let values = &outputs[index].values;
        let Some(step) = steps.iter().rposition(|step| step.results == *values) else { continue };
        let is_shown_twice = outputs.iter().enumerate().any(|(other, output)| {
            other != index && output.values.iter().any(|value| values.contains(value))
        });
        if is_shown_twice || !can_wait(&steps[step], &steps[step + 1..], buffers, shapes) {
            continue;
        }
        let Some(source) = source(&steps[step].task) else { continue };
        steps.remove(step);
        outputs[index].source = source;
    }
    let mut stored = vec![false; buffers.shapes.len()];
    steps.iter().flat_map(|step| &step.results).for_each(|value| stored[buffers.of[value.index()]] = true);
    let unused = buffers.shapes.iter_mut().zip(stored).filter(|(_, stored)| !stored);
    unused.for_each(|(shape, _)| *shape = Shape::Uniform);
}

/// Whether a step computes whole tiles of which later steps read nothing, and whose operands they leave as they are.
fn can_wait(step: &Step, later: &[Step], buffers: &Buffers, shapes: &[Shape]) -> bool {
    let of = |value: &Value| buffers.of[value.index()];
    let untouched = |later: &Step| {
        later.task.reads().iter().all(|operand| !step.results.contains(operand))
            && later.results.iter().all(|result| step.task.reads().iter().all(|read| of(read) != of(result)))
    };
    shapes[step.results[0].index()] == Shape::Full && later.iter().all(untouched)
}

/// A step's task as the source of an output, if it is one that can be computed straight into a picture.
fn source<'a>(task: &Task<'a>) -> Option<Source<'a>> {
    match task {
        Task::Sum(sum) => Some(Source::Sum(sum.clone())),
        Task::Curves(Curves { argument, curves }) if curves[0].points.len() <= FEW_POINTS => match **curves {
            [a, b, c] => Some(Source::Three(*argument, [a, b, c])),
            [a, b, c, d] => Some(Source::Four(*argument, [a, b, c, d])),
            _ => None,
        },
        _ => None,
    }
}

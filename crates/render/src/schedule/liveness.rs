//! Liveness, the second pass: each value gets a buffer, which later values take over after its last use.

use travertine_program::Value;

use super::step::Step;
use crate::domain::Shape;

/// The most results along rows that are cached from tile to tile; each needs a buffer of its own.
const MOST_CACHED: usize = 512;

/// The index of a buffer of a workspace.
pub(crate) type Buffer = usize;

/// The buffers of a schedule.
pub(crate) struct Buffers {
    /// The shape of each buffer.
    pub(super) shapes: Vec<Shape>,
    /// The buffer of each value of the program; of a value that no step computes, any.
    pub(super) of: Vec<Buffer>,
}

/// Gives every result a buffer. The roots keep theirs to the end, and so does what is cached, which is marked.
pub(super) fn allocate(steps: &mut [Step], shapes: &[Shape], roots: &[Value]) -> Buffers {
    const TO_THE_END: usize = usize::MAX;
    let along_rows = |shape: Shape| matches!(shape, Shape::Uniform | Shape::Row);
    let caches = shapes.iter().filter(|shape| along_rows(**shape)).count() <= MOST_CACHED;
    let mut last_use = vec![0; shapes.len()];
    for (index, step) in steps.iter().enumerate() {
        step.task.reads().iter().for_each(|operand| last_use[operand.index()] = index);
    }
    roots.iter().for_each(|root| last_use[root.index()] = TO_THE_END);

    let mut buffers = Buffers { shapes: Vec::new(), of: vec![0; shapes.len()] };
    // By their shapes.
    let mut free: [Vec<Buffer>; Shape::COUNT] = Default::default();
    for (index, step) in steps.iter_mut().enumerate() {
        for result in step.results.iter().map(|result| result.index()) {
            buffers.of[result] = free[shapes[result] as usize].pop().unwrap_or_else(|| {
                buffers.shapes.push(shapes[result]);
                buffers.shapes.len() - 1
            });
        }
        step.cached = caches && along_rows(shapes[step.results[0].index()]);
        for value in step.task.reads().iter().map(|operand| operand.index()) {
            if last_use[value] == index && !(caches && along_rows(shapes[value])) {
                // Once, however often it is read.
                last_use[value] = TO_THE_END;
                free[shapes[value] as usize].push(buffers.of[value]);
            }
        }
    }
    buffers
}

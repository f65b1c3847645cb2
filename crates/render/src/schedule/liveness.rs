//! Liveness, the fourth pass: assigns each value a buffer, which is reused after the value's last use.

use travertine_program::Value;

use super::step::Step;
use crate::domain::Shape;

/// Maximum number of values along rows that are kept from tile to tile. Each needs a buffer of its own.
const MOST_CACHED: usize = 512;

/// Index of a buffer of a workspace.
pub(crate) type Buffer = usize;

/// The buffers of a schedule.
pub(crate) struct Buffers {
    /// Shape of each buffer.
    pub(super) shapes: Vec<Shape>,
    /// Buffer of each value of the program; arbitrary for values that no step computes.
    pub(super) of: Vec<Buffer>,
}

/// Assigns a buffer to every result. Roots and cached results, which are marked, keep theirs to the end.
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
    // Free buffers of each shape.
    let mut free: [Vec<Buffer>; Shape::COUNT] = Default::default();
    for (index, step) in steps.iter_mut().enumerate() {
        for result in step.results.iter().map(|result| result.index()) {
            buffers.of[result] = free[shapes[result] as usize].pop().unwrap_or_else(|| {
                buffers.shapes.push(shapes[result]);
                buffers.shapes.len() - 1
            });
        }
        step.cached = caches && step.results.first().is_some_and(|result| along_rows(shapes[result.index()]));
        for value in step.task.reads().iter().map(|operand| operand.index()) {
            if last_use[value] == index && !(caches && along_rows(shapes[value])) {
                // Freed once, even if the step reads it twice.
                last_use[value] = TO_THE_END;
                free[shapes[value] as usize].push(buffers.of[value]);
            }
        }
    }
    buffers
}

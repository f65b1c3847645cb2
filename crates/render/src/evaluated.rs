//! Areas that an evaluator computes.

use travertine_program::{Axis, Program};

use crate::context::Context;
use crate::domain::{Domain, Rectangle, Shape};
use crate::evaluator::FallibleEvaluator;

/// Most floats of positions and values that wait for the evaluator.
const FLOATS: usize = 1 << 22;

/// Computes an area into a buffer for each output, whose pixels have the first so many floats of its values. Returns false if
/// it is cancelled or the evaluator fails.
pub(crate) fn fill(
    evaluator: &FallibleEvaluator,
    program: &Program,
    channels: &[usize],
    domain: &impl Domain,
    area: Rectangle,
    mut buffers: Vec<&mut [f32]>,
    context: &Context,
) -> bool {
    let (across, width) = (area.width as usize, program.width());
    let rows = (FLOATS / ((4 + width) * across)).clamp(1, area.height as usize);
    let (mut positions, mut values) = (Vec::new(), Vec::new());
    for top in (0..area.height as usize).step_by(rows) {
        let rows = rows.min(area.height as usize - top);
        let part = Rectangle { y: area.y + top as u32, height: rows as u32, ..area };
        place(domain, part, &mut positions);
        values.resize(positions.len() * width, 0.0);
        if context.is_cancelled() || !evaluator.evaluate(program.outputs(), &positions, &mut values) {
            return false;
        }
        let mut first = 0;
        for ((buffer, output), channels) in buffers.iter_mut().zip(program.outputs()).zip(channels) {
            let pixels = buffer.chunks_exact_mut(*channels).skip(top * across);
            for (pixel, value) in pixels.zip(values.chunks_exact(width)) {
                pixel.copy_from_slice(&value[first..first + channels]);
            }
            first += output.values.len();
        }
        context.advance(part.area());
    }
    true
}

/// The positions of a part of a domain, row by row.
fn place(domain: &impl Domain, part: Rectangle, positions: &mut Vec<[f32; 4]>) {
    let (width, height) = (part.width as usize, part.height as usize);
    positions.resize(width * height, [0.0; 4]);
    let mut coordinates = Vec::new();
    for axis in [Axis::X, Axis::Y, Axis::Z, Axis::Time] {
        let shape = domain.shape(axis.into());
        coordinates.resize(shape.len(width, height), 0.0);
        domain.fill(axis, part, &mut coordinates);
        for (index, position) in positions.iter_mut().enumerate() {
            position[axis as usize] = coordinates[match shape {
                Shape::Uniform => 0,
                Shape::Row => index % width,
                Shape::Column => index / width,
                Shape::Full => index,
            }];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::volume::BrickRows;
    use crate::{Brick, Plane, Slice, Volume};

    #[test]
    fn positions_are_those_of_pixels_and_samples() {
        let slice = Slice { plane: Plane::Xz, depth: 0.3, time: 7.0, ..Slice::new(7, 5) };
        let mut positions = Vec::new();
        place(&slice, Rectangle { x: 2, y: 1, width: 4, height: 3 }, &mut positions);
        let expected = (1..4).flat_map(|row| (2..6).map(move |column| slice.position(column, row)));
        assert!(positions.iter().copied().eq(expected));

        let volume = Volume { time: 2.0, ..Volume::new(6, 5, 4) };
        let brick = Brick { start: [1, 2, 1], size: [3, 2, 2] };
        let rows = BrickRows { volume: &volume, brick };
        place(&rows, Rectangle { x: 1, y: 0, width: 3, height: 4 }, &mut positions);
        let expected =
            (1..3).flat_map(|z| (2..4).flat_map(move |y| (1..4).map(move |x| volume.position([x, y, z]))));
        assert!(positions.iter().copied().eq(expected));
    }
}

//! Areas that an evaluator computes.

use crate::context::Context;
use crate::domain::{Domain, Rectangle};
use crate::evaluator::FallibleEvaluator;
use crate::schedule::Schedule;
use crate::site_grid::{SiteGrid, axes_of};

/// Most floats that the evaluator is asked for at once.
const FLOATS: usize = 1 << 21;

/// Computes an area into a buffer for each output, whose pixels have the first so many floats of its values. Returns
/// false if it is cancelled or the evaluator fails.
pub(crate) fn fill(
    evaluator: &FallibleEvaluator,
    schedule: &Schedule,
    domain: &impl Domain,
    area: Rectangle,
    mut buffers: Vec<&mut [f32]>,
    context: &Context,
) -> bool {
    let Schedule { program, bound, ref outputs, .. } = *schedule;
    let channels: Vec<usize> = outputs.iter().map(|output| output.values.len()).collect();
    let (across, width) = (area.width as usize, program.width());
    let rows = (FLOATS / (width * across)).clamp(1, area.height as usize);
    let axes = axes_of(program);
    let mut values = Vec::new();
    for top in (0..area.height as usize).step_by(rows) {
        let rows = rows.min(area.height as usize - top);
        let part = Rectangle { y: area.y + top as u32, height: rows as u32, ..area };
        let sites = SiteGrid::of_domain(domain, part, axes);
        let first = top * across;
        // The values of a single output are its pixels, unless a channel is left out.
        if let ([buffer], [all]) = (&mut *buffers, &*channels)
            && *all == width
        {
            let out = &mut buffer[first * width..][..sites.len() * width];
            if !evaluator.evaluate(program, bound, &sites, out, context.flag()) {
                return false;
            }
        } else {
            values.resize(sites.len() * width, 0.0);
            if !evaluator.evaluate(program, bound, &sites, &mut values, context.flag()) {
                return false;
            }
            let mut before = 0;
            for ((buffer, output), channels) in buffers.iter_mut().zip(program.outputs()).zip(&channels) {
                let pixels = buffer.chunks_exact_mut(*channels).skip(first);
                for (pixel, value) in pixels.zip(values.chunks_exact(width)) {
                    pixel.copy_from_slice(&value[before..before + channels]);
                }
                before += output.values.len();
            }
        }
        if context.is_cancelled() {
            return false;
        }
        context.advance(part.area());
    }
    true
}

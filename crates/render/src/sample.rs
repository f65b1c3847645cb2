//! Samples: a program at a list of positions.

use travertine_graph::program::{Bound, Program};
use travertine_noise::Level;

use crate::cancel::Cancel;
use crate::domain::{Points, Rectangle};
use crate::error::RenderError;
use crate::memory::default_budget;
use crate::plan::Plan;
use crate::rasters;
use crate::workspace::Workspace;

/// How many positions are evaluated at a time, if the program's buffers for them stay below [`BYTES`].
const POSITIONS: u64 = 1024;
const BYTES: u64 = 64 << 20;

/// The outputs' floats at each of these positions (x, y, z, time), all outputs' one after the other.
///
/// Bit-equal to what a render puts into a pixel that is sampled at the same position.
///
/// # Errors
///
/// If a position is not finite, or the grids of the program's passes need more memory than there is.
///
/// # Panics
///
/// If the program has another number of slots than `bound` has floats.
pub fn sample(
    program: &Program,
    bound: &Bound,
    points: &[[f32; 4]],
    level: Level,
) -> Result<Vec<f32>, RenderError> {
    assert_eq!(bound.values().len(), program.slots().len(), "one float for each slot");
    if let Some(index) = points.iter().position(|point| point.iter().any(|c| !c.is_finite())) {
        return Err(RenderError::Position { index });
    }
    let width = program.width();
    if width == 0 || points.is_empty() {
        return Ok(Vec::new());
    }
    rasters::bytes(program, default_budget())?;
    rasters::make(program, bound, level, &Cancel::new());
    let rasters = bound.rasters().unwrap_or_default();
    let plan = Plan::new(program, bound, &Points(points));
    let length = (BYTES / plan.workspace_bytes(1, 1).max(1)).clamp(1, POSITIONS) as usize;
    let mut workspace = Workspace::new(&plan, rasters, length, 1);
    let mut results = vec![0.0; points.len() * width];
    let chunks = (0..points.len()).step_by(length).zip(results.chunks_mut(length * width));
    for (start, results) in chunks {
        let tile = Rectangle { x: start as u32, y: 0, width: (results.len() / width) as u32, height: 1 };
        workspace.run(&plan, &Points(points), level, tile, &Cancel::new());
        workspace.write_row(&plan, 0, results);
    }
    Ok(results)
}

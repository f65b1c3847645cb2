//! The memory budget of a picture.

use travertine::stages::render::default_budget;
use travertine::{Cancel, Context};

/// Number of those that may use memory at the same time: the plane and the solid of the preview, the probed values, a
/// thumbnail, an export, and the kept rasters.
const HOLDERS: u64 = 6;

/// The budget of each, in bytes, so that together they leave memory for other programs.
pub fn share() -> u64 {
    default_budget() / HOLDERS
}

/// The context of a picture with a memory budget in bytes and a flag that cancels it.
pub fn context(memory: u64, cancel: &Cancel) -> Context<'static> {
    Context::default().memory(memory).cancel(cancel)
}

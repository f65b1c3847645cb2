//! Memory: how much of the machine's a picture may take.

use travertine::stages::render::default_budget;
use travertine::{Cancel, Context};

/// How many things may hold memory at a time: the grids of a plane's picture, those of a solid's, those of all nodes
/// whose values are probed, a thumbnail, and an export.
const HOLDERS: u64 = 5;

/// How many bytes each of them may take, so that all of them together leave room for others.
pub fn share() -> u64 {
    default_budget() / HOLDERS
}

/// The context of a picture that may take so many bytes, and that is cancelled by that flag.
pub fn context(memory: u64, cancel: &Cancel) -> Context<'static> {
    Context::default().memory(memory).cancel(cancel)
}

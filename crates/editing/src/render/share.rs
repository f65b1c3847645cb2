//! Memory: how much of the machine's a picture may take.

use travertine::{Options, default_budget};

/// How many things may hold memory at a time: the grids of a plane's picture, those of a solid's, those of all nodes
/// whose values are probed, a thumbnail, and an export.
const HOLDERS: u64 = 5;

/// How many bytes each of them may take, so that all of them together leave room for others.
pub fn share() -> u64 {
    default_budget() / HOLDERS
}

/// The options of a picture that may take so many bytes.
pub fn options(memory: u64) -> Options {
    Options { memory, ..Options::default() }
}

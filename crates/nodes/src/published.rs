//! What the nodes of published noises share: where they are evaluated, and how their tables are chosen.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{InputDefinition, Kind};

use crate::cells;

/// How fine the lattice is: 1 unless set.
pub fn scale() -> InputDefinition {
    cells::scale_above_0(1.0)
        .describe("Lattice cells per unit of space; with 1, positions are those of the publication.")
}

/// Along how many axes a noise varies: 1 to 3.
pub fn dimensions(default: i64) -> InputDefinition {
    InputDefinition::integer("dimensions", default)
        .hard(1.0..=3.0)
        .soft(1.0..=3.0)
        .describe("Along how many of x, y and z it varies, each with a pattern of its own.")
}

/// What C's random numbers start from.
pub fn seed() -> InputDefinition {
    InputDefinition::new("seed", Kind::Seed, Constant::Seed(1)).describe(
        "What the random numbers of the GNU C library start from: 1 in programs that choose none; 0 is the same.",
    )
}

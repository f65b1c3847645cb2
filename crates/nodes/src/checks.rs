//! What the tests of nodes share, and tests over all nodes.

// The values of nodes and documents at positions.
pub mod evaluate;
// Tests over all nodes.
mod every_node;
// Patterns that put something into each cell of a lattice, in double precision.
pub mod points_oracle;
// Signed distances, compared with shapes that are known by what lies inside.
pub mod shape_oracle;
// What holds for every tiling.
pub mod tiling_oracle;

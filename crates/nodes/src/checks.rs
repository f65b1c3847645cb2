//! What the tests of nodes share, and tests over all nodes.

pub mod evaluate; // The values of nodes and documents at positions.
mod every_node; // Tests over all nodes.
pub mod points_oracle; // Patterns that put something into each cell of a lattice, in double precision.
pub mod shape_oracle; // Signed distances, compared with shapes that are known by what lies inside.
pub mod tiling_oracle; // What holds for every tiling.

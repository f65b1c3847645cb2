//! Options of a drawing, and its limit.

use std::collections::BTreeMap;

use crate::style::Theme;

/// Maximum number of nodes of a drawing. Programs that show SVG become slow with more.
pub const MAX_NODES: usize = 10_000;

/// What a drawing shows, and how.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// Its colors.
    pub theme: Theme,
    /// The inputs that nodes show.
    pub values: Values,
    /// Pictures of nodes by id: square PNG files.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

/// The inputs that nodes show, besides those with wires and parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Values {
    /// None.
    Hidden,
    /// Those that the document sets.
    #[default]
    Set,
    /// All.
    All,
}

/// A graph that has too many nodes to be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the graph has {nodes} nodes, and a drawing at most {MAX_NODES}; put some of them into groups")]
pub struct TooLarge {
    /// Number of nodes of the graph.
    pub nodes: usize,
}

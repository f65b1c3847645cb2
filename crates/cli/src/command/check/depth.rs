//! How much is printed about a valid graph.

use crate::verbosity;

/// How much is printed about a valid graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// What is wrong, such as a warning.
    Nothing,
    /// A line.
    Line,
    /// All.
    Everything,
}

impl Depth {
    /// That of one of several graphs: a line each is enough for many.
    pub fn of(graphs: usize) -> Depth {
        match graphs {
            _ if verbosity::is_quiet() => Depth::Nothing,
            _ if verbosity::is_verbose() => Depth::Everything,
            1 => Depth::Everything,
            _ => Depth::Line,
        }
    }
}

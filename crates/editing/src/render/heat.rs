//! Heat: where the time of pictures goes, by node.

use std::collections::BTreeMap;
use std::time::Duration;

/// The time that pictures took, by the nodes of the shown graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heat {
    /// The time of all threads, including that of work that belongs to no shown node.
    pub all: Duration,
    /// The time of each node that was computed, by id. An instance of a group has that of all nodes inside.
    pub nodes: BTreeMap<String, Duration>,
}

//! Preferences: what an editor remembers from one start to the next, as lists in one file.
//!
//! `table` has the lists, `store` changes them, `writer` keeps their `file` up to date, `of_graph` has the entries that
//! belong to a graph.

mod file;
mod look;
mod of_graph;
mod store;
mod table;
mod writer;

pub use look::Look;
pub use of_graph::OfGraph;
pub use store::{Entry, List, Preferences};
pub use table::{DEVICES, EXPORTS, FAVORITE_GROUPS, FAVORITE_NODES, RECENT_COLORS, RECENT_FILES, RECENT_NODES};

//! Compares and merges documents by meaning: nodes, inputs, parameters, outputs and groups instead of lines of text.
//!
//! A [`Difference`] lists what changed from one document to another, in words and as JSON. A [`Merge`] brings two
//! changes of one document together, and lists the [`Conflict`]s. Both see a document as a tree of its parts, the one
//! of its canonical JSON.
#![forbid(unsafe_code)]

mod circles;
mod conflict;
mod convert;
mod difference;
mod errors;
mod merge;
mod nodes;
mod order;
mod part;
mod references;
mod shape;
mod sides;
mod three_way;
mod words;

pub use conflict::{Conflict, Reason, Side};
pub use difference::{Change, Difference};
pub use merge::Merge;

//! Fields that edit a part of the document, on a node and in the inspector.
//!
//! `input` has the rows of a node's inputs, which follow from their definitions, `frame` those of a frame or note, and
//! `graph` those of the graph as a node. Each turns what a widget returns into a request. `prose` shows descriptions.

pub mod frame;
pub mod graph;
pub mod input;
pub mod prose;

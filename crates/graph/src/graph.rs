//! Graphs: validated documents.
//!
//! [`Graph::new`] checks a document against a registry, and returns a graph or *every* error. A graph has resolved node
//! types, valid wires, no cycles, and all defaults filled in. Later stages never meet a user's mistake.

mod arguments;
mod check;
mod constants;
mod expected;
mod fields;
pub(crate) mod input;
mod inputs;
mod load;
mod model;
mod numbers;
mod order;
mod outputs;
mod parameters;
mod points;
#[cfg(test)]
mod testing;
mod types;
mod values;

pub use input::{Input, Source};
pub use load::load;
pub use model::{Graph, Node, Output, Parameter};
pub use parameters::MAX_CHOICES;
pub use points::MAX_POINTS;

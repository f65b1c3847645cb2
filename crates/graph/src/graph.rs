//! Graphs: documents whose every part means something.
//!
//! [`Graph::new`] checks a document against a registry and gives either a graph or *all* that is
//! wrong. A graph has its node types resolved, its wires checked, no cycles, and every default
//! filled in: what comes after never meets a mistake of the user.

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

//! Graphs: validated documents.
//!
//! [`Graph::new`] checks a document against a registry, and returns a graph or *every* error. A graph has resolved node
//! types, valid wires, no cycles, all defaults filled in, and the nodes of groups in place of their instances. Later
//! stages never meet a user's mistake.

mod arguments;
mod check;
mod constant_positions;
mod constants;
mod expand;
mod expected;
mod fields;
mod group_names;
mod groups;
mod images;
pub(crate) mod input;
mod inputs;
mod load;
mod model;
mod numbers;
mod order;
mod outputs;
mod parameters;
mod part;
mod points;
mod presets;
mod scope;
#[cfg(test)]
mod testing;
mod types;
mod values;

pub use group_names::{GROUP, INDEX, ITERATE, ITERATIONS, MAX_ITERATIONS};
pub use groups::missing_group;
pub use input::{Input, Source};
pub use load::{load, load_with_images, registry_with_groups};
pub use model::{Graph, Node, Output, Parameter, Preset};
pub use parameters::MAX_CHOICES;
pub use points::MAX_POINTS;

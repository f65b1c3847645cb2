//! The items of the canvas, and their ids in egui_graph.

use egui::{Id, LayerId, Ui};
use egui_graph::NodeId;

/// An item of the canvas.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Item {
    /// The node with this id.
    Node(String),
    /// The list of the graph's outputs.
    Outputs,
}

impl Item {
    /// The id of the item in egui_graph.
    pub fn node_id(&self) -> NodeId {
        match self {
            Item::Node(id) => node_id(id),
            Item::Outputs => outputs_id(),
        }
    }
}

/// The id of the graph.
pub fn graph_id() -> Id {
    egui_graph::id("canvas")
}

/// The id of a node.
pub fn node_id(id: &str) -> NodeId {
    NodeId::new(("node", id))
}

/// The id of the list of outputs.
pub fn outputs_id() -> NodeId {
    NodeId::new("outputs")
}

/// The layer of an item.
pub fn layer(ui: &Ui, item: &Item) -> LayerId {
    LayerId::new(ui.layer_id().order, egui_graph::node::egui_id(graph_id(), item.node_id()))
}

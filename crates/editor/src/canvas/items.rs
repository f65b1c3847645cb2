//! The items of the canvas, and the ids by which egui_graph knows them.

use egui::{Id, LayerId, Ui};
use egui_graph::NodeId;

/// An item of the canvas.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Item {
    /// The node of that id.
    Node(String),
    /// The list of the graph's outputs.
    Outputs,
}

impl Item {
    /// The id by which egui_graph knows the item.
    pub fn node_id(&self) -> NodeId {
        match self {
            Item::Node(id) => node_id(id),
            Item::Outputs => outputs_id(),
        }
    }
}

/// The id of the whole graph.
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

/// The layer in which an item is drawn.
pub fn layer(ui: &Ui, item: &Item) -> LayerId {
    LayerId::new(ui.layer_id().order, egui_graph::node::egui_id(graph_id(), item.node_id()))
}

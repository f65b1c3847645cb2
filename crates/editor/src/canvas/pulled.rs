//! The wire that the user is drawing: which nodes and sockets can take it.

use std::collections::BTreeSet;

use egui_graph::SocketKind;
use travertine_editing::Outline;
use travertine_graph::document::Input;

use super::items::Item;
use super::sockets::End;

/// A wire that is being drawn.
pub struct Pulled {
    pub from: End,
    /// The nodes to which it would close a circle.
    pub blocked: BTreeSet<String>,
    /// The item under the pointer.
    pub over: Option<Item>,
}

/// Whether a socket of an item is open to the drawn wire, if there is one.
pub fn opens(pulled: Option<&Pulled>, item: &Item) -> impl Fn(SocketKind, usize) -> bool {
    move |kind, index| pulled.is_none_or(|pulled| pulled.can_take(item, kind, index))
}

impl Pulled {
    /// Whether the wire can end at a socket, or begins there.
    fn can_take(&self, item: &Item, kind: SocketKind, index: usize) -> bool {
        if kind == self.from.kind {
            return self.from.item == *item && self.from.index == index;
        }
        match item {
            Item::Node(id) => !self.blocked.contains(id),
            Item::Outputs => true,
        }
    }
}

/// A node and the nodes that depend on it.
pub fn dependents(outline: &Outline, id: &str) -> BTreeSet<String> {
    let nodes = &outline.document().nodes;
    let mut found = BTreeSet::from([id.to_owned()]);
    for other in outline.sources_first() {
        let mut inputs = nodes.get(&other).into_iter().flat_map(|node| node.inputs.values());
        if inputs.any(|input| matches!(input, Input::Node { node, .. } if found.contains(node))) {
            found.insert(other);
        }
    }
    found
}

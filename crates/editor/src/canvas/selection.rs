//! What is selected on the canvas.

use std::collections::BTreeSet;

use travertine_editing::Target;

/// The selected items. What replaces a selection replaces all of it, so that nothing stays selected by accident.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The ids of nodes.
    pub nodes: BTreeSet<String>,
    /// Whether the list of outputs is selected.
    pub outputs: bool,
    /// The ids of frames and notes.
    pub frames: BTreeSet<String>,
    /// The targets of wires.
    pub wires: BTreeSet<Target>,
}

impl Selection {
    /// One node.
    pub fn of_node(id: String) -> Selection {
        Selection { nodes: BTreeSet::from([id]), ..Selection::default() }
    }

    /// One frame or note.
    pub fn of_frame(id: String) -> Selection {
        Selection { frames: BTreeSet::from([id]), ..Selection::default() }
    }

    /// The selected node, if it is the only one.
    pub fn only_node(&self) -> Option<&String> {
        self.nodes.first().filter(|_| self.nodes.len() == 1)
    }
}

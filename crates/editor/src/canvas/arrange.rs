//! Arrangement of nodes by the sizes known to the canvas.

use egui::Context;
use egui_graph::NodeId;
use travertine_editing::actions::{self, NodeBox};
use travertine_editing::{Action, Edit, Outline};

use super::Canvas;
use super::items::node_id;
use super::positions::{moved_node, rectangles, sizes};
use super::sizes::GAP;

impl Canvas {
    /// The rectangles of the selected nodes as last drawn.
    pub fn node_boxes(&self, context: &Context, outline: &Outline) -> Vec<NodeBox> {
        let layout = &outline.document().layout;
        let boxes = sizes(context, &self.selection.nodes).into_iter().filter_map(|(id, size)| {
            let position = layout.get(&id).copied().or_else(|| self.position_of(node_id(&id)))?;
            Some(NodeBox { id, position, size })
        });
        boxes.collect()
    }

    /// The rectangles of all nodes that have a position in the document, as last drawn.
    pub fn all_boxes(&self, context: &Context, outline: &Outline) -> Vec<NodeBox> {
        rectangles(outline, sizes(context, outline.document().nodes.keys()))
    }

    /// An action that also stores the positions of nodes without one, if it moves anything. These nodes then stay where
    /// the canvas has put them.
    pub fn with_positions(&self, outline: &Outline, action: Action) -> Action {
        let puts = |edit: &&Edit| {
            matches!(edit, Edit::Position(_, Some(_)) | Edit::Frame(_, Some(_)) | Edit::OutputsPosition(Some(_)))
        };
        if !self.lacks_positions || !action.edit.parts().iter().any(puts) {
            return action;
        }
        let document = outline.document();
        let parts = action.edit.parts();
        let removes = |id: &str| parts.iter().any(|edit| matches!(edit, Edit::Node(gone, None) if gone == id));
        let others = document.nodes.keys().filter(|id| !document.layout.contains_key(*id) && !removes(id));
        let positions = actions::move_to(others.filter_map(|id| Some((id.clone(), self.position_of(node_id(id))?))));
        Action { label: action.label.clone(), ..positions.and(action) }
    }

    /// The position of a node on the canvas.
    pub(super) fn position_of(&self, id: NodeId) -> Option<[f64; 2]> {
        self.view.layout.get(&id).map(|position| [f64::from(position.x), f64::from(position.y)])
    }

    /// Arranges the selected nodes, or all, without overlaps and with wires to the right.
    pub fn arrange(&self, context: &Context, outline: &Outline) -> Action {
        let document = outline.document();
        let sizes = sizes(context, document.nodes.keys());
        if self.selection.nodes.len() > 1 {
            return actions::arrange(outline, Some(&self.selection.nodes), &sizes);
        }
        let action = actions::arrange(outline, None, &sizes);
        // The list of outputs goes to the right of all nodes and frames, at the height of the first node wired to it.
        let positions: Vec<(&String, [f64; 2])> = action.edit.parts().into_iter().filter_map(moved_node).collect();
        let right = positions.iter().map(|(id, [x, _])| x + sizes.get(*id).map_or(0.0, |size| size[0]));
        let frames = action.edit.parts().into_iter().filter_map(|edit| match edit {
            Edit::Frame(_, Some(frame)) => Some(frame.position[0] + frame.size[0]),
            _ => None,
        });
        let right = right.chain(frames).fold(f64::MIN, f64::max);
        let first = document.outputs.first().and_then(|(_, held)| outline.source_of(held));
        let source = first.and_then(|from| positions.iter().find(|(id, _)| **id == from.node).map(|(_, [_, y])| *y));
        let all = document.nodes.len() == positions.len() && right > f64::MIN;
        let list = all.then(|| Edit::OutputsPosition(Some([(right + GAP).round(), source.unwrap_or(0.0)])));
        let edits = action.edit.parts().into_iter().cloned().chain(list).collect();
        Action { edit: Edit::All(edits), ..action }
    }
}

//! Arranging nodes: actions that need the sizes of nodes, which only the canvas knows.

use egui::Context;
use egui_graph::NodeId;
use travertine_editing::actions::{self, Placed};
use travertine_editing::{Action, Edit, Outline};

use super::Canvas;
use super::items::node_id;
use super::places::{place, sizes};
use super::sizes::GAP;

impl Canvas {
    /// The selected nodes, where they are and as large as they were shown last.
    pub fn placed(&self, context: &Context, outline: &Outline) -> Vec<Placed> {
        let layout = &outline.document().layout;
        let placed = sizes(context, &self.selection).into_iter().filter_map(|(id, size)| {
            let position = layout.get(&id).copied().or_else(|| self.place(node_id(&id)))?;
            Some(Placed { id, position, size })
        });
        placed.collect()
    }

    /// An action; before one that puts something somewhere, nodes for which the document has no place get the places
    /// that the canvas has given them, and stay there from now on.
    pub fn with_places(&self, outline: &Outline, action: Action) -> Action {
        let puts = |edit: &&Edit| {
            matches!(
                edit,
                Edit::Position(_, Some(_)) | Edit::Frame(_, Some(_)) | Edit::OutputsPosition(Some(_))
            )
        };
        if !self.has_unplaced || !action.edit.parts().iter().any(puts) {
            return action;
        }
        let document = outline.document();
        let others = document.nodes.keys().filter(|id| !document.layout.contains_key(*id));
        let places = actions::move_to(others.filter_map(|id| Some((id.clone(), self.place(node_id(id))?))));
        Action { label: action.label.clone(), ..places.and(action) }
    }

    /// Where something is shown.
    pub(super) fn place(&self, id: NodeId) -> Option<[f64; 2]> {
        self.view.layout.get(&id).map(|place| [f64::from(place.x), f64::from(place.y)])
    }

    /// Puts the selected nodes, or all, where they do not hide each other, and wires run to the right.
    pub fn arrange(&self, context: &Context, outline: &Outline) -> Action {
        let document = outline.document();
        let sizes = sizes(context, document.nodes.keys());
        if self.selection.len() > 1 {
            return actions::arrange(outline, Some(&self.selection), &sizes);
        }
        let action = actions::arrange(outline, None, &sizes);
        // The list of outputs stands at the right of all nodes, as high as the first of those that lead to it.
        let places: Vec<(&String, [f64; 2])> = action.edit.parts().into_iter().filter_map(place).collect();
        let right = places.iter().map(|(id, [x, _])| x + sizes.get(*id).map_or(0.0, |size| size[0]));
        let right = right.fold(f64::MIN, f64::max);
        let first = document.outputs.first().and_then(|(_, held)| outline.source_of(held));
        let source =
            first.and_then(|from| places.iter().find(|(id, _)| **id == from.node).map(|(_, [_, y])| *y));
        let all = document.nodes.len() == places.len() && right > f64::MIN;
        let list = all.then(|| Edit::OutputsPosition(Some([(right + GAP).round(), source.unwrap_or(0.0)])));
        let edits = action.edit.parts().into_iter().cloned().chain(list).collect();
        Action { edit: Edit::All(edits), ..action }
    }
}

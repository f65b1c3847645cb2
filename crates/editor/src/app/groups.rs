//! Groups: making them, entering and leaving them.

use std::collections::BTreeSet;

use egui::Context;
use travertine_editing::actions::{self, framed};

use super::App;
use crate::requests::Go;

impl App {
    /// The only selected node, if it is an instance of a group.
    pub(super) fn selected_instance(&self) -> Option<&str> {
        let id = self.canvas.selection.only_node()?;
        self.project.outline().group_of(id).map(|_| id.as_str())
    }

    /// Makes a group of the selection, including frames whose nodes are all selected.
    pub(super) fn group(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, mut frames) = self.canvas.with_contents(context, outline);
        let boxes = self.canvas.all_boxes(context, outline);
        for (id, frame) in &outline.document().annotations.frames {
            let inside = framed(frame, &boxes);
            if !inside.is_empty() && inside.iter().all(|node| nodes.contains(*node)) {
                frames.insert(id.clone());
            }
        }
        let action = actions::group(outline, &nodes, &frames, None);
        self.act(action, None);
    }

    /// Replaces the selected instances by the nodes inside.
    pub(super) fn ungroup(&mut self) {
        let action = actions::ungroup(self.project.outline(), &self.canvas.selection.nodes);
        self.act(action, None);
    }

    /// Removes the groups without instances.
    pub(super) fn remove_unused_groups(&mut self) {
        let action = actions::remove_unused_groups(self.project.outline());
        if self.act(action, None) {
            self.message.info("Removed the groups that no node uses.");
        }
    }

    /// Shows the inside of the selected group.
    pub(super) fn enter_group(&mut self) {
        if let Some(id) = self.selected_instance().map(str::to_owned) {
            self.go_to(Go::Into(id));
        }
    }

    /// Shows the graph around the group.
    pub(super) fn leave_group(&mut self) {
        if let Some(depth) = self.project.history().path().len().checked_sub(1) {
            self.go_to(Go::Out(depth));
        }
    }

    /// Shows a group, or a graph around it.
    pub(super) fn go_to(&mut self, go: Go) {
        let outline = self.project.outline();
        let instances = match &go {
            Go::Into(id) => outline.group_of(id).map_or(0, |(name, _)| instances(outline, name)),
            Go::Out(_) => 0,
        };
        let entered = self.project.change(|workspace| {
            let history = workspace.history_mut();
            match go {
                Go::Into(id) => history.enter_instance(&id),
                Go::Out(depth) => {
                    let mut path = history.path().to_vec();
                    path.truncate(depth);
                    history.enter(&path)
                }
            }
        });
        match entered {
            Ok(()) if instances > 1 => {
                self.message.info(format!("Changes in here apply to all {instances} instances."));
            }
            Ok(()) => self.message.clear(),
            Err(refusal) => self.message.error(refusal.to_string()),
        }
        self.follow_level();
    }

    /// Takes another canvas if another group is shown now, as after undo.
    pub(super) fn follow_level(&mut self) {
        let path = self.project.history().path();
        if self.levels.path == path {
            return;
        }
        let left = std::mem::replace(&mut self.levels.path, path.to_vec());
        let (canvas, chosen) = self.levels.others.remove(&self.levels.path).unwrap_or_default();
        let before = std::mem::replace(&mut self.canvas, canvas);
        self.canvas.follow(&before);
        let previewed = std::mem::replace(&mut self.preview.chosen, chosen);
        self.levels.others.insert(left, (before, previewed));
        self.rendering.forget_nodes();
        self.preview.forget_heat();
    }
}

/// Number of nodes of a document that are instances of a group.
fn instances(outline: &travertine_editing::Outline, name: &str) -> usize {
    let nodes: BTreeSet<&String> = outline.document().nodes.keys().collect();
    nodes.into_iter().filter(|id| outline.group_of(id).is_some_and(|(other, _)| other == name)).count()
}

//! Groups: making them, entering and leaving them.

use std::collections::BTreeSet;

use egui::Context;
use travertine_editing::actions::{self, framed};

use super::App;
use crate::canvas::Canvas;
use crate::pictures::{Pictures, THUMBNAIL};
use crate::requests::Go;

impl App {
    /// The name of the group that the only selected node is an instance of.
    pub(super) fn selected_group(&self) -> Option<&str> {
        let id = self.canvas.selection.first().filter(|_| self.canvas.selection.len() == 1)?;
        self.project.outline().group_of(id).map(|(name, _)| name)
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
        let action = actions::ungroup(self.project.outline(), &self.canvas.selection);
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
        if let Some(name) = self.selected_group().map(str::to_owned) {
            self.go_to(Go::Into(name));
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
        let mut path = self.project.history().path().to_vec();
        let instances = match &go {
            Go::Into(name) => instances(self.project.outline(), name),
            Go::Out(_) => 0,
        };
        match go {
            Go::Into(name) => path.push(name),
            Go::Out(depth) => path.truncate(depth),
        }
        match self.project.change(|workspace| workspace.history_mut().enter(&path)) {
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
        if self.level == path {
            return;
        }
        let left = std::mem::replace(&mut self.level, path.to_vec());
        let (canvas, chosen) = self.levels.remove(&self.level).unwrap_or_default();
        let before = std::mem::replace(&mut self.canvas, canvas);
        let Canvas { area, has_minimap, .. } = before;
        (self.canvas.area, self.canvas.has_minimap) = (area, has_minimap);
        let previewed = std::mem::replace(&mut self.preview.chosen, chosen);
        self.levels.insert(left, (before, previewed));
        // Nodes of different graphs may have the same ids.
        self.pictures = Pictures::default();
        self.thumbnails.clear();
        self.worker.set_thumbnails(Vec::new(), THUMBNAIL);
        (self.snapshot, self.export) = (None, None);
    }
}

/// Number of nodes of a document that are instances of a group.
fn instances(outline: &travertine_editing::Outline, name: &str) -> usize {
    let nodes: BTreeSet<&String> = outline.document().nodes.keys().collect();
    nodes.into_iter().filter(|id| outline.group_of(id).is_some_and(|(other, _)| other == name)).count()
}

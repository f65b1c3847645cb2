//! Steps: the effects of commands on the document.

use std::collections::BTreeSet;

use egui::Context;
use travertine_editing::actions::{self, NodeBox};
use travertine_editing::{Action, Edit, Outline, Refusal, Target};

use super::App;
use crate::canvas::{self, Fit, Selection};
use crate::fields;
use crate::input::focus;

/// The frames and notes that an action adds.
fn new_frames(outline: &Outline, action: &Action) -> BTreeSet<String> {
    let known = &outline.document().annotations.frames;
    let parts = action.edit.parts().into_iter();
    let added = parts.filter_map(|edit| match edit {
        Edit::Frame(id, Some(_)) if !known.contains_key(id) => Some(id.clone()),
        _ => None,
    });
    added.collect()
}

impl App {
    /// Applies an action, or shows why it is refused; returns whether it was applied.
    pub(super) fn act(&mut self, action: Result<Action, Refusal>, key: Option<u64>) -> bool {
        let action = action.map(|action| self.canvas.with_positions(self.project.outline(), action));
        let selection = action.as_ref().ok().and_then(|action| action.selection.clone());
        let frames = action.as_ref().map(|action| new_frames(self.project.outline(), action)).unwrap_or_default();
        match action.and_then(|action| self.project.apply(action, key)) {
            Ok(()) => {
                // New frames become the selection.
                if selection.is_some() || !frames.is_empty() {
                    let nodes = selection.unwrap_or_default();
                    self.canvas.selection = Selection { nodes, frames, ..Selection::default() };
                }
                self.message.clear();
                // The change must be visible.
                self.windows.gallery = None;
                true
            }
            Err(refusal) => {
                self.message.error(refusal.to_string());
                false
            }
        }
    }

    pub(super) fn undo(&mut self) {
        let undone = self.project.history().undo_label().map(|label| format!("Undone: {label}"));
        self.project.change(|workspace| workspace.history_mut().undo().is_some());
        self.windows.gallery = None;
        self.message.info(undone.unwrap_or_default());
    }

    pub(super) fn redo(&mut self) {
        let redone = self.project.history().redo_label().map(|label| format!("Redone: {label}"));
        self.project.change(|workspace| workspace.history_mut().redo().is_some());
        self.windows.gallery = None;
        self.message.info(redone.unwrap_or_default());
    }

    pub(super) fn copy(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, frames) = self.canvas.with_contents(context, outline);
        if !nodes.is_empty() || !frames.is_empty() {
            context.copy_text(actions::copy(outline, &nodes, &frames));
        }
    }

    pub(super) fn cut(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, frames) = self.canvas.with_contents(context, outline);
        match actions::cut(outline, &nodes, &frames) {
            Ok((text, action)) if !nodes.is_empty() || !frames.is_empty() => {
                context.copy_text(text);
                self.act(Ok(action), None);
            }
            Ok(_) => {}
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    /// Applies an action that adds nodes, which go to free places; returns whether it was applied.
    pub(super) fn add(&mut self, action: Result<Action, Refusal>, context: &Context) -> bool {
        let outline = self.project.outline();
        let action = action.map(|action| self.canvas.place(context, outline, action));
        self.act(action, None)
    }

    pub(super) fn paste(&mut self, text: &str, context: &Context) {
        let at = self.canvas.pointer;
        let at = [f64::from(at.x.round()), f64::from(at.y.round())];
        let action = actions::paste(self.project.outline(), text, Some(at));
        self.add(action, context);
    }

    pub(super) fn duplicate(&mut self, context: &Context) {
        let outline = self.project.outline();
        let (nodes, frames) = self.canvas.with_contents(context, outline);
        let action = actions::duplicate(outline, &nodes, &frames, [40.0, 40.0]);
        if self.add(action, context) {
            self.canvas.follow_with_selection(context, self.project.outline());
        }
    }

    pub(super) fn delete(&mut self) {
        self.act_on_wires(actions::remove_wire);
        let canvas = &self.canvas;
        if !canvas.selection.nodes.is_empty() || !canvas.selection.frames.is_empty() {
            // The content of a frame stays.
            let action = actions::delete(self.project.outline(), &canvas.selection.nodes, &canvas.selection.frames);
            self.act(action, None);
        }
    }

    pub(super) fn select_all(&mut self) {
        let document = self.project.outline().document();
        self.canvas.selection = Selection {
            nodes: document.nodes.keys().cloned().collect(),
            frames: document.annotations.frames.keys().cloned().collect(),
            ..Selection::default()
        };
    }

    pub(super) fn toggle_muted(&mut self) {
        let nodes = &self.project.outline().document().nodes;
        let all = self.canvas.selection.nodes.iter().all(|id| nodes.get(id).is_some_and(|node| node.muted));
        let action = actions::mute(self.canvas.selection.nodes.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(super) fn toggle_collapsed(&mut self) {
        let collapsed = &self.project.outline().document().annotations.collapsed;
        let all = self.canvas.selection.nodes.is_subset(collapsed);
        let action = actions::collapse(self.canvas.selection.nodes.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(super) fn toggle_folded(&mut self) {
        let folded = &self.project.outline().document().annotations.folded;
        let all = self.canvas.selection.nodes.is_subset(folded);
        let action = actions::fold(self.canvas.selection.nodes.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(super) fn arrange(&mut self, context: &Context) {
        let action = self.canvas.arrange(context, self.project.outline());
        self.act(Ok(action), None);
        self.canvas.fit(Fit::All);
    }

    /// Moves the selected nodes by an action on their rectangles.
    pub(super) fn arrange_selected(&mut self, context: &Context, arrange: impl Fn(&[NodeBox]) -> Action) {
        let action = arrange(&self.canvas.node_boxes(context, self.project.outline()));
        self.act(Ok(action), None);
    }

    /// Adds a bend to each selected wire, at the pointer.
    pub(super) fn bend(&mut self) {
        let position = canvas::bend_around(self.canvas.pointer);
        self.act_on_wires(|outline, target| actions::insert_on_wire(outline, canvas::REROUTE, position, target));
    }

    /// Removes wires, all in one step.
    pub(super) fn cut_wires(&mut self, targets: Vec<Target>) {
        if !targets.is_empty() {
            self.canvas.selection.wires = targets.into_iter().collect();
            self.act_on_wires(actions::remove_wire);
        }
    }

    /// Applies an action to each selected wire, all in one step.
    fn act_on_wires(&mut self, act: impl Fn(&Outline, &Target) -> Result<Action, Refusal>) {
        const WIRES: u64 = 1;
        for target in std::mem::take(&mut self.canvas.selection.wires) {
            self.act(act(self.project.outline(), &target), Some(WIRES));
        }
        self.end_step();
    }

    /// Adds a frame around the selection, and moves the focus to its title.
    pub(super) fn frame(&mut self, context: &Context) {
        let action = self.canvas.frame_selection(context, self.project.outline());
        if self.act(action, None) {
            self.write_frame(context);
        }
    }

    /// Moves the focus to the title of the selected frame, or to the text of the selected note.
    pub(super) fn write_frame(&self, context: &Context) {
        if let Some(id) = self.canvas.selection.frames.first() {
            focus::wish(context, fields::frame::field(id));
        }
    }

    pub(super) fn fit_frame(&mut self, context: &Context) {
        let action = self.canvas.fit_frames(context, self.project.outline());
        self.act(action, None);
    }

    /// Adds a note at the pointer, and moves the focus to its text.
    pub(super) fn add_note(&mut self, context: &Context) {
        let position = [self.canvas.pointer.x, self.canvas.pointer.y].map(|side| f64::from(side.round()));
        let action = actions::note(self.project.outline(), "", position);
        if self.act(Ok(action), None) {
            self.write_frame(context);
        }
    }
}

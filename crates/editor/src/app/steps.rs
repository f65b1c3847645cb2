//! Steps: what the commands do to the document.

use std::collections::BTreeSet;

use egui::Context;
use travertine_editing::actions::{self, Placed};
use travertine_editing::{Action, Refusal};

use super::App;
use crate::canvas::Fit;

impl App {
    /// Takes a step, or says why not.
    pub(super) fn act(&mut self, action: Result<Action, Refusal>, key: Option<u64>) {
        let selection = action.as_ref().ok().and_then(|action| action.selection.clone());
        match action.and_then(|action| self.project.apply(action, key)) {
            Ok(()) => {
                if let Some(selection) = selection {
                    self.canvas.selection = selection;
                }
                self.message.clear();
            }
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    pub(crate) fn undo(&mut self) {
        let undone = self.project.history().undo_label().map(|label| format!("Undone: {label}"));
        self.project.change(|workspace| workspace.history_mut().undo().is_some());
        self.message.info(undone.unwrap_or_default());
    }

    pub(crate) fn redo(&mut self) {
        let redone = self.project.history().redo_label().map(|label| format!("Done again: {label}"));
        self.project.change(|workspace| workspace.history_mut().redo().is_some());
        self.message.info(redone.unwrap_or_default());
    }

    pub(crate) fn copy(&mut self, context: &Context) {
        if !self.canvas.selection.is_empty() {
            let text = actions::copy(self.project.outline(), &self.canvas.selection, &BTreeSet::new());
            context.copy_text(text);
        }
    }

    pub(crate) fn cut(&mut self, context: &Context) {
        match actions::cut(self.project.outline(), &self.canvas.selection, &BTreeSet::new()) {
            Ok((text, action)) if !self.canvas.selection.is_empty() => {
                context.copy_text(text);
                self.act(Ok(action), None);
            }
            Ok(_) => {}
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        let at = self.canvas.pointer;
        let at = [f64::from(at.x.round()), f64::from(at.y.round())];
        let action = actions::paste(self.project.outline(), text, Some(at));
        self.act(action, None);
    }

    pub(crate) fn duplicate(&mut self) {
        let offset = [40.0, 40.0];
        let action =
            actions::duplicate(self.project.outline(), &self.canvas.selection, &BTreeSet::new(), offset);
        self.act(action, None);
    }

    pub(crate) fn delete(&mut self) {
        for target in std::mem::take(&mut self.canvas.wires) {
            let action = crate::canvas::remove_wire(self.project.outline(), &target);
            self.act(action, None);
        }
        if !self.canvas.selection.is_empty() {
            let action = actions::delete(self.project.outline(), &self.canvas.selection, &BTreeSet::new());
            self.act(action, None);
        }
    }

    pub(crate) fn select_all(&mut self) {
        self.canvas.selection = self.project.outline().document().nodes.keys().cloned().collect();
    }

    pub(crate) fn toggle_muted(&mut self) {
        let nodes = &self.project.outline().document().nodes;
        let all = self.canvas.selection.iter().all(|id| nodes.get(id).is_some_and(|node| node.muted));
        let action = actions::mute(self.canvas.selection.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(crate) fn toggle_collapsed(&mut self) {
        let collapsed = &self.project.outline().document().annotations.collapsed;
        let all = self.canvas.selection.is_subset(collapsed);
        let action = actions::collapse(self.canvas.selection.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(crate) fn toggle_folded(&mut self) {
        let folded = &self.project.outline().document().annotations.folded;
        let all = self.canvas.selection.is_subset(folded);
        let action = actions::fold(self.canvas.selection.iter().map(String::as_str), !all);
        self.act(Ok(action), None);
    }

    pub(crate) fn arrange(&mut self, context: &Context) {
        let action = self.canvas.arrange(context, self.project.outline());
        self.act(Ok(action), None);
        self.canvas.fit(Fit::All);
    }

    /// Moves the selected nodes as an action upon them says.
    pub(crate) fn place(&mut self, context: &Context, place: impl Fn(&[Placed]) -> Action) {
        let action = place(&self.canvas.placed(context, self.project.outline()));
        self.act(Ok(action), None);
    }

    /// Puts a bend on each selected wire, where the pointer is.
    pub(crate) fn bend(&mut self) {
        let place = [self.canvas.pointer.x, self.canvas.pointer.y].map(|side| f64::from(side.round()));
        for target in std::mem::take(&mut self.canvas.wires) {
            let action = actions::insert_on_wire(self.project.outline(), "util/reroute", place, &target);
            self.act(action, None);
        }
    }
}

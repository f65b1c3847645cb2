//! Groups: making them, entering and leaving them.

use std::collections::BTreeSet;
use std::fs;

use egui::Context;
use travertine_editing::actions::{self, framed};
use travertine_editing::{Action, Refusal};
use travertine_graph::document::{Group, GroupSource};
use travertine_library::Origin;

use super::App;
use crate::canvas::Canvas;
use crate::dialogs::Dialog;
use crate::pictures::{Pictures, THUMBNAIL};
use crate::requests::{Embed, Go};

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

impl App {
    /// Adds a group of a library and an instance of it.
    pub(super) fn embed(&mut self, embed: &Embed) {
        let area = self.canvas.area;
        let at = match embed.at {
            Some(at) if !area.contains(at) => return,
            at => self.canvas.to_document(at.unwrap_or(area.center())),
        };
        let entry = &embed.entry;
        let at = [at.x, at.y].map(|side| f64::from(side.round()));
        let action = actions::insert_group(self.project.outline(), &entry.name, entry.group(), at);
        self.act(action, None);
    }

    /// Shows a group beside the library's version of it, and asks which one to have.
    pub(super) fn ask_to_update(&mut self, name: &str, context: &Context) {
        let group = self.project.outline().document().groups.get(name);
        if let Some((group, entry)) = group.and_then(|group| Some((group, self.shelf.library.newer(group)?)))
        {
            self.dialog = Some(Dialog::update(context, name, &group.document, entry.group()));
        }
    }

    /// Writes a group to the library, and makes the group a copy of that file.
    pub(super) fn save_group(&mut self, name: &str, context: &Context) {
        match self.written(name) {
            Ok(action) => {
                if self.act(Ok(action), None) {
                    self.message.info(format!("Saved {name} to the library."));
                }
                self.shelf.start(context);
            }
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    /// Writes a group; returns the action that notes the file.
    fn written(&self, name: &str) -> Result<Action, Refusal> {
        let outline = self.project.outline();
        let group = outline.document().groups.get(name);
        let group = group.ok_or_else(|| Refusal::new(format!("there is no group `{name}`")))?;
        let stem = name.split('@').next().unwrap_or(name);
        let path = group.source.as_ref().map_or_else(|| format!("{stem}.json"), |source| source.path.clone());
        let known = self.shelf.library.entries().iter().find(|entry| entry.path == path);
        match (known, &group.source) {
            (Some(_), None) => {
                let reason = format!("the library has a group {path} already; rename this one first");
                return Err(Refusal::new(reason));
            }
            (Some(entry), Some(source)) if entry.digest != source.sha256 => {
                let reason = format!("{path} has changed in the library; update the group, or keep it here");
                return Err(Refusal::new(reason));
            }
            _ => {}
        }
        let folder = match known.map(|entry| &entry.origin) {
            Some(Origin::Document(folder) | Origin::User(folder)) => Some(folder),
            Some(Origin::Bundled) | None => self.library_folder.as_ref(),
        };
        let file = folder.ok_or_else(|| Refusal::new("there is no folder for a library"))?.join(&path);
        let written = file.parent().map_or(Ok(()), fs::create_dir_all);
        written.map_err(|error| Refusal::new(format!("{}: {error}", file.display())))?;
        travertine_files::write(&file, group.document.to_json().as_bytes())
            .map_err(|error| Refusal::new(error.to_string()))?;
        let source = GroupSource { path, sha256: group.document.digest(), extra: Vec::new() };
        let action = actions::set_group(outline, name, Group { source: Some(source), ..group.clone() })?;
        Ok(Action { label: format!("Save {name} to the library"), ..action })
    }
}

/// Number of nodes of a document that are instances of a group.
fn instances(outline: &travertine_editing::Outline, name: &str) -> usize {
    let nodes: BTreeSet<&String> = outline.document().nodes.keys().collect();
    nodes.into_iter().filter(|id| outline.group_of(id).is_some_and(|(other, _)| other == name)).count()
}

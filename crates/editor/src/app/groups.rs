//! Groups: making them, entering and leaving them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::Context;
use travertine_editing::actions::{self, framed};
use travertine_editing::files::Writing;
use travertine_editing::{Action, Edit, Refusal};
use travertine_graph::document::{Document, Group, GroupSource};
use travertine_library::Origin;

use super::App;
use super::saved_group::SavedGroup;
use crate::dialogs::Dialog;
use crate::pictures::of_nodes::{NodePictures, THUMBNAIL};
use crate::requests::{Embed, Go};

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
        if self.level == path {
            return;
        }
        let left = std::mem::replace(&mut self.level, path.to_vec());
        let (canvas, chosen) = self.levels.remove(&self.level).unwrap_or_default();
        let before = std::mem::replace(&mut self.canvas, canvas);
        self.canvas.follow(&before);
        let previewed = std::mem::replace(&mut self.preview.chosen, chosen);
        self.levels.insert(left, (before, previewed));
        // Nodes of different graphs may have the same ids.
        self.pictures = NodePictures::default();
        self.thumbnails.clear();
        self.worker.set_thumbnails(Vec::new(), THUMBNAIL);
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
        let action = actions::insert_group(self.project.outline(), &entry.name, entry.group(), at, None);
        self.act(action, None);
    }

    /// Shows a group next to the library's version of it, and asks which one to have.
    pub(super) fn ask_to_update(&mut self, name: &str, context: &Context) {
        let group = self.project.outline().document().groups.get(name);
        if let Some((group, entry)) = group.and_then(|group| Some((group, self.shelf.library.newer(group)?)))
        {
            self.dialog = Some(Dialog::update(context, name, &group.document, entry.group()));
        }
    }

    /// Starts to write a group to the library.
    pub(super) fn save_group(&mut self, name: &str, context: &Context) {
        let context = context.clone();
        match self.file_of(name) {
            Ok((file, source, document)) => {
                match Writing::start(document, file, move || context.request_repaint()) {
                    Ok(writing) => {
                        let path = Some(self.project.history().path().to_vec());
                        self.saving.push(SavedGroup { writing, path, name: name.to_owned(), source });
                    }
                    Err(problem) => self.failed(format!("{name} was not saved to the library"), &problem),
                }
            }
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    /// Makes the groups that have been written copies of their files.
    pub(super) fn take_saved_groups(&mut self, context: &Context) {
        let mut index = 0;
        while let Some(saving) = self.saving.get_mut(index) {
            let Some(result) = saving.writing.finished() else {
                index += 1;
                continue;
            };
            let saved = self.saving.remove(index);
            let name = saved.name.clone();
            match result {
                Ok(()) => {
                    self.message.info(format!("Saved {name} to the library."));
                    self.note_source(saved);
                    self.shelf.start(context);
                }
                Err(problem) => self.failed(format!("{name} was not saved to the library"), &problem),
            }
        }
    }

    /// Notes the file of a group that has been written, unless the document is another by now, or the group is gone.
    fn note_source(&mut self, SavedGroup { path, name, source, .. }: SavedGroup) {
        let Some(path) = path else { return };
        let whole: &Document = self.project.history().document();
        let around =
            path.iter().try_fold(whole, |document, name| Some(&*document.groups.get(name)?.document));
        let Some(group) = around.and_then(|document| document.groups.get(&name)) else { return };
        let noted = Group { source: Some(source), ..group.clone() };
        let label = format!("Save {name} to the library");
        let action = Action::new(label, Edit::Group(name, Some(Box::new(noted))));
        let noted = self.project.change(|workspace| workspace.history_mut().apply_inside(&path, action));
        if let Err(refusal) = noted {
            self.message.error(refusal.to_string());
        }
    }

    /// The file of a library for a group, the source to note once it is written, and its content.
    fn file_of(&self, name: &str) -> Result<(PathBuf, GroupSource, Document), Refusal> {
        let group = self.project.outline().document().groups.get(name);
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
        let source = GroupSource { path, sha256: group.document.digest(), extra: Vec::new() };
        Ok((file, source, Document::clone(&group.document)))
    }
}

/// Number of nodes of a document that are instances of a group.
fn instances(outline: &travertine_editing::Outline, name: &str) -> usize {
    let nodes: BTreeSet<&String> = outline.document().nodes.keys().collect();
    nodes.into_iter().filter(|id| outline.group_of(id).is_some_and(|(other, _)| other == name)).count()
}

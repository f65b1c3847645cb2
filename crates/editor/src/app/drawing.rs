//! Drawing: a frame of the window, what was asked for in it, and the pictures that belong to it.

use egui::{CentralPanel, Context, Frame, Panel, Ui, UiBuilder};
use travertine_editing::Socket;
use travertine_editing::files::Recent;
use travertine_editing::render::{Outcome, Subject};

use super::App;
use crate::canvas::Shown;
use crate::commands::run_shortcuts;
use crate::dialogs::Goal;
use crate::outbox::Outbox;
use crate::pictures::THUMBNAIL;
use crate::{inspector, menus, preview, reference, status};

impl App {
    /// Draws everything, and does what was asked for.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.take_events(&context);
        if self.dialog.is_none() && self.palette.is_none() && self.add_menu.is_none() {
            run_shortcuts(self, &context);
        }
        let mut out = Outbox::default();
        Panel::top("menu").show(ui, |ui| menus::show(ui, self, &mut out));
        Panel::bottom("status").show(ui, |ui| status::show(ui, self));
        let selected = self.canvas.selection.first().filter(|_| self.canvas.selection.len() == 1).cloned();
        let subject = self.preview.subject(self.project.outline(), selected.as_deref());
        Panel::right("side").default_size(320.0).size_range(260.0..=900.0).show(ui, |ui| {
            // What is too wide is cut off; it must not push the panel's edge.
            let room = ui.available_rect_before_wrap();
            let mut inner = ui.new_child(UiBuilder::new().max_rect(room));
            ui.advance_cursor_after_rect(room);
            let ui = &mut inner;
            ui.shrink_clip_rect(room);
            ui.add_space(6.0);
            let height = ui.available_width().min(ui.available_height() * 0.45);
            let (outline, problems) = (self.project.outline(), self.project.problems());
            self.preview.show(ui, outline, subject.as_ref(), height);
            ui.separator();
            inspector::show(ui, outline, problems, selected.as_deref(), &mut out);
        });
        let mut choice = None;
        let previewed = match &subject {
            Some(Subject::Node(socket)) => Some(socket.node.as_str()),
            _ => None,
        };
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            if let Some(gallery) = &mut self.gallery {
                let recent = self.recent.as_ref().map(Recent::paths).unwrap_or_default();
                choice = gallery.show(ui, &recent);
                return;
            }
            let shown = Shown {
                outline: self.project.outline(),
                revision: self.project.history().revision(),
                problems: self.project.problems(),
                pictures: &self.pictures,
                previewed,
                zoom: self.canvas.zoom(),
            };
            self.canvas.show(ui, shown, &mut out);
        });
        if let Some(choice) = choice {
            self.begin_with(choice, &context);
        }
        self.show_add_menu(ui, &mut out);
        self.show_palette(ui);
        if let Some(window) = &mut self.export {
            let graph = self.project.workspace().path();
            if !window.show(ui, self.snapshot.as_ref(), graph) {
                self.export = None;
            }
        }
        if self.reference.as_ref().is_some_and(|definition| !reference::show(ui, definition)) {
            self.reference = None;
        }
        self.show_dialog(ui);
        self.carry_out(out, &context);
        self.render(&context, subject);
        if !context.input(|input| input.pointer.any_down()) && !context.egui_wants_keyboard_input() {
            self.project.change(|workspace| workspace.history_mut().release());
        }
        self.watch_files(&context);
        self.set_title(&context);
    }

    /// Tells the worker what is wanted, and takes what it has made.
    fn render(&mut self, context: &Context, subject: Option<Subject>) {
        let revision = self.project.history().revision();
        self.worker.set_document(revision, self.project.history().document().clone());
        match subject.and_then(|subject| self.preview.view(subject)) {
            Some(view) => self.worker.show(preview::VIEW, view),
            None => self.worker.hide(preview::VIEW),
        }
        let outline = self.project.outline();
        let visible = self.canvas.visible.iter().filter_map(|id| preview::main_output(outline, id));
        let visible: Vec<Socket> = visible.collect();
        if visible != self.thumbnails {
            self.worker.set_thumbnails(visible.clone(), THUMBNAIL);
            self.thumbnails = visible;
        }
        self.worker.probe(self.preview.probe);
        for outcome in self.worker.outcomes() {
            match outcome {
                Outcome::View { frame, is_final, picture, .. } => {
                    self.preview.take(context, frame, is_final, picture);
                }
                Outcome::Thumbnail { socket, picture } => self.pictures.take(context, socket.node, picture),
                Outcome::Probe { values, .. } => self.pictures.take_values(values),
                Outcome::Checked { revision, snapshot } => {
                    self.project.checked(revision, snapshot.diagnostics());
                    self.snapshot = Some(snapshot);
                }
            }
        }
        if self.preview.probe.is_none() {
            self.pictures.forget_values();
        }
    }

    fn take_events(&mut self, context: &Context) {
        if !context.egui_wants_keyboard_input() {
            let events = context.input(|input| input.events.clone());
            for event in events {
                match event {
                    egui::Event::Copy => self.copy(context),
                    egui::Event::Cut => self.cut(context),
                    egui::Event::Paste(text) => self.paste(&text),
                    _ => {}
                }
            }
        }
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.into_iter().map(|file| file.path().to_owned()).next() {
            self.leave(Goal::Open(path), context);
        }
        if context.input(|input| input.viewport().close_requested())
            && self.project.workspace().is_changed()
            && !self.may_close
        {
            context.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.leave(Goal::Quit, context);
        }
    }

    fn carry_out(&mut self, out: Outbox, context: &Context) {
        for (action, key) in out.actions {
            self.act(action, key);
        }
        if let Some(menu) = out.add {
            self.add_menu = Some(menu);
        }
        if let Some(node) = out.preview {
            self.preview_node(&node);
        }
        if let Some(text) = out.copy {
            context.copy_text(text);
        }
        for command in out.commands {
            if (command.enabled)(self) {
                (command.run)(self, context);
            }
        }
    }

    pub(crate) fn preview_selected(&mut self) {
        if let Some(id) = self.canvas.selection.first().cloned() {
            self.preview_node(&id);
        }
    }

    fn preview_node(&mut self, id: &str) {
        self.preview.chosen = preview::main_output(self.project.outline(), id).map(Subject::Node);
    }

    pub(crate) fn toggle_solid(&mut self) {
        self.preview.toggle_solid();
    }

    pub(crate) fn toggle_theme(&mut self, context: &Context) {
        let other = if context.theme() == egui::Theme::Dark { egui::Theme::Light } else { egui::Theme::Dark };
        context.set_theme(other);
    }
}

//! Drawing a frame of the window, and the requests made in it.

use std::path::Path;

use egui::{
    Align2, CentralPanel, Context, FontId, Frame, Id, Key, LayerId, Order, Panel, Popup, StrokeKind, Ui,
    UiBuilder,
};
use travertine_editing::Socket;
use travertine_editing::files::preferences::RECENT_COLORS;
use travertine_editing::render::{Outcome, Subject};

use super::App;
use crate::canvas;
use crate::canvas::Shown;
use crate::commands::gestures;
use crate::commands::menus;
use crate::dialogs::Goal;
use crate::library::reference;
use crate::panels::curve_values;
use crate::panels::inspector;
use crate::panels::inspector::Selected;
use crate::panels::status::{self, Status};
use crate::pictures::of_nodes::THUMBNAIL;
use crate::preview;
use crate::preview::Place;
use crate::project::colors;
use crate::requests::Requests;
use crate::theme::Palette;
use crate::widgets::picker;

/// The width that panels leave to the canvas, so that a graph fits into it, in points.
const LEAST_CANVAS: f32 = 240.0;
/// Minimum width of the panel with the preview, in points.
const LEAST_SIDE: f32 = 260.0;
/// Minimum width of the library, in points.
const LEAST_SHELF: f32 = 212.0;

impl App {
    /// Draws the window, then carries out the requests.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.canvas.follow_pointer(&context);
        self.take_events(&context);
        if context.input(|input| input.pointer.any_pressed()) {
            // A press begins another step, even if what was typed before has the focus.
            self.project.change(|workspace| workspace.history_mut().release());
        }
        // An open list or menu handles the keys itself.
        if !self.asks() && !Popup::is_any_open(&context) {
            self.run_shortcuts(&context);
            let is_free = !context.egui_wants_keyboard_input() && !picker::is_open(&context);
            if is_free && context.input(|input| input.key_pressed(Key::Escape)) {
                self.close_windows();
            }
        }
        self.run_tab(&context);
        self.follow_level();
        if picker::is_open(&context) {
            let used = colors::used(self.project.outline());
            picker::prepare(&context, self.canvas.area, used, &self.preferences.get(&RECENT_COLORS));
        }
        let mut requests = Requests::default();
        Panel::top("menu").show(ui, |ui| {
            menus::show(
                ui,
                |command| self.is_enabled(command),
                &self.preferences,
                &self.compute,
                &mut requests,
            );
        });
        let asks_for_problems = Panel::bottom("status").show(ui, |ui| status::show(ui, self.status())).inner;
        if asks_for_problems {
            self.inspector.show_problems();
        }
        let selected = self.canvas.selection.only_node().cloned();
        let subject = self.preview.subject(self.project.outline(), selected.as_deref());
        self.shelf.update(&context, self.project.workspace().path());
        if self.shows_shelf && self.gallery.is_none() {
            let most = (ui.available_width() - LEAST_CANVAS - LEAST_SIDE).clamp(LEAST_SHELF, 520.0);
            Panel::left("library").default_size(LEAST_SHELF).size_range(LEAST_SHELF..=most).show(ui, |ui| {
                self.shelf.show(ui, &self.preferences, &mut requests);
            });
        }
        if self.gallery.is_none() {
            self.show_side(ui, subject.as_ref(), selected.as_deref(), &mut requests);
        }
        let picked = (subject.as_ref(), selected.as_deref());
        self.show_detached(&context, picked, &mut requests);
        let mut choice = None;
        let previewed = match &subject {
            Some(Subject::Node(socket)) => Some(socket.node.as_str()),
            _ => None,
        };
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            if let Some(gallery) = &mut self.gallery {
                choice = gallery.show(ui);
                return;
            }
            if self.preview.place == Place::Center {
                self.show_pictures(ui, picked, &mut requests);
                return;
            }
            let history = self.project.history();
            if !history.path().is_empty() {
                let title = self.project.workspace().title();
                let frame = Frame::new().fill(Palette::of(ui).panel).inner_margin(4);
                Panel::top("trail").frame(frame).show(ui, |ui| {
                    canvas::trail::show(ui, history, &title, &mut requests);
                });
            }
            let shown = Shown {
                outline: self.project.outline(),
                revision: self.project.history().shown_revision(),
                problems: self.project.problems(),
                pictures: &self.pictures,
                previewed,
                zoom: self.canvas.zoom(),
            };
            self.canvas.show(ui, shown, &mut requests);
        });
        if let Some(choice) = choice {
            self.begin_with(choice, &context);
        }
        self.show_add_menu(ui, &mut requests);
        self.show_palette(ui);
        self.show_export(ui);
        self.tell_exports(&context);
        self.shows_gestures = self.shows_gestures && gestures::show(ui);
        let pictures = &mut self.type_pictures;
        self.reference.take_if(|definition| !reference::show(ui, definition, pictures, &mut requests));
        self.show_dialog(ui);
        self.show_drop(ui);
        self.carry_out(requests, &context);
        self.follow_level();
        self.follow_look(&context);
        self.follow_device();
        self.render(&context, subject);
        let is_let_go = context.input(|input| input.pointer.any_released());
        let is_held = context.input(|input| input.pointer.any_down());
        if is_let_go || (!is_held && !context.egui_wants_keyboard_input()) {
            self.project.change(|workspace| workspace.history_mut().release());
        }
        if let Some(color) = picker::take_chosen(&context) {
            self.preferences.add(&RECENT_COLORS, &color);
        }
        self.follow_ramp_file(&context);
        self.take_saved_groups(&context);
        self.watch_files(&context);
        self.set_title(&context);
        self.claim_tab(&context);
    }

    /// The content of the status line.
    fn status(&self) -> Status<'_> {
        Status {
            message: &self.message,
            zoom: self.canvas.zoom(),
            nodes: self.project.outline().document().nodes.len(),
            problems: self.project.problems(),
            work: self.worker.busy(),
            took: self.preview.took(),
            autosave_problem: self.project.workspace().autosave_problem(),
        }
    }

    /// Shows the preview, and below it the selected node or the graph.
    fn show_side(
        &mut self,
        ui: &mut Ui,
        subject: Option<&Subject>,
        selected: Option<&str>,
        requests: &mut Requests,
    ) {
        let most = (ui.available_width() - LEAST_CANVAS).clamp(LEAST_SIDE, 900.0);
        Panel::right("side").default_size(320.0).size_range(LEAST_SIDE..=most).show(ui, |ui| {
            // Wide content is clipped; it must not push the panel's edge.
            let room = ui.available_rect_before_wrap();
            let mut inner = ui.new_child(UiBuilder::new().max_rect(room));
            ui.advance_cursor_after_rect(room);
            let ui = &mut inner;
            ui.shrink_clip_rect(room);
            ui.add_space(6.0);
            let height = ui.available_width().min(ui.available_height() * 0.45);
            self.show_preview(ui, (subject, selected), height, requests);
            let (outline, problems) = (self.project.outline(), self.project.problems());
            ui.separator();
            let selected = match (selected, self.canvas.selection.frames.first()) {
                (Some(node), _) => Some(Selected::Node(node)),
                (None, Some(frame)) if self.canvas.selection.nodes.is_empty() => Some(Selected::Frame(frame)),
                _ => None,
            };
            let group = self.project.history().path().last().map(String::as_str);
            let shown = inspector::Shown { selected, group };
            self.inspector.show(ui, outline, &self.shelf.library, problems, shown, requests);
        });
    }

    /// Shows what happens to a file that is dragged over the window when it is dropped.
    fn show_drop(&self, ui: &Ui) {
        let held = ui.input(|input| input.raw.hovered_files.first().map(|file| file.path.clone()));
        let Some(path) = held else { return };
        let name = path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let palette = Palette::of(ui);
        let layer = LayerId::new(Order::Foreground, Id::new("drop"));
        let painter = ui.ctx().layer_painter(layer);
        let area = ui.ctx().content_rect();
        painter.rect_filled(area, 0.0, palette.canvas.gamma_multiply(0.8));
        painter.rect_stroke(area.shrink(8.0), 6.0, (2.0, palette.accent), StrokeKind::Inside);
        let name = name.as_deref().unwrap_or("it");
        let text = match path.as_deref().is_some_and(preview::is_mesh) {
            true => format!("Drop to show {name} in the preview"),
            false => format!("Drop to open {name}"),
        };
        painter.text(area.center(), Align2::CENTER_CENTER, text, FontId::proportional(20.0), palette.text);
    }

    /// Passes requests to the worker, and takes its results.
    fn render(&mut self, context: &Context, subject: Option<Subject>) {
        self.worker.follow(self.project.history());
        self.preview.request(&self.worker, subject.as_ref());
        let outline = self.project.outline();
        let selected = self.canvas.selection.only_node().map(String::as_str);
        self.curve_values.follow(context, outline, selected, &self.worker);
        let visible = self.canvas.visible.iter().filter_map(|id| preview::main_output(outline, id));
        let visible: Vec<Socket> = visible.collect();
        if visible != self.thumbnails {
            self.worker.set_thumbnails(visible.clone(), THUMBNAIL);
            self.thumbnails = visible;
        }
        let probed = self.preview.probed();
        self.worker.probe(probed);
        for outcome in self.worker.outcomes() {
            match outcome {
                Outcome::View { view: curve_values::VIEW, picture, .. } => {
                    self.curve_values.take(context, picture.ok().as_deref());
                }
                Outcome::View { view, viewport, is_final, picture } => {
                    self.preview.take(context, view, viewport, is_final, picture);
                }
                Outcome::Thumbnail { socket, picture } => self.pictures.take(context, socket.node, picture),
                Outcome::Device { message, has_failed: true } => {
                    self.compute.fail();
                    self.message.error(message);
                }
                Outcome::Device { message, has_failed: false } => self.message.info(message),
                Outcome::Probe { values, .. } => self.pictures.take_values(values),
                Outcome::Checked { revision, snapshot } => {
                    self.project.checked(revision, snapshot.diagnostics());
                    self.snapshot = Some(snapshot);
                }
            }
        }
        if probed.is_none() {
            self.pictures.forget_values();
        }
    }

    fn take_events(&mut self, context: &Context) {
        if !context.egui_wants_keyboard_input() && !self.asks() {
            let events = context.input(|input| input.events.clone());
            for event in events {
                match event {
                    // Another editor may have written preferences meanwhile.
                    egui::Event::WindowFocused(true) => self.preferences.reload(),
                    egui::Event::Copy => self.copy(context),
                    egui::Event::Cut => self.cut(context),
                    egui::Event::Paste(text) => self.paste(&text, context),
                    _ => {}
                }
            }
        }
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.into_iter().map(|file| file.path().to_owned()).next() {
            match preview::is_mesh(&path) {
                true => self.show_mesh(path),
                false => self.leave(Goal::Open(path), context),
            }
        }
        if context.input(|input| input.viewport().close_requested())
            && (self.project.workspace().is_changed() || self.exports.is_busy())
            && !self.may_close
        {
            context.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.leave(Goal::Quit, context);
        }
    }
}

//! Input that belongs to the window, not to one of its widgets.

use egui::{Context, Event, Key, Popup, ViewportCommand};

use super::App;
use crate::dialogs::Goal;
use crate::preview;
use crate::widgets::picker;

impl App {
    /// Takes keys, dropped files, and the request to close the window.
    pub(super) fn take_input(&mut self, context: &Context) {
        self.canvas.follow_pointer(context);
        self.take_clipboard(context);
        self.take_window_events(context);
        if context.input(|input| input.pointer.any_pressed()) {
            // A press begins another step, even if what was typed before has the focus.
            self.end_step();
        }
        // An open list or menu handles the keys itself.
        if !self.asks() && !Popup::is_any_open(context) {
            self.run_shortcuts(context);
            let is_free = !context.egui_wants_keyboard_input() && !picker::is_open(context);
            if is_free && context.input(|input| input.key_pressed(Key::Escape)) {
                self.close_windows();
            }
        }
        self.run_tab(context);
    }

    fn take_clipboard(&mut self, context: &Context) {
        if context.egui_wants_keyboard_input() || self.asks() {
            return;
        }
        for event in context.input(|input| input.events.clone()) {
            match event {
                Event::Copy => self.copy(context),
                Event::Cut => self.cut(context),
                Event::Paste(text) => self.paste(&text, context),
                _ => {}
            }
        }
    }

    fn take_window_events(&mut self, context: &Context) {
        if context.input(|input| input.events.contains(&Event::WindowFocused(true))) {
            // Another editor may have written them.
            self.preferences.reload();
        }
        let dropped = context.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.into_iter().map(|file| file.path().to_owned()).next() {
            match preview::is_mesh(&path) {
                true => self.show_mesh(path),
                false => self.leave(Goal::Open(path), context),
            }
        }
        if context.input(|input| input.viewport().close_requested())
            && (self.project.workspace().is_changed() || self.exports.queue.is_busy())
            && !self.file.may_close
        {
            context.send_viewport_cmd(ViewportCommand::CancelClose);
            self.leave(Goal::Quit, context);
        }
    }
}

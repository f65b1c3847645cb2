//! Colors for a ramp from a file.

use std::path::PathBuf;

use egui::Context;

use super::App;
use super::taken_colors::TakenColors;
use crate::dialogs::file_dialog::Purpose;
use crate::widgets::ramp_file;

impl App {
    /// Asks for a file when a ramp wishes for colors, and brings them when they are read.
    pub(super) fn follow_ramp_file(&mut self, context: &Context) {
        if let Some(wish) = ramp_file::take_wish(context) {
            self.taken_colors = Some(TakenColors::new(wish));
            self.ask_for_file(Purpose::Colors, context);
        }
        let arrived = self.taken_colors.as_ref().and_then(|taken| Some((taken.wish, taken.arrived()?)));
        let Some((wish, read)) = arrived else { return };
        self.taken_colors = None;
        match read {
            Ok(stops) => ramp_file::deliver(context, wish, stops),
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    /// Reads the colors of a file for the ramp that wished for them.
    pub(super) fn read_colors(&mut self, path: PathBuf, context: &Context) {
        if let Some(taken) = &mut self.taken_colors {
            taken.read(path, context);
        }
    }
}

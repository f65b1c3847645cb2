//! The command palette, a list of all commands with a search field.

use egui::{Button, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, Vec2};

use crate::commands::{COMMANDS, Command, Entry};

/// An open palette.
#[derive(Default)]
pub struct CommandPalette {
    query: String,
    chosen: usize,
}

/// The state of the palette after a frame.
pub enum Fate {
    /// It stays open.
    Open,
    /// It closes; the user may have chosen a command.
    Closed(Option<Command>),
}

impl CommandPalette {
    /// Shows the palette; `is_enabled` returns whether a command is available.
    pub fn show(&mut self, ui: &Ui, is_enabled: impl Fn(Command) -> bool) -> Fate {
        let mut fate = Fate::Open;
        let modal = Modal::new(egui::Id::new("palette")).show(ui.ctx(), |ui| {
            ui.set_width(380.0);
            let (down, up, enter) = ui.input_mut(|input| {
                (
                    input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown),
                    input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp),
                    input.consume_key(Modifiers::NONE, Key::Enter),
                )
            });
            let field =
                ui.add(TextEdit::singleline(&mut self.query).hint_text("Commands").desired_width(380.0));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search commands"));
            field.request_focus();
            if field.changed() {
                self.chosen = 0;
            }
            // The filter includes text typed in the same frame as Enter.
            let words: Vec<String> = self.query.split_whitespace().map(str::to_lowercase).collect();
            let fits = |entry: &&Entry| words.iter().all(|word| entry.name.to_lowercase().contains(word));
            let found: Vec<&Entry> = COMMANDS.iter().filter(fits).collect();
            self.chosen = (self.chosen + down).saturating_sub(up).min(found.len().saturating_sub(1));
            ui.add_space(4.0);
            ScrollArea::vertical().max_height(320.0).auto_shrink([false, true]).show(ui, |ui| {
                for (index, entry) in found.iter().enumerate() {
                    let keys = entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys));
                    let button = Button::selectable(index == self.chosen, entry.name)
                        .shortcut_text(keys.unwrap_or_default())
                        .min_size(Vec2::new(ui.available_width(), 0.0));
                    let is_enabled = is_enabled(entry.command);
                    let response = ui.add_enabled(is_enabled, button);
                    if index == self.chosen && down + up > 0 {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() || (enter && index == self.chosen && is_enabled) {
                        fate = Fate::Closed(Some(entry.command));
                    }
                }
                if found.is_empty() {
                    ui.weak("No command found.");
                }
            });
        });
        if modal.should_close() && matches!(fate, Fate::Open) {
            fate = Fate::Closed(None);
        }
        fate
    }
}

//! A search field above a list. The arrow keys choose an entry of the list.

use egui::{Key, Modifiers, TextEdit, Ui};

/// What the user has typed, and the chosen entry.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub query: String,
    /// The index of the chosen entry.
    pub chosen: usize,
    /// Whether the arrow keys were pressed in this frame.
    pub is_moved: bool,
}

impl Search {
    /// Shows the field, which gets the focus, but not the keys of the list; returns whether Enter was pressed.
    pub fn show(&mut self, ui: &mut Ui, name: &str, hint: &str, width: f32) -> bool {
        let (down, up, is_entered) = ui.input_mut(|input| {
            (
                input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown),
                input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp),
                input.consume_key(Modifiers::NONE, Key::Enter),
            )
        });
        let field = ui.add(TextEdit::singleline(&mut self.query).hint_text(hint).desired_width(width));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
        field.request_focus();
        if field.changed() {
            self.chosen = 0;
        }
        self.chosen = (self.chosen + down).saturating_sub(up);
        self.is_moved = down + up > 0;
        is_entered
    }

    /// Keeps the choice within the number of entries that the new query finds.
    pub fn choose(&mut self, count: usize) {
        self.chosen = self.chosen.min(count.saturating_sub(1));
    }
}

//! The inputs of a node, one below the other. Those that are rarely changed are shown when the user asks for them.

use egui::{Align, Label, Layout, RichText, Sense, Ui, Vec2, WidgetInfo, WidgetType};
use egui_graph::SocketLayout;
use travertine_editing::{Outline, Socket};
use travertine_graph::definition::{Definition, InputDefinition};

use super::sizes::{MARGIN, WIDTH};
use crate::fields::input::{Room, row};
use crate::requests::Requests;

/// Height of the row that shows and hides others.
const MORE: f32 = 16.0;

/// The inputs that a node shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Those that are set, and those that are often changed.
    Few,
    /// All that have an effect.
    All,
    /// All, while a wire is over the node.
    Reached,
}

/// Whether an input is shown only when the user asks for it.
pub fn waits(outline: &Outline, id: &str, input: &InputDefinition) -> bool {
    input.secondary && !outline.is_set(id, input)
}

/// Shows the inputs; returns whether the user wants to see more or fewer.
pub fn show(
    ui: &mut Ui,
    layout: &mut SocketLayout,
    outline: &Outline,
    (id, definition): (&str, &Definition),
    extent: Extent,
    requests: &mut Requests,
) -> bool {
    let room = Room { width: WIDTH - 2.0 * MARGIN, name: 78.0, full: false };
    let mut waiting = 0;
    for (index, input) in definition.inputs.iter().enumerate() {
        if !outline.shows(id, input) {
            continue;
        }
        let waits = waits(outline, id, input);
        waiting += usize::from(waits);
        if waits && extent == Extent::Few {
            continue;
        }
        let index = (!input.value_type.is_setting()).then_some(index);
        layout.row(ui, index, None, |ui| row(ui, outline, &Socket::new(id, &*input.name), input, room, requests));
    }
    waiting > 0 && extent != Extent::Reached && more(ui, id, (extent == Extent::Few).then_some(waiting))
}

/// The row that shows the inputs that wait, or hides them; returns whether the user clicked on it.
fn more(ui: &mut Ui, id: &str, waiting: Option<usize>) -> bool {
    let (text, name) = match waiting {
        Some(count) => (format!("{count} more"), format!("more inputs of {id}")),
        None => ("fewer".to_owned(), format!("fewer inputs of {id}")),
    };
    let size = Vec2::new(ui.available_width(), MORE);
    let label = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(RichText::new(text).small().weak().underline()).selectable(false).sense(Sense::click()))
    });
    let response = label.inner.on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    response.clicked()
}

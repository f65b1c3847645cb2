//! Copies that follow the pointer until a click.

use egui::{Area, Context, Key, Modifiers, Order, PointerButton, Sense, Ui, Vec2};
use travertine_editing::{Outline, actions};

use super::{Canvas, Carried};
use crate::requests::Requests;

impl Canvas {
    /// Lets the selected nodes and frames follow the pointer, if it is on the canvas.
    pub fn follow_with_selection(&mut self, context: &Context, outline: &Outline) {
        let pointer = context.input(|input| input.pointer.latest_pos());
        if pointer.is_some_and(|pointer| self.area.contains(pointer)) {
            let (nodes, frames) = self.with_contents(context, outline);
            let from = Some(self.pointer);
            self.carried = Some(Carried { corner: None, from, nodes, frames, offset: Vec2::ZERO });
        }
    }

    /// Moves copies with the pointer. A click puts them down; Escape or a right click leaves them where they were.
    pub(super) fn move_copies(&mut self, ui: &Ui, outline: &Outline, requests: &mut Requests) {
        let Some(Carried { from: Some(from), nodes, frames, offset, .. }) = &mut self.carried else { return };
        *offset = self.pointer - *from;
        let by = [offset.x, offset.y].map(|side| f64::from(side.round()));
        let moved = nodes.is_empty().then(|| actions::move_by(outline, nodes, frames, by));
        // It lies above the nodes, so that the click does nothing else.
        let cover = Area::new(ui.id().with("copies")).order(Order::Foreground).fixed_pos(self.area.min);
        let cover = cover.show(ui.ctx(), |ui| ui.allocate_rect(self.area, Sense::click_and_drag())).inner;
        let is_pressed =
            |button| cover.is_pointer_button_down_on() && ui.input(|input| input.pointer.button_down(button));
        if is_pressed(PointerButton::Primary) {
            match moved {
                Some(moved) => requests.act(Ok(moved)),
                None => self.request_positions(ui.ctx(), outline, requests),
            }
        } else if !is_pressed(PointerButton::Secondary)
            && !ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
        {
            return;
        }
        self.carried = None;
        // The canvas takes the positions of the document.
        self.revision = None;
    }
}

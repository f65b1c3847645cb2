//! A frame of the window: its steps in their order.

use egui::{Context, Ui};
use travertine_editing::files::preferences::RECENT_COLORS;

use super::App;
use super::previewing::Picked;
use crate::project::colors;
use crate::requests::Requests;
use crate::widgets::picker;

impl App {
    /// Draws the window, then carries out the requests.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        // Input comes first, because keys of the window must not reach a widget, and may change what is drawn.
        self.take_input(&context);
        self.follow_level();
        // The fields below may open the picker.
        self.offer_colors(&context);
        let mut requests = Requests::default();
        self.show_bars(ui, &mut requests);
        // The selection changes only on the canvas, so all panels of a frame show the same node.
        let picked = self.picked();
        // Each panel takes its side of what the ones before leave; the center takes the rest.
        self.show_panels(ui, &picked, &mut requests);
        self.show_detached(&context, &picked, &mut requests);
        self.show_center(ui, &picked, &mut requests);
        // Windows lie above all panels.
        self.show_windows(ui, &mut requests);
        // Nothing is drawn any more, so the document may change.
        self.carry_out(requests, &context);
        self.follow_level();
        self.follow_look(&context);
        self.follow_device();
        // The worker receives the document as the requests have left it.
        self.render(&context, picked.subject);
        self.end_released_step(&context);
        // What has arrived meanwhile is shown in the next frame.
        self.take_chosen_color(&context);
        self.follow_ramp_file(&context);
        self.take_saved_groups(&context);
        self.watch_files(&context);
        // The title, and the keys that the window claims, follow from everything before.
        self.set_title(&context);
        self.claim_tab(&context);
    }

    /// Gives an open color picker the colors of the graph, and those chosen last.
    fn offer_colors(&self, context: &Context) {
        if picker::is_open(context) {
            let used = colors::used(self.project.outline());
            picker::prepare(context, self.canvas.area, used, &self.preferences.get(&RECENT_COLORS));
        }
    }

    fn take_chosen_color(&mut self, context: &Context) {
        if let Some(color) = picker::take_chosen(context) {
            self.preferences.add(&RECENT_COLORS, &color);
        }
    }

    fn picked(&self) -> Picked {
        let selected = self.canvas.selection.only_node().cloned();
        let subject = self.preview.subject(self.project.outline(), selected.as_deref());
        Picked { subject, selected }
    }

    /// Ends the step of a drag when its button is released, and that of typing when the field loses the focus.
    fn end_released_step(&mut self, context: &Context) {
        let is_let_go = context.input(|input| input.pointer.any_released());
        let is_held = context.input(|input| input.pointer.any_down());
        if is_let_go || (!is_held && !context.egui_wants_keyboard_input()) {
            self.end_step();
        }
    }

    /// The next action is a step of its own.
    pub(super) fn end_step(&mut self) {
        self.project.change(|workspace| workspace.history_mut().release());
    }
}

//! The keyboard focus.
//!
//! In each frame, a screen reader receives which widgets exist and which has the focus. It fails if the focused widget
//! was not drawn. So a widget gets the focus by its [`Response`], which only a drawn widget has. Code that runs before
//! the widget is drawn records a [`wish`] instead.

use egui::{Context, FullOutput, Id, Plugin, Response};

/// A request to focus a widget.
#[derive(Clone, Copy)]
struct Wish {
    widget: Id,
    /// The number of the frame in which it was made.
    frame: u64,
}

/// Focuses a widget if it is drawn in this frame or the next one. A later wish replaces an earlier one.
pub fn wish(context: &Context, widget: Id) {
    let wish = Wish { widget, frame: context.cumulative_frame_nr() };
    context.data_mut(|data| data.insert_temp(Id::NULL, wish));
    context.request_repaint();
}

/// Focuses the widget that was just drawn, if it is wished for. It receives keys from the next frame on, so that the
/// key behind the wish is not typed.
pub fn grant(response: &Response) {
    let context = &response.ctx;
    let wish = context.data(|data| data.get_temp::<Wish>(Id::NULL));
    let Some(Wish { frame, .. }) = wish.filter(|wish| wish.widget == response.id) else { return };
    context.data_mut(|data| data.remove::<Wish>(Id::NULL));
    if context.cumulative_frame_nr() <= frame + 1 {
        response.request_focus();
    }
}

/// Prevents a focus on a widget that does not exist.
pub fn install(context: &Context) {
    context.add_plugin(Guard);
}

/// Moves a focus that is on no widget to the window. egui itself leaves it there if Shift+Tab returns to a widget that
/// has just disappeared.
struct Guard;

impl Plugin for Guard {
    fn debug_name(&self) -> &'static str {
        "focus"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let Some(update) = &mut output.platform_output.accesskit_update else { return };
        let is_drawn = update.nodes.iter().any(|(id, _)| *id == update.focus);
        if let (false, Some(tree)) = (is_drawn, &update.tree) {
            update.focus = tree.root;
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::accesskit::NodeId;
    use egui::{Event, Key, Modifiers, RawInput, Rect, Sense};

    use super::*;

    fn context() -> Context {
        let context = Context::default();
        context.enable_accesskit();
        context
    }

    fn node(widget: &str) -> NodeId {
        Id::new(widget).accesskit_id()
    }

    /// Runs a frame with these widgets. Returns the focused widget as told to a screen reader, and whether it was
    /// drawn.
    fn run_unchecked(context: &Context, widgets: &[&str], events: &[Event]) -> (NodeId, bool) {
        let input = RawInput { events: events.to_vec(), ..RawInput::default() };
        let mut output = context.run_ui(input, |ui| {
            for widget in widgets {
                grant(&ui.interact(Rect::EVERYTHING, Id::new(widget), Sense::click()));
            }
        });
        output.textures_delta.clear();
        let update = output.platform_output.accesskit_update.unwrap();
        (update.focus, update.nodes.iter().any(|(id, _)| *id == update.focus))
    }

    fn run(context: &Context, widgets: &[&str]) -> NodeId {
        let (focus, is_drawn) = run_unchecked(context, widgets, &[]);
        assert!(is_drawn, "the focus is on a widget that was not drawn");
        focus
    }

    #[test]
    fn a_wish_is_granted_to_a_widget_that_is_drawn_soon() {
        for (frames_before, expected) in [(0, true), (1, true), (2, false)] {
            let context = context();
            run(&context, &["field"]);
            wish(&context, Id::new("field"));
            for _ in 0..frames_before {
                assert_ne!(run(&context, &[]), node("field"));
            }
            let focused = run(&context, &["field"]);
            assert_eq!(focused == node("field"), expected, "after {frames_before} frames without the field");
        }
    }

    #[test]
    fn a_wish_is_granted_once_and_to_its_own_widget() {
        let context = context();
        wish(&context, Id::new("other"));
        assert_ne!(run(&context, &["field"]), node("field"));
        wish(&context, Id::new("field"));
        assert_eq!(run(&context, &["other", "field"]), node("field"));
        context.memory_mut(|memory| memory.surrender_focus(Id::new("field")));
        assert_ne!(run(&context, &["field"]), node("field"));
    }

    #[test]
    fn the_focus_is_on_no_widget_that_has_disappeared() {
        let (key, modifiers) = (Key::Tab, Modifiers::SHIFT);
        let back = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        let go_back = |context: &Context| {
            run(context, &["stays", "goes"]);
            run_unchecked(context, &["stays"], std::slice::from_ref(&back))
        };
        let (focus, is_drawn) = go_back(&context());
        assert!(focus == node("goes") && !is_drawn, "egui handles this itself now; the guard can go");
        let guarded = context();
        install(&guarded);
        assert!(go_back(&guarded).1);
    }
}

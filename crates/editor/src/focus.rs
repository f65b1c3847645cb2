//! The keyboard's focus: who has it, and who gets it next.
//!
//! A screen reader learns in each frame which widgets there are and which of them has the focus. It fails if the focus is
//! on a widget that was not drawn. So a widget gets the focus by its [`Response`](egui::Response), which only a widget
//! that was drawn has. Code that runs before the widget is drawn wishes for the focus instead.

use egui::{Context, Id, Response};

/// A widget that shall have the focus.
#[derive(Clone, Copy)]
struct Wish {
    widget: Id,
    /// The number of the frame in which the wish was made.
    frame: u64,
}

/// Gives the focus to a widget if it is drawn in this frame or the next one. A later wish replaces an earlier one.
pub fn wish(context: &Context, widget: Id) {
    let wish = Wish { widget, frame: context.cumulative_frame_nr() };
    context.data_mut(|data| data.insert_temp(Id::NULL, wish));
    context.request_repaint();
}

/// Gives the focus to the widget that was just drawn if there is a wish for it. The widget receives what is typed from the
/// next frame on, so the key that led to the wish is not typed.
pub fn grant(response: &Response) {
    let context = &response.ctx;
    let wish = context.data(|data| data.get_temp::<Wish>(Id::NULL));
    let Some(Wish { frame, .. }) = wish.filter(|wish| wish.widget == response.id) else { return };
    context.data_mut(|data| data.remove::<Wish>(Id::NULL));
    if context.cumulative_frame_nr() <= frame + 1 {
        response.request_focus();
    }
}

#[cfg(test)]
mod tests {
    use egui::{RawInput, Rect, Sense};

    use super::*;

    fn widget() -> Id {
        Id::new("widget")
    }

    /// Runs a frame in which the widget is drawn or not, and returns whether a screen reader hears that it has the focus.
    fn run(context: &Context, is_drawn: bool) -> bool {
        let output = context.run_ui(RawInput::default(), |ui| {
            if is_drawn {
                grant(&ui.interact(Rect::EVERYTHING, widget(), Sense::click()));
            }
        });
        let update = output.platform_output.accesskit_update.unwrap();
        assert!(
            update.nodes.iter().any(|(id, _)| *id == update.focus),
            "the focus is on nothing that was drawn"
        );
        update.focus == widget().accesskit_id()
    }

    #[test]
    fn a_wish_is_granted_to_a_widget_that_is_drawn_soon() {
        for (frames_before, expected) in [(0, true), (1, true), (2, false)] {
            let context = Context::default();
            context.enable_accesskit();
            run(&context, true);
            wish(&context, widget());
            for _ in 0..frames_before {
                assert!(!run(&context, false));
            }
            assert_eq!(run(&context, true), expected, "{frames_before} frames without the widget");
        }
    }

    #[test]
    fn a_wish_is_granted_once_and_to_its_own_widget() {
        let context = Context::default();
        context.enable_accesskit();
        wish(&context, Id::new("another"));
        assert!(!run(&context, true));
        wish(&context, widget());
        assert!(run(&context, true));
        context.memory_mut(|memory| memory.surrender_focus(widget()));
        assert!(!run(&context, true));
    }
}

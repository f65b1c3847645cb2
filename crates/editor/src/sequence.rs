//! The events of the mouse and the keyboard, one after the other.
//!
//! egui asks once in each frame which widget is under the pointer and which has the focus, and gives that widget all
//! events of the frame. If the computer is slow, a frame has many events: a press here and a motion to there, or the
//! shortcut that opens a window and the letters meant for it. So a frame takes events only as far as they belong to
//! the same widget, and the next frame takes the rest.

use egui::{Context, Event, Plugin, RawInput};

/// Splits the events of slow frames.
pub fn install(context: &Context) {
    context.add_plugin(Sequence::default());
}

/// Events that wait for the next frame.
#[derive(Default)]
struct Sequence {
    waiting: Vec<Event>,
}

impl Plugin for Sequence {
    fn debug_name(&self) -> &'static str {
        "sequence"
    }

    fn input_hook(&mut self, context: &Context, input: &mut RawInput) {
        self.waiting.append(&mut input.events);
        let count = first_part(&self.waiting);
        input.events = self.waiting.drain(..count).collect();
        if !self.waiting.is_empty() {
            context.request_repaint();
        }
    }
}

/// Number of events that one frame can take: those up to a press or release of a button, or those up to a second key.
fn first_part(events: &[Event]) -> usize {
    let mut has_key = false;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::PointerButton { .. } if has_key => return index,
            Event::PointerButton { .. } => return index + 1,
            // The text of a key follows its press. Backlogs of held keys must not grow.
            Event::Text(_) if index > 0 && is_press(&events[index - 1]) => {}
            Event::Key { repeat: true, .. } => {}
            Event::Key { pressed: true, .. }
            | Event::Text(_)
            | Event::Copy
            | Event::Cut
            | Event::Paste(_) => {
                if has_key {
                    return index;
                }
                has_key = true;
            }
            _ => {}
        }
    }
    events.len()
}

/// Whether a key was pressed that may write.
fn is_press(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, modifiers, .. } if !modifiers.command)
}

#[cfg(test)]
mod tests {
    use egui::{Key, Modifiers, PointerButton, Pos2};

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    fn button(pressed: bool) -> Event {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos: Pos2::ZERO, button, pressed, modifiers }
    }

    /// The lengths of the parts that frames take.
    fn parts(mut events: &[Event]) -> Vec<usize> {
        let mut parts = Vec::new();
        while !events.is_empty() {
            parts.push(first_part(events));
            events = &events[parts[parts.len() - 1]..];
        }
        parts
    }

    #[test]
    fn presses_and_releases_have_frames_of_their_own() {
        let moved = Event::PointerMoved(Pos2::ZERO);
        assert_eq!(parts(&[moved.clone(), button(true), moved.clone(), moved, button(false)]), [2, 3]);
    }

    #[test]
    fn keys_have_frames_of_their_own_with_their_text() {
        let text = || Event::Text("a".to_owned());
        let typed = [key(Key::A, true), text(), key(Key::A, false), key(Key::B, true), text()];
        assert_eq!(parts(&typed), [3, 2]);
        assert_eq!(parts(&[key(Key::A, true), button(true), text(), text()]), [1, 1, 1, 1]);
    }

    #[test]
    fn a_held_key_does_not_wait() {
        let held = Event::Key {
            key: Key::ArrowDown,
            physical_key: None,
            pressed: true,
            repeat: true,
            modifiers: Modifiers::NONE,
        };
        assert_eq!(parts(&[key(Key::ArrowDown, true), held.clone(), held]), [3]);
    }

    #[test]
    fn no_event_is_lost() {
        let context = Context::default();
        install(&context);
        let events = vec![key(Key::A, true), key(Key::B, true), key(Key::C, true)];
        let mut seen = Vec::new();
        let mut input = RawInput { events, ..RawInput::default() };
        for _ in 0..4 {
            let mut output = context.run_ui(std::mem::take(&mut input), |ui| {
                seen.push(ui.input(|input| input.events.clone()));
            });
            output.textures_delta.clear();
        }
        assert_eq!(seen, [vec![key(Key::A, true)], vec![key(Key::B, true)], vec![key(Key::C, true)], vec![]]);
    }
}

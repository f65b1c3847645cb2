//! The events of the mouse and the keyboard, one after the other.
//!
//! egui asks once in each frame which widget is under the pointer and which has the focus, and gives that widget all
//! events of the frame. If the computer is slow, a frame has many events: a press here and a motion to there, or the
//! shortcut that opens a window and the letters meant for it. So a frame takes events only as far as they belong to
//! the same widget, and the next frame takes the rest. Each window of the system has its own events.
//!
//! egui moves the focus at Tab before the frame begins. Where Tab is a command, it is taken away before that.

use std::collections::HashMap;

use egui::{Context, Event, Key, Modifiers, Plugin, RawInput, ViewportId};

/// Splits the events of slow frames.
pub fn install(context: &Context) {
    context.add_plugin(Sequence::default());
}

/// From the next frame on, Tab with these modifiers does not move the focus in the main window.
pub fn claim_tab(context: &Context, claimed: Vec<Modifiers>) {
    context.with_plugin(|sequence: &mut Sequence| sequence.claimed = claimed);
}

/// The modifiers of the claimed Tab that was pressed in this frame.
pub fn take_tab(context: &Context) -> Option<Modifiers> {
    context.with_plugin(|sequence: &mut Sequence| sequence.tab.take()).flatten()
}

#[derive(Default)]
struct Sequence {
    /// Events that wait for the next frame of a window.
    waiting: HashMap<ViewportId, Vec<Event>>,
    /// The modifiers with which Tab is a command.
    claimed: Vec<Modifiers>,
    /// The modifiers of such a Tab, pressed in this frame.
    tab: Option<Modifiers>,
}

impl Plugin for Sequence {
    fn debug_name(&self) -> &'static str {
        "sequence"
    }

    fn input_hook(&mut self, context: &Context, input: &mut RawInput) {
        let window = input.viewport_id;
        // Events for a closed window must not meet the next one.
        self.waiting.retain(|other, _| *other == window || input.viewports.contains_key(other));
        let mut events = self.waiting.remove(&window).unwrap_or_default();
        events.append(&mut input.events);
        let rest = events.split_off(first_part(&events));
        input.events = events;
        if !rest.is_empty() {
            self.waiting.insert(window, rest);
            context.request_repaint_of(window);
        }
        if window == ViewportId::ROOT {
            self.tab = None;
            let claimed = &self.claimed;
            input.events.retain(|event| match tab(event) {
                Some(modifiers) if claimed.contains(&modifiers) => {
                    self.tab = Some(modifiers);
                    false
                }
                _ => true,
            });
        }
    }
}

/// Number of events that one frame can take: those up to a press or release of a button, or those up to a second key.
/// Tab has a frame of its own, since it may depend on all before it.
fn first_part(events: &[Event]) -> usize {
    let mut has_key = false;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::PointerButton { .. } if has_key => return index,
            Event::PointerButton { .. } => return index + 1,
            // The text of a key follows its press. Backlogs of held keys must not grow.
            Event::Text(_) if index > 0 && is_press(&events[index - 1]) => {}
            Event::Key { repeat: true, .. } => {}
            Event::Key { key: Key::Tab, pressed: true, .. } => return index.max(1),
            Event::Key { pressed: true, .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_) => {
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

/// The modifiers of a press of Tab.
fn tab(event: &Event) -> Option<Modifiers> {
    match event {
        Event::Key { key: Key::Tab, pressed: true, modifiers, .. } => Some(*modifiers),
        _ => None,
    }
}

/// Whether a key was pressed that may write.
fn is_press(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, modifiers, .. } if !modifiers.command)
}

#[cfg(test)]
mod tests {
    use egui::{PointerButton, Pos2, ViewportInfo};

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
    fn tab_waits_for_what_came_before_it() {
        let moved = Event::PointerMoved(Pos2::ZERO);
        let tab = || key(Key::Tab, true);
        assert_eq!(parts(&[moved, tab(), key(Key::Tab, false), tab(), tab()]), [1, 1, 1, 1, 1]);
        assert_eq!(parts(&[key(Key::P, true), tab(), key(Key::A, true)]), [1, 1, 1]);
    }

    /// The events that frames of windows get, each given some events.
    fn seen(context: &Context, frames: impl IntoIterator<Item = (ViewportId, Vec<Event>)>) -> Vec<Vec<Event>> {
        let mut seen = Vec::new();
        for (viewport_id, events) in frames {
            let viewports = [ViewportId::ROOT, other()].map(|id| (id, ViewportInfo::default()));
            let viewports = viewports.into_iter().collect();
            let input = RawInput { viewport_id, viewports, events, ..RawInput::default() };
            let mut output = context.run_ui(input, |ui| {
                seen.push(ui.input(|input| input.events.clone()));
            });
            output.textures_delta.clear();
        }
        seen
    }

    fn other() -> ViewportId {
        ViewportId::from_hash_of("other")
    }

    #[test]
    fn no_event_is_lost() {
        let context = Context::default();
        install(&context);
        let [a, b, c] = [Key::A, Key::B, Key::C].map(|letter| key(letter, true));
        let given = [vec![a.clone(), b.clone(), c.clone()], vec![], vec![], vec![]];
        let seen = seen(&context, given.map(|events| (ViewportId::ROOT, events)));
        assert_eq!(seen, [vec![a], vec![b], vec![c], vec![]]);
    }

    #[test]
    fn each_window_has_its_own_events() {
        let context = Context::default();
        install(&context);
        let [a, b, c] = [Key::A, Key::B, Key::C].map(|letter| key(letter, true));
        let frames = [
            (ViewportId::ROOT, vec![a.clone(), b.clone()]),
            (other(), vec![c.clone()]),
            (ViewportId::ROOT, vec![]),
            (other(), vec![]),
        ];
        assert_eq!(seen(&context, frames), [vec![a], vec![c], vec![b], vec![]]);
    }

    #[test]
    fn a_claimed_tab_is_no_wish_for_the_next_field() {
        let context = Context::default();
        install(&context);
        claim_tab(&context, vec![Modifiers::NONE]);
        let tab = key(Key::Tab, true);
        assert_eq!(seen(&context, [(ViewportId::ROOT, vec![tab.clone()])]), [Vec::<Event>::new()]);
        assert_eq!(take_tab(&context), Some(Modifiers::NONE));
        assert_eq!(take_tab(&context), None);
        // Elsewhere it is.
        assert_eq!(seen(&context, [(other(), vec![tab.clone()])]), [vec![tab]]);
    }
}

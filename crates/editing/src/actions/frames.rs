//! Frames and notes behind the nodes.

use travertine_graph::document::Frame;

use super::arrange::Placed;
use super::ids::fresh_id;
use crate::{Action, Edit, Outline};

/// The room between a frame and what it frames, in points; above, there is a title.
const MARGIN: f64 = 24.0;
const TITLE: f64 = 32.0;

/// How large a note is at first, in points.
const NOTE: [f64; 2] = [240.0, 120.0];

/// Frames these nodes under a title.
pub fn frame<'a>(outline: &Outline, nodes: impl IntoIterator<Item = &'a Placed>, title: &str) -> Action {
    let corners = nodes.into_iter().map(|node| {
        let ([x, y], [width, height]) = (node.position, node.size);
        [x, y, x + width, y + height]
    });
    let hull = |a: [f64; 4], b: [f64; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
    let [left, top, right, bottom] = corners.reduce(hull).unwrap_or_default();
    let frame = Frame {
        title: Some(title.to_owned()),
        position: [left - MARGIN, top - MARGIN - TITLE],
        size: [right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN + TITLE],
        ..Frame::default()
    };
    add(outline, "Add frame", "frame", frame)
}

/// Adds a note.
pub fn note(outline: &Outline, text: &str, position: [f64; 2]) -> Action {
    let frame = Frame { text: Some(text.to_owned()), position, size: NOTE, ..Frame::default() };
    add(outline, "Add note", "note", frame)
}

/// Changes a frame or a note: its title, text, colour, place or size.
pub fn set_frame(id: &str, frame: Frame) -> Action {
    Action::new("Change frame", Edit::Frame(id.to_owned(), Some(frame)))
}

/// The ids of the nodes that a frame holds: those that lie in it with all that they are.
pub fn framed<'a>(frame: &Frame, nodes: impl IntoIterator<Item = &'a Placed>) -> Vec<&'a str> {
    let inside = |node: &&Placed| {
        (0..2).all(|axis| {
            let (start, length) = (frame.position[axis], frame.size[axis]);
            node.position[axis] >= start && node.position[axis] + node.size[axis] <= start + length
        })
    };
    nodes.into_iter().filter(inside).map(|node| node.id.as_str()).collect()
}

fn add(outline: &Outline, label: &str, id: &str, frame: Frame) -> Action {
    let frames = &outline.document().annotations.frames;
    let id = fresh_id(id, |id| frames.contains_key(id));
    Action::new(label, Edit::Frame(id, Some(frame)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{after, outline};

    #[test]
    fn a_frame_holds_what_it_frames() {
        let placed = |id: &str, position| Placed { id: id.to_owned(), position, size: [100.0, 50.0] };
        let nodes = [placed("a", [0.0, 0.0]), placed("b", [200.0, 90.0]), placed("c", [500.0, 0.0])];
        let outline = outline("");
        let framed_two = after(&outline, frame(&outline, &nodes[..2], "Two"));
        let made = &framed_two.document().annotations.frames["frame"];
        assert_eq!(framed(made, &nodes), ["a", "b"]);
        assert_eq!((made.position, made.size), ([-24.0, -56.0], [348.0, 220.0]));
        let noted = after(&framed_two, note(&framed_two, "Hello", [1.0, 2.0]));
        let again = after(&noted, note(&noted, "Hello", [1.0, 2.0]));
        assert_eq!(again.document().annotations.frames.len(), 3);
    }
}

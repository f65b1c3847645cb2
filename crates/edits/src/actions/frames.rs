//! Frames and notes, which lie behind the nodes.

use std::collections::BTreeSet;

use travertine_graph::document::Frame;
use travertine_presentation::{MARGIN, Outline, TITLE};

use super::arrange::NodeBox;
use super::ids::fresh_id;
use crate::edit::{Action, Edit, Refusal};

/// The width and height of a new note, in points.
const NOTE: [f64; 2] = [240.0, 120.0];

/// Adds a frame with a title around nodes.
///
/// # Errors
///
/// If there are no nodes.
pub fn frame<'a>(
    outline: &Outline,
    nodes: impl IntoIterator<Item = &'a NodeBox>,
    title: &str,
) -> Result<Action, Refusal> {
    let (position, size) = around(nodes).ok_or_else(|| Refusal::new("select nodes to frame first"))?;
    let frame = Frame { title: Some(title.to_owned()), position, size, ..Frame::default() };
    Ok(add(outline, "Add frame", "frame", frame))
}

/// Resizes a frame to its content.
///
/// # Errors
///
/// If the frame is empty or does not exist.
pub fn fit_frame<'a>(
    outline: &Outline,
    id: &str,
    inside: impl IntoIterator<Item = &'a NodeBox>,
) -> Result<Action, Refusal> {
    let frame = outline.document().annotations.frames.get(id);
    let frame = frame.ok_or_else(|| Refusal::new(format!("there is no frame `{id}`")))?;
    let (position, size) = around(inside).ok_or_else(|| Refusal::new("the frame contains no nodes"))?;
    let edit = Edit::Frame(id.to_owned(), Some(Frame { position, size, ..frame.clone() }));
    Ok(Action::new("Fit frame", edit))
}

/// Moves nodes, frames and notes by an offset, in points.
pub fn move_by(outline: &Outline, nodes: &BTreeSet<String>, frames: &BTreeSet<String>, offset: [f64; 2]) -> Action {
    let document = outline.document();
    let moved = |[x, y]: [f64; 2]| [x + offset[0], y + offset[1]];
    let positions = nodes.iter().filter_map(|id| document.layout.get_key_value(id));
    let positions = positions.map(|(id, position)| Edit::Position(id.clone(), Some(moved(*position))));
    let rectangles = frames.iter().filter_map(|id| document.annotations.frames.get_key_value(id));
    let rectangles = rectangles
        .map(|(id, frame)| Edit::Frame(id.clone(), Some(Frame { position: moved(frame.position), ..frame.clone() })));
    let label = match (nodes.len(), frames.len()) {
        (0, 1) => "Move note".to_owned(),
        (_, 1) => "Move frame".to_owned(),
        (nodes, frames) => format!("Move {nodes} nodes and {frames} frames"),
    };
    Action::new(label, positions.chain(rectangles).collect::<Vec<Edit>>())
}

/// The rectangle of a frame around nodes; `None` without nodes.
fn around<'a>(nodes: impl IntoIterator<Item = &'a NodeBox>) -> Option<([f64; 2], [f64; 2])> {
    let corners = nodes.into_iter().map(|node| {
        let ([x, y], [width, height]) = (node.position, node.size);
        [x, y, x + width, y + height]
    });
    let hull = |a: [f64; 4], b: [f64; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
    let [left, top, right, bottom] = corners.reduce(hull)?;
    let size = [right - left + 2.0 * MARGIN, bottom - top + 2.0 * MARGIN + TITLE];
    Some(([left - MARGIN, top - MARGIN - TITLE], size))
}

/// Adds a note.
pub fn note(outline: &Outline, text: &str, position: [f64; 2]) -> Action {
    let frame = Frame { text: Some(text.to_owned()), position, size: NOTE, ..Frame::default() };
    add(outline, "Add note", "note", frame)
}

/// Changes the title, text, color, position or size of a frame or note.
pub fn set_frame(id: &str, frame: Frame) -> Action {
    Action::new("Change frame", Edit::Frame(id.to_owned(), Some(frame)))
}

/// The ids of the nodes that lie completely inside a frame.
pub fn framed<'a>(frame: &Frame, nodes: impl IntoIterator<Item = &'a NodeBox>) -> Vec<&'a str> {
    let inside = |node: &&NodeBox| {
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
    use crate::testing::outlines::{after, outline};

    #[test]
    fn a_frame_contains_the_nodes_within_it() {
        let node_box = |id: &str, position| NodeBox { id: id.to_owned(), position, size: [100.0, 50.0] };
        let nodes = [node_box("a", [0.0, 0.0]), node_box("b", [200.0, 90.0]), node_box("c", [500.0, 0.0])];
        let outline = outline("");
        let framed_two = after(&outline, frame(&outline, &nodes[..2], "Two").unwrap());
        let made = &framed_two.document().annotations.frames["frame"];
        assert_eq!(framed(made, &nodes), ["a", "b"]);
        assert_eq!((made.position, made.size), ([-24.0, -56.0], [348.0, 220.0]));
        let noted = after(&framed_two, note(&framed_two, "Hello", [1.0, 2.0]));
        let again = after(&noted, note(&noted, "Hello", [1.0, 2.0]));
        assert_eq!(again.document().annotations.frames.len(), 3);
        assert!(frame(&outline, [], "None").is_err());
    }

    #[test]
    fn a_frame_fits_and_moves_with_its_content() {
        let outline = outline(r#""a": {"type": "noise/perlin"}"#);
        let position = Edit::Position("a".to_owned(), Some([10.0, 20.0]));
        let outline = after(&outline, Action::new("", position));
        let node_box = NodeBox { id: "a".to_owned(), position: [10.0, 20.0], size: [100.0, 50.0] };
        let large = Frame { size: [900.0, 900.0], ..Frame::default() };
        let large = after(&outline, set_frame("f", large));
        let fitted = after(&large, fit_frame(&large, "f", [&node_box]).unwrap());
        assert_eq!(fitted.document().annotations.frames["f"].position, [-14.0, -36.0]);
        assert!(fit_frame(&large, "f", []).is_err() && fit_frame(&large, "g", [&node_box]).is_err());
        let set = |id: &str| BTreeSet::from([id.to_owned()]);
        let moved = after(&fitted, move_by(&fitted, &set("a"), &set("f"), [5.0, -5.0]));
        assert_eq!(moved.document().layout["a"], [15.0, 15.0]);
        assert_eq!(moved.document().annotations.frames["f"].position, [-9.0, -41.0]);
        let back = after(&moved, move_by(&moved, &set("a"), &set("f"), [-5.0, 5.0]));
        assert_eq!(back.document(), fitted.document());
    }
}

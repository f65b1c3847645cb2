//! Frames and notes behind the nodes.

use travertine_graph::document::Frame;
use travertine_presentation::Outline;

use crate::markup::{Markup, number};
use crate::metrics::{fit, wrap};
use crate::node::BOLD;
use crate::place::limited;
use crate::rect::Rect;
use crate::row::text;
use crate::style::TEXT;

/// The height of the title of a frame, in points.
const TITLE: f64 = 30.0;
const TITLE_SIZE: f64 = 15.0;
const PADDING: f64 = 10.0;
/// The height of a line of a note.
const LINE: f64 = 17.0;

/// The frames, larger ones first, as smaller ones stand on them.
pub fn frames(outline: &Outline) -> Vec<(Rect, &Frame)> {
    let frames = outline.document().annotations.frames.values();
    let area = |frame: &Frame| {
        let size = frame.size.map(|side| limited(side).max(0.0));
        Rect::new(frame.position.map(limited), size)
    };
    let mut frames: Vec<_> = frames.map(|frame| (area(frame), frame)).collect();
    frames.sort_by(|(a, _), (b, _)| (b.width * b.height).total_cmp(&(a.width * a.height)));
    frames
}

/// Draws a frame or a note.
pub fn draw(markup: &mut Markup, area: &Rect, frame: &Frame) {
    let color = frame.color.map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}"));
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    let mut attributes = vec![("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height), ("rx", "8")];
    match &color {
        Some(color) => attributes.extend([("fill", color.as_str()), ("stroke", color)]),
        None => attributes.push(("class", "framed")),
    }
    attributes.extend([("fill-opacity", "0.12"), ("stroke-opacity", "0.6")]);
    markup.element("rect", &attributes);

    let room = area.width - 2.0 * PADDING;
    let mut top = area.y + PADDING;
    if let Some(title) = &frame.title {
        let title = fit(title, TITLE_SIZE, room / BOLD);
        text(markup, [area.x + PADDING, area.y + TITLE / 2.0 + 2.0], "label", &title, TITLE_SIZE);
        top = area.y + TITLE + 4.0;
    }
    if let Some(note) = &frame.text {
        let most = ((area.bottom() - PADDING / 2.0 - top) / LINE).max(0.0) as usize;
        for (index, line) in wrap(note, TEXT, room, most).iter().enumerate() {
            let middle = top + LINE * (index as f64 + 0.5);
            text(markup, [area.x + PADDING, middle], "", line, TEXT);
        }
    }
}

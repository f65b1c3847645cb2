//! Frames and notes behind the nodes. A frame is dragged by its title, together with its content; a note anywhere.

use std::collections::BTreeSet;

use egui::text::LayoutJob;
use egui::{
    Context, CornerRadius, CursorIcon, FontId, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use travertine_editing::actions::{self, NodeBox};
use travertine_editing::{Action, Outline, Refusal};
use travertine_graph::document::Frame;

use super::items::node_id;
use super::positions::{point, rect, rectangles, sizes};
use super::selection::Selection;
use super::shown::Shown;
use super::{Canvas, Carried};
use crate::commands::menus;
use crate::requests::{Request, Requests};
use crate::theme::Palette;

/// The height of the title bar, in points.
const TITLE: f32 = 30.0;
const TITLE_SIZE: f32 = 15.0;
/// Minimum size of a title on the screen, in points, so that it is readable when zoomed out.
const LEAST_TITLE: f32 = 12.0;
const PADDING: f32 = 10.0;
const CORNER: f32 = 16.0;
/// Minimum width and height of a frame, in points.
const LEAST: Vec2 = Vec2::new(80.0, 50.0);

impl Canvas {
    /// Shows frames and notes; nodes and wires are drawn above them.
    pub(super) fn show_frames(&mut self, ui: &mut Ui, shown: Shown, requests: &mut Requests) {
        let mut frames: Vec<_> = shown.outline.document().annotations.frames.iter().collect();
        // Smaller frames are drawn above larger ones.
        frames.sort_by(|(_, a), (_, b)| rect(b).area().total_cmp(&rect(a).area()));
        for (id, frame) in frames {
            let rect = self.frame_rect(id, frame);
            if ui.clip_rect().intersects(rect.expand(CORNER)) {
                self.show_frame(ui, shown, id, frame, rect, requests);
            }
        }
    }

    fn show_frame(&mut self, ui: &mut Ui, shown: Shown, id: &str, frame: &Frame, rect: Rect, requests: &mut Requests) {
        paint(ui, frame, rect, self.selection.frames.contains(id), shown.zoom);
        let bar = match frame.title {
            Some(_) => Rect::from_min_size(rect.min, Vec2::new(rect.width(), TITLE.min(rect.height()))),
            None => rect,
        };
        let response = ui.interact(bar, ui.id().with(("frame", id)), Sense::click_and_drag());
        let label = if frame.title.is_some() { "frame" } else { "note" };
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, format!("{label} {id}")));
        if response.clicked() || response.drag_started() || response.secondary_clicked() {
            self.select_frame(ui, id);
        }
        if response.double_clicked() {
            // The inspector shows a frame only if nothing else is selected.
            self.select_only_frame(id);
            requests.push(Request::Write(id.to_owned()));
        }
        menus::at_pointer(&response, response.secondary_clicked(), &[menus::OF_FRAMES], requests);
        self.carry(ui, shown.outline, &response, None, requests);
        let corner = Rect::from_min_max(rect.max - Vec2::splat(CORNER), rect.max);
        let corner = ui.interact(corner, ui.id().with(("corner", id)), Sense::drag());
        let corner = corner.on_hover_cursor(CursorIcon::ResizeNwSe);
        corner.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, format!("corner of {label} {id}")));
        self.carry(ui, shown.outline, &corner, Some(id), requests);
    }

    /// Starts, continues or ends a drag.
    fn carry(
        &mut self,
        ui: &Ui,
        outline: &Outline,
        response: &Response,
        corner: Option<&str>,
        requests: &mut Requests,
    ) {
        if response.drag_started() && self.stroke.is_none() {
            let (nodes, frames) = self.with_contents(ui.ctx(), outline);
            self.carried =
                Some(Carried { corner: corner.map(str::to_owned), from: None, nodes, frames, offset: Vec2::ZERO });
        }
        if let Some(carried) = self.carried.as_mut().filter(|_| response.dragged()) {
            carried.offset += response.drag_delta();
        }
        if !response.drag_stopped() {
            return;
        }
        let Some(carried) = self.carried.take() else { return };
        let offset = [carried.offset.x, carried.offset.y].map(|side| f64::from(side.round()));
        match carried.corner {
            None => requests.act(Ok(actions::move_by(outline, &carried.nodes, &carried.frames, offset))),
            Some(id) => {
                if let Some(frame) = outline.document().annotations.frames.get(&id) {
                    let size = resized(frame, carried.offset).map(|side| f64::from(side.round()));
                    requests.act(Ok(actions::set_frame(&id, Frame { size, ..frame.clone() })));
                }
            }
        }
    }

    fn select_frame(&mut self, ui: &Ui, id: &str) {
        let adds = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        if adds {
            self.selection.frames.insert(id.to_owned());
        } else if !self.selection.frames.contains(id) {
            self.select_only_frame(id);
        }
    }

    fn select_only_frame(&mut self, id: &str) {
        self.selection = Selection::of_frame(id.to_owned());
    }

    /// Selects the frames inside a selection box.
    pub(super) fn select_framed(&mut self, ui: &Ui, outline: &Outline, within: Rect) {
        if !ui.input(|input| input.modifiers.command) {
            self.selection.frames.clear();
        }
        let frames = outline.document().annotations.frames.iter();
        let inside = frames.filter(|(_, frame)| within.contains_rect(rect(frame)));
        self.selection.frames.extend(inside.map(|(id, _)| id.clone()));
    }

    /// The rectangle of a frame, including the present drag.
    fn frame_rect(&self, id: &str, frame: &Frame) -> Rect {
        let rect = rect(frame);
        match &self.carried {
            Some(Carried { corner: Some(corner), offset, .. }) if corner == id => {
                Rect::from_min_size(rect.min, resized(frame, *offset).into())
            }
            Some(Carried { corner: None, frames, offset, .. }) if frames.contains(id) => rect.translate(*offset),
            None if self.selection.frames.contains(id) => rect.translate(self.dragged),
            _ => rect,
        }
    }

    /// The offset of the selected nodes in the present drag; selected frames move with them.
    pub(super) fn dragged_by(&self, outline: &Outline) -> Vec2 {
        let dragged = self.selection.nodes.first().and_then(|id| {
            let from = point(*outline.document().layout.get(id)?);
            Some(*self.view.layout.get(&node_id(id))? - from)
        });
        dragged.filter(|offset| offset.abs().max_elem() >= 1.0).unwrap_or_default()
    }

    /// Moves nodes on the canvas together with the dragged frame, or with the pointer.
    pub(super) fn carry_nodes(&mut self, outline: &Outline) {
        let Some(Carried { corner: None, nodes, offset, .. }) = &self.carried else { return };
        for id in nodes {
            if let Some(position) = outline.document().layout.get(id) {
                self.view.layout.insert(node_id(id), point(*position) + *offset);
            }
        }
    }

    /// The selected nodes and frames, and the content of these frames.
    pub fn with_contents(&self, context: &Context, outline: &Outline) -> (BTreeSet<String>, BTreeSet<String>) {
        let document = outline.document();
        let nodes = rectangles(outline, sizes(context, document.nodes.keys()));
        let frames: Vec<NodeBox> = document.annotations.frames.iter().map(node_box).collect();
        let (mut all, mut framed) = (self.selection.nodes.clone(), self.selection.frames.clone());
        for frame in self.selection.frames.iter().filter_map(|id| document.annotations.frames.get(id)) {
            all.extend(actions::framed(frame, &nodes).into_iter().map(str::to_owned));
            framed.extend(actions::framed(frame, &frames).into_iter().map(str::to_owned));
        }
        (all, framed)
    }

    /// Adds a frame around the selected nodes and notes.
    ///
    /// # Errors
    ///
    /// If nothing is selected.
    pub fn frame_selection(&self, context: &Context, outline: &Outline) -> Result<Action, Refusal> {
        let frames = &outline.document().annotations.frames;
        let notes = self.selection.frames.iter().filter_map(|id| frames.get_key_value(id)).map(node_box);
        let all: Vec<NodeBox> = self.node_boxes(context, outline).into_iter().chain(notes).collect();
        actions::frame(outline, &all, "")
    }

    /// Resizes each selected frame to its content.
    ///
    /// # Errors
    ///
    /// If one of them is empty.
    pub fn fit_frames(&self, context: &Context, outline: &Outline) -> Result<Action, Refusal> {
        let document = outline.document();
        let nodes = rectangles(outline, sizes(context, document.nodes.keys()));
        let notes = document.annotations.frames.iter().map(node_box);
        let all: Vec<NodeBox> = nodes.into_iter().chain(notes).collect();
        let fit = |id: &String| {
            let frame = document.annotations.frames.get(id);
            let inside = frame.map(|frame| actions::framed(frame, &all)).unwrap_or_default();
            let inside = all.iter().filter(|each| each.id != *id && inside.contains(&each.id.as_str()));
            actions::fit_frame(outline, id, inside)
        };
        let mut fitted = self.selection.frames.iter().map(fit);
        let first = fitted.next().unwrap_or_else(|| Err(Refusal::new("select a frame first")))?;
        fitted.try_fold(first, |all, next| Ok(all.and(next?)))
    }
}

fn resized(frame: &Frame, offset: Vec2) -> [f32; 2] {
    let size = (rect(frame).size() + offset).max(LEAST);
    [size.x, size.y]
}

fn node_box((id, frame): (&String, &Frame)) -> NodeBox {
    NodeBox { id: id.clone(), position: frame.position, size: frame.size }
}

fn paint(ui: &Ui, frame: &Frame, rect: Rect, is_selected: bool, zoom: f32) {
    let palette = Palette::of(ui);
    let color = palette.of_frame(frame);
    let painter = ui.painter().with_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    let is_note = frame.title.is_none();
    let fill = palette.canvas.lerp_to_gamma(color, if is_note { 0.26 } else { 0.13 });
    painter.rect_filled(rect, 6.0, fill);
    let mut top = rect.top();
    if let Some(title) = &frame.title {
        let bar = Rect::from_min_size(rect.min, Vec2::new(rect.width(), TITLE.min(rect.height())));
        let corners = CornerRadius { nw: 6, ne: 6, sw: 0, se: 0 };
        painter.rect_filled(bar, corners, palette.canvas.lerp_to_gamma(color, 0.36));
        let size = TITLE_SIZE.max(LEAST_TITLE / zoom);
        let mut job = LayoutJob::simple_singleline(title.clone(), FontId::proportional(size), palette.text);
        job.wrap.max_width = (rect.width() - 2.0 * PADDING).max(0.0);
        job.wrap.max_rows = 1;
        job.wrap.break_anywhere = true;
        let galley = painter.layout_job(job);
        // A title larger than its bar is drawn above the frame, while the bar is too small to be readable.
        let (corner, painter) = if size > TITLE {
            (rect.left_top() - Vec2::new(0.0, galley.size().y), ui.painter().clone())
        } else {
            let middle = bar.center().y - galley.size().y / 2.0;
            (Pos2::new(bar.left() + PADDING, middle), painter.clone())
        };
        painter.galley(corner, galley, palette.text);
        top = bar.bottom();
    }
    let room = Rect::from_min_max(Pos2::new(rect.left(), top), rect.max).shrink(PADDING);
    // Text too small to be readable is not drawn.
    if let Some(text) = frame.text.as_deref().filter(|_| room.is_positive() && zoom > 0.3) {
        let (text, ink) = match text {
            "" if is_note => ("An empty note: write in the panel at the right.", palette.weak),
            text => (text, palette.text),
        };
        let galley = painter.layout(text.to_owned(), FontId::proportional(13.0), ink, room.width());
        painter.with_clip_rect(room.intersect(ui.clip_rect())).galley(room.min, galley, ink);
    }
    let stroke = match is_selected {
        true => Stroke::new(2.0, palette.accent),
        false => Stroke::new(1.0, palette.canvas.lerp_to_gamma(color, 0.6)),
    };
    painter.rect_stroke(rect, 6.0, stroke, StrokeKind::Inside);
    for step in [5.0, 9.0] {
        let (right, bottom) = (rect.right() - 3.0, rect.bottom() - 3.0);
        let ends = [Pos2::new(right - step, bottom), Pos2::new(right, bottom - step)];
        painter.line_segment(ends, Stroke::new(1.0, palette.weak));
    }
}

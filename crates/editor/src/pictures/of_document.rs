//! A picture of a document that is not open, rendered by a worker of its own.

use std::sync::Arc;

use egui::{Context, Image, RichText, Sense, Spinner, TextureHandle, TextureOptions, Ui, Vec2};
use travertine::{Document, Slice, registry};
use travertine_editing::Outline;
use travertine_editing::render::{Outcome, Subject, View, Viewport, Worker};
use travertine_graph::document::Input;

use crate::preview::{color_image, main_output};
use crate::theme::Palette;

/// The width and height in points.
pub const SIDE: f32 = 184.0;

/// The width and height in pixels: enough for a screen with two pixels per point.
const PIXELS: u32 = 368;

/// A small picture of a document.
pub struct DocumentPicture {
    /// `None` if the system starts no more threads.
    worker: Option<Worker>,
    /// Whether the document has an output or a node.
    has_subject: bool,
    picture: Option<Result<TextureHandle, String>>,
}

impl DocumentPicture {
    /// Starts to render the picture.
    pub fn new(context: &Context, document: Document) -> DocumentPicture {
        let waker = context.clone();
        let worker = match Worker::new(registry(), move || waker.request_repaint()) {
            Ok(worker) => worker,
            Err(error) => {
                let picture = Some(Err(format!("the system starts no more threads: {error}")));
                return DocumentPicture { worker: None, has_subject: false, picture };
            }
        };
        let document = Arc::new(document);
        let subject = subject(&Outline::new(document.clone(), registry()));
        worker.set_document(0, document);
        let has_subject = subject.is_some();
        if let Some(subject) = subject {
            let viewport = Viewport::Plane(Slice::new(PIXELS, PIXELS));
            worker.show(0, View::new(subject, viewport));
        }
        DocumentPicture { worker: Some(worker), has_subject, picture: None }
    }

    /// Whether the picture is complete.
    pub fn is_idle(&self) -> bool {
        self.worker.as_ref().is_none_or(Worker::is_idle)
    }

    /// Shows the picture. The name is for screen readers.
    pub fn show(&mut self, ui: &mut Ui, name: &str) {
        for outcome in self.worker.iter().flat_map(Worker::outcomes) {
            if let Outcome::View { picture, .. } = outcome {
                self.picture = Some(match picture {
                    Ok(picture) => {
                        let image = color_image(&picture.pixels);
                        Ok(ui.ctx().load_texture(name, image, TextureOptions::LINEAR))
                    }
                    Err(refusal) => Err(refusal.to_string()),
                });
            }
        }
        let palette = Palette::of(ui);
        let (area, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, name));
        ui.painter().rect_filled(area, 4.0, palette.canvas);
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(area.shrink(8.0)));
        match &self.picture {
            Some(Ok(texture)) => Image::new((texture.id(), area.size())).corner_radius(4).paint_at(ui, area),
            Some(Err(problem)) => {
                inner.centered_and_justified(|ui| ui.label(RichText::new(problem).color(palette.error)));
            }
            None if self.has_subject => {
                inner.centered_and_justified(|ui| ui.add(Spinner::new().size(20.0)));
            }
            None => {
                inner.centered_and_justified(|ui| ui.weak("Nothing to show yet."));
            }
        }
    }
}

/// The first output of the graph, or else a node that no other node uses.
fn subject(outline: &Outline) -> Option<Subject> {
    let document = outline.document();
    if let Some((name, _)) = document.outputs.first() {
        return Some(Subject::Output(name.clone()));
    }
    let is_used = |id: &String| {
        let mut inputs = document.nodes.values().flat_map(|node| node.inputs.values());
        inputs.any(|input| matches!(input, Input::Node { node, .. } if node == id))
    };
    let last = document.nodes.keys().find(|id| !is_used(id))?;
    main_output(outline, last).map(Subject::Node)
}

//! The gallery: the bundled graphs and their pictures, shown at the start.

use std::path::PathBuf;

use egui::{Align, Frame, Image, Label, Margin, RichText, ScrollArea, Sense, TextureHandle, Ui, Vec2};
use travertine_editing::files::Preferences;
use travertine_editing::files::preferences::RECENT_FILES;
use travertine_graph::document::Document;

use crate::pictures::of_types::texture;
use crate::theme::Palette;

/// A bundled graph.
struct Entry {
    name: &'static str,
    graph: &'static str,
    picture: &'static [u8],
}

/// The bundled graphs, listed by the build script.
static ENTRIES: &[Entry] = &include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

const PICTURE: f32 = 150.0;

/// The user's choice.
pub enum Choice {
    /// An empty graph.
    Empty,
    /// A copy of a bundled graph.
    Bundled(Box<Document>),
    /// A recent file.
    Recent(PathBuf),
    /// A file to ask for.
    Open,
    /// The document that is already open.
    Back,
}

/// Number of recent files shown.
const RECENT: usize = 5;

/// An open gallery.
pub struct Gallery {
    /// The names of the bundled graphs, and their pictures, each made when it is first visible.
    cards: Vec<(String, Option<TextureHandle>)>,
    recent: Vec<PathBuf>,
    /// Whether there is a document to go back to.
    has_back: bool,
}

impl Gallery {
    /// A gallery, with the recent files that still exist.
    pub fn new(preferences: &Preferences, has_back: bool) -> Gallery {
        let recent = preferences.get(&RECENT_FILES).into_iter().filter(|path| path.exists()).take(RECENT).collect();
        Gallery { cards: Vec::new(), recent, has_back }
    }

    /// Shows the gallery; returns the choice, if there is one.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        if self.cards.is_empty() {
            self.cards = ENTRIES.iter().map(|entry| (title(entry), None)).collect();
        }
        let mut choice = None;
        Frame::new().fill(Palette::of(ui).canvas).inner_margin(Margin { bottom: 0, ..Margin::same(24) }).show(
            ui,
            |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.label(RichText::new("Start with").size(20.0));
                    ui.add_space(6.0);
                    ui.horizontal(|ui| {
                        if ui.button("An empty graph").clicked() {
                            choice = Some(Choice::Empty);
                        }
                        if ui.button("A file…").clicked() {
                            choice = Some(Choice::Open);
                        }
                        if self.has_back && ui.button("Back to the open graph").clicked() {
                            choice = Some(Choice::Back);
                        }
                    });
                    if !self.recent.is_empty() {
                        ui.add_space(10.0);
                        ui.label(RichText::new("Recent files").strong());
                        for path in &self.recent {
                            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                            if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                                choice = Some(Choice::Recent(path.clone()));
                            }
                        }
                    }
                    ui.add_space(10.0);
                    ui.label(RichText::new("Or a copy of one of these").strong());
                    ui.add_space(4.0);
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing = Vec2::splat(12.0);
                        for (entry, (title, picture)) in ENTRIES.iter().zip(&mut self.cards) {
                            if card(ui, title, entry, picture) {
                                choice =
                                    Document::parse(entry.graph.as_bytes()).ok().map(Box::new).map(Choice::Bundled);
                            }
                        }
                    });
                });
            },
        );
        choice
    }
}

/// The name of a bundled graph.
fn title(entry: &Entry) -> String {
    let document = Document::parse(entry.graph.as_bytes()).ok();
    document.and_then(|document| document.name).unwrap_or_else(|| entry.name.replace('-', " "))
}

fn card(ui: &mut Ui, name: &str, entry: &Entry, made: &mut Option<TextureHandle>) -> bool {
    let size = Vec2::new(PICTURE, PICTURE + 24.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    if ui.is_rect_visible(rect) {
        let palette = Palette::of(ui);
        let picture = egui::Rect::from_min_size(rect.min, Vec2::splat(PICTURE));
        if made.is_none() {
            *made = texture(ui.ctx(), entry.name, entry.picture);
        }
        match made {
            Some(texture) => Image::new((texture.id(), picture.size())).corner_radius(6).paint_at(ui, picture),
            None => {
                ui.painter().rect_filled(picture, 6.0, palette.raised);
            }
        }
        if response.hovered() || response.has_focus() {
            ui.painter().rect_stroke(picture, 6.0, (2.0, palette.accent), egui::StrokeKind::Outside);
        }
        let below = egui::Rect::from_min_max(picture.left_bottom(), rect.max);
        let mut ui =
            ui.new_child(egui::UiBuilder::new().max_rect(below).layout(egui::Layout::left_to_right(Align::Center)));
        ui.add(Label::new(name).selectable(false));
    }
    response.clicked()
}

#[cfg(test)]
mod tests {
    use egui::Context;

    use super::*;

    #[test]
    fn every_bundled_graph_opens_and_has_a_picture() {
        let context = Context::default();
        assert!(ENTRIES.len() >= 15);
        for entry in ENTRIES {
            assert!(Document::parse(entry.graph.as_bytes()).is_ok(), "{}", entry.name);
            assert!(texture(&context, entry.name, entry.picture).is_some(), "{}", entry.name);
        }
    }
}

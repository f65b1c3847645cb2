//! The library panel: groups with pictures, to click or to drag onto the canvas.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use egui::{
    Align, Button, Context, Image, Label, Layout, Rect, RichText, ScrollArea, Sense, StrokeKind, TextEdit,
    TextureHandle, TextureOptions, Ui, UiBuilder, Vec2,
};
use travertine::{Document, registry};
use travertine_editing::files::Preferences;
use travertine_editing::files::preferences::FAVORITE_GROUPS;
use travertine_editing::render::{Outcome, Worker};
use travertine_editing::{Offer, Outline};
use travertine_graph::document::Node;
use travertine_library::{Entry, Library};
use travertine_presentation::{Subject, search};

use crate::icons;
use crate::preview::{color_image, main_output};
use crate::requests::{Embed, Request, Requests};
use crate::theme::Palette;

/// The width and height of a picture, in points.
const PICTURE: f32 = 84.0;
/// The width and height of a card, in points.
const CARD: Vec2 = Vec2::new(92.0, 108.0);
/// Pixels along each side of a picture: enough for a screen with two pixels per point.
const PIXELS: u32 = 168;

/// The libraries as a thread has read them.
struct Shelved {
    library: Library,
    offers: Vec<Arc<Offer>>,
    outline: Outline,
}

/// The libraries of the open document, and the panel that shows them.
pub struct Shelf {
    /// The groups, once they are read.
    pub library: Arc<Library>,
    /// The groups as node types.
    pub offers: Vec<Arc<Offer>>,
    /// The document that the libraries are read for.
    path: Option<PathBuf>,
    reading: Option<Receiver<Shelved>>,
    query: String,
    /// The groups that the user marked, by path.
    favorites: HashSet<String>,
    /// Number of times that the libraries were read.
    read: u64,
    /// Renders the pictures of what is in view; `None` before the panel is shown.
    worker: Option<Worker>,
    /// One document with an instance of every group.
    outline: Option<Outline>,
    pictures: HashMap<String, TextureHandle>,
}

impl Shelf {
    /// The libraries of a document without a path. They are read on another thread.
    pub fn new(context: &Context) -> Shelf {
        let mut shelf = Shelf {
            library: Arc::default(),
            offers: Vec::new(),
            path: None,
            reading: None,
            read: 0,
            query: String::new(),
            favorites: HashSet::new(),
            worker: None,
            outline: None,
            pictures: HashMap::new(),
        };
        shelf.start(context);
        shelf
    }

    /// Reads the libraries again, on another thread.
    pub fn start(&mut self, context: &Context) {
        let (send, receive) = channel();
        let (path, context) = (self.path.clone(), context.clone());
        // Without a thread, the libraries are unchanged.
        let started = thread::Builder::new().spawn(move || {
            // The window may have closed in the meantime.
            let library = Library::new(path.as_deref());
            let outline = Outline::new(Arc::new(gathered(&library)), registry());
            let offer = |entry: &Entry| Offer::of_group(&entry.name, entry.group(), registry());
            let offers = library.entries().iter().filter_map(offer).map(Arc::new).collect();
            let _ = send.send(Shelved { library, offers, outline });
            context.request_repaint();
        });
        self.reading = started.is_ok().then_some(receive);
    }

    /// Follows the document's path, and takes what was read.
    pub fn update(&mut self, context: &Context, path: Option<&Path>) {
        if self.path.as_deref() != path {
            self.path = path.map(Path::to_owned);
            self.start(context);
        }
        match self.reading.as_ref().map(Receiver::try_recv) {
            Some(Ok(read)) => {
                (self.library, self.outline) = (Arc::new(read.library), Some(read.outline));
                self.offers = read.offers;
                self.reading = None;
                self.read += 1;
            }
            Some(Err(TryRecvError::Disconnected)) => self.reading = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
    }

    /// Whether nothing is read or rendered.
    pub fn is_idle(&self) -> bool {
        self.reading.is_none() && self.worker.as_ref().is_none_or(Worker::is_idle)
    }

    /// Shows the panel.
    pub fn show(&mut self, ui: &mut Ui, preferences: &Preferences, requests: &mut Requests) {
        self.prepare(ui.ctx());
        self.favorites = preferences.get(&FAVORITE_GROUPS).into_iter().collect();
        ui.horizontal(|ui| {
            ui.strong("Library");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let again = ui.add(Button::new(icons::READ_AGAIN).frame(false));
                ui.ctx().accesskit_node_builder(again.id, |node| node.set_label("Read the library again"));
                if again.on_hover_text("Read the library again").clicked() {
                    self.start(ui.ctx());
                }
            });
        });
        let width = ui.available_width();
        let field = ui.add(TextEdit::singleline(&mut self.query).hint_text("Search").desired_width(width));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search the library"));
        ui.add_space(4.0);
        let library = Arc::clone(&self.library);
        let mut visible = Vec::new();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let found = search(library.entries(), |entry| Subject::of_graph(&entry.name, &entry.document), &self.query);
            if found.is_empty() {
                ui.weak(if self.reading.is_some() { "Reading…" } else { "No group found." });
            }
            for (title, entries) in self.sections(&found) {
                ui.label(RichText::new(title).small().color(Palette::of(ui).accent));
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(6.0);
                    for entry in entries {
                        self.card(ui, entry, &mut visible, requests);
                    }
                });
                ui.add_space(6.0);
            }
            for problem in library.problems() {
                let text = format!("{}: {}", problem.path.display(), problem.message);
                ui.label(RichText::new(text).small().color(Palette::of(ui).warning));
            }
        });
        if let (Some(worker), Some(outline)) = (&self.worker, &self.outline) {
            let sockets = visible.iter().filter_map(|path| main_output(outline, path));
            worker.set_thumbnails(sockets.collect(), PIXELS);
        }
    }

    /// The groups by category, favorites first.
    fn sections<'a>(&self, found: &[&'a Entry]) -> Vec<(&'a str, Vec<&'a Entry>)> {
        let mut sections: Vec<(&str, Vec<&Entry>)> = vec![("favorites", Vec::new())];
        for entry in found {
            let category = entry.document.category.as_deref().unwrap_or("other");
            let title = if self.favorites.contains(&entry.path) { "favorites" } else { category };
            match sections.iter_mut().find(|(known, _)| *known == title) {
                Some((_, members)) => members.push(entry),
                None => sections.push((title, vec![entry])),
            }
        }
        sections.retain(|(_, members)| !members.is_empty());
        sections.sort_by_key(|(title, _)| (*title != "favorites", *title));
        sections
    }

    fn card(&self, ui: &mut Ui, entry: &Entry, visible: &mut Vec<String>, requests: &mut Requests) {
        let (rect, response) = ui.allocate_exact_size(CARD, Sense::click_and_drag());
        let label = entry.label();
        let name = format!("add {label}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
        if !ui.is_rect_visible(rect) {
            return;
        }
        visible.push(entry.path.clone());
        let palette = Palette::of(ui);
        let left = rect.left() + (CARD.x - PICTURE) / 2.0;
        let picture = Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::splat(PICTURE));
        match self.pictures.get(&entry.path) {
            Some(texture) => Image::new((texture.id(), picture.size())).corner_radius(4).paint_at(ui, picture),
            None => {
                ui.painter().rect_filled(picture, 4.0, palette.field);
            }
        }
        if response.hovered() || response.has_focus() {
            ui.painter().rect_stroke(picture, 4.0, (2.0, palette.accent), StrokeKind::Outside);
        }
        let below = Rect::from_min_max(egui::pos2(rect.left(), picture.bottom() + 2.0), rect.max);
        let layout = Layout::left_to_right(Align::Center);
        let mut text = ui.new_child(UiBuilder::new().max_rect(below).layout(layout));
        text.add(Label::new(RichText::new(label).small()).truncate().selectable(false));
        if self.star(ui, entry, picture, response.hovered()) {
            requests.push(Request::Mark(&FAVORITE_GROUPS, entry.path.clone()));
        }
        if response.dragged() {
            let pointer = ui.ctx().pointer_latest_pos();
            if let (Some(at), Some(texture)) = (pointer, self.pictures.get(&entry.path)) {
                let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::new("dragged group"));
                let carried = Rect::from_center_size(at, Vec2::splat(PICTURE * 0.7));
                let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                let tint = egui::Color32::from_white_alpha(180);
                ui.ctx().layer_painter(layer).image(texture.id(), carried, whole, tint);
            }
        }
        if response.drag_stopped() {
            if let Some(at) = ui.ctx().pointer_latest_pos() {
                requests.push(Request::Embed(Embed { entry: entry.clone(), at: Some(at) }));
            }
        } else if response.clicked() {
            requests.push(Request::Embed(Embed { entry: entry.clone(), at: None }));
        }
        response.on_hover_ui(|ui| {
            ui.strong(label);
            ui.label(entry.document.description.as_deref().unwrap_or_default());
            ui.weak(format!("{}, {} · click to add, or drag to a place", entry.path, entry.origin));
        });
    }

    /// The mark of a favorite, in the corner of its picture; returns whether it was clicked.
    fn star(&self, ui: &mut Ui, entry: &Entry, picture: Rect, is_hovered: bool) -> bool {
        let is_favorite = self.favorites.contains(&entry.path);
        let corner = Rect::from_min_size(picture.right_top() - Vec2::new(20.0, 0.0), Vec2::splat(20.0));
        let star = ui.interact(corner, ui.id().with(("star", &entry.path)), Sense::click());
        let name = format!("favorite {}", entry.label());
        star.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, is_favorite, &name));
        if is_favorite || is_hovered || star.hovered() || star.has_focus() {
            let palette = Palette::of(ui);
            ui.painter().circle_filled(corner.center(), 9.0, palette.canvas.gamma_multiply(0.7));
            let color = if is_favorite { palette.accent } else { palette.weak };
            let font = egui::FontId::proportional(13.0);
            ui.painter().text(corner.center(), egui::Align2::CENTER_CENTER, icons::FAVORITE, font, color);
        }
        star.clicked()
    }

    /// Starts the worker, gives it the groups, and takes its pictures.
    fn prepare(&mut self, context: &Context) {
        if self.worker.is_none() {
            let waker = context.clone();
            self.worker = Worker::new(registry(), move || waker.request_repaint()).ok();
        }
        let (Some(worker), Some(outline)) = (&self.worker, &self.outline) else { return };
        worker.set_document(self.read, Arc::clone(outline.document()));
        for outcome in worker.outcomes() {
            if let Outcome::Thumbnail { socket, picture: Ok(picture) } = outcome {
                let image = color_image(&picture.pixels);
                let texture = context.load_texture(&socket.node, image, TextureOptions::LINEAR);
                self.pictures.insert(socket.node, texture);
            }
        }
    }
}

/// A document with an instance of every group of a library; the ids are the paths.
fn gathered(library: &Library) -> Document {
    let mut all = Document::default();
    for (index, entry) in library.entries().iter().enumerate() {
        let name = format!("g{index}");
        all.nodes.insert(entry.path.clone(), Node::new(format!("group/{name}")).into());
        all.groups.insert(name, entry.group());
    }
    all
}

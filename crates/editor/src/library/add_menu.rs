//! The menu for adding a node, with a search field; the keyboard is enough to use it.

use std::collections::HashSet;
use std::sync::Arc;

use egui::{
    Align, Align2, Area, Frame, Id, Image, Key, Label, Modifiers, Order, Pos2, Rect, RichText, ScrollArea, Sense, Ui,
    Vec2,
};
use travertine_editing::files::Preferences;
use travertine_editing::files::preferences::{FAVORITE_NODES, RECENT_NODES};
use travertine_editing::{Offer, Outline};
use travertine_graph::definition::Definition;
use travertine_presentation::Subject;

use crate::icons;
use crate::pictures::of_types::TypePictures;
use crate::requests::{NewNode, Request, Requests};
use crate::theme::Palette;
use crate::widgets::search::Search;

const SIZE: Vec2 = Vec2::new(320.0, 400.0);
/// The height of an entry, in points.
const ENTRY: f32 = 24.0;
/// The width and height of the picture of the chosen node type, in points.
const PICTURE: f32 = 64.0;

/// An open menu.
#[derive(Clone, Debug)]
pub struct AddMenu {
    node: NewNode,
    /// The node types of the graph, and the groups of the documents around it.
    offers: Vec<Arc<Offer>>,
    search: Search,
    is_new: bool,
}

/// What the menu shows besides the node types of the graph.
pub struct Shown<'a> {
    /// The shown graph.
    pub outline: &'a Outline,
    /// The groups of the libraries.
    pub library: &'a [Arc<Offer>],
    /// The pictures of node types.
    pub pictures: &'a mut TypePictures,
    /// The favorites, and the node types added last.
    pub preferences: &'a Preferences,
}

/// The state of the menu after a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stays open.
    Open,
    /// It closes.
    Closed,
}

impl AddMenu {
    /// A menu of node types.
    pub fn new(node: NewNode, offers: Vec<Arc<Offer>>) -> AddMenu {
        AddMenu { node, offers, search: Search::default(), is_new: true }
    }

    /// Shows the menu, with the groups of the libraries too.
    pub fn show(&mut self, ui: &Ui, shown: Shown, requests: &mut Requests) -> Fate {
        let Shown { outline, library, pictures, preferences } = shown;
        let favorites: HashSet<String> = preferences.get(&FAVORITE_NODES).into_iter().collect();
        let all = self.choices(outline, library);
        let screen = ui.ctx().content_rect();
        let position = self.node.menu.min(screen.max - SIZE - Vec2::splat(16.0)).max(screen.min);
        let mut fate = Fate::Open;
        let area = Area::new(Id::new("add menu")).order(Order::Foreground).fixed_pos(position).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(SIZE.x);
                let escape = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
                let hint = if self.node.wire.is_some() { "Add a node to the wire" } else { "Add a node" };
                let is_entered = self.search.show(ui, "Search nodes", hint, SIZE.x);
                let found = match self.search.query.is_empty() {
                    true => sections(&all, &favorites, &preferences.get(&RECENT_NODES)),
                    false => search(&all, &self.search.query).into_iter().map(|offer| ("", offer)).collect(),
                };
                self.search.choose(found.len());
                let entered = is_entered.then(|| found.get(self.search.chosen)).flatten();
                let mut picked = entered.map(|(_, offer)| *offer);
                ui.add_space(4.0);
                ScrollArea::vertical().max_height(SIZE.y - PICTURE - 64.0).auto_shrink(false).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    if found.is_empty() {
                        ui.weak("No node found. Try words for its effect: noise, blend, rotate.");
                    }
                    let mut title = "";
                    for (index, (section, offer)) in found.iter().enumerate() {
                        if *section != title {
                            title = section;
                            ui.add_space(if index == 0 { 0.0 } else { 6.0 });
                            ui.label(RichText::new(title).small().color(Palette::of(ui).accent));
                        }
                        let is_chosen = index == self.search.chosen;
                        let entry = Entry {
                            definition: &offer.definition,
                            is_chosen,
                            is_favorite: favorites.contains(&offer.definition.id),
                            category: (offer.category != *section).then_some(&offer.category),
                        };
                        let salt = (*section, &offer.definition.id);
                        let (response, is_marked) = ui.push_id(salt, |ui| entry.show(ui, pictures)).inner;
                        if is_marked {
                            requests.push(Request::Mark(&FAVORITE_NODES, offer.definition.id.to_string()));
                        }
                        if is_chosen && self.search.is_moved {
                            response.scroll_to_me(None);
                        }
                        if response.hovered() && ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
                            self.search.chosen = index;
                        }
                        if response.clicked() {
                            picked = Some(*offer);
                        }
                    }
                });
                ui.separator();
                ui.allocate_ui_with_layout(Vec2::new(SIZE.x, PICTURE), egui::Layout::left_to_right(Align::Min), |ui| {
                    ui.set_min_size(Vec2::new(SIZE.x, PICTURE));
                    let Some((_, offer)) = found.get(self.search.chosen) else { return };
                    if let Some(picture) = pictures.get(ui.ctx(), &offer.definition.id) {
                        ui.add(Image::new((picture, Vec2::splat(PICTURE))).corner_radius(3));
                    }
                    let said = first_sentence(&offer.definition.description);
                    ui.add(Label::new(RichText::new(said).small().weak()).wrap());
                });
                if let Some(offer) = picked {
                    let id = offer.definition.id.to_string();
                    requests.push(Request::Remember(&RECENT_NODES, id));
                    let at = [self.node.position.x, self.node.position.y];
                    let at = at.map(|side| f64::from(side.round()));
                    let added = offer.add(outline, at, self.node.wire.as_ref());
                    requests.push(Request::Add(added));
                    fate = Fate::Closed;
                }
                if escape {
                    fate = Fate::Closed;
                }
            });
        });
        let clicked_beside = ui.input(|input| input.pointer.any_pressed())
            && ui
                .input(|input| input.pointer.interact_pos())
                .is_some_and(|pointer| !area.response.rect.contains(pointer));
        if clicked_beside && !self.is_new {
            fate = Fate::Closed;
        }
        self.is_new = false;
        fate
    }

    /// The node types that fit, by category.
    fn choices(&self, outline: &Outline, library: &[Arc<Offer>]) -> Vec<Arc<Offer>> {
        let fits = |offer: &&Arc<Offer>| self.node.wire.as_ref().is_none_or(|wire| offer.fits(outline, wire));
        let mut all: Vec<Arc<Offer>> = all(&self.offers, library).filter(fits).cloned().collect();
        all.sort_by(|a, b| a.category.cmp(&b.category));
        all
    }
}

/// The node types of a graph, then the groups of the libraries that it has none of the same type for.
pub fn all<'a>(offers: &'a [Arc<Offer>], library: &'a [Arc<Offer>]) -> impl Iterator<Item = &'a Arc<Offer>> {
    let is_new = |offer: &&Arc<Offer>| offers.iter().all(|own| own.definition.id != offer.definition.id);
    offers.iter().chain(library.iter().filter(is_new))
}

/// The favorites, the node types added last, and all node types by category, each with its title.
fn sections<'a>(
    all: &'a [Arc<Offer>],
    favorites: &HashSet<String>,
    recent: &[String],
) -> Vec<(&'a str, &'a Arc<Offer>)> {
    let favorites = all.iter().filter(|offer| favorites.contains(&offer.definition.id));
    let recency = |offer: &Arc<Offer>| recent.iter().position(|id| *id == offer.definition.id);
    let mut recent: Vec<&Arc<Offer>> = all.iter().filter(|offer| recency(offer).is_some()).collect();
    recent.sort_by_key(|offer| recency(offer));
    let favorites = favorites.map(|offer| ("favorites", offer));
    let recent = recent.into_iter().map(|offer| ("recent", offer));
    favorites.chain(recent).chain(all.iter().map(|offer| (offer.category.as_str(), offer))).collect()
}

/// An entry of the list.
struct Entry<'a> {
    definition: &'a Definition,
    is_chosen: bool,
    is_favorite: bool,
    /// Its category, if that is not the title above it.
    category: Option<&'a String>,
}

impl Entry<'_> {
    /// Shows the entry; returns also whether its mark as a favorite was clicked.
    fn show(self, ui: &mut Ui, pictures: &mut TypePictures) -> (egui::Response, bool) {
        let Entry { definition, is_chosen, is_favorite, category } = self;
        let mut is_marked = false;
        let size = Vec2::new(ui.available_width(), ENTRY);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &*definition.label));
        if ui.is_rect_visible(rect) {
            let palette = Palette::of(ui);
            if is_chosen {
                ui.painter().rect_filled(rect, 3.0, palette.fill);
            }
            let picture = Rect::from_min_size(rect.min, Vec2::splat(ENTRY)).shrink(2.0);
            if let Some(texture) = pictures.get(ui.ctx(), &definition.id) {
                Image::new((texture, picture.size())).corner_radius(2).paint_at(ui, picture);
            }
            let room = Rect::from_min_max(Pos2::new(picture.right() + 6.0, rect.top()), rect.max);
            let star = Rect::from_center_size(rect.right_center() - Vec2::new(12.0, 0.0), Vec2::splat(ENTRY));
            if is_favorite || is_chosen {
                let color = if is_favorite { palette.accent } else { palette.weak };
                let font = egui::FontId::proportional(13.0);
                ui.painter().text(star.center(), Align2::CENTER_CENTER, icons::FAVORITE, font, color);
                let star = ui.interact(star, ui.id().with("favorite"), Sense::click());
                let name = format!("favorite {}", definition.label);
                star.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
                is_marked = star.on_hover_text("Favorites come first in this list.").clicked();
            }
            let room = room.with_max_x(star.left());
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room));
            inner.horizontal_centered(|ui| {
                ui.add(Label::new(&*definition.label).selectable(false));
                if let Some(category) = category {
                    ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(category).small().weak()).selectable(false));
                    });
                }
            });
        }
        (response, is_marked)
    }
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// The node types that match a query, best first; of equal matches, types that the graph has come first.
pub fn search<'a>(all: &'a [Arc<Offer>], query: &str) -> Vec<&'a Arc<Offer>> {
    let (groups, nodes): (Vec<_>, Vec<_>) = all.iter().partition(|offer| offer.group.is_some());
    let ordered = nodes.into_iter().chain(groups);
    travertine_presentation::search(ordered, |offer| Subject::of_node(&offer.definition), query)
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_editing::offers;
    use travertine_library::{Library, Origin};

    use super::*;

    fn found(query: &str) -> Vec<String> {
        let outline = Outline::new(Arc::default(), registry());
        let own: Vec<Arc<Offer>> = offers(&outline).into_iter().map(Arc::new).collect();
        let library = Library::new(None);
        let library = library.entries().iter().filter(|entry| entry.origin == Origin::Bundled);
        let library = library.filter_map(|entry| Offer::of_group(&entry.name, entry.group(), registry()));
        let library: Vec<Arc<Offer>> = library.map(Arc::new).collect();
        let all: Vec<Arc<Offer>> = all(&own, &library).cloned().collect();
        search(&all, query).iter().map(|offer| offer.definition.id.clone()).collect()
    }

    #[test]
    fn the_best_name_is_first() {
        assert_eq!(found("perlin")[0], "noise/perlin");
        assert_eq!(found("add")[0], "math/add");
        assert_eq!(found("ramp")[0], "color/ramp");
        assert_eq!(found("noise cell")[0], "noise/cell");
        assert!(found("xyzzy").is_empty());
        assert_eq!(found("bark")[0], "group/bark");
    }

    #[test]
    fn every_node_is_found_by_its_label() {
        for definition in registry().iter() {
            let first = &found(&definition.label)[0];
            let label = &registry().get(first, 1).unwrap().label;
            assert_eq!(*label, definition.label);
        }
    }
}

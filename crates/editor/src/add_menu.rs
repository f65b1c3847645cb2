//! The menu for adding a node, with a search field; the keyboard is enough to use it.

use std::sync::Arc;

use egui::{
    Align, Area, Frame, Id, Key, Label, Modifiers, Order, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2,
};
use travertine_editing::{Outline, actions};
use travertine_graph::definition::Definition;
use travertine_graph::graph::{GROUP, ITERATE};

use crate::requests::{NewNode, Requests};
use crate::theme::Palette;

const SIZE: Vec2 = Vec2::new(300.0, 340.0);

/// An open menu.
#[derive(Clone, Debug)]
pub struct AddMenu {
    node: NewNode,
    query: String,
    chosen: usize,
    is_new: bool,
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
    pub fn new(node: NewNode) -> AddMenu {
        AddMenu { node, query: String::new(), chosen: 0, is_new: true }
    }

    /// Shows the menu.
    pub fn show(&mut self, ui: &Ui, outline: &Outline, requests: &mut Requests) -> Fate {
        let all = self.choices(outline);
        let screen = ui.ctx().content_rect();
        let position = self.node.menu.min(screen.max - SIZE - Vec2::splat(16.0)).max(screen.min);
        let mut fate = Fate::Open;
        let area = Area::new(Id::new("add menu")).order(Order::Foreground).fixed_pos(position).show(
            ui.ctx(),
            |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_width(SIZE.x);
                    let (down, up, enter, escape) = ui.input_mut(|input| {
                        (
                            input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown),
                            input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp),
                            input.consume_key(Modifiers::NONE, Key::Enter),
                            input.consume_key(Modifiers::NONE, Key::Escape),
                        )
                    });
                    let hint = if self.node.wire.is_some() { "Add a node to the wire" } else { "Add a node" };
                    let field =
                        ui.add(TextEdit::singleline(&mut self.query).hint_text(hint).desired_width(SIZE.x));
                    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search nodes"));
                    field.request_focus();
                    if field.changed() {
                        self.chosen = 0;
                    }
                    // The filter includes text typed in the same frame as Enter.
                    let found = search(&all, &self.query);
                    let last = found.len().saturating_sub(1);
                    self.chosen = (self.chosen + down).saturating_sub(up).min(last);
                    let moved = down + up > 0;
                    let mut picked = enter.then(|| found.get(self.chosen)).flatten().copied();
                    ui.add_space(4.0);
                    ScrollArea::vertical().max_height(SIZE.y - 80.0).auto_shrink(false).show(ui, |ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        if found.is_empty() {
                            ui.weak("No node found. Try words for its effect: noise, blend, rotate.");
                        }
                        let mut category = "";
                        for (index, definition) in found.iter().enumerate() {
                            if self.query.is_empty() && category_of(outline, definition) != category {
                                category = category_of(outline, definition);
                                ui.add_space(if index == 0 { 0.0 } else { 6.0 });
                                ui.label(RichText::new(category).small().color(Palette::of(ui).accent));
                            }
                            let is_chosen = index == self.chosen;
                            let shown = (!self.query.is_empty()).then(|| category_of(outline, definition));
                            let response = entry(ui, definition, is_chosen, shown);
                            if is_chosen && moved {
                                response.scroll_to_me(None);
                            }
                            if response.hovered() && ui.input(|input| input.pointer.delta() != Vec2::ZERO) {
                                self.chosen = index;
                            }
                            if response.clicked() {
                                picked = Some(definition);
                            }
                        }
                    });
                    ui.separator();
                    let said = found
                        .get(self.chosen)
                        .map_or("", |definition| first_sentence(&definition.description));
                    ui.allocate_ui_with_layout(
                        Vec2::new(SIZE.x, 30.0),
                        egui::Layout::top_down(Align::Min),
                        |ui| {
                            ui.set_min_size(Vec2::new(SIZE.x, 30.0));
                            ui.label(RichText::new(said).small().weak());
                        },
                    );
                    if let Some(definition) = picked {
                        self.add(outline, definition, requests);
                        fate = Fate::Closed;
                    }
                    if escape {
                        fate = Fate::Closed;
                    }
                });
            },
        );
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

    fn add(&self, outline: &Outline, definition: &Definition, requests: &mut Requests) {
        let at = [self.node.position.x, self.node.position.y].map(|side| f64::from(side.round()));
        let name = definition.type_name();
        requests.act(match &self.node.wire {
            None => actions::insert(outline, &name, at),
            Some(wire) => actions::insert_connected(outline, &name, at, wire, None),
        });
    }

    fn choices(&self, outline: &Outline) -> Vec<Arc<Definition>> {
        if let Some(wire) = &self.node.wire {
            return actions::candidates(outline, wire).into_iter().map(|found| found.definition).collect();
        }
        let registry = outline.registry();
        let newest = |definition: &&Arc<Definition>| {
            registry.versions(&definition.id).last() == Some(&definition.version)
        };
        let mut all: Vec<Arc<Definition>> = registry.iter().filter(newest).cloned().collect();
        // Groups stand with the nodes of their category.
        all.sort_by(|a, b| category_of(outline, a).cmp(category_of(outline, b)));
        all
    }
}

/// The category under which a node type is listed: that of a group is in its document.
fn category_of<'a>(outline: &'a Outline, definition: &'a Definition) -> &'a str {
    let category = definition.category();
    let name = definition.id.split_once('/').filter(|_| matches!(category, GROUP | ITERATE));
    let group = name.and_then(|(_, name)| outline.document().groups.get(name));
    group.and_then(|group| group.document.category.as_deref()).unwrap_or(category)
}

/// An entry of the list, with its category if that is not the title above it.
fn entry(ui: &mut Ui, definition: &Definition, is_chosen: bool, category: Option<&str>) -> egui::Response {
    let size = Vec2::new(ui.available_width(), 21.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &*definition.label));
    if ui.is_rect_visible(rect) {
        let palette = Palette::of(ui);
        if is_chosen {
            ui.painter().rect_filled(rect, 3.0, palette.fill);
        }
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(Vec2::new(8.0, 0.0))));
        inner.horizontal_centered(|ui| {
            ui.add(Label::new(&*definition.label).selectable(false));
            if let Some(category) = category {
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(category).small().weak()).selectable(false));
                });
            }
        });
    }
    response
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// The node types that match a query, best first: each word must occur in the label, the search words, the category or
/// the description.
pub fn search<'a>(all: &'a [Arc<Definition>], query: &str) -> Vec<&'a Arc<Definition>> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let mut found: Vec<(u32, &Arc<Definition>)> = all
        .iter()
        .filter_map(|definition| {
            let scores = words.iter().map(|word| score(definition, word));
            Some((scores.collect::<Option<Vec<u32>>>()?.iter().sum(), definition))
        })
        .collect();
    // Equal scores keep the order of the registry.
    found.sort_by_key(|(score, _)| *score);
    found.into_iter().map(|(_, definition)| definition).collect()
}

/// The score of a word: 0 is an exact match of the label; higher is worse. `None` does not match.
fn score(definition: &Definition, word: &str) -> Option<u32> {
    let label = definition.label.to_lowercase();
    let name = definition.id.rsplit('/').next().unwrap_or_default();
    let begins = |text: &str| text.split([' ', '-', '/', '_']).any(|part| part.starts_with(word));
    if label == word {
        Some(0)
    } else if name == word {
        Some(1)
    } else if label.starts_with(word) || name.starts_with(word) {
        Some(2)
    } else if begins(&label) || begins(name) {
        Some(3)
    } else if definition.search.iter().any(|other| begins(&other.to_lowercase())) {
        Some(4)
    } else if label.contains(word) || definition.id.contains(word) {
        Some(5)
    } else {
        definition.description.to_lowercase().contains(word).then_some(10)
    }
}

#[cfg(test)]
mod tests {
    use travertine::registry;

    use super::*;

    fn found(query: &str) -> Vec<String> {
        let all: Vec<Arc<Definition>> = registry().iter().cloned().collect();
        search(&all, query).iter().map(|definition| definition.id.clone()).collect()
    }

    #[test]
    fn the_best_name_is_first() {
        assert_eq!(found("perlin")[0], "noise/perlin");
        assert_eq!(found("add")[0], "math/add");
        assert_eq!(found("ramp")[0], "color/ramp");
        assert_eq!(found("noise cell")[0], "noise/cell");
        assert!(found("xyzzy").is_empty());
        assert_eq!(found("").len(), registry().iter().count());
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

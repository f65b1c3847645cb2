//! The command palette, a list of all commands with a search field.

use std::sync::Arc;

use egui::{Button, Modal, ScrollArea, Ui, Vec2};
use travertine_editing::Offer;
use travertine_graph::graph::GROUP;

use crate::commands::{COMMANDS, Command};
use crate::library::add_menu::all;
use crate::widgets::search::Search;

/// An open palette.
pub struct CommandPalette {
    /// The node types of the graph, and the groups of the documents around it.
    offers: Vec<Arc<Offer>>,
    search: Search,
}

/// The state of the palette after a frame.
pub enum Fate {
    /// It stays open.
    Open,
    /// It closes; the user may have chosen a command.
    Closed(Option<Choice>),
}

/// What the user has chosen.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A command.
    Command(Command),
    /// A node of this type, to add.
    Node(Arc<Offer>),
}

/// A row of the list.
struct Row {
    name: String,
    /// Words that find it: its name and others.
    words: String,
    keys: String,
    choice: Choice,
    is_enabled: bool,
}

impl CommandPalette {
    /// A palette that can add these groups, besides those of the libraries.
    pub fn new(offers: Vec<Arc<Offer>>) -> CommandPalette {
        CommandPalette { offers, search: Search::default() }
    }

    /// Shows the palette; `is_enabled` returns whether a command is available.
    pub fn show(&mut self, ui: &Ui, library: &[Arc<Offer>], is_enabled: impl Fn(Command) -> bool) -> Fate {
        let mut fate = Fate::Open;
        let modal = Modal::new(egui::Id::new("palette")).show(ui.ctx(), |ui| {
            ui.set_width(380.0);
            let is_entered = self.search.show(ui, "Search commands", "Commands", 380.0);
            let words: Vec<String> = self.search.query.split_whitespace().map(str::to_lowercase).collect();
            let fits = |row: &Row| words.iter().all(|word| row.words.contains(word));
            let all = rows(ui, all(&self.offers, library), &is_enabled);
            let found: Vec<Row> = all.into_iter().filter(fits).collect();
            self.search.choose(found.len());
            let Search { chosen, is_moved, .. } = self.search;
            ui.add_space(4.0);
            ScrollArea::vertical().max_height(320.0).auto_shrink([false, true]).show(ui, |ui| {
                for (index, row) in found.iter().enumerate() {
                    let button = Button::selectable(index == chosen, &row.name)
                        .shortcut_text(&row.keys)
                        .min_size(Vec2::new(ui.available_width(), 0.0));
                    let response = ui.add_enabled(row.is_enabled, button);
                    if index == chosen && is_moved {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() || (is_entered && index == chosen && row.is_enabled) {
                        fate = Fate::Closed(Some(row.choice.clone()));
                    }
                }
                if found.is_empty() {
                    ui.weak("No command found.");
                }
            });
        });
        if modal.should_close() && matches!(fate, Fate::Open) {
            fate = Fate::Closed(None);
        }
        fate
    }
}

/// All rows: the commands, then the groups.
fn rows<'a>(ui: &Ui, offers: impl Iterator<Item = &'a Arc<Offer>>, is_enabled: impl Fn(Command) -> bool) -> Vec<Row> {
    let commands = COMMANDS.iter().map(|entry| Row {
        name: entry.name.to_owned(),
        words: entry.name.to_lowercase(),
        keys: entry.shortcut.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default(),
        choice: Choice::Command(entry.command),
        is_enabled: is_enabled(entry.command),
    });
    let groups = offers.filter(|offer| offer.definition.category() == GROUP).map(|offer| {
        let definition = &offer.definition;
        let row = format!("Add {}", definition.label);
        let words = format!("{row} {} {}", definition.id, definition.search.join(" ")).to_lowercase();
        let choice = Choice::Node(Arc::clone(offer));
        Row { name: row, words, keys: String::new(), choice, is_enabled: true }
    });
    commands.chain(groups).collect()
}

//! The wire that the user is drawing: the item under its end, and the socket that it would take there.

use std::collections::BTreeSet;

use egui::{Context, Pos2, Rect};
use egui_graph::SocketKind;
use travertine_editing::{Outline, actions};

use super::Canvas;
use super::items::{Item, graph_id};
use super::pulled::{Pulled, dependents};
use super::sockets::{self, End};

impl Canvas {
    /// What the drawn wire means for the nodes; `None` if no wire is drawn.
    pub(super) fn pulled(&self, outline: &Outline) -> Option<Pulled> {
        let from = self.drawn.as_ref()?.from.clone();
        let blocked = match (&from.item, from.kind) {
            (Item::Node(id), SocketKind::Output) => outline.sources_of(id).into_iter().map(str::to_owned).collect(),
            (Item::Node(id), SocketKind::Input) => dependents(outline, id),
            (Item::Outputs, _) => BTreeSet::new(),
        };
        Some(Pulled { from, blocked, over: self.under.clone() })
    }

    /// The item at a position in the document.
    pub(super) fn item_at(&self, context: &Context, point: Pos2) -> Option<Item> {
        egui_graph::with_graph_memory(context, graph_id(), |memory| {
            let is_there = |(id, _): &(&egui_graph::NodeId, &Item)| {
                let rect = self.view.layout.get(id).zip(memory.node_sizes().get(id));
                rect.is_some_and(|(corner, size)| Rect::from_min_size(*corner, *size).contains(point))
            };
            self.items.iter().filter(is_there).map(|(_, item)| item).max().cloned()
        })
    }

    /// The socket at which a wire ends that is released on an item: the one that fits best.
    pub(super) fn end_on(&self, outline: &Outline, item: &Item) -> Option<End> {
        let drawn = self.drawn.as_ref()?;
        let taken_from = drawn.taken.as_ref().and_then(|target| target.node());
        if *item == drawn.from.item || matches!(item, Item::Node(id) if Some(id.as_str()) == taken_from) {
            return None;
        }
        let (kind, index) = match (drawn.from.kind, item) {
            (SocketKind::Output, Item::Outputs) => (SocketKind::Input, outline.document().outputs.len()),
            (SocketKind::Output, Item::Node(id)) => {
                let from = sockets::output(outline, &drawn.from.item, drawn.from.index)?;
                let input = actions::fitting_input(outline, &from, id)?;
                (SocketKind::Input, outline.definition(id)?.input_index(&input.name)?)
            }
            (SocketKind::Input, Item::Outputs) => return None,
            (SocketKind::Input, Item::Node(id)) => {
                let index = match sockets::target(outline, &drawn.from.item, drawn.from.index) {
                    Some(to) => sockets::output_index(outline, &actions::fitting_output(outline, &to, id)?)?,
                    None => 0,
                };
                (SocketKind::Output, index)
            }
        };
        Some(End { item: item.clone(), kind, index })
    }
}

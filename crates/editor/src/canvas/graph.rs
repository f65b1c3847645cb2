//! Drawing the canvas, and handling the changes that egui_graph reports.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use egui::{Context, CornerRadius, LayerId, Mesh, PointerButton, Rect, Shape, Style, Ui, Vec2};
use egui_graph::{Graph, NodeId, NodesCtx};
use travertine_editing::{Action, Edit, Outline, actions};

use super::items::{Item, graph_id, node_id, outputs_id};
use super::positions::{point, positions_for_others};
use super::selection::Selection;
use super::shown::Shown;
use super::sizes::WIDTH;
use super::{Canvas, bend, node, view, welcome};
use crate::requests::{NewNode, Request, Requests};

/// Distance within which a click hits a wire, in points of the screen.
const WIRE_REACH: f32 = 6.0;

/// Distance within which a dragged node snaps to the edge of another, in points of the screen.
const ALIGN_REACH: f32 = 5.0;

impl Canvas {
    /// Shows the canvas in the available room.
    pub fn show(&mut self, ui: &mut Ui, shown: Shown, requests: &mut Requests) {
        self.area = ui.available_rect_before_wrap();
        self.take_focus(ui);
        self.take_over(ui.ctx(), shown);
        self.prepare_view(ui, shown.outline);
        self.carry_nodes(shown.outline);
        self.move_copies(ui, shown.outline, requests);
        self.dragged = self.dragged_by(shown.outline);
        self.landing = self.find_landing(ui, shown.outline);
        self.under = self.item_at(ui.ctx(), self.pointer);
        self.paint_ground(ui);
        let graph_id = graph_id();
        let mut layers = Vec::new();
        let mut joined = Vec::new();
        let selected = self.selected_ids();
        let mut view = std::mem::take(&mut self.view);
        // A released wire needs its position on the screen.
        self.view.scene_rect = view.scene_rect;
        // Sockets handle presses on both sides of a node's border, so the graph must not.
        let style = Arc::clone(ui.style());
        let inside = Arc::new(node::style(&style));
        ui.spacing_mut().interact_size = Vec2::ZERO;
        // The distance on the screen is the same at any zoom.
        ui.style_mut().interaction.interact_radius = WIRE_REACH / shown.zoom;
        ui.visuals_mut().window_corner_radius = CornerRadius::ZERO;
        let response = Graph::from_id(graph_id)
            .zoom_range(view::MIN_ZOOM..=view::MAX_ZOOM)
            .background(false)
            .dot_grid(false)
            .align_threshold(ALIGN_REACH)
            .selected_nodes(selected)
            .show(&mut view, ui, |ui, show| {
                layers.push(ui.layer_id());
                tell_transform(ui);
                self.show_frames(ui, shown, requests);
                show.nodes(ui, |context, ui| {
                    self.nodes(context, ui, shown, &inside, (&mut layers, &mut joined), requests)
                })
                .edges(ui, |context, ui| {
                    self.show_wires(context, ui, shown, requests);
                    // Above the wires, and below the layers of nodes.
                    ui.painter().extend(joined.into_iter().map(Shape::mesh));
                });
            });
        ui.set_style(style);
        self.view = view;
        self.pan_at_edge(ui);
        self.follow_stroke(ui, shown.outline, requests);
        if let Some(selected) = response.selection_changed {
            self.select(&selected);
            if !ui.input(|input| input.modifiers.command) {
                self.selection.frames.clear();
            }
        }
        if response.nodes_moved {
            self.request_positions(ui.ctx(), shown.outline, requests);
        }
        self.background(ui, shown.outline, &response.response, requests);
        if shown.outline.document().nodes.is_empty() {
            welcome::show(ui, self.area, requests);
        }
        let zoom = self.zoom();
        self.sharp.apply(ui.ctx(), &layers, zoom);
        self.show_minimap(ui, shown.outline);
        if !self.is_measured && self.lacks_positions {
            // The sizes are known now.
            self.revision = None;
        }
        self.is_measured = true;
    }

    /// Takes the focus from a field elsewhere when the user presses on the canvas.
    fn take_focus(&self, ui: &Ui) {
        let pressed = ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
        let is_here = pressed.is_some_and(|position| self.area.contains(position) && view::is_uncovered(ui, position));
        let focused = ui.memory(|memory| memory.focused()).filter(|_| is_here);
        if let Some(id) = focused
            && ui.ctx().read_response(id).is_none_or(|field| !field.contains_pointer())
        {
            ui.memory_mut(|memory| memory.surrender_focus(id));
        }
    }

    /// Copies positions from a document that has changed.
    fn take_over(&mut self, context: &Context, Shown { outline, revision, .. }: Shown) {
        if self.revision == Some(revision) {
            return;
        }
        self.revision = Some(revision);
        let document = outline.document();
        self.items = document.nodes.keys().map(|id| (node_id(id), Item::Node(id.clone()))).collect();
        self.items.insert(outputs_id(), Item::Outputs);
        self.view.layout.clear();
        let lacking = positions_for_others(context, outline);
        self.lacks_positions = !lacking.is_empty();
        let known = document.nodes.keys().filter_map(|id| document.layout.get_key_value(id));
        let positions: BTreeMap<&String, [f64; 2]> = known
            .map(|(id, position)| (id, *position))
            .chain(lacking.iter().map(|(id, position)| (id, *position)))
            .collect();
        for (id, known) in &positions {
            self.view.layout.insert(node_id(id), point(*known));
        }
        let right = positions.values().fold(0.0, |right: f64, position| right.max(position[0]));
        let beside = [right + f64::from(WIDTH) + 60.0, 0.0];
        self.view.layout.insert(outputs_id(), point(document.annotations.outputs.unwrap_or(beside)));
        self.selection.nodes.retain(|id| document.nodes.contains_key(id));
        self.selection.wires.retain(|target| target.holds(document).is_some());
        self.selection.frames.retain(|id| document.annotations.frames.contains_key(id));
        // Copies that were undone follow no longer.
        self.carried.take_if(|carried| {
            carried.from.is_some() && !carried.nodes.iter().all(|id| document.nodes.contains_key(id))
        });
    }

    fn nodes(
        &mut self,
        context: &mut NodesCtx,
        ui: &mut Ui,
        shown: Shown,
        style: &Arc<Style>,
        (layers, joined): (&mut Vec<LayerId>, &mut Vec<Mesh>),
        requests: &mut Requests,
    ) {
        let document = shown.outline.document().clone();
        self.visible.clear();
        let (mut grabbed, mut chosen) = (None, None);
        let pulled = self.pulled(shown.outline);
        self.full.retain(|id| document.nodes.contains_key(id));
        let notes = &mut node::Notes {
            measured: &mut self.measured,
            layers,
            joined,
            style,
            pulled: pulled.as_ref(),
            full: &mut self.full,
            grabbed: &mut grabbed,
            chosen: &mut chosen,
            requests,
        };
        for (id, node) in &document.nodes {
            let show = if node.node_type == bend::REROUTE { bend::show } else { node::show };
            if show(context, ui, shown, id, node, notes) {
                self.visible.push(id.clone());
            }
        }
        node::show_outputs(context, ui, shown, notes);
        if let Some(id) = chosen.filter(|id| !self.selection.nodes.contains(id)) {
            self.selection = Selection::of_node(id);
        }
        if let Some(grabbed) = grabbed {
            self.begin_wire(shown.outline, grabbed);
        }
    }

    fn background(&mut self, ui: &Ui, outline: &Outline, response: &egui::Response, requests: &mut Requests) {
        if response.clicked_by(PointerButton::Secondary) {
            let node = NewNode { menu: self.pointer_on_screen(), position: self.pointer, wire: None };
            requests.push(Request::ChooseType(node));
        }
        if response.clicked() {
            self.selection.wires.clear();
            self.selection.frames.clear();
        }
        if response.drag_started_by(PointerButton::Primary) {
            let origin = ui.input(|input| input.pointer.press_origin());
            self.box_from = origin.map(|origin| self.to_document(origin));
        }
        if let Some(from) = self.box_from.take_if(|_| response.drag_stopped()) {
            self.select_framed(ui, outline, Rect::from_two_pos(from, self.pointer));
        }
    }

    fn selected_ids(&self) -> HashSet<NodeId> {
        let outputs = self.selection.outputs.then(outputs_id);
        self.selection.nodes.iter().map(|id| node_id(id)).chain(outputs).collect()
    }

    fn select(&mut self, selected: &HashSet<NodeId>) {
        let items = selected.iter().filter_map(|id| self.items.get(id));
        self.selection.nodes = items
            .filter_map(|item| match item {
                Item::Node(id) => Some(id.clone()),
                Item::Outputs => None,
            })
            .collect();
        self.selection.outputs = selected.contains(&outputs_id());
    }

    /// Requests the positions to which the user has dragged nodes.
    pub(super) fn request_positions(&self, context: &Context, outline: &Outline, requests: &mut Requests) {
        let layout = &outline.document().layout;
        let moved = self.selection.nodes.iter().filter_map(|id| Some((id.clone(), self.position_of(node_id(id))?)));
        let moved: Vec<_> = moved.filter(|(id, position)| layout.get(id) != Some(position)).collect();
        let mut action = actions::move_to(moved);
        if !self.selection.frames.is_empty() {
            let offset = self.dragged_by(outline);
            let offset = [offset.x, offset.y].map(f64::from);
            action = action.and(actions::move_by(outline, &BTreeSet::new(), &self.selection.frames, offset));
        }
        // A node dropped on a wire is inserted.
        let id = self.selection.only_node();
        let landed = self.landing.as_ref().zip(id).and_then(|(to, id)| actions::put_on_wire(outline, id, to).ok());
        if let Some(landed) = landed {
            action = Action { label: landed.label.clone(), ..action.and(landed) };
            let room = self.landing.as_ref().zip(id).map(|(to, id)| self.make_room(context, outline, id, to));
            action.edit = Edit::All([vec![action.edit], room.unwrap_or_default()].concat());
        }
        if let Some(position) = self.selection.outputs.then(|| self.position_of(outputs_id())).flatten() {
            action.edit = Edit::All(vec![action.edit, Edit::OutputsPosition(Some(position))]);
        }
        requests.act(Ok(action));
    }
}

/// Tells screen readers where the canvas is on the screen.
fn tell_transform(ui: &Ui) {
    let shown = ui.ctx().layer_transform_to_global(ui.layer_id()).unwrap_or_default();
    let (zoom, offset) = (f64::from(shown.scaling), shown.translation);
    let transform = [zoom, 0.0, 0.0, zoom, f64::from(offset.x), f64::from(offset.y)];
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_transform(egui::accesskit::Affine::new(transform)));
}

//! The canvas: nodes and wires of a document, as egui_graph shows them; nothing else knows that library.
//!
//! It holds nothing of the document but copies of places, and asks for every change.

mod arrange;
mod node;
mod sharp;
mod sockets;
mod view;
mod wires;

use std::collections::{BTreeSet, HashMap};

use egui::{Context, Id, LayerId, PointerButton, Pos2, Rect, Ui, Vec2};
use egui_graph::node::EdgeEvent;
use egui_graph::{Graph, NodeId, NodesCtx, SocketKind, View};
use travertine_editing::actions::{self, Loose};
use travertine_editing::{Outline, Socket, Target};

use crate::add_menu::AddMenu;
use crate::outbox::Outbox;
use crate::pictures::Pictures;
use crate::problems::Problems;
use crate::theme::Palette;
use sharp::SharpText;

pub use arrange::GRID;
pub use node::WIDTH;
pub use view::Fit;

/// What the canvas shows.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The document, and what is known of it.
    pub outline: &'a Outline,
    /// Which document it is: another number for another document.
    pub revision: u64,
    /// What is wrong with it.
    pub problems: &'a Problems,
    /// What its nodes look like.
    pub pictures: &'a Pictures,
    /// The node that the preview shows.
    pub previewed: Option<&'a str>,
    /// How large it all is shown.
    pub zoom: f32,
}

/// Something on the canvas.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Item {
    Node(String),
    Outputs,
}

/// What a user sees of a document, and what is selected of it.
pub struct Canvas {
    view: View,
    items: HashMap<NodeId, Item>,
    /// The document whose places the view has.
    revision: Option<u64>,
    /// The ids of the selected nodes.
    pub selection: BTreeSet<String>,
    outputs_selected: bool,
    /// Where the selected wires lead.
    pub wires: BTreeSet<Target>,
    sharp: SharpText,
    /// Whether to show all of it, or the selection, as soon as sizes are known.
    fit: Option<Fit>,
    /// Where the wire began that is being drawn.
    drawn: Option<(Item, SocketKind, usize)>,
    /// Where the canvas is on the screen.
    pub area: Rect,
    /// Where the pointer is or was last, in the document's points.
    pub pointer: Pos2,
    /// What a wire that is being drawn would do, or why it cannot.
    hint: Option<Result<Option<&'static str>, String>>,
    measured: HashMap<String, node::Measured>,
    /// The nodes that were in view, in the frame before.
    pub visible: Vec<String>,
    /// Whether every node has been shown once.
    is_measured: bool,
    /// Until when scrolling is that of a wheel.
    wheel_until: f64,
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas {
            view: View::default(),
            items: HashMap::new(),
            revision: None,
            selection: BTreeSet::new(),
            outputs_selected: false,
            wires: BTreeSet::new(),
            sharp: SharpText::default(),
            fit: Some(Fit::All),
            drawn: None,
            area: Rect::NOTHING,
            pointer: Pos2::ZERO,
            hint: None,
            measured: HashMap::new(),
            visible: Vec::new(),
            is_measured: false,
            wheel_until: 0.0,
        }
    }
}

impl Canvas {
    /// The canvas of another document: all of it, and nothing selected.
    pub fn reset(&mut self) {
        *self = Canvas { area: self.area, ..Canvas::default() };
    }

    /// Whether a node or a wire is selected.
    pub fn has_selection(&self) -> bool {
        !self.selection.is_empty() || !self.wires.is_empty()
    }

    /// Shows it in all of the room that there is.
    pub fn show(&mut self, ui: &mut Ui, shown: Shown, out: &mut Outbox) {
        self.area = ui.available_rect_before_wrap();
        self.take_over(shown);
        self.prepare_view(ui, shown.outline);
        ui.painter().rect_filled(self.area, 0.0, Palette::of(ui).canvas);
        let graph_id = graph_id();
        let mut layers = Vec::new();
        let selected = self.selected_ids();
        let mut view = std::mem::take(&mut self.view);
        let response = Graph::from_id(graph_id)
            .zoom_range(view::MIN_ZOOM..=view::MAX_ZOOM)
            .background(false)
            .dot_grid_step(GRID as f32)
            .selected_nodes(selected)
            .show(&mut view, ui, |ui, show| {
                layers.push(ui.layer_id());
                tell_transform(ui);
                show.nodes(ui, |context, ui| self.nodes(context, ui, shown, &mut layers, out))
                    .edges(ui, |context, ui| self.show_wires(context, ui, shown.outline, out));
            });
        self.view = view;
        if let Some(selected) = response.selection_changed {
            self.select(&selected);
        }
        if response.nodes_moved {
            self.ask_for_places(shown.outline, out);
        }
        self.background(ui, &response.response, out);
        if shown.outline.document().nodes.is_empty() {
            // Above the outputs, which are in the middle then.
            let place = self.area.center() - Vec2::new(0.0, 90.0);
            let color = Palette::of(ui).weak;
            let text = "Press Space, or right-click, to add a node.";
            ui.painter().text(
                place,
                egui::Align2::CENTER_CENTER,
                text,
                egui::FontId::proportional(15.0),
                color,
            );
        }
        let zoom = self.zoom();
        self.sharp.apply(ui.ctx(), &layers, zoom);
        self.is_measured = true;
    }

    /// Copies places from the document when it has changed.
    fn take_over(&mut self, Shown { outline, revision, .. }: Shown) {
        if self.revision == Some(revision) {
            return;
        }
        self.revision = Some(revision);
        let document = outline.document();
        self.items = document.nodes.keys().map(|id| (node_id(id), Item::Node(id.clone()))).collect();
        self.items.insert(outputs_id(), Item::Outputs);
        let place = |[x, y]: [f64; 2]| Pos2::new(x as f32, y as f32);
        self.view.layout.clear();
        for id in document.nodes.keys() {
            let known = document.layout.get(id).copied();
            self.view.layout.insert(node_id(id), place(known.unwrap_or_default()));
        }
        let right = document.layout.values().fold(0.0, |right: f64, place| right.max(place[0]));
        let beside = [right + f64::from(WIDTH) + 60.0, 0.0];
        self.view.layout.insert(outputs_id(), place(document.annotations.outputs.unwrap_or(beside)));
        self.selection.retain(|id| document.nodes.contains_key(id));
        self.wires.retain(|target| target.holds(document).is_some());
    }

    fn nodes(
        &mut self,
        context: &mut NodesCtx,
        ui: &mut Ui,
        shown: Shown,
        layers: &mut Vec<LayerId>,
        out: &mut Outbox,
    ) {
        let document = shown.outline.document().clone();
        self.visible.clear();
        for (id, node) in &document.nodes {
            let item = Item::Node(id.clone());
            let notes =
                &mut node::Notes { measured: &mut self.measured, layers: &mut *layers, out: &mut *out };
            let (event, is_visible) = node::show(context, ui, shown, id, node, notes);
            if is_visible {
                self.visible.push(id.clone());
            }
            self.wire_event(event, item, shown.outline, out);
        }
        let event = node::show_outputs(context, ui, shown, layers, out);
        self.wire_event(event, Item::Outputs, shown.outline, out);
    }

    /// A wire was begun, ended or dropped.
    fn wire_event(&mut self, event: Option<EdgeEvent>, item: Item, outline: &Outline, out: &mut Outbox) {
        match event {
            Some(EdgeEvent::Started { kind, index }) => self.drawn = Some((item, kind, index)),
            Some(EdgeEvent::Ended { kind, index }) => {
                let Some((other, start, begun)) = self.drawn.take().filter(|(_, start, _)| *start != kind)
                else {
                    return;
                };
                let (from, to) = match start {
                    SocketKind::Output => ((other, begun), (item, index)),
                    SocketKind::Input => ((item, index), (other, begun)),
                };
                let Some(from) = sockets::output(outline, &from.0, from.1) else { return };
                match sockets::target(outline, &to.0, to.1) {
                    Some(Target::Input(input)) => out.act(actions::connect(outline, &from, &input)),
                    Some(Target::Output(name)) => out.act(actions::set_output(outline, &name, &from)),
                    None => out.act(actions::add_output(outline, &from, &from.name)),
                }
            }
            Some(EdgeEvent::Cancelled) => {
                if let Some((item, kind, index)) = self.drawn.take() {
                    self.drop_wire(outline, &item, kind, index, out);
                }
            }
            None => {}
        }
    }

    /// A wire ends in the air: a menu of what could be there, or, of a wire that was there, its end.
    fn drop_wire(&self, outline: &Outline, item: &Item, kind: SocketKind, index: usize, out: &mut Outbox) {
        let loose = match kind {
            SocketKind::Output => sockets::output(outline, item, index).map(Loose::From),
            SocketKind::Input => {
                let target = sockets::target(outline, item, index);
                let wired = target.as_ref().and_then(|target| target.holds(outline.document()));
                if let (Some(target), true) =
                    (&target, wired.is_some_and(|held| outline.source_of(held).is_some()))
                {
                    out.act(remove_wire(outline, target));
                    return;
                }
                target.map(Loose::To)
            }
        };
        if let Some(loose) = loose {
            out.add = Some(AddMenu::new(self.pointer_on_screen(), self.pointer, Some(loose)));
        }
    }

    /// Takes note of where the pointer is: what keys do before the canvas is shown is done there.
    pub fn follow_pointer(&mut self, context: &Context) {
        let pointer = context.input(|input| input.pointer.latest_pos());
        if let Some(pointer) = pointer.filter(|pointer| self.area.contains(*pointer)) {
            self.pointer = self.to_document(pointer);
        }
    }

    fn background(&mut self, ui: &Ui, response: &egui::Response, out: &mut Outbox) {
        self.follow_pointer(ui.ctx());
        if response.clicked_by(PointerButton::Secondary) {
            out.add = Some(AddMenu::new(self.pointer_on_screen(), self.pointer, None));
        }
        if response.clicked() {
            self.wires.clear();
        }
    }

    fn selected_ids(&self) -> std::collections::HashSet<NodeId> {
        let outputs = self.outputs_selected.then(outputs_id);
        self.selection.iter().map(|id| node_id(id)).chain(outputs).collect()
    }

    fn select(&mut self, selected: &std::collections::HashSet<NodeId>) {
        let items = selected.iter().filter_map(|id| self.items.get(id));
        self.selection = items
            .filter_map(|item| match item {
                Item::Node(id) => Some(id.clone()),
                Item::Outputs => None,
            })
            .collect();
        self.outputs_selected = selected.contains(&outputs_id());
    }

    /// Asks to keep the places to which nodes were dragged.
    fn ask_for_places(&self, outline: &Outline, out: &mut Outbox) {
        let place =
            |id: NodeId| self.view.layout.get(&id).map(|place| [f64::from(place.x), f64::from(place.y)]);
        let layout = &outline.document().layout;
        let moved = self.selection.iter().filter_map(|id| Some((id.clone(), place(node_id(id))?)));
        let moved: Vec<_> = moved.filter(|(id, place)| layout.get(id) != Some(place)).collect();
        let mut action = actions::move_to(moved);
        if let Some(place) = self.outputs_selected.then(|| place(outputs_id())).flatten() {
            let outputs = travertine_editing::Edit::OutputsPosition(Some(place));
            action.edit = travertine_editing::Edit::All(vec![action.edit, outputs]);
        }
        out.act(Ok(action));
    }
}

/// Takes the wire away that leads there.
pub fn remove_wire(
    outline: &Outline,
    target: &Target,
) -> Result<travertine_editing::Action, travertine_editing::Refusal> {
    match target {
        Target::Input(input) => Ok(actions::disconnect(input)),
        Target::Output(name) => actions::remove_output(outline, name),
    }
}

/// Tells assistive technology where on the screen it all is.
fn tell_transform(ui: &Ui) {
    let shown = ui.ctx().layer_transform_to_global(ui.layer_id()).unwrap_or_default();
    let (zoom, offset) = (f64::from(shown.scaling), shown.translation);
    let transform = [zoom, 0.0, 0.0, zoom, f64::from(offset.x), f64::from(offset.y)];
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_transform(egui::accesskit::Affine::new(transform))
    });
}

fn graph_id() -> Id {
    egui_graph::id("canvas")
}

fn node_id(id: &str) -> NodeId {
    NodeId::new(("node", id))
}

fn outputs_id() -> NodeId {
    NodeId::new("outputs")
}

/// The layer in which a node is drawn.
fn node_layer(ui: &Ui, id: NodeId) -> LayerId {
    LayerId::new(ui.layer_id().order, egui_graph::node::egui_id(graph_id(), id))
}

fn socket(node: &str, name: &str) -> Socket {
    Socket::new(node, name)
}

/// The size of an item before it was ever shown.
const TYPICAL: Vec2 = Vec2::new(WIDTH, 220.0);

//! The canvas: nodes and wires of a document, as egui_graph shows them; nothing else knows that library.
//!
//! It holds nothing of the document but copies of places, and asks for every change.

mod arrange;
mod bend;
mod drawing;
pub mod frames;
mod landing;
mod minimap;
mod node;
mod sharp;
mod sockets;
mod view;
mod wires;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use egui::{Context, CornerRadius, Id, LayerId, PointerButton, Pos2, Rect, Style, Ui, Vec2};
use egui_graph::{Graph, NodeId, NodesCtx, View};
use travertine_editing::actions;
use travertine_editing::{Action, Edit, Outline, Refusal, Socket, Target};

use crate::add_menu::AddMenu;
use crate::outbox::Outbox;
use crate::pictures::Pictures;
use crate::problems::Problems;
use crate::theme::Palette;
use drawing::Drawn;
use frames::Carried;
use sharp::SharpText;

pub use arrange::GRID;
use arrange::places_for_others;
pub use bend::{REROUTE, around as bend_around};
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
    /// The ids of the selected frames and notes.
    pub frames: BTreeSet<String>,
    carried: Option<Carried>,
    /// Where the box begins that is being drawn to select what is in it.
    box_from: Option<Pos2>,
    /// How far the selected nodes have been dragged from where the document has them.
    dragged: Vec2,
    /// The wire into which the node goes that is being dragged.
    landing: Option<Target>,
    /// Whether there is a map of it all in the corner.
    pub has_minimap: bool,
    /// Where the selected wires lead.
    pub wires: BTreeSet<Target>,
    sharp: SharpText,
    /// Whether to show all of it, or the selection, as soon as sizes are known.
    fit: Option<Fit>,
    /// The wire that is being drawn.
    drawn: Option<Drawn>,
    /// Where the canvas is on the screen.
    pub area: Rect,
    /// Where the pointer is or was last, in the document's points.
    pub pointer: Pos2,
    measured: HashMap<String, node::Measured>,
    /// The nodes that were in view, in the frame before.
    pub visible: Vec<String>,
    /// Whether there are nodes for which the document has no place.
    has_unplaced: bool,
    /// Whether every node has been shown once.
    is_measured: bool,
    /// Until when scrolling is that of a wheel.
    wheel_until: f64,
}

impl Item {
    /// What egui_graph calls it.
    fn node_id(&self) -> NodeId {
        match self {
            Item::Node(id) => node_id(id),
            Item::Outputs => outputs_id(),
        }
    }
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas {
            view: View::default(),
            items: HashMap::new(),
            revision: None,
            selection: BTreeSet::new(),
            outputs_selected: false,
            frames: BTreeSet::new(),
            carried: None,
            box_from: None,
            dragged: Vec2::ZERO,
            landing: None,
            has_minimap: true,
            wires: BTreeSet::new(),
            sharp: SharpText::default(),
            fit: Some(Fit::All),
            drawn: None,
            area: Rect::NOTHING,
            pointer: Pos2::ZERO,
            measured: HashMap::new(),
            visible: Vec::new(),
            has_unplaced: false,
            is_measured: false,
            wheel_until: 0.0,
        }
    }
}

impl Canvas {
    /// The canvas of another document: all of it, and nothing selected.
    pub fn reset(&mut self) {
        *self = Canvas { area: self.area, has_minimap: self.has_minimap, ..Canvas::default() };
    }

    /// Whether a node, a frame or a wire is selected.
    pub fn has_selection(&self) -> bool {
        !self.selection.is_empty() || !self.wires.is_empty() || !self.frames.is_empty()
    }

    /// Shows it in all of the room that there is.
    pub fn show(&mut self, ui: &mut Ui, shown: Shown, out: &mut Outbox) {
        self.area = ui.available_rect_before_wrap();
        self.take_focus(ui);
        self.take_over(ui.ctx(), shown);
        self.prepare_view(ui, shown.outline);
        self.carry_nodes(shown.outline);
        self.dragged = self.dragged_by(shown.outline);
        self.landing = self.find_landing(ui, shown.outline);
        self.paint_ground(ui);
        let graph_id = graph_id();
        let mut layers = Vec::new();
        let selected = self.selected_ids();
        let mut view = std::mem::take(&mut self.view);
        // A wire that is let go asks where on the screen it was.
        self.view.scene_rect = view.scene_rect;
        // Sockets sense presses themselves, on both sides of a node's edge; so the graph shall not.
        let style = Arc::clone(ui.style());
        let inside = Arc::new(node::style(&style));
        ui.spacing_mut().interact_size = Vec2::ZERO;
        // Wires are as easy to hit from afar as from near.
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
                self.show_frames(ui, shown, out);
                show.nodes(ui, |context, ui| self.nodes(context, ui, shown, &inside, &mut layers, out))
                    .edges(ui, |context, ui| self.show_wires(context, ui, shown, out));
            });
        ui.set_style(style);
        self.view = view;
        self.pan_at_edge(ui);
        if let Some(selected) = response.selection_changed {
            self.select(&selected);
            if !ui.input(|input| input.modifiers.command) {
                self.frames.clear();
            }
        }
        if response.nodes_moved {
            self.ask_for_places(shown.outline, out);
        }
        self.background(ui, shown.outline, &response.response, out);
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
        self.show_minimap(ui, shown.outline);
        if !self.is_measured && self.has_unplaced {
            // Now it is known how large they are.
            self.revision = None;
        }
        self.is_measured = true;
    }

    /// A press on the canvas ends typing elsewhere: keys are meant for what was pressed.
    fn take_focus(&self, ui: &Ui) {
        let pressed =
            ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
        let is_here = pressed.is_some_and(|place| self.area.contains(place) && view::is_uncovered(ui, place));
        let focused = ui.memory(|memory| memory.focused()).filter(|_| is_here);
        if let Some(id) = focused
            && ui.ctx().read_response(id).is_none_or(|field| !field.contains_pointer())
        {
            ui.memory_mut(|memory| memory.surrender_focus(id));
        }
    }

    /// Copies places from the document when it has changed.
    fn take_over(&mut self, context: &Context, Shown { outline, revision, .. }: Shown) {
        if self.revision == Some(revision) {
            return;
        }
        self.revision = Some(revision);
        let document = outline.document();
        self.items = document.nodes.keys().map(|id| (node_id(id), Item::Node(id.clone()))).collect();
        self.items.insert(outputs_id(), Item::Outputs);
        self.view.layout.clear();
        let unplaced = places_for_others(context, outline);
        self.has_unplaced = !unplaced.is_empty();
        let known = document.nodes.keys().filter_map(|id| document.layout.get_key_value(id));
        let places: BTreeMap<&String, [f64; 2]> = known
            .map(|(id, place)| (id, *place))
            .chain(unplaced.iter().map(|(id, place)| (id, *place)))
            .collect();
        for (id, known) in &places {
            self.view.layout.insert(node_id(id), point(*known));
        }
        let right = places.values().fold(0.0, |right: f64, place| right.max(place[0]));
        let beside = [right + f64::from(WIDTH) + 60.0, 0.0];
        self.view.layout.insert(outputs_id(), point(document.annotations.outputs.unwrap_or(beside)));
        self.selection.retain(|id| document.nodes.contains_key(id));
        self.wires.retain(|target| target.holds(document).is_some());
        self.frames.retain(|id| document.annotations.frames.contains_key(id));
    }

    fn nodes(
        &mut self,
        context: &mut NodesCtx,
        ui: &mut Ui,
        shown: Shown,
        style: &Arc<Style>,
        layers: &mut Vec<LayerId>,
        out: &mut Outbox,
    ) {
        let document = shown.outline.document().clone();
        self.visible.clear();
        let (mut grabbed, mut chosen) = (None, None);
        let notes = &mut node::Notes {
            measured: &mut self.measured,
            layers,
            style,
            categories: &node::categories(shown.outline),
            grabbed: &mut grabbed,
            chosen: &mut chosen,
            out,
        };
        for (id, node) in &document.nodes {
            if node::show(context, ui, shown, id, node, notes) {
                self.visible.push(id.clone());
            }
        }
        node::show_outputs(context, ui, shown, notes);
        if let Some(id) = chosen.filter(|id| !self.selection.contains(id)) {
            self.frames.clear();
            self.selection = BTreeSet::from([id]);
        }
        if let Some(grabbed) = grabbed {
            self.begin_wire(shown.outline, grabbed);
        }
    }

    fn background(&mut self, ui: &Ui, outline: &Outline, response: &egui::Response, out: &mut Outbox) {
        if response.clicked_by(PointerButton::Secondary) {
            out.add = Some(AddMenu::new(self.pointer_on_screen(), self.pointer, None));
        }
        if response.clicked() {
            self.wires.clear();
            self.frames.clear();
        }
        if response.drag_started_by(PointerButton::Primary) {
            let origin = ui.input(|input| input.pointer.press_origin());
            self.box_from = origin.map(|origin| self.to_document(origin));
        }
        if let Some(from) = self.box_from.take_if(|_| response.drag_stopped()) {
            self.select_framed(ui, outline, Rect::from_two_pos(from, self.pointer));
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
        let layout = &outline.document().layout;
        let moved = self.selection.iter().filter_map(|id| Some((id.clone(), self.place(node_id(id))?)));
        let moved: Vec<_> = moved.filter(|(id, place)| layout.get(id) != Some(place)).collect();
        let mut action = actions::move_to(moved);
        if !self.frames.is_empty() {
            let offset = self.dragged_by(outline);
            let offset = [offset.x, offset.y].map(f64::from);
            action = action.and(actions::move_by(outline, &BTreeSet::new(), &self.frames, offset));
        }
        // A node that is dropped on a wire goes into it.
        let id = self.selection.first().filter(|_| self.selection.len() == 1);
        let landed =
            self.landing.as_ref().zip(id).and_then(|(to, id)| actions::put_on_wire(outline, id, to).ok());
        if let Some(landed) = landed {
            action = Action { label: landed.label.clone(), ..action.and(landed) };
        }
        if let Some(place) = self.outputs_selected.then(|| self.place(outputs_id())).flatten() {
            action.edit = Edit::All(vec![action.edit, Edit::OutputsPosition(Some(place))]);
        }
        out.act(Ok(action));
    }
}

/// A place of a document on the canvas: what is farther away than anybody would go is at the end of the world.
fn point(place: [f64; 2]) -> Pos2 {
    const FAR: f64 = 1e6;
    let [x, y] = place.map(|side| side.clamp(-FAR, FAR) as f32);
    Pos2::new(x, y)
}

/// Takes the wire away that leads there.
pub fn remove_wire(outline: &Outline, target: &Target) -> Result<Action, Refusal> {
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

/// How near to a wire a click means it, in points of the screen.
const WIRE_REACH: f32 = 6.0;

/// How near to a line through others a dragged node snaps to it, in points of the screen.
const ALIGN_REACH: f32 = 5.0;

/// The size of an item before it was ever shown.
const TYPICAL: Vec2 = Vec2::new(WIDTH, 220.0);

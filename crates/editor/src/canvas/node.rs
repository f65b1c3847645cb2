//! Drawing a node from its definition: title, picture, outputs and inputs.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use egui::{
    Align, Align2, Color32, CornerRadius, FontId, Frame, Image, Label, Layout, Margin, Mesh, Rect, Response, RichText,
    Sense, Shadow, Stroke, StrokeKind, Style, TextStyle, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_graph::{FramedResponse, NodeCtx, NodesCtx, SocketLayout};
use travertine_editing::actions;
use travertine_graph::definition::Definition;
use travertine_graph::document::Node;

use super::items::{Item, node_id, outputs_id};
use super::measured::Measured;
use super::pulled::{Pulled, opens};
use super::rows::{self, Extent};
use super::shown::Shown;
use super::sizes::{EDGE, FAR, HEADER, MARGIN, NAMELESS, SOCKET, TINY, WIDTH};
use super::sockets::{self, End};
use super::{category, distant, heat};
use crate::commands::Command;
use crate::commands::menus;
use crate::fields::input::shown_name;
use crate::icons;
use crate::requests::{Go, Request, Requests};
use crate::theme::Palette;

const PICTURE: f32 = 76.0;
/// The distance of the second border around a group, in points.
const GAP: f32 = 2.0;

/// State collected while nodes are drawn.
pub struct Notes<'a> {
    /// The sizes of nodes.
    pub measured: &'a mut HashMap<String, Measured>,
    /// The layers that were drawn.
    pub layers: &'a mut Vec<egui::LayerId>,
    /// The style inside nodes.
    pub style: &'a Arc<Style>,
    /// The wire that the user is drawing.
    pub pulled: Option<&'a Pulled>,
    /// The nodes that show all their inputs.
    pub full: &'a mut BTreeSet<String>,
    /// The socket on which the user pressed to draw a wire.
    pub grabbed: &'a mut Option<End>,
    /// The node whose menu the user opened.
    pub chosen: &'a mut Option<String>,
    /// The meshes of nodes from very far, to be painted below all other parts of nodes.
    pub joined: &'a mut Vec<Mesh>,
    /// The requests of this frame.
    pub requests: &'a mut Requests,
}

/// The style inside nodes.
pub fn style(outside: &Style) -> Style {
    let mut style = outside.clone();
    style.interaction.selectable_labels = false;
    style.spacing.item_spacing = Vec2::new(6.0, 2.0);
    style
}

/// Shows a node; returns whether it is in view.
pub fn show(context: &mut NodesCtx, ui: &mut Ui, shown: Shown, id: &str, node: &Node, notes: &mut Notes) -> bool {
    let Notes { measured, layers, style, pulled, full, grabbed, chosen, joined, requests } = notes;
    let outline = shown.outline;
    let item = Item::Node(id.to_owned());
    let definition = outline.definition(id).cloned();
    let (inputs, outputs) = match &definition {
        Some(definition) => (definition.inputs.len(), definition.outputs.len()),
        None => (node.inputs.len(), 1),
    };
    let annotations = &outline.document().annotations;
    let collapsed = annotations.collapsed.contains(id);
    let unfolded = !annotations.folded.contains(id);
    let extent = match pulled {
        Some(pulled) if pulled.over.as_ref() == Some(&item) => Extent::Reached,
        _ if full.contains(id) => Extent::All,
        _ => Extent::Few,
    };
    let key = (node.node_type.clone(), unfolded, collapsed, extent);
    // When zoomed out, details are unreadable, and there are many nodes.
    let distant = measured.get(id).filter(|measured| shown.zoom < FAR && !collapsed && measured.key == key);
    let wired = distant.map(|measured| distant::wired_inputs(definition.as_deref(), node, measured));
    // Sockets without places would be spread along the edge.
    let has_inputs = !collapsed && wired.as_ref().is_none_or(|wired| !wired.is_empty());
    let is_instance = outline.group_of(id).is_some();
    let palette = Palette::of(ui);
    let framing = Framing {
        salt: id,
        width: WIDTH,
        faded: node.muted,
        detail: match distant {
            None => Detail::Full,
            Some(_) if shown.zoom >= TINY => Detail::Plain,
            Some(_) => Detail::Hollow,
        },
        ground: heat::of_node(palette, shown.heat.as_ref(), id),
        is_double: is_instance,
        problem: shown.problems.of_node(id).map(|problem| problem.color(palette)),
    };
    let response = egui_graph::node::Node::from_id(node_id(id))
        .inputs(if has_inputs { inputs } else { 0 })
        .outputs(if collapsed { 0 } else { outputs })
        .max_width(WIDTH + 2.0)
        .socket_radius(SOCKET)
        .socket_color(Color32::TRANSPARENT)
        .animation_time(0.0)
        .show_or_cull(context, ui, |context| {
            framed(context, layers, style, &framing, |ui, layout| {
                if let Some(measured) = distant {
                    distant::paint(ui, shown, id, definition.as_deref(), measured, joined);
                }
                header(ui, shown, id, definition.as_deref(), (collapsed, distant.is_some()));
                if collapsed {
                    return collapsed_sockets(ui, layout, inputs, outputs);
                }
                if let (Some(measured), Some(wired)) = (distant, &wired) {
                    return distant::place(ui, layout, measured, wired);
                }
                Frame::new().inner_margin(Margin { left: 10, right: 10, top: 5, bottom: 7 }).show(ui, |ui| {
                    ui.set_width(WIDTH - 2.0 * MARGIN);
                    match &definition {
                        Some(definition) => {
                            upper(ui, layout, shown, id, definition, unfolded);
                            if rows::show(ui, layout, outline, (id, definition), extent, requests) && !full.remove(id) {
                                full.insert(id.to_owned());
                            }
                        }
                        None => unknown(ui, layout, node),
                    }
                });
            })
        });
    let is_distant = distant.is_some();
    sockets::show(ui, shown, &item, response.sockets(), opens(*pulled, &item), grabbed);
    if response.inner().is_some() && !is_distant {
        let below = |(index, socket): (usize, &Response)| (index, socket.rect.center().y - response.rect.top());
        let inputs = response.sockets().inputs().map(below).collect();
        let outputs = response.sockets().outputs().map(below).collect();
        measured.insert(id.to_owned(), Measured { key, height: response.rect.height(), inputs, outputs });
    }
    let (pointer, title) = (response.interact_pointer_pos(), response.rect.top() + HEADER);
    let on_title = pointer.is_some_and(|pointer| pointer.y < title);
    if is_instance && on_title && response.double_clicked() {
        requests.push(Request::Go(Go::Into(id.to_owned())));
    } else if response.double_clicked() {
        requests.push(Request::Preview(id.to_owned()));
    }
    let more = if is_instance { menus::OF_INSTANCES } else { &[] };
    offer(&response, on_title, id, &[menus::OF_NODES, more], (chosen, requests));
    response.inner().is_some()
}

/// Opens the menu of a node, with the commands of these lists, after a click on it.
pub fn offer(
    response: &Response,
    opens: bool,
    id: &str,
    lists: &[&[Command]],
    (chosen, requests): (&mut Option<String>, &mut Requests),
) {
    let opens = opens && response.secondary_clicked();
    if opens {
        *chosen = Some(id.to_owned());
    }
    menus::at_pointer(response, opens, lists, requests);
}

/// Shows the list of the graph's outputs.
pub fn show_outputs(context: &mut NodesCtx, ui: &mut Ui, shown: Shown, notes: &mut Notes) {
    let Notes { layers, style, pulled, grabbed, requests, .. } = notes;
    let outputs = &shown.outline.document().outputs;
    let detail = Detail::at(shown.zoom);
    let ground = Palette::of(ui).raised;
    let framing = Framing { salt: "", width: WIDTH, faded: false, detail, ground, is_double: false, problem: None };
    let response = egui_graph::node::Node::from_id(outputs_id())
        .inputs(outputs.len() + 1)
        .max_width(WIDTH + 2.0)
        .socket_radius(SOCKET)
        .socket_color(Color32::TRANSPARENT)
        .animation_time(0.0)
        .show_or_cull(context, ui, |context| {
            framed(context, layers, style, &framing, |ui, layout| {
                let palette = Palette::of(ui);
                let (rect, _) = ui.allocate_exact_size(Vec2::new(WIDTH, HEADER), Sense::hover());
                let corners = CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 };
                ui.painter().rect_filled(rect, corners, palette.fill);
                let start = rect.left_center() + Vec2::new(MARGIN, 0.0);
                ui.painter().text(start, Align2::LEFT_CENTER, "Outputs", title_font(ui), palette.text);
                Frame::new().inner_margin(Margin { left: 10, right: 10, top: 5, bottom: 7 }).show(ui, |ui| {
                    ui.set_width(WIDTH - 2.0 * MARGIN);
                    for (index, (name, held)) in outputs.iter().enumerate() {
                        layout.row(ui, Some(index), None, |ui| {
                            let source = shown.outline.source_of(held);
                            let label = line(ui, RichText::new(name));
                            let menu = label.on_hover_text(match &source {
                                Some(source) => format!("Comes from {}, {}.", source.node, source.name),
                                None => "No wire.".to_owned(),
                            });
                            menu.context_menu(|ui| {
                                if ui.button("Remove output").clicked() {
                                    requests.act(actions::remove_output(shown.outline, name));
                                }
                            });
                        });
                    }
                    layout.row(ui, Some(outputs.len()), None, |ui| line(ui, RichText::new("add an output").weak()));
                });
            })
        });
    let is_open = opens(*pulled, &Item::Outputs);
    sockets::show(ui, shown, &Item::Outputs, response.sockets(), is_open, grabbed);
}

/// The detail of a border, less from afar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A shadow, a line around it and round corners.
    Full,
    /// Neither shadow nor line, and sharp corners: they could not be seen, and cost time.
    Plain,
    /// The same without a ground, which is painted otherwise.
    Hollow,
}

impl Detail {
    /// That of items which always paint their ground.
    pub fn at(zoom: f32) -> Detail {
        if zoom < FAR { Detail::Plain } else { Detail::Full }
    }
}

/// The appearance of an item's border.
pub struct Framing<'a> {
    /// A name that distinguishes the item from others.
    pub salt: &'a str,
    /// The width, in points.
    pub width: f32,
    /// Whether the item is shown as inactive.
    pub faded: bool,
    /// The detail of the border.
    pub detail: Detail,
    /// The color of the ground.
    pub ground: Color32,
    /// Whether there is a second border around it, the mark of a group.
    pub is_double: bool,
    /// The color of its problem, if it has one.
    pub problem: Option<Color32>,
}

/// Draws the border around an item.
pub fn framed(
    context: NodeCtx<'_>,
    layers: &mut Vec<egui::LayerId>,
    style: &Arc<Style>,
    framing: &Framing,
    content: impl FnOnce(&mut Ui, &mut SocketLayout),
) -> FramedResponse<()> {
    let palette = if context.style().visuals.dark_mode { Palette::DARK } else { Palette::LIGHT };
    let interaction = context.interaction();
    let is_chosen = interaction.selected || interaction.in_selection_rect;
    let stroke = match (is_chosen, framing.problem, interaction.hovered) {
        (true, ..) => Stroke::new(2.0, palette.accent),
        (false, Some(color), _) => Stroke::new(EDGE, color),
        (false, None, true) => Stroke::new(1.0, palette.weak),
        (false, None, false) if framing.detail != Detail::Full => Stroke::NONE,
        (false, None, false) => Stroke::new(1.0, palette.line),
    };
    // A wider border takes no more room.
    let margin = EDGE - stroke.width;
    let mut frame = Frame::new().stroke(stroke).inner_margin(margin);
    if framing.detail != Detail::Hollow {
        frame = frame.fill(framing.ground);
    }
    if framing.detail == Detail::Full {
        let color = Color32::from_black_alpha(60);
        frame = frame.corner_radius(6).shadow(Shadow { offset: [0, 2], blur: 8, spread: 0, color });
    }
    context.framed_with(frame, |ui, layout| {
        layers.push(ui.layer_id());
        ui.set_style(Arc::clone(style));
        ui.set_width(framing.width);
        if framing.faded {
            ui.set_opacity(0.5);
        }
        ui.push_id(framing.salt, |ui| content(ui, layout));
        if framing.is_double {
            let around = ui.min_rect().expand(EDGE + GAP);
            // The line of other borders is too faint for a mark on a light canvas.
            let is_faint = stroke.color == palette.line || stroke.is_empty();
            let color = if is_faint { palette.weak.gamma_multiply(0.6) } else { stroke.color };
            ui.painter().rect_stroke(around, 6.0 + GAP, Stroke::new(1.0, color), StrokeKind::Outside);
        }
    })
}

fn header(ui: &mut Ui, shown: Shown, id: &str, definition: Option<&Definition>, (collapsed, is_plain): (bool, bool)) {
    let palette = Palette::of(ui);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(WIDTH, HEADER), Sense::hover());
    let upper = if is_plain { 0 } else { 5 };
    let lower = if collapsed { 5 } else { 0 };
    let corners = CornerRadius { nw: upper, ne: upper, sw: lower, se: lower };
    if !is_plain {
        let ground = heat::of_title(palette, shown.heat.as_ref(), id, definition);
        ui.painter().rect_filled(rect, corners, ground);
    }
    if shown.previewed == Some(id) {
        ui.painter().rect_filled(Rect::from_min_size(rect.min, Vec2::new(4.0, HEADER)), corners, palette.accent);
    }
    let mut inner = rect.shrink2(Vec2::new(MARGIN, 0.0));
    let problem = shown.problems.of_node(id);
    if let Some(problem) = problem {
        let mark = Rect::from_center_size(inner.right_center() - Vec2::new(7.0, 0.0), Vec2::splat(16.0));
        inner.max.x -= 20.0;
        let color = problem.color(palette);
        ui.painter().circle_filled(mark.center(), 7.5, palette.canvas);
        ui.painter().text(mark.center(), Align2::CENTER_CENTER, "!", title_font(ui), color);
        ui.interact(mark, ui.id().with("problem"), Sense::hover()).on_hover_text(problem.text.as_str());
    }
    if shown.outline.group_of(id).is_some() {
        group_mark(ui, rect);
        inner.min.x += 18.0;
    } else if let Some(definition) = definition.filter(|_| shown.zoom >= TINY) {
        let category = definition.category();
        let color = if shown.heat.is_some() { palette.weak } else { category::mark(palette, category) };
        let icon = icons::of_category(category);
        // The icons of the font stand a little high.
        let middle = inner.left_center() + Vec2::new(0.0, 0.5);
        ui.painter().text(middle, Align2::LEFT_CENTER, icon, title_font(ui), color);
        inner.min.x += 18.0;
    }
    let part = shown.heat.and_then(|heats| heat::part(&heats, id)).filter(|_| !is_plain && shown.zoom >= NAMELESS);
    if let Some(part) = part {
        inner = heat::show_in_title(ui, id, part, inner);
    }
    let response = ui.interact(inner, ui.id().with("title"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("node {id}")));
    if shown.zoom < NAMELESS {
        return;
    }
    let is_muted = shown.outline.document().nodes.get(id).is_some_and(|node| node.muted);
    let (kind, ink) = match definition {
        _ if is_muted => ("muted", palette.warning),
        Some(definition) => (&*definition.label, palette.weak),
        None => ("unknown type", palette.weak),
    };
    let kind = ui.painter().layout_no_wrap(kind.to_owned(), TextStyle::Small.resolve(ui.style()), ink);
    let mut builder = egui::text::LayoutJob::simple_singleline(id.to_owned(), title_font(ui), palette.text);
    if is_muted {
        builder.sections.iter_mut().for_each(|part| part.format.strikethrough = Stroke::new(1.5, palette.warning));
        // The mark is always shown.
        inner.max.x -= kind.size().x + 10.0;
    }
    builder.wrap.max_width = inner.width();
    builder.wrap.max_rows = 1;
    builder.wrap.break_anywhere = true;
    let title = ui.painter().layout_job(builder);
    if is_muted {
        inner.max.x += kind.size().x + 10.0;
    }
    let shows_kind = is_muted || !is_plain && part.is_none() && title.size().x + kind.size().x + 10.0 < inner.width();
    let middle = |height: f32| rect.center().y - height / 2.0;
    let corner = egui::pos2(inner.left(), middle(title.size().y));
    ui.painter().galley(corner, title, palette.text);
    if shows_kind {
        let corner = egui::pos2(inner.right() - kind.size().x, middle(kind.size().y) + 1.0);
        ui.painter().galley(corner, kind, ink);
    }
    if let Some(definition) = definition {
        response.on_hover_ui(|ui| {
            ui.strong(&*definition.label);
            ui.label(&*definition.description);
            ui.weak(definition.type_name());
        });
    }
}

/// The mark of a group: sheets behind each other, at the start of the title.
fn group_mark(ui: &Ui, header: Rect) {
    let palette = Palette::of(ui);
    let corner = header.left_center() + Vec2::new(MARGIN, -6.0);
    for (offset, fill) in [(4.0, palette.raised), (2.0, palette.raised), (0.0, palette.accent)] {
        let sheet = Rect::from_min_size(corner + Vec2::new(offset, 4.0 - offset), Vec2::new(9.0, 8.0));
        ui.painter().rect(sheet, 1.5, fill, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
    }
}

/// The picture on the left, the outputs on the right.
fn upper(ui: &mut Ui, layout: &mut SocketLayout, shown: Shown, id: &str, definition: &Definition, unfolded: bool) {
    let width = ui.available_width();
    ui.horizontal_top(|ui| {
        let mut rest = width;
        if unfolded {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
            let palette = Palette::of(ui);
            match shown.pictures.of_node(id) {
                Some(picture) => {
                    let image = Image::new((picture.texture, rect.size())).uv(picture.uv);
                    image.corner_radius(3).paint_at(ui, rect);
                }
                None => {
                    ui.painter().rect_filled(rect, 3.0, palette.field);
                }
            }
            ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, palette.line), StrokeKind::Outside);
            rest -= PICTURE + ui.spacing().item_spacing.x;
        }
        ui.vertical(|ui| {
            ui.set_width(rest);
            for (index, output) in definition.outputs.iter().enumerate() {
                let row = layout.row(ui, None, Some(index), |ui| {
                    let size = Vec2::new(rest, ui.spacing().interact_size.y);
                    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                        ui.set_min_size(size);
                        ui.add(Label::new(shown_name(&output.name)).truncate());
                        if let Some(value) = shown.pictures.value_of(id, &output.name) {
                            let value = RichText::new(value).small().color(Palette::of(ui).accent);
                            ui.add(Label::new(value).truncate());
                        }
                    });
                });
                row.response.on_hover_text(&*output.description);
            }
            if let (Some((range, explanation)), true) = (shown.pictures.range_of(id), unfolded) {
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    ui.add(Label::new(RichText::new(range).small().weak()).truncate()).on_hover_text(explanation);
                });
            }
        });
    });
}

/// A node of a type that this version does not have, with its inputs from the document.
fn unknown(ui: &mut Ui, layout: &mut SocketLayout, node: &Node) {
    layout.row(ui, None, Some(0), |ui| line(ui, RichText::new(&node.node_type).color(Palette::of(ui).error)));
    for (index, name) in node.inputs.keys().enumerate() {
        layout.row(ui, Some(index), None, |ui| line(ui, RichText::new(name).weak()));
    }
}

/// All sockets at the title.
fn collapsed_sockets(ui: &Ui, layout: &mut SocketLayout, inputs: usize, outputs: usize) {
    let middle = ui.min_rect().top() + HEADER / 2.0;
    (0..inputs).for_each(|index| layout.input_at(index, middle));
    (0..outputs).for_each(|index| layout.output_at(index, middle));
}

fn line(ui: &mut Ui, text: RichText) -> Response {
    let size = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(text).truncate().sense(Sense::click()))
    })
    .inner
}

fn title_font(ui: &Ui) -> FontId {
    FontId { size: 13.5, ..TextStyle::Body.resolve(ui.style()) }
}

//! Bends of wires: small nodes that pass on their input.

use egui::{Color32, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType};
use egui_graph::NodesCtx;
use travertine_graph::document::Node;

use super::items::{Item, node_id};
use super::node::{Detail, Framing, Notes, framed, offer};
use super::pulled::opens;
use super::shown::Shown;
use super::sockets;
use crate::commands::menus;
use crate::requests::Request;
use crate::theme::Palette;

/// The node type of bends.
pub const REROUTE: &str = "util/reroute";

const SIZE: Vec2 = Vec2::new(36.0, 18.0);

/// The position of a bend with this center.
pub fn around(middle: egui::Pos2) -> [f64; 2] {
    let corner = middle - SIZE / 2.0;
    [corner.x, corner.y].map(|side| f64::from(side.round()))
}

/// Shows a bend; returns whether it is in view.
pub fn show(context: &mut NodesCtx, ui: &mut Ui, shown: Shown, id: &str, node: &Node, notes: &mut Notes) -> bool {
    let outline = shown.outline;
    let Notes { layers, style, pulled, grabbed, chosen, requests, .. } = notes;
    let problem = shown.problems.of_node(id).map(|problem| problem.color(Palette::of(ui)));
    let detail = Detail::at(shown.zoom);
    let ground = Palette::of(ui).raised;
    let framing = Framing { salt: id, width: SIZE.x, faded: node.muted, detail, ground, is_double: false, problem };
    let response = egui_graph::node::Node::from_id(node_id(id))
        .max_width(SIZE.x)
        .socket_color(Color32::TRANSPARENT)
        .animation_time(0.0)
        .show_or_cull(context, ui, |context| {
            framed(context, layers, style, &framing, |ui, layout| {
                let (rect, _) = ui.allocate_exact_size(SIZE, Sense::hover());
                let palette = Palette::of(ui);
                let kind = outline.node(id).and_then(|known| known.outputs.first());
                let color = match (shown.problems.of_node(id), kind) {
                    (Some(problem), _) if problem.is_error => palette.error,
                    (_, Some(kind)) => palette.of_type(*kind),
                    (_, None) => palette.any,
                };
                let ends = [rect.left_center(), rect.right_center()];
                ui.painter().add(Shape::line_segment(ends, Stroke::new(2.0, color)));
                ui.painter().circle_filled(rect.center(), 4.0, color);
                layout.input_at(0, rect.center().y);
                layout.output_at(0, rect.center().y);
                let response = ui.interact(rect, ui.id().with("title"), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("node {id}")));
                let problem = shown.problems.of_node(id);
                response.on_hover_text(problem.map_or(id, |problem| problem.text.as_str()));
            })
        });
    let item = Item::Node(id.to_owned());
    sockets::show(ui, shown, &item, response.sockets(), opens(*pulled, &item), grabbed);
    if response.double_clicked() {
        requests.push(Request::Preview(id.to_owned()));
    }
    offer(&response, true, id, &[menus::OF_NODES], (chosen, requests));
    response.inner().is_some()
}

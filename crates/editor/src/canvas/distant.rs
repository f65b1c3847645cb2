//! Drawing nodes zoomed out: title and picture only, or the number of the heat in place of the picture.
//!
//! Details are unreadable then, and there are many nodes. Each is a mesh without smooth edges, in the texture of all
//! pictures. From very far, where nodes show no text, the meshes of each texture are joined, so that a few calls draw a
//! graph. Marks of a node, such as its border, are then above all grounds, also above a node that covers it.

use egui::{Color32, Mesh, Rect, Sense, Ui, Vec2};
use egui_graph::SocketLayout;
use travertine_graph::definition::Definition;
use travertine_graph::document::{Input, Node};

use super::heat;
use super::measured::Measured;
use super::shown::Shown;
use super::sizes::{EDGE, HEADER, MARGIN, TINY, WIDTH};
use crate::pictures::atlas;
use crate::theme::Palette;

/// The indices of the inputs that have a socket from afar, those with wires, and the heights below the upper edge.
pub fn wired_inputs(definition: Option<&Definition>, node: &Node, measured: &Measured) -> Vec<(usize, f32)> {
    let is_wired = |index: usize| {
        let Some(definition) = definition else { return true };
        let held = definition.inputs.get(index).and_then(|input| node.inputs.get(&*input.name));
        matches!(held, Some(Input::Node { .. }))
    };
    measured.inputs.iter().copied().filter(|(index, _)| is_wired(*index)).collect()
}

/// Paints the ground of the title and the picture at the cursor, or adds them to the joined meshes.
pub fn paint(
    ui: &Ui,
    shown: Shown,
    id: &str,
    definition: Option<&Definition>,
    measured: &Measured,
    joined: &mut Vec<Mesh>,
) {
    let palette = Palette::of(ui);
    let picture = shown.pictures.of_node(id).filter(|_| measured.key.1 && shown.heat.is_none());
    let (texture, white) = match picture {
        Some(picture) => (picture.texture, atlas::WHITE),
        None => shown.pictures.white(),
    };
    let white = Rect::from_min_max(white, white);
    let corner = ui.cursor().min;
    let inside = Rect::from_min_size(corner, Vec2::new(WIDTH, measured.height - 2.0 * EDGE));
    let title = inside.with_max_y(corner.y + HEADER);
    let mut room = inside.shrink2(Vec2::new(MARGIN, MARGIN / 2.0));
    room.min.y += HEADER + ui.spacing().item_spacing.y;
    let side = room.width().min(room.height());
    let add = |mesh: &mut Mesh, opacity: f32| {
        let ground = heat::of_title(palette, shown.heat.as_ref(), id, definition);
        mesh.add_rect_with_uv(title, white, ground.gamma_multiply(opacity));
        if let Some(picture) = picture.filter(|_| side > 0.0) {
            let rect = Rect::from_min_size(room.min, Vec2::splat(side));
            mesh.add_rect_with_uv(rect, picture.uv, Color32::WHITE.gamma_multiply(opacity));
        }
    };
    if shown.zoom >= TINY {
        let mut mesh = Mesh::with_texture(texture);
        add(&mut mesh, 1.0);
        ui.painter().add(mesh);
    } else {
        let index = joined.iter().position(|mesh| mesh.texture_id == texture).unwrap_or_else(|| {
            joined.push(Mesh::with_texture(texture));
            joined.len() - 1
        });
        let mesh = &mut joined[index];
        mesh.add_rect_with_uv(inside.expand(EDGE), white, heat::of_node(palette, shown.heat.as_ref(), id));
        // The painter of a muted node would apply its opacity.
        add(mesh, ui.opacity());
    }
    if let Some(part) = shown.heat.and_then(|heats| heat::part(&heats, id)) {
        heat::show_far(ui, id, part, inside.with_min_y(title.max.y), shown.zoom);
    }
}

/// Takes the room below the title, and places the sockets.
pub fn place(ui: &mut Ui, layout: &mut SocketLayout, measured: &Measured, wired: &[(usize, f32)]) {
    let top = ui.min_rect().top() - EDGE;
    let height = measured.height - 2.0 * EDGE - HEADER - ui.spacing().item_spacing.y;
    ui.allocate_exact_size(Vec2::new(WIDTH, height), Sense::hover());
    wired.iter().for_each(|(index, below)| layout.input_at(*index, top + below));
    measured.outputs.iter().for_each(|(index, below)| layout.output_at(*index, top + below));
}

//! The color picker: a window next to the field that it belongs to. At most one is open.
//!
//! It computes with floats and keeps what the user does not touch: a new alpha leaves the bits of red, green and blue.

use std::sync::Arc;

use egui::{Area, Button, Context, Frame, Id, Key, Label, Modifiers, Order, Pos2, Rect, RichText, Ui, Vec2};

use super::buttons::{ICON, icon};
use super::eyedropper::{self, Fate};
use super::picker_content::{Color, Picked, WIDTH};
use super::screen_color::from_screen;
use crate::icons;

/// The size before it is drawn, in points.
const TYPICAL: Vec2 = Vec2::new(WIDTH + 14.0, 400.0);
/// Number of colors of the graph that are offered.
const USED: usize = 26;

/// The open picker.
#[derive(Clone)]
struct Open {
    /// The field it belongs to.
    owner: Id,
    picked: Picked,
    /// The frame in which its field was shown last.
    frame: u64,
    is_new: bool,
}

/// What all pickers share.
#[derive(Clone)]
struct Shared {
    /// The part of the window that it may cover.
    room: Rect,
    used: Arc<[Color]>,
    recent: Arc<[Color]>,
}

impl Default for Shared {
    fn default() -> Shared {
        Shared { room: Rect::EVERYTHING, used: Arc::default(), recent: Arc::default() }
    }
}

/// The color that was chosen when a picker was closed.
#[derive(Clone, Copy)]
struct Chosen(Color);

fn state(context: &Context) -> Option<Open> {
    let now = context.cumulative_frame_nr();
    let open = context.data(|data| data.get_temp::<Open>(Id::NULL));
    // Its field may have disappeared.
    open.filter(|open| open.frame + 1 >= now)
}

fn shared(context: &Context) -> Shared {
    context.data(|data| data.get_temp(Id::NULL)).unwrap_or_default()
}

/// Whether a picker is open.
pub fn is_open(context: &Context) -> bool {
    state(context).is_some()
}

/// Whether the picker of a field is open.
pub fn is_open_for(context: &Context, owner: Id) -> bool {
    state(context).is_some_and(|open| open.owner == owner)
}

/// Says which part of the window a picker may cover, and which colors it offers: those of the graph, and recent ones.
pub fn prepare(context: &Context, room: Rect, used: Vec<Color>, recent: &[Color]) {
    let shared = Shared { room, used: used.into_iter().take(USED).collect(), recent: recent.into() };
    context.data_mut(|data| data.insert_temp(Id::NULL, shared));
}

/// The color that was chosen since the last call, if a picker was closed since.
pub fn take_chosen(context: &Context) -> Option<Color> {
    let Chosen(color) = context.data(|data| data.get_temp(Id::NULL))?;
    context.data_mut(|data| data.remove::<Chosen>(Id::NULL));
    Some(color)
}

/// Opens the picker of a field, and closes any other.
pub fn open(context: &Context, owner: Id, color: Color) {
    close(context);
    let frame = context.cumulative_frame_nr();
    let open = Open { owner, picked: Picked::new(color), frame, is_new: true };
    context.data_mut(|data| data.insert_temp(Id::NULL, open));
}

/// Closes the picker. A color that was chosen becomes a recent one.
pub fn close(context: &Context) {
    let Some(open) = context.data(|data| data.get_temp::<Open>(Id::NULL)) else { return };
    eyedropper::stop(context);
    let Picked { before, color, .. } = open.picked;
    context.data_mut(|data| {
        data.remove::<Open>(Id::NULL);
        if color != before {
            data.insert_temp(Id::NULL, Chosen(color));
        }
    });
}

/// What a field says about itself.
pub struct Field<'a> {
    /// The id that the picker was opened for.
    pub owner: Id,
    /// The title of the picker.
    pub name: &'a str,
    /// The rectangle of the field, which stays free.
    pub rect: Rect,
    /// Whether alpha can be chosen.
    pub has_alpha: bool,
}

/// Shows the picker of a field if it is open; returns the new color if the user changed it.
pub fn show(ui: &Ui, field: &Field, color: Color) -> Option<Color> {
    let context = ui.ctx();
    let mut open = state(context).filter(|open| open.owner == field.owner)?;
    open.frame = context.cumulative_frame_nr();
    if open.picked.color != color {
        open.picked.take(color);
    }
    let shared = shared(context);
    let transform = context.layer_transform_to_global(ui.layer_id()).unwrap_or_default();
    let anchor = transform * field.rect;
    let id = Id::new("color picker");
    let size = context.memory(|memory| memory.area_rect(id)).map_or(TYPICAL, |rect| rect.size());
    let position = beside(anchor, size, shared.room, context.content_rect());
    let dropped = eyedropper::show(context);
    let mut tried = None;
    match dropped {
        Some(Fate::Took(color)) => open.picked.take_rgb(from_screen(color)),
        Some(Fate::Over(Some(color))) => tried = Some(from_screen(color)),
        _ => {}
    }
    let escape = context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let mut is_done = escape;
    let area = Area::new(id).order(Order::Foreground).fixed_pos(position).constrain(true);
    let area = area.show(context, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            is_done |= header(ui, field.name);
            let offered = [("In this graph", &*shared.used), ("Recent", &*shared.recent)];
            open.picked.show(ui, field.has_alpha, open.is_new, tried, &offered);
        });
    });
    let pressed = ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
    // A press on the canvas closes it; one on the preview or on another field of the panel does not.
    let is_elsewhere =
        |point: &Pos2| shared.room.contains(*point) && !area.response.rect.contains(*point) && !anchor.contains(*point);
    is_done |= !open.is_new && dropped.is_none() && pressed.as_ref().is_some_and(is_elsewhere);
    open.is_new = false;
    let changed = (open.picked.color != color).then_some(open.picked.color);
    context.data_mut(|data| data.insert_temp(Id::NULL, open));
    if is_done {
        close(context);
    }
    changed
}

/// The place for a picker: next to its field, within the room if that is wide enough, and on the screen in any case.
fn beside(anchor: Rect, size: Vec2, room: Rect, screen: Rect) -> Pos2 {
    const GAP: f32 = 10.0;
    let right = anchor.right() + GAP;
    let left = (anchor.left().min(room.right()) - GAP - size.x).max(room.left());
    let x = if right + size.x <= room.right() { right } else { left };
    let within = room.intersect(screen).shrink(4.0);
    let y = (anchor.center().y - size.y / 2.0).min(within.bottom() - size.y).max(within.top());
    Pos2::new(x.clamp(screen.left(), (screen.right() - size.x).max(screen.left())), y)
}

/// The title; returns whether the user closes the picker.
fn header(ui: &mut Ui, name: &str) -> bool {
    ui.horizontal(|ui| {
        let width = ui.available_width() - ICON - 20.0 - 2.0 * ui.spacing().item_spacing.x;
        let title = Label::new(RichText::new(name).strong()).truncate().selectable(false);
        ui.allocate_ui(Vec2::new(width, 20.0), |ui| {
            ui.set_min_width(width);
            ui.add(title);
        });
        let picks = eyedropper::is_active(ui.ctx());
        let pick = icon(ui, icons::EYEDROPPER, "Eyedropper", picks);
        if pick.on_hover_text("Take a color from the preview or any other picture").clicked() {
            eyedropper::start(ui.ctx());
        }
        let close = ui.add_sized(Vec2::splat(20.0), Button::new(icons::CLOSE).frame(false));
        ui.ctx().accesskit_node_builder(close.id, |node| node.set_label("Close the color picker"));
        close.on_hover_text("Close (Escape)").clicked()
    })
    .inner
}

//! Colors for a ramp from a file: the menu that asks for them, and their way back to the ramp.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Context, Id, PopupCloseBehavior, Ui, Vec2};
use travertine_editing::palette::{MOST, Taken};
use travertine_graph::ramp::Stop;

use super::number::{NumberSpec, number};

/// A wish for colors from a file that the user chooses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    /// The key of the ramp.
    pub key: Id,
    /// What is taken from a picture.
    pub taken: Taken,
}

/// Stops for a ramp. Those for a ramp that is no longer shown are never taken.
#[derive(Clone)]
struct Delivery {
    wish: Wish,
    stops: Vec<Stop>,
    /// The frame of their arrival.
    frame: u64,
}

/// The menu of the ramp with a key.
pub fn menu(ui: &mut Ui, name: &str, key: Id, width: f32) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new("Colors from a file…").min_size(Vec2::new(width, 0.0));
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
        let memory = Id::new("number of main colors");
        let count = ui.data(|data| data.get_temp::<usize>(memory)).unwrap_or(6);
        let mut taken = None;
        ui.horizontal(|ui| {
            ui.label("Main colors");
            let spec = NumberSpec { whole: true, soft: Some(2.0..=16.0), ..NumberSpec::between(1.0..=MOST as f64) };
            if let (_, Some(new)) = number(ui, "Number of main colors", &spec, count as f64, 60.0) {
                ui.data_mut(|data| data.insert_temp(memory, new as usize));
            }
        });
        let main = ui.button("Palette, or main colors of a picture…");
        let help = "All colors of a palette (.gpl, .ase, or a text with hexadecimal colors), or the main colors of a picture \
                    from dark to light";
        if main.on_hover_text(help).clicked() {
            taken = Some(Taken::Main(count));
        }
        let line = ui.button("Line across a picture…");
        if line.on_hover_text("The colors along the middle of a picture, from left to right").clicked() {
            taken = Some(Taken::Line);
        }
        if let Some(taken) = taken {
            ui.data_mut(|data| data.insert_temp(Id::NULL, Wish { key, taken }));
            ui.close();
        }
    });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(format!("{name}: colors from a file")));
}

/// The wish that the user has made, once.
pub fn take_wish(context: &Context) -> Option<Wish> {
    let wish = context.data(|data| data.get_temp::<Wish>(Id::NULL))?;
    context.data_mut(|data| data.remove::<Wish>(Id::NULL));
    Some(wish)
}

/// Brings stops to the ramp that wished for them.
pub fn deliver(context: &Context, wish: Wish, stops: Vec<Stop>) {
    let frame = context.cumulative_frame_nr();
    context.data_mut(|data| data.insert_temp(wish.key, Delivery { wish, stops, frame }));
    context.request_repaint();
}

/// The stops for the ramp with a key, and what they were taken as, if they have just arrived.
pub fn take_delivery(context: &Context, key: Id) -> Option<(Vec<Stop>, Taken)> {
    let Delivery { wish, stops, frame } = context.data(|data| data.get_temp::<Delivery>(key))?;
    context.data_mut(|data| data.remove::<Delivery>(key));
    (context.cumulative_frame_nr() <= frame + 1).then_some((stops, wish.taken))
}

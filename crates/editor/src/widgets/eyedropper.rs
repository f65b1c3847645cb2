//! The eyedropper: takes a color from anything that the window shows, such as previews and pictures of nodes.

use std::sync::Arc;

use egui::{Area, Color32, ColorImage, Context, CursorIcon, Event, Id, Key, Modifiers, Order, Pos2, Sense};
use egui::{UserData, ViewportCommand};

/// How often it looks at the window again, in seconds: pictures become finer meanwhile.
const INTERVAL: f64 = 0.5;

/// The last picture of the window.
#[derive(Clone, Default)]
struct Seen {
    image: Option<Arc<ColorImage>>,
    /// The time at which it was asked for, in seconds.
    asked: Option<f64>,
}

/// What the user does with the eyedropper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    /// Points at a color, if it is known yet.
    Over(Option<Color32>),
    /// Takes a color.
    Took(Color32),
    /// Takes none.
    Cancelled,
}

fn id() -> Id {
    Id::new("eyedropper")
}

/// Starts to take a color.
pub fn start(context: &Context) {
    context.data_mut(|data| data.insert_temp(id(), Seen::default()));
}

/// Ends without a color.
pub fn stop(context: &Context) {
    context.data_mut(|data| data.remove::<Seen>(id()));
}

/// Whether a color is being taken.
pub fn is_active(context: &Context) -> bool {
    context.data(|data| data.get_temp::<Seen>(id())).is_some()
}

/// Shows the eyedropper above everything else if it is active.
pub fn show(context: &Context) -> Option<Fate> {
    let mut seen = context.data(|data| data.get_temp::<Seen>(id()))?;
    let time = context.input(|input| input.time);
    if seen.asked.is_none_or(|asked| time - asked >= INTERVAL) {
        seen.asked = Some(time);
        context.send_viewport_cmd(ViewportCommand::Screenshot(UserData::default()));
        context.request_repaint_after(std::time::Duration::from_secs_f64(INTERVAL));
    }
    context.input(|input| {
        for event in &input.events {
            if let Event::Screenshot { image, .. } = event {
                seen.image = Some(image.clone());
            }
        }
    });
    // It covers the window, so that a click reaches nothing else.
    let screen = context.content_rect();
    let cover = Area::new(id()).order(Order::Foreground).fixed_pos(screen.min).constrain(false);
    let cover = cover.show(context, |ui| ui.allocate_exact_size(screen.size(), Sense::click()).1);
    context.move_to_top(cover.response.layer_id);
    let response = cover.inner.on_hover_cursor(CursorIcon::Crosshair);
    let color = |point: Pos2| color_at(seen.image.as_deref()?, point, context.pixels_per_point());
    let escape = context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let fate = if escape || response.secondary_clicked() {
        Fate::Cancelled
    } else if response.clicked() {
        response.interact_pointer_pos().and_then(color).map_or(Fate::Cancelled, Fate::Took)
    } else {
        Fate::Over(response.hover_pos().and_then(color))
    };
    if let Fate::Over(_) = fate {
        context.data_mut(|data| data.insert_temp(id(), seen));
    } else {
        stop(context);
    }
    Some(fate)
}

/// The color of a picture of the window at a point of the window.
fn color_at(image: &ColorImage, point: Pos2, pixels_per_point: f32) -> Option<Color32> {
    let [column, row] = [point.x, point.y].map(|side| (side * pixels_per_point).floor().max(0.0) as usize);
    let [width, height] = image.size;
    (column < width && row < height).then(|| image.pixels[row * width + column])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_pixels_by_the_density() {
        let pixels = vec![Color32::RED, Color32::GREEN, Color32::BLUE, Color32::WHITE];
        let image = ColorImage::new([2, 2], pixels);
        assert_eq!(color_at(&image, Pos2::new(0.4, 0.6), 2.0), Some(Color32::BLUE));
        assert_eq!(color_at(&image, Pos2::new(0.4, 0.6), 1.0), Some(Color32::RED));
        assert_eq!(color_at(&image, Pos2::new(1.0, 0.0), 2.0), None);
    }
}

//! Heat on nodes: the share of each in the time of the preview's pictures, as a color and a number.

use std::time::Duration;

use egui::{Align2, Color32, FontId, Rect, Sense, TextStyle, Ui, WidgetInfo, WidgetType, pos2};
use travertine_editing::render::Heat;
use travertine_graph::definition::Definition;

use super::category;
use super::sizes::NAMELESS;
use crate::durations::duration;
use crate::theme::Palette;

/// What the pictures of the preview took, the plane and the solid. `None` has not been measured.
pub type Heats<'a> = [Option<&'a Heat>; 2];

/// What the times are, in words.
pub const EXPLANATION: &str = "The time of all threads of the CPU for the pictures of the preview since the last \
    change. While heat is shown, each picture is computed completely, and not on a GPU. Grids that are kept, such as \
    eroded land, take no time.";

/// The part of a node in the time of the pictures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    own: Duration,
    all: Duration,
}

/// The part of a node; `None` if it was not computed.
pub fn part(heats: &Heats, id: &str) -> Option<Part> {
    let heats = || heats.iter().flatten();
    let own = heats().filter_map(|heat| heat.nodes.get(id)).sum::<Duration>();
    (!own.is_zero()).then(|| Part { own, all: heats().map(|heat| heat.all).sum() })
}

/// The time of all nodes; `None` if nothing has been measured.
pub fn all(heats: &Heats) -> Option<Duration> {
    heats.iter().flatten().map(|heat| heat.all).reduce(|a, b| a + b)
}

impl Part {
    /// From 0 to 1.
    fn share(self) -> f32 {
        (self.own.as_secs_f64() / self.all.as_secs_f64()) as f32
    }

    /// The share in percent.
    fn text(self) -> String {
        match self.share() * 100.0 {
            percent if percent < 1.0 => "<1 %".to_owned(),
            percent => format!("{percent:.0} %"),
        }
    }
}

/// The color of a node in the present theme: that of all nodes unless heat is shown.
pub fn of_node(palette: &Palette, heats: Option<&Heats>, id: &str) -> Color32 {
    ground(palette, heats.and_then(|heats| part(heats, id)))
}

/// The color of a title: that of the category unless heat is shown.
pub fn of_title(palette: &Palette, heats: Option<&Heats>, id: &str, definition: Option<&Definition>) -> Color32 {
    if heats.is_some() { of_node(palette, heats, id) } else { category::ground(palette, definition) }
}

/// The color of a part. Few nodes have a large share, so smaller ones differ more than in proportion.
fn ground(palette: &Palette, part: Option<Part>) -> Color32 {
    let hot = if palette.is_dark() { Color32::from_rgb(0x8a, 0x2c, 0x10) } else { Color32::from_rgb(0xff, 0xb7, 0x8a) };
    palette.raised.lerp_to_gamma(hot, part.map_or(0.0, Part::share).sqrt())
}

/// Shows the number at the right end of a title, and returns the rest of the title.
pub fn show_in_title(ui: &Ui, id: &str, part: Part, title: Rect) -> Rect {
    let palette = Palette::of(ui);
    let galley = ui.painter().layout_no_wrap(part.text(), TextStyle::Body.resolve(ui.style()), palette.text);
    let (rest, room) = title.split_left_right_at_x(title.right() - galley.size().x);
    let corner = pos2(room.left(), room.center().y - galley.size().y / 2.0);
    ui.painter().galley(corner, galley, palette.text);
    explain(ui, id, part, room);
    rest.with_max_x(rest.right() - 10.0)
}

/// Shows the number in the middle of a node from afar, as large on the screen as near, as long as it fits.
pub fn show_far(ui: &Ui, id: &str, part: Part, inside: Rect, zoom: f32) {
    /// The size on the screen, and the greatest in the document, in points.
    const SIZES: [f32; 2] = [15.0, 60.0];
    /// The size of text that cannot be read.
    const LEAST: f32 = 13.5 * NAMELESS;
    let size = (SIZES[0] / zoom).min(SIZES[1]).min(inside.height());
    if size * zoom >= LEAST {
        let (font, color) = (FontId::proportional(size), Palette::of(ui).text);
        ui.painter().text(inside.center(), Align2::CENTER_CENTER, part.text(), font, color);
        explain(ui, id, part, inside);
    }
}

fn explain(ui: &Ui, id: &str, part: Part, room: Rect) {
    let response = ui.interact(room, ui.id().with("heat"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("time of {id}: {}", part.text())));
    response.on_hover_ui(|ui| {
        ui.strong(format!("{} of {}", duration(part.own), duration(part.all)));
        ui.label(EXPLANATION);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::contrast;

    fn heat(times: &[(&str, u64)], all: u64) -> Heat {
        let nodes = times.iter().map(|(id, time)| ((*id).to_owned(), Duration::from_millis(*time))).collect();
        Heat { all: Duration::from_millis(all), nodes }
    }

    #[test]
    fn shares_are_those_of_both_pictures() {
        let (plane, solid) = (heat(&[("a", 30), ("b", 2)], 50), heat(&[("a", 8), ("c", 1)], 150));
        let text = |heats: &Heats, id: &str| part(heats, id).map(Part::text);
        let both: Heats = [Some(&plane), Some(&solid)];
        assert_eq!(
            ["a", "b", "c", "d"].map(|id| text(&both, id)),
            [Some("19 %"), Some("1 %"), Some("<1 %"), None].map(|text| text.map(str::to_owned))
        );
        assert_eq!(text(&[Some(&plane), None], "a").as_deref(), Some("60 %"));
        assert_eq!(all(&both), Some(Duration::from_millis(200)));
        assert_eq!((all(&[None; 2]), part(&[None; 2], "a")), (None, None));
    }

    #[test]
    fn everything_on_a_hot_node_is_readable_and_hotter_nodes_differ() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let at = |percent: u64| {
                let heat = heat(&[("a", percent)], 100);
                ground(&palette, part(&[Some(&heat), None], "a"))
            };
            assert_eq!(at(0), palette.raised);
            for percent in [0, 5, 20, 50, 100] {
                let ground = at(percent);
                assert!(contrast(palette.text, ground) >= 6.0, "{percent}: {}", contrast(palette.text, ground));
                assert!(contrast(palette.weak, ground) >= 3.7, "{percent}: {}", contrast(palette.weak, ground));
            }
            for [cool, hot] in [[0, 5], [5, 20], [20, 50], [50, 100]] {
                let distance = |a: Color32, b: Color32| -> u32 {
                    a.to_array().into_iter().zip(b.to_array()).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
                };
                assert!(distance(at(cool), at(hot)) > 20, "{cool} {hot}");
            }
        }
    }
}

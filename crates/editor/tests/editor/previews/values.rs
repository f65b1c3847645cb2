//! The values of the preview: its pixels, the probe, and the numbers under the pointer.

use egui::emath::round_to_decimals;
use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable as _;
use travertine::{Context, Slice, Texture};
use travertine_editing::render::{Display, show};
use travertine_shape::{Scene, Shape};

use super::{preview, seen, set, texts};
use crate::support::{Editor, small_marble};

/// Asserts the probed value on a node, and the color in the preview.
fn assert_values(editor: &Editor, texture: &Texture, node: &str, position: [f32; 4]) {
    let short = |value: f32| round_to_decimals(f64::from(value), 3);
    let values = texture.nodes().unwrap().sample(position, &Context::default()).unwrap();
    let text = |id: &str| {
        let value = values.iter().find(|value| value.node == id).unwrap();
        value.value.iter().map(|value| short(*value).to_string()).collect::<Vec<_>>().join(" ")
    };
    let (own, color) = (text(node), text("marble"));
    assert!(editor.harness.query_all_by_label(&own).next().is_some(), "{node} does not show {own}");
    let [x, y, z] = [0, 1, 2].map(|axis: usize| short(position[axis]));
    let note = format!("at {x}, {y}, {z}: {}", color.replace(' ', ", "));
    assert!(editor.harness.query_by_label(&note).is_some(), "the preview does not say: {note}");
}

#[test]
fn a_square_preview_has_the_pixels_of_the_picture() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let area = preview(&editor);
    let (width, height) = (area.width().round() as u32, area.height().round() as u32);
    let side = width.min(height);
    let marble = Texture::open(small_marble()).unwrap();
    let image = marble.first_field().unwrap().render(Slice::new(side, side), &Context::default()).unwrap();
    let pixels = show(&image, &Display::default());
    let picture = seen(&editor);
    let (left, top) = ((width - side).div_ceil(2), (height - side).div_ceil(2));
    // The corners of the preview are round.
    for (x, y) in [(side / 2, 3), (3, side / 2), (side / 3, side / 4), (side - 4, side / 2), (side / 2, side - 4)] {
        let expected = &pixels.rgba[4 * (y * side + x) as usize..][..3];
        let found = picture.pixels[((top + y) * width + left + x) as usize].to_array();
        assert_eq!(&found[..3], expected, "pixel {x}, {y} of {side}");
    }
}

#[test]
fn values_are_probed_on_the_plane_and_on_the_solid() {
    let texture = Texture::open(small_marble()).unwrap();
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.harness.key_press(Key::F);
    editor.settle();
    let area = preview(&editor);
    let side = area.width().min(area.height()).round();
    let corner = area.min + egui::vec2(((area.width() - side) / 2.0).ceil(), ((area.height() - side) / 2.0).ceil());
    editor.click(corner + egui::vec2(80.0, 120.0), PointerButton::Primary);
    editor.settle();
    assert_values(&editor, &texture, "presence", [80.0 / side, 120.0 / side, 0.0, 0.0]);
    set(&mut editor, "z", "0.25");
    editor.settle();
    assert_values(&editor, &texture, "presence", [80.0 / side, 120.0 / side, 0.25, 0.0]);

    editor.harness.hover_at(Pos2::new(400.0, 600.0));
    editor.harness.key_press(Key::Num3);
    editor.settle();
    let area = preview(&editor);
    let clicked = egui::vec2(area.width() / 2.0 - 40.0, area.height() / 2.0 + 30.0);
    editor.click(area.min + clicked, PointerButton::Primary);
    editor.settle();
    editor.paint("probe.png");
    let scene = Scene::new(Shape::Sphere);
    let size = [area.width().round() as u32, area.height().round() as u32];
    let point = scene.pick(size, [clicked.x, clicked.y]).expect("the ball is there");
    let position = scene.placement.position(point);
    assert!(position[2] > 0.0 && position[2] < 0.2, "it is on the front: {position:?}");
    assert_values(&editor, &texture, "presence", position);
    // The probe belongs to the solid, not to the picture: turning changes no value.
    editor.drag(area.center(), area.center() + egui::vec2(30.0, 0.0));
    editor.settle();
    assert_values(&editor, &texture, "presence", position);
    editor.click(area.center(), PointerButton::Secondary);
    editor.settle();
    assert!(!editor.shows_values(), "a right click ends it");
}

#[test]
fn the_numbers_under_the_pointer_are_those_of_the_field() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::P);
    editor.settle();
    let area = preview(&editor);
    editor.harness.hover_at(area.min + egui::vec2(100.5, 120.5));
    editor.harness.run_steps(2);
    editor.paint("numbers.png");
    let shown = texts(&editor);
    // The picture is a square unit: a pixel of it lies next to its middle, since the room is wider than high.
    let field = Texture::open(small_marble()).unwrap().node_field("presence", "value").unwrap();
    let side = f64::from(area.width().min(area.height()).round());
    let corner = [area.width(), area.height()].map(|length| ((side - f64::from(length.round())) / 2.0).floor());
    let pointer = [100.5, 120.5];
    let [x, y] = [0, 1].map(|axis: usize| ((corner[axis] + pointer[axis]) / side) as f32);
    let value = field.sample(&[[x, y, 0.0, 0.0]]).unwrap()[0][0];
    let short = |number: f32| round_to_decimals(f64::from(number), 3).to_string();
    let expected = format!("{}, {}  =  {}", short(x), short(y), short(value));
    assert!(shown.contains(&expected), "{expected}: {shown:?}");
}

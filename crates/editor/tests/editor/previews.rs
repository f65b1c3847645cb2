//! The preview: its picture and its controls.

use egui::accesskit::Role;
use egui::emath::round_to_decimals;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::Queryable as _;
use travertine::{Context, Slice, Texture};
use travertine_editing::render::{Channel, Display, DisplayRange, show};
use travertine_shape::{Scene, Shape};

use crate::painter::Picture;
use crate::support::{Editor, bundled, small_marble};

fn preview(editor: &Editor) -> Rect {
    editor.harness.get_by_label("Preview").rect()
}

fn seen(editor: &Editor) -> Picture {
    editor.painter.paint(&editor.harness).part(preview(editor))
}

fn click(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.settle();
}

fn choose(editor: &mut Editor, list: &str, choice: &str) {
    editor.harness.get_by_label(list).click();
    editor.harness.run_steps(3);
    click(editor, choice);
}

/// Sets a number by typing it.
fn set(editor: &mut Editor, name: &str, value: &str) {
    let field = editor.harness.get_by_role_and_label(Role::SpinButton, name).rect();
    editor.click(field.center(), PointerButton::Primary);
    editor.harness.event(egui::Event::Text(value.to_owned()));
    editor.harness.run_steps(1);
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(2);
}

/// Asserts the probed value on a node, and the colour in the preview.
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
    let note = format!("at {x}, {y}, {z} it is {color}");
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
    for (x, y) in
        [(side / 2, 3), (3, side / 2), (side / 3, side / 4), (side - 4, side / 2), (side / 2, side - 4)]
    {
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
    let corner =
        area.min + egui::vec2(((area.width() - side) / 2.0).ceil(), ((area.height() - side) / 2.0).ceil());
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
    assert!(editor.harness.query_by_label_contains(" it is ").is_none(), "a right click ends it");
}

#[test]
fn channels_and_false_color_change_the_display() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&bundled("agate")));
    editor.settle();
    let all = seen(&editor);
    choose(&mut editor, "Channel", "red or x");
    let grey = seen(&editor);
    let middle = |picture: &Picture| picture.pixels[picture.pixels.len() / 2 + picture.width / 3].to_array();
    let [red, green, blue, _] = middle(&grey);
    assert!(red == green && green == blue, "one channel is a grey");
    click(&mut editor, "false color");
    editor.paint("false-colour.png");
    let [red, green, blue, _] = middle(&seen(&editor));
    assert!(red != green || green != blue);
    click(&mut editor, "false color");
    assert_eq!(seen(&editor).difference(&grey), 0.0);
    choose(&mut editor, "Range", "-1 to 1");
    assert!(middle(&seen(&editor))[0] > middle(&grey)[0], "0 is no more black, but grey");
    choose(&mut editor, "Range", "0 to 1");
    choose(&mut editor, "Channel", "all channels");
    assert_eq!(seen(&editor).difference(&all), 0.0);
}

#[test]
fn values_out_of_range_are_marked() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    // A cosine, from -1 to 1.
    let node = editor.harness.get_by_label("node wave").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.harness.key_press(Key::P);
    editor.settle();
    let count = |picture: &Picture, color: [u8; 3]| {
        picture.pixels.iter().filter(|pixel| pixel.to_array()[..3] == color).count()
    };
    let before = seen(&editor);
    click(&mut editor, "mark out of range");
    editor.paint("outside.png");
    let after = seen(&editor);
    let field = Texture::open(small_marble()).unwrap().node_field("wave", "value").unwrap();
    let image = field.render(Slice::new(64, 64), &Context::default()).unwrap();
    let display =
        Display { mark_outside: true, channel: Channel::All, span: DisplayRange::Unit, ..Display::default() };
    let marked = show(&image, &display);
    let plain = show(&image, &Display { mark_outside: false, ..display });
    let changed = marked.rgba.chunks_exact(4).zip(plain.rgba.chunks_exact(4)).find(|(new, old)| new != old);
    let mark = changed.expect("something is below 0").0;
    let mark = [mark[0], mark[1], mark[2]];
    assert!(count(&after, mark) > 100 && count(&before, mark) == 0);
}

#[test]
fn the_unit_square_is_repeated() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    // Small enough to show several of the nine tiles.
    let area = preview(&editor);
    editor.harness.hover_at(area.center());
    editor.harness.run_steps(1);
    editor.harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -240.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    editor.harness.run_steps(30);
    click(&mut editor, "3 × 3");
    editor.harness.hover_at(Pos2::new(400.0, 600.0));
    editor.settle();
    editor.paint("tiles.png");
    let picture = seen(&editor);
    // The period in pixels of the middle row.
    let row = &picture.pixels[picture.height / 2 * picture.width..][..picture.width];
    let half = picture.width / 2;
    let repeats = (20..half).find(|side| (half - 10..half + 10).all(|x| row[x] == row[x - side]));
    let side = repeats.expect("the same comes again to the left");
    assert!((half - 10..half + 10).filter(|x| x + side < picture.width).all(|x| row[x] == row[x + side]));
    let column = |y: usize| picture.pixels[y * picture.width + half];
    assert_eq!(column(picture.height / 2), column(picture.height / 2 - side), "and above");
}

#[test]
fn depth_and_time_change_the_preview() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let before = seen(&editor);
    set(&mut editor, "z", "0.5");
    editor.settle();
    assert!(seen(&editor).difference(&before) > 1.0);
    let time = |editor: &Editor| {
        let field = editor.harness.get_by_role_and_label(Role::SpinButton, "time");
        field.value().and_then(|value| value.parse::<f64>().ok()).unwrap()
    };
    assert_eq!(time(&editor), 0.0);
    editor.harness.get_by_label("▶").click();
    editor.harness.run_steps(8);
    assert!(time(&editor) > 0.0, "time passes");
    editor.harness.get_by_label("⏸").click();
    editor.harness.run_steps(2);
    let stopped = time(&editor);
    editor.harness.run_steps(8);
    assert_eq!(time(&editor), stopped);
}

#[test]
fn a_held_picture_is_compared_with_the_present_one() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let before = seen(&editor);
    click(&mut editor, "A|B");
    set(&mut editor, "z", "0.5");
    set(&mut editor, "compare", "0");
    editor.settle();
    let area = preview(&editor);
    // Rows below have moved the picture; its edges are the line between tiles.
    let part = |picture: &Picture, from: usize, to: usize| -> Vec<_> {
        let rows = 20..picture.height - 20;
        rows.flat_map(|y| picture.pixels[y * picture.width + from..y * picture.width + to].to_vec()).collect()
    };
    let width = area.width() as usize;
    let after = seen(&editor);
    assert_ne!(part(&after, 20, width - 20), part(&before, 20, width - 20));
    set(&mut editor, "compare", "0.5");
    editor.settle();
    editor.paint("compare.png");
    let half = seen(&editor);
    assert_eq!(part(&half, 20, width / 2 - 4), part(&before, 20, width / 2 - 4));
    assert_eq!(part(&half, width / 2 + 4, width - 20), part(&after, width / 2 + 4, width - 20));
    click(&mut editor, "↔");
    assert_eq!(part(&seen(&editor), 20, width - 20), part(&before, 20, width - 20));
    click(&mut editor, "↔");
    assert_eq!(part(&seen(&editor), 20, width - 20), part(&after, 20, width - 20));
    click(&mut editor, "A|B");
    assert_eq!(part(&seen(&editor), 20, width - 20), part(&after, 20, width - 20));
}

#[test]
fn an_export_of_a_solid_shows_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("marble.json");
    std::fs::copy(small_marble(), &graph).unwrap();
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    editor.settle();
    editor.harness.key_press(Key::Num3);
    editor.settle();
    let area = preview(&editor);
    editor.drag(area.center(), area.center() + egui::vec2(40.0, 0.0));
    editor.settle();
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    editor.harness.run_steps(3);
    set(&mut editor, "width", "60");
    set(&mut editor, "height", "40");
    let expected = format!(
        "travertine shape {} -o {} --size 60x40 --output color --yaw -20",
        graph.display(),
        graph.with_extension("png").display()
    );
    assert!(editor.harness.query_by_label(&expected).is_some(), "{expected}");
    editor.harness.get_by_label("Export").click();
    let start = std::time::Instant::now();
    while editor.harness.query_by_label_contains("Wrote").is_none() {
        assert!(start.elapsed().as_secs() < 60, "nothing was written");
        std::thread::sleep(std::time::Duration::from_millis(10));
        editor.harness.run_steps(1);
    }
    editor.paint("exported.png");
    let picture = std::fs::read(graph.with_extension("png")).unwrap();
    let size = [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap()));
    assert_eq!(size, [60, 40]);

    // A large export is cancelled half-way, and leaves the existing file.
    set(&mut editor, "width", "16000");
    set(&mut editor, "height", "16000");
    editor.harness.get_by_label("Export").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label("Cancel").click();
    while editor.harness.query_by_label("cancelled").is_none() {
        assert!(start.elapsed().as_secs() < 120, "it goes on and on");
        std::thread::sleep(std::time::Duration::from_millis(10));
        editor.harness.run_steps(1);
    }
    assert_eq!(std::fs::read(graph.with_extension("png")).unwrap(), picture);
}

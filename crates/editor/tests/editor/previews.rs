//! The preview: its picture and its controls.

use egui::accesskit::Role;
use egui::emath::round_to_decimals;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
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

/// All texts on the screen, painted ones too.
fn texts(editor: &Editor) -> Vec<String> {
    fn collect(shape: &egui::Shape, into: &mut Vec<String>) {
        match shape {
            egui::Shape::Text(text) => into.push(text.galley.text().to_owned()),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, into)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    editor.harness.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut texts));
    texts
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
    assert!(!editor.shows_values(), "a right click ends it");
}

#[test]
fn channels_and_false_color_change_the_display() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&bundled("agate")));
    editor.settle();
    let all = seen(&editor);
    choose(&mut editor, "Channel", "red or x");
    let gray = seen(&editor);
    let middle = |picture: &Picture| picture.pixels[picture.pixels.len() / 2 + picture.width / 3].to_array();
    let [red, green, blue, _] = middle(&gray);
    assert!(red == green && green == blue, "one channel is a gray");
    click(&mut editor, "false color");
    editor.paint("false-color.png");
    let [red, green, blue, _] = middle(&seen(&editor));
    assert!(red != green || green != blue);
    click(&mut editor, "false color");
    assert_eq!(seen(&editor).difference(&gray), 0.0);
    choose(&mut editor, "Range", "-1 to 1");
    assert!(middle(&seen(&editor))[0] > middle(&gray)[0], "0 is no more black, but gray");
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
    click(&mut editor, "clipping");
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
    editor.harness.get_by_label("Play").click();
    editor.harness.run_steps(8);
    assert!(time(&editor) > 0.0, "time passes");
    editor.harness.get_by_label("Pause").click();
    editor.harness.run_steps(2);
    let stopped = time(&editor);
    editor.harness.run_steps(8);
    assert_eq!(time(&editor), stopped);
}

#[test]
fn a_held_graph_is_compared_and_follows_the_view() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let area = preview(&editor);
    click(&mut editor, "A|B");
    // The row that has appeared moves nothing above it.
    assert_eq!(preview(&editor), area);
    let part = |picture: &Picture, from: usize, to: usize| -> Vec<_> {
        let rows = 40..picture.height - 40;
        rows.flat_map(|y| picture.pixels[y * picture.width + from..y * picture.width + to].to_vec()).collect()
    };
    let width = area.width() as usize;
    let wipe = |editor: &mut Editor, share: &str| {
        set(editor, "compare", share);
        editor.harness.hover_at(Pos2::new(400.0, 600.0));
        editor.settle();
        seen(editor)
    };
    let changes = |editor: &mut Editor| {
        let (new, old) = (wipe(editor, "0"), wipe(editor, "1"));
        let half = wipe(editor, "0.5");
        assert_eq!(part(&half, 20, width / 2 - 4), part(&old, 20, width / 2 - 4), "A is on the left");
        assert_eq!(
            part(&half, width / 2 + 4, width - 20),
            part(&new, width / 2 + 4, width - 20),
            "B on the right"
        );
        (part(&new, 20, width - 20) != part(&old, 20, width - 20), old)
    };
    assert!(!changes(&mut editor).0, "nothing has changed yet");
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::M);
    let (is_changed, old) = changes(&mut editor);
    assert!(is_changed, "B shows the graph with a muted node");
    editor.paint("compare.png");
    set(&mut editor, "z", "0.5");
    let (is_changed, moved) = changes(&mut editor);
    assert!(is_changed && moved.difference(&old) > 1.0, "A is rendered anew for the other depth");
    click(&mut editor, "Show the other");
    assert_eq!(part(&seen(&editor), 20, width - 20), part(&moved, 20, width - 20));
    editor.undo();
    assert!(!changes(&mut editor).0, "the node is there again");
    click(&mut editor, "A|B");
    assert!(editor.harness.query_by_label("compare").is_none());
}

#[test]
fn the_preview_fills_the_window_and_leaves_it() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let side = preview(&editor);
    editor.press(Modifiers::NONE, Key::V);
    editor.settle();
    editor.paint("filled.png");
    let filled = preview(&editor);
    assert!(filled.width() > 900.0 && filled.height() > 600.0, "{filled:?}");
    assert!(editor.harness.query_by_label("node presence").is_none(), "the canvas is away");
    assert!(editor.harness.query_by_label("Channel").is_some(), "the controls stay");
    editor.press(Modifiers::NONE, Key::Escape);
    editor.settle();
    assert_eq!(preview(&editor), side);
    assert!(editor.harness.query_by_label("node presence").is_some());
    click(&mut editor, "Fill the window");
    assert_eq!(preview(&editor), filled);
    click(&mut editor, "Shrink the preview");
    assert_eq!(preview(&editor), side);
}

#[test]
fn the_preview_has_a_window_of_its_own() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let side = preview(&editor);
    // Without windows of the platform, egui shows one inside this window.
    editor.press(Modifiers::SHIFT, Key::V);
    editor.settle();
    editor.paint("detached.png");
    let apart = preview(&editor);
    assert_ne!(apart, side);
    assert!(editor.harness.query_by_label("node presence").is_some(), "the canvas stays");
    click(&mut editor, "Detach the preview");
    assert_eq!(preview(&editor), side);
}

#[test]
fn a_plane_and_a_solid_are_shown_beside_each_other() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let whole = preview(&editor);
    click(&mut editor, "2D 3D");
    editor.press(Modifiers::NONE, Key::V);
    editor.harness.hover_at(Pos2::new(1100.0, 700.0));
    editor.settle();
    editor.paint("both.png");
    let plane = preview(&editor);
    let solid = editor.harness.get_by_label("Preview of the solid").rect();
    assert!(plane.right() < solid.left() && plane.height() == solid.height());
    let seen = |editor: &Editor, part: Rect| editor.painter.paint(&editor.harness).part(part);
    let before = [plane, solid].map(|part| seen(&editor, part));
    assert!(before[0].difference(&before[1]) > 1.0);
    editor.drag(solid.center(), solid.center() + egui::vec2(60.0, 0.0));
    editor.harness.hover_at(Pos2::new(1100.0, 700.0));
    editor.settle();
    assert!(seen(&editor, solid).difference(&before[1]) > 0.5, "the solid turns");
    assert_eq!(seen(&editor, plane).difference(&before[0]), 0.0, "the plane stays");
    editor.press(Modifiers::NONE, Key::V);
    click(&mut editor, "2D");
    assert_eq!(preview(&editor), whole);
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
    let corner =
        [area.width(), area.height()].map(|length| ((side - f64::from(length.round())) / 2.0).floor());
    let pointer = [100.5, 120.5];
    let [x, y] = [0, 1].map(|axis: usize| ((corner[axis] + pointer[axis]) / side) as f32);
    let value = field.sample(&[[x, y, 0.0, 0.0]]).unwrap()[0][0];
    let short = |number: f32| round_to_decimals(f64::from(number), 3).to_string();
    let expected = format!("{}, {}  =  {}", short(x), short(y), short(value));
    assert!(shown.contains(&expected), "{expected}: {shown:?}");
}

#[test]
fn axes_lights_and_grounds_change_the_picture() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let changes = |editor: &mut Editor, change: &dyn Fn(&mut Editor), what: &str| {
        let before = seen(editor);
        change(editor);
        editor.harness.hover_at(Pos2::new(400.0, 600.0));
        editor.settle();
        assert!(seen(editor).difference(&before) > 0.1, "{what}");
    };
    changes(&mut editor, &|editor| click(editor, "axes"), "the axes of the plane");
    editor.paint("axes.png");
    click(&mut editor, "axes");
    editor.press(Modifiers::NONE, Key::Num3);
    editor.settle();
    changes(&mut editor, &|editor| click(editor, "axes"), "the axes of the solid");
    changes(&mut editor, &|editor| choose(editor, "Light", "low"), "the light");
    changes(&mut editor, &|editor| choose(editor, "Ground", "black"), "the ground");
    changes(&mut editor, &|editor| choose(editor, "Ground", "none, the solid floats"), "the shadow");
    editor.paint("studio.png");
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
    let solid = graph.with_file_name("marble-solid.png");
    let expected = format!(
        "travertine shape {} -o {} --output=color --size=60x40 --yaw=-20 --relief=0.012",
        graph.display(),
        solid.display()
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
    let picture = std::fs::read(&solid).unwrap();
    let size = [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap()));
    assert_eq!(size, [60, 40]);

    // A large export is cancelled half-way, and leaves the existing file.
    set(&mut editor, "width", "16000");
    set(&mut editor, "height", "16000");
    editor.harness.get_by_label("Export").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label("Cancel").click();
    while editor.harness.query_by_label("canceled").is_none() {
        assert!(start.elapsed().as_secs() < 120, "it goes on and on");
        std::thread::sleep(std::time::Duration::from_millis(10));
        editor.harness.run_steps(1);
    }
    assert_eq!(std::fs::read(&solid).unwrap(), picture);
}

/// A slope from -0.5 to 1.5 and its color, and land on a grid.
fn slope() -> Editor {
    Editor::of(
        r#""nodes": {
            "wide": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "to_min": -0.5, "to_max": 1.5}},
            "noise": {"type": "noise/perlin"},
            "land": {"type": "terrain/thermal", "inputs": {"height": {"node": "noise"}, "resolution": 64}},
            "color": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}},
        "outputs": {"spread": {"node": "wide"}, "painted": {"node": "color"}, "eroded": {"node": "land"}},
        "layout": {"noise": [0, 0], "wide": [300, 0], "land": [300, 300], "color": [600, 0]}"#,
    )
}

/// Shows an output in the preview.
fn choose_output(editor: &mut Editor, name: &str) {
    editor.harness.get_by_label("Subject of the preview").click();
    editor.harness.run_steps(3);
    // The list of outputs on the canvas has the name, too.
    let named = editor.harness.get_all_by_label(name);
    named.into_iter().find(|node| node.accesskit_node().role() != Role::Label).unwrap().click();
    editor.settle();
}

fn has(editor: &Editor, text: &str) -> bool {
    editor.harness.query_by_label_contains(text).is_some()
}

#[test]
fn a_picture_says_which_values_it_shows() {
    let mut editor = slope();
    assert!(has(&editor, "shows 0 … 1 of "));
    editor.paint("range-unit.png");
    let before = seen(&editor);
    click(&mut editor, "fit range");
    assert!(has(&editor, "shows -") && !has(&editor, "shows 0 … 1 of "));
    assert!(seen(&editor).difference(&before) > 1.0);
    click(&mut editor, "0 to 1");
    assert!(has(&editor, "shows 0 … 1 of "));
    choose_output(&mut editor, "painted");
    assert!(!has(&editor, "shows "), "nothing lies beyond");
}

#[test]
fn false_color_is_for_numbers() {
    let mut editor = slope();
    let is_enabled =
        |editor: &Editor| !editor.harness.get_by_label("false color").accesskit_node().is_disabled();
    assert!(is_enabled(&editor));
    choose_output(&mut editor, "painted");
    assert!(!is_enabled(&editor), "colors have their own");
    choose(&mut editor, "Channel", "luminance");
    assert!(is_enabled(&editor));
}

#[test]
fn a_wide_preview_dims_what_lies_beyond_a_grid() {
    let mut editor = slope();
    choose_output(&mut editor, "painted");
    assert!(!has(&editor, "dimmed"));
    choose_output(&mut editor, "eroded");
    editor.harness.set_size(egui::vec2(1280.0, 600.0));
    editor.settle();
    assert!(has(&editor, "dimmed: beyond the grid"));
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        editor.harness.ctx.set_theme(theme);
        editor.settle();
        editor.paint(&format!("beyond-{theme:?}.png"));
    }
}

/// The values of an input of a node in the document.
fn numbers(editor: &Editor, node: &str, input: &str) -> Vec<f64> {
    let text = match &editor.document().nodes[node].inputs[input] {
        travertine_graph::document::Input::Constant(value) => value.to_string(),
        other => panic!("{other:?} is no constant"),
    };
    text.split(|c: char| "[], ".contains(c)).filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn handles_on_the_plane_change_the_selected_node() {
    let mut editor = Editor::of(
        r#""nodes": {
            "ball": {"type": "shape/sphere", "inputs": {"center": [0.25, 0.5, 0.125], "radius": 0.125}},
            "placed": {"type": "domain/transform", "inputs": {
                "value": {"node": "ball"}, "translate": [0.5, 0.5, 0], "scale": [1, 1, 1]}}},
        "outputs": {"distance": {"node": "ball"}},
        "layout": {"ball": [0, 0], "placed": [300, 0]}"#,
    );
    assert!(!has(&editor, "handle"), "nothing is selected");
    let node = editor.harness.get_by_label("node ball").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.settle();
    editor.paint("handles-shape.png");
    let area = preview(&editor);
    let unit = area.width().min(area.height());
    let steps = editor.harness.state().project.history().undo_label().map(str::to_owned);
    let from = editor.center_of("handle center of ball");
    editor.drag(from, from + egui::vec2(unit / 4.0, -unit / 4.0));
    editor.settle();
    let center = numbers(&editor, "ball", "center");
    assert!(
        (center[0] - 0.5).abs() < 0.02 && (center[1] - 0.25).abs() < 0.02 && center[2] == 0.125,
        "{center:?}"
    );
    let from = editor.center_of("handle radius of ball");
    editor.drag(from, from + egui::vec2(unit / 8.0, 0.0));
    let radius = numbers(&editor, "ball", "radius");
    assert!((radius[0] - 0.25).abs() < 0.02, "{radius:?}");
    editor.undo();
    assert_eq!(numbers(&editor, "ball", "radius"), [0.125], "a drag is one step");
    editor.undo();
    assert_eq!(numbers(&editor, "ball", "center"), [0.25, 0.5, 0.125]);
    assert_eq!(editor.harness.state().project.history().undo_label().map(str::to_owned), steps);

    let node = editor.harness.get_by_label("node placed").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.settle();
    editor.paint("handles-transform.png");
    let middle = editor.center_of("handle translate of placed");
    editor.drag(editor.center_of("handle scale x of placed"), middle + egui::vec2(96.0, 0.0));
    let scale = numbers(&editor, "placed", "scale");
    assert!((scale[0] - 1.5).abs() < 0.02 && scale[1..] == [1.0, 1.0], "{scale:?}");
    let from = editor.center_of("handle rotate of placed");
    editor.drag(from, middle + (from - middle).rot90());
    let turned = numbers(&editor, "placed", "rotate");
    assert!((turned[2].abs() - 90.0).abs() < 2.0, "{turned:?}");
    let from = editor.center_of("handle translate of placed");
    editor.drag(from, from + egui::vec2(-unit / 4.0, 0.0));
    let moved = numbers(&editor, "placed", "translate");
    assert!((moved[0] - 0.25).abs() < 0.02, "{moved:?}");
}

#[test]
fn handles_change_the_lengths_of_a_shape() {
    let mut editor = Editor::of(
        r#""nodes": {
            "plate": {"type": "shape/box", "inputs": {"center": [0.25, 0.5, 0], "size": [0.25, 0.5, 1]}},
            "egg": {"type": "shape/ellipsoid", "inputs": {"center": [0.25, 0.5, 0], "radii": [0.25, 0.25, 1]}}},
        "outputs": {"distance": {"node": "plate"}},
        "layout": {"plate": [0, 0], "egg": [300, 0]}"#,
    );
    let unit = preview(&editor).width().min(preview(&editor).height());
    for (node, input, axis, expected) in
        [("plate", "size", "x", [0.75, 0.5, 1.0]), ("egg", "radii", "y", [0.25, 0.5, 1.0])]
    {
        let title = editor.center_of(&format!("node {node}"));
        editor.click(title, PointerButton::Primary);
        editor.settle();
        editor.paint(&format!("handles-{node}.png"));
        let from = editor.center_of(&format!("handle {input} {axis} of {node}"));
        let way = if axis == "x" { egui::vec2(unit / 4.0, 0.0) } else { egui::vec2(0.0, unit / 4.0) };
        editor.drag(from, from + way);
        let lengths = numbers(&editor, node, input);
        let near = lengths.iter().zip(expected).all(|(length, expected)| (length - expected).abs() < 0.02);
        assert!(near, "{node}: {lengths:?}");
    }
}

#[test]
fn an_erosion_is_stopped_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("land.json");
    // It would take minutes.
    std::fs::write(
        &path,
        r#"{"format": "travertine", "version": 1, "nodes": {
            "noise": {"type": "noise/perlin"},
            "land": {"type": "terrain/hydraulic",
                "inputs": {"height": {"node": "noise"}, "resolution": 512, "rounds": 2000}}},
            "outputs": {"height": {"node": "land"}}}"#,
    )
    .unwrap();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    let wait_for = |editor: &mut Editor, label: &str| {
        let start = std::time::Instant::now();
        while editor.harness.query_by_label(label).is_none() {
            assert!(start.elapsed().as_secs() < 120, "{label} does not come");
            std::thread::sleep(std::time::Duration::from_millis(5));
            editor.harness.run_steps(1);
        }
    };
    wait_for(&mut editor, "Stop");
    editor.paint("eroding.png");
    editor.harness.get_by_label("Stop").click();
    editor.settle();
    assert!(editor.harness.query_by_label("The rendering was stopped.").is_some());
    editor.paint("stopped.png");
    editor.harness.get_by_label("Resume").click();
    wait_for(&mut editor, "Stop");
    assert!(editor.harness.query_by_label("The rendering was stopped.").is_none());
}

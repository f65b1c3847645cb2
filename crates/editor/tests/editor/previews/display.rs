//! How the preview shows values: channels, ranges, colors, slices, and the work that they wait for.

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use travertine::{Context, Slice, Texture};
use travertine_editing::render::{Channel, Display, DisplayRange, show};

use super::{choose, click, has, preview, seen, set};
use crate::painter::Picture;
use crate::support::{Editor, bundled, small_marble};

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
    let display = Display { mark_outside: true, channel: Channel::All, span: DisplayRange::Unit, ..Display::default() };
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
    let is_enabled = |editor: &Editor| !editor.harness.get_by_label("false color").accesskit_node().is_disabled();
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

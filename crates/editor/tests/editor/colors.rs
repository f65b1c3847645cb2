//! Colors and ramps.

use egui::{Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::files::Folders;
use travertine_editing::{Held, Socket};
use travertine_graph::constant::Constant;
use travertine_graph::ramp::Stop;

use crate::support::{Editor, bundled};

const RAMP: &str = r#""nodes": {
        "noise": {"type": "noise/perlin"},
        "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}, "ramp": {"stops": [
            {"position": 0, "color": [0.1234567, 0.7654321, 0.3333333, 0.004]},
            {"position": 0.25, "color": [0.5, 0.25, 0.125, 1]},
            {"position": 1, "color": [1, 1, 1, 1]}]}}}},
    "outputs": {"color": {"node": "ramp"}},
    "layout": {"noise": [0, 0], "ramp": [300, 0]},
    "annotations": {"outputs": [600, 0]}"#;

/// An editor with a selected ramp.
fn editor() -> Editor {
    let mut editor = Editor::of(RAMP);
    editor.click(editor.center_of("node ramp"), PointerButton::Primary);
    editor.settle();
    editor
}

/// The stops of the ramp.
fn stops(editor: &Editor) -> Vec<Stop> {
    match editor.harness.state().project.outline().held(&Socket::new("ramp", "ramp")) {
        Some(Held::Constant { value: Constant::Ramp(ramp), .. }) => ramp.stops,
        other => panic!("the input holds no ramp: {other:?}"),
    }
}

/// The ramps on the screen, the one on the node first.
fn bars(editor: &Editor) -> Vec<Rect> {
    let area = editor.harness.state().canvas.area;
    let bars = editor.harness.query_all_by_label_contains("stops").map(|bar| bar.rect());
    let (inside, outside): (Vec<Rect>, Vec<Rect>) = bars.partition(|rect| area.contains(rect.center()));
    inside.into_iter().chain(outside).collect()
}

/// The handle of a stop at a position of a bar.
fn handle(bar: Rect, position: f32) -> Pos2 {
    Pos2::new(egui::lerp(bar.left() + 4.5..=bar.right() - 4.5, position), bar.bottom() - 5.0)
}

#[test]
fn the_chosen_stop_is_the_same_on_the_node_and_in_the_inspector() {
    let mut editor = editor();
    let bar = bars(&editor)[0];
    editor.click(handle(bar, 0.25), PointerButton::Primary);
    assert!(editor.harness.query_by_label("ramp: position of stop 2").is_some());
    let bar = bars(&editor)[1];
    editor.click(handle(bar, 1.0), PointerButton::Primary);
    assert!(editor.harness.query_by_label("ramp: position of stop 3").is_some());
}

#[test]
fn a_double_click_on_a_stop_opens_the_picker_and_on_the_bar_adds_a_stop() {
    let mut editor = editor();
    let before = editor.document().clone();
    for index in [0, 1] {
        let bar = bars(&editor)[index];
        editor.double_click(handle(bar, 0.25));
        assert!(editor.harness.query_by_label("Hex").is_some(), "the picker is open");
        assert_eq!(editor.document(), &before);
        editor.press(Modifiers::NONE, Key::Escape);
        assert!(editor.harness.query_by_label("Hex").is_none(), "Escape closes it");
    }
    let bar = bars(&editor)[0];
    editor.double_click(Pos2::new(bar.center().x, bar.top() + 8.0));
    assert_eq!(stops(&editor).len(), 4);
}

/// Types into the field of a number.
fn type_number(editor: &mut Editor, label: &str, text: &str) {
    let field = editor.center_of(label);
    editor.click(field, PointerButton::Primary);
    editor.press(Modifiers::COMMAND, Key::A);
    editor.type_text(text);
    editor.press(Modifiers::NONE, Key::Enter);
}

#[test]
fn a_change_of_alpha_keeps_the_color() {
    let mut editor = editor();
    let before = stops(&editor);
    let bar = bars(&editor)[1];
    editor.double_click(handle(bar, 0.0));
    type_number(&mut editor, "Alpha", "0.5");
    let after = stops(&editor);
    assert_eq!(after[0].color[..3], before[0].color[..3], "red, green and blue have the same bits");
    assert_eq!(after[0].color[3], 0.5);
    assert_eq!(after[1..], before[1..]);
}

#[test]
fn a_drag_in_the_picker_is_one_step() {
    let mut editor = editor();
    let before = editor.document().clone();
    let bar = bars(&editor)[1];
    editor.double_click(handle(bar, 0.25));
    editor.settle();
    editor.paint("picker.png");
    let square = editor.harness.get_by_label("Saturation and value").rect();
    editor.drag(square.center(), square.center() + vec2(30.0, -30.0));
    assert_ne!(editor.document(), &before);
    let picker = editor.harness.query_by_label("Hex").is_some();
    assert!(picker, "it stays open");
    editor.undo();
    assert_eq!(editor.document(), &before);
}

/// The picker and a ramp, in both themes and two sizes of the window.
#[test]
fn the_picker_leaves_the_preview_free() {
    for (size, width, height) in [("small", 800.0, 600.0), ("large", 1280.0, 720.0)] {
        for theme in [egui::Theme::Dark, egui::Theme::Light] {
            let mut editor = editor();
            editor.harness.ctx.set_theme(theme);
            let bar = bars(&editor)[1];
            editor.double_click(handle(bar, 0.25));
            editor.harness.set_size(vec2(width, height));
            editor.settle();
            let name = if theme == egui::Theme::Dark { "dark" } else { "light" };
            editor.paint(&format!("picker-{size}-{name}.png"));
            let preview = editor.harness.get_by_label("Preview").rect();
            for part in ["Saturation and value", "Hue", "Hex", "Alpha"] {
                let rect = editor.harness.get_by_label(part).rect();
                assert!(!rect.intersects(preview), "{part} covers the preview");
                assert!(editor.harness.ctx.content_rect().contains_rect(rect), "{part} is cut off");
            }
        }
    }
}

#[test]
fn the_keyboard_moves_the_picker() {
    let mut editor = editor();
    let before = editor.document().clone();
    let bar = bars(&editor)[1];
    editor.double_click(handle(bar, 0.25));
    editor.press(Modifiers::NONE, Key::ArrowDown);
    assert!(stops(&editor)[1].color[0] < 0.5, "it is darker");
    editor.press(Modifiers::NONE, Key::Delete);
    assert!(editor.document().nodes.contains_key("ramp"), "keys belong to the picker");
    editor.undo();
    assert_eq!(editor.document(), &before);
    editor.press(Modifiers::NONE, Key::Tab);
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(editor.harness.query_by_label("Hex").is_none());
    assert_eq!(editor.document(), &before);
}

#[test]
fn digits_are_taken_and_become_a_recent_color() {
    let mut editor = editor();
    let bar = bars(&editor)[1];
    editor.double_click(handle(bar, 0.25));
    type_number(&mut editor, "Hex", "#ff8000");
    let color = stops(&editor)[1].color;
    assert_eq!((color[0], color[2], color[3]), (1.0, 0.0, 1.0));
    editor.press(Modifiers::NONE, Key::Escape);
    let bar = bars(&editor)[1];
    editor.double_click(handle(bar, 1.0));
    editor.harness.get_by_label("Recent: #ff8000").click();
    editor.harness.run_steps(3);
    assert_eq!(stops(&editor)[2].color, color);
}

#[test]
fn ramps_are_distributed_and_flipped() {
    let mut editor = editor();
    editor.harness.set_size(vec2(1280.0, 1000.0));
    editor.settle();
    editor.paint("ramp.png");
    let before = stops(&editor);
    for (button, first, middle) in
        [("Distribute the stops evenly", before[0].color, 0.5), ("Flip the ramp", before[2].color, 0.5)]
    {
        editor.harness.get_by_label(button).click();
        editor.harness.run_steps(3);
        let after = stops(&editor);
        assert_eq!((after[0].color, after[1].position), (first, middle));
    }
}

#[test]
fn recent_colors_are_kept_for_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let folders = Folders::at(folder.path());
    let graph = folder.path().join("graph.json");
    std::fs::write(&graph, format!(r#"{{"format": "travertine", "version": 1, {RAMP}}}"#)).unwrap();
    for run in 0..2 {
        let mut editor = Editor::keeping(&folders, Some(&graph));
        editor.settle();
        editor.click(editor.center_of("node ramp"), PointerButton::Primary);
        editor.settle();
        let bar = bars(&editor)[1];
        editor.double_click(handle(bar, 0.25));
        editor.paint("recent.png");
        let recent = editor.harness.query_by_label("Recent: #ff8000");
        assert_eq!(recent.is_some(), run == 1);
        type_number(&mut editor, "Hex", "#ff8000");
        editor.press(Modifiers::NONE, Key::Escape);
        // Otherwise the next run would offer to recover it.
        editor.press(Modifiers::COMMAND, Key::S);
        editor.settle();
    }
}

/// Shows the editor its own window, as the platform does.
fn answer_the_eyedropper(editor: &mut Editor) {
    let asks = |command: &egui::ViewportCommand| matches!(command, egui::ViewportCommand::Screenshot(_));
    for _ in 0..8 {
        if editor.asked().iter().any(asks) {
            let picture = editor.painter.paint(&editor.harness);
            let image = egui::ColorImage::new([picture.width, picture.height], picture.pixels);
            editor.harness.event(egui::Event::Screenshot {
                viewport_id: egui::ViewportId::ROOT,
                user_data: egui::UserData::default(),
                image: image.into(),
            });
            editor.harness.run_steps(2);
            return;
        }
        editor.harness.run_steps(1);
    }
    panic!("it does not look at the window");
}

#[test]
fn the_eyedropper_takes_a_color_of_the_preview_and_keeps_alpha() {
    let mut editor = editor();
    let before = editor.document().clone();
    let bar = bars(&editor)[1];
    editor.double_click(handle(bar, 0.0));
    editor.harness.get_by_label("Eyedropper").click();
    answer_the_eyedropper(&mut editor);
    let point = editor.center_of("Preview");
    editor.harness.hover_at(point);
    editor.harness.run_steps(2);
    editor.paint("eyedropper.png");
    let expected = {
        let picture = editor.painter.paint(&editor.harness);
        picture.pixels[point.y as usize * picture.width + point.x as usize]
    };
    editor.click(point, PointerButton::Primary);
    assert!(editor.harness.query_by_label("Hex").is_some(), "the picker stays open");
    let color = stops(&editor)[0].color;
    let bytes = |linear: f32| (travertine_noise::math::linear_to_srgb(linear) * 255.0).round() as u8;
    assert_eq!([bytes(color[0]), bytes(color[1]), bytes(color[2])], [expected.r(), expected.g(), expected.b()]);
    assert_eq!(color[3], 0.004);
    editor.undo();
    assert_eq!(editor.document(), &before, "the click probes nothing and is one step");
    editor.harness.get_by_label("Eyedropper").click();
    editor.harness.run_steps(2);
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(editor.harness.query_by_label("Hex").is_some(), "Escape puts only the eyedropper away");
}

#[test]
fn a_click_on_the_bar_adds_a_stop_of_its_color() {
    let mut editor = editor();
    let before = stops(&editor);
    let bar = bars(&editor)[1];
    let point = Pos2::new(handle(bar, 0.625).x, bar.top() + 8.0);
    editor.click(point, PointerButton::Primary);
    let after = stops(&editor);
    assert_eq!(after.len(), 4);
    assert!((after[2].position - 0.625).abs() < 0.01, "{}", after[2].position);
    let red = (before[1].color[0] + before[2].color[0]) / 2.0;
    assert!((after[2].color[0] - red).abs() < 0.1, "{}", after[2].color[0]);
    assert!(editor.harness.query_by_label("ramp: position of stop 3").is_some(), "it is chosen");
    editor.undo();
    assert_eq!(stops(&editor), before);
    let on_node = bars(&editor)[0];
    editor.click(Pos2::new(on_node.center().x, on_node.top() + 8.0), PointerButton::Primary);
    assert_eq!(stops(&editor), before, "a click on a node is for the node");
}

/// Takes the colors of a file for the ramp in the inspector.
fn take_colors(editor: &mut Editor, way: &str, path: &std::path::Path) {
    editor.harness.get_by_label("ramp: colors from a file").click();
    editor.harness.run_steps(3);
    editor.paint("ramp-file.png");
    editor.harness.get_by_label(way).click();
    editor.harness.run_steps(3);
    editor.type_text(path.to_str().unwrap());
    editor.press(Modifiers::NONE, Key::Enter);
    editor.settle();
}

#[test]
fn a_ramp_takes_the_colors_of_a_palette_or_a_picture() {
    let mut editor = editor();
    editor.harness.set_size(vec2(1280.0, 1000.0));
    editor.settle();
    let before = editor.document().clone();
    let folder = tempfile::tempdir().unwrap();
    let palette = folder.path().join("rust.gpl");
    std::fs::write(&palette, "GIMP Palette\n10 10 10\n200 100 50\n255 224 192\n255 255 255\n").unwrap();
    take_colors(&mut editor, "Palette, or main colors of a picture…", &palette);
    let taken = stops(&editor);
    assert_eq!(taken.iter().map(|stop| stop.position).collect::<Vec<_>>(), [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
    assert_eq!(taken[3].color, [1.0; 4]);
    editor.paint("ramp-palette.png");
    editor.undo();
    assert_eq!(editor.document(), &before, "it is one step");
    let picture = bundled("../docs/pictures/editor").with_extension("png");
    take_colors(&mut editor, "Line across a picture…", &picture);
    assert!(stops(&editor).len() > 3);
    take_colors(&mut editor, "Palette, or main colors of a picture…", &picture);
    let lightness = |stop: &Stop| stop.color[1];
    assert_eq!(stops(&editor).len(), 6);
    assert!(stops(&editor).is_sorted_by(|a, b| lightness(a) <= lightness(b)), "from dark to light");
    let before = editor.document().clone();
    let wrong = folder.path().join("wrong.txt");
    std::fs::write(&wrong, "nothing").unwrap();
    take_colors(&mut editor, "Line across a picture…", &wrong);
    assert_eq!(editor.document(), &before);
    assert!(editor.harness.query_by_label_contains("wrong.txt has no colors to take").is_some());
}

#[test]
fn the_arrow_keys_move_a_stop_and_delete_removes_it() {
    let mut editor = editor();
    let before = editor.document().clone();
    editor.click(handle(bars(&editor)[1], 0.25), PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(stops(&editor)[1].position, 0.27);
    editor.press(Modifiers::NONE, Key::Delete);
    assert_eq!(stops(&editor).len(), 2);
    assert!(editor.document().nodes.contains_key("ramp"), "the key is for the stop");
    editor.undo();
    editor.undo();
    assert_eq!(editor.document(), &before);
}

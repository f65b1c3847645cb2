//! The appearance of the editor: pictures are painted, kept, and compared.

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;

use crate::painter::Picture;
use crate::support::{Editor, bundled, small_marble};

/// Tolerated mean difference from a kept picture, in steps of 255: machines round edges of shapes differently.
const TOLERANCE: f64 = 0.5;

/// Compares the window with the kept picture; `BLESS=1` keeps it. With `EDITOR_PICTURES`, it is written there as well.
fn look(editor: &Editor, kept: &Path) {
    let picture = editor.painter.paint(&editor.harness);
    if let Some(folder) = std::env::var_os("EDITOR_PICTURES") {
        picture.save(&PathBuf::from(folder).join(kept.file_name().unwrap()));
    }
    if std::env::var_os("BLESS").is_some() {
        picture.save(kept);
        return;
    }
    let difference = Picture::open(kept).difference(&picture);
    if difference > TOLERANCE {
        let folder = std::env::temp_dir().join("travertine-editor");
        std::fs::create_dir_all(&folder).unwrap();
        let actual = folder.join(kept.file_name().unwrap());
        picture.save(&actual);
        panic!(
            "{} differs from {} by {difference:.2} steps of 255 on average; look at both. If it is meant so: BLESS=1 \
             cargo test -p travertine-editor --test editor looks",
            actual.display(),
            kept.display()
        );
    }
}

#[test]
fn the_picture_of_the_readme() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    editor.paint("marble.png");
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.harness.key_press(Key::F);
    editor.harness.run_steps(3);
    for _ in 0..2 {
        editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::Minus);
        editor.harness.run_steps(2);
    }
    editor.harness.key_press(Key::Num3);
    editor.settle();
    look(&editor, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/editor.png"));
}

#[test]
fn menus_and_themes() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    editor.settle();
    editor.paint("gallery.png");
    let mut editor = Editor::new(2560.0, 1440.0, Some(&bundled("agate")));
    editor.harness.ctx.set_theme(egui::Theme::Light);
    editor.settle();
    editor.harness.hover_at(egui::pos2(600.0, 300.0));
    editor.harness.key_press(Key::Space);
    editor.harness.run_steps(2);
    editor.harness.get_by_label("Search nodes").type_text("noi");
    editor.harness.run_steps(3);
    editor.paint("light.png");
    editor.harness.key_press(Key::Escape);
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    editor.harness.run_steps(3);
    editor.paint("palette.png");
    assert!(editor.harness.query_by_label("Search commands").is_some());
}

#[test]
fn solids_turn_with_the_pointer() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&bundled("travertine")));
    editor.settle();
    editor.harness.key_press(Key::Num3);
    editor.settle();
    editor.paint("solid.png");
    let preview = editor.harness.get_by_label("Preview").rect();
    let region = |editor: &Editor| editor.painter.paint(&editor.harness).part(preview);
    let sphere = region(&editor);
    editor.harness.get_by_label("Shape").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label("cut block").click();
    editor.settle();
    editor.paint("cut-block.png");
    let block = region(&editor);
    assert!(block.difference(&sphere) > 1.0, "another shape is another picture");
    editor.drag(preview.center(), preview.center() + egui::vec2(60.0, 10.0));
    editor.settle();
    let turned = region(&editor);
    assert!(turned.difference(&block) > 1.0, "a drag turns it");
    editor.drag_with(PointerButton::Secondary, preview.center(), preview.center() + egui::vec2(120.0, 40.0));
    editor.settle();
    editor.paint("lit.png");
    assert!(region(&editor).difference(&turned) > 1.0, "the other button moves the light");
    editor.harness.key_press(Key::Num3);
    editor.settle();
    let plane = region(&editor);
    assert!(plane.difference(&turned) > 1.0, "the plane is there again");
}

/// Pictures in several sizes, both themes, and two pixel densities.
#[test]
fn sizes_themes_and_densities() {
    for (name, width, height, density) in [
        ("least", 800.0, 600.0, 1.0),
        ("small", 1280.0, 720.0, 1.0),
        ("large", 2560.0, 1440.0, 1.0),
        ("dense", 1280.0, 720.0, 2.0),
    ] {
        for theme in [egui::Theme::Dark, egui::Theme::Light] {
            let mut editor = Editor::build(width, height, density, None, Some(&small_marble()));
            editor.harness.ctx.set_theme(theme);
            let node = editor.harness.get_by_label("node presence").rect();
            editor.click(node.center(), PointerButton::Primary);
            editor.settle();
            let name = format!("{name}-{}", if theme == egui::Theme::Dark { "dark" } else { "light" });
            editor.paint(&format!("{name}.png"));
            let window = editor.harness.ctx.content_rect();
            for (role, label) in [
                (Role::Image, "Preview"),
                (Role::ComboBox, "Channel"),
                (Role::ComboBox, "Range"),
                (Role::SpinButton, "z"),
                (Role::SpinButton, "time"),
            ] {
                let rect = editor.harness.get_by_role_and_label(role, label).rect();
                assert!(window.contains_rect(rect), "{name}: {label} is cut off: {rect:?}");
            }
            editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
            editor.harness.run_steps(3);
            editor.harness.get_by_role_and_label(Role::Button, "Solid").click();
            editor.harness.run_steps(3);
            editor.paint(&format!("{name}-export.png"));
            let button = editor.harness.get_by_label("Export").rect();
            assert!(window.contains_rect(button), "{name}: {button:?}");
        }
    }
}

/// The menus, windows and dialogs, in both themes.
#[test]
fn commands_are_found_with_their_shortcuts() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let dark = editor.painter.paint(&editor.harness);
    let command = |editor: &mut Editor, typed: &str, label: &str| {
        editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
        editor.harness.run_steps(2);
        editor.harness.get_by_label("Search commands").type_text(typed);
        editor.harness.run_steps(2);
        assert!(editor.harness.query_by_label(label).is_some(), "{typed} does not find {label}");
    };
    command(&mut editor, "save as", "Save as… Ctrl+Shift+S");
    editor.harness.key_press(Key::Escape);
    editor.harness.run_steps(2);
    assert!(editor.harness.query_by_label("Search commands").is_none());
    command(&mut editor, "theme", "Dark or light theme ");
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    assert_eq!(editor.harness.ctx.theme(), egui::Theme::Light);
    let light = editor.painter.paint(&editor.harness);
    let brightness = |picture: &Picture| -> u64 {
        picture.pixels.iter().map(|pixel| u64::from(pixel.r()) + u64::from(pixel.g())).sum()
    };
    assert!(brightness(&light) > 2 * brightness(&dark));
}

#[test]
fn a_node_has_a_reference() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let node = editor.harness.get_by_label("node noise").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.harness.key_press(Key::F1);
    editor.harness.run_steps(3);
    editor.paint("reference.png");
    for label in ["Perlin noise", "Inputs", "Outputs", "octaves"] {
        assert!(editor.harness.query_all_by_label(label).next().is_some(), "{label}");
    }
}

/// Frames, a note, bends, a muted node and the minimap are readable and distinct in both themes, at any zoom.
#[test]
fn frames_notes_and_bends() {
    let mut editor = Editor::of(
        r##""name": "Marble", "nodes": {
            "clouds": {"type": "noise/perlin", "inputs": {"octaves": 5}},
            "folded": {"type": "math/absolute", "inputs": {"value": {"node": "clouds"}}},
            "bend": {"type": "util/reroute", "inputs": {"value": {"node": "folded"}}},
            "lower": {"type": "util/reroute", "inputs": {"value": {"node": "color"}}},
            "color": {"type": "color/ramp", "inputs": {"value": {"node": "bend"}}},
            "calm": {"type": "math/cosine", "muted": true, "inputs": {"value": {"node": "lower"}}},
            "far": {"type": "noise/cell"}},
        "outputs": {"color": {"node": "color"}, "grain": {"node": "calm"}},
        "layout": {"clouds": [0, 0], "folded": [260, 0], "bend": [500, 110], "color": [600, 0], "lower": [560, 330],
            "calm": [640, 330], "far": [0, 760]},
        "annotations": {"outputs": [960, 0], "frames": {
            "veins": {"title": "Veins: where the stone has cracked", "color": "#4ca59c", "rectangle": [-24, -56, 504, 500]},
            "plain": {"title": "Color", "rectangle": [540, -56, 330, 290], "text": ""},
            "note": {"text": "More octaves make finer veins.\nTry 4 to 8, and a lower persistence.", "color": "#b9a245",
                "rectangle": [500, 500, 260, 80]}}}"##,
    );
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        editor.harness.ctx.set_theme(theme);
        editor.press(Modifiers::NONE, Key::Home);
        editor.settle();
        editor.paint(&format!("frames-all-{theme:?}.png"));
        let note = editor.center_of("note note");
        editor.click(note, PointerButton::Primary);
        for _ in 0..3 {
            editor.press(Modifiers::COMMAND, Key::Plus);
        }
        editor.settle();
        editor.paint(&format!("frames-near-{theme:?}.png"));
        let map = editor.harness.get_by_label("Minimap").rect();
        assert!(editor.harness.state().canvas.area.contains_rect(map));
        for _ in 0..12 {
            editor.press(Modifiers::COMMAND, Key::Minus);
        }
        editor.settle();
        editor.paint(&format!("frames-far-{theme:?}.png"));
        let title = editor.harness.get_by_label("frame veins").rect();
        assert!(editor.harness.state().canvas.area.contains_rect(title));
    }
}

/// All lines on the screen that are this wide.
fn lines(editor: &Editor, width: f32) -> usize {
    fn count(shape: &egui::Shape, width: f32) -> usize {
        match shape {
            egui::Shape::Path(path) => usize::from((path.stroke.width - width).abs() < 0.01),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, width)).sum(),
            _ => 0,
        }
    }
    editor.harness.output().shapes.iter().map(|clipped| count(&clipped.shape, width)).sum()
}

#[test]
fn the_wires_of_the_selected_node_are_thicker() {
    let mut editor = Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "first": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
            "second": {"type": "math/absolute", "inputs": {"value": {"node": "first"}}}},
        "outputs": {"value": {"node": "second"}},
        "layout": {"noise": [0, 0], "first": [300, 0], "second": [600, 0]}"#,
    );
    editor.command("Actual size");
    editor.harness.run_steps(4);
    assert_eq!(lines(&editor, 3.5), 0);
    let node = editor.harness.get_by_label("node first").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.harness.run_steps(2);
    assert_eq!(lines(&editor, 3.5), 2, "the one to it and the one from it");
}

#[test]
fn an_empty_graph_says_hello() {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let mut editor = Editor::new(800.0, 600.0, None);
        editor.harness.ctx.set_theme(theme);
        editor.settle();
        editor.paint(&format!("gallery-800-{theme:?}.png"));
        editor.harness.get_by_label("An empty graph").click();
        editor.settle();
        editor.paint(&format!("hello-{theme:?}.png"));
        assert!(editor.harness.query_by_label_contains("problem").is_none());
        let window = editor.harness.ctx.content_rect();
        for name in ["Add the first node", "Start from an example", "Open a file"] {
            let button = editor.harness.get_by_label(name).rect();
            assert!(window.contains_rect(button), "{name}: {button:?}");
        }
        editor.harness.get_by_label("Start from an example").click();
        editor.harness.run_steps(3);
        editor.harness.get_by_label("Back to the open graph").click();
        editor.harness.run_steps(3);
        editor.harness.get_by_label("Add the first node").click();
        editor.harness.run_steps(3);
        editor.harness.get_by_label("Search nodes").type_text("perlin noise");
        editor.harness.run_steps(2);
        editor.harness.key_press(Key::Enter);
        editor.settle();
        editor.paint(&format!("first-800-{theme:?}.png"));
        assert!(editor.harness.query_by_label("Add the first node").is_none());
        assert!(editor.harness.query_by_label_contains("problem").is_none(), "a beginning is no problem");
        editor.harness.get_by_label("Node").click();
        editor.harness.run_steps(3);
        editor.paint(&format!("menu-800-{theme:?}.png"));
    }
}

#[test]
fn descriptions_are_shown_when_asked_for() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let select = |editor: &mut Editor, name: &str| {
        let node = editor.harness.get_by_label(&format!("node {name}")).rect();
        editor.click(node.center(), PointerButton::Primary);
        editor.harness.run_steps(2);
    };
    let described = |editor: &Editor, text: &str| editor.harness.query_by_label_contains(text).is_some();
    select(&mut editor, "noise");
    assert!(editor.harness.query_by_label("About this node").is_some());
    editor.harness.get_by_label("About this node").click();
    editor.harness.run_steps(3);
    editor.paint("described.png");
    let of = |editor: &Editor, id: &str| {
        let node_type = editor.document().nodes[id].node_type.clone();
        let definition = travertine::registry().find(&node_type).unwrap();
        definition.description.split(['.', '`']).next().unwrap().to_owned()
    };
    assert!(described(&editor, &of(&editor, "noise")));
    select(&mut editor, "presence");
    assert!(described(&editor, &of(&editor, "presence")), "it stays for other nodes");
    editor.harness.get_by_label("About this node").click();
    editor.harness.run_steps(3);
    assert!(!described(&editor, &of(&editor, "presence")));
}

/// Another theme has other letters in the texture; those of the theme before must not be used.
#[test]
fn texts_stay_readable_when_the_theme_changes() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    editor.harness.state_mut().canvas.zoom_to(0.8);
    editor.settle();
    let before = editor.painter.paint(&editor.harness);
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        editor.harness.ctx.set_theme(theme);
        editor.harness.run_steps(6);
        editor.paint(&format!("theme-{theme:?}.png"));
    }
    let after = editor.painter.paint(&editor.harness);
    assert!(after.difference(&before) < 0.01, "{}", after.difference(&before));
}

//! Common tasks of a user.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, accesskit};
use egui_kittest::kittest::Queryable as _;

use travertine_editing::{Socket, Target};
use travertine_graph::document::Input;

use crate::support::{Editor, small_marble};

#[test]
fn a_node_is_found_and_added_by_the_keyboard() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    editor.harness.get_by_label("An empty graph").click();
    editor.harness.run_steps(2);
    editor.harness.hover_at(Pos2::new(300.0, 300.0));
    editor.harness.run_steps(2);
    editor.harness.key_press(Key::Space);
    editor.harness.run_steps(2);
    editor.harness.get_by_label("Search nodes").type_text("perl");
    editor.harness.run_steps(2);
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    let document = editor.document();
    assert_eq!(document.nodes["perlin"].node_type, "noise/perlin");
    let point = document.layout["perlin"];
    assert!(editor.harness.query_by_label("Search nodes").is_none(), "the menu has gone");
    assert!(editor.harness.query_by_label("node perlin").is_some(), "the node is on the canvas, at {point:?}");
}

#[test]
fn events_of_one_frame_are_handled_in_order() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    editor.harness.get_by_label("An empty graph").click();
    editor.harness.run_steps(4);
    let press = |editor: &mut Editor, events: &[Event]| {
        editor.harness.input_mut().events.extend_from_slice(events);
        editor.harness.run_steps(3);
    };
    let key = |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    // With the pointer on the canvas, a key opens the menu.
    press(&mut editor, &[Event::PointerMoved(Pos2::new(150.0, 100.0)), key(Key::Space)]);
    // The first result of the search is chosen.
    press(&mut editor, &[Event::Text("perl".to_owned()), key(Key::Enter)]);
    assert_eq!(editor.document().nodes["perlin"].node_type, "noise/perlin");
    let [x, y] = editor.document().layout["perlin"];
    let shown = editor.harness.state().canvas.to_screen(Pos2::new(x as f32, y as f32));
    assert!(shown.distance(Pos2::new(150.0, 100.0)) < 2.0, "{shown:?}");
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    editor.harness.run_steps(2);
    press(&mut editor, &[Event::Text("undo".to_owned()), key(Key::Enter)]);
    assert!(editor.document().nodes.is_empty());
}

#[test]
fn tab_moves_through_a_dialog_wherever_the_pointer_is() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.harness.hover_at(Pos2::new(300.0, 600.0));
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    editor.harness.key_press(Key::Delete);
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    editor.harness.run_steps(3);
    editor.harness.key_press(Key::Tab);
    editor.harness.run_steps(2);
    assert!(editor.harness.query_by_label("Search nodes").is_none());
    assert!(editor.harness.get_by_label("Save").is_focused());
}

#[test]
fn a_number_is_set_undone_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marble.json");
    std::fs::copy(small_marble(), &path).unwrap();
    let before = std::fs::read_to_string(&path).unwrap();

    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    let slider = editor.harness.get_by_role_and_label(accesskit::Role::SpinButton, "turbulence").rect();
    editor.drag(slider.center(), slider.center() + egui::vec2(30.0, 0.0));
    let turbulence = |editor: &Editor| {
        let parameters = editor.document().parameters.clone();
        let (_, parameter) = parameters.into_iter().find(|(name, _)| name == "turbulence").unwrap();
        parameter.default.unwrap().to_string()
    };
    assert_ne!(turbulence(&editor), "0.7");
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    editor.harness.run_steps(2);
    assert_eq!(turbulence(&editor), "0.7", "a drag is one step");
    editor.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    editor.harness.run_steps(2);
    let set = turbulence(&editor);
    assert_ne!(set, "0.7");
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    editor.harness.run_steps(4);

    let after = std::fs::read_to_string(&path).unwrap();
    let changed: Vec<_> = before.lines().zip(after.lines()).filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1, "one line of the file differs: {changed:?}");
    let again = Editor::new(1280.0, 720.0, Some(&path));
    assert_eq!(turbulence(&again), set);
}

#[test]
fn arithmetic_can_be_typed() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    let field = editor.harness.get_by_role_and_label(accesskit::Role::SpinButton, "vein scale").rect();
    editor.click(field.center(), PointerButton::Primary);
    editor.harness.event(Event::Text("2*pi/3".to_owned()));
    editor.harness.run_steps(1);
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    let (_, parameter) = &editor.document().parameters[0];
    assert_eq!(parameter.default.as_ref().unwrap().to_string(), "2.0943952");
}

#[test]
fn nodes_are_copied_as_text_and_pasted() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    let node = editor.harness.get_by_label("node marble").rect();
    editor.click(node.center(), PointerButton::Primary);
    assert_eq!(editor.harness.state().canvas.selection.nodes.len(), 1);
    editor.harness.event(Event::Copy);
    editor.harness.run_steps(1);
    let copied = editor.harness.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("something was copied");
    assert!(copied.contains("blend/mix"), "{copied}");
    editor.harness.hover_at(Pos2::new(400.0, 600.0));
    editor.harness.event(Event::Paste(copied));
    editor.harness.run_steps(3);
    assert_eq!(editor.document().nodes["marble_2"].node_type, "blend/mix");
}

#[test]
fn leaving_unsaved_changes_asks() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    let slider = editor.harness.get_by_role_and_label(accesskit::Role::SpinButton, "turbulence").rect();
    editor.drag(slider.center(), slider.center() + egui::vec2(30.0, 0.0));
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    editor.harness.run_steps(3);
    editor.harness.get_by_label("Don't save").click();
    editor.harness.run_steps(3);
    assert!(editor.document().nodes.is_empty());
}

#[test]
fn a_picture_is_exported_as_the_command_line_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("marble.json");
    std::fs::copy(small_marble(), &graph).unwrap();
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    editor.settle();
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    editor.harness.run_steps(3);
    for side in ["width", "height"] {
        let field = editor.harness.get_by_role_and_label(accesskit::Role::SpinButton, side).rect();
        editor.click(field.center(), PointerButton::Primary);
        editor.harness.event(Event::Text("64".to_owned()));
        editor.harness.run_steps(1);
        editor.harness.key_press(Key::Enter);
        editor.harness.run_steps(2);
    }
    editor.harness.get_by_label("Export").click();
    let picture = folder.path().join("marble.png");
    let start = std::time::Instant::now();
    while !picture.exists() {
        assert!(start.elapsed().as_secs() < 60, "nothing was written");
        std::thread::sleep(std::time::Duration::from_millis(10));
        editor.harness.run_steps(1);
    }
    let expected = folder.path().join("expected.png");
    let texture = travertine::Texture::open(&graph).unwrap();
    texture
        .first_field()
        .unwrap()
        .save(travertine::Slice::new(64, 64), &expected, &travertine::Context::default())
        .unwrap();
    assert_eq!(std::fs::read(picture).unwrap(), std::fs::read(expected).unwrap());
}

#[test]
fn nodes_are_aligned_and_snapped() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let before = editor.document().layout.clone();
    editor.harness.hover_at(Pos2::new(400.0, 600.0));
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    editor.harness.run_steps(2);
    editor.command("Align left edges");
    let least = before.values().map(|point| point[0]).fold(f64::INFINITY, f64::min);
    assert!(editor.document().layout.values().all(|point| point[0] == least));
    editor.command("Undo");
    assert_eq!(editor.document().layout, before);
    editor.command("Snap to grid");
    let snapped = &editor.document().layout;
    assert!(snapped.values().flatten().all(|side| side % travertine_editor::canvas::GRID == 0.0));
}

#[test]
fn a_wire_is_bent() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.settle();
    let wires = editor.document().nodes.iter().flat_map(|(id, node)| {
        let wired = node.inputs.iter().filter(|(_, input)| matches!(input, Input::Node { .. }));
        wired.map(move |(name, _)| Socket::new(id, name))
    });
    let bent = wires.into_iter().next().expect("there is a wire");
    let source = |editor: &Editor, id: &str, name: &str| match &editor.document().nodes[id].inputs[name] {
        Input::Node { node, .. } => node.clone(),
        other => panic!("there is no wire, but {other:?}"),
    };
    let before = source(&editor, &bent.node, &bent.name);
    editor.harness.state_mut().canvas.selection.wires.insert(Target::Input(bent.clone()));
    editor.harness.hover_at(Pos2::new(400.0, 600.0));
    editor.harness.key_press(Key::R);
    editor.harness.run_steps(3);
    let bend = source(&editor, &bent.node, &bent.name);
    assert_eq!(editor.document().nodes[&bend].node_type, "util/reroute");
    assert_eq!(source(&editor, &bend, "value"), before, "what came straight comes through it");
}

#[test]
fn pasting_over_the_gallery_closes_it() {
    let mut from = Editor::of(r#""nodes": {"noise": {"type": "noise/perlin"}}"#);
    from.press(Modifiers::COMMAND, Key::A);
    from.harness.event(Event::Copy);
    from.harness.run_steps(1);
    let commands = from.harness.output().platform_output.commands.iter();
    let copied = commands.rev().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("it was copied");
    let mut editor = Editor::new(1280.0, 720.0, None);
    assert!(editor.harness.query_by_label("Start with").is_some());
    editor.harness.event(Event::Paste(copied));
    editor.harness.run_steps(3);
    assert!(editor.harness.query_by_label("Start with").is_none());
    assert!(editor.harness.query_by_label("node noise").is_some());
}

#[test]
fn nothing_is_pasted_while_a_dialog_is_open() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.press(Modifiers::COMMAND, Key::A);
    editor.harness.key_press(Key::Delete);
    editor.press(Modifiers::COMMAND, Key::N);
    let marble = std::fs::read_to_string(small_marble()).unwrap();
    editor.harness.event(Event::Paste(marble.clone()));
    editor.harness.run_steps(3);
    assert!(editor.document().nodes.is_empty());
    editor.press(Modifiers::NONE, Key::Escape);
    editor.harness.event(Event::Paste(marble));
    editor.harness.run_steps(3);
    assert!(!editor.document().nodes.is_empty(), "it could have been pasted");
}

#[test]
fn escape_closes_windows_beside_the_graph() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    editor.press(Modifiers::COMMAND, Key::E);
    let open = |editor: &Editor| editor.harness.query_by_label("Exports").is_some();
    assert!(open(&editor));
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(!open(&editor));
}

//! Exports from the window.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Theme, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::files::Folders;

use crate::support::Editor;

/// A surface with outputs that programs use.
const SURFACE: &str = r#"{"format": "travertine", "version": 1,
    "parameters": {"cells": {"type": "float", "default": 4, "min": 1, "max": 9}},
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}, "dimensions": 4}},
        "height": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -1, "from_max": 1}},
        "color": {"type": "color/ramp", "inputs": {"value": {"node": "height"}}}},
    "outputs": {"color": {"node": "color"}, "height": {"node": "height"}, "roughness": {"node": "height"}},
    "layout": {"noise": [0, 0], "height": [300, 0], "color": [600, 0]}}"#;

fn surface(folder: &Path) -> PathBuf {
    let graph = folder.join("surface.json");
    std::fs::write(&graph, SURFACE).unwrap();
    graph
}

fn open(editor: &mut Editor, kind: &str) {
    editor.settle();
    editor.press(Modifiers::COMMAND, Key::E);
    choose(editor, kind);
}

fn choose(editor: &mut Editor, kind: &str) {
    editor.harness.get_by_role_and_label(Role::Button, kind).click();
    editor.harness.run_steps(3);
}

fn set(editor: &mut Editor, name: &str, value: &str) {
    let field = editor.harness.get_by_role_and_label(Role::SpinButton, name).rect();
    editor.click(field.center(), PointerButton::Primary);
    editor.harness.event(Event::Text(value.to_owned()));
    editor.harness.run_steps(1);
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(2);
}

fn export(editor: &mut Editor) {
    editor.harness.get_by_label("Export").click();
    editor.harness.run_steps(3);
}

/// Closes the window of the editor, as its frame does.
fn close(editor: &mut Editor) {
    let viewports = &mut editor.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
    editor.harness.step();
    let viewports = &mut editor.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.clear();
    editor.harness.run_steps(3);
}

/// Waits until a text appears.
fn wait_for(editor: &mut Editor, text: &str) {
    let start = Instant::now();
    while editor.harness.query_by_label_contains(text).is_none() {
        assert!(start.elapsed().as_secs() < 60, "{text} does not appear");
        thread::sleep(Duration::from_millis(10));
        editor.harness.run_steps(1);
    }
}

#[test]
fn a_set_for_a_program_is_exported_and_its_settings_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let folders = Folders::at(folder.path().join("data"));
    let mut editor = Editor::keeping(&folders, Some(&graph));
    open(&mut editor, "Set of maps");
    set(&mut editor, "width", "32");
    set(&mut editor, "height", "16");
    assert!(editor.harness.query_by_label("Makes BaseColor, Normal, ORM, Height.").is_some());
    assert!(editor.harness.query_by_label("Skips Emissive: outputs are missing.").is_some());
    let command = format!(
        "travertine render {} -o '{}' --for=unreal --size=32x16",
        graph.display(),
        folder.path().join("{graph}_{output}.png").display()
    );
    assert!(editor.harness.query_by_label(&command).is_some(), "{command}");
    export(&mut editor);
    wait_for(&mut editor, "Wrote 4 files");
    editor.paint("export-set.png");
    for name in ["BaseColor", "Normal", "ORM", "Height"] {
        assert!(folder.path().join(format!("surface_{name}.png")).exists(), "{name}");
    }
    // Without a metallic output, the third channel of the packed map is constant.
    assert!(editor.harness.query_by_label_contains("ORM has a constant").is_some());
    wait_for(&mut editor, "4 of the files exist and will be replaced.");
    drop(editor);

    let mut again = Editor::keeping(&folders, Some(&graph));
    again.settle();
    again.press(Modifiers::COMMAND, Key::E);
    assert!(again.harness.query_by_label(&command).is_some(), "the settings are kept");
}

#[test]
fn fields_without_a_row_are_options_and_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let folders = Folders::at(folder.path().join("data"));
    let mut editor = Editor::keeping(&folders, Some(&graph));
    open(&mut editor, "Picture");
    set(&mut editor, "width", "32");
    set(&mut editor, "height", "16");
    editor.harness.get_by_label("More options").click();
    editor.harness.run_steps(12);
    let scroll_to = |editor: &mut Editor, name: &str, role: Role| {
        editor.harness.get_by_role_and_label(role, name).scroll_to_me();
        editor.harness.run_steps(8);
        editor.harness.get_by_role_and_label(role, name).rect()
    };
    let field = scroll_to(&mut editor, "footprint", Role::CheckBox);
    editor.click(field.center(), PointerButton::Primary);
    let field = scroll_to(&mut editor, "crop", Role::TextInput);
    editor.click(field.center(), PointerButton::Primary);
    editor.harness.event(Event::Text("wide".to_owned()));
    editor.harness.run_steps(2);
    assert!(editor.harness.query_by_label_contains("`crop` is `wide`; expected four whole numbers").is_some());
    editor.paint("export-options.png");
    editor.press(Modifiers::COMMAND, Key::A);
    editor.harness.event(Event::Text("0,0,8,8".to_owned()));
    editor.harness.run_steps(2);
    assert!(editor.harness.query_by_label_contains("`crop` is `wide`").is_none());
    let file = folder.path().join("surface.png");
    let words = format!("-o {} --size=32x16 --crop=0,0,8,8 --footprint --output=color", file.display());
    assert!(editor.harness.query_by_label_contains(&words).is_some());
    export(&mut editor);
    wait_for(&mut editor, &format!("Wrote {}", file.display()));
    drop(editor);

    let mut again = Editor::keeping(&folders, Some(&graph));
    again.settle();
    again.press(Modifiers::COMMAND, Key::E);
    assert!(again.harness.query_by_label_contains(&words).is_some(), "the options are kept");
}

#[test]
fn an_export_is_of_the_graph_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    open(&mut editor, "All outputs");
    set(&mut editor, "width", "700");
    set(&mut editor, "height", "700");
    export(&mut editor);
    // The graph changes, and the window is closed, while the export continues.
    editor.press(Modifiers::NONE, Key::Escape);
    assert!(editor.harness.query_by_label("Exports").is_none());
    editor.command("Select all");
    editor.command("Delete");
    assert!(editor.document().nodes.is_empty());
    editor.press(Modifiers::COMMAND, Key::E);
    wait_for(&mut editor, "Wrote 3 files");
    let picture = std::fs::read(folder.path().join("surface_color.png")).unwrap();
    let field = travertine::Texture::open(&graph).unwrap().field("color").unwrap();
    let expected = folder.path().join("expected.png");
    field.save(travertine::Slice::new(700, 700), &expected, &travertine::Context::default()).unwrap();
    assert!(picture == std::fs::read(expected).unwrap());
}

#[test]
fn the_end_is_told_although_the_window_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    open(&mut editor, "All outputs");
    set(&mut editor, "width", "2000");
    set(&mut editor, "height", "2000");
    export(&mut editor);
    editor.press(Modifiers::NONE, Key::Escape);
    wait_for(&mut editor, "Wrote 3 files");
}

#[test]
fn a_failure_is_told_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    open(&mut editor, "Bake onto a mesh");
    export(&mut editor);
    wait_for(&mut editor, "choose the mesh");
    choose(&mut editor, "Variations");
    set(&mut editor, "last of seeds", "0");
    editor.press(Modifiers::COMMAND, Key::Enter);
    wait_for(&mut editor, "nothing varies");
    editor.paint("export-failed.png");
    editor.harness.get_by_label("Clear the list").click();
    editor.harness.run_steps(3);
    assert!(editor.harness.query_by_label("Clear the list").is_none());
}

#[test]
fn exports_are_not_lost_by_quitting() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    open(&mut editor, "Picture");
    set(&mut editor, "width", "16000");
    set(&mut editor, "height", "16000");
    export(&mut editor);
    close(&mut editor);
    assert!(editor.harness.query_by_label("Exports are not done").is_some());
    editor.harness.get_by_label("Go on exporting").click();
    editor.harness.run_steps(3);
    assert!(editor.harness.query_by_label("canceled").is_none());
    close(&mut editor);
    editor.harness.get_by_label("Quit").click();
    wait_for(&mut editor, "canceled");
    assert!(!folder.path().join("surface.png").exists());
}

#[test]
fn the_format_is_chosen_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    let mut editor = Editor::new(1280.0, 720.0, Some(&graph));
    open(&mut editor, "Animation");
    editor.harness.get_by_label("Format").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label("a PNG for each frame").click();
    editor.harness.run_steps(3);
    let pattern = folder.path().join("surface_%04d.png").display().to_string();
    assert!(editor.harness.query_by_label_contains(&format!("-o {pattern} ")).is_some());
}

/// All kinds fit a small window, in both themes.
#[test]
fn every_kind_of_export_fits_a_small_window() {
    let folder = tempfile::tempdir().unwrap();
    let graph = surface(folder.path());
    for theme in [Theme::Dark, Theme::Light] {
        let mut editor = Editor::new(800.0, 600.0, Some(&graph));
        editor.harness.ctx.set_theme(theme);
        editor.settle();
        editor.press(Modifiers::COMMAND, Key::E);
        let window = editor.harness.ctx.content_rect();
        for kind in
            ["Picture", "Set of maps", "All outputs", "Bake onto a mesh", "Solid", "Volume", "Animation", "Variations"]
        {
            choose(&mut editor, kind);
            let name = kind.to_lowercase().replace(' ', "-");
            editor.paint(&format!("export-{name}-{}.png", if theme == Theme::Dark { "dark" } else { "light" }));
            for label in ["Export", "Copy the command"] {
                let button = editor.harness.get_by_label(label).rect();
                assert!(window.contains_rect(button), "{kind}: {label} is cut off: {button:?}");
            }
        }
    }
}

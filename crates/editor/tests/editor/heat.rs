//! Heat: the time of each node, on the canvas.

use egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::Editor;

/// A costly noise, a group with another, a node that passes on their sum, and one that nothing uses.
fn editor() -> Editor {
    let mut editor = Editor::of(
        r#""groups": {"soft": {"format": "travertine", "version": 1,
            "nodes": {
                "inner": {"type": "noise/perlin", "inputs": {"octaves": 3, "seed": 5}},
                "half": {"type": "math/multiply", "inputs": {"a": {"node": "inner"}, "b": 0.5}}},
            "outputs": {"value": {"node": "half"}}}},
        "nodes": {
            "costly": {"type": "noise/perlin", "inputs": {"octaves": 16}},
            "made": {"type": "group/soft"},
            "sum": {"type": "math/add", "inputs": {"a": {"node": "costly"}, "b": {"node": "made"}}},
            "unused": {"type": "noise/cellular"}},
        "outputs": {"value": {"node": "sum"}},
        "layout": {"costly": [0, 0], "made": [0, 300], "sum": [300, 0], "unused": [300, 300]},
        "annotations": {"outputs": [600, 0]}"#,
    );
    editor.press(Modifiers::SHIFT, Key::H);
    editor.settle();
    editor
}

/// The number on a node: `38 %`. On a busy machine any node may have any share, because it may wait.
fn number(editor: &Editor, id: &str) -> Option<String> {
    let start = format!("time of {id}: ");
    let mut found = editor.harness.query_all_by_label_contains(&start);
    let label = found.next()?.accesskit_node().value()?;
    assert!(found.next().is_none(), "one number for each node");
    Some(label[start.len()..].to_owned())
}

fn shows_total(editor: &Editor) -> bool {
    editor.harness.query_all_by_label_contains("time by node: ").count() == 1
}

#[test]
fn every_computed_node_has_its_share_until_heat_is_hidden() {
    let mut editor = editor();
    assert!(shows_total(&editor));
    for id in ["costly", "made", "sum"] {
        let number = number(&editor, id).unwrap();
        let percent: u32 = number.trim_start_matches('<').strip_suffix(" %").unwrap().parse().unwrap();
        assert!(percent <= 100, "{number}");
    }
    assert_eq!(number(&editor, "unused"), None);
    editor.paint("heat.png");
    let costly = editor.harness.query_all_by_label_contains("time of costly").next().unwrap().rect();
    editor.harness.hover_at(costly.center());
    editor.harness.run_steps(4);
    assert!(editor.harness.query_by_label_contains("not on a GPU").is_some());

    // The preview of another node.
    let made = editor.center_of("node made");
    editor.click(made, PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::P);
    editor.settle();
    assert_eq!(number(&editor, "costly"), None, "it is not part of the picture");
    assert!(number(&editor, "made").is_some());
    editor.press(Modifiers::NONE, Key::Num3);
    editor.settle();
    assert!(number(&editor, "made").is_some(), "a solid has times, too");

    editor.command("Heat: time of each node");
    editor.settle();
    assert!(!shows_total(&editor) && number(&editor, "made").is_none());
}

#[test]
fn a_group_shows_the_time_of_its_nodes_inside() {
    let mut editor = editor();
    let made = editor.center_of("node made");
    editor.click(made, PointerButton::Primary);
    editor.press(Modifiers::NONE, Key::Tab);
    editor.settle();
    assert!(number(&editor, "inner").is_some() && shows_total(&editor));
    editor.press(Modifiers::SHIFT, Key::Tab);
    editor.settle();
    assert!(number(&editor, "inner").is_none() && number(&editor, "costly").is_some());
}

#[test]
fn a_change_gives_new_times_without_values_of_earlier_pictures() {
    let mut editor = editor();
    let sum = editor.center_of("node sum");
    editor.click(sum, PointerButton::Primary);
    // Otherwise the noise would not be computed again.
    editor.press(Modifiers::NONE, Key::M);
    editor.settle();
    assert!(number(&editor, "costly").is_some() && number(&editor, "sum").is_none());
}

#[test]
fn from_afar_the_number_stays_while_it_can_be_read_and_the_color_at_any_zoom() {
    use egui::Theme::{Dark, Light};
    let mut editor = editor();
    for (theme, zoom) in [(Dark, 0.45), (Dark, 0.05), (Light, 0.2)] {
        editor.harness.ctx.set_theme(theme);
        editor.harness.state_mut().canvas.zoom_to(zoom);
        editor.harness.run_steps(4);
        assert_eq!(number(&editor, "costly").is_some(), zoom > 0.1, "{zoom}");
        let picture = editor.painter.paint(&editor.harness);
        let canvas = &editor.harness.state().canvas;
        let rects = canvas.rects(&editor.harness.ctx);
        let warmth = |id: &str| {
            let (_, rect) = rects.iter().find(|(name, _)| name == id).unwrap();
            // The title, beside its text and icon.
            let point = canvas.to_screen(rect.min + egui::vec2(7.0, 7.0));
            let color = picture.pixels[point.y as usize * picture.width + point.x as usize];
            i32::from(color.r()) - i32::from(color.b())
        };
        assert!(warmth("costly") > warmth("unused") + 10, "{theme:?} {zoom}");
        editor.paint(&format!("heat-{theme:?}-{zoom}.png"));
    }
}

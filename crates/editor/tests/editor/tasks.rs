//! Common tasks by hand, counted. `docs/performance/editor.md` lists how much each takes.

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use travertine_graph::document::Document;

use crate::support::Editor;

/// A user who counts. A double click counts as one click, a letter as one key; moving the pointer does not count.
struct Hand {
    editor: Editor,
    clicks: u32,
    drags: u32,
    keys: u32,
}

impl Hand {
    fn of(editor: Editor) -> Hand {
        Hand { editor, clicks: 0, drags: 0, keys: 0 }
    }

    fn document(&self) -> &Document {
        self.editor.document()
    }

    fn point_at(&mut self, point: Pos2) {
        self.editor.harness.hover_at(point);
        self.editor.harness.run_steps(2);
    }

    fn click(&mut self, point: Pos2) {
        self.clicks += 1;
        self.editor.click(point, PointerButton::Primary);
        self.editor.settle();
    }

    fn click_on(&mut self, label: &str) {
        self.click(self.editor.center_of(label));
    }

    fn double_click(&mut self, point: Pos2) {
        self.clicks += 1;
        self.editor.double_click(point);
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.drags += 1;
        self.editor.drag(from, to);
        self.editor.settle();
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.keys += 1;
        self.editor.press(modifiers, key);
        self.editor.settle();
    }

    fn type_text(&mut self, text: &str) {
        self.keys += text.len() as u32;
        self.editor.type_text(text);
    }

    /// Compares what was counted with the list.
    fn took(&self, task: &str) {
        let list = include_str!("../../../../docs/performance/editor.md");
        let row = format!("| {task} | {} | {} | {} |", self.clicks, self.drags, self.keys);
        assert!(list.contains(&row), "docs/performance/editor.md has no row {row}");
    }
}

#[test]
fn wood_from_nothing() {
    let mut hand = Hand::of(Editor::new(1280.0, 720.0, None));
    hand.click_on("An empty graph");
    hand.point_at(hand.editor.harness.state().canvas.area.center());
    hand.press(Modifiers::NONE, Key::Space);
    hand.type_text("growth");
    hand.press(Modifiers::NONE, Key::Enter);
    let output = hand.editor.harness.query_all_by_label_contains("output color of ").next().unwrap();
    let (from, to) = (output.rect().center(), hand.editor.center_of("new output of the graph"));
    hand.drag(from, to);
    hand.editor.paint("task-wood.png");
    assert_eq!(hand.document().outputs.len(), 1);
    hand.took("Wood from an empty graph");
}

#[test]
fn another_color_in_a_ramp() {
    let mut hand = Hand::of(Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}},
        "outputs": {"color": {"node": "ramp"}},
        "layout": {"noise": [0, 0], "ramp": [300, 0]},
        "annotations": {"outputs": [600, 0]}"#,
    ));
    let before = hand.document().clone();
    let bar = hand.editor.harness.get_by_label_contains("stops").rect();
    hand.double_click(Pos2::new(bar.right() - 4.5, bar.bottom() - 5.0));
    hand.click_on("Hex");
    hand.press(Modifiers::COMMAND, Key::A);
    hand.type_text("#b07d4f");
    hand.press(Modifiers::NONE, Key::Enter);
    hand.press(Modifiers::NONE, Key::Escape);
    assert_ne!(hand.document(), &before);
    assert!(hand.editor.harness.query_by_label("Hex").is_none(), "the picker is closed");
    hand.took("Another color in a ramp");
}

#[test]
fn a_set_for_unreal() {
    let folder = tempfile::tempdir().unwrap();
    let graph = folder.path().join("stone.json");
    let text = r#"{"format": "travertine", "version": 1,
        "nodes": {"noise": {"type": "noise/perlin"}, "color": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}},
        "outputs": {"color": {"node": "color"}, "height": {"node": "noise"}, "roughness": {"node": "noise"}}}"#;
    std::fs::write(&graph, text).unwrap();
    let mut hand = Hand::of(Editor::new(1280.0, 720.0, Some(&graph)));
    hand.editor.settle();
    hand.press(Modifiers::COMMAND, Key::E);
    let kind = hand.editor.harness.get_by_role_and_label(Role::Button, "Set of maps").rect().center();
    hand.click(kind);
    hand.click_on("Export");
    let start = std::time::Instant::now();
    while hand.editor.harness.query_by_label_contains("All exports are finished").is_none() {
        assert!(start.elapsed().as_secs() < 60, "the export does not end");
        std::thread::sleep(std::time::Duration::from_millis(10));
        hand.editor.harness.run_steps(1);
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().count() > 1, "there are files beside the graph");
    hand.took("A set of maps for Unreal");
}

#[test]
fn a_group_used_twice() {
    let mut hand = Hand::of(Editor::of(
        r#""nodes": {
            "noise": {"type": "noise/perlin"},
            "fold": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
            "half": {"type": "math/multiply", "inputs": {"a": {"node": "fold"}, "b": 0.5}}},
        "outputs": {"value": {"node": "half"}},
        "layout": {"noise": [0, 0], "fold": [300, 0], "half": [600, 0]},
        "annotations": {"outputs": [900, 0]}"#,
    ));
    let canvas = &hand.editor.harness.state().canvas;
    let (from, to) = (canvas.to_screen(Pos2::new(250.0, -30.0)), canvas.to_screen(Pos2::new(850.0, 400.0)));
    hand.drag(from, to);
    hand.press(Modifiers::COMMAND.plus(Modifiers::ALT), Key::G);
    hand.press(Modifiers::COMMAND, Key::D);
    let instances = hand.document().nodes.values().filter(|node| node.node_type.starts_with("group/"));
    assert_eq!((instances.count(), hand.document().groups.len()), (2, 1));
    hand.took("A group of two nodes, used twice");
}

#[test]
fn why_a_node_is_red() {
    let mut hand = Hand::of(Editor::of(
        r#""nodes": {
            "good": {"type": "noise/perlin"},
            "bad": {"type": "noise/perlin", "inputs": {"octaves": 99}}},
        "outputs": {"value": {"node": "good"}},
        "layout": {"good": [0, 0], "bad": [6000, 0]},
        "annotations": {"outputs": [300, 0]}"#,
    ));
    hand.click_on("1 problem");
    let row = hand.editor.harness.get_by_label_contains("bad: octaves").rect();
    hand.click(row.left_center() + vec2(20.0, 0.0));
    assert!(hand.editor.harness.query_by_label_contains("octaves: ").is_some(), "the inspector tells why");
    hand.took("Why a node is red");
}

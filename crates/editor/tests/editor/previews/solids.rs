//! Solids in the preview, and their export.

use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable as _;

use super::{choose, click, preview, seen, set};
use crate::support::{Editor, small_marble};

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
    set(&mut editor, "width", "12000");
    set(&mut editor, "height", "12000");
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

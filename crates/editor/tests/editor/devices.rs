//! GPUs that compute the preview, and the CPU as the fallback. The devices here are mocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use travertine::stages::program::{Bound, Program};
use travertine::stages::render::fingerprint;
use travertine::{Cancel, Context, Evaluator, Fields, Site, SiteGrid, Texture};
use travertine_editing::render::{Device, DeviceError, Groups};
use travertine_editor::device::Devices;

use crate::painter::Picture;
use crate::support::{Editor, small_marble};

const NAME: &str = "Nova 9 by test";

/// What the mock device does.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// Its driver fails the test.
    Wrong,
    /// It cannot compute the graph.
    Graph,
    /// It is lost with the first batch.
    Lost,
    /// Its driver crashes while it compiles.
    Crash,
}

#[derive(Clone)]
struct Made {
    fault: Fault,
    evaluated: Arc<AtomicUsize>,
}

impl Devices for Made {
    fn names(&self) -> Vec<String> {
        vec![NAME.to_owned()]
    }

    fn open(&self, _: &str) -> Result<Arc<dyn Device>, String> {
        match self.fault {
            Fault::Wrong => Err("it computes wrong values".to_owned()),
            _ => Ok(Arc::new(self.clone())),
        }
    }
}

impl Device for Made {
    fn name(&self) -> &str {
        NAME
    }

    fn prepare(&self, texture: &Texture, groups: &Groups) -> Result<Arc<dyn Evaluator>, DeviceError> {
        assert!(self.fault != Fault::Crash, "a driver that crashes");
        if self.fault == Fault::Graph {
            return Err(DeviceError::Graph("the node `land` computes over a grid".to_owned()));
        }
        let fields = |group: &Vec<String>| {
            let names: Vec<&str> = group.iter().map(String::as_str).collect();
            texture.fields(&names).unwrap()
        };
        Ok(Arc::new(Kernel { groups: groups.iter().map(fields).collect(), made: self.clone() }))
    }
}

struct Kernel {
    groups: Vec<Fields>,
    made: Made,
}

impl Evaluator for Kernel {
    fn evaluate(
        &self,
        program: &Program,
        bound: &Bound,
        sites: &SiteGrid,
        values: &mut [f32],
        _: &Cancel,
    ) -> Result<(), String> {
        if self.made.fault == Fault::Lost {
            return Err("it was lost".to_owned());
        }
        self.made.evaluated.fetch_add(sites.len(), Ordering::Relaxed);
        let wanted = fingerprint(program, bound);
        let fields = self.groups.iter().find(|fields| fields.fingerprint() == wanted).unwrap();
        let sampler = fields.sampler(&Context::default()).unwrap();
        let sites: Vec<Site> = (0..sites.len()).map(|index| sites.site(index)).collect();
        sampler.sample(&sites, values).map_err(|error| error.to_string())
    }
}

/// An editor with a device, and the number of positions that it has evaluated.
fn editor(fault: Fault) -> (Editor, Arc<AtomicUsize>) {
    let mut editor = Editor::new(1280.0, 720.0, Some(&small_marble()));
    let made = Made { fault, evaluated: Arc::default() };
    let (count, context) = (Arc::clone(&made.evaluated), editor.harness.ctx.clone());
    editor.harness.state_mut().set_devices(Arc::new(made), &context);
    editor.settle();
    (editor, count)
}

fn compute_on(editor: &mut Editor, name: &str) {
    for label in ["View", "Compute on", name] {
        editor.harness.get_by_label_contains(label).click();
        editor.harness.run_steps(3);
    }
    editor.settle();
}

/// Moves the plane by some points, there or back.
fn pan(editor: &mut Editor, points: f32) {
    let middle = editor.harness.get_by_label("Preview").rect().center();
    editor.drag(middle, middle + egui::vec2(points, 0.0));
    editor.harness.hover_at(egui::pos2(400.0, 600.0));
    editor.settle();
}

fn seen(editor: &Editor) -> Picture {
    let room = editor.harness.get_by_label("Preview").rect();
    editor.painter.paint(&editor.harness).part(room)
}

fn says(editor: &Editor, text: &str) -> bool {
    editor.harness.query_by_label_contains(text).is_some()
}

#[test]
fn a_device_makes_the_same_pictures() {
    let (mut editor, evaluated) = editor(Fault::None);
    pan(&mut editor, 40.0);
    let here = seen(&editor);
    compute_on(&mut editor, NAME);
    assert!(says(&editor, "computes the preview"));
    assert_eq!(evaluated.load(Ordering::Relaxed), 0, "the picture is there, and the device is ready for the next");
    pan(&mut editor, 40.0);
    let moved = evaluated.load(Ordering::Relaxed);
    assert!(moved > 10_000, "{moved}");
    pan(&mut editor, -40.0);
    assert!(seen(&editor).pixels == here.pixels, "the same picture");
    compute_on(&mut editor, "CPU");
    let before = evaluated.load(Ordering::Relaxed);
    pan(&mut editor, 40.0);
    assert_eq!(evaluated.load(Ordering::Relaxed), before, "the CPU computes again");
}

#[test]
fn a_device_makes_the_same_solids() {
    let (mut editor, evaluated) = editor(Fault::None);
    editor.press(Modifiers::NONE, Key::Num3);
    editor.settle();
    let here = seen(&editor);
    pan(&mut editor, 40.0);
    let turned = seen(&editor);
    assert!(turned.pixels != here.pixels, "it turns");
    compute_on(&mut editor, NAME);
    pan(&mut editor, -40.0);
    let count = evaluated.load(Ordering::Relaxed);
    assert!(count > 10_000, "{count}");
    pan(&mut editor, 40.0);
    assert!(seen(&editor).pixels == turned.pixels, "the same solid");
}

#[test]
fn a_device_that_is_lost_leaves_solids_to_the_cpu() {
    let (mut editor, evaluated) = editor(Fault::Lost);
    editor.press(Modifiers::NONE, Key::Num3);
    editor.settle();
    pan(&mut editor, 40.0);
    let turned = seen(&editor);
    pan(&mut editor, -40.0);
    compute_on(&mut editor, NAME);
    pan(&mut editor, 40.0);
    assert!(seen(&editor).pixels == turned.pixels);
    assert!(says(&editor, "was lost"));
    assert_eq!(evaluated.load(Ordering::Relaxed), 0);
}

#[test]
fn whatever_fails_the_cpu_goes_on_and_the_editor_says_so_once() {
    for (fault, reason) in [
        (Fault::Wrong, "computes wrong values"),
        (Fault::Graph, "computes over a grid"),
        (Fault::Lost, "was lost"),
        (Fault::Crash, "has crashed"),
    ] {
        let (mut editor, evaluated) = editor(fault);
        pan(&mut editor, 40.0);
        let expected = seen(&editor);
        pan(&mut editor, -40.0);
        compute_on(&mut editor, NAME);
        pan(&mut editor, 40.0);
        assert!(seen(&editor).pixels == expected.pixels, "{reason}");
        assert!(says(&editor, reason) && says(&editor, "CPU computes"), "{reason}");
        assert_eq!(evaluated.load(Ordering::Relaxed), 0);
        // An action of the user replaces the message, which does not come again.
        editor.harness.event(Event::Key {
            key: Key::Z,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::COMMAND,
        });
        editor.command("Arrange");
        pan(&mut editor, 30.0);
        assert!(!says(&editor, reason), "{reason} is said again");
        let is_given_up = fault != Fault::Graph;
        editor.harness.get_by_label("View").click();
        editor.harness.run_steps(3);
        editor.harness.get_by_label_contains("Compute on").click();
        editor.harness.run_steps(3);
        let radio = editor.harness.get_by_label("CPU");
        let is_on = radio.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
        assert_eq!(is_on, is_given_up, "{reason}");
    }
}

/// With the feature `gpu` and a driver, such as Mesa's, a GPU makes the pictures of the CPU.
#[cfg(feature = "gpu")]
#[test]
fn a_gpu_makes_the_same_pictures() {
    let mut editor = Editor::of(
        r#""nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 4, "min": 0, "max": 1}}},
           "outputs": {"value": {"node": "noise"}}, "layout": {"noise": [0, 0]}"#,
    );
    editor.settle();
    editor.harness.get_by_label("View").click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label_contains("Compute on").click();
    editor.harness.run_steps(3);
    let all = editor.harness.query_all_by_role(egui::accesskit::Role::RadioButton);
    let names: Vec<String> =
        all.filter_map(|radio| radio.accesskit_node().label()).filter(|name| name != "CPU").collect();
    let Some(name) = names.first().cloned() else {
        println!("skipped: there is no driver for a GPU");
        return;
    };
    editor.press(Modifiers::NONE, Key::Escape);
    editor.press(Modifiers::NONE, Key::Escape);
    pan(&mut editor, 40.0);
    let here = seen(&editor);
    pan(&mut editor, -40.0);
    compute_on(&mut editor, &name);
    assert!(says(&editor, "computes the preview"));
    pan(&mut editor, 40.0);
    assert!(seen(&editor).pixels == here.pixels, "the same picture");
}

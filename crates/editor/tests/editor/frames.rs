//! The time for a frame, without the worker and the graphics card.

use std::path::Path;

use egui::{Context, Event, Pos2, RawInput, Rect, vec2};
use travertine_editor::App;

/// Nodes in rows of 25, wired in fours.
fn many(path: &Path, count: usize) {
    let mut nodes = String::new();
    let mut layout = String::new();
    for index in 0..count {
        let kind = ["noise/perlin", "math/add", "color/ramp", "math/cosine"][index % 4];
        let input = if kind == "math/add" {
            "a"
        } else if kind == "noise/perlin" {
            "position"
        } else {
            "value"
        };
        let wire = match index {
            _ if index % 4 == 0 => String::new(),
            _ => format!(r#""{input}": {{"node": "n{}"}}"#, index - 1),
        };
        nodes +=
            &format!(r#"{}"n{index}": {{"type": "{kind}", "inputs": {{{wire}}}}}"#, if index == 0 { "" } else { "," });
        let (x, y) = (index % 25 * 260, index / 25 * 480);
        layout += &format!(r#"{}"n{index}": [{x}, {y}]"#, if index == 0 { "" } else { "," });
    }
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}},
            "outputs": {{"value": {{"node": "n1"}}}}, "layout": {{{layout}}}}}"#
    );
    std::fs::write(path, text).unwrap();
}

/// A window without a screen reader, unlike the other tests.
struct Window {
    context: Context,
    app: App,
    frame: u32,
}

impl Window {
    fn open(path: &Path) -> Window {
        let context = Context::default();
        let mut app = App::new(&context, None).unwrap();
        app.open(path);
        Window { context, app, frame: 0 }
    }

    /// The milliseconds for a frame, including its triangles.
    fn step(&mut self, events: Vec<Event>) -> f64 {
        self.frame += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0))),
            time: Some(f64::from(self.frame) / 60.0),
            events,
            ..RawInput::default()
        };
        let start = cpu_time();
        let mut output = self.context.run_ui(input, |ui| self.app.ui(ui));
        let shapes = std::mem::take(&mut output.shapes);
        drop(self.context.tessellate(shapes, 1.0));
        // The textures would go to the graphics card.
        output.textures_delta.clear();
        cpu_time() - start
    }

    fn settle(&mut self) {
        for _ in 0..8 {
            self.step(Vec::new());
        }
        while !self.app.is_idle() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            self.step(Vec::new());
        }
        self.step(Vec::new());
    }

    #[expect(clippy::print_stdout, reason = "this is what is measured for")]
    fn measure(&mut self, what: &str, events: impl Fn(u32) -> Vec<Event>) {
        let mut times: Vec<f64> = (0..120).map(|frame| self.step(events(frame))).collect();
        times.sort_by(f64::total_cmp);
        println!("{what}: {:.1} ms, at worst {:.1} ms", times[60], times[119]);
    }
}

#[test]
#[ignore = "measures time"]
fn many_nodes() {
    for count in [300, 500] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.json");
        many(&path, count);
        let mut window = Window::open(&path);
        window.settle();
        let hover = |frame: u32| vec![Event::PointerMoved(Pos2::new(200.0 + frame as f32, 300.0))];
        window.measure(&format!("all {count} nodes in view, pointer moving"), hover);
        let zoom = |window: &mut Window, zoom| {
            window.app.canvas.zoom_to(zoom);
            window.settle();
        };
        for percent in [20, 30, 40, 60, 100, 200] {
            zoom(&mut window, percent as f32 / 100.0);
            window.measure(&format!("at {percent} %"), hover);
        }
        zoom(&mut window, 0.4);
        let pan = |_| {
            vec![Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: vec2(1.0, 1.0),
                phase: egui::TouchPhase::Move,
                modifiers: egui::Modifiers::NONE,
            }]
        };
        window.measure("at 40 %, panning", pan);
    }
}

/// The CPU time of this thread, in milliseconds: other programs do not count.
fn cpu_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells how long a thread has run");
    text.split(' ').next().and_then(|time| time.parse::<f64>().ok()).expect("a number of nanoseconds") / 1e6
}

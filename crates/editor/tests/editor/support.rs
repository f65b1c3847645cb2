//! An editor without a window.

use std::path::{Path, PathBuf};

use egui_kittest::Harness;
use travertine_editor::App;

use crate::painter::Painter;

/// An editor, and what paints it.
pub struct Editor {
    pub harness: Harness<'static, App>,
    pub painter: Painter,
}

/// A bundled graph.
pub fn bundled(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs").join(format!("{name}.json"))
}

impl Editor {
    /// An editor of that size, with a graph if there is one.
    pub fn new(width: f32, height: f32, graph: Option<&Path>) -> Editor {
        let painter = Painter::default();
        let graph = graph.map(Path::to_owned);
        let mut harness = Harness::builder()
            .with_size([width, height])
            .with_max_steps(64)
            .renderer(painter.clone())
            .build_eframe(move |creation| {
                let mut app = App::new(&creation.egui_ctx);
                if let Some(graph) = graph {
                    app.open(&graph);
                }
                app
            });
        harness.run_steps(4);
        Editor { harness, painter }
    }
}

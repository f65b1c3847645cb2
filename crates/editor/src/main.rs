//! `travertine-editor [GRAPH]`: the visual editor.
#![forbid(unsafe_code)]

use std::path::Path;

use travertine_editing::files::Folders;
use travertine_editor::App;

fn main() -> eframe::Result {
    let path = std::env::args_os().nth(1);
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("travertine-editor")
        .with_inner_size([1280.0, 720.0])
        .with_min_inner_size([640.0, 400.0]);
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    eframe::run_native(
        "Travertine",
        options,
        Box::new(move |creation| {
            let mut app = App::new(&creation.egui_ctx, Folders::of_platform().as_ref());
            if let Some(path) = &path {
                app.open(Path::new(path));
            }
            Ok(Box::new(app))
        }),
    )
}

//! `travertine-editor [GRAPH]`: the visual editor.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use travertine_editing::files::Folders;
use travertine_editor::App;

const USAGE: &str = "\
The visual editor of Travertine.

Usage: travertine-editor [GRAPH]

  GRAPH  the graph to open; without, a gallery of graphs to begin with
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match arguments.as_slice() {
        [flag] if flag == "--help" || flag == "-h" => say(USAGE, ExitCode::SUCCESS),
        [flag] if flag == "--version" || flag == "-V" => {
            say(concat!("travertine-editor ", env!("CARGO_PKG_VERSION"), "\n"), ExitCode::SUCCESS)
        }
        [flag] if flag.to_string_lossy().starts_with('-') => say(USAGE, ExitCode::from(2)),
        [] => run(None),
        [path] => run(Some(path.clone())),
        _ => say(USAGE, ExitCode::from(2)),
    }
}

/// Opens the window, and returns when it is closed.
fn run(path: Option<OsString>) -> ExitCode {
    // By default, a file that reaches the system's size limit ends the process. With a handler, which does nothing,
    // writing fails instead, and the user sees a message. Registering it cannot fail, because this signal may have a
    // handler.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("travertine-editor")
        .with_inner_size([1280.0, 720.0])
        .with_min_inner_size([640.0, 400.0]);
    let folders = Folders::of_platform();
    let persistence_path = folders.as_ref().map(Folders::window);
    // Pictures have 8 bits already; without a graphics card, dithering costs a tenth of a frame.
    let dithering = false;
    let options = eframe::NativeOptions { viewport, persistence_path, dithering, ..eframe::NativeOptions::default() };
    let ended = eframe::run_native(
        "Travertine",
        options,
        Box::new(move |creation| {
            let app = App::new(&creation.egui_ctx, folders.as_ref());
            let mut app = app.map_err(|error| format!("the system starts no more threads: {error}"))?;
            if let Some(path) = &path {
                app.open(Path::new(path));
            }
            Ok(Box::new(app))
        }),
    );
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!(
                "error: no window can be opened: {error}\nIt needs a desktop, X11 or Wayland, with OpenGL 2.1; \
                 docs/guides/editor.md lists the packages.\n"
            );
            say(&text, ExitCode::from(5))
        }
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is what a terminal shows")]
fn say(text: &str, code: ExitCode) -> ExitCode {
    if code == ExitCode::SUCCESS {
        print!("{text}")
    } else {
        eprint!("{text}")
    }
    code
}

//! Opens a folder in the platform's file manager.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The program that opens folders.
const OPENER: &str = if cfg!(target_os = "windows") {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens the folder of a file.
pub fn open(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut command = Command::new(OPENER);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without the program nothing opens; the path is on the screen. The thread only waits for the program's end, as the
    // system wants someone to do.
    let _ = thread::Builder::new().spawn(move || command.status());
}

//! What to try after the first picture: said once, to a user at a terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use crate::terminal;

/// The file in the data folder that says that it was said.
const SAID: &str = "first-picture.txt";

/// Tells a user at a terminal what to try after the first picture of a graph. Later, and in scripts, it says nothing.
pub fn after_render(graph: &Path) {
    if io::stdin().is_terminal() && io::stderr().is_terminal() && graph != Path::new("-") && is_first() {
        terminal::hint(steps(graph));
    }
}

/// Whether it was not said yet. Where that cannot be remembered, it is never said.
fn is_first() -> bool {
    let Some(data) = travertine_files::data_folder() else { return false };
    let file = data.join(SAID);
    let text = b"Travertine has said what to try after the first picture. Without this file, it says so again.\n";
    !file.exists() && fs::create_dir_all(&data).is_ok() && travertine_files::write(&file, text).is_ok()
}

fn steps(graph: &Path) -> String {
    let name = graph.display();
    let edit = if graph.exists() {
        (format!("travertine open {name}"), "change it in the editor")
    } else {
        (format!("travertine new {name}"), "a copy of the graph, to change")
    };
    let steps = [
        (format!("travertine shape {name}"), "a solid carved from it"),
        (format!("travertine variations {name} -o variations"), "other seeds, side by side"),
        edit,
        ("travertine find worn edges".to_owned(), "nodes, groups, graphs and guides by words"),
    ];
    let width = steps.iter().map(|(command, _)| command.chars().count()).max().unwrap_or_default();
    let lines = steps.iter().map(|(command, what)| format!("\n  {command:width$}  {what}"));
    format!("This was your first picture. What to try next, said only once:{}", lines.collect::<String>())
}

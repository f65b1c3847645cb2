//! `travertine open`: starts the editor.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  travertine open
      the editor, with the bundled graphs to choose from
  travertine open marble.json
      the editor with a graph";

const EDITOR: &str = "travertine-editor";

/// Start the editor, with a graph if one is named
///
/// The editor is the program that $TRAVERTINE_EDITOR names, or travertine-editor next to this program, or in a folder
/// of PATH. The command returns at once.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// File of the graph
    graph: Option<PathBuf>,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(graph) = &self.graph
            && let Err(source) = fs::metadata(graph)
        {
            return Err(travertine_files::Error::Read { path: graph.clone(), source }.into());
        }
        let program = program();
        let mut command = Command::new(&program);
        command.args(&self.graph).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.spawn() {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(Failure::InputOutput(format!(
                "error: cannot find {}; in a copy of the source code, `cargo install --path crates/editor` installs it",
                program.display()
            ))),
            Err(error) => {
                let cause = travertine_files::explain(&error);
                Err(Failure::InputOutput(format!("error: cannot start {}: {cause}", program.display())))
            }
        }
    }
}

/// The program of the editor.
fn program() -> PathBuf {
    if let Some(given) = env::var_os("TRAVERTINE_EDITOR").filter(|given| !given.is_empty()) {
        return given.into();
    }
    let name = Path::new(EDITOR).with_extension(env::consts::EXE_EXTENSION);
    let beside = env::current_exe().ok().map(|own| own.with_file_name(&name));
    beside.filter(|program| program.exists()).unwrap_or(name)
}

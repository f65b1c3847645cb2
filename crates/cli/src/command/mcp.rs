//! `travertine mcp`: a server of the Model Context Protocol on standard input and output.

mod folders;
mod message;
mod resources;
mod running;
mod serving;
mod tool;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use clap::Args;
use travertine_jobs::flags::value;

use self::folders::Folders;
use self::running::{Run, Server};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  travertine mcp textures < messages.jsonl
      answers messages of JSON-RPC, one a line; usually, a program for language models starts
      the command and sends them

A client gets tools, which are commands of this program, and resources: a page that teaches how to build textures, \
the guides, the node types, and the graphs in the folders.";

/// Serve programs for language models, by the Model Context Protocol
///
/// Only the given folders are read and written, with links and `..` resolved. A file that exists is replaced only if a
/// call names it and says so. Calls run one after the other, within limits of memory and work; a client can cancel
/// them and follow their progress. The server ends with its input.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Folders that clients may read and write; relative paths are in the first one
    #[arg(value_name = "DIR", default_value = ".")]
    folders: Vec<PathBuf>,

    /// Limit of memory of a call, as in 512MiB or 2G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = value::memory)]
    memory: u64,

    /// Limit of computed operations of a call, as in 500G (10^9) or 2T (10^12)
    #[arg(long, value_name = "AMOUNT", default_value = "500G", value_parser = value::work)]
    work: u64,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, command_line: fn() -> clap::Command, run: Run) -> Result<(), Failure> {
        if io::stdin().is_terminal() {
            return Err(Failure::usage(
                "standard input is a terminal; a program for language models starts this command, as its manual says",
            ));
        }
        let folders = Folders::new(&self.folders)?;
        // Files that commands name themselves are in the first folder.
        if let Some(first) = folders.iter().next() {
            std::env::set_current_dir(first).map_err(travertine_files::Error::read(first))?;
        }
        let limits = vec![format!("--memory={}", self.memory), format!("--work={}", self.work)];
        let server = Server { folders, limits, command_line, run };
        serving::serve(server, &mut io::stdin().lock(), Arc::new(Mutex::new(io::stdout())));
        Ok(())
    }
}

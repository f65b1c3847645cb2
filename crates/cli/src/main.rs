//! The command line of Travertine.
//!
//! Each subcommand is a file in `command/`: its flags, its help, and its calls of the library. Those that make files of
//! a graph are jobs, from the crate of this name.
#![forbid(unsafe_code)]

mod bundled;
mod call;
mod command;
mod comparison;
mod csv;
mod definitions;
mod dialog;
mod document;
mod failure;
mod host;
mod interrupt;
mod jpeg;
mod lines;
mod messages;
mod named;
mod next_steps;
mod npy;
mod output;
mod points;
mod progress;
mod show;
mod source;
mod tally;
mod target;
mod terminal;
mod usage;
mod verbosity;
mod version;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use command::Command;
use dialog::DialogFlags;
use interrupt::Interrupt;

/// Renders procedural solid textures such as marble, wood and clouds from a graph of nodes.
#[derive(Parser)]
#[command(name = "travertine", version, long_version = version::long(), max_term_width = 100)]
#[command(after_help = EXAMPLES, after_long_help = LONG_HELP)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    dialog: DialogFlags,
}

const EXAMPLES: &str = "\
Examples:
  travertine new marble                      a graph to start from, marble.json
  travertine render marble.json --show       its picture in the terminal
  travertine render marble.json              a picture of 512 x 512 pixels, marble.png
  travertine animate lava.json --frames 0..47 --loop -o lava.webp
  travertine check graphs/*.json             errors in graphs, and the ranges of their outputs
  travertine nodes noise/perlin              description, inputs and outputs of a node

`travertine COMMAND --help` has examples for each command.";

const LONG_HELP: &str = "\
Examples:
  travertine new marble                      a graph to start from, marble.json
  travertine render marble.json --show       its picture in the terminal
  travertine render marble.json              a picture of 512 x 512 pixels, marble.png
  travertine animate lava.json --frames 0..47 --loop -o lava.webp
  travertine check graphs/*.json             errors in graphs, and the ranges of their outputs
  travertine nodes noise/perlin              description, inputs and outputs of a node

Overwriting:
  No command replaces a file that it or its graph reads, by any path to it: a graph, an image,
  a mesh, a build file. Only fmt, edit, merge, group add and group update change graphs.
  A result replaces the file with its name once it is complete, since it can be made again.
  A graph does so only with --overwrite, and so do frames, textures of a bake, sheets of
  variations and targets of a build, unless Travertine made what is there.

Exit codes:
  0  success
  1  pictures or graphs differ, changes conflict, an output does not tile or loop, or a file is not canonical
  2  invalid command line
  3  invalid document or mesh
  4  a limit of size, memory or work is exceeded
  5  a file cannot be read or written
  6  interrupted

`travertine COMMAND --help` has examples for each command.";

fn main() -> ExitCode {
    let command = match CommandLine::try_parse() {
        Ok(command_line) => {
            command_line.dialog.apply();
            command_line.command
        }
        Err(mut error) => {
            let given: Vec<String> =
                std::env::args_os().skip(1).map(|one| one.to_string_lossy().into_owned()).collect();
            if let Some(start) = usage::start(&error, &given) {
                terminal::note(start);
                return ExitCode::from(failure::USAGE);
            }
            usage::explain(&mut error, &CommandLine::command(), &given);
            terminal::help(&error);
            return ExitCode::from(if error.use_stderr() { failure::USAGE } else { failure::DONE });
        }
    };
    #[cfg(unix)]
    interrupt::outlive_full_files();
    let result = Interrupt::install().and_then(|interrupt| command.run(&interrupt, CommandLine::command));
    if let Err(failure) = &result {
        failure::report(failure);
    }
    ExitCode::from(result.map_or_else(|failure| failure.code(), |()| failure::DONE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent_and_every_command_has_examples() {
        let mut command_line = CommandLine::command();
        command_line.clone().debug_assert();
        for command in command_line.get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:"), "{help}");
        }
    }
}

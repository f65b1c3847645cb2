//! The command line of Travertine.
//!
//! Each subcommand is a file in `command/`: its flags, its help, and its calls of the library.
#![forbid(unsafe_code)]

mod clipping;
mod command;
mod definitions;
mod describe;
mod document;
mod execution;
mod failure;
mod interrupt;
mod output;
mod picture;
mod pixels;
mod points;
mod progress;
mod slice;
mod source;
mod terminal;
mod tiling;
mod time;
mod value;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use command::Command;
use interrupt::Interrupt;

/// Renders procedural solid textures such as marble, wood and clouds from a graph of nodes.
#[derive(Parser)]
#[command(name = "travertine", version, max_term_width = 100, after_help = EXAMPLES, after_long_help = LONG_HELP)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  travertine render marble.json              a picture of 512 x 512 pixels, marble.png
  travertine animate clouds.json --frames 0..47 --loop -o clouds.webp
  travertine check graphs/*.json             errors in graphs, and the ranges of their outputs
  travertine nodes noise/perlin              description, inputs and outputs of a node

`travertine COMMAND --help` has examples for each command.";

const LONG_HELP: &str = "\
Examples:
  travertine render marble.json              a picture of 512 x 512 pixels, marble.png
  travertine animate clouds.json --frames 0..47 --loop -o clouds.webp
  travertine check graphs/*.json             errors in graphs, and the ranges of their outputs
  travertine nodes noise/perlin              description, inputs and outputs of a node

Exit codes:
  0  success
  1  pictures or graphs differ, changes conflict, or an output does not tile or loop
  2  invalid command line
  3  invalid document or mesh
  4  a limit of size, memory or work is exceeded
  5  a file cannot be read or written
  6  interrupted

`travertine COMMAND --help` has examples for each command.";

fn main() -> ExitCode {
    let command = match CommandLine::try_parse() {
        Ok(command_line) => command_line.command,
        Err(error) => {
            terminal::help(&error);
            return ExitCode::from(if error.use_stderr() { failure::USAGE } else { failure::DONE });
        }
    };
    #[cfg(unix)]
    interrupt::outlive_full_files();
    let result = Interrupt::install().and_then(|interrupt| command.run(&interrupt, CommandLine::command));
    if let Err(failure) = &result {
        failure.report();
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

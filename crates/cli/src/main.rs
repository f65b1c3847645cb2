//! The command line of Travertine.
//!
//! Each subcommand is a file in `command/`: its flags, its help, and what it does with the library.
#![forbid(unsafe_code)]

mod clipping;
mod command;
mod describe;
mod execution;
mod failure;
mod interrupt;
mod json;
mod moment;
mod output;
mod picture;
mod points;
mod progress;
mod slice;
mod source;
mod terminal;
mod tiling;
mod value;
mod window;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use command::Command;
use interrupt::Interrupt;

/// Renders procedural solid textures: blocks of marble, wood and clouds, from a graph of nodes.
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
  travertine check graphs/*.json             what is wrong with graphs, and what they give
  travertine nodes noise/perlin              what a node does, and what its inputs are

`travertine COMMAND --help` has examples for each command.";

const LONG_HELP: &str = "\
Examples:
  travertine render marble.json              a picture of 512 x 512 pixels, marble.png
  travertine animate clouds.json --frames 0..47 --loop -o clouds.webp
  travertine check graphs/*.json             what is wrong with graphs, and what they give
  travertine nodes noise/perlin              what a node does, and what its inputs are

Exit codes:
  0  done
  1  a comparison differs, or an output does not tile or loop
  2  the command line is wrong
  3  a document or a mesh is invalid
  4  something is over a limit
  5  input or output failed
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

//! The subcommands, one file each.

mod build;
mod check;
mod compare;
mod completions;
mod diff;
mod draw;
mod edit;
mod find;
mod fmt;
mod golden;
mod group;
mod library;
mod man;
mod mcp;
mod merge;
mod new;
mod nodes;
mod open;
mod page;
mod sample;
mod schema;
mod stats;
mod tile;
mod watch;

use std::ffi::OsString;

use clap::{FromArgMatches, Subcommand};
use travertine_jobs::Job;
use travertine_jobs::json::summary;
use travertine_jobs::kinds::{animate, bake, export, render, shape, variations, volume};

use crate::failure::Failure;
use crate::host::CommandLine;
use crate::interrupt::Interrupt;
use crate::next_steps;

/// A subcommand with its arguments.
#[derive(Subcommand)]
pub enum Command {
    New(new::Arguments),
    Open(open::Arguments),
    Render(render::Arguments),
    Animate(animate::Arguments),
    Variations(variations::Arguments),
    Cell(variations::cell::Arguments),
    Volume(volume::Arguments),
    Sample(sample::Arguments),
    Stats(stats::Arguments),
    Shape(shape::Arguments),
    Bake(bake::Arguments),
    Build(build::Arguments),
    Watch(watch::Arguments),
    Check(check::Arguments),
    Fmt(fmt::Arguments),
    Edit(edit::Arguments),
    Tile(tile::Arguments),
    Export(export::Arguments),
    Draw(draw::Arguments),
    Page(page::Arguments),
    Find(find::Arguments),
    Nodes(nodes::Arguments),
    Library(library::Arguments),
    Group(group::Arguments),
    Schema(schema::Arguments),
    Golden(golden::Arguments),
    Compare(compare::Arguments),
    Diff(diff::Arguments),
    Merge(merge::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Mcp(mcp::Arguments),
}

impl Command {
    /// Runs the command. `command_line` describes all commands and flags.
    pub fn run(self, interrupt: &Interrupt, command_line: fn() -> clap::Command) -> Result<(), Failure> {
        match self {
            Command::New(arguments) => arguments.run(),
            Command::Open(arguments) => arguments.run(),
            Command::Render(arguments) => {
                arguments.run(&CommandLine::new(interrupt))?;
                next_steps::after_render(arguments.graph());
                Ok(())
            }
            Command::Animate(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Variations(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Cell(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Volume(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Sample(arguments) => arguments.run(),
            Command::Stats(arguments) => arguments.run(interrupt),
            Command::Shape(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Bake(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Build(arguments) => arguments.run(interrupt),
            Command::Watch(arguments) => arguments.run(interrupt, command_line()),
            Command::Check(arguments) => arguments.run(interrupt),
            Command::Fmt(arguments) => arguments.run(),
            Command::Edit(arguments) => arguments.run(interrupt),
            Command::Tile(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(&CommandLine::new(interrupt)),
            Command::Draw(arguments) => arguments.run(interrupt),
            Command::Page(arguments) => arguments.run(interrupt),
            Command::Find(arguments) => arguments.run(),
            Command::Nodes(arguments) => arguments.run(),
            Command::Library(arguments) => arguments.run(interrupt),
            Command::Group(arguments) => arguments.run(),
            Command::Schema(arguments) => arguments.run(),
            Command::Golden(arguments) => arguments.run(interrupt),
            Command::Compare(arguments) => arguments.run(),
            Command::Diff(arguments) => arguments.run(interrupt),
            Command::Merge(arguments) => arguments.run(),
            Command::Completions(arguments) => arguments.run(command_line()),
            Command::Man(arguments) => arguments.run(command_line()),
            Command::Mcp(arguments) => arguments.run(command_line, call),
        }
    }
}

/// Runs a command by its words, without the name of the program.
fn call(words: &[OsString], interrupt: &Interrupt, command_line: fn() -> clap::Command) -> Result<(), Failure> {
    let matches = command_line().no_binary_name(true).try_get_matches_from(words);
    let command = matches.and_then(|matches| Command::from_arg_matches(&matches));
    command.map_err(|error| Failure::usage(summary(&error)))?.run(interrupt, command_line)
}

//! `travertine man`: prints manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use travertine::stages::graph::suggest::nearest;

use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  travertine man > travertine.1
      the page of the program, which `man -l travertine.1` shows
  travertine man render > travertine-render.1
      the page of a command
  travertine man --all ~/.local/share/man/man1
      all pages, where man finds them";

/// Print a manual page, or write all of them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of a command, as in render [default: the program]
    command: Option<String>,

    /// Write all pages into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    all: Option<PathBuf>,
}

impl Arguments {
    /// Runs the command. `command_line` describes all commands and flags.
    pub fn run(&self, mut command_line: Command) -> Result<(), Failure> {
        // Names of nested commands become `travertine-group-add`.
        command_line.build();
        if let Some(folder) = &self.all {
            fs::create_dir_all(folder).map_err(|source| travertine_files::Error::write(folder)(source))?;
            return write_pages(&command_line, folder);
        }
        let chosen = match &self.command {
            None => &command_line,
            Some(name) => command_line.find_subcommand(name).ok_or_else(|| {
                let names = command_line.get_subcommands().map(Command::get_name);
                let advice = match nearest(name, names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`travertine --help` lists all".to_owned(),
                };
                Failure::usage(format!("there is no command `{name}`; {advice}"))
            })?,
        };
        let mut output = Output::new();
        output.print(page(chosen)?)?;
        output.finish()
    }
}

/// Writes the pages of a command and of all below it.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    travertine_files::write(&folder.join(format!("{name}.1")), page(command)?.as_bytes())?;
    command
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
        .try_for_each(|command| write_pages(command, folder))
}

/// The page of a command, as roff.
fn page(command: &Command) -> Result<String, Failure> {
    let mut text = Vec::new();
    // What follows the help is rendered below.
    let plain = command.clone().after_help(Resettable::Reset).after_long_help(Resettable::Reset);
    // It names the machine.
    let plain = plain.long_version(Resettable::Reset);
    // Without the year of the build, which would make builds differ.
    let page = Man::new(plain).date("").source(concat!("travertine ", env!("CARGO_PKG_VERSION")));
    page.render(&mut text).map_err(|error| {
        Failure::InputOutput(format!("error: cannot write the page of {}: {error}", command.get_name()))
    })?;
    let after = command.get_after_long_help().or_else(|| command.get_after_help());
    let after = after.map_or(String::new(), |after| sections(&after.to_string()));
    Ok(String::from_utf8_lossy(&text).into_owned() + &after)
}

/// Sections such as `Examples:`, whose indented lines stay as they are, and sentences between them.
fn sections(text: &str) -> String {
    let mut page = Roff::new();
    let mut is_kept = false;
    for line in text.lines() {
        let is_indented = line.starts_with(' ');
        if is_kept && !is_indented && !line.is_empty() {
            page.control("fi", []);
            is_kept = false;
        }
        match line.strip_suffix(':') {
            Some(title) if !is_indented => {
                page.control("SH", [title.to_uppercase().as_str()]).control("nf", []);
                is_kept = true;
            }
            _ => {
                page.text([roman(line)]);
            }
        }
    }
    if is_kept {
        page.control("fi", []);
    }
    // A plain apostrophe, not the sign of a quotation: examples are copied.
    page.to_roff().replace('\'', "\\(aq")
}

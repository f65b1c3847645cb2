//! `travertine completions`: prints a completion script for a shell.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  travertine completions bash > ~/.travertine-completions.bash
      then add the line `source ~/.travertine-completions.bash` to ~/.bashrc
  mkdir -p ~/.zfunc && travertine completions zsh > ~/.zfunc/_travertine
      then add the line `fpath+=~/.zfunc` to ~/.zshrc, before compinit
  travertine completions fish > ~/.config/fish/completions/travertine.fish
      fish reads this file by itself";

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    /// Runs the command. `command_line` describes all commands and flags.
    pub fn run(&self, mut command_line: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line, "travertine", &mut script);
        let mut output = Output::new();
        output.print(String::from_utf8_lossy(&script))?;
        output.finish()
    }
}

//! The protocol of git's commands for differences.
//!
//! Git calls the command with seven arguments: path, file before, its hash and mode, file after, its hash and mode. For
//! a renamed file it adds the new path and a text; for a path with a conflict it gives the path alone. A file that does
//! not exist is `/dev/null`. If the command fails, so does all of `git diff`: a file that is not a graph must not be a
//! failure.

use std::path::Path;

use travertine::Document;
use travertine::stages::render::default_budget;

use crate::failure::Failure;
use crate::output::Output;
use crate::{document, lines};

/// Prints the difference that git asks for.
pub(super) fn run(arguments: &[&Path]) -> Result<(), Failure> {
    let mut output = Output::new();
    match *arguments {
        [path] => output.line(format_args!("{}: not merged yet", path.display()))?,
        [path, before, _, _, after, _, _, ref rest @ ..] => {
            let new_path = rest.first().map(|new| format!(" -> {}", new.display())).unwrap_or_default();
            let state = match (exists(before), exists(after)) {
                (false, true) => " (new)",
                (true, false) => " (removed)",
                _ => "",
            };
            output.line(format_args!("{}{new_path}{state}:", path.display()))?;
            match changes(path, before, after) {
                Ok(lines) => lines.iter().try_for_each(|line| output.line(format_args!("  {line}")))?,
                Err(Failure::Invalid(message, _) | Failure::Limit(message)) => {
                    let message = message.replace('\n', "\n    ");
                    output.line(format_args!(
                        "  cannot be compared as graphs; `git diff --no-ext-diff` compares the lines\n    {message}"
                    ))?;
                }
                Err(failure) => return Err(failure),
            }
        }
        _ => {
            return Err(Failure::usage(format!(
                "--git got {} arguments; expected the 7 that git gives, so use it as in \
                 `git config diff.travertine.command 'travertine diff --git --'`",
                arguments.len()
            )));
        }
    }
    output.finish()
}

fn changes(path: &Path, before: &Path, after: &Path) -> Result<Vec<String>, Failure> {
    let read = |file: &Path, side: &str| match exists(file) {
        true => document::read(file, &format!("{} ({side})", path.display()), default_budget() / 2),
        false => Ok(Document::default()),
    };
    let documents = read(before, "before").and_then(|one| Ok((one, read(after, "after")?)));
    let is_other = |file: &&Path| exists(file) && lines::is_other(file, default_budget() / 2);
    let (before, after) = match documents {
        Err(Failure::Invalid(..)) if [before, after].iter().any(is_other) => {
            return Ok(lines::difference(before, after)?.lines().map(str::to_owned).collect());
        }
        documents => documents?,
    };
    let difference = document::difference(&before, &after, &path.display().to_string())?;
    if difference.is_empty() {
        return Ok(vec!["no difference but in the form of the file".to_owned()]);
    }
    Ok(difference.to_string().lines().map(str::to_owned).collect())
}

fn exists(file: &Path) -> bool {
    // Git writes it so on every system.
    file != Path::new("/dev/null")
}

//! Mistakes in the command line, answered with a command that works.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// Flags whose value has two parts, and an equals sign between them.
const ASSIGNING: [&str; 5] = ["--param", "--set", "--sweep", "--pack", "--loop"];

/// Adds what repairs a mistake: the argument as it must be written, or an example of the command.
pub fn explain(error: &mut Error, command_line: &Command) {
    let given: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => {
            rewritten(error, &given).or_else(|| example_if_alone(error, command_line, &given))
        }
        ErrorKind::MissingRequiredArgument => example(command_line, &given),
        _ => None,
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
}

/// The arguments as they must be written.
fn rewritten(error: &Error, given: &[String]) -> Option<String> {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else { return None };
    let at = given.iter().rposition(|word| word == wrong || word.starts_with(wrong.as_str()))?;
    let before: Vec<&str> = given[..at].iter().rev().take(2).map(String::as_str).collect();
    match before.as_slice() {
        // The flag takes the value after an equals sign alone.
        [flag @ "--loop", ..] => Some(format!("write {flag}={wrong}")),
        [name, flag, ..] if ASSIGNING.contains(flag) && !name.contains('=') => {
            Some(format!("write {flag} {name}={wrong}"))
        }
        _ => {
            let number = given[at].strip_prefix('-')?;
            let is_point = given.first().is_some_and(|command| command == "sample");
            let is_number = number.starts_with(|first: char| first.is_ascii_digit() || first == '.');
            (is_point && is_number)
                .then(|| format!("write points with a negative x at the end, as in -- {}", given[at]))
        }
    }
}

/// An example, where nothing else is suggested.
fn example_if_alone(error: &mut Error, command_line: &Command, given: &[String]) -> Option<String> {
    // To pass the flag as a value, which clap suggests, is hardly ever meant.
    let is_of_clap = |tip: &StyledStr| tip.to_string().starts_with("to pass ");
    let is_answered = match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => !tips.iter().all(is_of_clap),
        _ => false,
    };
    if is_answered || is_near(error) {
        return None;
    }
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedArg);
    example(command_line, given)
}

/// Whether the flag that clap suggests may be meant: those of every command are short, and so near to any other flag.
fn is_near(error: &Error) -> bool {
    match (error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg)) {
        (Some(ContextValue::String(wrong)), Some(ContextValue::String(near))) => {
            let start = |flag: &str| flag.trim_start_matches('-').chars().next();
            !["--yes", "--quiet", "--verbose"].contains(&near.as_str()) || start(wrong) == start(near)
        }
        _ => false,
    }
}

/// The first example in the help of the command.
fn example(command_line: &Command, given: &[String]) -> Option<String> {
    let command = command_line.find_subcommand(given.first()?)?;
    let help = command.get_after_help()?.to_string();
    let line = help.lines().skip_while(|line| *line != "Examples:").nth(1)?.trim();
    let example = line.split("   ").next().unwrap_or(line);
    Some(format!("as in `{example}`"))
}

//! Answers to mistakes in the command line: what was probably meant.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

use crate::named;

/// What `travertine` alone prints.
const START: &str = "\
Travertine renders procedural solid textures such as marble, wood and clouds from a graph of nodes.

  travertine new marble           a graph to start from, marble.json
  travertine render marble.json   its picture, marble.png
  travertine shape marble.json    a solid carved from it
  travertine find worn edges      nodes, groups, graphs and guides by words
  travertine open marble.json     the editor

Usage: travertine COMMAND. `travertine help` lists all commands, `travertine help render` explains one.";

/// Flags of other programs, and ours.
const FOREIGN_FLAGS: [(&str, &str); 9] = [
    ("--out", "-o"),
    ("--output-file", "-o"),
    ("--outfile", "-o"),
    ("--file", "-o"),
    ("--width", "--size"),
    ("--height", "--size"),
    ("--resolution", "--size"),
    ("--dimensions", "--size"),
    ("--res", "--size"),
];

/// Flags whose value has two parts, and an equals sign between them.
const ASSIGNING: [&str; 5] = ["--param", "--set", "--sweep", "--pack", "--loop"];

/// Endings of meshes.
const MESHES: [&str; 5] = [".obj", ".glb", ".gltf", ".ply", ".stl"];

/// What to print instead of the help of all commands, if the command line is empty.
pub fn start(error: &Error, arguments: &[String]) -> Option<&'static str> {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    (is_help && arguments.is_empty()).then_some(START)
}

/// Adds what was probably meant to an error in the command line. The usage would bury that, so it goes.
pub fn explain(error: &mut Error, command_line: &Command, arguments: &[String]) {
    let answer = match (error.kind(), invalid(error)) {
        (ErrorKind::UnknownArgument, Some(given)) => {
            // To pass it as a value is hardly ever meant.
            error.remove(ContextKind::Suggested);
            let (command, name) = command_of(command_line, arguments);
            let is_near = is_near(error, &given);
            if !is_near {
                error.remove(ContextKind::SuggestedArg);
            }
            let is_value = !given.starts_with('-');
            rewritten(&given, arguments)
                .map(Answer::Tip)
                .or_else(|| of_argument(&given, command, arguments))
                .or_else(|| is_value.then(|| one_each(command, &name)).flatten().map(Answer::Tip))
                .or_else(|| (!is_near).then(|| example(command)).flatten().map(Answer::Tip))
        }
        (ErrorKind::MissingRequiredArgument, _) => example(command_of(command_line, arguments).0).map(Answer::Tip),
        (ErrorKind::InvalidSubcommand, Some(given)) => {
            let is_near = error.get(ContextKind::SuggestedSubcommand).is_some();
            of_word(&given).or_else(|| {
                let other = || format!("`travertine find {given}` looks for nodes, groups, graphs and guides");
                (!is_near).then(|| Answer::Tip(other()))
            })
        }
        _ => None,
    };
    match answer {
        None => return,
        Some(Answer::Flag(flag)) => {
            error.insert(ContextKind::SuggestedArg, ContextValue::String(flag));
        }
        Some(Answer::Tip(tip)) => {
            error.remove(ContextKind::SuggestedSubcommand);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
        }
    }
    error.remove(ContextKind::Usage);
}

/// What was probably meant.
enum Answer {
    /// This flag.
    Flag(String),
    /// This sentence says it.
    Tip(String),
}

/// The argument or the command that is not known.
fn invalid(error: &Error) -> Option<String> {
    let given = error.get(ContextKind::InvalidArg).or_else(|| error.get(ContextKind::InvalidSubcommand));
    match given {
        Some(ContextValue::String(given)) => Some(given.clone()),
        _ => None,
    }
}

/// The innermost command that the arguments name, and its name with those of the commands around it.
fn command_of<'c>(command_line: &'c Command, arguments: &[String]) -> (&'c Command, String) {
    let (mut command, mut name) = (command_line, command_line.get_name().to_owned());
    for argument in arguments {
        let Some(inner) = command.find_subcommand(argument) else { break };
        command = inner;
        name = format!("{name} {}", inner.get_name());
    }
    (command, name)
}

/// The answer to an argument that a command does not know.
fn of_argument(given: &str, command: &Command, arguments: &[String]) -> Option<Answer> {
    let name = given.split('=').next().unwrap_or_default();
    if let Some((_, ours)) = FOREIGN_FLAGS.iter().find(|(foreign, ours)| *foreign == name && has_flag(command, ours)) {
        return Some(Answer::Flag((*ours).to_owned()));
    }
    if name.starts_with("--") {
        return None;
    }
    if let Some(flag) = arguments.iter().find_map(|argument| with_one_dash(command, argument)) {
        return Some(Answer::Flag(flag));
    }
    let letter = name.strip_prefix('-')?;
    let flags: Vec<String> =
        longs(command).filter(|long| long.starts_with(letter)).map(|long| format!("--{long}")).collect();
    match flags.as_slice() {
        [] => None,
        [flag] => Some(Answer::Flag(flag.clone())),
        _ => Some(Answer::Tip(format!("flags are whole words; {} begin with {letter}", flags.join(", ")))),
    }
}

/// The arguments as they must be written, if only that is wrong.
fn rewritten(wrong: &str, arguments: &[String]) -> Option<String> {
    let at = arguments.iter().rposition(|argument| argument.starts_with(wrong))?;
    let before: Vec<&str> = arguments[..at].iter().rev().take(2).map(String::as_str).collect();
    match before.as_slice() {
        // The flag takes the value after an equals sign alone.
        [flag @ "--loop", ..] => Some(format!("write {flag}={wrong}")),
        [name, flag, ..] if ASSIGNING.contains(flag) && !name.contains('=') => {
            Some(format!("write {flag} {name}={wrong}"))
        }
        _ => {
            let number = arguments[at].strip_prefix('-')?;
            let is_point = arguments.first().is_some_and(|command| command == "sample");
            let is_number = number.starts_with(|first: char| first.is_ascii_digit() || first == '.');
            (is_point && is_number)
                .then(|| format!("write points with a negative x at the end, as in -- {}", arguments[at]))
        }
    }
}

/// Whether the flag that clap suggests may be meant: those of every command are short, and so near to any other flag.
fn is_near(error: &Error, given: &str) -> bool {
    let Some(ContextValue::String(near)) = error.get(ContextKind::SuggestedArg) else { return false };
    let start = |flag: &str| flag.trim_start_matches('-').chars().next();
    !["--yes", "--quiet", "--verbose"].contains(&near.as_str()) || start(given) == start(near)
}

/// The first example in the help of a command.
fn example(command: &Command) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let line = help.lines().skip_while(|line| *line != "Examples:").nth(1)?.trim();
    Some(format!("as in `{}`", line.split("   ").next().unwrap_or(line)))
}

/// The names of a command's flags, without their dashes.
fn longs(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(|argument| argument.get_long())
}

/// Whether a command has a flag, as in `-o` or `--size`.
fn has_flag(command: &Command, flag: &str) -> bool {
    let mut arguments = command.get_arguments();
    arguments.any(|argument| match flag.strip_prefix("--") {
        Some(long) => argument.get_long() == Some(long),
        None => argument.get_short() == flag.chars().nth(1),
    })
}

/// The flag that an argument names with one dash too few: `--size` of `-size` or `-size=256`.
fn with_one_dash(command: &Command, argument: &str) -> Option<String> {
    let name = argument.strip_prefix('-')?.split('=').next()?;
    (name.len() > 1 && longs(command).any(|long| long == name)).then(|| format!("--{name}"))
}

/// The answer to one more value than a command takes.
fn one_each(command: &Command, name: &str) -> Option<String> {
    let names: Vec<String> = command
        .get_positionals()
        .map(|value| match value.get_value_names() {
            Some([name, ..]) => format!("one {name}"),
            _ => format!("one {}", value.get_id().as_str().to_uppercase()),
        })
        .collect();
    let many = "`travertine build` makes the files of many graphs, as a build file lists them";
    let build = if names.iter().any(|name| name == "one GRAPH") { format!("; {many}") } else { String::new() };
    let takes = format!("`{name}` takes {}; run it once for each{build}", names.join(" and "));
    (!names.is_empty()).then_some(takes)
}

/// The answer to a word in place of a command.
fn of_word(word: &str) -> Option<Answer> {
    let lower = word.to_lowercase();
    let tip = if lower.ends_with(".build.json") {
        format!("`travertine build {word}` makes its files")
    } else if lower.ends_with(".json") {
        format!("`travertine render {word}` renders a picture of it, `travertine open {word}` opens it in the editor")
    } else if MESHES.iter().any(|ending| lower.ends_with(ending)) {
        format!(
            "`travertine shape GRAPH --mesh {word}` carves it from a graph, `travertine bake GRAPH {word}` bakes one"
        )
    } else {
        let what = named::find(word)?.what;
        format!("`travertine render {word}` renders {what}, `travertine new {word}` copies it")
    };
    Some(Answer::Tip(tip))
}

//! The tools of a server. A tool is a command: its description, its arguments and what it does are those of the command
//! line.

use std::any::TypeId;
use std::path::PathBuf;

use clap::ArgAction;
use travertine::stages::graph::json::{Value, object, texts};
use travertine_jobs::{Field, Shape};

use super::super::schema::field;

/// A command that clients may call.
pub struct Tool {
    /// Its name, which is that of the command.
    pub name: &'static str,
    /// Arguments of the command that clients cannot give.
    without: &'static [&'static str],
    /// Arguments that name what is written.
    pub written: &'static [&'static str],
    /// Whether the client must name what is written: the command would choose a name itself.
    pub must_name: bool,
    /// The argument whose text takes the place of standard input.
    pub input: Option<&'static str>,
    /// Words for arguments that a client leaves out.
    pub given: &'static [(&'static str, &'static str)],
    /// Where its picture is.
    pub picture: Picture,
}

/// Where the picture of a tool is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// It has none.
    None,
    /// It is the output of the command, unless the client names a file.
    Output,
    /// It is this file in the folder that is written.
    File(&'static str),
}

impl Tool {
    const fn of(name: &'static str) -> Tool {
        Tool { name, without: &[], written: &[], must_name: false, input: None, given: &[], picture: Picture::None }
    }

    const fn without(self, without: &'static [&'static str]) -> Tool {
        Tool { without, ..self }
    }

    const fn writing(self) -> Tool {
        Tool { written: &["to"], ..self }
    }

    const fn writing_what_is_named(self) -> Tool {
        Tool { must_name: true, ..self.writing() }
    }
}

/// All tools.
pub static TOOLS: [Tool; 15] = [
    Tool::of("find"),
    Tool::of("nodes").without(&["to"]),
    Tool::of("library").without(&["pictures", "jpeg"]),
    Tool::of("new").writing_what_is_named(),
    Tool::of("check").without(&["message-format"]),
    Tool::of("edit").writing(),
    Tool::of("diff").without(&["git", "rest", "pictures", "size"]),
    Tool {
        given: &[("to", "-o=-"), ("size", "--size=256")],
        picture: Picture::Output,
        ..Tool::of("render").without(&["show", "format", "for", "pack"]).writing()
    },
    Tool {
        given: &[("to", "-o=-"), ("size", "--size=256")],
        picture: Picture::Output,
        ..Tool::of("shape").without(&["format"]).writing()
    },
    Tool {
        given: &[("size", "--size=96")],
        picture: Picture::File("sheet.png"),
        ..Tool::of("variations").without(&["cell"]).writing_what_is_named()
    },
    Tool { input: Some("points"), ..Tool::of("sample").without(&["to"]) },
    Tool::of("stats").without(&["to"]),
    Tool::of("compare").without(&["junit", "json"]).writing(),
    Tool::of("tile").writing(),
    // Its text is the answer: some formats have several files, whose names a client does not give.
    Tool { given: &[("file", "-o=-")], ..Tool::of("export").without(&["file"]) },
];

/// An argument of a tool.
pub struct Argument {
    /// What it holds.
    pub field: Field,
    /// Whether it names files.
    pub is_path: bool,
    /// The flag before its value; `None` if its place says what it is.
    pub flag: Option<String>,
    /// Whether it must be given.
    pub is_needed: bool,
}

impl Argument {
    fn of(argument: &clap::Arg, command: &clap::Command) -> Argument {
        let mut field = Field::of(argument);
        let flag = match (argument.get_long(), argument.get_short()) {
            (Some(long), _) => Some(format!("--{long}=")),
            (None, Some('o')) => {
                // As in jobs.
                let is_free = command.get_arguments().all(|other| other.get_long() != Some("to"));
                (if is_free { "to" } else { "file" }).clone_into(&mut field.name);
                Some("-o=".to_owned())
            }
            (None, Some(short)) => Some(format!("-{short}=")),
            (None, None) => None,
        };
        if field.name.is_empty() {
            field.name = argument.get_id().as_str().to_owned();
        }
        if matches!(argument.get_action(), ArgAction::Append) && flag.is_none() {
            field.shape = Shape::List;
        }
        let is_path = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        Argument { field, is_path, flag, is_needed: argument.is_required_set() }
    }
}

impl Tool {
    /// The command of the tool.
    pub fn command(&self, command_line: &clap::Command) -> clap::Command {
        // Each tool is a command; a test goes through them.
        command_line.find_subcommand(self.name).cloned().unwrap_or_default()
    }

    /// The arguments that clients can give. Threads, memory and work are the server's.
    pub fn arguments(&self, command: &clap::Command) -> Vec<Argument> {
        let is_of_server =
            |argument: &clap::Arg| matches!(argument.get_help_heading(), Some("Execution" | "Profile" | "Device"));
        let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set() && !is_of_server(argument));
        let arguments = arguments.map(|argument| Argument::of(argument, command));
        let arguments = arguments.filter(|argument| !self.without.contains(&argument.field.name.as_str()));
        const OF_SERVER: [&str; 4] = ["simd", "threads", "memory", "work"];
        arguments.filter(|argument| !OF_SERVER.contains(&argument.field.name.as_str())).collect()
    }

    /// Whether an existing file is replaced only by the argument `overwrite`, which the command itself lacks.
    pub fn adds_overwrite(&self, arguments: &[Argument]) -> bool {
        !self.written.is_empty() && !arguments.iter().any(|argument| argument.field.name == "overwrite")
    }

    /// The tool as a client sees it.
    pub fn describe(&self, command_line: &clap::Command) -> Value {
        let command = self.command(command_line);
        let arguments = self.arguments(&command);
        let is_needed = |argument: &&Argument| {
            let name = argument.field.name.as_str();
            let must_be_named = self.must_name && self.written.contains(&name);
            must_be_named || argument.is_needed && !self.given.iter().any(|(given, _)| *given == name)
        };
        let needed = texts(arguments.iter().filter(is_needed).map(|argument| argument.field.name.as_str()));
        let mut properties: Vec<(String, Value)> =
            arguments.iter().map(|argument| (argument.field.name.clone(), self.schema(argument))).collect();
        if self.adds_overwrite(&arguments) {
            let help = Value::from("Replace an existing file");
            let schema = object([("type", Value::from("boolean")), ("description", help)]);
            properties.push(("overwrite".to_owned(), schema));
        }
        let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
        let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let operations = examples.split_once("\nOperations:").map(|(_, operations)| operations);
        let about = operations.map_or(about.clone(), |operations| format!("{about}\n\nOperations:{operations}"));
        object([
            ("name", Value::from(self.name)),
            ("description", Value::from(about)),
            (
                "inputSchema",
                object([
                    ("type", Value::from("object")),
                    ("properties", Value::Object(properties)),
                    ("required", needed),
                    ("additionalProperties", Value::from(false)),
                ]),
            ),
            ("annotations", object([("readOnlyHint", Value::from(self.written.is_empty()))])),
        ])
    }

    fn schema(&self, argument: &Argument) -> Value {
        if self.input == Some(argument.field.name.as_str()) {
            let help = format!("{}: the text itself", argument.field.help);
            return object([("type", Value::from("string")), ("description", Value::from(help))]);
        }
        let is_list = argument.flag.is_none() && argument.field.shape == Shape::List;
        if is_list && !argument.is_path {
            let help = Value::from(argument.field.help.as_str());
            return object([
                ("type", Value::from("array")),
                ("items", object([("type", texts(["string", "object"]))])),
                ("description", help),
            ]);
        }
        field::schema(&argument.field)
    }
}

#[cfg(test)]
mod tests {
    use clap::Subcommand;

    use super::*;
    use crate::command::Command;

    #[test]
    fn every_tool_is_a_command_whose_arguments_are_described() {
        let command_line = Command::augment_subcommands(clap::Command::new("travertine"));
        for tool in &TOOLS {
            let command = command_line.find_subcommand(tool.name).unwrap();
            let names: Vec<String> =
                command.get_arguments().map(|each| Argument::of(each, command).field.name).collect();
            let given = tool.given.iter().map(|(name, _)| name);
            for name in tool.without.iter().chain(tool.written).chain(given).chain(&tool.input) {
                assert!(names.iter().any(|known| known == name), "{} has no {name}", tool.name);
            }
            for argument in tool.arguments(command) {
                assert!(!argument.field.help.is_empty(), "{} {}", tool.name, argument.field.name);
                let name = argument.field.name.as_str();
                let is_checked = tool.written.contains(&name);
                assert!(argument.flag.as_deref() != Some("-o=") || is_checked, "{} writes {name}", tool.name);
                let is_short = argument.flag.as_ref().is_some_and(|flag| !flag.starts_with("--") && flag != "-o=");
                assert!(!is_short, "{} {}", tool.name, argument.field.name);
            }
            let text = tool.describe(&command_line).one_line();
            assert!(text.len() < 12_000, "{} takes {} bytes", tool.name, text.len());
        }
    }

    #[test]
    fn files_have_the_type_of_paths() {
        let command_line = Command::augment_subcommands(clap::Command::new("travertine"));
        for tool in &TOOLS {
            for argument in tool.arguments(&tool.command(&command_line)) {
                let notation = argument.field.notation.to_uppercase();
                let is_file = ["FILE", "GRAPH", "DIR", "PATH", "MESH"].iter().any(|word| notation.contains(word));
                assert!(argument.is_path || !is_file, "{} {} {notation}", tool.name, argument.field.name);
            }
        }
    }
}

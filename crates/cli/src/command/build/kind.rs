//! The commands that a target may name, and their flags as fields of a target.

use std::ffi::OsString;

use clap::{ArgAction, Args, FromArgMatches};
use travertine::Texture;

use super::super::{animate, bake, render, shape, variations, volume};
use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// A command that makes files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Render,
    Animate,
    Variations,
    Volume,
    Shape,
    Bake,
}

/// A command with its arguments.
pub enum Job {
    Render(render::Arguments),
    Animate(animate::Arguments),
    Variations(variations::Arguments),
    Volume(volume::Arguments),
    Shape(shape::Arguments),
    Bake(bake::Arguments),
}

/// The contents of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A switch: true or false.
    Switch,
    /// A value, or true for the command's own.
    Optional,
    /// One value.
    Single,
    /// A value, or a list of values.
    List,
    /// Values by name.
    Named,
}

/// A flag of a command as a field of a target.
pub struct Field {
    /// Name of the flag and of the field.
    pub name: String,
    /// What the field contains.
    pub shape: Shape,
    /// The flag's help.
    pub help: String,
    /// The values to choose from; empty if there is no list.
    pub choices: Vec<String>,
    /// Between the parts of a value that is given as a list.
    pub separator: &'static str,
}

impl Kind {
    /// All commands, in the order of the help.
    pub const ALL: [Kind; 6] =
        [Kind::Render, Kind::Animate, Kind::Variations, Kind::Volume, Kind::Shape, Kind::Bake];

    /// The name of the command.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Render => "render",
            Kind::Animate => "animate",
            Kind::Variations => "variations",
            Kind::Volume => "volume",
            Kind::Shape => "shape",
            Kind::Bake => "bake",
        }
    }

    /// The fields that name what the command writes, with their flags.
    pub fn targets(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Kind::Volume => &[("to", "-o="), ("slices", "--slices="), ("atlas", "--atlas=")],
            _ => &[("to", "-o=")],
        }
    }

    /// Whether the command needs a mesh.
    pub fn has_mesh(self) -> bool {
        self == Kind::Bake
    }

    /// The arguments as the command line of the command states them.
    pub fn command(self) -> clap::Command {
        let command = clap::Command::new(self.name());
        match self {
            Kind::Render => render::Arguments::augment_args(command),
            Kind::Animate => animate::Arguments::augment_args(command),
            Kind::Variations => variations::Arguments::augment_args(command),
            Kind::Volume => volume::Arguments::augment_args(command),
            Kind::Shape => shape::Arguments::augment_args(command),
            Kind::Bake => bake::Arguments::augment_args(command),
        }
    }

    /// The flags that a target may set.
    ///
    /// Those of the execution belong to the whole build. So does `--overwrite`; `--format` of a picture is for standard
    /// output, and `--cell` is for a person who has looked at a sheet.
    pub fn fields(self) -> Vec<Field> {
        let command = self.command();
        let allowed = |argument: &&clap::Arg| {
            let name = argument.get_long().unwrap_or_default();
            let of_build = argument.get_help_heading() == Some("Execution") || name == "overwrite";
            let other = match name {
                "format" => self != Kind::Bake,
                "cell" => self == Kind::Variations,
                "" | "part" | "show" => true,
                name => self.targets().iter().any(|(field, _)| *field == name),
            };
            !(of_build || other || argument.is_hide_set())
        };
        command.get_arguments().filter(allowed).map(field).collect()
    }

    /// Reads the arguments of the command.
    ///
    /// # Errors
    ///
    /// Those of its command line.
    pub fn parse(self, words: impl IntoIterator<Item = OsString>) -> Result<Job, clap::Error> {
        let matches = self.command().no_binary_name(true).try_get_matches_from(words)?;
        Ok(match self {
            Kind::Render => Job::Render(render::Arguments::from_arg_matches(&matches)?),
            Kind::Animate => Job::Animate(animate::Arguments::from_arg_matches(&matches)?),
            Kind::Variations => Job::Variations(variations::Arguments::from_arg_matches(&matches)?),
            Kind::Volume => Job::Volume(volume::Arguments::from_arg_matches(&matches)?),
            Kind::Shape => Job::Shape(shape::Arguments::from_arg_matches(&matches)?),
            Kind::Bake => Job::Bake(bake::Arguments::from_arg_matches(&matches)?),
        })
    }
}

impl Job {
    /// Checks that a graph has what the flags name: inputs, a preset, parameters, outputs.
    ///
    /// # Errors
    ///
    /// Those of the command.
    pub fn check(&self, texture: Texture) -> Result<(), Failure> {
        match self {
            Job::Render(arguments) => arguments.check(texture),
            Job::Animate(arguments) => arguments.check(texture),
            Job::Variations(arguments) => arguments.check(texture),
            Job::Volume(arguments) => arguments.check(texture),
            Job::Shape(arguments) => arguments.check(texture),
            Job::Bake(arguments) => arguments.check(texture),
        }
    }

    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        match self {
            Job::Render(arguments) => arguments.run(interrupt),
            Job::Animate(arguments) => arguments.run(interrupt),
            Job::Variations(arguments) => arguments.run(interrupt),
            Job::Volume(arguments) => arguments.run(interrupt),
            Job::Shape(arguments) => arguments.run(interrupt),
            Job::Bake(arguments) => arguments.run(interrupt),
        }
    }
}

fn field(argument: &clap::Arg) -> Field {
    let value = argument.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    let shape = match argument.get_action() {
        ArgAction::SetTrue => Shape::Switch,
        ArgAction::Append if value.contains('=') => Shape::Named,
        ArgAction::Append => Shape::List,
        _ if argument.get_num_args().is_some_and(|range| range.min_values() == 0) => Shape::Optional,
        // `--loop` may be given without a period.
        _ if argument.is_require_equals_set() => Shape::Optional,
        _ => Shape::Single,
    };
    let name = argument.get_long().unwrap_or_default();
    let separator = match value {
        value if value.contains("x") => "x",
        "A..B" => "..",
        "NAME=A:B[:COUNT]" => ":",
        _ => ",",
    };
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let possible = argument.get_possible_values();
    let choices = match shape {
        Shape::Switch => Vec::new(),
        _ => possible.iter().map(|choice| choice.get_name().to_owned()).collect(),
    };
    Field { name: name.to_owned(), shape, help, choices, separator }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_the_flags_but_those_of_the_execution() {
        for kind in Kind::ALL {
            let fields = kind.fields();
            let find = |name: &str| fields.iter().find(|field| field.name == name);
            for left_out in
                ["threads", "simd", "tile", "memory", "work", "overwrite", "cell", "outputs", "slices"]
            {
                assert!(find(left_out).is_none(), "{} has {left_out}", kind.name());
            }
            assert_eq!(find("param").map(|field| field.shape), Some(Shape::Named));
            assert_eq!(find("output").map(|field| field.shape), Some(Shape::List));
            assert_eq!(find("size").map(|field| (field.shape, field.separator)), Some((Shape::Single, "x")));
            assert_eq!(find("format").is_some(), kind == Kind::Bake);
            assert!(fields.iter().all(|field| !field.help.is_empty()));
        }
        let shape = |kind: Kind, name: &str| {
            kind.fields().into_iter().find(|field| field.name == name).unwrap().shape
        };
        assert_eq!(shape(Kind::Animate, "loop"), Shape::Optional);
        assert_eq!(shape(Kind::Bake, "occlusion"), Shape::Optional);
        assert_eq!(shape(Kind::Shape, "no-shadow"), Shape::Switch);
        assert_eq!(shape(Kind::Variations, "sweep"), Shape::Named);
        assert_eq!(shape(Kind::Render, "region"), Shape::Single);
    }
}

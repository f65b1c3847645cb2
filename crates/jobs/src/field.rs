//! Fields of jobs: what a user can choose, as the definition of a kind describes it.

use std::any::TypeId;
use std::ops::RangeInclusive;

use clap::ArgAction;
use clap::builder::PossibleValue;

use crate::flags::value::{Assignment, Background, InputAssignment, Size, VolumeSize};
use crate::set::Pack;
use crate::variations::Sweep;

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

/// What the values of a field are, by their type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A width and a height, `WxH`, or one number for both.
    Size,
    /// Three sides, `WxHxD`, or one number for all.
    VolumeSize,
    /// Whole numbers, `A..B`.
    Range,
    /// Values of a parameter, `A:B` or `A:B:COUNT`.
    Sweep,
    /// A rectangle of a plane, `X0,Y0,X1,Y1`.
    Region,
    /// A color, `#rrggbb`, or `none`.
    Background,
    /// A whole number that is not negative.
    Whole,
    /// A number.
    Number,
    /// Anything else: names, lists, texts.
    Other,
}

impl Values {
    /// What is between the parts of a value that is given as a list.
    pub fn separator(self) -> &'static str {
        match self {
            Values::Size | Values::VolumeSize => "x",
            Values::Range => "..",
            Values::Sweep => ":",
            _ => ",",
        }
    }
}

/// A field of a kind of jobs, which is a flag of its command.
pub struct Field {
    /// Name of the flag and of the field.
    pub name: String,
    /// What the field contains.
    pub shape: Shape,
    /// What the field means.
    pub help: String,
    /// The heading of its part of the help; empty for the most common fields.
    pub section: String,
    /// The value without the field, if there is one.
    pub default: Option<String>,
    /// The notation of a value, such as `N|WxH`.
    pub notation: String,
    /// The values to choose from, with their explanations. Empty: any value that the field accepts.
    pub choices: Vec<(String, String)>,
    /// What its values are.
    pub values: Values,
    /// Whether a value by name is any JSON, as for parameters of a graph.
    pub takes_json: bool,
    /// Whether it does not change what is made, as threads, or belongs to a whole build, as overwriting.
    pub is_of_build: bool,
}

impl Field {
    /// The field that a definition describes by its argument.
    pub fn of(argument: &clap::Arg) -> Field {
        let value_type = argument.get_value_parser().type_id();
        let is = |types: &[TypeId]| types.iter().any(|known| value_type == *known);
        let shape = match argument.get_action() {
            ArgAction::SetTrue => Shape::Switch,
            ArgAction::Append if is(&named()) => Shape::Named,
            ArgAction::Append => Shape::List,
            // A flag without a value is given with an equals sign.
            _ if argument.is_require_equals_set() => Shape::Optional,
            _ => Shape::Single,
        };
        let values = VALUES.iter().find(|(known, _)| value_type == known()).map(|(_, values)| *values);
        let choices = match shape {
            Shape::Switch => Vec::new(),
            _ => argument.get_possible_values().iter().map(explained).collect(),
        };
        Field {
            name: argument.get_long().unwrap_or_default().to_owned(),
            shape,
            help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
            section: argument.get_help_heading().unwrap_or_default().to_owned(),
            default: argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned()),
            notation: argument.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default(),
            choices,
            values: values.unwrap_or(Values::Other),
            // The heading decides: it is for options that change no bytes.
            is_of_build: argument.get_help_heading() == Some("Execution") || argument.get_long() == Some("overwrite"),
            takes_json: is(&[TypeId::of::<Assignment>(), TypeId::of::<InputAssignment>()]),
        }
    }
}

fn explained(choice: &PossibleValue) -> (String, String) {
    (choice.get_name().to_owned(), choice.get_help().map(ToString::to_string).unwrap_or_default())
}

/// The types of values that are no text.
const VALUES: [(fn() -> TypeId, Values); 9] = [
    (TypeId::of::<Size>, Values::Size),
    (TypeId::of::<VolumeSize>, Values::VolumeSize),
    (TypeId::of::<RangeInclusive<u32>>, Values::Range),
    (TypeId::of::<Sweep>, Values::Sweep),
    (TypeId::of::<[f64; 4]>, Values::Region),
    (TypeId::of::<Background>, Values::Background),
    (TypeId::of::<u32>, Values::Whole),
    (TypeId::of::<f32>, Values::Number),
    (TypeId::of::<f64>, Values::Number),
];

/// The types of values that begin with a name: `NAME=VALUE`.
fn named() -> [TypeId; 4] {
    [TypeId::of::<Assignment>(), TypeId::of::<InputAssignment>(), TypeId::of::<Pack>(), TypeId::of::<Sweep>()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Kind;
    use crate::kinds::KINDS;

    fn find(kind: &str, name: &str) -> Option<Field> {
        Kind::named(kind).unwrap().fields().into_iter().find(|field| field.name == name)
    }

    #[test]
    fn every_field_is_described_and_its_shape_is_that_of_its_values() {
        for kind in &KINDS {
            assert!(kind.fields().iter().all(|field| !field.help.is_empty()));
            for of_build in ["threads", "simd", "memory", "work"] {
                assert!(find(kind.name, of_build).unwrap().is_of_build);
            }
            let has_tiles = ["render", "animate", "variations", "volume"].contains(&kind.name);
            assert_eq!(find(kind.name, "tile").is_some_and(|field| field.is_of_build), has_tiles);
            for left_out in ["cell", "outputs", "slices", "show", "part"] {
                assert!(find(kind.name, left_out).is_none(), "{} has {left_out}", kind.name);
            }
            let shape = |name: &str| find(kind.name, name).map(|field| (field.shape, field.values));
            assert_eq!(shape("param"), Some((Shape::Named, Values::Other)));
            assert_eq!(shape("output"), Some((Shape::List, Values::Other)));
            let size = match kind.name {
                "export" => None,
                "volume" => Some((Shape::Single, Values::VolumeSize)),
                _ => Some((Shape::Single, Values::Size)),
            };
            assert_eq!(shape("size"), size);
            assert_eq!(find(kind.name, "to").is_some(), kind.name == "export");
            assert_eq!(find(kind.name, "format").is_some(), kind.name == "bake");
        }
        let shape = |kind: &str, name: &str| find(kind, name).map(|field| (field.shape, field.values));
        assert_eq!(shape("animate", "loop"), Some((Shape::Optional, Values::Whole)));
        assert_eq!(shape("animate", "frames"), Some((Shape::Single, Values::Range)));
        assert_eq!(shape("bake", "occlusion"), Some((Shape::Optional, Values::Number)));
        assert_eq!(shape("shape", "no-shadow"), Some((Shape::Switch, Values::Other)));
        assert_eq!(shape("variations", "sweep"), Some((Shape::Named, Values::Sweep)));
        assert_eq!(shape("render", "pack"), Some((Shape::Named, Values::Other)));
        assert_eq!(shape("render", "region"), Some((Shape::Single, Values::Region)));
    }
}

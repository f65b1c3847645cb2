//! The functions of outputs, and their arguments.

use std::ops::RangeInclusive;

use travertine::Texture;
use travertine_graph::constant::Constant;
use travertine_graph::definition::ValueType;
use travertine_program::Type;

use crate::name::{Names, identifier, stable};

/// An argument of an output's function.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// `position`: x, y and z, in graph units.
    Position,
    /// `time`.
    Time,
    /// `surface_normal`: the outward unit normal, in the axes of the position.
    Normal,
    /// `surface_curvature`: mean curvature, per graph unit.
    Curvature,
    /// `surface_uv`: texture coordinates.
    Uv,
    /// A parameter of the graph.
    Parameter(Parameter),
    /// A texture of samples, by its name: one of [`Shader::textures`](crate::Shader::textures).
    Texture(String),
}

/// A parameter of the graph as an argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Name in the graph.
    pub name: String,
    /// Name in shaders.
    pub identifier: String,
    /// Type of the value.
    pub value_type: Type,
    /// Current value: 1, 3 or 4 floats.
    pub value: Vec<f32>,
    /// Least and greatest value, if the graph has both.
    pub range: Option<RangeInclusive<f32>>,
    /// Description; may be empty.
    pub description: String,
}

impl Argument {
    /// Name of the argument in shaders.
    pub fn identifier(&self) -> &str {
        match self {
            Argument::Position => "position",
            Argument::Time => "time",
            Argument::Normal => "surface_normal",
            Argument::Curvature => "surface_curvature",
            Argument::Uv => "surface_uv",
            Argument::Parameter(parameter) => &parameter.identifier,
            Argument::Texture(identifier) => identifier,
        }
    }

    /// Number of floats: 1 to 4, or 0 for a texture.
    pub fn width(&self) -> usize {
        match self {
            Argument::Position | Argument::Normal => 3,
            Argument::Time | Argument::Curvature => 1,
            Argument::Uv => 2,
            Argument::Parameter(parameter) => parameter.value_type.width(),
            Argument::Texture(_) => 0,
        }
    }

    /// The type in WGSL.
    pub(crate) fn wgsl_type(&self) -> String {
        match self {
            Argument::Texture(_) => "texture_2d<f32>".into(),
            _ => type_of(self.width()),
        }
    }
}

/// The function of an output.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputFunction {
    /// Name of the output in the graph.
    pub output: String,
    /// Name of the function.
    pub name: String,
    /// Type of the result: a float, three or four.
    pub value_type: Type,
    /// Arguments in order: the position, the time, and the parameters that the output depends on.
    pub arguments: Vec<Argument>,
}

/// A function of several outputs, whose result is an array of their floats.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeFunction {
    /// Name of the function.
    pub name: String,
    /// Number of floats of the result: those of all outputs one after the other.
    pub width: usize,
    /// Arguments in order: the position, the time, and the parameters that the outputs depend on.
    pub arguments: Vec<Argument>,
}

/// The WGSL type of a number of floats.
pub(crate) fn type_of(width: usize) -> String {
    if width == 1 { "f32".into() } else { format!("vec{width}<f32>") }
}

/// The parameters, by their indices in the graph. Only those of numbers become arguments; an integer is a float then.
pub(crate) fn parameters(texture: &Texture) -> Vec<Parameter> {
    let mut names = Names::default();
    let graph = texture.graph();
    let parameters = graph.parameters.iter().enumerate().map(|(index, parameter)| {
        let value_type = match parameter.value_type {
            ValueType::Vector => Type::Vector,
            ValueType::Color => Type::Color,
            _ => Type::Float,
        };
        let value = match texture.argument(index) {
            Constant::Integer(value) => vec![*value as f32],
            value => value.floats().unwrap_or(&[0.0]).to_vec(),
        };
        Parameter {
            name: parameter.name.clone(),
            identifier: stable(names.take(&identifier(&parameter.name, "parameter"))),
            value_type,
            value,
            range: parameter.min.zip(parameter.max).map(|(min, max)| min..=max),
            description: parameter.description.clone(),
        }
    });
    parameters.collect()
}

/// A line about a parameter.
pub(crate) fn about(parameter: &Parameter) -> String {
    let value: Vec<String> = parameter.value.iter().map(ToString::to_string).collect();
    let range = parameter.range.as_ref();
    let range = range.map(|range| format!(", {} to {}", range.start(), range.end())).unwrap_or_default();
    let description = one_line(&parameter.description);
    format!("{}: {} ({}{range})", parameter.identifier, description.trim_end_matches('.'), value.join(", "))
}

/// A text without line breaks, so that it stays in a comment.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c }).collect()
}

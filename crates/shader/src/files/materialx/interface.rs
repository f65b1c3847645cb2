//! Inputs and outputs of a node of MaterialX.

use travertine_program::Type;

use super::element::Element;
use crate::argument::{Argument, OutputFunction, Parameter, one_line};
use crate::entry;
use crate::files::call::number;
use crate::name::Names;
use crate::shader::Shader;

/// The interface of a node: the arguments of all functions, each once, and a name for the output of each function.
pub(super) struct Interface {
    pub arguments: Vec<Argument>,
    pub outputs: Vec<String>,
}

impl Interface {
    pub fn new(shader: &Shader) -> Interface {
        let surface = entry::surface(&shader.functions).into_iter().cloned();
        let parameters = entry::parameters(&shader.functions).into_iter().cloned().map(Argument::Parameter);
        let arguments: Vec<Argument> =
            [Argument::Position, Argument::Time].into_iter().chain(surface).chain(parameters).collect();
        // The children of an element have different names.
        let mut names = Names::default();
        for argument in &arguments {
            names.take(argument.identifier());
        }
        let prefix = format!("{}_", shader.name);
        let output = |function: &OutputFunction| {
            let name = function.name.strip_prefix(&prefix).unwrap_or(&function.name);
            let is_digit = name.starts_with(|first: char| first.is_ascii_digit());
            names.take(&if is_digit { format!("output_{name}") } else { name.to_owned() })
        };
        let outputs = shader.functions.iter().map(output).collect();
        Interface { arguments, outputs }
    }

    /// The place of an argument of a function among those of the node.
    pub fn index(&self, argument: &Argument) -> usize {
        let is_it = |other: &Argument| other.identifier() == argument.identifier();
        self.arguments.iter().position(is_it).unwrap_or_default()
    }

    /// The name of a function's output.
    pub fn output(&self, shader: &Shader, function: &OutputFunction) -> &str {
        let index = shader.functions.iter().position(|other| other.name == function.name);
        index.map_or("", |index| &self.outputs[index])
    }
}

/// The category of the node.
pub(super) fn category(shader: &Shader) -> String {
    format!("travertine_{}", shader.name)
}

/// The type of a result.
pub(super) fn type_of(value_type: Type) -> &'static str {
    match value_type {
        Type::Float => "float",
        Type::Vector => "vector3",
        Type::Color => "color4",
    }
}

/// The declaration of an argument's input.
pub(super) fn input(argument: &Argument) -> Element {
    let geometry = |kind, property, doc| {
        Element::new("input")
            .with("name", argument.identifier())
            .with("type", kind)
            .with("defaultgeomprop", property)
            .with("doc", doc)
    };
    match argument {
        Argument::Position => geometry(
            "vector3",
            "Pobject",
            "Place in units of the graph: x to the right, y down, z away from the viewer.",
        ),
        Argument::Time => float(argument.identifier(), 0.0, "Time in units of the graph."),
        Argument::Normal => {
            geometry("vector3", "Nobject", "Outward unit normal, in the axes of the position.")
        }
        Argument::Curvature => float(argument.identifier(), 0.0, "Mean curvature, per unit of the graph."),
        Argument::Uv => geometry("vector2", "UV0", "Texture coordinates: u to the right, v down."),
        Argument::Parameter(parameter) => of_parameter(parameter),
    }
}

/// The declaration of an input for a float.
pub(super) fn float(name: &str, value: f32, doc: &str) -> Element {
    Element::new("input")
        .with("name", name)
        .with("type", "float")
        .with("value", number(value))
        .with("doc", doc)
}

fn of_parameter(parameter: &Parameter) -> Element {
    let values = |values: &[f32]| values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ");
    let mut input = Element::new("input")
        .with("name", &parameter.identifier)
        .with("type", type_of(parameter.value_type))
        .with("value", values(&parameter.value))
        .with("uiname", one_line(&parameter.name));
    if let Some(range) = &parameter.range {
        let width = parameter.value_type.width();
        input = input.with("uimin", values(&vec![*range.start(); width]));
        input = input.with("uimax", values(&vec![*range.end(); width]));
    }
    if parameter.description.is_empty() { input } else { input.with("doc", one_line(&parameter.description)) }
}

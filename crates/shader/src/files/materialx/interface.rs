//! Inputs and outputs of a node of MaterialX.

use travertine_program::Type;

use super::element::Element;
use crate::argument::{Argument, OutputFunction, Parameter, one_line};
use crate::entry;
use crate::files::call::number;
use crate::name::Names;
use crate::shader::Shader;
use crate::textures::SampleTexture;

/// The interface of a node: the arguments of all functions, each once, and a name for the output of each function.
pub(super) struct Interface<'a> {
    stem: &'a str,
    textures: &'a [SampleTexture],
    pub arguments: Vec<Argument>,
    pub outputs: Vec<String>,
}

impl<'a> Interface<'a> {
    pub fn new(shader: &'a Shader, stem: &'a str) -> Interface<'a> {
        let surface = entry::surface(&shader.functions).into_iter().cloned();
        let parameters = entry::parameters(&shader.functions).into_iter().cloned().map(Argument::Parameter);
        let textures = shader.textures.iter().map(|texture| Argument::Texture(texture.identifier().to_owned()));
        let arguments: Vec<Argument> =
            [Argument::Position, Argument::Time].into_iter().chain(surface).chain(parameters).chain(textures).collect();
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
        Interface { stem, textures: &shader.textures, arguments, outputs }
    }

    /// The place of an argument of a function among those of the node.
    pub fn index(&self, argument: &Argument) -> usize {
        let is_it = |other: &Argument| other.identifier() == argument.identifier();
        self.arguments.iter().position(is_it).unwrap_or_default()
    }

    /// The declaration of an argument's input.
    pub fn input(&self, argument: &Argument) -> Element {
        let geometry = |property, doc| {
            Element::new("input")
                .with("name", argument.identifier())
                .with("type", kind_of(argument))
                .with("defaultgeomprop", property)
                .with("doc", doc)
        };
        match argument {
            Argument::Position => {
                geometry("Pobject", "Place in units of the graph: x to the right, y down, z away from the viewer.")
            }
            Argument::Time => float(argument.identifier(), 0.0, "Time in units of the graph."),
            Argument::Normal => geometry("Nobject", "Outward unit normal, in the axes of the position."),
            Argument::Curvature => float(argument.identifier(), 0.0, "Mean curvature, per unit of the graph."),
            Argument::Uv => geometry("UV0", "Texture coordinates: u to the right, v down."),
            Argument::Parameter(parameter) => of_parameter(parameter),
            Argument::Texture(identifier) => {
                let texture = self.textures.iter().find(|texture| texture.identifier() == identifier);
                let file = texture.map(|texture| texture.file(self.stem)).unwrap_or_default();
                Element::new("input")
                    .with("name", identifier)
                    .with("type", kind_of(argument))
                    .with("value", file)
                    .with("doc", "Samples, which are data: without a color space.")
            }
        }
    }

    /// The name of a function's output.
    pub fn output(&self, shader: &Shader, function: &OutputFunction) -> &str {
        let index = shader.functions.iter().position(|other| other.name == function.name);
        index.map_or("", |index| &self.outputs[index])
    }
}

/// The type of an argument.
pub(super) fn kind_of(argument: &Argument) -> &'static str {
    match argument {
        Argument::Position | Argument::Normal => "vector3",
        Argument::Time | Argument::Curvature => "float",
        Argument::Uv => "vector2",
        Argument::Parameter(parameter) => type_of(parameter.value_type),
        Argument::Texture(_) => "filename",
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

/// The declaration of an input for a float.
pub(super) fn float(name: &str, value: f32, doc: &str) -> Element {
    Element::new("input").with("name", name).with("type", "float").with("value", number(value)).with("doc", doc)
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

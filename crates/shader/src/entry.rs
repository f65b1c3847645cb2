//! Entry points around the functions of outputs.

use travertine_program::Type;

use crate::argument::{Argument, OutputFunction, Parameter, type_of};
use crate::code::Code;
use crate::name::{Names, title};
use crate::textures::SampleTexture;

/// Name of the entry point that calls every function. The names of functions have no capitals.
pub(crate) const ENTRY: &str = "EveryOutput";

/// The parameters of all functions, each once.
pub(crate) fn parameters(functions: &[OutputFunction]) -> Vec<&Parameter> {
    let mut parameters: Vec<&Parameter> = Vec::new();
    for argument in functions.iter().flat_map(|function| &function.arguments) {
        if let Argument::Parameter(parameter) = argument
            && !parameters.iter().any(|known| known.identifier == parameter.identifier)
        {
            parameters.push(parameter);
        }
    }
    parameters
}

/// The arguments about the surface that some function takes.
pub(crate) fn surface(functions: &[OutputFunction]) -> Vec<&Argument> {
    let mut arguments: Vec<&Argument> = Vec::new();
    for argument in functions.iter().flat_map(|function| &function.arguments) {
        let is_surface = matches!(argument, Argument::Normal | Argument::Curvature | Argument::Uv);
        if is_surface && !arguments.contains(&argument) {
            arguments.push(argument);
        }
    }
    arguments
}

/// A text in WGSL with a fragment shader for each function, and one that calls all of them. Positions and the like come
/// from the vertex shader, parameters from a uniform buffer, and textures have the bindings after it.
pub(crate) fn with_entries(text: &str, functions: &[OutputFunction], textures: &[SampleTexture]) -> String {
    let mut code = Code::default();
    let parameters = parameters(functions);
    if !parameters.is_empty() {
        code.open("struct Parameters");
        for parameter in &parameters {
            code.line(format_args!("{}: {},", parameter.identifier, type_of(parameter.value_type.width())));
        }
        code.close();
        code.line("@group(0) @binding(1) var<uniform> parameters: Parameters;");
        code.line("");
    }
    for (binding, texture) in (2..).zip(textures) {
        let name = title(texture.identifier());
        code.line(format_args!("@group(0) @binding({binding}) var {name}: texture_2d<f32>;"));
        code.line("");
    }
    code.open("struct Site");
    code.line("@location(0) position: vec3<f32>,");
    code.line("@location(1) time: f32,");
    code.line("@location(2) normal: vec3<f32>,");
    code.line("@location(3) curvature: f32,");
    code.line("@location(4) uv: vec2<f32>,");
    code.close();
    code.line("");
    let mut names = Names::default();
    for function in functions {
        names.take(&function.name);
    }
    for function in functions {
        code.line("@fragment");
        let name = names.take(&format!("{}_fragment", function.name));
        code.open(format_args!("fn {name}(site: Site) -> @location(0) vec4<f32>"));
        code.line(format_args!("return {};", call(function)));
        code.close();
        code.line("");
    }
    code.line("@fragment");
    code.open(format_args!("fn {ENTRY}(site: Site) -> @location(0) vec4<f32>"));
    let calls: Vec<String> = functions.iter().map(call).collect();
    code.line(format_args!("return {};", calls.join(" + ")));
    code.close();
    format!("{}\n{}", text.trim_end(), code.finish())
}

/// A call of a function as a color.
fn call(function: &OutputFunction) -> String {
    let arguments: Vec<String> = function
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Position => "site.position".to_owned(),
            Argument::Time => "site.time".to_owned(),
            Argument::Normal => "site.normal".to_owned(),
            Argument::Curvature => "site.curvature".to_owned(),
            Argument::Uv => "site.uv".to_owned(),
            Argument::Parameter(parameter) => format!("parameters.{}", parameter.identifier),
            Argument::Texture(identifier) => title(identifier),
        })
        .collect();
    let call = format!("{}({})", function.name, arguments.join(", "));
    match function.value_type {
        Type::Float => format!("vec4<f32>({call}, 0.0f, 0.0f, 1.0f)"),
        Type::Vector => format!("vec4<f32>({call}, 1.0f)"),
        Type::Color => call,
    }
}

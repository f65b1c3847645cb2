//! HLSL for Unity and Unreal.

use travertine_program::Type;

use crate::argument::{Argument, OutputFunction};
use crate::code::Code;
use crate::error::Error;
use crate::name::{Names, title};
use crate::shader::Shader;

/// The functions, and one for each output that a Custom Function node of Unity's Shader Graph calls.
pub(super) fn file(shader: &Shader) -> Result<String, Error> {
    let mut code = Code::default();
    for line in shader.hlsl()?.trim().lines() {
        code.line(line);
    }
    code.line("");
    code.comment(
        "Unity: a Custom Function node of Shader Graph, type File, takes this file and the name of one of the functions \
        below without `_float`. Its inputs and outputs are those of the function, in this order. Connect Position in object space.",
    );
    let mut names = Names::default();
    for function in &shader.functions {
        unity(&mut code, &names.take(&title(&function.name)), function);
    }
    if let Some(function) = shader.color() {
        let arguments: Vec<&str> = function.arguments.iter().map(Argument::identifier).collect();
        code.line("");
        code.comment(&format!(
            "Unreal: put this file into the folder Shaders of a project or plugin as {name}.ush. A Custom expression \
            with the additional include path /Project/{name}.ush, the inputs {inputs} and an output of {width} floats has the code:",
            name = shader.name,
            inputs = arguments.join(", "),
            width = function.value_type.width(),
        ));
        code.comment(&format!("    return {}({});", function.name, arguments.join(", ")));
    }
    Ok(code.finish())
}

fn type_of(width: usize) -> String {
    if width == 1 { "float".into() } else { format!("float{width}") }
}

/// A function in the form that Shader Graph expects.
fn unity(code: &mut Code, name: &str, function: &OutputFunction) {
    let mut names = Names::default();
    names.take("Out");
    let arguments: Vec<String> =
        function.arguments.iter().map(|argument| names.take(&title(argument.identifier()))).collect();
    let types = function.arguments.iter().map(|argument| match argument {
        Argument::Texture(_) => "Texture2D<float4>".into(),
        _ => type_of(argument.width()),
    });
    let mut parameters: Vec<String> = types.zip(&arguments).map(|(kind, name)| format!("{kind} {name}")).collect();
    let result = match function.value_type {
        Type::Float => "float",
        Type::Vector => "float3",
        Type::Color => "float4",
    };
    parameters.push(format!("out {result} Out"));
    code.open(format_args!("void {name}_float({})", parameters.join(", ")));
    code.line(format_args!("Out = {}({});", function.name, arguments.join(", ")));
    code.close();
}

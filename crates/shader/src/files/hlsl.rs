//! HLSL for Unity and Unreal.

use travertine_program::Type;

use crate::code::Code;
use crate::emit::{Argument, OutputFunction};
use crate::error::Error;
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
    for function in &shader.functions {
        unity(&mut code, function);
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
fn unity(code: &mut Code, function: &OutputFunction) {
    let title = |name: &str| {
        let words = name.split('_').filter(|word| !word.is_empty());
        words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect::<String>()
    };
    let mut parameters: Vec<String> = function
        .arguments
        .iter()
        .map(|argument| format!("{} {}", type_of(argument.width()), title(argument.identifier())))
        .collect();
    let result = match function.value_type {
        Type::Float => "float",
        Type::Vector => "float3",
        Type::Color => "float4",
    };
    parameters.push(format!("out {result} Out"));
    let arguments: Vec<String> =
        function.arguments.iter().map(|argument| title(argument.identifier())).collect();
    code.open(format_args!("void {}_float({})", title(&function.name), parameters.join(", ")));
    code.line(format_args!("Out = {}({});", function.name, arguments.join(", ")));
    code.close();
}

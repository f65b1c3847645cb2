//! A shader for Godot.

use travertine_noise::math::linear_to_srgb;
use travertine_program::Type;

use super::call::{call_as_color, call_as_float, number};
use super::role::Role;
use crate::code::Code;
use crate::emit::{Argument, Parameter};
use crate::entry;
use crate::error::Error;
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;
use crate::translate::GlslVersion;

/// A spatial shader that carves an object from the texture, with the parameters as uniforms.
pub(super) fn file(shader: &Shader) -> Result<String, Error> {
    if shader.tier == Tier::Exact {
        let reason = "its compiler may change arithmetic, and has no uniform variable that it leaves alone";
        return Err(Error::NotExact { target: Target::Godot, reason });
    }
    let mut code = Code::default();
    code.line("shader_type spatial;");
    code.line("");
    for parameter in entry::parameters(&shader.functions) {
        uniform(&mut code, shader, parameter);
    }
    code.line("// Units of the texture per meter of the object.");
    code.line("uniform float units = 1.0;");
    code.line("// Speed of the texture's time.");
    code.line("uniform float speed = 0.0;");
    code.line("varying vec3 object_position;");
    code.line("varying vec3 object_normal;");
    code.line("");
    for line in shader.glsl(GlslVersion::Es300)?.lines() {
        code.line(line);
    }
    code.line("");
    code.open("void vertex()");
    code.comment("In Godot, y runs up and z to the viewer.");
    code.line("object_position = VERTEX * vec3(1.0, -1.0, -1.0) * units;");
    code.line("object_normal = NORMAL * vec3(1.0, -1.0, -1.0);");
    code.close();
    code.line("");
    code.open("void fragment()");
    let argument = |argument: &Argument| match argument {
        Argument::Position => "object_position".to_owned(),
        Argument::Time => "TIME * speed".to_owned(),
        Argument::Normal => "normalize(object_normal)".to_owned(),
        Argument::Curvature => "0.0".to_owned(),
        Argument::Uv => "UV".to_owned(),
        Argument::Parameter(parameter) => uniform_name(shader, parameter),
    };
    if let Some(color) = shader.color() {
        code.line(format_args!("ALBEDO = {};", call_as_color(color, argument)));
    }
    for (role, builtin) in
        [(Role::Roughness, "ROUGHNESS"), (Role::Metallic, "METALLIC"), (Role::Occlusion, "AO")]
    {
        if let Some(function) = shader.with_role(role) {
            code.line(format_args!("{builtin} = {};", call_as_float(function, argument)));
        }
    }
    if let Some(function) = shader.with_role(Role::Emission) {
        code.line(format_args!("EMISSION = {};", call_as_color(function, argument)));
    }
    code.close();
    Ok(code.finish())
}

/// The name of a parameter's uniform. Godot allows no argument to have the name of a uniform, and no function, whose names
/// begin with the shader's.
fn uniform_name(shader: &Shader, parameter: &Parameter) -> String {
    format!("{}_of_{}", parameter.identifier.trim_end_matches('_'), shader.name)
}

fn uniform(code: &mut Code, shader: &Shader, parameter: &Parameter) {
    let name = uniform_name(shader, parameter);
    if !parameter.description.is_empty() {
        code.comment(&parameter.description);
    }
    match parameter.value_type {
        Type::Float => {
            let range = parameter.range.as_ref();
            let range = range
                .map(|range| format!(" : hint_range({}, {})", number(*range.start()), number(*range.end())));
            let (range, value) = (range.unwrap_or_default(), number(parameter.value[0]));
            code.line(format_args!("uniform float {name}{range} = {value};"));
        }
        Type::Vector => {
            let values: Vec<String> = parameter.value.iter().map(|value| number(*value)).collect();
            code.line(format_args!("uniform vec3 {name} = vec3({});", values.join(", ")));
        }
        Type::Color => {
            // Godot decodes the values of colors.
            let encoded = |(index, value): (usize, &f32)| {
                number(if index < 3 { linear_to_srgb(*value) } else { *value })
            };
            let values: Vec<String> = parameter.value.iter().enumerate().map(encoded).collect();
            code.line(format_args!("uniform vec4 {name} : source_color = vec4({});", values.join(", ")));
        }
    }
}

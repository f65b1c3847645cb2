//! A page that shows a texture with WebGL 2.

use travertine_program::Type;

use super::call::{call_as_color, number};
use crate::code::Code;
use crate::emit::{Argument, Parameter};
use crate::entry;
use crate::error::Error;
use crate::shader::Shader;
use crate::translate::GlslVersion;

/// The page around the shader, with names in double braces for what differs.
const PAGE: &str = include_str!("page.html");

/// The page: a slice of the first color, a slider for each parameter that is a number, depth and time.
pub(super) fn file(shader: &Shader) -> Result<String, Error> {
    let mut code = Code::default();
    code.line("#version 300 es");
    code.line("precision highp float;");
    code.line("precision highp int;");
    code.line("uniform vec2 canvas_size;");
    code.line("uniform float depth;");
    code.line("uniform float seconds;");
    let parameters = entry::parameters(&shader.functions);
    for parameter in &parameters {
        let kind = match parameter.value_type {
            Type::Float => "float",
            Type::Vector => "vec3",
            Type::Color => "vec4",
        };
        code.line(format_args!("uniform {kind} {};", uniform_name(parameter)));
    }
    code.line("out vec4 pixel;");
    code.line("");
    for line in shader.glsl(GlslVersion::Es300)?.lines() {
        code.line(line);
    }
    code.line("");
    code.open("void main()");
    code.line("vec2 place = vec2(gl_FragCoord.x, canvas_size.y - gl_FragCoord.y) / min(canvas_size.x, canvas_size.y);");
    let argument = |argument: &Argument| match argument {
        Argument::Position => "vec3(place, depth)".to_owned(),
        Argument::Time => "seconds".to_owned(),
        Argument::Normal => "vec3(0.0, 0.0, -1.0)".to_owned(),
        Argument::Curvature => "0.0".to_owned(),
        Argument::Uv => "place".to_owned(),
        Argument::Parameter(parameter) => uniform_name(parameter),
    };
    let color = shader.color().map(|function| call_as_color(function, argument)).unwrap_or_default();
    code.line(format_args!("vec3 light = clamp({color}, 0.0, 1.0);"));
    code.comment("The encoding of sRGB.");
    code.line("vec3 curve = 1.055 * pow(max(light, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;");
    code.line("pixel = vec4(mix(curve, light * 12.92, lessThanEqual(light, vec3(0.0031308))), 1.0);");
    code.close();
    let title = escaped(&shader.title);
    let controls: String = parameters.iter().map(|parameter| control(parameter)).collect();
    // A comment may have the name of a node that would end the script.
    let fragment = code.finish().replace("</", "< /");
    let parts = PAGE.split("{{").map(|part| match part.split_once("}}") {
        Some(("TITLE", rest)) => [&title, rest],
        Some(("CONTROLS", rest)) => [&controls, rest],
        Some(("FRAGMENT", rest)) => [&fragment, rest],
        _ => ["", part],
    });
    Ok(parts.flatten().collect())
}

fn uniform_name(parameter: &Parameter) -> String {
    format!("value_of_{}", parameter.identifier)
}

/// A slider for a number, or hidden values for a vector or a color.
fn control(parameter: &Parameter) -> String {
    let name = uniform_name(parameter);
    let values: Vec<String> = parameter.value.iter().map(|value| number(*value)).collect();
    let values = values.join(",");
    match (&parameter.range, parameter.value_type) {
        (Some(range), Type::Float) => {
            let (min, max) = (*range.start(), *range.end());
            format!(
                "<label title=\"{}\">{} <input type=\"range\" data-uniform=\"{name}\" min=\"{min}\" max=\"{max}\" \
                step=\"any\" value=\"{values}\"></label>\n",
                escaped(&parameter.description),
                escaped(&parameter.name),
            )
        }
        _ => format!("<input type=\"hidden\" data-uniform=\"{name}\" value=\"{values}\">\n"),
    }
}

/// A text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

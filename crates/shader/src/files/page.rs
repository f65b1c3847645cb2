//! A page that shows a texture with WebGL 2.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use travertine::Context;
use travertine_noise::math::linear_to_srgb;
use travertine_program::Type;

use super::call::{call_as_color, number};
use crate::argument::{Argument, Parameter};
use crate::code::Code;
use crate::entry;
use crate::error::Error;
use crate::shader::Shader;
use crate::translate::GlslVersion;

/// The page around the shader.
const PAGE: &str = include_str!("page.html");

/// The page: a slice of the first color, and a control for each parameter, depth and time.
pub(super) fn file(shader: &Shader, context: &Context) -> Result<String, Error> {
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
    for texture in &shader.textures {
        code.line(format_args!("uniform highp sampler2D {};", sampler_name(texture.identifier())));
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
        Argument::Texture(identifier) => sampler_name(identifier),
    };
    let color = shader.color().map(|function| call_as_color(function, argument)).unwrap_or_default();
    code.line(format_args!("vec3 light = clamp({color}, 0.0, 1.0);"));
    code.comment("The encoding of sRGB.");
    code.line("vec3 curve = 1.055 * pow(max(light, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;");
    code.line("pixel = vec4(mix(curve, light * 12.92, lessThanEqual(light, vec3(0.0031308))), 1.0);");
    code.close();
    let (fragment, title) = (without_tags(&code.finish()), escaped(&shader.title));
    let controls: String = parameters.iter().map(|parameter| control(parameter)).collect();
    let textures = textures(shader, context)?;
    // Every other part of the template is a name.
    let parts = PAGE.split("@@").enumerate().map(|(index, part)| match (index % 2, part) {
        (1, "title") => title.as_str(),
        (1, "controls") => &controls,
        (1, "fragment") => &fragment,
        (1, "textures") => &textures,
        _ => part,
    });
    Ok(parts.collect())
}

/// Code without what starts a tag or a comment in HTML. The name of a node may be one.
fn without_tags(code: &str) -> String {
    let mut parts = code.split('<');
    let mut safe = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_tag = part.starts_with(|next: char| next.is_ascii_alphabetic() || "!/?".contains(next));
        safe.push_str(if is_tag { "< " } else { "<" });
        safe.push_str(part);
    }
    safe
}

/// The textures as lines of the script: the name, the size, and the floats in base 64.
fn textures(shader: &Shader, context: &Context) -> Result<String, Error> {
    let mut lines = String::new();
    for (texture, picture) in shader.textures.iter().zip(shader.pictures(context)?) {
        let bytes: Vec<u8> = picture.data.iter().flat_map(|float| float.to_le_bytes()).collect();
        let (name, [width, height]) = (sampler_name(texture.identifier()), texture.size());
        let data = BASE64_STANDARD.encode(bytes);
        lines.push_str(&format!("    [\"{name}\", {width}, {height}, \"{data}\"],\n"));
    }
    Ok(lines)
}

fn sampler_name(identifier: &str) -> String {
    format!("texture_of_{identifier}")
}

fn uniform_name(parameter: &Parameter) -> String {
    format!("value_of_{}", parameter.identifier)
}

/// A slider for a number with a range, a picker for a color, or else a field for numbers.
fn control(parameter: &Parameter) -> String {
    let values: Vec<String> = parameter.value.iter().map(|value| number(*value)).collect();
    let values = values.join(", ");
    let kind = match (&parameter.range, parameter.value_type) {
        (Some(range), Type::Float) => {
            let (min, max) = (*range.start(), *range.end());
            format!("type=\"range\" min=\"{min}\" max=\"{max}\" step=\"any\" value=\"{values}\"")
        }
        (_, Type::Color) => {
            // The field holds no color above 1, so the script keeps the value until the user picks another.
            let encoded = parameter.value.iter().take(3).map(|value| {
                let byte = linear_to_srgb(value.clamp(0.0, 1.0)) * 255.0;
                format!("{:02x}", byte.round() as u8)
            });
            format!("type=\"color\" value=\"#{}\" data-linear=\"{values}\"", encoded.collect::<String>())
        }
        _ => format!("value=\"{values}\""),
    };
    format!(
        "<label title=\"{}\">{} <input {kind} data-uniform=\"{}\"></label>\n",
        escaped(&parameter.description),
        escaped(&parameter.name),
        uniform_name(parameter),
    )
}

/// A text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_start_no_tags() {
        assert_eq!(without_tags("// <!--<script>, </script>: a"), "// < !--< script>, < /script>: a");
        assert_eq!(without_tags("a < b && c <= 1 << 2"), "a < b && c <= 1 << 2");
    }
}

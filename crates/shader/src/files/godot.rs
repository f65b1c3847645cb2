//! A shader for Godot.

use std::collections::HashMap;

use travertine_graph::document::Up;
use travertine_noise::math::linear_to_srgb;
use travertine_program::Type;

use super::call::{call_as_color, call_as_float, number};
use super::role::Role;
use crate::argument::{Argument, Parameter, one_line};
use crate::code::Code;
use crate::entry;
use crate::error::Error;
use crate::name::{Names, title};
use crate::shader::Shader;
use crate::target::Target;
use crate::textures::SampleTexture;
use crate::tier::Tier;
use crate::translate::GlslVersion;

/// A spatial shader that carves an object from the texture, with the parameters as uniforms.
pub(super) fn file(shader: &Shader, stem: &str) -> Result<String, Error> {
    if shader.tier == Tier::Exact {
        let reason = "its compiler may change arithmetic, and has no uniform variable that it leaves alone";
        return Err(Error::NotExact { target: Target::Godot, reason });
    }
    let mut code = Code::default();
    code.line("shader_type spatial;");
    code.line("");
    let uniforms = Uniforms::new(shader);
    for parameter in entry::parameters(&shader.functions) {
        uniform(&mut code, &uniforms.name(&parameter.identifier), parameter);
    }
    for texture in &shader.textures {
        code.comment(&format!("The file {}.", one_line(&texture.file(stem))));
        let name = uniforms.name(texture.identifier());
        code.line(format_args!("uniform sampler2D {name} : filter_nearest, repeat_disable;"));
    }
    code.line("// Units of the texture per meter of the object.");
    code.line("uniform float Units = 1.0;");
    code.line("// Speed of the texture's time.");
    code.line("uniform float Speed = 0.0;");
    code.line("varying vec3 ObjectPosition;");
    code.line("varying vec3 ObjectNormal;");
    code.line("");
    for line in shader.glsl(GlslVersion::Es300)?.lines() {
        code.line(line);
    }
    code.line("");
    code.open("void vertex()");
    code.comment("In Godot, y runs up and z to the viewer.");
    code.line(format_args!("ObjectPosition = {} * Units;", shader.turned(Up::Y, "VERTEX")));
    code.line(format_args!("ObjectNormal = {};", shader.turned(Up::Y, "NORMAL")));
    code.close();
    code.line("");
    code.open("void fragment()");
    let argument = |argument: &Argument| match argument {
        Argument::Position => "ObjectPosition".to_owned(),
        Argument::Time => "TIME * Speed".to_owned(),
        Argument::Normal => "normalize(ObjectNormal)".to_owned(),
        Argument::Curvature => "0.0".to_owned(),
        Argument::Uv => "UV".to_owned(),
        Argument::Parameter(parameter) => uniforms.name(&parameter.identifier),
        Argument::Texture(identifier) => uniforms.name(identifier),
    };
    if let Some(color) = shader.color() {
        code.line(format_args!("ALBEDO = {};", call_as_color(color, argument)));
    }
    for (role, builtin) in [(Role::Roughness, "ROUGHNESS"), (Role::Metallic, "METALLIC"), (Role::Occlusion, "AO")] {
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

/// The names of the uniforms of parameters and textures. Godot allows no argument or variable to have the name of a
/// uniform, so they are in the style of types, in which no other name is.
struct Uniforms(HashMap<String, String>);

impl Uniforms {
    fn new(shader: &Shader) -> Uniforms {
        let mut names = Names::default();
        let parameters = entry::parameters(&shader.functions).into_iter();
        let parameters = parameters.map(|parameter| parameter.identifier.as_str());
        let textures = shader.textures.iter().map(SampleTexture::identifier);
        let named = parameters
            .chain(textures)
            .map(|identifier| (identifier.to_owned(), names.take(&title(&format!("{}_{identifier}", shader.name)))));
        Uniforms(named.collect())
    }

    fn name(&self, identifier: &str) -> String {
        self.0.get(identifier).cloned().unwrap_or_default()
    }
}

fn uniform(code: &mut Code, name: &str, parameter: &Parameter) {
    if !parameter.description.is_empty() {
        code.comment(&parameter.description);
    }
    match parameter.value_type {
        Type::Float => {
            let range = parameter.range.as_ref();
            let range =
                range.map(|range| format!(" : hint_range({}, {})", number(*range.start()), number(*range.end())));
            let (range, value) = (range.unwrap_or_default(), number(parameter.value[0]));
            code.line(format_args!("uniform float {name}{range} = {value};"));
        }
        Type::Vector => {
            let values: Vec<String> = parameter.value.iter().map(|value| number(*value)).collect();
            code.line(format_args!("uniform vec3 {name} = vec3({});", values.join(", ")));
        }
        Type::Color => {
            // Godot decodes the values of colors.
            let encoded =
                |(index, value): (usize, &f32)| number(if index < 3 { linear_to_srgb(*value) } else { *value });
            let values: Vec<String> = parameter.value.iter().enumerate().map(encoded).collect();
            code.line(format_args!("uniform vec4 {name} : source_color = vec4({});", values.join(", ")));
        }
    }
}

//! The code of compiled shaders: the function of outputs, and an entry point that calls it.

use std::fmt::Write;

use travertine::Axis;
use travertine_shader::{Argument, Error, Parameter, WholeShader};

use crate::frame::{entry, head};

/// Binding of the first texture.
const TEXTURES: u32 = 5;

/// Code in WGSL, and what it reads.
pub(crate) struct Code {
    pub(crate) text: String,
    /// Values of the parameters, four floats for each.
    pub(crate) parameters: Vec<[f32; 4]>,
    /// Axes whose coordinates it reads.
    pub(crate) axes: Vec<Axis>,
    /// Floats per site, of all outputs together.
    pub(crate) width: usize,
}

impl Code {
    /// The code of a shader: the floats of its outputs at each site of a [`Part`](crate::part::Part).
    pub(crate) fn new(shader: &WholeShader) -> Result<Code, Error> {
        let function = shader.function();
        let mut parameters: Vec<&Parameter> = Vec::new();
        let mut axes: Vec<Axis> = Vec::new();
        let arguments = function.arguments.iter();
        let arguments: Vec<String> =
            arguments.map(|argument| self::argument(argument, &mut parameters, &mut axes)).collect();
        let width = function.width;
        let mut body = format!("    let FIRST = INDEX * {width}u;\n");
        let _ = writeln!(body, "    let FLOATS = {}({});", function.name, arguments.join(", "));
        for index in 0..width {
            let _ = writeln!(body, "    VALUES[FIRST + {index}u] = FLOATS[{index}];");
        }
        let textures: String = (TEXTURES..)
            .zip(shader.textures())
            .map(|(binding, texture)| {
                let name = variable(texture.identifier());
                format!("@group(0) @binding({binding}) var {name}: texture_2d<f32>;\n")
            })
            .collect();
        let text = format!(
            "{}\n{}\n@group(0) @binding(2) var<storage, read> PARAMETERS: array<vec4<f32>>;\n{textures}\n{}",
            shader.wgsl()?,
            head(),
            entry(&body)
        );
        let values = parameters.iter().map(|parameter| {
            let mut value = [0.0; 4];
            value.iter_mut().zip(&parameter.value).for_each(|(place, float)| *place = *float);
            value
        });
        // A buffer is never empty.
        let parameters = values.chain([[0.0; 4]]).collect();
        Ok(Code { text, parameters, axes, width })
    }
}

/// The variable of a texture.
fn variable(identifier: &str) -> String {
    format!("TEXTURE_{identifier}")
}

/// An argument of a call. Parameters and axes that are not in the lists yet are added.
fn argument<'a>(argument: &'a Argument, parameters: &mut Vec<&'a Parameter>, axes: &mut Vec<Axis>) -> String {
    let mut along = |axis: Axis| {
        if !axes.contains(&axis) {
            axes.push(axis);
        }
        format!("COORDINATE({}u, COLUMN, ROW)", axis as usize)
    };
    match argument {
        Argument::Position => format!("vec3<f32>({})", [Axis::X, Axis::Y, Axis::Z].map(along).join(", ")),
        Argument::Time => along(Axis::Time),
        Argument::Normal => {
            let axes = [Axis::NormalX, Axis::NormalY, Axis::NormalZ];
            format!("vec3<f32>({})", axes.map(along).join(", "))
        }
        Argument::Curvature => along(Axis::Curvature),
        Argument::Texture(identifier) => variable(identifier),
        Argument::Uv => format!("vec2<f32>({})", [Axis::U, Axis::V].map(along).join(", ")),
        Argument::Parameter(parameter) => {
            let known = parameters.iter().position(|known| known.identifier == parameter.identifier);
            let index = known.unwrap_or(parameters.len());
            if known.is_none() {
                parameters.push(parameter);
            }
            let part = ["x", "xy", "xyz", "xyzw"][argument.width() - 1];
            format!("PARAMETERS[{index}].{part}")
        }
    }
}

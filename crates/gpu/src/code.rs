//! The code of kernels: the functions of outputs, and an entry point that calls them.

use std::fmt::Write;

use travertine::stages::program::Neutral;
use travertine::{Axis, Type};
use travertine_shader::{Argument, Error, OutputFunction, Parameter, Shader};

/// Name of the entry point. Names of graphs have no capitals.
pub(crate) const ENTRY: &str = "EVALUATE";

/// Invocations of a workgroup.
pub(crate) const GROUP: usize = 64;

/// Binding of the first texture.
pub(crate) const TEXTURES: u32 = 4;

/// Code in WGSL, and what it reads.
pub(crate) struct Code {
    pub(crate) text: String,
    /// Values of the parameters, four floats for each.
    pub(crate) parameters: Vec<[f32; 4]>,
    /// Floats per position, of all outputs together.
    pub(crate) width: usize,
}

impl Code {
    /// The code of a shader: the floats of its outputs at each position. Positions lie in slices and volumes, so there is
    /// no surface.
    pub(crate) fn new(shader: &Shader) -> Result<Code, Error> {
        let mut parameters: Vec<&Parameter> = Vec::new();
        let mut body = String::new();
        let mut width = 0;
        for (index, function) in shader.functions().iter().enumerate() {
            let arguments: Vec<String> =
                function.arguments.iter().map(|argument| self::argument(argument, &mut parameters)).collect();
            let result = format!("VALUE_{index}");
            let _ = writeln!(body, "    let {result} = {}({});", function.name, arguments.join(", "));
            for part in parts(function, &result) {
                let _ = writeln!(body, "    VALUES[FIRST + {width}u] = {part};");
                width += 1;
            }
        }
        let textures: String = (TEXTURES..)
            .zip(shader.textures())
            .map(|(binding, texture)| {
                let name = variable(texture.identifier());
                format!("@group(0) @binding({binding}) var {name}: texture_2d<f32>;\n")
            })
            .collect();
        let text = format!(
            "{}\n\
            @group(0) @binding(1) var<storage, read> POSITIONS: array<vec4<f32>>;\n\
            @group(0) @binding(2) var<storage, read> PARAMETERS: array<vec4<f32>>;\n\
            @group(0) @binding(3) var<storage, read_write> VALUES: array<f32>;\n\
            {textures}\n\
            @compute @workgroup_size({GROUP})\n\
            fn {ENTRY}(@builtin(global_invocation_id) INVOCATION: vec3<u32>) {{\n\
            \x20   if INVOCATION.x >= arrayLength(&POSITIONS) {{\n        return;\n    }}\n\
            \x20   let SITE = POSITIONS[INVOCATION.x];\n\
            \x20   let FIRST = INVOCATION.x * {width}u;\n\
            {body}}}\n",
            shader.wgsl()?
        );
        let values = parameters.iter().map(|parameter| {
            let mut value = [0.0; 4];
            value.iter_mut().zip(&parameter.value).for_each(|(place, float)| *place = *float);
            value
        });
        // A buffer is never empty.
        let parameters = values.chain([[0.0; 4]]).collect();
        Ok(Code { text, parameters, width })
    }
}

/// The variable of a texture.
fn variable(identifier: &str) -> String {
    format!("TEXTURE_{identifier}")
}

/// An argument of a call. A parameter that is not in the list yet is added.
fn argument<'a>(argument: &'a Argument, parameters: &mut Vec<&'a Parameter>) -> String {
    match argument {
        Argument::Position => "SITE.xyz".to_owned(),
        Argument::Time => "SITE.w".to_owned(),
        Argument::Normal => {
            format!("vec3<f32>({})", [Axis::NormalX, Axis::NormalY, Axis::NormalZ].map(neutral).join(", "))
        }
        Argument::Curvature => neutral(Axis::Curvature),
        Argument::Texture(identifier) => variable(identifier),
        Argument::Uv => format!("vec2<f32>({})", [Axis::U, Axis::V].map(neutral).join(", ")),
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

/// A coordinate of a position without a surface.
fn neutral(axis: Axis) -> String {
    match axis.neutral() {
        Neutral::Axis(axis) => format!("SITE.{}", ["x", "y", "z", "w"][axis as usize]),
        Neutral::Number(number) => format!("{number:?}f"),
    }
}

/// The floats of a result.
fn parts(function: &OutputFunction, result: &str) -> Vec<String> {
    let part = |part: &str| format!("{result}.{part}");
    match function.value_type {
        Type::Float => vec![result.to_owned()],
        Type::Vector => ["x", "y", "z"].map(part).to_vec(),
        Type::Color => ["x", "y", "z", "w"].map(part).to_vec(),
    }
}

//! Shaders in Open Shading Language, from the translator's form of a module.
//!
//! OSL has neither unsigned integers nor vectors of two or four floats. Its integers are those of hashes, since they
//! wrap around; comparisons, shifts and conversions of unsigned ones are functions. Two floats are a vector whose third
//! part is 0, four are a structure.

mod expression;
mod function;
mod names;
mod prelude;

use travertine_graph::document::Up;
use travertine_program::Type;

use crate::argument::{Argument, OutputFunction, Parameter};
use crate::code::{Code, Float};
use crate::entry;
use crate::error::Error;
use crate::name::{Names, title};
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;

use function::Writer;
pub(crate) use names::safe;

impl Shader {
    /// A shader in OSL with an output for each function; a color gives its alpha, too. Unless a position is connected,
    /// it is that in the object, turned from Blender's axes to the texture's. The files of textures have names that
    /// begin with `stem`.
    ///
    /// # Errors
    ///
    /// [`Error::NotExact`] in the exact tier. Otherwise [`Error::Translation`], which is a bug.
    pub fn osl(&self, stem: &str) -> Result<String, Error> {
        let mut code = Code::default();
        let parameters = entry::parameters(&self.functions);
        code.line(format_args!("shader {}(", safe(&self.name)));
        // The axes of Blender: z runs up.
        let rows = self.matrix(Up::Z);
        code.line("    // Place in units of the texture; unless it is connected, that in the object, whose z runs up.");
        code.line(format_args!("    point Position = transform({rows}, transform(\"object\", P)),"));
        code.line("    float Time = 0,");
        for argument in entry::surface(&self.functions) {
            code.line(match argument {
                Argument::Normal => {
                    format!("    normal Normal = normalize(transform({rows}, transform(\"object\", N))),")
                }
                Argument::Curvature => "    float Curvature = 0,".to_owned(),
                // In OSL, v runs up.
                _ => "    vector UV = vector(u, 1 - v, 0),".to_owned(),
            });
        }
        let titles = Titles::new(self, &parameters);
        for (parameter, Title { name, alpha }) in parameters.iter().zip(&titles.parameters) {
            let value: Vec<String> = parameter.value.iter().map(|value| number(*value)).collect();
            let range = parameter.range.as_ref().filter(|_| parameter.value_type == Type::Float);
            let range = range.map(|range| {
                format!(" [[ float min = {}, float max = {} ]]", number(*range.start()), number(*range.end()))
            });
            let range = range.unwrap_or_default();
            match parameter.value_type {
                Type::Float => code.line(format_args!("    float {name} = {}{range},", value[0])),
                Type::Vector => code.line(format_args!("    vector {name} = vector({}),", value.join(", "))),
                Type::Color => {
                    code.line(format_args!("    color {name} = color({}),", value[..3].join(", ")));
                    code.line(format_args!("    float {alpha} = {},", value[3]));
                }
            }
        }
        for (texture, name) in self.textures.iter().zip(&titles.textures) {
            code.line(format_args!("    string {name} = \"{}\",", quoted(&texture.file(stem))));
        }
        for (index, (function, title)) in self.functions.iter().zip(&titles.outputs).enumerate() {
            let Title { name, alpha } = title;
            let end = if index + 1 == self.functions.len() { ")" } else { "," };
            match function.value_type {
                Type::Float => code.line(format_args!("    output float {name} = 0{end}")),
                Type::Vector => code.line(format_args!("    output vector {name} = 0{end}")),
                Type::Color => {
                    code.line(format_args!("    output color {name} = 0,"));
                    code.line(format_args!("    output float {alpha} = 1{end}"));
                }
            }
        }
        code.open_block();
        for (function, Title { name, alpha }) in self.functions.iter().zip(&titles.outputs) {
            let call = self.osl_call(function, &parameters, &titles);
            match function.value_type {
                Type::Float | Type::Vector => code.line(format_args!("{name} = {call};")),
                Type::Color => {
                    code.line(format_args!("vec4 of_{name} = {call};"));
                    code.line(format_args!("{name} = color(of_{name}.x, of_{name}.y, of_{name}.z);"));
                    code.line(format_args!("{alpha} = of_{name}.w;"));
                }
            }
        }
        code.close();
        self.osl_before(&code.finish())
    }

    /// The functions in OSL, without a shader around them.
    ///
    /// # Errors
    ///
    /// As [`Shader::osl`].
    pub fn osl_functions(&self) -> Result<String, Error> {
        self.osl_before("")
    }

    /// A text behind the functions, and behind those for what OSL lacks that they or the text call.
    pub(crate) fn osl_before(&self, text: &str) -> Result<String, Error> {
        if self.tier == Tier::Exact {
            let reason = "its compilers do not say how they round";
            return Err(Error::NotExact { target: Target::Osl, reason });
        }
        let failed = |message: String| Error::Translation { target: Target::Osl, message };
        let functions = Writer::new(&self.module, &self.info).write().map_err(failed)?;
        let parts = [functions.as_str(), text].map(str::trim_end);
        Ok(self.readable(&self.module, &prelude::with_prelude(parts.join("\n\n").trim_end())))
    }

    /// The matrix that turns points of a program with this up to the axes of the texture. OSL multiplies rows by it.
    fn matrix(&self, from: Up) -> String {
        let turn = self.turn(from);
        let row = |source: usize| {
            turn.map(|(axis, sign)| if axis == source { format!("{sign}") } else { "0".to_owned() }).join(", ")
        };
        format!("matrix({}, 0, {}, 0, {}, 0, 0, 0, 0, 1)", row(0), row(1), row(2))
    }

    fn osl_call(&self, function: &OutputFunction, parameters: &[&Parameter], titles: &Titles) -> String {
        let arguments: Vec<String> = function
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Position => "vector(Position)".to_owned(),
                Argument::Time => "Time".to_owned(),
                Argument::Normal => "vector(Normal)".to_owned(),
                Argument::Curvature => "Curvature".to_owned(),
                Argument::Uv => "UV".to_owned(),
                Argument::Parameter(parameter) => {
                    let index = parameters.iter().position(|known| known.identifier == parameter.identifier);
                    let Title { name, alpha } = &titles.parameters[index.unwrap_or_default()];
                    match parameter.value_type {
                        Type::Color => format!("make_vec4({name}[0], {name}[1], {name}[2], {alpha})"),
                        Type::Float | Type::Vector => name.clone(),
                    }
                }
                Argument::Texture(identifier) => {
                    let index = self.textures.iter().position(|known| known.identifier() == identifier);
                    titles.textures[index.unwrap_or_default()].clone()
                }
            })
            .collect();
        format!("{}({})", safe(&function.name), arguments.join(", "))
    }
}

/// The names of a parameter or an output of the shader: its own, and that of the alpha if it is a color.
struct Title {
    name: String,
    alpha: String,
}

/// The names of parameters, textures and outputs of the shader, which are all different.
struct Titles {
    parameters: Vec<Title>,
    textures: Vec<String>,
    outputs: Vec<Title>,
}

impl Titles {
    fn new(shader: &Shader, parameters: &[&Parameter]) -> Titles {
        let mut names = Names::default();
        for name in ["Position", "Time", "Normal", "Curvature", "UV"] {
            names.take(name);
        }
        let mut take = |name: &str, value_type: Type, kind: &str| {
            let name = title(name);
            let is_name = !name.starts_with(|first: char| first.is_ascii_digit()) && safe(&name) == name;
            let name = names.take(&if is_name { name } else { format!("{kind}{name}") });
            let alpha = if value_type == Type::Color { names.take(&format!("{name}Alpha")) } else { String::new() };
            Title { name, alpha }
        };
        let parameters = parameters.iter();
        let parameters =
            parameters.map(|parameter| take(&parameter.identifier, parameter.value_type, "Parameter")).collect();
        let textures = shader.textures.iter();
        let textures = textures.map(|texture| take(texture.identifier(), Type::Float, "Texture").name).collect();
        let prefix = format!("{}_", shader.name);
        let outputs = shader.functions.iter().map(|function| {
            let name = function.name.strip_prefix(&prefix).unwrap_or(&function.name);
            take(name, function.value_type, "Output")
        });
        let outputs = outputs.collect();
        Titles { parameters, textures, outputs }
    }
}

/// A float as OSL writes it.
fn number(value: f32) -> String {
    Float(value).to_string().trim_end_matches('f').to_owned()
}

/// A text between quotation marks.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

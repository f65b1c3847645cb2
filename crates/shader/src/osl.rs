//! Shaders in Open Shading Language, from the translator's form of a module.
//!
//! OSL has neither unsigned integers nor vectors of two or four floats. Its integers are those of hashes, since they
//! wrap around; comparisons, shifts and conversions of unsigned ones are functions. Two floats are a vector whose third
//! part is 0, four are a structure.

mod expression;
mod function;
mod names;
mod prelude;

use travertine_program::Type;

use crate::code::{Code, Float};
use crate::emit::{Argument, OutputFunction};
use crate::entry;
use crate::error::Error;
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;

use function::Writer;
pub(crate) use names::safe;

impl Shader {
    /// A shader in OSL with an output for each function; a color gives its alpha, too. Its position is that of the
    /// object if nothing is connected.
    ///
    /// # Errors
    ///
    /// [`Error::NotExact`] in the exact tier. Otherwise [`Error::Translation`], which is a bug.
    pub fn osl(&self) -> Result<String, Error> {
        let mut code = Code::default();
        let parameters = entry::parameters(&self.functions);
        code.line(format_args!("shader {}(", safe(&self.name)));
        code.line("    point Position = P,");
        code.line("    float Time = 0,");
        for argument in entry::surface(&self.functions) {
            code.line(match argument {
                Argument::Normal => "    normal Normal = N,",
                Argument::Curvature => "    float Curvature = 0,",
                _ => "    vector UV = vector(u, v, 0),",
            });
        }
        for parameter in &parameters {
            let name = title(&parameter.identifier);
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
                    code.line(format_args!("    float {name}Alpha = {},", value[3]));
                }
            }
        }
        for (index, function) in self.functions.iter().enumerate() {
            let name = self.osl_output(function);
            let end = if index + 1 == self.functions.len() { ")" } else { "," };
            match function.value_type {
                Type::Float => code.line(format_args!("    output float {name} = 0{end}")),
                Type::Vector => code.line(format_args!("    output vector {name} = 0{end}")),
                Type::Color => {
                    code.line(format_args!("    output color {name} = 0,"));
                    code.line(format_args!("    output float {name}Alpha = 1{end}"));
                }
            }
        }
        code.open_block();
        for function in &self.functions {
            let name = self.osl_output(function);
            let call = self.osl_call(function);
            match function.value_type {
                Type::Float | Type::Vector => code.line(format_args!("{name} = {call};")),
                Type::Color => {
                    code.line(format_args!("vec4 of_{name} = {call};"));
                    code.line(format_args!("{name} = color(of_{name}.x, of_{name}.y, of_{name}.z);"));
                    code.line(format_args!("{name}Alpha = of_{name}.w;"));
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
        Ok(self.readable(&prelude::with_prelude(parts.join("\n\n").trim_end())))
    }

    /// Name of an output of the shader.
    pub(crate) fn osl_output(&self, function: &OutputFunction) -> String {
        let name = title(function.name.strip_prefix(&format!("{}_", self.name)).unwrap_or(&function.name));
        let parameters = entry::parameters(&self.functions);
        let taken = parameters.iter().any(|parameter| title(&parameter.identifier) == name)
            || ["Position", "Time", "Normal", "Curvature", "UV"].contains(&name.as_str());
        if taken { name + "Output" } else { name }
    }

    fn osl_call(&self, function: &OutputFunction) -> String {
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
                    let name = title(&parameter.identifier);
                    match parameter.value_type {
                        Type::Color => format!("make_vec4({name}[0], {name}[1], {name}[2], {name}Alpha)"),
                        Type::Float | Type::Vector => name,
                    }
                }
            })
            .collect();
        format!("{}({})", safe(&function.name), arguments.join(", "))
    }
}

/// A name in the style of OSL's shaders: `vein_scale` becomes `VeinScale`.
fn title(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// A float as OSL writes it.
fn number(value: f32) -> String {
    Float(value).to_string().trim_end_matches('f').to_owned()
}

//! The code of a node of MaterialX: a function with a parameter for each input and output.
//!
//! Generators put the functions of all nodes into one file, those for Metal into one structure. So every name begins
//! with that of the texture, and tables are variables of the functions that read them.

use std::collections::HashSet;

use travertine_program::Type;

use super::interface::{Interface, category};
use crate::argument::Argument;
use crate::code::Code;
use crate::error::Error;
use crate::osl::safe;
use crate::own_names::{name_in, with_renamed};
use crate::readable::{parts_of, words};
use crate::shader::Shader;
use crate::translate::GlslVersion;

/// A language of MaterialX's generators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Glsl,
    Msl,
    Osl,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::Glsl, Language::Msl, Language::Osl];

    /// The generator that takes the language.
    pub fn target(self) -> &'static str {
        match self {
            Language::Glsl => "genglsl",
            Language::Msl => "genmsl",
            Language::Osl => "genosl",
        }
    }

    /// The ending of files.
    pub fn ending(self) -> &'static str {
        match self {
            Language::Glsl => "glsl",
            Language::Msl => "metal",
            Language::Osl => "osl",
        }
    }

    /// The type of a number of floats. Four are a color.
    fn type_name(self, width: usize) -> &'static str {
        match (self, width) {
            (_, 1) => "float",
            (Language::Glsl, 2) => "vec2",
            (Language::Glsl, 3) => "vec3",
            (Language::Glsl, _) => "vec4",
            (Language::Msl, 2) => "metal::float2",
            (Language::Msl, 3) => "metal::float3",
            (Language::Msl, _) => "metal::float4",
            (Language::Osl, 2) => "vector2",
            (Language::Osl, 3) => "vector",
            (Language::Osl, _) => "color4",
        }
    }

    /// The type of an argument.
    fn argument(self, argument: &Argument) -> &'static str {
        match (argument, self) {
            (Argument::Texture(_), Language::Glsl) => "sampler2D",
            (Argument::Texture(_), Language::Msl) => "MetalTexture",
            (Argument::Texture(_), Language::Osl) => "textureresource",
            _ => self.type_name(argument.width()),
        }
    }

    /// The declaration of a parameter that takes a result.
    fn result(self, value_type: Type, name: &str) -> String {
        let kind = self.type_name(value_type.width());
        match self {
            Language::Glsl => format!("out {kind} {name}"),
            Language::Msl => format!("thread {kind}& {name}"),
            Language::Osl => format!("output {kind} {name}"),
        }
    }
}

/// Name of the function.
pub(super) fn function_name(shader: &Shader) -> String {
    format!("mx_{}", category(shader))
}

/// The code of the function, behind those that it calls.
pub(super) fn source(shader: &Shader, interface: &Interface, language: Language) -> Result<String, Error> {
    let call = call(shader, interface, language);
    let text = match language {
        Language::Glsl => shader.glsl(GlslVersion::Es300)? + "\n" + &call,
        Language::Msl => with_local_tables(&without_head(&shader.msl()?)) + "\n" + &call,
        Language::Osl => shader.osl_before(&call)?,
    };
    let name = function_name(shader);
    let own = with_renamed(&text, |declared| (declared != name).then(|| format!("{name}_{declared}")));
    Ok(own.trim().to_owned() + "\n")
}

/// The function that calls those of the outputs.
fn call(shader: &Shader, interface: &Interface, language: Language) -> String {
    let arguments = interface.arguments.iter().enumerate();
    let arguments = arguments.map(|(index, argument)| format!("{} {}", language.argument(argument), given(index)));
    let results = shader.functions().iter().enumerate();
    let results = results.map(|(index, function)| language.result(function.value_type, &result(index)));
    let parameters: Vec<String> = arguments.chain(results).collect();
    let mut code = Code::default();
    code.line(format_args!("void {}({})", function_name(shader), parameters.join(", ")));
    code.open_block();
    for (index, function) in shader.functions().iter().enumerate() {
        let arguments: Vec<String> =
            function.arguments.iter().map(|argument| passed(argument, interface, language)).collect();
        let name = if language == Language::Osl { safe(&function.name) } else { function.name.clone() };
        let (call, result) = (format!("{name}({})", arguments.join(", ")), result(index));
        if language == Language::Osl && function.value_type == Type::Color {
            code.line(format_args!("vec4 four_{index} = {call};"));
            code.line(format_args!("{result}.rgb = color(four_{index}.x, four_{index}.y, four_{index}.z);"));
            code.line(format_args!("{result}.a = four_{index}.w;"));
        } else {
            code.line(format_args!("{result} = {call};"));
        }
    }
    code.close();
    code.finish()
}

/// The parameter for the result of a function. No function's name has a capital.
fn result(index: usize) -> String {
    format!("Result{index}")
}

/// The parameter for an argument, whose own name may be that of a function.
fn given(index: usize) -> String {
    format!("Input{index}")
}

/// An argument as the functions of outputs take it.
fn passed(argument: &Argument, interface: &Interface, language: Language) -> String {
    let name = given(interface.index(argument));
    if let Argument::Texture(_) = argument {
        return match language {
            Language::Glsl => name,
            Language::Msl => format!("{name}.tex"),
            Language::Osl => format!("{name}.filename"),
        };
    }
    match (language, argument.width()) {
        (Language::Osl, 2) => format!("vector({name}.x, {name}.y, 0.0)"),
        (Language::Osl, 4) => format!("make_vec4({name}.rgb[0], {name}.rgb[1], {name}.rgb[2], {name}.a)"),
        _ => name,
    }
}

/// A text in MSL without what generators have written before.
fn without_head(text: &str) -> String {
    let is_head = |line: &&str| ["// language", "#include", "using "].iter().any(|head| line.starts_with(head));
    text.lines().skip_while(|line| line.is_empty() || is_head(line)).map(|line| format!("{line}\n")).collect()
}

/// A text in MSL whose tables are variables of the functions that read them.
fn with_local_tables(text: &str) -> String {
    let is_table = |line: &&str| line.starts_with("constant ");
    let tables: Vec<(&str, &str)> = text
        .lines()
        .filter(is_table)
        .filter_map(|line| Some((name_in(line)?, line.trim_start_matches("constant "))))
        .collect();
    let rest: String = text.lines().filter(|line| !is_table(line)).map(|line| format!("{line}\n")).collect();
    let mut local = String::with_capacity(text.len());
    for part in parts_of(&rest) {
        let read: HashSet<&str> = words(part).collect();
        let tables = tables.iter().filter(|(name, _)| read.contains(name));
        let tables: String = tables.map(|(_, table)| format!("    const {table}\n")).collect();
        match part.split_once(") {\n") {
            Some((head, body)) if !tables.is_empty() => {
                local.push_str(&format!("{head}) {{\n{tables}{body}"));
            }
            _ => local.push_str(part),
        }
    }
    local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_move_into_the_functions_that_read_them() {
        let text = "struct type_1 {\n    uint inner[2];\n};\nconstant type_1 table = type_1 {1u, 2u};\n\nuint f(\n    int i\n) {\n    \
            return table.inner[i];\n}\n\nuint g(\n    int i\n) {\n    return f(i);\n}\n";
        let local = with_local_tables(text);
        assert!(!local.contains("constant"), "{local}");
        assert!(local.contains("    int i\n) {\n    const type_1 table = type_1 {1u, 2u};\n    return table"));
        assert!(local.contains("    int i\n) {\n    return f(i);"));
    }
}

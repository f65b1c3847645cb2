//! Steps of a tape: the kinds of work that kernels of an interpreter do.

use travertine_program::Curve;

use crate::code::Code;
use crate::curve;
use crate::error::Error;
use crate::exact::ZERO;
use crate::expression::Expression;
use crate::generated::{Call, Passed};
use crate::library::{Library, with_doubles};
use crate::module;
use crate::target::Target;
use crate::tier::Tier;

/// What the steps of a tape that differ only in their data compute: arithmetic, or a noise, a curve or samples.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StepKind {
    /// Functions in WGSL, the last of which is [`StepKind::FUNCTION`].
    text: String,
    parameters: Vec<StepParameter>,
}

/// A parameter of the function of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum StepParameter {
    /// A value: the result of a step, a constant or a coordinate. A word says where it is.
    Value,
    /// A word as a float.
    Float,
    /// A word.
    Uint,
    /// A word as an integer.
    Int,
    /// The texture of the run. It has no word.
    Texture,
}

impl StepParameter {
    fn wgsl_type(self) -> &'static str {
        match self {
            StepParameter::Value | StepParameter::Float => "f32",
            StepParameter::Uint => "u32",
            StepParameter::Int => "i32",
            StepParameter::Texture => "texture_2d<f32>",
        }
    }
}

impl StepKind {
    /// Name of the function of a step.
    pub const FUNCTION: &'static str = "value_of_step";

    /// Name of the words of the tape, which the code declares as its binding 2, an array of `u32`.
    pub const TAPE: &'static str = "tape";

    /// The parameters of the function, in their order: that of the words.
    pub fn parameters(&self) -> &[StepParameter] {
        &self.parameters
    }

    /// Whether the function reads a texture.
    pub fn has_texture(&self) -> bool {
        self.parameters.contains(&StepParameter::Texture)
    }

    /// Number of words of a step: the place of its result, then one for each parameter but the texture.
    pub fn words(&self) -> usize {
        1 + self.parameters.iter().filter(|parameter| **parameter != StepParameter::Texture).count()
    }

    /// The code in WGSL, in the exact tier: [`StepKind::FUNCTION`] and what it needs.
    ///
    /// # Errors
    ///
    /// [`Error::Translation`], which is a bug.
    pub fn wgsl(&self) -> Result<String, Error> {
        let called = Library::of(Tier::Exact).called_by([self.text.as_str()].into_iter());
        let parts: Vec<&str> = called.into_iter().chain([self.text.trim()]).collect();
        let (zero, tape) = (ZERO, StepKind::TAPE);
        let text = format!(
            "@group(0) @binding(0) var<uniform> {zero}: u32;\n\
            @group(0) @binding(2) var<storage, read> {tape}: array<u32>;\n\n{}\n",
            parts.join("\n\n")
        );
        let failed = |message| Error::Translation { target: Target::Wgsl, message };
        let (module, info) = module::checked(&text, Tier::Exact).map_err(failed)?;
        module::written(&module, &info).map_err(failed)
    }

    /// The arithmetic of a code, by a switch: the first parameter is the code, the others are three operands. Other
    /// codes have the first operand as their result.
    pub(crate) fn arithmetic(operations: &[Expression]) -> StepKind {
        let mut code = Code::default();
        code.open(format_args!("fn {}(code: u32, a: f32, b: f32, c: f32) -> f32", StepKind::FUNCTION));
        code.open("switch code");
        for (index, expression) in operations.iter().enumerate() {
            code.line(format_args!("case {index}u: {{ return {}; }}", expression.text));
        }
        code.line("default: { return a; }");
        code.close();
        code.close();
        let value = StepParameter::Value;
        StepKind { text: code.finish(), parameters: vec![StepParameter::Uint, value, value, value] }
    }

    /// An expression of operands named a, b and c.
    pub(crate) fn expression(expression: &Expression, operands: usize) -> StepKind {
        let mut code = Code::default();
        let parameters: Vec<String> =
            ["a", "b", "c"].iter().take(operands).map(|name| format!("{name}: f32")).collect();
        code.open(format_args!("fn {}({}) -> f32", StepKind::FUNCTION, parameters.join(", ")));
        code.line(format_args!("return {};", expression.text));
        code.close();
        StepKind { text: code.finish(), parameters: vec![StepParameter::Value; operands] }
    }

    /// A call of a generated function. The parameters are the operands, then the data of the arguments.
    pub(crate) fn call(call: &Call, operands: usize) -> StepKind {
        let mut parameters = vec![StepParameter::Value; operands];
        let values: Vec<String> = (0..operands).map(|index| format!("value_{index}_")).collect();
        let mut names = values.clone();
        let mut arguments = Vec::new();
        for passed in &call.arguments {
            let mut data = |parameter: StepParameter| {
                parameters.push(parameter);
                names.push(format!("data_{}_", names.len()));
                names[names.len() - 1].clone()
            };
            arguments.push(match *passed {
                Passed::Operand(index) => values[index].clone(),
                Passed::OctavePeriod(_, index) => {
                    format!("octave_period({}, {})", data(StepParameter::Float), values[index])
                }
                Passed::Uint(_) => data(StepParameter::Uint),
                Passed::Int(_) => data(StepParameter::Int),
                Passed::Pair(_) => {
                    let [x, y] = [(); 2].map(|()| data(StepParameter::Float));
                    format!("vec2<f32>({x}, {y})")
                }
                Passed::Texture => data(StepParameter::Texture),
            });
        }
        let mut code = Code::default();
        let typed: Vec<String> = names
            .iter()
            .zip(&parameters)
            .map(|(name, parameter)| format!("{name}: {}", parameter.wgsl_type()))
            .collect();
        code.open(format_args!("fn {}({}) -> f32", StepKind::FUNCTION, typed.join(", ")));
        code.line(format_args!("return {}({});", call.function.name, arguments.join(", ")));
        code.close();
        StepKind { text: with_doubles(&call.function.text) + "\n" + &code.finish(), parameters }
    }

    /// A curve: the parameters are its operand, the word where its table begins, and the number of its pieces.
    pub(crate) fn curve(curve: &Curve) -> StepKind {
        let mut code = Code::default();
        code.open("fn number_of_tape(place: u32) -> f32");
        code.line(format_args!("return bitcast<f32>({}[place]);", StepKind::TAPE));
        code.close();
        code.line("");
        let width = curve::COLUMNS;
        code.open(format_args!("fn {}(x: f32, first: u32, count: u32) -> f32", StepKind::FUNCTION));
        code.line("var begun = 0u;");
        code.line("var end = count;");
        // Pieces are in the order of their beginnings.
        code.open("while (begun < end)");
        code.line("let middle = (begun + end) / 2u;");
        code.open(format_args!("if (x >= number_of_tape(first + middle * {width}u))"));
        code.line("begun = middle + 1u;");
        code.otherwise();
        code.line("end = middle;");
        code.close();
        code.close();
        code.line(format_args!("let piece = first + (max(begun, 1u) - 1u) * {width}u;"));
        let columns: Vec<String> = (0..width).map(|column| format!("number_of_tape(piece + {column}u)")).collect();
        code.line("let y = number_of_tape(piece + 2u);");
        code.line("let next_y = number_of_tape(piece + 3u);");
        code.open("if (begun == 0u || next_y == y)");
        code.line("return y;");
        code.close();
        code.line(format_args!("return {}(x, {});", curve::function_of_pieces(curve), columns.join(", ")));
        code.close();
        let parameters = vec![StepParameter::Value, StepParameter::Uint, StepParameter::Uint];
        StepKind { text: code.finish(), parameters }
    }
}

/// The words of the data of a call's arguments, in the order of [`StepKind::call`].
pub(crate) fn data(call: &Call) -> Vec<u32> {
    let mut words = Vec::new();
    for passed in &call.arguments {
        match *passed {
            Passed::Operand(_) | Passed::Texture => {}
            Passed::OctavePeriod(period, _) => words.push((period as f32).to_bits()),
            Passed::Uint(number) => words.push(number),
            Passed::Int(number) => words.push(number.cast_unsigned()),
            Passed::Pair(pair) => words.extend(pair.map(|number| (number as f32).to_bits())),
        }
    }
    words
}

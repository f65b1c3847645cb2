//! Code in WGSL for the outputs of a texture: a function for each, and those of noises and curves that they call.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use travertine::Texture;
use travertine_graph::constant::Constant;
use travertine_graph::definition::ValueType;
use travertine_program::{Axis, Binary, Function, Interval, Operation, Program, Type, Unary};

use crate::code::{Code, Float};
use crate::curve;
use crate::error::Error;
use crate::library::{Library, with_doubles};
use crate::name::{Names, identifier, plain, stable};
use crate::noise;
use crate::tier::Tier;

/// Maximum number of operations of an output's function. Compilers of graphics drivers take minutes for more.
pub const MOST_OPERATIONS: usize = 1 << 16;

/// Longest expression that is written in the place of its only use.
const LONGEST_INLINE: usize = 56;

/// The greatest coordinate for which the close tier avoids overflows.
const REGION: f32 = 65_536.0;

/// An argument of an output's function.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// `position`: x, y and z, in graph units.
    Position,
    /// `time`.
    Time,
    /// `surface_normal`: the outward unit normal, in the axes of the position.
    Normal,
    /// `surface_curvature`: mean curvature, per graph unit.
    Curvature,
    /// `surface_uv`: texture coordinates.
    Uv,
    /// A parameter of the graph.
    Parameter(Parameter),
}

/// A parameter of the graph as an argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Name in the graph.
    pub name: String,
    /// Name in shaders.
    pub identifier: String,
    /// Type of the value.
    pub value_type: Type,
    /// Current value: 1, 3 or 4 floats.
    pub value: Vec<f32>,
    /// Least and greatest value, if the graph states both.
    pub range: Option<RangeInclusive<f32>>,
    /// Description; may be empty.
    pub description: String,
}

impl Argument {
    /// Name of the argument in shaders.
    pub fn identifier(&self) -> &str {
        match self {
            Argument::Position => "position",
            Argument::Time => "time",
            Argument::Normal => "surface_normal",
            Argument::Curvature => "surface_curvature",
            Argument::Uv => "surface_uv",
            Argument::Parameter(parameter) => &parameter.identifier,
        }
    }

    /// Number of floats: 1 to 4.
    pub fn width(&self) -> usize {
        match self {
            Argument::Position | Argument::Normal => 3,
            Argument::Time | Argument::Curvature => 1,
            Argument::Uv => 2,
            Argument::Parameter(parameter) => parameter.value_type.width(),
        }
    }
}

/// The function of an output.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputFunction {
    /// Name of the output in the graph.
    pub output: String,
    /// Name of the function.
    pub name: String,
    /// Type of the result: a float, three or four.
    pub value_type: Type,
    /// Arguments in their order: always the position and the time, then those that are used.
    pub arguments: Vec<Argument>,
}

/// The code of some outputs.
pub(crate) struct Emitted {
    /// The whole text.
    pub text: String,
    /// The functions of the outputs.
    pub functions: Vec<OutputFunction>,
    /// The node, and its type, that each variable of an output's function stands for.
    pub comments: HashMap<String, String>,
}

/// The WGSL type of a number of floats.
pub(crate) fn type_of(width: usize) -> String {
    if width == 1 { "f32".into() } else { format!("vec{width}<f32>") }
}

/// Writes functions for outputs of a texture. Their names begin with `prefix`.
pub(crate) fn emit(texture: &Texture, outputs: &[&str], prefix: &str, tier: Tier) -> Result<Emitted, Error> {
    let mut emitter = Emitter {
        texture,
        tier,
        names: Names::default(),
        helpers: Vec::new(),
        known: HashMap::new(),
        comments: HashMap::new(),
        parameters: parameters(texture),
    };
    let mut functions = Vec::new();
    let mut texts = Vec::new();
    for output in outputs {
        let ending = Some(plain(output)).filter(|name| !name.is_empty()).unwrap_or_else(|| "output".into());
        let name = stable(emitter.names.take(&format!("{prefix}_{ending}")));
        let (function, text) = emitter.output(output, name)?;
        functions.push(function);
        texts.push(text);
    }
    let own = || emitter.helpers.iter().chain(&texts).map(String::as_str);
    let called = Library::of(tier).called_by(own());
    let parts: Vec<&str> = called.into_iter().chain(own()).map(str::trim).collect();
    Ok(Emitted { text: parts.join("\n\n") + "\n", functions, comments: emitter.comments })
}

/// The parameters, by their indices in the graph. Only those of numbers become arguments; an integer is a float then.
fn parameters(texture: &Texture) -> Vec<Parameter> {
    let mut names = Names::default();
    let graph = texture.graph();
    let parameters = graph.parameters.iter().enumerate().map(|(index, parameter)| {
        let value_type = match parameter.value_type {
            ValueType::Vector => Type::Vector,
            ValueType::Color => Type::Color,
            _ => Type::Float,
        };
        let value = match texture.argument(index) {
            Constant::Integer(value) => vec![*value as f32],
            value => value.floats().unwrap_or(&[0.0]).to_vec(),
        };
        Parameter {
            name: parameter.name.clone(),
            identifier: stable(names.take(&identifier(&parameter.name, "parameter"))),
            value_type,
            value,
            range: parameter.min.zip(parameter.max).map(|(min, max)| min..=max),
            description: parameter.description.clone(),
        }
    });
    parameters.collect()
}

struct Emitter<'a> {
    texture: &'a Texture,
    tier: Tier,
    names: Names,
    /// Texts of the functions of noises and curves.
    helpers: Vec<String>,
    /// Names of these functions, by their texts.
    known: HashMap<String, String>,
    comments: HashMap<String, String>,
    parameters: Vec<Parameter>,
}

/// An expression in WGSL.
#[derive(Clone)]
struct Expression {
    text: String,
    /// How strongly the outermost operator binds: 1 for sums, 2 for products, 3 for a sign, 4 for calls and names.
    binds: u8,
}

impl Expression {
    fn atom(text: impl Into<String>) -> Expression {
        Expression { text: text.into(), binds: 4 }
    }

    /// The text in the place of an operand that must bind at least so strongly.
    fn within(&self, binds: u8) -> String {
        if self.binds >= binds { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl Emitter<'_> {
    fn output(&mut self, output: &str, name: String) -> Result<(OutputFunction, String), Error> {
        let (program, _, origins) = self.texture.program_with_origins(&[output])?;
        let operations = program.operations().len();
        if operations > MOST_OPERATIONS {
            return Err(Error::TooLarge { output: output.into(), operations, limit: MOST_OPERATIONS });
        }
        let arguments = self.arguments(&program);
        let (body, result) = self.body(&program, &origins, output, &arguments)?;
        let value_type = program.outputs()[0].value_type;

        let mut code = Code::default();
        let title = self.texture.graph().name.as_deref().unwrap_or("Texture");
        code.comment(&format!("{title}: {output}."));
        for argument in &arguments {
            if let Argument::Parameter(parameter) = argument {
                code.comment(&about(parameter));
            }
        }
        let parameters: Vec<String> = arguments
            .iter()
            .map(|argument| format!("{}: {}", argument.identifier(), type_of(argument.width())))
            .collect();
        let result_type = type_of(value_type.width());
        code.open(format_args!("fn {name}({}) -> {result_type}", parameters.join(", ")));
        for line in body {
            code.line(line);
        }
        code.line(format_args!("return {result};"));
        code.close();
        Ok((OutputFunction { output: output.into(), name, value_type, arguments }, code.finish()))
    }

    /// The arguments of a program's function.
    fn arguments(&self, program: &Program) -> Vec<Argument> {
        let uses = |axes: &[Axis]| {
            let is_used = |operation: &Operation| matches!(operation, Operation::Coordinate(axis) if axes.contains(axis));
            program.operations().iter().any(is_used)
        };
        let surface = [
            (Argument::Normal, uses(&[Axis::NormalX, Axis::NormalY, Axis::NormalZ])),
            (Argument::Curvature, uses(&[Axis::Curvature])),
            (Argument::Uv, uses(&[Axis::U, Axis::V])),
        ];
        let surface = surface.into_iter().filter(|(_, used)| *used).map(|(argument, _)| argument);
        let used = |index: usize| {
            let reads = |operation: &Operation| {
                matches!(operation, Operation::Parameter(slot)
                    if program.slots()[*slot as usize].parameter == index)
            };
            program.operations().iter().any(reads)
        };
        let parameters = self.parameters.iter().enumerate().filter(|(index, _)| used(*index));
        let parameters = parameters.map(|(_, parameter)| Argument::Parameter(parameter.clone()));
        [Argument::Position, Argument::Time].into_iter().chain(surface).chain(parameters).collect()
    }

    /// The lines of a program's function, and its result.
    fn body(
        &mut self,
        program: &Program,
        origins: &[Option<usize>],
        output: &str,
        arguments: &[Argument],
    ) -> Result<(Vec<String>, String), Error> {
        let intervals = self.intervals(program);
        let users = users(program);
        let mut locals = Names::default();
        for argument in arguments {
            locals.take(argument.identifier());
        }
        let mut expressions: Vec<Expression> = Vec::with_capacity(program.operations().len());
        let mut lines: Vec<Line> = Vec::new();
        for (index, operation) in program.operations().iter().enumerate() {
            let operands: Vec<&Expression> =
                operation.operands().iter().map(|operand| &expressions[operand.index()]).collect();
            let expression = match *operation {
                Operation::Constant(constant) => Expression {
                    text: Float(constant).to_string(),
                    binds: if constant.is_sign_negative() { 3 } else { 4 },
                },
                Operation::Parameter(slot) => self.parameter(program, slot),
                Operation::Coordinate(axis) => Expression::atom(coordinate(axis)),
                Operation::Unary(unary, _) => {
                    let binds = if unary == Unary::Negate { 3 } else { 4 };
                    filled(unary.wgsl(), &operands, binds)
                }
                Operation::Binary(binary, [a, b]) => {
                    let expression = arithmetic(binary, &operands, self.tier);
                    let bounds = [intervals[a.index()], intervals[b.index()]];
                    if may_overflow(binary, bounds) {
                        Expression::atom(format!("keep_finite({})", expression.text))
                    } else {
                        expression
                    }
                }
                Operation::Ternary(ternary, _) => filled(ternary.wgsl(), &operands, 4),
                Operation::Noise(noise, _) => {
                    let call = noise::lattice(noise);
                    let mut texts: Vec<String> =
                        operands.iter().map(|operand| operand.text.clone()).collect();
                    self.periods(&mut texts, noise.periods(), noise.dimensions());
                    self.call(call, texts)
                }
                Operation::Basis(function, _) => {
                    let call = noise::basis(function, self.tier);
                    let mut texts: Vec<String> =
                        operands.iter().map(|operand| operand.text.clone()).collect();
                    if let travertine_program::BasisFunction::Slope(slope) = function {
                        self.periods(&mut texts, slope.noise().periods(), slope.noise().dimensions());
                    }
                    self.call(call, texts)
                }
                Operation::Function(id, _) => {
                    let texts: Vec<String> = operands.iter().map(|operand| operand.text.clone()).collect();
                    match &program.functions()[id.index()] {
                        Function::Curve(curve) => {
                            let name = self.node_name(origins[index]) + "_curve";
                            let name = self.helper(&name, |name| curve::function(name, curve));
                            Expression::atom(format!("{name}({})", texts.join(", ")))
                        }
                        Function::Reference(reference) => {
                            let call = noise::reference(reference, self.tier, self.helpers.len());
                            self.call(call, texts)
                        }
                        Function::Image(_) | Function::Volume(_) => {
                            return Err(self.refusal(origins[index], output, "it reads a file of samples"));
                        }
                        Function::Lettering(_) => {
                            return Err(self.refusal(
                                origins[index],
                                output,
                                "it has the outlines of a font",
                            ));
                        }
                    }
                }
                Operation::Raster(..) => {
                    return Err(self.refusal(origins[index], output, "it is computed over a whole grid"));
                }
            };
            let inline = match operation {
                Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) => true,
                _ => {
                    expression.text.len() <= LONGEST_INLINE
                        && matches!(users[index], Users::One(user) if origins[user] == origins[index])
                }
            };
            if inline {
                expressions.push(expression);
            } else {
                lines.push(Line { index, origin: origins[index], text: expression.text });
                expressions.push(Expression::atom(placeholder(index)));
            }
        }
        let values = &program.outputs()[0].values;
        let parts: Vec<&str> = values.iter().map(|value| expressions[value.index()].text.as_str()).collect();
        let result = match parts[..] {
            [single] => single.to_owned(),
            _ => format!("{}({})", type_of(parts.len()), parts.join(", ")),
        };
        let names = self.line_names(&lines, &mut locals);
        Ok((self.lines(lines, &names), with_names(&result, &names)))
    }

    /// A name for each line: that of its node, with a number unless it is the last of the node's lines.
    fn line_names(&mut self, lines: &[Line], locals: &mut Names) -> HashMap<usize, String> {
        let mut last: HashMap<Option<usize>, usize> = HashMap::new();
        for line in lines {
            last.insert(line.origin, line.index);
        }
        let mut named = HashMap::new();
        // The last lines first, so that they have the plain names.
        for line in lines.iter().filter(|line| last[&line.origin] == line.index) {
            named.insert(line.index, locals.take(&self.node_name(line.origin)));
        }
        let mut counts: HashMap<Option<usize>, usize> = HashMap::new();
        for line in lines.iter().filter(|line| last[&line.origin] != line.index) {
            let count = counts.entry(line.origin).or_default();
            *count += 1;
            named.insert(line.index, locals.take(&format!("{}_{count}", self.node_name(line.origin))));
        }
        named
    }

    /// The lines with their names, and a comment before those of each node.
    fn lines(&mut self, lines: Vec<Line>, names: &HashMap<usize, String>) -> Vec<String> {
        let mut texts = Vec::new();
        let mut before = None;
        for line in lines {
            let name = &names[&line.index];
            if let Some(node) = line.origin
                && before != Some(node)
            {
                let node = &self.texture.graph().nodes[node];
                let comment = format!("{}: {}", one_line(&node.id), node.definition.id);
                texts.push(format!("// {comment}"));
                self.comments.insert(name.clone(), comment);
            }
            before = line.origin;
            texts.push(format!("let {name} = {};", with_names(&line.text, names)));
        }
        texts
    }

    fn intervals(&self, program: &Program) -> Vec<Interval> {
        let slot = |slot: &travertine_program::Slot| {
            let range = self.parameters[slot.parameter].range.clone();
            match (self.tier, range) {
                (Tier::Exact, _) => Interval::EVERYTHING,
                (Tier::Close, Some(range)) => Interval::new(*range.start(), *range.end()),
                (Tier::Close, None) => Interval::new(-REGION, REGION),
            }
        };
        let bound: Vec<Interval> = program.slots().iter().map(slot).collect();
        let position = match self.tier {
            Tier::Close => Interval::new(-REGION, REGION),
            Tier::Exact => Interval::EVERYTHING,
        };
        program.intervals(&bound, [position; 4])
    }

    fn parameter(&self, program: &Program, slot: u32) -> Expression {
        let slot = program.slots()[slot as usize];
        let parameter = &self.parameters[slot.parameter];
        let part = ["x", "y", "z", "w"][slot.component];
        Expression::atom(match parameter.value_type {
            Type::Float => parameter.identifier.clone(),
            Type::Vector | Type::Color => format!("{}.{part}", parameter.identifier),
        })
    }

    /// Replaces the frequency behind the coordinates by the periods of the octave.
    fn periods(&self, operands: &mut Vec<String>, periods: Option<[u32; 4]>, dimensions: u8) {
        if let Some(periods) = periods
            && let Some(frequency) = operands.pop()
        {
            let periods = periods.iter().take(dimensions.into());
            operands.extend(periods.map(|period| format!("octave_period({period}.0f, {frequency})")));
        }
    }

    fn call(&mut self, call: noise::Call, operands: Vec<String>) -> Expression {
        let noise::Call { function, arguments } = call;
        if !self.known.contains_key(&function.text) {
            self.known.insert(function.text.clone(), function.name.clone());
            self.helpers.push(with_doubles(&function.text));
        }
        let arguments: Vec<String> = operands.into_iter().chain(arguments).collect();
        Expression::atom(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// The name of a helper function, which is written unless an equal one exists.
    fn helper(&mut self, name: &str, text: impl Fn(&str) -> String) -> String {
        let anonymous = text("");
        if let Some(known) = self.known.get(&anonymous) {
            return known.clone();
        }
        let name = self.names.take(name);
        self.helpers.push(text(&name));
        self.known.insert(anonymous, name.clone());
        name
    }

    fn node_name(&self, origin: Option<usize>) -> String {
        origin.map_or("value".to_owned(), |node| identifier(&self.texture.graph().nodes[node].id, "node"))
    }

    fn refusal(&self, origin: Option<usize>, output: &str, reason: &'static str) -> Error {
        let node = origin.map(|node| &self.texture.graph().nodes[node]);
        Error::NotExpressible {
            node: node.map(|node| node.id.clone()).unwrap_or_default(),
            node_type: node.map(|node| node.definition.id.to_string()).unwrap_or_default(),
            output: output.into(),
            reason,
        }
    }
}

/// A line of a function: a variable for the operation at an index.
struct Line {
    index: usize,
    origin: Option<usize>,
    text: String,
}

/// The operations that read a value.
#[derive(Clone, Copy)]
enum Users {
    None,
    One(usize),
    Several,
}

/// The users of each value. An output counts as several, so that it has a name.
fn users(program: &Program) -> Vec<Users> {
    let mut users = vec![Users::None; program.operations().len()];
    for (user, operation) in program.operations().iter().enumerate() {
        for operand in operation.operands() {
            let users = &mut users[operand.index()];
            *users = if matches!(users, Users::None) { Users::One(user) } else { Users::Several };
        }
    }
    for value in program.outputs().iter().flat_map(|output| &output.values) {
        users[value.index()] = Users::Several;
    }
    users
}

/// The name of an operation's variable until names are given.
fn placeholder(index: usize) -> String {
    format!("${index}$")
}

/// Replaces placeholders by names.
fn with_names(text: &str, names: &HashMap<usize, String>) -> String {
    let mut parts = text.split('$');
    let mut named = parts.next().unwrap_or_default().to_owned();
    while let (Some(index), Some(rest)) = (parts.next(), parts.next()) {
        named.push_str(
            index.parse().ok().and_then(|index: usize| names.get(&index)).map_or("", String::as_str),
        );
        named.push_str(rest);
    }
    named
}

/// A template of the table of operations with operands in the places of a, b and c.
fn filled(template: &str, operands: &[&Expression], binds: u8) -> Expression {
    // Operands of a sign bind more strongly; those of calls are between parentheses or commas.
    let operand_binds = if binds == 3 { 4 } else { 0 };
    let mut text = String::new();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut word = String::new();
    for c in template.chars().chain(['\n']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "a" => text.push_str(&operands[0].within(operand_binds)),
            "b" => text.push_str(&operands[1].within(operand_binds)),
            "c" => text.push_str(&operands[2].within(operand_binds)),
            other => text.push_str(other),
        }
        word.clear();
        text.push(c);
    }
    Expression { text: text.trim_end().to_owned(), binds }
}

/// Arithmetic on two operands, in the order of the operation: a sum on the right keeps its parentheses.
fn arithmetic(binary: Binary, operands: &[&Expression], tier: Tier) -> Expression {
    let [a, b] = [operands[0], operands[1]];
    let text = match binary {
        // Apart from the sign of a zero.
        Binary::Add if b.text == "0.0f" => return a.clone(),
        Binary::Add if a.text == "0.0f" => return b.clone(),
        // The difference from a positive constant has the bits of the sum with the negative one.
        Binary::Add if b.binds == 3 && b.text.starts_with("-") && is_number(&b.text[1..]) => {
            format!("{} - {}", a.within(1), &b.text[1..])
        }
        Binary::Add => format!("{} + {}", a.within(1), b.within(2)),
        Binary::Subtract => format!("{} - {}", a.within(1), b.within(2)),
        Binary::Multiply => format!("{} * {}", a.within(2), b.within(3)),
        Binary::Divide if tier == Tier::Close && is_divisor(&b.text) => {
            format!("{} / {}", a.within(2), b.within(4))
        }
        _ => return filled(binary.wgsl(), operands, 4),
    };
    Expression { text, binds: if matches!(binary, Binary::Add | Binary::Subtract) { 1 } else { 2 } }
}

/// Whether a text is a number by which a division can be written as it is: neither 0 nor so small that it overflows.
fn is_divisor(text: &str) -> bool {
    let number = text.strip_suffix('f').and_then(|number| number.parse::<f32>().ok());
    number.is_some_and(|number| number.abs() > 1e-6)
}

fn is_number(text: &str) -> bool {
    text.strip_suffix('f').is_some_and(|number| number.parse::<f32>().is_ok())
}

/// Whether the result of an operation may exceed the finite floats.
fn may_overflow(binary: Binary, [a, b]: [Interval; 2]) -> bool {
    let result = match binary {
        Binary::Add | Binary::Subtract | Binary::Multiply => binary.interval([a, b]),
        // The others limit their results themselves.
        _ => return false,
    };
    result.min == f32::MIN || result.max == f32::MAX
}

fn coordinate(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "position.x",
        Axis::Y => "position.y",
        Axis::Z => "position.z",
        Axis::Time => "time",
        Axis::NormalX => "surface_normal.x",
        Axis::NormalY => "surface_normal.y",
        Axis::NormalZ => "surface_normal.z",
        Axis::Curvature => "surface_curvature",
        Axis::U => "surface_uv.x",
        Axis::V => "surface_uv.y",
    }
}

/// A line about a parameter.
fn about(parameter: &Parameter) -> String {
    let value: Vec<String> = parameter.value.iter().map(ToString::to_string).collect();
    let range = parameter.range.as_ref();
    let range = range.map(|range| format!(", {} to {}", range.start(), range.end())).unwrap_or_default();
    let description = one_line(&parameter.description);
    format!("{}: {} ({}{range})", parameter.identifier, description.trim_end_matches('.'), value.join(", "))
}

/// A text without line breaks, so that it stays in a comment.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c }).collect()
}

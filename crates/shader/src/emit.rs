//! Code in WGSL for the outputs of a texture: a function for each, and those of noises and curves that they call.

use std::collections::{BTreeSet, HashMap};

use travertine::Texture;
use travertine_noise::Interval;
use travertine_program::{Axis, Bound, Function, Operation, Program, ProgramOutput, Type, Unary};

use crate::argument::{Argument, OutputFunction, Parameter, WholeFunction, about, one_line, parameters, type_of};
use crate::code::{Code, Float};
use crate::curve;
use crate::error::Error;
use crate::expression::{Expression, arithmetic, coordinate, filled, may_overflow};
use crate::generated::Call;
use crate::gradient::gradients;
use crate::library::{Library, with_doubles};
use crate::lines::{Line, Users, placeholder, users, with_names};
use crate::name::{Names, identifier, plain, stable};
use crate::noise;
use crate::options::Options;
use crate::reading::{Reading, parameters_of};
use crate::sampling;
use crate::sampling_slope;
use crate::textures::{Plane, SampleTexture, Textures};
use crate::tier::Tier;

/// Maximum number of operations of an output's function. Compilers of graphics drivers take minutes for more.
pub const MOST_OPERATIONS: usize = 1 << 16;

/// Longest expression that is written in the place of its only use.
const LONGEST_INLINE: usize = 56;

/// The greatest coordinate for which the close tier avoids overflows.
const REGION: f32 = 65_536.0;
/// What a user can do about a node whose samples could be a texture.
const TEXTURES: &str = "add `textures`, which writes its samples as a picture next to the code; or ";

/// The code of some outputs.
pub(crate) struct Emitted {
    /// The whole text.
    pub text: String,
    /// The functions of the outputs, unless they are one.
    pub functions: Vec<OutputFunction>,
    /// The function of all outputs.
    pub whole: Option<WholeFunction>,
    /// The node, and its type, that each variable of an output's function stands for.
    pub comments: HashMap<String, String>,
    /// The textures that functions of outputs take.
    pub textures: Vec<SampleTexture>,
}

/// Writes functions for outputs of a texture, or one for all of them. Their names begin with `prefix`.
pub(crate) fn emit(
    texture: &Texture,
    outputs: &[&str],
    prefix: &str,
    options: &Options,
    whole: bool,
) -> Result<Emitted, Error> {
    let Options { tier, textures, .. } = *options;
    let parameters = parameters(texture);
    let taken = parameters.iter().map(|parameter| parameter.identifier.as_str());
    let mut emitter = Emitter {
        texture,
        tier,
        textures: textures.then(|| Textures::new(taken)),
        read: BTreeSet::new(),
        names: Names::default(),
        helpers: Vec::new(),
        known: HashMap::new(),
        comments: HashMap::new(),
        parameters,
    };
    let mut functions = Vec::new();
    let mut texts = Vec::new();
    let whole = if whole {
        let name = stable(emitter.names.take(&format!("{prefix}_outputs")));
        let (function, text) = emitter.whole(outputs, name)?;
        texts.push(text);
        Some(function)
    } else {
        let mut names = Vec::new();
        for output in outputs {
            let ending = Some(plain(output)).filter(|name| !name.is_empty()).unwrap_or_else(|| "output".into());
            names.push((*output, stable(emitter.names.take(&format!("{prefix}_{ending}")))));
        }
        for (output, name) in &names {
            let (function, text) = emitter.output(output, name.clone())?;
            functions.push(function);
            texts.push(text);
            if options.gradient {
                for (function, text) in emitter.gradient(output, name, &names)? {
                    functions.push(function);
                    texts.push(text);
                }
            }
        }
        None
    };
    let own = || emitter.helpers.iter().chain(&texts).map(String::as_str);
    let called = Library::of(tier).called_by(own());
    let parts: Vec<&str> = called.into_iter().chain(own()).map(str::trim).collect();
    let text = parts.join("\n\n") + "\n";
    let textures = emitter.textures.map(|textures| textures.list).unwrap_or_default();
    Ok(Emitted { text, functions, whole, comments: emitter.comments, textures })
}

struct Emitter<'a> {
    texture: &'a Texture,
    tier: Tier,
    /// The textures, if the shader may have some.
    textures: Option<Textures>,
    /// Indices of the textures that the function of the present output reads.
    read: BTreeSet<usize>,
    names: Names,
    /// Texts of the functions of noises and curves.
    helpers: Vec<String>,
    /// Names of these functions, by their texts.
    known: HashMap<String, String>,
    comments: HashMap<String, String>,
    parameters: Vec<Parameter>,
}

impl Emitter<'_> {
    fn output(&mut self, output: &str, name: String) -> Result<(OutputFunction, String), Error> {
        let (program, bound) = self.texture.program_of(&[output])?;
        let value_type = program.outputs()[0].value_type;
        let result_type = type_of(value_type.width());
        let (arguments, text) = self.function(&program, &bound, output, &name, &result_type)?;
        Ok((OutputFunction { output: output.into(), name, value_type, arguments }, text))
    }

    /// The functions of an output's derivatives along x, y and z, given the names of the functions of all outputs.
    fn gradient(
        &mut self,
        derived: &str,
        name: &str,
        names: &[(&str, String)],
    ) -> Result<Vec<(OutputFunction, String)>, Error> {
        let (program, bound) = self.texture.program_of(&[derived])?;
        let mut functions = Vec::new();
        for (ending, program) in gradients(&program).map_err(travertine::Error::from)? {
            for ProgramOutput { name: output, value_type, .. } in program.outputs() {
                let wanted = format!("{}_{ending}", name.trim_end_matches('_'));
                if let Some((other, _)) = names.iter().find(|(_, name)| *name == wanted) {
                    let (output, other) = (derived.to_owned(), (*other).to_owned());
                    return Err(Error::NameTaken { output, name: wanted, other });
                }
                let name = stable(self.names.take(&wanted));
                let result_type = type_of(value_type.width());
                let (arguments, text) = self.function(&program, &bound, output, &name, &result_type)?;
                functions
                    .push((OutputFunction { output: output.clone(), name, value_type: *value_type, arguments }, text));
            }
        }
        Ok(functions)
    }

    /// The function of all outputs.
    fn whole(&mut self, outputs: &[&str], name: String) -> Result<(WholeFunction, String), Error> {
        let (program, bound) = self.texture.program_of(outputs)?;
        let (width, names) = (program.width(), outputs.join(", "));
        let result_type = format!("array<f32, {width}>");
        match self.function(&program, &bound, &names, &name, &result_type) {
            Ok((arguments, text)) => Ok((WholeFunction { name, width, arguments }, text)),
            // The error of a single output names it.
            Err(error) => {
                let own = outputs.iter().find_map(|output| self.output(output, name.clone()).err());
                Err(own.unwrap_or_else(|| error.of_several()))
            }
        }
    }

    /// The arguments and the text of a program's function.
    fn function(
        &mut self,
        program: &Program,
        bound: &Bound,
        output: &str,
        name: &str,
        result_type: &str,
    ) -> Result<(Vec<Argument>, String), Error> {
        let operations = program.operations().len();
        if operations > MOST_OPERATIONS {
            return Err(Error::TooLarge { output: output.into(), operations, limit: MOST_OPERATIONS });
        }
        let mut arguments = self.arguments(program);
        let (body, values) = self.body(program, bound, output, &mut arguments)?;

        let mut code = Code::default();
        let title = self.texture.graph().name.as_deref().unwrap_or("Texture");
        code.comment(&format!("{title}: {output}."));
        for argument in &arguments {
            if let Argument::Parameter(parameter) = argument {
                code.comment(&about(parameter));
            }
        }
        let parameters: Vec<String> =
            arguments.iter().map(|argument| format!("{}: {}", argument.identifier(), argument.wgsl_type())).collect();
        code.open(format_args!("fn {name}({}) -> {result_type}", parameters.join(", ")));
        for line in body {
            code.line(line);
        }
        match result_type {
            "f32" => code.line(format_args!("return {values};")),
            _ => code.line(format_args!("return {result_type}({values});")),
        }
        code.close();
        Ok((arguments, code.finish()))
    }

    /// The arguments of a program's function.
    fn arguments(&self, program: &Program) -> Vec<Argument> {
        let uses = |axes: &[Axis]| {
            let is_used =
                |operation: &Operation| matches!(operation, Operation::Coordinate(axis) if axes.contains(axis));
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

    /// The lines of a program's function, and the floats of its result. Textures are added to the arguments.
    fn body(
        &mut self,
        program: &Program,
        bound: &Bound,
        output: &str,
        arguments: &mut Vec<Argument>,
    ) -> Result<(Vec<String>, String), Error> {
        self.read.clear();
        let (origins, intervals) = (program.origins(), self.intervals(program));
        let users = users(program);
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
                    let mut texts: Vec<String> = operands.iter().map(|operand| operand.text.clone()).collect();
                    self.periods(&mut texts, noise.periods(), noise.dimensions());
                    self.call(call, texts)
                }
                Operation::Basis(function, _) => {
                    let call = noise::basis(function, self.tier).ok_or_else(|| {
                        self.refusal(origins[index], output, "it is a search that only CPUs perform", "")
                    })?;
                    let mut texts: Vec<String> = operands.iter().map(|operand| operand.text.clone()).collect();
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
                        Function::Image(image) => {
                            let Some(reading) = Reading::of_image(image) else {
                                let reason = "it reads smaller levels of a picture, for a footprint";
                                return Err(self.refusal(origins[index], output, reason, ""));
                            };
                            let about = self.about(origins[index], &reading, &BTreeSet::new());
                            self.samples(reading, about, origins[index], texts).ok_or_else(|| {
                                let reason = "it reads a file of samples";
                                self.refusal(origins[index], output, reason, TEXTURES)
                            })?
                        }
                        Function::Volume(_) => {
                            return Err(self.refusal(origins[index], output, "it reads a volume", ""));
                        }
                        Function::Lettering(_) => {
                            let reason = "it has the outlines of a font";
                            return Err(self.refusal(origins[index], output, reason, ""));
                        }
                    }
                }
                Operation::Raster(id, _) => {
                    let texts = operands.iter().map(|operand| operand.text.clone()).collect();
                    let reading = Reading::of_raster(program, bound, id);
                    let about = self.about(origins[index], &reading, &parameters_of(program, id));
                    self.samples(reading, about, origins[index], texts).ok_or_else(|| {
                        self.refusal(origins[index], output, "it is computed over a whole grid", TEXTURES)
                    })?
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
        if let Some(textures) = &self.textures {
            let read = self.read.iter().map(|index| &textures.list[*index]);
            arguments.extend(read.map(|texture| Argument::Texture(texture.identifier().to_owned())));
        }
        let mut locals = Names::default();
        for argument in arguments.iter() {
            locals.take(argument.identifier());
        }
        let values = program.outputs().iter().flat_map(|output| &output.values);
        let values: Vec<&str> = values.map(|value| expressions[value.index()].text.as_str()).collect();
        let names = self.line_names(&lines, &mut locals);
        Ok((self.lines(lines, &names), with_names(&values.join(", "), &names)))
    }

    /// A name for each line: that of its node, with a number unless it is the last of the node's lines.
    fn line_names(&mut self, lines: &[Line], locals: &mut Names) -> HashMap<usize, String> {
        let mut last: HashMap<Option<u32>, usize> = HashMap::new();
        for line in lines {
            last.insert(line.origin, line.index);
        }
        let mut named = HashMap::new();
        // The last lines first, so that they have the plain names.
        for line in lines.iter().filter(|line| last[&line.origin] == line.index) {
            named.insert(line.index, locals.take(&self.node_name(line.origin)));
        }
        let mut counts: HashMap<Option<u32>, usize> = HashMap::new();
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
                let node = &self.texture.graph().nodes[node as usize];
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

    fn call(&mut self, call: Call, operands: Vec<String>) -> Expression {
        let Call { function, arguments } = call;
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

    fn node_name(&self, origin: Option<u32>) -> String {
        origin.map_or("value".to_owned(), |node| identifier(&self.texture.graph().nodes[node as usize].id, "node"))
    }

    /// A call that reads samples at a place; `None` without textures.
    fn samples(
        &mut self,
        reading: Reading,
        about: String,
        origin: Option<u32>,
        place: Vec<String>,
    ) -> Option<Expression> {
        let name = self.node_name(origin) + "_samples";
        let textures = self.textures.as_mut()?;
        let numbers = |[x, y]: [u32; 2]| format!("vec2<f32>({x}.0f, {y}.0f)");
        let arguments = [reading.units, reading.resolution()].map(numbers).to_vec();
        let plane = Plane { source: reading.source, about };
        let (index, channel) = textures.place(plane, reading.size, &name);
        let texture = textures.list[index].identifier().to_owned();
        self.read.insert(index);
        let function = match reading.orders {
            [0, 0] => sampling::function(reading.sampling, reading.beyond, self.tier),
            orders => sampling_slope::function(reading.sampling, orders, reading.beyond, self.tier),
        };
        // A footprint, which is the third operand, is refused.
        let operands = [texture, channel.to_string()].into_iter().chain(place.into_iter().take(2)).collect();
        Some(self.call(Call { function, arguments }, operands))
    }

    /// A line about samples: their node, how they are read, and the parameters that they are made with.
    fn about(&self, origin: Option<u32>, reading: &Reading, parameters: &BTreeSet<usize>) -> String {
        let node = origin.map(|node| &self.texture.graph().nodes[node as usize]);
        let node = node.map(|node| format!("{} ({})", one_line(&node.id), node.definition.id));
        let names: Vec<&str> = parameters.iter().map(|index| self.parameters[*index].identifier.as_str()).collect();
        let made = if names.is_empty() { String::new() } else { format!("; made with {}", names.join(", ")) };
        format!("{}, {}{made}", node.unwrap_or_default(), reading.about())
    }

    fn refusal(&self, origin: Option<u32>, output: &str, reason: &'static str, remedy: &'static str) -> Error {
        let node = origin.map(|node| &self.texture.graph().nodes[node as usize]);
        Error::NotExpressible {
            node: node.map(|node| node.id.clone()).unwrap_or_default(),
            node_type: node.map(|node| node.definition.id.to_string()).unwrap_or_default(),
            output: output.into(),
            reason,
            remedy,
        }
    }
}

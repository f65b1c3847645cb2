//! Lowering: turns outputs of a graph into a program.
//!
//! A node is lowered *at a position*, and requests its inputs at the same or at other positions. If an input is not
//! lowered yet, the node is suspended, the input is lowered first, and the node is called again. Equal operations are
//! merged, so calling again changes nothing, and a chain of any length needs no recursion. Calling again is cheap for a
//! node that is suspended a few times; one that requests inputs at many positions stores its steps with
//! [`LoweringContext::once`].

pub(crate) mod context;
mod field;
mod slopes;

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use context::Driver;
use field::PositionKey;
use travertine_program::{Axis, Builder, Conditions, Program, TooLarge, Type, Value};

use crate::arguments::Arguments;
use crate::constant::Constant;
use crate::definition::input::InputDefinition;
use crate::definition::value_type::ValueType;
use crate::detail::Detail;
use crate::graph::{Graph, Input, Source};

pub use context::{Lowered, LoweringContext, Suspended};
pub use field::{Field, Position};

/// Lowers outputs of a graph, by their indices in [`Graph::outputs`].
///
/// Parameters of floats, vectors and colors become slots, to be bound with [`Arguments::bind`]. Settings take the
/// arguments' values now.
///
/// # Errors
///
/// [`TooLarge`] if nodes that evaluate their inputs at several positions multiply beyond the limits of [`Builder`].
pub fn lower(graph: &Graph, outputs: &[usize], arguments: &Arguments) -> Result<Program, TooLarge> {
    let outputs = outputs.iter().map(|&index| &graph.outputs[index]);
    let outputs: Vec<(String, Source)> = outputs.map(|output| (output.name.clone(), output.source)).collect();
    lower_sources(graph, &outputs, arguments)
}

/// Lowers outputs of nodes, each under a name; see [`lower`]. The [origin](Program::origins) of an operation is the
/// index of its node.
///
/// # Errors
///
/// As [`lower`].
pub fn lower_sources(graph: &Graph, outputs: &[(String, Source)], arguments: &Arguments) -> Result<Program, TooLarge> {
    lower_with_conditions(graph, outputs, arguments).map(|(program, _)| program)
}

/// Lowers as [`lower_sources`]; also returns the conditions on the [variable](Arguments::set_variable) under which the
/// program is exact.
///
/// # Errors
///
/// As [`lower`].
pub fn lower_with_conditions(
    graph: &Graph,
    outputs: &[(String, Source)],
    arguments: &Arguments,
) -> Result<(Program, Conditions), TooLarge> {
    let builder = Builder::new();
    let results = lower_into(&builder, graph, outputs, arguments)?;
    Ok((builder.finish(&results)?, builder.conditions()))
}

/// The values of outputs, by name and type.
fn lower_into(
    builder: &Builder,
    graph: &Graph,
    outputs: &[(String, Source)],
    arguments: &Arguments,
) -> Result<Vec<(String, Type, Vec<Value>)>, TooLarge> {
    let used = used(graph, outputs);
    let lowering = Lowering { graph, arguments, used, builder, state: RefCell::default() };
    let position = PositionKey {
        coordinates: Axis::POSITION.map(|axis| builder.coordinate(axis).value()),
        footprint: arguments.detail().spacing.map(|spacing| builder.constant(spacing).value()),
    };
    let mut results = Vec::new();
    for (name, source) in outputs {
        let stored = lowering.lower(*source, position)?;
        let mut values = stored.values[..stored.value_type.width()].to_vec();
        // A picture is opaque if its alpha is the constant 1, so whether a variable leads to that is a decision, too.
        if let [.., alpha] = &mut values[..]
            && stored.value_type == Type::Color
            && builder.expression(*alpha).is_constant(1.0)
        {
            *alpha = builder.constant(1.0).value();
        }
        results.push((name.clone(), stored.value_type, values));
    }
    Ok(results)
}

/// The outputs of nodes that a wire or the caller uses. Those inside an instance count if its outputs do.
fn used(graph: &Graph, outputs: &[(String, Source)]) -> FxHashSet<Source> {
    let mut used: FxHashSet<Source> = outputs.iter().map(|(_, source)| *source).collect();
    // Users come after their sources.
    for (index, node) in graph.nodes.iter().enumerate().rev() {
        used.extend(node.inputs.iter().filter_map(|input| match input {
            Input::Wire(source) => Some(*source),
            _ => None,
        }));
        for (exit, source) in node.exits.iter().enumerate() {
            if used.contains(&Source { node: index, output: exit % node.outputs.len() }) {
                used.insert(*source);
            }
        }
    }
    used
}

struct Lowering<'a> {
    graph: &'a Graph,
    arguments: &'a Arguments,
    used: FxHashSet<Source>,
    builder: &'a Builder,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    /// The fields of every node, by node and position.
    lowered: FxHashMap<(usize, PositionKey), Box<[Stored]>>,
    /// Inputs that the current node requested and that are not lowered yet.
    wanted: Vec<(usize, PositionKey)>,
    /// Stored steps of the current node.
    steps: Steps,
}

/// A node to be lowered at a position.
struct Task {
    key: (usize, PositionKey),
    /// Steps that the node had made when it was suspended.
    made: Vec<Stored>,
}

/// Results of [`LoweringContext::once`] in one node, in the order of the calls.
#[derive(Default)]
struct Steps {
    made: Vec<Stored>,
    /// Number of calls in the current run of the node.
    calls: usize,
}

impl Steps {
    /// The result of the next call, if an earlier run has made it.
    fn next(&mut self) -> Option<Stored> {
        self.calls += 1;
        self.made.get(self.calls - 1).copied()
    }

    /// Stores the result of the last call.
    fn push(&mut self, made: Stored) {
        assert_eq!(self.calls, self.made.len() + 1, "`LoweringContext::once` is called within `LoweringContext::once`");
        self.made.push(made);
    }
}

/// A field without its builder. The first [`Type::width`] values count.
#[derive(Clone, Copy)]
struct Stored {
    value_type: Type,
    values: [Value; 4],
}

impl Lowering<'_> {
    fn lower(&self, source: Source, position: PositionKey) -> Result<Stored, TooLarge> {
        let task = |key| Task { key, made: Vec::new() };
        let mut stack = vec![task((source.node, position))];
        while let Some(top) = stack.last_mut() {
            let key = top.key;
            if self.builder.is_too_large() || self.state.borrow().lowered.len() > Builder::LIMIT {
                return Err(TooLarge);
            }
            if self.state.borrow().lowered.contains_key(&key) {
                stack.pop();
                continue;
            }
            let (node, position) = key;
            let [x, y, z, time] = position.coordinates.map(|value| self.builder.expression(value));
            let footprint = position.footprint.map(|value| self.builder.expression(value));
            let context = LoweringContext { lowering: self, node, position: Position { x, y, z, time, footprint } };
            self.state.borrow_mut().steps = Steps { made: std::mem::take(&mut top.made), calls: 0 };
            self.builder.set_origin(node as u32);
            let fields = self.fields(&context);
            let mut state = self.state.borrow_mut();
            match fields {
                Ok(fields) => {
                    let stored = fields.into_iter().map(Stored::from).collect();
                    state.lowered.insert(key, stored);
                    stack.pop();
                }
                Err(Suspended(())) => {
                    top.made = std::mem::take(&mut state.steps.made);
                    stack.extend(state.wanted.drain(..).map(task));
                }
            }
        }
        // The loop ends when the source is lowered, and sources of a graph name outputs that their nodes have.
        Ok(self.state.borrow().lowered[&(source.node, position)][source.output])
    }

    /// The fields of a node, or of a wire into it if the node is muted.
    fn fields<'a>(&'a self, context: &LoweringContext<'a>) -> Lowered<'a> {
        let node = &self.graph.nodes[context.node];
        if node.muted {
            return node.outputs.iter().map(|value_type| self.passed(context, *value_type)).collect();
        }
        self.request_inputs(context)?;
        node.definition.lower.call(context)
    }

    /// Requests every input that the node evaluates at its own position, so that most nodes are called only twice.
    fn request_inputs<'a>(&'a self, context: &LoweringContext<'a>) -> Result<(), Suspended> {
        let node = &self.graph.nodes[context.node];
        let mut result = Ok(());
        for (definition, input) in node.definition.inputs.iter().zip(&node.inputs) {
            if let (true, Input::Wire(source)) = (definition.in_place, self.graph.content(input)) {
                result = self.find(*source, context.position).map(|_| ()).and(result);
            }
        }
        result
    }

    /// The field that a muted node passes on for an output of this type; 0 without a wire.
    fn passed<'a>(&'a self, context: &LoweringContext<'a>, value_type: Type) -> Result<Field<'a>, Suspended> {
        let node = &self.graph.nodes[context.node];
        let wire = |input: usize| match &node.inputs[input] {
            Input::Wire(source) => Some(self.graph.nodes[source.node].outputs[source.output]),
            Input::Instance { node, input } => self.graph.wired_type(*node, *input),
            _ => None,
        };
        let field = match node.definition.passed(value_type, wire) {
            Some(input) => context.any_at(&node.definition.inputs[input].name, context.position)?,
            None => Field::Float(context.constant(0.0)),
        };
        Ok(field.convert(value_type))
    }
}

impl<'a> Driver<'a> for Lowering<'a> {
    fn builder(&self) -> &'a Builder {
        self.builder
    }

    fn detail(&self) -> Detail {
        self.arguments.detail()
    }

    fn seed(&self, seed: u32) -> u32 {
        self.arguments.seed(seed)
    }

    fn parameter_type(&self, parameter: usize) -> &'a ValueType {
        &self.graph.parameters[parameter].value_type
    }

    fn argument(&self, parameter: usize) -> &'a Constant {
        self.arguments.get(parameter)
    }

    fn variable(&self, node: usize, input: usize) -> Option<(usize, &'a Constant)> {
        let variable = self.arguments.variable()?;
        let is_it = (variable.node, variable.input) == (node, input);
        is_it.then(|| (self.arguments.variable_index(), &variable.value))
    }

    fn node_type(&self, node: usize) -> &'a str {
        &self.graph.nodes[node].definition.id
    }

    fn input_index(&self, node: usize, name: &str) -> Option<usize> {
        self.graph.nodes[node].definition.input_index(name)
    }

    fn input(&self, node: usize, input: usize) -> (&'a InputDefinition, &'a Input) {
        let node = &self.graph.nodes[node];
        (&node.definition.inputs[input], &node.inputs[input])
    }

    fn is_used(&self, node: usize, output: &str) -> Option<bool> {
        let output = self.graph.nodes[node].definition.output_index(output)?;
        Some(self.used.contains(&Source { node, output }))
    }

    fn exits(&self, node: usize, first: usize) -> Vec<Option<Source>> {
        let exits = self.graph.nodes[node].exits[first..].iter();
        let outputs = 0..self.graph.nodes[node].outputs.len();
        let is_used = |output| self.used.contains(&Source { node, output });
        outputs.zip(exits).map(|(output, source)| is_used(output).then_some(*source)).collect()
    }

    fn find(&self, source: Source, position: Position<'a>) -> Result<Field<'a>, Suspended> {
        let key = (source.node, position.key());
        let mut state = self.state.borrow_mut();
        match state.lowered.get(&key) {
            Some(fields) => Ok(fields[source.output].on(self.builder)),
            None => {
                state.wanted.push(key);
                Err(Suspended(()))
            }
        }
    }

    fn next_step(&self) -> Option<Field<'a>> {
        let made = self.state.borrow_mut().steps.next();
        made.map(|made| made.on(self.builder))
    }

    fn keep_step(&self, field: Field<'a>) {
        self.state.borrow_mut().steps.push(field.into());
    }
}

impl From<Field<'_>> for Stored {
    fn from(field: Field) -> Stored {
        let mut values = [field.components()[0].value(); 4];
        for (value, component) in values.iter_mut().zip(field.components()) {
            *value = component.value();
        }
        Stored { value_type: field.value_type(), values }
    }
}

impl Stored {
    fn on(self, builder: &Builder) -> Field<'_> {
        let [a, b, c, d] = self.values.map(|value| builder.expression(value));
        match self.value_type {
            Type::Float => Field::Float(a),
            Type::Vector => Field::Vector([a, b, c]),
            Type::Color => Field::Color([a, b, c, d]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::definition::{Definition, InputDefinition};
    use crate::graph::load;
    use crate::registry::Registry;
    use travertine_program::Bound;

    const POSITIONS: usize = 100;

    /// Numbers of calls of the node, and of steps that it made.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    static MADE: AtomicUsize = AtomicUsize::new(0);

    /// The sum of its input at many positions, each of which depends on the sum so far.
    fn walk<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        RUNS.fetch_add(1, Ordering::Relaxed);
        let mut sum = context.constant(0.0);
        for _ in 0..POSITIONS {
            let next = context.once(|| {
                let position = Position { x: sum + 1.0, ..context.position() };
                let value = context.any_at("value", position)?.to_float();
                MADE.fetch_add(1, Ordering::Relaxed);
                Ok((sum + value).into())
            })?;
            sum = next.to_float();
        }
        Ok(vec![sum.into()])
    }

    fn x<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.position().x.into()])
    }

    #[test]
    fn a_step_is_made_once_however_often_the_node_is_suspended() {
        let registry = Registry::new([
            Definition::new("t::test::x", "X", x).float_output("x", ""),
            Definition::new("t::test::walk", "Walk", walk)
                .input(InputDefinition::float("value", 0.0).moved())
                .float_output("sum", ""),
        ]);
        let document = r#"{"format": "travertine", "version": 1, "nodes": {
            "x": {"type": "test/x"},
            "walk": {"type": "test/walk", "inputs": {"value": {"node": "x"}}}},
            "outputs": {"sum": {"node": "walk"}}}"#;
        let (_, graph) = load(document.as_bytes(), &registry).unwrap();
        let program = lower(&graph, &[0], &Arguments::new(&graph)).unwrap();
        // Where the sum is s, x is s + 1.
        let expected = (0..POSITIONS).fold(0.0_f32, |sum, _| (sum + (sum + 1.0)).min(f32::MAX));
        assert_eq!(program.sample(&Bound::default(), [0.0; 4]), [expected]);
        assert_eq!(MADE.load(Ordering::Relaxed), POSITIONS);
        assert_eq!(RUNS.load(Ordering::Relaxed), POSITIONS + 1);
    }
}

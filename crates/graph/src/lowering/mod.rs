//! Lowering: a graph's outputs become a program.
//!
//! A node is lowered *at a position*, and asks for its inputs at the same or at other positions. What it asks for may
//! not be there yet: then it is suspended, what it wanted is lowered first, and it is asked again. Operations are
//! shared, so asking again costs little and changes nothing; and a chain of any length needs no recursion.

mod field;
mod site;

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use field::PositionKey;
pub use field::{Field, Position};
pub use site::Site;
use travertine_program::{Axis, Builder, Program, TooLarge, Type, Value};

use crate::arguments::Arguments;
use crate::graph::{Graph, Input, Source};

/// What a node's lowering gives: a field for each of its outputs, or a wish to be asked again.
pub type Lowered<'a> = Result<Vec<Field<'a>>, Suspended>;

/// An input is not lowered yet; pass it on with `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspended(());

/// Lowers these outputs of a graph, by their places in [`Graph::outputs`].
///
/// Parameters of floats, vectors and colours become slots, to be bound with [`Arguments::bind`]; settings take the
/// arguments' values now.
///
/// # Errors
///
/// [`TooLarge`] if nodes that evaluate their inputs at several positions multiply beyond all measure.
pub fn lower(graph: &Graph, outputs: &[usize], arguments: &Arguments) -> Result<Program, TooLarge> {
    let outputs = outputs.iter().map(|&index| &graph.outputs[index]);
    let outputs: Vec<(String, Source)> = outputs.map(|output| (output.name.clone(), output.source)).collect();
    lower_sources(graph, &outputs, arguments)
}

/// Lowers these outputs of nodes, each under a name; as [`lower`].
///
/// # Errors
///
/// As [`lower`].
pub fn lower_sources(
    graph: &Graph,
    outputs: &[(String, Source)],
    arguments: &Arguments,
) -> Result<Program, TooLarge> {
    let builder = Builder::new();
    let used = used(graph, outputs);
    let lowering = Lowering { graph, arguments, used, builder: &builder, state: RefCell::default() };
    let position = PositionKey {
        coordinates: Axis::ALL.map(|axis| builder.coordinate(axis).value()),
        footprint: arguments.detail().spacing.map(|spacing| builder.constant(spacing).value()),
    };
    let mut results = Vec::new();
    for (name, source) in outputs {
        let stored = lowering.lower(*source, position)?;
        results.push((name.clone(), stored.kind, stored.values[..stored.kind.width()].to_vec()));
    }
    builder.finish(&results)
}

/// The outputs of nodes that anybody looks at: a wire, or whoever asked for these.
fn used(graph: &Graph, outputs: &[(String, Source)]) -> FxHashSet<Source> {
    let inputs = graph.nodes.iter().flat_map(|node| &node.inputs);
    let wires = inputs.filter_map(|input| match input {
        Input::Wire(source) => Some(*source),
        _ => None,
    });
    wires.chain(outputs.iter().map(|(_, source)| *source)).collect()
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
    /// Every node's fields, by the node and the position at which it was lowered.
    lowered: FxHashMap<(usize, PositionKey), Box<[Stored]>>,
    /// What the node being lowered asked for in vain.
    wanted: Vec<(usize, PositionKey)>,
}

/// A field without its builder; as many values as the type is wide.
#[derive(Clone, Copy)]
struct Stored {
    kind: Type,
    values: [Value; 4],
}

impl Lowering<'_> {
    fn lower(&self, source: Source, position: PositionKey) -> Result<Stored, TooLarge> {
        let mut stack = vec![(source.node, position)];
        while let Some(&key) = stack.last() {
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
            let site = Site { lowering: self, node, position: Position { x, y, z, time, footprint } };
            match self.fields(&site) {
                Ok(fields) => {
                    let stored = fields.into_iter().map(Stored::from).collect();
                    self.state.borrow_mut().lowered.insert(key, stored);
                    stack.pop();
                }
                Err(Suspended(())) => stack.append(&mut self.state.borrow_mut().wanted),
            }
        }
        // The loop ends when the source is lowered, and a graph's sources name outputs that their nodes have.
        Ok(self.state.borrow().lowered[&(source.node, position)][source.output])
    }

    /// What a node gives: what it computes, or, where it is muted, what is wired into it.
    fn fields<'a>(&'a self, site: &Site<'a>) -> Lowered<'a> {
        let node = &self.graph.nodes[site.node];
        if node.muted {
            return node.outputs.iter().map(|kind| site.passed(*kind)).collect();
        }
        site.request_inputs()?;
        (node.definition.lower)(site)
    }

    fn find(&self, source: Source, position: Position) -> Result<Field<'_>, Suspended> {
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
}

impl From<Field<'_>> for Stored {
    fn from(field: Field) -> Stored {
        let mut values = [field.components()[0].value(); 4];
        for (value, component) in values.iter_mut().zip(field.components()) {
            *value = component.value();
        }
        Stored { kind: field.kind(), values }
    }
}

impl Stored {
    fn on(self, builder: &Builder) -> Field<'_> {
        let [a, b, c, d] = self.values.map(|value| builder.expression(value));
        match self.kind {
            Type::Float => Field::Float(a),
            Type::Vector => Field::Vector([a, b, c]),
            Type::Color => Field::Color([a, b, c, d]),
        }
    }
}

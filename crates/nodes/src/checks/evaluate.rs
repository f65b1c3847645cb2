//! Test helpers: the values of nodes with inputs in JSON.

use std::cell::RefCell;
use std::sync::LazyLock;

use travertine_graph::arguments::{Arguments, Detail};
use travertine_graph::graph::load;
use travertine_graph::lowering::lower;
use travertine_graph::registry::Registry;
use travertine_program::{Bound, Program};

/// The registry, made once: tests load graphs by the thousand.
pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(crate::registry);
    &REGISTRY
}

/// A document, and its first output as a function of the position.
type Sampler = (String, Box<dyn Fn([f32; 4]) -> Vec<f32>>);

/// The components of a document's first output at a position x, y, z and time.
pub fn output_at(document: &str, position: [f32; 4]) -> Vec<f32> {
    thread_local! {
        // Tests ask for one document at many positions in a row, and each has its own thread.
        static LAST: RefCell<Option<Sampler>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| known != document) {
            *last = Some((document.to_owned(), Box::new(outputs(document, 1))));
        }
        last.as_ref().map(|(_, sample)| sample(position)).unwrap()
    })
}

/// The components of a document's first outputs at positions x, y, z and time.
pub fn outputs(document: &str, count: usize) -> impl Fn([f32; 4]) -> Vec<f32> + use<> {
    spaced_outputs(document, count, None)
}

/// The same where neighboring samples are `spacing` apart.
pub fn spaced_outputs(document: &str, count: usize, spacing: Option<f32>) -> impl Fn([f32; 4]) -> Vec<f32> + use<> {
    let (program, bound) = lowered_for(document, count, spacing);
    move |position| program.sample(&bound, position)
}

/// The program of a document's first outputs, with its arguments.
pub fn lowered(document: &str, count: usize) -> (Program, Bound) {
    lowered_for(document, count, None)
}

/// The same where neighboring samples are `spacing` apart.
pub fn lowered_for(document: &str, count: usize, spacing: Option<f32>) -> (Program, Bound) {
    let (_, graph) = load(document.as_bytes(), registry()).unwrap_or_else(|found| panic!("{found}"));
    let mut arguments = Arguments::new(&graph);
    arguments.set_detail(Detail { spacing, ..Detail::default() });
    let outputs: Vec<usize> = (0..count).collect();
    let program = lower(&graph, &outputs, &arguments).unwrap();
    let bound = arguments.bind(&program);
    (program, bound)
}

/// A document of one node with inputs, given as the content of a JSON object. Its outputs are those of the node with
/// these names.
pub fn alone(node_type: &str, inputs: &str, outputs: &[&str]) -> String {
    let outputs: Vec<String> =
        (outputs.iter()).map(|name| format!(r#""{name}": {{"node": "node", "output": "{name}"}}"#)).collect();
    format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{"node": {{"type": "{node_type}", "inputs": {{{inputs}}}}}}},
          "outputs": {{{}}}
        }}"#,
        outputs.join(",")
    )
}

/// The components of a node's first output at a position, for the given inputs.
pub fn value_at(node_type: &str, inputs: &str, position: [f32; 4]) -> Vec<f32> {
    node_at(node_type, inputs, r#"{"node": "node"}"#, position)
}

/// The components of a node's named output at a position, for the given inputs.
pub fn named_at(node_type: &str, output: &str, inputs: &str, position: [f32; 4]) -> Vec<f32> {
    node_at(node_type, inputs, &format!(r#"{{"node": "node", "output": "{output}"}}"#), position)
}

fn node_at(node_type: &str, inputs: &str, wire: &str, position: [f32; 4]) -> Vec<f32> {
    let document = format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{"node": {{"type": "{node_type}", "inputs": {inputs}}}}},
          "outputs": {{"output": {wire}}}
        }}"#
    );
    output_at(&document, position)
}

/// The components of a node's first output at the origin.
pub fn value(node_type: &str, inputs: &str) -> Vec<f32> {
    value_at(node_type, inputs, [0.0; 4])
}

/// The components of a node's output `value` at a position, with the position's x as its input `value` and the given
/// other inputs.
pub fn of_x(node_type: &str, inputs: &str, position: [f32; 4]) -> Vec<f32> {
    let document = format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{
            "position": {{"type": "input/position"}},
            "node": {{
              "type": "{node_type}",
              "inputs": {{"value": {{"node": "position", "output": "x"}}, {inputs}}}
            }}
          }},
          "outputs": {{"value": {{"node": "node"}}}}
        }}"#
    );
    output_at(&document, position)
}

/// The position at which a node evaluates its input `value`, for the given other inputs.
pub fn moved(node_type: &str, inputs: &str, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let comma = if inputs.is_empty() { "" } else { "," };
    let document = format!(
        r#"{{
          "format": "travertine", "version": 1,
          "nodes": {{
            "position": {{"type": "input/position"}},
            "node": {{
              "type": "{node_type}",
              "inputs": {{"value": {{"node": "position", "output": "position"}}{comma} {inputs}}}
            }}
          }},
          "outputs": {{"vector": {{"node": "node"}}}}
        }}"#
    );
    output_at(&document, [x, y, z, 0.0]).try_into().unwrap_or_else(|found| panic!("{found:?} is not a vector"))
}

/// A sequence of positions without a pattern, within `reach` of the origin along each axis; multiples of 1/1024.
pub fn scattered(count: usize, reach: f32) -> impl Iterator<Item = [f32; 3]> {
    let part = move |step: f64| (step.fract() * 2.0 - 1.0) as f32 * reach;
    (1..=count).map(move |i| {
        [0.819_172_5, 0.671_043_6, 0.549_700_5].map(|step| (part(i as f64 * step) * 1024.0).floor() / 1024.0)
    })
}

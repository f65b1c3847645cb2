//! For the tests of nodes: a node's value from its inputs in JSON.

use travertine_graph::arguments::Arguments;
use travertine_graph::graph::load;
use travertine_graph::lowering::lower;

/// The floats of the first output of a document at a position x, y, z, time.
pub fn output_at(document: &str, position: [f32; 4]) -> Vec<f32> {
    let (_, graph) = load(document.as_bytes(), &crate::registry()).unwrap_or_else(|found| panic!("{found}"));
    let arguments = Arguments::new(&graph);
    let program = lower(&graph, &[0], &arguments).unwrap();
    program.sample(&arguments.bind(&program), position)
}

/// The floats of a node's first output at a position, given its inputs.
pub fn value_at(node_type: &str, inputs: &str, position: [f32; 4]) -> Vec<f32> {
    node_at(node_type, inputs, r#"{"node": "node"}"#, position)
}

/// The floats of a node's output of that name at a position, given its inputs.
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

/// What [`value_at`] gives at the origin.
pub fn value(node_type: &str, inputs: &str) -> Vec<f32> {
    value_at(node_type, inputs, [0.0; 4])
}

/// The floats of a node's `value` at a position, given its other inputs, where its input `value` is the
/// position's x.
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

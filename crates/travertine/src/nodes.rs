//! Nodes of a texture: the outputs of every node, whether or not they are outputs of the graph.

use travertine_graph::diagnostic::{Diagnostic, one_of, quote};
use travertine_graph::graph::Source;
use travertine_graph::json::pointer;
use travertine_graph::suggest::nearest;
use travertine_render::Context;

use crate::refusal::refused;
use crate::{Error, Field, Fields, Texture};

/// The value of a node's output at a position.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeValue {
    /// Id of the node.
    pub node: String,
    /// Name of the node's output.
    pub output: String,
    /// The floats of the value: 1, 3 or 4, as the output's type requires.
    pub value: Vec<f32>,
}

impl Texture {
    /// An output of a node as a field, with the current values of the parameters.
    ///
    /// ```
    /// # let texture = travertine::Texture::parse(r#"{"format": "travertine", "version": 1,
    /// #     "nodes": {"place": {"type": "input/position"}, "noise": {"type": "noise/perlin"}},
    /// #     "outputs": {"height": {"node": "noise"}}}"#)?;
    /// let place = texture.node_field("place", "position")?;
    /// assert_eq!(place.sample(&[[0.1, 0.2, 0.3, 0.0]])?.get(0), [0.1, 0.2, 0.3]);
    /// # Ok::<(), travertine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such node or output, or the graph unfolds into too many operations.
    pub fn node_field(&self, node: &str, output: &str) -> Result<Field, Error> {
        let nodes = &self.graph().nodes;
        let position = nodes.iter().position(|other| other.id == node).ok_or_else(|| {
            let path = pointer::pointer(&["nodes", node]);
            let near = nearest(node, nodes.iter().map(|node| node.id.as_str()));
            refused(Diagnostic::error(path, format!("unknown node {}", quote(node))).did_you_mean(near))
        })?;
        let definition = &nodes[position].definition;
        let index = definition.output_index(output).ok_or_else(|| {
            let names = || definition.outputs.iter().map(|output| &*output.name);
            let message = format!("the node {} has no output {}", quote(node), quote(output));
            let diagnostic = Diagnostic::error(pointer::pointer(&["nodes", node]), message);
            refused(diagnostic.did_you_mean(nearest(output, names())).expected(one_of(names())))
        })?;
        let (program, bound) = self.program(&[Source { node: position, output: index }])?;
        Ok(Field::new(Fields { program, bound, held: self.held() }))
    }

    /// Every output of every node, prepared for evaluation.
    ///
    /// # Errors
    ///
    /// If the graph unfolds into too many operations.
    pub fn nodes(&self) -> Result<Nodes, Error> {
        let nodes = &self.graph().nodes;
        let sources = nodes
            .iter()
            .enumerate()
            .flat_map(|(node, each)| (0..each.definition.outputs.len()).map(move |output| Source { node, output }));
        let sources: Vec<Source> = sources.collect();
        let (program, bound) = self.program(&sources)?;
        let name = |source: &Source| {
            let node = &nodes[source.node];
            (node.id.clone(), node.definition.outputs[source.output].name.to_string())
        };
        let fields = Fields { program, bound, held: self.held() };
        Ok(Nodes { names: sources.iter().map(name).collect(), fields })
    }
}

/// Every output of every node of a texture, evaluated together, with the values that its parameters had.
#[derive(Clone, Debug)]
pub struct Nodes {
    names: Vec<(String, String)>,
    fields: Fields,
}

impl Nodes {
    /// The values of all outputs at a position (x, y, z, time), each node after its sources. Rasters are made once and
    /// stored. `memory` is the memory budget in bytes.
    ///
    /// # Errors
    ///
    /// If the position is not finite, the rasters need too much memory, or it is cancelled while they are made.
    pub fn sample(&self, position: [f32; 4], context: &Context) -> Result<Vec<NodeValue>, Error> {
        let mut values = vec![0.0; self.fields.width()];
        self.fields.sampler(context)?.sample(&[position], &mut values)?;
        let mut rest = values.as_slice();
        let outputs = self.names.iter().zip(self.fields.outputs());
        let values = outputs.map(|((node, output), described)| {
            let (value, others) = rest.split_at(described.values.len());
            rest = others;
            NodeValue { node: node.clone(), output: output.clone(), value: value.to_owned() }
        });
        Ok(values.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_equals_an_output_wired_to_it() {
        let text = r#"{"format": "travertine", "version": 1, "nodes": {
            "place": {"type": "input/position"}, "noise": {"type": "noise/perlin"},
            "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}, "b": {"node": "place"}}}},
            "outputs": {"sum": {"node": "sum"}}}"#;
        let texture = Texture::parse(text).unwrap();
        let at = [0.3, 0.7, 0.1, 2.0];
        let sum = texture.first_field().unwrap().sample(&[at]).unwrap();
        assert_eq!(texture.node_field("sum", "value").unwrap().sample(&[at]).unwrap(), sum);
        let values = texture.nodes().unwrap().sample(at, &Context::default()).unwrap();
        let value = |node: &str, output: &str| {
            let found = values.iter().find(|value| value.node == node && value.output == output);
            found.unwrap().value.clone()
        };
        assert_eq!(value("sum", "value"), sum[0]);
        assert_eq!(value("place", "position"), at[..3]);
        assert_eq!(value("place", "time"), [2.0]);
        let refusal = |node, output| texture.node_field(node, output).unwrap_err().to_string();
        assert!(refusal("nois", "value").contains("did you mean `noise`?"));
        assert!(refusal("noise", "valu").contains("did you mean `value`?"));
    }
}

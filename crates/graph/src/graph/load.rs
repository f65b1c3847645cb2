//! Builds a graph from a document.

use std::convert::Infallible;

use super::part::{Groups, Part};
use super::scope::Scope;
use super::{Graph, constant_positions, images};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::registry::Registry;

/// Reads the bytes of a file as a document and checks it.
///
/// # Errors
///
/// Every error, sorted by location: of the text if it is not JSON, otherwise of the document's shape and meaning.
pub fn load(text: &[u8], registry: &Registry) -> Result<(Document, Graph), Diagnostics> {
    let Ok(loaded) = load_with_images(text, registry, |_| Ok::<_, Infallible>(()));
    loaded
}

/// As [`load`], with images: `attach` may give the document's images their bytes, by
/// [`Document::attach_images`], before the document is checked and its images are decoded. An error of it ends that.
///
/// # Errors
///
/// That of `attach`; within it, as [`load`].
pub fn load_with_images<E>(
    text: &[u8],
    registry: &Registry,
    attach: impl FnOnce(&Document) -> Result<(), E>,
) -> Result<Result<(Document, Graph), Diagnostics>, E> {
    let (document, diagnostics) = Document::parse_leniently(text);
    let Some(document) = document else {
        return Ok(Err(diagnostics));
    };
    attach(&document)?;
    Ok(checked(document, diagnostics, text, registry))
}

/// A document with its graph; the diagnostics are those of its shape.
fn checked(
    document: Document,
    mut diagnostics: Diagnostics,
    text: &[u8],
    registry: &Registry,
) -> Result<(Document, Graph), Diagnostics> {
    match Graph::new(&document, registry) {
        Ok(mut graph) if diagnostics.is_empty() => {
            graph.warnings.locate(text);
            Ok((document, graph))
        }
        Ok(graph) => {
            diagnostics.append_unless_known(graph.warnings);
            diagnostics.locate(text);
            Err(diagnostics)
        }
        Err(more) => {
            diagnostics.append_unless_known(more);
            diagnostics.locate(text);
            Err(diagnostics)
        }
    }
}

/// The node types of a document: those of a registry, and the document's groups as `group/NAME` and `iterate/NAME`.
/// Groups with errors are absent.
pub fn registry_with_groups(document: &Document, registry: &Registry) -> Registry {
    Groups::new(document, registry, Scope::default()).registry
}

impl Graph {
    /// Checks a document.
    ///
    /// # Errors
    ///
    /// Every error and every warning, each with the JSON pointer of its subject. [`Diagnostics::locate`] finds lines
    /// and columns.
    pub fn new(document: &Document, registry: &Registry) -> Result<Graph, Diagnostics> {
        let images = images::check(document);
        let (part, warnings) = match Part::new(document, registry, Scope::default()) {
            Ok((part, warnings)) if images.is_empty() => (part, warnings),
            Ok((_, mut diagnostics)) | Err(mut diagnostics) => {
                diagnostics.append(images);
                return Err(diagnostics);
            }
        };
        let (nodes, sources) = part.expand();
        let mut outputs = part.outputs;
        for (output, source) in outputs.iter_mut().zip(sources) {
            output.source = source;
        }
        let mut graph = Graph {
            name: document.name.clone(),
            description: document.description.clone(),
            parameters: part.parameters,
            presets: part.presets,
            nodes,
            outputs,
            warnings,
        };
        let constant = constant_positions::warnings(&graph, document);
        graph.warnings.append(constant);
        Ok(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant::Constant;
    use crate::graph::testing::{document, errors, graph, registry};
    use crate::graph::{Input, Source};
    use travertine_program::Type;

    #[test]
    fn defaults_are_filled_in_and_nodes_sorted() {
        let graph = graph(
            r#""a": {"type": "math/add", "inputs": {"a": {"node": "z"}, "b": [1, 2, 3]}},
               "z": {"type": "noise/perlin", "inputs": {"scale": 4.5}}"#,
            "",
        );
        assert_eq!(graph.nodes.iter().map(|node| node.id.as_str()).collect::<Vec<_>>(), ["z", "a"]);
        assert_eq!(graph.nodes[0].inputs[0], Input::Position);
        assert_eq!(graph.nodes[0].inputs[1], Input::Constant(Constant::Float(4.5)));
        assert_eq!(graph.nodes[0].inputs[4], Input::Constant(Constant::Choice("euclidean".to_owned())));
        assert_eq!(graph.nodes[1].inputs[0], Input::Wire(Source { node: 0, output: 0 }));
        assert_eq!(graph.nodes[1].outputs, [Type::Vector]);
        assert_eq!(graph.outputs[0].value_type, Type::Vector);
        assert_eq!(graph.output("out"), Some(0));
        assert!(graph.warnings().is_empty());
    }

    #[test]
    fn every_error_is_reported_in_one_run() {
        let found = errors(
            r#""a": {"type": "noise/perln", "input": {}},
               "b": {"type": "noise/perlin", "inputs": {"scal": 1, "scale": {"node": "d"}, "octaves": 2.5}}"#,
            r#", "layot": {}, "layout": {"c": [0, 0], "a": "left"}"#,
        );
        assert_eq!(
            found,
            [
                "unknown node type `noise/perln`; did you mean `noise/perlin`?",
                "unknown field `input` of a node; did you mean `inputs`?",
                "`noise/perlin` has no input `scal`; did you mean `scale`?",
                "unknown node `d`",
                "`2.5` is not a whole number",
                "unknown field `layot` of the document; did you mean `layout`?",
                "the layout has a position for `c`, which is not a node; remove it",
                "the layout of node `a` is not a position",
            ]
        );
    }

    #[test]
    fn errors_that_follow_from_a_wrong_shape_are_not_reported() {
        assert_eq!(errors(r#""a": 5"#, ""), ["the node is a number"]);
        assert_eq!(errors(r#""a": {"type": 5, "inputs": []}"#, ""), ["`type` is a number", "`inputs` is a list"]);
    }

    #[test]
    fn outputs_are_wires() {
        let message = |outputs: &str| {
            let text = format!(
                r#"{{"format": "travertine", "version": 1, "nodes": {{"a": {{"type": "math/add"}}}}, "outputs": {outputs}}}"#
            );
            load(text.as_bytes(), &registry()).map(|_| ()).unwrap_err().iter().next().unwrap().message.clone()
        };
        assert_eq!(message("{}"), "the document has no outputs");
        assert_eq!(message(r#"{"o": 1}"#), "the output `o` has no wire");
        assert_eq!(message(r#"{"o": {"node": "a", "output": "product"}}"#), "the node `a` has no output `product`");
        assert_eq!(message(r#"{"o": {"node": "a", "port": "sum"}}"#), "unknown field `port` of a wire");
    }

    #[test]
    fn a_long_chain_is_checked_on_a_small_stack() {
        const LENGTH: usize = 100_000;
        let mut nodes = String::from(r#""a": {"type": "math/add", "inputs": {"a": {"node": "n0"}}}"#);
        for index in 0..LENGTH {
            let source = if index + 1 < LENGTH { format!(r#"{{"node": "n{}"}}"#, index + 1) } else { "1".to_owned() };
            nodes += &format!(r#", "n{index}": {{"type": "math/add", "inputs": {{"a": {source}}}}}"#);
        }
        let text = document(&nodes, "");
        let closed = text.replace(r#"{"a": 1}"#, r#"{"a": {"node": "n0"}}"#);
        let check = move || {
            assert_eq!(load(text.as_bytes(), &registry()).unwrap().1.nodes.len(), LENGTH + 1);
            let circle = load(closed.as_bytes(), &registry()).unwrap_err().to_string();
            assert!(circle.contains("`n0` -> `n99999` -> `n99998` -> ") && circle.contains("... 99989 more ..."));
        };
        std::thread::Builder::new().stack_size(2 << 20).spawn(check).unwrap().join().unwrap();
    }
}

//! A small registry, and documents in few words, for the tests of validation.

use super::{Graph, load};
use crate::constant::Constant;
use crate::definition::{Definition, InputDefinition, OutputType, ValueType};
use crate::lowering::{Lowered, LoweringContext};
use crate::registry::Registry;

fn nothing<'a>(_: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(Vec::new())
}

/// Nodes with inputs of every kind.
pub fn registry() -> Registry {
    let perlin = Definition::new("t::noise::perlin", "Perlin", nothing)
        .input(InputDefinition::position())
        .input(InputDefinition::float("scale", 1.0))
        .input(InputDefinition::integer("octaves", 1).hard(1.0..=12.0))
        .input(InputDefinition::float("persistence", 0.5).hard(0.0..=1.0))
        .input(InputDefinition::choice("metric", &["euclidean", "manhattan"]))
        .input(InputDefinition::boolean("tile", false))
        .input(InputDefinition::seed())
        .input(InputDefinition::number("sharpness", 1.0).hard(1.0..=32.0))
        .float_output("value", "");
    let perlin_2 = Definition { version: 2, ..perlin.clone() };
    let add = Definition::new("t::math::add", "Add", nothing)
        .input(InputDefinition::any("a", 0.0))
        .input(InputDefinition::any("b", 0.0))
        .output("sum", OutputType::like(&["a", "b"]), "");
    let ramp = Definition::new("t::color::ramp", "Ramp", nothing)
        .input(InputDefinition::required("factor", ValueType::Float))
        .input(InputDefinition { value_type: ValueType::Ramp, ..InputDefinition::required("ramp", ValueType::Ramp) })
        .input(InputDefinition::new("label", ValueType::Text, Constant::Text(String::new())))
        .color_output("color", "")
        .float_output("alpha", "");
    let curve = Definition::new("t::math::curve", "Curve", nothing)
        .input(InputDefinition::float("value", 0.0))
        .input(InputDefinition::required("curve", ValueType::Curve))
        .input(InputDefinition::color("tint", [1.0; 4]))
        .float_output("value", "");
    Registry::new([perlin, perlin_2, add, ramp, curve])
}

/// A document with these nodes, whose output is the node `a`, and these other fields.
pub fn document(nodes: &str, more: &str) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"out": {{"node": "a"}}}}{more}}}"#
    )
}

/// The graph of such a document.
pub fn graph(nodes: &str, more: &str) -> Graph {
    match load(document(nodes, more).as_bytes(), &registry()) {
        Ok((_, graph)) => graph,
        Err(diagnostics) => panic!("{diagnostics}"),
    }
}

/// Message and advice of each error of such a document.
pub fn errors(nodes: &str, more: &str) -> Vec<String> {
    match load(document(nodes, more).as_bytes(), &registry()) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics
            .iter()
            .map(|each| match &each.help {
                Some(help) => format!("{}; {help}", each.message),
                None => each.message.clone(),
            })
            .collect(),
    }
}

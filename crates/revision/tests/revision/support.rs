//! Documents for tests, and merges of them.

use std::sync::LazyLock;

use travertine_graph::document::{Document, Input, Node, Parameter};
use travertine_graph::graph::Graph;
use travertine_graph::registry::Registry;
use travertine_revision::{Difference, Merge};

pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(travertine_nodes::registry);
    &REGISTRY
}

/// A valid graph: a parameter, a noise, a sum, an instance of a group, two outputs.
pub fn document() -> Document {
    let mut document = Document::named("Test")
        .parameter("cells", Parameter::new("float", 4).range(0.5, 32.0))
        .node("noise", Node::new("noise/perlin").input("scale", Input::parameter("cells")).input("seed", 7))
        .node("sum", Node::new("math/add").input("a", Input::wire("noise")).input("b", 0.25))
        .node("floor", Node::new("group/planks").input("width", 0.5))
        .output("height", Input::wire("sum"))
        .output("floor", Input::wire("floor"));
    document.layout.insert("noise".to_owned(), [40.0, 80.0]);
    document.groups.insert("planks".to_owned(), planks().into());
    document
}

pub fn planks() -> Document {
    Document::named("Planks")
        .parameter("width", Parameter::new("float", 0.125).range(0.01, 1.0))
        .node("grain", Node::new("noise/perlin").input("scale", Input::parameter("width")))
        .output("height", Input::wire("grain"))
}

pub fn is_valid(document: &Document) -> bool {
    Graph::new(document, registry()).is_ok()
}

/// Merges two changes of [`document`].
pub fn merged(ours: impl FnOnce(&mut Document), theirs: impl FnOnce(&mut Document)) -> Merge {
    let (base, mut one, mut other) = (document(), document(), document());
    ours(&mut one);
    theirs(&mut other);
    Merge::new(&base, &one, &other, registry()).unwrap()
}

/// The conflicts of a merge, in words. The merged document must be valid.
pub fn conflicts(ours: impl FnOnce(&mut Document), theirs: impl FnOnce(&mut Document)) -> Vec<String> {
    let merge = merged(ours, theirs);
    assert!(is_valid(&merge.document), "{}", merge.document.to_json());
    merge.conflicts.iter().map(ToString::to_string).collect()
}

/// What a change does, in words.
pub fn lines(change: impl FnOnce(&mut Document)) -> Vec<String> {
    let (before, mut after) = (document(), document());
    change(&mut after);
    let difference = Difference::new(&before, &after).unwrap();
    difference.to_string().lines().map(str::to_owned).collect()
}

pub fn set(document: &mut Document, node: &str, input: &str, value: impl Into<Input>) {
    document.nodes.get_mut(node).unwrap().inputs.insert(input.to_owned(), value.into());
}

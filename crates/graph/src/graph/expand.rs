//! Expansion: puts the nodes of groups in the places of their instances.
//!
//! Only here do nodes take the place of an instance. Later stages know two things: exits, and inputs that follow those
//! of an instance. An instance stays a node, which holds the contents of its inputs and names the sources of its
//! outputs; the nodes inside follow its inputs with [`Input::Instance`]. The node `grain` of the instance `floor` has
//! the id `floor/grain`; in the third iteration of an iterated group it is `floor/2/grain`.

use super::group_names::INDEX;
use super::part::{Body, Part};
use super::{Input, Node, Source};
use crate::constant::Constant;
use crate::definition::ValueType;

impl Part {
    /// All nodes of the graph, each after its sources, and the sources of the graph's outputs.
    pub(super) fn expand(&self) -> (Vec<Node>, Vec<Source>) {
        // The size has been checked.
        let mut nodes = Vec::with_capacity(self.size as usize);
        let outputs = self.place(&mut nodes, "", &Input::Parameter);
        (nodes, outputs)
    }

    /// Appends the nodes of this part. `parameter` returns the content that takes the place of a parameter. Recurses as
    /// deep as groups are nested, which has a limit.
    fn place(&self, nodes: &mut Vec<Node>, prefix: &str, parameter: &dyn Fn(usize) -> Input) -> Vec<Source> {
        let mut indices = Vec::with_capacity(self.nodes.len());
        let moved = |source: &Source, indices: &[usize]| Source { node: indices[source.node], ..*source };
        for node in &self.nodes {
            let id = format!("{prefix}{}", node.id);
            // The content comes first, since an instance is the user of its exits.
            let instance = nodes.len() + self.content_size(node) as usize;
            let exits = match self.body(node) {
                Some((body, times)) => place_body(body, times, nodes, &id, node, instance),
                None => Vec::new(),
            };
            let inputs = node.inputs.iter().map(|input| match input {
                Input::Wire(source) => Input::Wire(moved(source, &indices)),
                Input::Parameter(index) => parameter(*index),
                other => other.clone(),
            });
            nodes.push(Node { id, inputs: inputs.collect(), exits, ..node.clone() });
            indices.push(instance);
        }
        self.outputs.iter().map(|output| moved(&output.source, &indices)).collect()
    }
}

/// Appends the nodes inside an instance, and returns the sources of its outputs: those of each iteration in turn.
fn place_body(body: &Body, times: u64, nodes: &mut Vec<Node>, id: &str, instance: &Node, index: usize) -> Vec<Source> {
    let part = &body.part;
    let inputs: Vec<Option<usize>> =
        part.parameters.iter().map(|parameter| instance.definition.input_index(&parameter.name)).collect();
    let held = |parameter: usize| match inputs[parameter] {
        Some(input) => Input::Instance { node: index, input },
        // An iteration has no input for its index.
        None => Input::Constant(part.parameters[parameter].default.clone()),
    };
    if !body.is_iterated {
        return part.place(nodes, &format!("{id}/"), &held);
    }
    let mut exits: Vec<Source> = Vec::new();
    for step in 0..times {
        let before = exits[exits.len().saturating_sub(part.outputs.len())..].to_vec();
        let content = |parameter: usize| {
            let of = &part.parameters[parameter];
            let output = part.outputs.iter().position(|output| output.name == of.name);
            match output.and_then(|output| before.get(output)) {
                Some(source) => Input::Wire(*source),
                None if of.name == INDEX => Input::Constant(match of.value_type {
                    ValueType::Integer => Constant::Integer(step as i64),
                    _ => Constant::Float(step as f32),
                }),
                None => held(parameter),
            }
        };
        exits.extend(part.place(nodes, &format!("{id}/{step}/"), &content));
    }
    exits
}

#[cfg(test)]
mod tests {
    use travertine_program::Bound;

    use crate::arguments::Arguments;
    use crate::constant::Constant;
    use crate::definition::{Definition, InputDefinition, OutputType};
    use crate::graph::{Graph, Input, load};
    use crate::lowering::{Field, Lowered, LoweringContext, Position, lower};
    use crate::registry::Registry;

    fn x<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.position().x.into()])
    }

    fn add<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(vec![context.any("a")?.zip(context.any("b")?, |a, b| a + b)])
    }

    /// Its value at x + 10.
    fn shift<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        let position = context.position();
        Ok(vec![context.any_at("value", Position { x: position.x + 10.0, ..position })?])
    }

    /// `value` times the setting `times`.
    fn times<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
        let factor = context.number("times") * context.integer("whole") as f32;
        Ok(vec![Field::map(context.any("value")?, |value| value * factor)])
    }

    fn registry() -> Registry {
        Registry::new([
            Definition::new("t::t::x", "X", x).float_output("x", ""),
            Definition::new("t::t::add", "Add", add)
                .input(InputDefinition::any("a", 0.0))
                .input(InputDefinition::any("b", 0.0))
                .output("sum", OutputType::like(&["a", "b"]), ""),
            Definition::new("t::t::shift", "Shift", shift).input(InputDefinition::any("value", 0.0).moved()).output(
                "value",
                OutputType::like(&["value"]),
                "",
            ),
            Definition::new("t::t::times", "Times", times)
                .input(InputDefinition::any("value", 1.0))
                .input(InputDefinition::number("times", 1.0).hard(0.0..=100.0))
                .input(InputDefinition::integer("whole", 1).hard(1.0..=9.0))
                .output("value", OutputType::like(&["value"]), ""),
        ])
    }

    fn document(parameters: &str, nodes: &str, groups: &str) -> String {
        format!(
            r#"{{"format": "travertine", "version": 1, "parameters": {{{parameters}}}, "nodes": {{{nodes}}},
                "outputs": {{"out": {{"node": "out"}}}}, "groups": {{{groups}}}}}"#
        )
    }

    fn graph(text: &str) -> Graph {
        match load(text.as_bytes(), &registry()) {
            Ok((_, graph)) => graph,
            Err(diagnostics) => panic!("{diagnostics}"),
        }
    }

    fn errors(text: &str) -> Vec<String> {
        let diagnostics = load(text.as_bytes(), &registry()).map(|_| ()).unwrap_err();
        diagnostics.iter().map(|each| format!("{}: {}", each.pointer, each.message)).collect()
    }

    /// The first output at x = 3.
    fn value(graph: &Graph, arguments: &Arguments) -> Vec<f32> {
        let program = lower(graph, &[0], arguments).unwrap();
        program.sample(&arguments.bind(&program), [3.0, 0.0, 0.0, 0.0])
    }

    const SHIFTED: &str = r#""shifted": {"format": "travertine", "version": 1,
        "parameters": {"field": {"type": "float", "default": 5}, "times": {"type": "float", "default": 2}},
        "nodes": {"moved": {"type": "t/shift", "inputs": {"value": {"parameter": "field"}}},
                  "out": {"type": "t/times", "inputs": {"value": {"node": "moved"}, "times": {"parameter": "times"}}}},
        "outputs": {"out": {"node": "out"}, "field": {"node": "moved"}}}"#;

    #[test]
    fn a_wire_into_an_instance_is_evaluated_at_the_position_inside() {
        let value = |inputs: &str| {
            let nodes =
                format!(r#""x": {{"type": "t/x"}}, "out": {{"type": "group/shifted", "inputs": {{{inputs}}}}}"#);
            let graph = graph(&document("", &nodes, SHIFTED));
            value(&graph, &Arguments::new(&graph))
        };
        assert_eq!(value(""), [10.0]);
        assert_eq!(value(r#""field": 4, "times": 3"#), [12.0]);
        assert_eq!(value(r#""field": {"node": "x"}"#), [26.0]);
    }

    #[test]
    fn the_nodes_inside_come_before_their_instance() {
        let nodes = r#""x": {"type": "t/x"}, "out": {"type": "group/shifted", "inputs": {"field": {"node": "x"}}}"#;
        let graph = graph(&document("", nodes, SHIFTED));
        let ids: Vec<&str> = graph.nodes.iter().map(|node| node.id.as_str()).collect();
        assert_eq!(ids, ["x", "out/moved", "out/out", "out"]);
        assert_eq!(graph.nodes[1].inputs, [Input::Instance { node: 3, input: 0 }]);
        assert_eq!(graph.nodes[3].exits.len(), 2);
        assert_eq!(graph.content(&graph.nodes[1].inputs[0]), &graph.nodes[3].inputs[0]);
    }

    #[test]
    fn parameters_of_the_graph_reach_inside_as_slots_and_settings() {
        let parameters = r#""p": {"type": "float", "default": 4}, "n": {"type": "integer", "default": 3}"#;
        let nodes =
            r#""out": {"type": "group/shifted", "inputs": {"field": {"parameter": "p"}, "times": {"parameter": "n"}}}"#;
        let graph = graph(&document(parameters, nodes, SHIFTED));
        let mut arguments = Arguments::new(&graph);
        assert_eq!(value(&graph, &arguments), [12.0]);
        assert!(graph.drives_setting(1) && !graph.drives_setting(0));
        assert_eq!(graph.parameters[1].max, Some(100.0), "the range of the setting inside");
        arguments.set(0, Constant::Float(5.0));
        arguments.set(1, Constant::Integer(7));
        assert_eq!(value(&graph, &arguments), [35.0]);
    }

    #[test]
    fn a_wire_takes_the_type_of_the_parameter() {
        let group = r#""lift": {"format": "travertine", "version": 1,
            "parameters": {"in": {"type": "vector", "default": [1, 2, 3]}},
            "nodes": {"out": {"type": "t/add", "inputs": {"a": {"parameter": "in"}, "b": 1}}},
            "outputs": {"out": {"node": "out"}}}"#;
        let value = |inputs: &str| {
            let nodes = format!(r#""x": {{"type": "t/x"}}, "out": {{"type": "group/lift", "inputs": {{{inputs}}}}}"#);
            let graph = graph(&document("", &nodes, group));
            value(&graph, &Arguments::new(&graph))
        };
        assert_eq!(value(""), [2.0, 3.0, 4.0]);
        assert_eq!(value(r#""in": {"node": "x"}"#), [4.0; 3]);
    }

    #[test]
    fn groups_nest_and_are_muted() {
        let inner = SHIFTED;
        let twice = format!(
            r#""twice": {{"format": "travertine", "version": 1,
            "parameters": {{"field": {{"type": "float", "default": 1}}}}, "groups": {{{inner}}},
            "nodes": {{"a": {{"type": "group/shifted", "inputs": {{"field": {{"parameter": "field"}}}}}},
                      "out": {{"type": "group/shifted", "inputs": {{"field": {{"node": "a"}}}}}}}},
            "outputs": {{"out": {{"node": "out"}}}}}}"#
        );
        let value = |muted: bool| {
            let nodes = format!(
                r#""x": {{"type": "t/x"}},
                   "out": {{"type": "group/twice", "muted": {muted}, "inputs": {{"field": {{"node": "x"}}}}}}"#
            );
            let graph = graph(&document("", &nodes, &twice));
            let ids: Vec<String> = graph.nodes.iter().map(|node| node.id.clone()).collect();
            (value(&graph, &Arguments::new(&graph)), ids)
        };
        let (twice, ids) = value(false);
        assert_eq!(twice, [4.0 * 23.0]);
        let inside = ["x", "out/a/moved", "out/a/out", "out/a", "out/out/moved", "out/out/out", "out/out", "out"];
        assert_eq!(ids, inside);
        assert_eq!(value(true), (vec![3.0], vec!["x".to_owned(), "out".to_owned()]));
    }

    #[test]
    fn an_iteration_passes_outputs_on_and_counts() {
        let step = r#""step": {"format": "travertine", "version": 1,
            "parameters": {"sum": {"type": "float", "default": 0}, "index": {"type": "integer", "default": 0},
                           "more": {"type": "float", "default": 0}},
            "nodes": {"index": {"type": "t/add", "inputs": {"a": {"parameter": "sum"}, "b": {"parameter": "index"}}},
                      "out": {"type": "t/add", "inputs": {"a": {"node": "index"}, "b": {"parameter": "more"}}}},
            "outputs": {"sum": {"node": "out"}}}"#;
        let nodes = |count: &str| {
            format!(
                r#""x": {{"type": "t/x"}}, "out": {{"type": "iterate/step",
                "inputs": {{"iterations": {count}, "sum": 100, "more": {{"node": "x"}}}}}}"#
            )
        };
        for count in [1, 2, 5] {
            let graph = graph(&document("", &nodes(&count.to_string()), step));
            let expected = 100 + 3 * count + (0..count).sum::<i32>();
            assert_eq!(value(&graph, &Arguments::new(&graph)), [expected as f32]);
            assert_eq!(graph.nodes.len(), 2 * count as usize + 2);
        }
        let parameters = r#""n": {"type": "integer", "default": 2, "max": 8}"#;
        let graph = graph(&document(parameters, &nodes(r#"{"parameter": "n"}"#), step));
        assert_eq!(graph.nodes.len(), 2 * 8 + 2);
        let mut arguments = Arguments::new(&graph);
        assert_eq!(value(&graph, &arguments), [100.0 + 6.0 + 1.0]);
        arguments.set(0, Constant::Integer(8));
        assert_eq!(value(&graph, &arguments), [100.0 + 24.0 + 28.0]);
    }

    #[test]
    fn an_index_keeps_to_the_range_of_what_it_drives() {
        let step = |range: &str| {
            format!(
                r#""step": {{"format": "travertine", "version": 1,
                "parameters": {{"index": {{"type": "integer", "default": 4{range}}}}},
                "nodes": {{"out": {{"type": "t/times", "inputs": {{"times": {{"parameter": "index"}}}}}}}},
                "outputs": {{"out": {{"node": "out"}}}}}}"#
            )
        };
        let nodes = |count: i32| format!(r#""out": {{"type": "iterate/step", "inputs": {{"iterations": {count}}}}}"#);
        // `times` takes 0 to 100, so there are at most 101 iterations.
        let graph = graph(&document("", &nodes(101), &step("")));
        assert_eq!(value(&graph, &Arguments::new(&graph)), [100.0]);
        assert_eq!(
            errors(&document("", &nodes(102), &step(""))),
            ["/nodes/out/inputs/iterations: `102` is out of range"]
        );
        assert_eq!(
            errors(&document("", &nodes(1), &step(r#", "min": 2"#))),
            [
                "/nodes/out/type: the group `step` cannot be iterated: its parameter `index` lies between 2 and 100, and \
                 starts at 0"
            ]
        );
    }

    #[test]
    fn a_group_has_one_type() {
        let group = SHIFTED;
        assert_eq!(
            errors(&document("", r#""out": {"type": "group/shifted@1"}"#, group)),
            ["/nodes/out/type: unknown group `shifted@1`"]
        );
    }

    #[test]
    fn versions_stand_side_by_side() {
        let constant = |name: &str, value: i32| {
            format!(
                r#""{name}": {{"format": "travertine", "version": 1,
                "nodes": {{"out": {{"type": "t/add", "inputs": {{"a": {value}}}}}}}, "outputs": {{"out": {{"node": "out"}}}}}}"#
            )
        };
        let groups = format!("{}, {}", constant("c", 1), constant("c@2", 20));
        let nodes = r#""one": {"type": "group/c"}, "two": {"type": "group/c@2"},
            "out": {"type": "t/add", "inputs": {"a": {"node": "one"}, "b": {"node": "two"}}}"#;
        let graph = graph(&document("", nodes, &groups));
        assert_eq!(value(&graph, &Arguments::new(&graph)), [21.0]);
    }

    /// Groups `g0` to `g{depth}`, each with `count` instances of the next.
    fn multiplied(depth: usize, count: usize) -> String {
        let mut groups = String::new();
        for level in (0..depth).rev() {
            let node_type = if level + 1 == depth { "t/x".to_owned() } else { format!("group/g{}", level + 1) };
            let nodes: Vec<String> = (0..count).map(|n| format!(r#""n{n}": {{"type": "{node_type}"}}"#)).collect();
            groups = format!(
                r#""g{level}": {{"format": "travertine", "version": 1, "nodes": {{{}}}, "groups": {{{groups}}},
                "outputs": {{"out": {{"node": "n0"}}}}}}"#,
                nodes.join(", ")
            );
        }
        groups
    }

    #[test]
    fn groups_that_multiply_are_refused_before_they_take_memory() {
        let found = errors(&document("", r#""out": {"type": "group/g0"}"#, &multiplied(10, 10)));
        assert_eq!(found.len(), 1);
        let (pointer, message) = found[0].split_once(": ").unwrap();
        assert!(pointer.starts_with("/groups/g0/groups/g1/groups/g2/groups/g3/groups/g4/nodes/n"), "{pointer}");
        assert!(message.starts_with("with its groups, the graph has 1,111,110 nodes: `n0` -> `n0` -> "), "{message}");
    }

    #[test]
    fn groups_are_nested_to_a_limit() {
        let found = errors(&document("", r#""out": {"type": "group/g0"}"#, &multiplied(17, 1)));
        let deepest = format!(
            "{}/groups",
            "/groups/g".to_owned() + &(0..16).map(|n| n.to_string()).collect::<Vec<_>>().join("/groups/g")
        );
        assert!(found.contains(&format!("{deepest}: groups are nested too deeply")), "{found:?}");
        let graph = graph(&document("", r#""out": {"type": "group/g0"}"#, &multiplied(16, 1)));
        assert_eq!(value(&graph, &Arguments::new(&graph)), [3.0]);
    }

    #[test]
    fn a_thousand_instances_share_one_check() {
        let nodes: Vec<String> = (0..1000)
            .map(|n| {
                let before = if n == 0 { "1".to_owned() } else { format!(r#"{{"node": "n{}"}}"#, n - 1) };
                format!(r#""n{n}": {{"type": "group/shifted", "inputs": {{"times": 1, "field": {before}}}}}"#)
            })
            .collect();
        let nodes =
            format!(r#"{}, "out": {{"type": "t/add", "inputs": {{"a": {{"node": "n999"}}}}}}"#, nodes.join(", "));
        let graph = graph(&document("", &nodes, SHIFTED));
        assert_eq!(graph.nodes.len(), 3001);
        assert_eq!(value(&graph, &Arguments::new(&graph)), [1.0]);
    }

    #[test]
    fn bound_programs_of_groups_have_no_slots_of_their_own() {
        let graph = graph(&document("", r#""out": {"type": "group/shifted"}"#, SHIFTED));
        let program = lower(&graph, &[0], &Arguments::new(&graph)).unwrap();
        assert!(program.slots().is_empty());
        assert_eq!(program.sample(&Bound::default(), [0.0; 4]), [10.0]);
    }
}

//! Automatic layout: nodes in columns, each to the right of what it is made of, by egui_graph's layers.

use egui::{Direction, Pos2, Vec2};
use egui_graph::{LayoutNode, LayoutParams, NodeId};
use travertine_editing::{Action, Edit, Outline, Target, actions};

use super::{Canvas, TYPICAL, graph_id, node_id, outputs_id, sockets};

impl Canvas {
    /// Puts all nodes where they do not hide each other, and wires run to the right.
    pub fn arrange(&self, context: &egui::Context, outline: &Outline) -> Action {
        let document = outline.document();
        let (sizes, offsets) = egui_graph::with_graph_memory(context, graph_id(), |memory| {
            (memory.node_sizes().clone(), memory.node_sockets().clone())
        });
        let top = |id: NodeId| self.view.layout.get(&id).map_or(0.0, |place| place.y);
        let node = |id: NodeId, inputs: usize, outputs: usize| {
            let size = sizes.get(&id).copied().unwrap_or(TYPICAL);
            let mut node = LayoutNode::new(size).inputs(inputs).outputs(outputs);
            if let Some(sockets) = offsets.get(&id) {
                let middle = size.y / 2.0;
                let place = |found: Option<(Pos2, Vec2)>| found.map_or(middle, |(place, _)| place.y - top(id));
                node = node
                    .input_offsets((0..inputs).map(|index| place(sockets.input(index))).collect())
                    .output_offsets((0..outputs).map(|index| place(sockets.output(index))).collect());
            }
            (id, node)
        };
        let count = |id: &String| match outline.definition(id) {
            Some(definition) => (definition.inputs.len(), definition.outputs.len()),
            None => (document.nodes[id].inputs.len(), 1),
        };
        let nodes = document.nodes.keys().map(|id| {
            let (inputs, outputs) = count(id);
            node(node_id(id), inputs, outputs)
        });
        let nodes = nodes.chain([node(outputs_id(), document.outputs.len() + 1, 0)]);
        let between = outline.wires().map(|(from, to)| (from, Target::Input(to)));
        let outputs = document.outputs.iter();
        let leaving = outputs.filter_map(|(name, held)| Some((outline.source_of(held)?, Target::Output(name.clone()))));
        let wires = between.chain(leaving).filter_map(|(from, to)| {
            let start = (node_id(&from.node), sockets::output_index(outline, &from)?);
            Some((start, (to.node().map_or_else(outputs_id, node_id), sockets::input_index(outline, &to)?)))
        });
        let wires: Vec<_> = wires.collect();
        let params = LayoutParams::new(Direction::LeftToRight).layer_gap(60.0).node_gap(24.0);
        let places = egui_graph::layout(nodes, wires, params);
        let place = |id: NodeId| places.get(&id).map(|place| [f64::from(place.x.round()), f64::from(place.y.round())]);
        let moved = document.nodes.keys().filter_map(|id| Some((id.clone(), place(node_id(id))?)));
        let mut action = actions::move_to(moved.collect::<Vec<_>>());
        action.edit = Edit::All(vec![action.edit, Edit::OutputsPosition(place(outputs_id()))]);
        Action { label: "Arrange nodes".to_owned(), ..action }
    }
}

//! Automatic layout, alignment and distribution of nodes.

use std::collections::{BTreeMap, BTreeSet};

use travertine_presentation::Outline;

use super::nodes::move_to;
use crate::edit::{Action, Edit};

/// The rectangle that a node occupies on the canvas, in points.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeBox {
    /// The node's id.
    pub id: String,
    /// The left and the upper edge.
    pub position: [f64; 2],
    /// The width and height.
    pub size: [f64; 2],
}

/// The direction along which nodes are aligned or distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// The part of each node that is aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The left or upper edges.
    Start,
    /// The centers.
    Middle,
    /// The right or lower edges.
    End,
}

/// Moves these nodes, or all without a selection, to where [`arrange`](travertine_presentation::arrange) places them.
pub fn arrange(outline: &Outline, selection: Option<&BTreeSet<String>>, sizes: &BTreeMap<String, [f64; 2]>) -> Action {
    let arranged = travertine_presentation::arrange(outline, selection, sizes);
    let nodes = arranged.nodes.into_iter().map(|(id, position)| Edit::Position(id, Some(position)));
    let frames = arranged.frames.into_iter().map(|(id, frame)| Edit::Frame(id, Some(frame)));
    Action::new("Arrange nodes", nodes.chain(frames).collect::<Vec<Edit>>())
}

/// Aligns nodes by edges or centers: to the outermost edge, or to the center of all of them.
pub fn align(nodes: &[NodeBox], direction: Direction, side: Side) -> Action {
    let axis = direction as usize;
    let start = |node: &NodeBox| node.position[axis];
    let end = |node: &NodeBox| node.position[axis] + node.size[axis];
    let low = nodes.iter().map(start).fold(f64::INFINITY, f64::min);
    let high = nodes.iter().map(end).fold(f64::NEG_INFINITY, f64::max);
    let target = |node: &NodeBox| match side {
        Side::Start => low,
        Side::Middle => ((low + high - node.size[axis]) / 2.0).round(),
        Side::End => high - node.size[axis],
    };
    renamed(moved(nodes, axis, target), "Align nodes")
}

/// Makes the gaps between nodes equal; the first and the last node stay.
pub fn distribute(nodes: &[NodeBox], direction: Direction) -> Action {
    let axis = direction as usize;
    let mut sorted: Vec<&NodeBox> = nodes.iter().collect();
    sorted.sort_by(|a, b| a.position[axis].total_cmp(&b.position[axis]));
    let mut targets = BTreeMap::new();
    if let (Some(first), Some(last)) = (sorted.first(), sorted.last()) {
        let room = last.position[axis] + last.size[axis] - first.position[axis];
        let taken: f64 = sorted.iter().map(|node| node.size[axis]).sum();
        let gap = (room - taken) / (sorted.len().max(2) - 1) as f64;
        let mut next = first.position[axis];
        for node in &sorted {
            targets.insert(node.id.as_str(), next.round());
            next += node.size[axis] + gap;
        }
    }
    let target = |node: &NodeBox| targets.get(node.id.as_str()).copied().unwrap_or(node.position[axis]);
    renamed(moved(nodes, axis, target), "Distribute nodes")
}

/// Moves the upper left corner of each node to the nearest point of a grid with this spacing, in points.
pub fn snap(nodes: &[NodeBox], spacing: f64) -> Action {
    let near = |value: f64| if spacing > 0.0 { (value / spacing).round() * spacing } else { value };
    let positions = nodes.iter().map(|node| (node.id.clone(), node.position.map(near)));
    renamed(move_to(positions), "Snap to grid")
}

fn moved(nodes: &[NodeBox], axis: usize, target: impl Fn(&NodeBox) -> f64) -> Action {
    move_to(nodes.iter().map(|node| {
        let mut position = node.position;
        position[axis] = target(node);
        (node.id.clone(), position)
    }))
}

pub(super) fn renamed(action: Action, label: &str) -> Action {
    Action { label: label.to_owned(), ..action }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outlines::{after, outline};

    fn nodes() -> Vec<NodeBox> {
        let sizes = [[100.0, 40.0], [60.0, 20.0], [80.0, 60.0]];
        let positions = [[0.0, 7.0], [300.0, 0.0], [120.0, 100.0]];
        let ids = ["a", "b", "c"].into_iter();
        let all = ids.zip(positions).zip(sizes);
        all.map(|((id, position), size)| NodeBox { id: id.to_owned(), position, size }).collect()
    }

    fn positions(action: Action, axis: usize) -> Vec<f64> {
        let outline = outline("");
        after(&outline, action).document().layout.values().map(|position| position[axis]).collect()
    }

    #[test]
    fn nodes_are_aligned_and_distributed() {
        let nodes = nodes();
        assert_eq!(positions(align(&nodes, Direction::Across, Side::Start), 0), [0.0; 3]);
        assert_eq!(positions(align(&nodes, Direction::Across, Side::End), 0), [260.0, 300.0, 280.0]);
        assert_eq!(positions(align(&nodes, Direction::Across, Side::Middle), 0), [130.0, 150.0, 140.0]);
        assert_eq!(positions(align(&nodes, Direction::Down, Side::Start), 1), [0.0; 3]);
        assert_eq!(positions(align(&nodes, Direction::Down, Side::Start), 0), [0.0, 300.0, 120.0]);
        assert_eq!(positions(distribute(&nodes, Direction::Across), 0), [0.0, 300.0, 160.0]);
        assert_eq!(positions(snap(&nodes, 50.0), 1), [0.0, 0.0, 100.0]);
        assert!(align(&[], Direction::Down, Side::End).edit.is_empty());
        assert!(distribute(&nodes[..1], Direction::Down).edit.parts().len() == 1);
    }
}

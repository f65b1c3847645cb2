//! Arrangement: nodes in rows and columns.

use std::collections::BTreeMap;

use super::nodes::move_to;
use crate::edit::Action;

/// A node where it is shown, as large as it is shown, in points.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// The node's id.
    pub id: String,
    /// Its left and its upper edge.
    pub position: [f64; 2],
    /// Its width and height.
    pub size: [f64; 2],
}

/// Along what nodes are aligned or distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the left to the right.
    Across,
    /// From the top down.
    Down,
}

/// What of nodes is put on one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Their left or upper edges.
    Start,
    /// Their middles.
    Middle,
    /// Their right or lower edges.
    End,
}

/// Puts edges or middles of nodes on one line: that of the outermost edge, or of the middle of them all.
pub fn align(nodes: &[Placed], direction: Direction, side: Side) -> Action {
    let axis = direction as usize;
    let start = |node: &Placed| node.position[axis];
    let end = |node: &Placed| node.position[axis] + node.size[axis];
    let low = nodes.iter().map(start).fold(f64::INFINITY, f64::min);
    let high = nodes.iter().map(end).fold(f64::NEG_INFINITY, f64::max);
    let place = |node: &Placed| match side {
        Side::Start => low,
        Side::Middle => ((low + high - node.size[axis]) / 2.0).round(),
        Side::End => high - node.size[axis],
    };
    renamed(moved(nodes, axis, place), "Align nodes")
}

/// Leaves equal gaps between nodes; the first and the last stay.
pub fn distribute(nodes: &[Placed], direction: Direction) -> Action {
    let axis = direction as usize;
    let mut sorted: Vec<&Placed> = nodes.iter().collect();
    sorted.sort_by(|a, b| a.position[axis].total_cmp(&b.position[axis]));
    let mut places = BTreeMap::new();
    if let (Some(first), Some(last)) = (sorted.first(), sorted.last()) {
        let room = last.position[axis] + last.size[axis] - first.position[axis];
        let taken: f64 = sorted.iter().map(|node| node.size[axis]).sum();
        let gap = (room - taken) / (sorted.len().max(2) - 1) as f64;
        let mut next = first.position[axis];
        for node in &sorted {
            places.insert(node.id.as_str(), next.round());
            next += node.size[axis] + gap;
        }
    }
    let place = |node: &Placed| places.get(node.id.as_str()).copied().unwrap_or(node.position[axis]);
    renamed(moved(nodes, axis, place), "Distribute nodes")
}

/// Puts the upper left corners of nodes on a grid of that spacing, each on the nearest point.
pub fn snap(nodes: &[Placed], spacing: f64) -> Action {
    let near = |value: f64| if spacing > 0.0 { (value / spacing).round() * spacing } else { value };
    let positions = nodes.iter().map(|node| (node.id.clone(), node.position.map(near)));
    renamed(move_to(positions), "Snap to grid")
}

fn moved(nodes: &[Placed], axis: usize, place: impl Fn(&Placed) -> f64) -> Action {
    move_to(nodes.iter().map(|node| {
        let mut position = node.position;
        position[axis] = place(node);
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

    fn nodes() -> Vec<Placed> {
        let sizes = [[100.0, 40.0], [60.0, 20.0], [80.0, 60.0]];
        let positions = [[0.0, 7.0], [300.0, 0.0], [120.0, 100.0]];
        let ids = ["a", "b", "c"].into_iter();
        let all = ids.zip(positions).zip(sizes);
        all.map(|((id, position), size)| Placed { id: id.to_owned(), position, size }).collect()
    }

    fn positions(action: Action, axis: usize) -> Vec<f64> {
        let outline = outline("");
        after(&outline, action).document().layout.values().map(|position| position[axis]).collect()
    }

    #[test]
    fn lines_and_gaps() {
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

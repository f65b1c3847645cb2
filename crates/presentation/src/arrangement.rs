//! Automatic layout of a graph: nodes in columns along the wires, and frames around the nodes that they held before.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;

use travertine_graph::document::Frame;

use crate::layered::{Area, Wire, place};
use crate::outline::Outline;

/// The distance between a frame and its content, in points. The title needs more.
pub const MARGIN: f64 = 24.0;
/// The height of the title of a frame, in points.
pub const TITLE: f64 = 32.0;

/// The size of a node whose size is unknown, in points.
const SIZE: [f64; 2] = [160.0, 100.0];

/// Where nodes and frames come to lie.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Arrangement {
    /// The upper left corners of the nodes, by id.
    pub nodes: BTreeMap<String, [f64; 2]>,
    /// The frames that hold nodes, by id, with their new positions and sizes.
    pub frames: BTreeMap<String, Frame>,
}

/// Arranges these nodes, or all without a selection: each to the right of its sources, without overlaps. `sizes` has
/// the sizes of the nodes on the canvas, in points. The upper left corner of the arrangement stays.
///
/// Without a selection, the nodes of a frame stay together, and the frame fits around them. A node belongs to the
/// smallest frame around its center. Empty frames and notes stay. Where wires lead into a frame and out of it to the
/// same place, some lead to the left.
pub fn arrange(
    outline: &Outline,
    selection: Option<&BTreeSet<String>>,
    sizes: &BTreeMap<String, [f64; 2]>,
) -> Arrangement {
    let document = outline.document();
    let is_chosen = |id: &String| selection.is_none_or(|selection| selection.contains(id));
    let nodes = outline.sources_first().into_iter().filter(is_chosen);
    let nodes: Vec<Placed> = nodes.map(|id| Placed::node(outline, sizes, id)).collect();
    let whole = match selection {
        None => framed(outline, nodes),
        Some(_) => Placed::of(outline, nodes),
    };

    let old = whole.nodes.iter().filter_map(|node| document.layout.get(&node.id).copied());
    let old = old.chain(whole.frames.iter().map(|(id, _)| document.annotations.frames[*id].position));
    let corner = old.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or_default();
    let moved = |position: [f64; 2]| [0, 1].map(|axis| (position[axis] + corner[axis]).round());
    let nodes = whole.nodes.into_iter().map(|node| (node.id, moved(node.position))).collect();
    let frames = whole.frames.into_iter().map(|(id, [position, size])| {
        let frame = document.annotations.frames[id].clone();
        (id.to_owned(), Frame { position: moved(position), size: size.map(f64::ceil), ..frame })
    });
    Arrangement { nodes, frames: frames.collect() }
}

/// A node within an arrangement.
struct Node {
    id: String,
    position: [f64; 2],
    size: [f64; 2],
}

/// Nodes and frames that are arranged from (0, 0) on.
struct Placed<'a> {
    nodes: Vec<Node>,
    /// The position and size of each frame.
    frames: Vec<(&'a str, [[f64; 2]; 2])>,
    size: [f64; 2],
    /// The old place of its middle.
    middle: [f64; 2],
}

impl<'a> Placed<'a> {
    fn node(outline: &Outline, sizes: &BTreeMap<String, [f64; 2]>, id: String) -> Placed<'a> {
        let size = sizes.get(&id).copied().unwrap_or(SIZE);
        let corner = outline.document().layout.get(&id).copied().unwrap_or_default();
        let middle = [0, 1].map(|axis| corner[axis] + size[axis] / 2.0);
        let node = Node { id, position: [0.0; 2], size };
        Placed { nodes: vec![node], frames: Vec::new(), size, middle }
    }

    /// Arranges parts, which come after their sources unless they form a circle.
    fn of(outline: &Outline, parts: Vec<Placed<'a>>) -> Placed<'a> {
        let wires = wires(outline, &parts);
        let order = sources_first(parts.len(), &wires);
        let mut rank = vec![0; parts.len()];
        order.iter().enumerate().for_each(|(at, part)| rank[*part] = at);
        // A wire against the order closes a circle and is ignored.
        let ranked =
            wires.into_iter().map(|wire| Wire { source: rank[wire.source], target: rank[wire.target], ..wire });
        let wires = ranked.filter(|wire| wire.source < wire.target).collect();
        let area = |part: &usize| Area { size: parts[*part].size, y: parts[*part].middle[1] };
        let areas: Vec<Area> = order.iter().map(area).collect();
        let corners = place(&areas, wires);

        let mut whole = Placed { nodes: Vec::new(), frames: Vec::new(), size: [0.0; 2], middle: [0.0; 2] };
        for (part, at) in parts.into_iter().zip(rank) {
            let corner = corners[at];
            whole.size = [0, 1].map(|axis| whole.size[axis].max(corner[axis] + part.size[axis]));
            whole.take(part, corner);
        }
        whole
    }

    /// Adds a part at a position.
    fn take(&mut self, part: Placed<'a>, corner: [f64; 2]) {
        let moved = |position: [f64; 2]| [0, 1].map(|axis| position[axis] + corner[axis]);
        self.nodes.extend(part.nodes.into_iter().map(|node| Node { position: moved(node.position), ..node }));
        let frames = part.frames.into_iter();
        self.frames.extend(frames.map(|(id, [position, size])| (id, [moved(position), size])));
    }

    /// Puts a frame around all of it.
    fn in_frame(self, id: &'a str, frame: &Frame) -> Placed<'a> {
        let size = [self.size[0] + 2.0 * MARGIN, self.size[1] + 2.0 * MARGIN + TITLE];
        let middle = [0, 1].map(|axis| frame.position[axis] + frame.size[axis] / 2.0);
        let mut whole = Placed { nodes: Vec::new(), frames: vec![(id, [[0.0; 2], size])], size, middle };
        whole.take(self, [MARGIN, MARGIN + TITLE]);
        whole
    }
}

/// Arranges nodes with the frames of the document, smaller frames first.
fn framed<'a>(outline: &'a Outline, nodes: Vec<Placed<'a>>) -> Placed<'a> {
    let frames = outline.document().annotations.frames.iter().filter(|(_, frame)| frame.text.is_none());
    let mut frames: Vec<(&String, &Frame)> = frames.collect();
    let area = |frame: &Frame| frame.size[0] * frame.size[1];
    frames.sort_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)));
    // The parts of each frame, then those without a frame.
    let mut parts: Vec<Vec<Placed>> = frames.iter().map(|_| Vec::new()).collect();
    parts.push(Vec::new());
    let around = |part: &Placed, larger: usize| {
        let later = frames[larger..].iter().position(|(_, frame)| contains(frame, part.middle));
        later.map_or(frames.len(), |at| larger + at)
    };
    let layout = &outline.document().layout;
    for node in nodes {
        // A node without a position is in no frame.
        let has_position = node.nodes.iter().all(|node| layout.contains_key(&node.id));
        let frame = if has_position { around(&node, 0) } else { frames.len() };
        parts[frame].push(node);
    }
    for (index, (id, frame)) in frames.iter().enumerate() {
        let inside = mem::take(&mut parts[index]);
        if !inside.is_empty() {
            let whole = Placed::of(outline, inside).in_frame(id, frame);
            let outer = around(&whole, index + 1);
            parts[outer].push(whole);
        }
    }
    Placed::of(outline, parts.pop().unwrap_or_default())
}

fn contains(frame: &Frame, point: [f64; 2]) -> bool {
    (0..2).all(|axis| (0.0..=frame.size[axis]).contains(&(point[axis] - frame.position[axis])))
}

/// The wires between different parts.
fn wires(outline: &Outline, parts: &[Placed]) -> Vec<Wire> {
    let mut known: HashMap<&str, (usize, &Node)> = HashMap::new();
    for (index, part) in parts.iter().enumerate() {
        known.extend(part.nodes.iter().map(|node| (node.id.as_str(), (index, node))));
    }
    let mut wires = Vec::new();
    for (from, to) in outline.wires() {
        let (Some(&(source, _)), Some(&(target, node))) = (known.get(from.node.as_str()), known.get(to.node.as_str()))
        else {
            continue;
        };
        if source != target {
            let definition = outline.definition(&to.node);
            let index = definition.and_then(|definition| definition.input_index(&to.name)).unwrap_or(0);
            let count = definition.map_or(1, |definition| definition.inputs.len()).max(1);
            let y = node.position[1] + node.size[1] * (index as f64 + 0.5) / count as f64;
            wires.push(Wire { source, target, port: y / parts[target].size[1].max(1.0) });
        }
    }
    wires
}

/// An order of parts in which sources come first, except in circles.
fn sources_first(count: usize, wires: &[Wire]) -> Vec<usize> {
    let mut sources = vec![Vec::new(); count];
    wires.iter().for_each(|wire| sources[wire.target].push(wire.source));
    let (mut order, mut is_visited, mut is_done) = (Vec::with_capacity(count), vec![false; count], vec![false; count]);
    for part in 0..count {
        let mut stack = vec![part];
        while let Some(&part) = stack.last() {
            if !is_visited[part] {
                is_visited[part] = true;
                stack.extend(sources[part].iter().filter(|source| !is_visited[**source]));
            } else {
                stack.pop();
                if !is_done[part] {
                    is_done[part] = true;
                    order.push(part);
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::document::Document;
    use travertine_tests::bundled::bundled_graphs;

    use super::*;
    use crate::layered::COLUMN_GAP;

    fn bundled() -> impl Iterator<Item = Document> {
        bundled_graphs().into_iter().map(|(_, text)| Document::parse(text.as_bytes()).unwrap())
    }

    fn outline(nodes: &str) -> Outline {
        let text = format!(r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{}}}}"#);
        Outline::new(Document::parse(text.as_bytes()).unwrap().into(), registry())
    }

    /// The outline after a change of the layout and the frames.
    fn with(outline: &Outline, change: impl FnOnce(&mut Document)) -> Outline {
        let mut document = Document::clone(outline.document());
        change(&mut document);
        Outline::new(document.into(), outline.base())
    }

    fn after(outline: &Outline, arranged: Arrangement) -> Outline {
        with(outline, |document| {
            document.layout.extend(arranged.nodes);
            document.annotations.frames.extend(arranged.frames);
        })
    }

    fn overlaps(outline: &Outline, sizes: &BTreeMap<String, [f64; 2]>) -> Option<String> {
        let layout = &outline.document().layout;
        let boxes: Vec<_> =
            layout.iter().map(|(id, position)| (id, position, sizes.get(id).unwrap_or(&SIZE))).collect();
        for (index, (a, at, size)) in boxes.iter().enumerate() {
            for (b, other, extent) in &boxes[index + 1..] {
                let meet = |axis: usize| at[axis] < other[axis] + extent[axis] && other[axis] < at[axis] + size[axis];
                if meet(0) && meet(1) {
                    return Some(format!("{a} and {b}"));
                }
            }
        }
        None
    }

    #[test]
    fn wires_lead_to_the_right_and_nothing_overlaps() {
        for mut document in bundled() {
            document.annotations.frames.clear();
            let sizes: BTreeMap<String, [f64; 2]> = document
                .nodes
                .keys()
                .enumerate()
                .map(|(index, id)| (id.clone(), [120.0 + 17.0 * (index % 5) as f64, 60.0 + 41.0 * (index % 7) as f64]))
                .collect();
            let start = Outline::new(document.into(), registry());
            let arranged = after(&start, arrange(&start, None, &sizes));
            assert_eq!(overlaps(&arranged, &sizes), None);
            let layout = &arranged.document().layout;
            for (from, to) in arranged.wires() {
                let right = layout[&from.node][0] + sizes[&from.node][0];
                assert!(right + COLUMN_GAP <= layout[&to.node][0], "{from:?} {to:?}");
            }
            let again = arrange(&arranged, None, &sizes);
            assert_eq!(after(&arranged, again).document().layout.len(), layout.len());
        }
    }

    #[test]
    fn a_chain_is_a_straight_line_and_inputs_keep_their_order() {
        let start = outline(
            r#""a": {"type": "noise/perlin"}, "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}},
               "x": {"type": "noise/perlin"},
               "sum": {"type": "math/add", "inputs": {"a": {"node": "x"}, "b": {"node": "c"}}}"#,
        );
        let arranged = after(&start, arrange(&start, None, &BTreeMap::new()));
        let layout = &arranged.document().layout;
        assert_eq!([layout["a"][1], layout["b"][1]], [layout["c"][1]; 2]);
        assert!(layout["x"][1] < layout["c"][1], "what leads to the upper input is above");
        assert!(layout["x"][0] > layout["b"][0], "as far to the right as can be");
    }

    #[test]
    fn only_the_selection_moves_and_its_corner_stays() {
        let start = outline(
            r#""a": {"type": "noise/perlin"}, "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}}"#,
        );
        let positions = ["a", "b", "c"].map(|id| (id.to_owned(), [50.0, 70.0]));
        let start = with(&start, |document| document.layout.extend(positions));
        let chosen: BTreeSet<String> = ["a", "b"].map(str::to_owned).into();
        let arranged = after(&start, arrange(&start, Some(&chosen), &BTreeMap::new()));
        let layout = &arranged.document().layout;
        assert_eq!([layout["a"], layout["c"]], [[50.0, 70.0]; 2]);
        assert_eq!(layout["b"], [50.0 + SIZE[0] + COLUMN_GAP, 70.0]);
    }

    #[test]
    fn circles_and_long_chains_are_arranged() {
        let ring = outline(
            r#""a": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}},
               "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}}"#,
        );
        assert_eq!(overlaps(&after(&ring, arrange(&ring, None, &BTreeMap::new())), &BTreeMap::new()), None);
        let chain: Vec<String> = (0..500)
            .map(|index| match index {
                0 => r#""n0": {"type": "noise/perlin"}"#.to_owned(),
                _ => format!(
                    r#""n{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "n{}"}}, "b": {{"node": "n{}"}}}}}}"#,
                    index - 1,
                    index / 2
                ),
            })
            .collect();
        let chain = outline(&chain.join(", "));
        let start = std::time::Instant::now();
        let arranged = after(&chain, arrange(&chain, None, &BTreeMap::new()));
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
        assert_eq!(overlaps(&arranged, &BTreeMap::new()), None);
    }

    /// Each node is wired to the one before and to the first, so that long wires have millions of passages.
    #[test]
    fn long_wires_in_a_deep_graph_take_no_room() {
        let chain: Vec<String> = (0..4000)
            .map(|index| match index {
                0 => r#""n0": {"type": "noise/perlin"}"#.to_owned(),
                _ => format!(
                    r#""n{index}": {{"type": "math/add", "inputs": {{"a": {{"node": "n{}"}}, "b": {{"node": "n0"}}}}}}"#,
                    index - 1
                ),
            })
            .collect();
        let chain = outline(&chain.join(", "));
        let start = std::time::Instant::now();
        let arranged = after(&chain, arrange(&chain, None, &BTreeMap::new()));
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
        let columns: BTreeSet<u64> = arranged.document().layout.values().map(|[x, _]| x.to_bits()).collect();
        assert_eq!(columns.len(), 4000);
    }

    /// The nodes inside a frame, and the nodes that its edge cuts.
    fn inside_and_cut(outline: &Outline, frame: &Frame, sizes: &BTreeMap<String, [f64; 2]>) -> [BTreeSet<String>; 2] {
        let (mut inside, mut cut) = (BTreeSet::new(), BTreeSet::new());
        for (id, corner) in &outline.document().layout {
            let size = sizes.get(id).unwrap_or(&SIZE);
            let end = [0, 1].map(|axis| corner[axis] + size[axis]);
            let middle = [0, 1].map(|axis| (corner[axis] + end[axis]) / 2.0);
            match [*corner, end, middle].map(|point| contains(frame, point)) {
                [true, true, _] => inside.insert(id.clone()),
                [false, false, false] => continue,
                _ => cut.insert(id.clone()),
            };
        }
        [inside, cut]
    }

    #[test]
    fn frames_hold_the_same_nodes_and_cut_none() {
        let mut count = 0;
        for document in bundled() {
            let start = Outline::new(document.into(), registry());
            let none = BTreeMap::new();
            let arranged = after(&start, arrange(&start, None, &none));
            let again = after(&arranged, arrange(&arranged, None, &none));
            for (id, frame) in &start.document().annotations.frames {
                if frame.text.is_some() {
                    continue;
                }
                let fitted = &arranged.document().annotations.frames[id];
                let [inside, cut] = inside_and_cut(&arranged, fitted, &none);
                assert_eq!(cut, BTreeSet::new(), "{id}");
                let before = start
                    .document()
                    .layout
                    .iter()
                    .filter(|(_, corner)| contains(frame, [corner[0] + SIZE[0] / 2.0, corner[1] + SIZE[1] / 2.0]));
                assert_eq!(inside, before.map(|(node, _)| node.clone()).collect(), "{id}");
                let twice = &again.document().annotations.frames[id];
                assert_eq!(inside_and_cut(&again, twice, &none), [inside, cut], "{id}");
                count += 1;
            }
        }
        assert!(count > 50, "{count}");
    }

    #[test]
    fn a_frame_stays_between_its_sources_and_its_targets() {
        let start = outline(
            r#""a": {"type": "noise/perlin"}, "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}},
               "d": {"type": "math/add", "inputs": {"a": {"node": "c"}, "b": {"node": "a"}}}"#,
        );
        let positions = [("a", 0.0), ("b", 900.0), ("c", 1000.0), ("d", 5000.0)];
        let frame = Frame { position: [850.0, -50.0], size: [400.0, 300.0], ..Frame::default() };
        let outer = Frame { position: [800.0, -90.0], size: [600.0, 500.0], ..Frame::default() };
        let note = Frame { text: Some("Here".to_owned()), size: [9000.0; 2], ..Frame::default() };
        let parts = [("f", frame), ("outer", outer), ("note", note.clone())];
        let start = with(&start, |document| {
            document.layout.extend(positions.map(|(id, x)| (id.to_owned(), [x, 0.0])));
            document.annotations.frames.extend(parts.map(|(id, frame)| (id.to_owned(), frame)));
        });
        let arranged = after(&start, arrange(&start, None, &BTreeMap::new()));
        let (layout, frames) = (&arranged.document().layout, &arranged.document().annotations.frames);
        let (inner, outer) = (&frames["f"], &frames["outer"]);
        assert_eq!(inner.size, [2.0 * SIZE[0] + COLUMN_GAP + 2.0 * MARGIN, SIZE[1] + 2.0 * MARGIN + TITLE]);
        assert_eq!(inner.position[0] - outer.position[0], MARGIN);
        assert!(layout["a"][0] + SIZE[0] + COLUMN_GAP <= outer.position[0]);
        assert!(outer.position[0] + outer.size[0] + COLUMN_GAP <= layout["d"][0]);
        assert_eq!(layout["b"][0], inner.position[0] + MARGIN);
        assert_eq!(frames["note"], note, "notes stay");
    }
}

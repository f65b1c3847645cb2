//! Growth: times by size of the picture, octaves and nodes.

use std::fmt::{self, Write};
use std::hint::black_box;
use std::io;

use travertine_noise::Level;
use travertine_render::sink::Sink;
use travertine_render::{Format, Rows, Slice};

use crate::contender::{Contender, Who};
use crate::editor::Drag;
use crate::grid::Grid;
use crate::measure::measure;
use crate::slider::Slider;
use crate::travertine::Texture;
use crate::workload::{self, Pattern};

/// Times of a task at several sizes.
pub struct Growth {
    title: String,
    /// The units of sizes and times.
    columns: [&'static str; 2],
    rows: Vec<(String, f64)>,
}

/// Measures all tasks, at the best level and on one thread.
pub fn all(turns: usize) -> Vec<Growth> {
    vec![
        pictures(turns),
        octaves(turns),
        nodes(turns),
        compilation(turns),
        instances(turns),
        slider(Slider::Ground, "after all noise", turns),
        slider(Slider::Turbulence, "before the noise of the veins", turns),
        drags(turns),
    ]
}

fn pictures(turns: usize) -> Growth {
    let columns = ["pixels per side", "ns per sample"];
    Growth::measure("Marble, by size of the picture", columns, &[256, 1024, 4096, 16384], turns, |side| {
        let texture = Texture::of(&workload::MARBLE);
        let work = move || texture.sink(square(side), Level::detect(), 1, Forget);
        (Box::new(work), (side * side) as f64 / 1e9)
    })
}

fn octaves(turns: usize) -> Growth {
    let columns = ["octaves", "ns per sample and octave"];
    Growth::measure("Sums of octaves", columns, &[1, 2, 4, 8], turns, |octaves| {
        let mut sum = workload::MARBLE;
        sum.pattern = Pattern::Perlin { octaves: octaves as u32 };
        let texture = Texture::of(&sum);
        let work = move || texture.sink(square(SIDE), Level::detect(), 1, Forget);
        (Box::new(work), (SIDE * SIDE * octaves) as f64 / 1e9)
    })
}

fn nodes(turns: usize) -> Growth {
    let columns = ["nodes", "ns per sample and node"];
    Growth::measure("A chain of cosines of noise", columns, &[10, 100, 1000], turns, |nodes| {
        let texture = Texture::new(&document(nodes, link));
        let work = move || texture.sink(square(SIDE), Level::detect(), 1, Forget);
        (Box::new(work), (SIDE * SIDE * nodes) as f64 / 1e9)
    })
}

fn compilation(turns: usize) -> Growth {
    let columns = ["nodes", "ms"];
    let title = "From the text of a graph to its program; the limit for 1000 nodes is 20 ms";
    Growth::measure(title, columns, &[10, 100, 1000, 10_000], turns, |nodes| {
        let text = document(nodes, mixed);
        (Box::new(move || drop(black_box(Texture::new(&text)))), 1e-3)
    })
}

fn instances(turns: usize) -> Growth {
    let columns = ["instances", "ms"];
    let title = "From the text of a graph with instances of one group, each of eight nodes, to its program; the limit for \
                 1000 instances is 100 ms";
    Growth::measure(title, columns, &[10, 100, 1000], turns, |instances| {
        let text = with_group(instances);
        (Box::new(move || drop(black_box(Texture::new(&text)))), 1e-3)
    })
}

fn slider(slider: Slider, where_in_graph: &str, turns: usize) -> Growth {
    let title = format!(
        "A step of a slider {where_in_graph} of a marble of twenty nodes, from the change to the picture; the limit for 512 \
         pixels per side is 5 ms"
    );
    // Turns are single steps, so short that a good median needs more of them.
    Growth::measure(title, ["pixels per side", "ms"], &[64, 256, 512, 1024], 5 * turns, |side| {
        (Box::new(slider.steps(side as u32)), 1e-3)
    })
}

fn drags(turns: usize) -> Growth {
    let title = "A tick of a slider in the editor, from the change of a marble of twenty nodes to 64 x 64 pixels on the screen; \
        for comparison, with the whole document copied, checked and lowered at every tick";
    Growth::measure(title, ["dragged", "ms"], &Drag::ALL, 5 * turns, |drag| (Box::new(drag.ticks()), 1e-3))
}

impl Growth {
    /// Measures several sizes. `work` gives the work of a size and its number of units; a row has the time per unit.
    fn measure<S: Copy + ToString>(
        title: impl Into<String>,
        columns: [&'static str; 2],
        sizes: &[S],
        turns: usize,
        work: impl Fn(S) -> (Box<dyn FnMut()>, f64),
    ) -> Growth {
        let (works, units): (Vec<_>, Vec<_>) = sizes.iter().map(|size| work(*size)).unzip();
        let contender = |run| Contender { who: Who::Travertine(Level::detect()), run };
        let mut contenders: Vec<Contender> = works.into_iter().map(contender).collect();
        let times = measure(&mut contenders, turns);
        let rows = sizes.iter().zip(times).zip(units).map(|((size, time), units)| (size.to_string(), time / units));
        Growth { title: title.into(), columns, rows: rows.collect() }
    }
}

/// A heading and a table in Markdown.
impl fmt::Display for Growth {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let [size, time] = self.columns;
        write!(formatter, "{}:\n\n| {size} |", self.title)?;
        self.rows.iter().try_for_each(|(size, _)| write!(formatter, " {size} |"))?;
        write!(formatter, "\n|---|{}\n| {time} |", "---|".repeat(self.rows.len()))?;
        self.rows.iter().try_for_each(|(_, time)| write!(formatter, " {time:.2} |"))?;
        formatter.write_char('\n')
    }
}

/// Samples per side of pictures with a fixed size.
const SIDE: usize = 256;

/// A picture with the same number of samples per lattice cell at every size.
fn square(side: usize) -> Slice {
    let units = side as f64 / f64::from(Grid::Slice.side());
    Slice { region: [0.0, 0.0, units, units], ..Slice::new(side as u32, side as u32) }
}

/// A sink that discards rows, so that a picture may have any size.
struct Forget;

impl Sink for Forget {
    type Output = ();

    fn write(self, _format: Format, rows: &mut Rows) -> io::Result<()> {
        while let Some(row) = rows.next_row() {
            black_box(row);
        }
        Ok(())
    }
}

/// A document with nodes n0, n1 and so on; the last one is the output.
fn document(nodes: usize, node: fn(usize) -> String) -> String {
    let nodes: Vec<String> = (0..nodes).map(|index| format!(r#""n{index}": {}"#, node(index))).collect();
    let last = nodes.len() - 1;
    let nodes = nodes.join(", ");
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"value": {{"node": "n{last}"}}}}}}"#
    )
}

/// A document with a chain of instances of a group of eight nodes.
fn with_group(instances: usize) -> String {
    let step = |index: usize| match index {
        0 => r#"{"type": "math/add", "inputs": {"a": {"parameter": "value"}, "b": {"parameter": "lift"}}}"#.to_owned(),
        _ => mixed(index),
    };
    let group = document(8, step).replacen(
        r#""nodes""#,
        r#""parameters": {"value": {"type": "float", "default": 0}, "lift": {"type": "float", "default": 0.5}}, "nodes""#,
        1,
    );
    let instance = |index: usize| {
        let value = index.checked_sub(1).map_or("0.5".to_owned(), |before| format!(r#"{{"node": "n{before}"}}"#));
        format!(r#"{{"type": "group/step", "inputs": {{"value": {value}, "lift": {index}}}}}"#)
    };
    let nodes: Vec<String> = (0..instances).map(|index| format!(r#""n{index}": {}"#, instance(index))).collect();
    let last = instances - 1;
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{}}}, "groups": {{"step": {group}}},
            "outputs": {{"value": {{"node": "n{last}"}}}}}}"#,
        nodes.join(", ")
    )
}

/// A node of a chain: noise first, then cosines of the node before.
fn link(index: usize) -> String {
    match index.checked_sub(1) {
        None => r#"{"type": "noise/perlin"}"#.to_owned(),
        Some(before) => {
            format!(r#"{{"type": "math/cosine", "inputs": {{"value": {{"node": "n{before}"}}}}}}"#)
        }
    }
}

/// A node of a mixed graph: groups of four nodes of noise, a product with the group before, a cosine, and a sum.
fn mixed(index: usize) -> String {
    let node = |back: usize| match index.checked_sub(back) {
        Some(index) => format!(r#"{{"node": "n{index}"}}"#),
        None => "0.5".to_owned(),
    };
    match index % 4 {
        0 => format!(r#"{{"type": "noise/perlin", "inputs": {{"octaves": 4, "seed": {index}}}}}"#),
        1 => format!(r#"{{"type": "math/multiply", "inputs": {{"a": {}, "b": {}}}}}"#, node(1), node(2)),
        2 => format!(r#"{{"type": "math/cosine", "inputs": {{"value": {}}}}}"#, node(1)),
        _ => format!(r#"{{"type": "math/add", "inputs": {{"a": {}, "b": {}}}}}"#, node(1), node(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_of_any_size_are_valid_and_fully_lowered() {
        for nodes in [1, 2, 3, 4, 10, 100] {
            let image = Texture::new(&document(nodes, link)).image(square(8), Level::detect(), 1);
            assert!(image.data.iter().all(|value| value.is_finite()));
        }
        let operations = |instances| Texture::new(&with_group(instances)).operations();
        let (ten, hundred) = (operations(10), operations(100));
        assert!(hundred > 5 * ten, "{ten} operations for 10 instances, {hundred} for 100");
        let operations = |nodes| Texture::new(&document(nodes, mixed)).operations();
        let (hundred, thousand) = (operations(100), operations(1000));
        assert!(thousand > 9 * hundred, "{hundred} operations for 100 nodes, {thousand} for 1000");
    }

    #[test]
    fn tables_are_markdown() {
        let growth = Growth {
            title: "Time".to_owned(),
            columns: ["nodes", "ms"],
            rows: vec![("1".to_owned(), 0.5), ("10".to_owned(), 5.0)],
        };
        assert_eq!(growth.to_string(), "Time:\n\n| nodes | 1 | 10 |\n|---|---|---|\n| ms | 0.50 | 5.00 |\n");
    }
}

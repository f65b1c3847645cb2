//! What holds for every tiling, tested by sampling alone: the middles of the pieces label the plane, and all other
//! outputs must fit this picture.

use std::collections::HashMap;

use travertine_noise::Interval;
use travertine_program::{Bound, Program};

use crate::checks::evaluate::{alone, lowered, registry};

/// The outputs of a tiling at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Found {
    pub value: f32,
    pub edge: f32,
    pub id: f32,
    pub center: [f32; 3],
    pub local: [f32; 3],
}

impl Found {
    /// The label of the piece.
    fn piece(self) -> [u32; 3] {
        self.center.map(|part| (part + 0.0).to_bits())
    }
}

/// A tiling node with inputs.
pub struct Tiling {
    node_type: &'static str,
    inputs: String,
    /// The outputs that number the piece.
    numbers: Vec<&'static str>,
    program: Program,
    bound: Bound,
}

fn apart<const N: usize>(a: [f32; N], b: [f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

impl Tiling {
    /// A node of a type with inputs, given as the content of a JSON object.
    pub fn new(node_type: &'static str, inputs: &str) -> Tiling {
        let registry = registry();
        let definition = registry.get(node_type, 1).unwrap_or_else(|| panic!("no {node_type}"));
        let outputs: Vec<&str> = definition.outputs.iter().map(|output| &*output.name).collect();
        let numbers = ["column", "row", "layer"].into_iter().filter(|name| outputs.contains(name)).collect();
        let (program, bound) = lowered(&alone(node_type, inputs, &outputs), outputs.len());
        Tiling { node_type, inputs: inputs.to_owned(), numbers, program, bound }
    }

    /// The outputs at a point.
    pub fn at(&self, [x, y, z]: [f32; 3]) -> Found {
        let values = self.program.sample(&self.bound, [x, y, z, 0.0]);
        let [value, edge, id, a, b, c, d, e, f, ..] = values[..] else { panic!("three numbers, two vectors") };
        Found { value, edge, id, center: [a, b, c], local: [d, e, f] }
    }

    /// A number among the outputs at a point.
    pub fn number(&self, name: &str, [x, y, z]: [f32; 3]) -> f32 {
        let before = self.program.outputs().iter().take_while(|output| output.name != name);
        let index: usize = before.map(|output| output.values.len()).sum();
        self.program.sample(&self.bound, [x, y, z, 0.0])[index]
    }

    /// Checks all laws within a rectangle around the origin, at z = 0.
    pub fn check(&self, size: [f32; 2]) {
        self.check_ranges();
        self.check_pieces(size);
        self.check_edges(size);
    }

    fn points(&self, size: [f32; 2], count: u32) -> impl Iterator<Item = [f32; 3]> {
        // A lattice rule: even, and on no line of a tiling.
        (0..count).map(move |step| {
            let part = |number: f64| ((f64::from(step) + 0.5) * number).fract() as f32 - 0.5;
            [part(0.754_877_666_246_692_7) * size[0], part(0.569_840_290_998_053_2) * size[1], 0.0]
        })
    }

    fn check_ranges(&self) {
        let intervals = self.program.intervals(&[], [Interval::EVERYTHING; 4]);
        let output = |index: usize| intervals[self.program.outputs()[index].values[0].index()];
        assert_eq!([output(0), output(2)], [Interval::UNIT; 2], "{}", self.inputs);
        assert_eq!(output(1).min, 0.0, "{}", self.inputs);
    }

    fn check_pieces(&self, size: [f32; 2]) {
        let mut pieces: HashMap<[u32; 3], Vec<([f32; 3], Found)>> = HashMap::new();
        for point in self.points(size, 2000) {
            let found = self.at(point);
            pieces.entry(found.piece()).or_default().push((point, found));
        }
        assert!(pieces.len() > 8, "{}: only {} pieces", self.inputs, pieces.len());
        let mut ids: Vec<u32> = Vec::new();
        for points in pieces.values() {
            let (first, at_first) = points[0];
            ids.push(at_first.id.to_bits());
            let what = format!("{} {} at {first:?}: {at_first:?}", self.node_type, self.inputs);
            let middle = self.at(at_first.center);
            assert_eq!(middle.piece(), at_first.piece(), "{what}");
            assert!(apart(middle.local, [0.0; 3]) < 1e-5, "{what}, in the middle {:?}", middle.local);
            for (point, found) in points {
                assert_eq!(found.id, at_first.id, "{what}, {point:?}");
                for name in &self.numbers {
                    assert_eq!(self.number(name, *point), self.number(name, first), "{what}, {name}");
                }
                let away = apart(*point, found.center);
                assert!((away - apart(found.local, [0.0; 3])).abs() < 1e-5, "{what}, {point:?}: {found:?}");
                // A piece is turned, not sheared.
                let (real, own) = (apart(*point, first), apart(found.local, at_first.local));
                assert!((real - own).abs() < 2e-5, "{what}, {point:?}: {found:?}");
            }
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{}: pieces share numbers", self.inputs);
    }

    /// A circle with the radius `edge` stays within the piece and touches its border.
    fn check_edges(&self, size: [f32; 2]) {
        const DIRECTIONS: u32 = 120;
        for point in self.points(size, 60) {
            let here = self.at(point);
            let leaves = |radius: f32| {
                (0..DIRECTIONS).any(|direction| {
                    let angle = (f64::from(direction) + 0.25) / f64::from(DIRECTIONS) * std::f64::consts::TAU;
                    let [x, y] = [libm_cos(angle), libm_cos(angle - std::f64::consts::FRAC_PI_2)];
                    let there = [point[0] + radius * x as f32, point[1] + radius * y as f32, point[2]];
                    self.at(there).piece() != here.piece()
                })
            };
            let what = format!("{} {} at {point:?}: {here:?}", self.node_type, self.inputs);
            for part in [0.5, 0.9, 0.999] {
                assert!(!leaves((here.edge * part - 1e-5).max(0.0)), "{what} at the part {part}");
            }
            // Between two directions, a line lies at most 0.0004 further away, and a corner 0.02.
            assert!(leaves(here.edge * 1.001 + 1e-5) || self.leaves_at_a_corner(point, here), "{what} is too low");
        }
    }

    /// Whether the nearest point of the border is a corner that sticks into the piece, between two directions.
    fn leaves_at_a_corner(&self, point: [f32; 3], here: Found) -> bool {
        const DIRECTIONS: u32 = 100_000;
        (0..DIRECTIONS).any(|direction| {
            let angle = f64::from(direction) / f64::from(DIRECTIONS) * std::f64::consts::TAU;
            let [x, y] = [libm_cos(angle), libm_cos(angle - std::f64::consts::FRAC_PI_2)];
            let radius = here.edge * 1.002 + 1e-5;
            self.at([point[0] + radius * x as f32, point[1] + radius * y as f32, point[2]]).piece() != here.piece()
        })
    }

    /// Checks that numbers repeat after some pieces, which lie at these distances along x, y and z, and only these.
    pub fn check_period(&self, pieces: [u32; 3], distances: [f32; 3]) {
        let inputs = format!(r#"{}, "period": {pieces:?}"#, self.inputs);
        let repeated = Tiling::new(self.node_type, &inputs);
        let mut changed = [0; 3];
        for step in 0..200 {
            // Multiples of 1/1024, so that the distances round nothing.
            let point = [0.371, 0.713, 0.437].map(|part: f32| ((part * step as f32).fract() * 1024.0).floor() / 512.0);
            let here = repeated.at(point);
            for axis in (0..3).filter(|axis| pieces[*axis] > 0) {
                for times in [1.0, -1.0, 3.0] {
                    let mut there = point;
                    there[axis] += times * distances[axis];
                    let found = repeated.at(there);
                    let what = format!("{} {inputs} at {point:?} and {there:?}", self.node_type);
                    assert_eq!([found.id, found.edge, found.value], [here.id, here.edge, here.value], "{what}");
                    assert_eq!(found.local[..2], here.local[..2], "{what}");
                    let mut moved = here.center;
                    moved[axis] += times * distances[axis];
                    assert!(apart(moved, found.center) < 1e-5, "{what}");
                    changed[axis] += usize::from(self.at(there).id != self.at(point).id);
                }
            }
        }
        for axis in (0..3).filter(|axis| pieces[*axis] > 0) {
            assert!(changed[axis] > 500, "{}: without a period, {axis} repeats, too", self.inputs);
        }
    }

    /// Checks that columns and rows count the pieces that lie along x and y: so many within these distances.
    pub fn check_numbers(&self, pieces: [u32; 2], distances: [f32; 2]) {
        for step in 0..200 {
            // Multiples of 1/1024, so that the distances round nothing.
            let point = [0.371, 0.713].map(|part: f32| ((part * step as f32).fract() * 1024.0).floor() / 512.0);
            let numbers = |[x, y]: [f32; 2]| ["column", "row"].map(|name| self.number(name, [x, y, 0.0]));
            let here = numbers(point);
            for axis in 0..2 {
                for times in [1.0, -2.0] {
                    let (mut there, mut expected) = (point, here);
                    there[axis] += times * distances[axis];
                    expected[axis] += times * pieces[axis] as f32;
                    assert_eq!(numbers(there), expected, "{} {} at {there:?}", self.node_type, self.inputs);
                }
            }
        }
    }
}

/// The cosine, for tests only.
#[expect(clippy::disallowed_methods, reason = "no pixel depends on it")]
fn libm_cos(angle: f64) -> f64 {
    angle.cos()
}

//! Tests of distances against shapes that are given by what lies inside them.

use crate::checks::evaluate::{alone, outputs};

/// The first output of a document as a function of the position.
pub fn field(document: &str) -> impl Fn([f64; 3]) -> f64 + use<> {
    let at = outputs(document, 1);
    move |[x, y, z]| f64::from(at([x as f32, y as f32, z as f32, 0.0])[0])
}

/// A node, with its inputs in JSON.
pub fn shape(node_type: &str, inputs: &str) -> impl Fn([f64; 3]) -> f64 + use<> {
    field(&alone(node_type, inputs, &["distance"]))
}

/// Random positions with coordinates from -1 to 1; flat ones have z = 0.
pub struct Positions {
    state: u64,
    dimensions: usize,
}

impl Positions {
    pub fn new(dimensions: usize) -> Positions {
        Positions { state: 1, dimensions }
    }
}

impl Iterator for Positions {
    type Item = [f64; 3];

    fn next(&mut self) -> Option<[f64; 3]> {
        let mut position = [0.0; 3];
        for coordinate in &mut position[..self.dimensions] {
            self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *coordinate = (self.state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        }
        Some(position)
    }
}

pub fn between(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis])).sum::<f64>().sqrt()
}

/// The point at `part` of the way.
fn mix(a: [f64; 3], b: [f64; 3], part: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * part)
}

/// Points on the surface, found by bisection between random positions on both sides.
fn surface(dimensions: usize, inside: &impl Fn([f64; 3]) -> bool) -> Vec<[f64; 3]> {
    let mut positions = Positions::new(dimensions);
    let mut points = Vec::new();
    let inner: Vec<[f64; 3]> = positions.by_ref().filter(|at| inside(*at)).take(200).collect();
    for (index, outer) in positions.take(12_000).enumerate() {
        let (mut within, mut beyond) = (inner[index % inner.len()], outer);
        // Far enough to leave the shape.
        beyond = mix(within, beyond, 4.0);
        if inside(beyond) {
            continue;
        }
        for _ in 0..30 {
            let middle = mix(within, beyond, 0.5);
            if inside(middle) { within = middle } else { beyond = middle }
        }
        points.push(within);
    }
    assert!(points.len() > 2_000, "the shape is within reach");
    points
}

/// Checks the sign; that the distance is never more than that to the nearest of many points of the surface; and
/// that it changes by at most the distance between two positions.
pub fn is_bound(dimensions: usize, distance: &impl Fn([f64; 3]) -> f64, inside: &impl Fn([f64; 3]) -> bool) {
    let points = surface(dimensions, inside);
    for point in points.iter().step_by(10) {
        let found = distance(*point);
        assert!(found.abs() < 2e-6, "{found} on the surface, at {point:?}");
    }
    let positions: Vec<[f64; 3]> = Positions::new(dimensions).skip(7).take(300).collect();
    for position in &positions {
        let found = distance(*position);
        assert_eq!(found < 0.0, inside(*position), "{found} at {position:?}");
        let nearest = points.iter().map(|point| between(*point, *position)).fold(f64::MAX, f64::min);
        assert!(found.abs() <= nearest + 2e-6, "{found} at {position:?}, {nearest} from the surface");
    }
    let close = positions.iter().map(|position| (*position, position.map(|part| part + 0.003)));
    let far = positions.iter().zip(&positions[1..]).map(|(a, b)| (*a, *b));
    for (a, b) in close.chain(far) {
        let change = (distance(a) - distance(b)).abs();
        assert!(change <= between(a, b) + 2e-6, "{a:?} to {b:?}");
    }
}

/// Checks the same, and that a point of the surface is as near as the distance says: a step against the gradient
/// leads to it. There is no gradient at places with several nearest points, which a few positions may meet.
pub fn is_exact(dimensions: usize, distance: &impl Fn([f64; 3]) -> f64, inside: &impl Fn([f64; 3]) -> bool) {
    is_bound(dimensions, distance, inside);
    let mut steps = 0;
    for position in Positions::new(dimensions).skip(7).take(300) {
        let found = distance(position);
        let mut gradient = [0.0; 3];
        for axis in 0..dimensions {
            let (mut before, mut after) = (position, position);
            before[axis] -= 2e-3;
            after[axis] += 2e-3;
            gradient[axis] = (distance(after) - distance(before)) / 4e-3;
        }
        let length = between(gradient, [0.0; 3]);
        let landed = [0, 1, 2].map(|axis| position[axis] - gradient[axis] / length * found);
        let rest = distance(landed).abs();
        if length > 0.99 {
            steps += 1;
            assert!(rest < 2e-3, "{rest} is left of {found} from {position:?}");
        }
    }
    assert!(steps > 240, "{steps} steps");
}

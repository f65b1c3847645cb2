//! The smoothness of lattice noise across the faces of its cells.
//!
//! Within half a cell a noise is a polynomial along each axis. As many samples as it has coefficients determine it on
//! either side of a face, and with it value, slope and curvature at the face: finite differences of full order.

use travertine_noise::{Basis, Interpolation};

use super::pattern::Pattern;
use super::statistics::Dice;

/// Chebyshev nodes of (0, length), rounded to multiples of 2^-18, by which floats can be moved without rounding.
pub fn nodes(count: usize, length: f64) -> Vec<f64> {
    let angle = |i: usize| (2 * i + 1) as f64 * std::f64::consts::PI / (2 * count) as f64;
    (0..count).map(|i| ((1.0 - angle(i).cos()) / 2.0 * length * 262_144.0).round() / 262_144.0).collect()
}

/// Value, slope and curvature at 0 of the polynomial through the given points, by Newton's divided differences.
pub fn at_0(nodes: &[f64], values: &[f64]) -> [f64; 3] {
    let mut differences = values.to_vec();
    for order in 1..nodes.len() {
        for i in (order..nodes.len()).rev() {
            differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - order]);
        }
    }
    let mut series = [0.0; 3];
    for (node, difference) in nodes.iter().zip(differences).rev() {
        let [a, b, c] = series;
        series = [difference - node * a, a - node * b, b - node * c];
    }
    [series[0], series[1], 2.0 * series[2]]
}

/// The jumps of a noise's value, slope and curvature across random faces: the greatest of each, and the medians.
fn jumps(basis: Basis, interpolation: Interpolation, degree: usize) -> ([f64; 3], [f64; 3]) {
    const FACES: usize = 100_000;
    let mut dice = Dice(4);
    let nodes = nodes(degree + 1, 0.5);
    let mut jumps = [0; 3].map(|_| Vec::with_capacity(FACES));
    for face in 0..FACES {
        let dimensions = 1 + face % 4;
        let axis = face / 4 % dimensions;
        let pattern = Pattern::lattice(basis, dimensions as u8, interpolation).with_seed(face as u32 % 64);
        let mut position = [0; 4].map(|_| dice.integer(16) as f32 + dice.unit());
        let at = dice.integer(16);
        let [below, above] = [-1.0, 1.0].map(|side| {
            let nodes: Vec<f64> = nodes.iter().map(|node| side * node).collect();
            let sample = |node: &f64| {
                position[axis] = (f64::from(at) + node) as f32;
                f64::from(pattern.at(position))
            };
            at_0(&nodes, &nodes.iter().map(sample).collect::<Vec<_>>())
        });
        for (order, jumps) in jumps.iter_mut().enumerate() {
            jumps.push((above[order] - below[order]).abs());
        }
    }
    jumps.iter_mut().for_each(|jumps| jumps.sort_by(f64::total_cmp));
    (jumps.each_ref().map(|jumps| jumps[FACES - 1]), jumps.each_ref().map(|jumps| jumps[FACES / 2]))
}

/// The greatest jumps of value, slope and curvature attributed to rounding.
const ROUNDING: [f64; 3] = [1e-5, 1e-3, 0.02];

#[test]
fn noise_is_as_smooth_as_its_interpolant_and_no_smoother() {
    use Interpolation::{Cosine, Cubic, Linear, Smootherstep, Smoothstep};
    // The degree of the polynomial (for the cosine, that of its approximation), and the order of continuous
    // derivatives.
    for (interpolation, degree, class) in
        [(Linear, 2, 0), (Cosine, 11, 1), (Smoothstep, 4, 1), (Smootherstep, 6, 2), (Cubic, 3, 1)]
    {
        for basis in [Basis::Gradient, Basis::Value] {
            if (basis, interpolation) == (Basis::Gradient, Cubic) {
                continue;
            }
            let (greatest, medians) = jumps(basis, interpolation, degree);
            println!("{basis:?} {interpolation:?}: greatest jumps {greatest:.5?}, medians {medians:.5?}");
            for order in 0..=class {
                assert!(greatest[order] < ROUNDING[order], "{basis:?} {interpolation:?}: {greatest:?}");
            }
            if class < 2 {
                assert!(medians[class + 1] > 0.1, "{basis:?} {interpolation:?} is smoother: {medians:?}");
            }
        }
    }
}

//! The smoothness of Gabor noise where the cells within reach change: at lattice faces and half-way between them.

use travertine_noise::{Gabor, Wave, Waves};

use super::continuity::{at_0, nodes};
use super::statistics::Dice;

#[test]
fn slope_and_curvature_are_continuous() {
    const FACES: usize = 100_000;
    let mut dice = Dice(9);
    let nodes = nodes(5, 1.0 / 32.0);
    let (mut greatest, mut sizes) = ([0.0f64; 3], [0.0f64; 3]);
    for i in 0..FACES {
        let dimensions = 2 + i % 2;
        let axis = i / 2 % dimensions;
        let gabor = Gabor::new(dimensions as u8, Wave::Value, i as u32 % 64).unwrap();
        let waves = Waves { frequency: 1.5, anisotropy: dice.unit(), direction: [0; 3].map(|_| dice.unit()) };
        let mut position = [0; 3].map(|_| dice.integer(4) as f32 + dice.unit());
        let face = f64::from(dice.integer(8)) / 2.0;
        let [below, above] = [-1.0, 1.0].map(|side| {
            let nodes: Vec<f64> = nodes.iter().map(|node| side * node).collect();
            let sample = |node: &f64| {
                position[axis] = (face + node) as f32;
                f64::from(gabor.at(position, waves))
            };
            at_0(&nodes, &nodes.iter().map(sample).collect::<Vec<_>>())
        });
        for order in 0..3 {
            greatest[order] = greatest[order].max((above[order] - below[order]).abs());
            sizes[order] = sizes[order].max(above[order].abs());
        }
    }
    println!("value, slope, curvature: greatest jumps {greatest:.6?}, greatest sizes {sizes:.1?}");
    // The fit leaves an error, since the noise is not a polynomial.
    let share = [0, 1, 2].map(|order: usize| greatest[order] / sizes[order]);
    assert!(share[0] < 1e-5 && share[1] < 1e-3 && share[2] < 0.02, "{share:?}");
}

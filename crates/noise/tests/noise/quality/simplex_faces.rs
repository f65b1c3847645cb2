//! The smoothness of simplex noise across the faces of its simplices.

use travertine_noise::Simplex;

use super::continuity::{at_0, nodes};
use super::statistics::Dice;

/// The distances from a position at which the line along an axis crosses faces, sorted, for about 3 units.
///
/// Simplices are bounded by planes on which a skewed coordinate is an integer, or two coordinates differ by one.
fn crossings(position: &[f32], axis: usize) -> Vec<f64> {
    let dimensions = position.len() as f64;
    let skew = ((dimensions + 1.0).sqrt() - 1.0) / dimensions;
    let position: Vec<f64> = position.iter().map(|x| f64::from(*x)).collect();
    let sum: f64 = position.iter().sum();
    let mut crossings = Vec::new();
    for (other, x) in position.iter().enumerate() {
        let skewed = x + skew * sum;
        let rate = if other == axis { 1.0 + skew } else { skew };
        for integer in 0..5 {
            crossings.push((skewed.ceil() + f64::from(integer) - skewed) / rate);
            if other != axis {
                let apart = position[axis] - x;
                crossings.push(apart.ceil() + f64::from(integer) - apart);
            }
        }
    }
    crossings.retain(|distance| *distance < 3.0);
    crossings.sort_by(f64::total_cmp);
    crossings
}

fn check(smooth: bool) {
    const FACES: usize = 100_000;
    const ROOM: f64 = 1.0 / 32.0;
    let mut dice = Dice(5);
    let nodes = nodes(5, ROOM);
    let mut greatest = [0.0f64; 3];
    let mut sizes = [0.0f64; 3];
    let mut faces = 0;
    while faces < FACES {
        let dimensions = 2 + faces % 3;
        let axis = faces / 3 % dimensions;
        let simplex = Simplex::new(dimensions as u8, faces as u32 % 64).unwrap();
        let simplex = if smooth { simplex.smooth() } else { simplex };
        let mut position = [0; 4].map(|_| dice.integer(4) as f32 + dice.unit());
        let crossings = crossings(&position[..dimensions], axis);
        // A crossing with no other one near.
        let alone = |three: &&[f64]| three[1] - three[0] > ROOM && three[2] - three[1] > ROOM;
        let Some(three) = crossings.windows(3).find(alone) else { continue };
        faces += 1;
        let face = f64::from(position[axis]) + three[1];
        let [below, above] = [-1.0, 1.0].map(|side| {
            let (mut exact, mut values) = (Vec::new(), Vec::new());
            for node in &nodes {
                position[axis] = (face + side * node) as f32;
                exact.push(f64::from(position[axis]) - face);
                values.push(f64::from(simplex.at(position)));
            }
            at_0(&exact, &values)
        });
        for order in 0..3 {
            greatest[order] = greatest[order].max((above[order] - below[order]).abs());
            sizes[order] = sizes[order].max(above[order].abs());
        }
    }
    println!("smooth {smooth}: value, slope, curvature: greatest jumps {greatest:.6?}, greatest sizes {sizes:.1?}");
    // Along the line the noise is smooth but no polynomial: the fit leaves 1 % of the curvature.
    assert!(greatest[0] < 1e-5 && greatest[1] < 0.005 && greatest[2] < 0.01 * sizes[2], "{greatest:?}");
}

#[test]
fn slope_and_curvature_are_continuous() {
    check(false);
}

#[test]
fn slope_and_curvature_are_continuous_with_wider_kernels() {
    check(true);
}

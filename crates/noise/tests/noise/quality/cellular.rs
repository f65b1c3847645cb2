//! Cellular noise: distances have the expected mean and deviation, and change no faster than distances can.

use travertine_noise::{Cellular, Feature, Metric};

use super::statistics::{Dice, moments};

fn position(dice: &mut Dice) -> [f32; 4] {
    [0; 4].map(|_| dice.integer(2048) as f32 + dice.unit())
}

/// The exact mean and deviation of the Chebyshev distance to the nearest point, at full jitter.
///
/// At a position in its cell, no point is nearer than r if none lies in the cube of side 2r around the position. Each
/// cell has a point in the cube with the probability of the cell's share in it.
fn expected(dimensions: u32) -> (f64, f64) {
    const POSITIONS: u32 = 32;
    const RADII: u32 = 128;
    let middle = |i: u32, count: u32| (f64::from(i) + 0.5) / f64::from(count);
    let (mut mean, mut square) = (0.0, 0.0);
    let positions = POSITIONS.pow(dimensions);
    for radius in 0..RADII {
        let radius = middle(radius, RADII);
        // By position along an axis: the shares of the cube in the cell before, at and after the position.
        let shares = (0..POSITIONS)
            .map(|i| middle(i, POSITIONS))
            .map(|x| [-1.0f64, 0.0, 1.0].map(|cell| ((cell + 1.0).min(x + radius) - cell.max(x - radius)).max(0.0)));
        let shares: Vec<[f64; 3]> = shares.collect();
        let mut none = 0.0;
        for position in 0..positions {
            let empty = (0..3u32.pow(dimensions)).map(|cell| {
                let share = |axis| {
                    shares[(position / POSITIONS.pow(axis) % POSITIONS) as usize][(cell / 3u32.pow(axis) % 3) as usize]
                };
                1.0 - (0..dimensions).map(share).product::<f64>()
            });
            none += empty.product::<f64>() / f64::from(positions);
        }
        mean += none / f64::from(RADII);
        square += 2.0 * radius * none / f64::from(RADII);
    }
    (mean, (square - mean * mean).sqrt())
}

#[test]
fn nearest_points_are_as_far_as_expected() {
    for dimensions in 2..=3 {
        let cellular = Cellular::new(dimensions, Metric::Chebyshev, Feature::F1, 0).unwrap();
        let mut dice = Dice(6);
        let values: Vec<f32> = (0..1 << 18).map(|_| cellular.at(position(&mut dice), 1.0, 1.0)).collect();
        let (mean, deviation) = moments(&values);
        let (expected_mean, expected_deviation) = expected(dimensions.into());
        println!(
            "{dimensions}D: mean {mean:.4}, expected {expected_mean:.4}, \
             deviation {deviation:.4}, expected {expected_deviation:.4}"
        );
        assert!((mean - expected_mean).abs() < 0.003, "{dimensions}D: {mean}, not {expected_mean}");
        assert!((deviation / expected_deviation - 1.0).abs() < 0.01, "{dimensions}D: {deviation}");
    }
}

#[test]
fn values_are_uniform() {
    for dimensions in 2..=4 {
        let cellular = Cellular::new(dimensions, Metric::Euclidean, Feature::Value, 0).unwrap();
        let mut dice = Dice(7);
        let values: Vec<f32> = (0..1 << 18).map(|_| cellular.at(position(&mut dice), 1.0, 1.0)).collect();
        let (mean, deviation) = moments(&values);
        println!("{dimensions}D: mean {mean:.4}, deviation {deviation:.4}");
        assert!((mean - 0.5).abs() < 0.003, "{dimensions}D: {mean}");
        assert!((deviation * 12f64.sqrt() - 1.0).abs() < 0.01, "{dimensions}D: {deviation}");
    }
}

#[test]
fn distances_change_no_faster_than_positions() {
    let mut dice = Dice(8);
    let features = [Feature::F1, Feature::F2, Feature::F3, Feature::F4];
    let mut steepest = 0.0f32;
    for i in 0..100_000 {
        let dimensions = 2 + i % 3;
        let metric = [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev][i / 3 % 3];
        let cellular = Cellular::new(dimensions as u8, metric, features[i / 9 % 4], i as u32 % 64).unwrap();
        // Across a face of the lattice, where a search that stops too early would break.
        let mut position = [0; 4].map(|_| dice.integer(8) as f32 + dice.unit());
        let axis = i % dimensions;
        const STEP: f32 = 1.0 / 4096.0;
        let [below, above] = [-STEP, STEP].map(|step| {
            position[axis] = position[axis].round() + step;
            cellular.at(position, 1.0, 1.0)
        });
        steepest = steepest.max((above - below).abs() / (2.0 * STEP));
    }
    println!("steepest: {steepest}");
    assert!((0.9..1.002).contains(&steepest), "{steepest}");
}

//! Single octaves stay within [-1, 1] and come within 1 % of these bounds.

use travertine_noise::{Basis, Interpolation};

use super::pattern::Pattern;
use super::statistics::Dice;

const BLOCK: usize = 4096;

/// Evaluates noises of several seeds at random positions, block by block. `within` gives the position in a cell.
fn blocks(
    pattern: Pattern,
    samples: usize,
    within: impl Fn(&mut Dice) -> f32,
    mut each: impl FnMut(Pattern, &[Vec<f32>; 4], &[f32]),
) {
    let mut dice = Dice(2);
    let mut positions = [0; 4].map(|_| vec![0.0; BLOCK]);
    let mut values = vec![0.0; BLOCK];
    for seed in 0..samples.div_ceil(BLOCK) {
        let pattern = pattern.with_seed(seed as u32);
        for x in positions[..pattern.dimensions()].iter_mut().flatten() {
            *x = dice.integer(4096) as f32 + within(&mut dice);
        }
        pattern.fill(positions.each_ref().map(Vec::as_slice), &mut values);
        each(pattern, &positions, &values);
    }
}

/// The greatest magnitude found by climbing from the best of random positions.
fn summit(pattern: Pattern, samples: usize, within: impl Fn(&mut Dice) -> f32) -> f32 {
    const CLIMBERS: usize = 256;
    let mut best: Vec<(f32, Pattern, [f32; 4])> = Vec::new();
    blocks(pattern, samples, within, |pattern, positions, values| {
        let lowest = if best.len() < CLIMBERS { 0.0 } else { best[CLIMBERS - 1].0 };
        let found = values.iter().enumerate().filter(|(_, value)| value.abs() > lowest);
        best.extend(found.map(|(i, value)| (value.abs(), pattern, positions.each_ref().map(|axis| axis[i]))));
        best.sort_by(|a, b| b.0.total_cmp(&a.0));
        best.truncate(CLIMBERS);
    });
    let mut dice = Dice(3);
    let climb = |(mut value, pattern, mut position): (f32, Pattern, [f32; 4])| {
        let mut step = 0.25;
        while step > 1e-3 {
            let near = position.map(|x| x + step * (2.0 * dice.unit() - 1.0));
            let found = pattern.at(near).abs();
            if found > value {
                (value, position) = (found, near);
            } else {
                step *= 0.98;
            }
        }
        value
    };
    best.into_iter().map(climb).fold(0.0, f32::max)
}

/// Excludes gradient noise in 4D and splines beyond 1D: there 16 lattice points would have to agree.
#[test]
fn single_octaves_come_within_1_percent_of_their_bounds() {
    let mut patterns = Pattern::all();
    patterns.retain(|pattern| !is_gradient(*pattern) || pattern.dimensions() < 4);
    patterns.push(Pattern::lattice(Basis::Value, 1, Interpolation::Cubic));
    for pattern in patterns {
        // Gradient noise is greatest near the middle of a cell.
        let greatest = if is_gradient(pattern) {
            summit(pattern, 1 << (18 + 2 * pattern.dimensions()), |_| 0.5)
        } else {
            summit(pattern, 1 << 22, Dice::unit)
        };
        println!("{}: {greatest:.4}", pattern.name());
        assert!((0.99..=1.0).contains(&greatest), "{}: {greatest}", pattern.name());
    }
}

fn is_gradient(pattern: Pattern) -> bool {
    matches!(pattern, Pattern::Lattice(noise) if noise.basis() == Basis::Gradient)
}

#[test]
#[ignore = "a minute; in release mode"]
fn a_hundred_million_samples_are_within_the_bounds() {
    use Interpolation::{Cosine, Cubic, Linear, Smoothstep};
    let mut patterns = Pattern::all();
    for dimensions in 1..=4 {
        let others = [Linear, Cosine, Smoothstep];
        patterns.extend(others.map(|by| Pattern::lattice(Basis::Gradient, dimensions, by)));
        patterns.push(Pattern::lattice(Basis::Value, dimensions, Cubic));
    }
    for pattern in patterns {
        let mut greatest = 0.0f32;
        blocks(pattern, 100_000_000, Dice::unit, |_, _, values| {
            greatest = values.iter().fold(greatest, |greatest, value| greatest.max(value.abs()));
        });
        println!("{}: {greatest:.4}", pattern.name());
        assert!(greatest <= 1.0, "{}: {greatest}", pattern.name());
    }
}

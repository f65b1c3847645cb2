//! Values that are computed only where something needs them: programs of masks, mixes, selections and products have the
//! bits of their definition, wherever tiles cut them.

use travertine_noise::{Basis, Cellular, Feature, Interpolation, Level, Metric, Noise, Slope};
use travertine_program::{Axis, BasisFunction, Bound, Builder, Expr, Program, Type};
use travertine_render::{Context, Render, Slice, Tile, sample};
use travertine_tests::is_night;
use travertine_tests::random_graph::Random;

/// A program of costly patterns, most of which a mask hides in places.
fn layered(random: &mut Random) -> Program {
    let builder = Builder::new();
    let axes = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
    let number = |random: &mut Random| *random.pick(&[-2.0, -0.5, -0.0, 0.0, 0.3, 1.0, 3.0, 1e30]);
    // Features and slopes here share their search and their hashes.
    let here = [axes[0] * 3.0 + axes[1], axes[1] * 4.0 - axes[0], axes[0], axes[0]];
    let mut values: Vec<Expr> = axes.to_vec();
    let mut masks: Vec<Expr> = Vec::new();
    for _ in 0..10 + random.below(40) {
        let [a, b] = [0; 2].map(|_| *random.pick(&values));
        let mask = match masks.len() {
            0 => axes[0] * 5.0 - 2.0,
            _ => *random.pick(&masks),
        };
        let value = match random.below(11) {
            0 | 1 => {
                let scale = *random.pick(&[3.0, 40.0]);
                let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, random.bits() as u32);
                builder.noise(noise.unwrap(), [a * scale + b, axes[1] * scale, a, b], a)
            }
            2 => a.pow(b),
            9 => {
                let feature = *random.pick(&[Feature::F1, Feature::F2, Feature::Value]);
                let noise = Cellular::new(2, Metric::Euclidean, feature, 3).unwrap();
                builder.basis(BasisFunction::Cellular(noise), here, &[builder.constant(1.0)])
            }
            10 => {
                let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, 5).unwrap();
                let slope = Slope::new(noise, *random.pick(&[0, 1])).unwrap();
                builder.basis(BasisFunction::Slope(slope), here, &[])
            }
            3 => a.mix(b, mask),
            4 => mask.select(a, b),
            5 => a * mask,
            6 => mask * a + b,
            7 => a.max(number(random)).min(b),
            _ => a - b * number(random),
        };
        if random.percent(60) {
            values.push(value);
        } else {
            let steep = (value - number(random)) * *random.pick(&[1.0, 9.0, 1e3]);
            masks.push(match random.below(4) {
                0 => steep.smoothstep(),
                1 => value.less(0.1),
                2 => 1.0 - steep.clamp01(),
                _ => steep.clamp01(),
            });
        }
    }
    let picked = [0; 3].map(|_| *random.pick(&values));
    let shown = if random.percent(50) { picked } else { picked.map(|value| value.max(0.0).min(1.0)) };
    let outputs = [("layers".to_owned(), Type::Vector, shown.map(|value| value.value()).to_vec())];
    builder.finish(&outputs).unwrap()
}

#[test]
fn layers_have_the_bits_of_their_definition() {
    let levels = Level::available();
    let bound = Bound::default();
    for seed in 0..if is_night() { 20_000 } else { 300 } {
        let mut random = Random::new(seed);
        let program = layered(&mut random);
        let (width, height) = (1 + random.below(90) as u32, 1 + random.below(12) as u32);
        let slice = Slice::new(width, height);
        let tile = *random.pick(&[Tile::Square(17), Tile::Square(33), Tile::Whole]);
        let context = Context::default().level(*random.pick(&levels)).threads(1).tile(tile);
        let image = Render::new(&program, &bound, slice, None, &context).unwrap().image().unwrap();
        let pixels = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let positions: Vec<[f32; 4]> = pixels.clone().map(|(column, row)| slice.position(column, row)).collect();
        let listed = sample(&program, &bound, &positions, &context).unwrap();
        for (((column, row), position), listed) in pixels.zip(&positions).zip(listed.chunks(3)) {
            let expected = program.sample(&bound, *position);
            let bits = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect::<Vec<u32>>();
            let pixel = image.pixel(column, row);
            assert_eq!(bits(pixel), bits(&expected), "seed {seed}, {context:?}: {pixel:?}, not {expected:?}");
            assert_eq!(bits(listed), bits(&expected), "seed {seed}, {context:?}: {listed:?}, not {expected:?}");
        }
    }
}

//! Strokes give the bits of their definition at every level, whichever strokes are left out.

use travertine_noise::math::{cos, pow, sin};
use travertine_noise::{Level, Pen, StrokeFeature, StrokeShape, Strokes, hash};

use crate::support::{frozen, mixture};

const SAMPLES: usize = 700;

fn shapes() -> [[Strokes; 2]; 2] {
    [StrokeShape::Fiber, StrokeShape::Groove]
        .map(|shape| [StrokeFeature::Height, StrokeFeature::Value].map(|feature| Strokes::new(shape, feature, 77)))
}

/// A pen of twelve arguments; the first two are the position.
fn pen<T: Copy>(
    [_, _, period, other, shift, half_width, presence, density, half_length, slope, tilt, curl]: [T; 12],
) -> Pen<T> {
    Pen { periods: [period, other], shift, half_width, presence, density, half_length, slope, tilt, curl }
}

/// Checks all levels with these arguments, and returns the share of samples on strokes.
fn check(what: &str, arguments: &[Vec<f32>; 12]) -> f64 {
    let mut covered = 0;
    for features in shapes() {
        let expected = features.map(|strokes| {
            let at = |i: usize| {
                let sample = arguments.each_ref().map(|argument| argument[i]);
                strokes.at([sample[0], sample[1]], pen(sample))
            };
            (0..SAMPLES).map(at).collect::<Vec<f32>>()
        });
        covered += expected[0].iter().filter(|height| **height > 0.0).count();
        for level in Level::available() {
            for length in [0, 1, 15, 16, 17, SAMPLES] {
                let slices = arguments.each_ref().map(|argument| &argument[SAMPLES - length..]);
                let mut out = [vec![9.0; length], vec![9.0; length]];
                let [heights, values] = &mut out;
                Strokes::lanes_together(&features, level, [slices[0], slices[1]], pen(slices), &mut [heights, values]);
                for (found, expected) in out.iter().zip(&expected) {
                    for (i, (found, expected)) in found.iter().zip(&expected[SAMPLES - length..]).enumerate() {
                        assert!(found.is_finite());
                        assert_eq!(
                            found.to_bits(),
                            expected.to_bits(),
                            "{what}, {features:?} at {level}, sample {i} of {length}: {found}, not {expected}"
                        );
                    }
                }
            }
        }
    }
    covered as f64 / (2 * SAMPLES) as f64
}

#[test]
fn strokes_of_any_numbers() {
    check("any numbers", &std::array::from_fn(|argument| mixture(argument as u32, SAMPLES)));
    // One pen of difficult numbers each.
    for case in 0..60 {
        let numbers = mixture(100 + case, 12);
        let arguments = |argument: usize| match argument {
            0 | 1 => mixture(argument as u32, SAMPLES),
            _ => vec![numbers[argument]; SAMPLES],
        };
        check("a difficult pen", &std::array::from_fn(arguments));
    }
}

#[test]
fn strokes_of_ordinary_pens() {
    let mut covered = 0.0;
    const CASES: usize = 120;
    for case in 0..CASES {
        let random = |what: i32| (hash::hash(9, [case as i32, what]) >> 8) as f32 / 16_777_216.0;
        let numbers = [
            0.0,
            0.0,
            (random(0) * 3.0).floor() * 4.0,
            (random(1) * 3.0).floor() * 5.5,
            (random(2) * 9.0).floor() - 4.0,
            // Fine and wide lines, beyond what nodes draw.
            [0.0001, 0.003, 0.02, 0.1][case % 4] * (0.5 + random(3)),
            random(4) * 1.1,
            random(5) * 1.5,
            [1e-6, 0.2, 0.5, 0.9][case / 4 % 4] * (0.3 + random(6)),
            random(7) * 2.4 - 1.2,
            random(8) * 0.3,
            [0.0, 0.1, 0.5, 2.0][case / 16 % 4] * random(9),
        ];
        // Along the strokes, across them and askew; cells of a hundred samples to cells narrower than one.
        let step = 0.012 * pow(1.09, (case % 60) as f32);
        let turn = random(10) * 6.3;
        let arguments = |argument: usize| match argument {
            0 => (0..SAMPLES).map(|i| random(11) * 40.0 - 20.0 + i as f32 * step * cos(turn)).collect(),
            1 => (0..SAMPLES).map(|i| random(12) * 90.0 - 45.0 + i as f32 * step * 3.0 * sin(turn)).collect(),
            _ => vec![numbers[argument]; SAMPLES],
        };
        covered += check(&format!("case {case}"), &std::array::from_fn(arguments));
    }
    assert!((0.05..0.6).contains(&(covered / CASES as f64)), "{covered} of {CASES}");
}

/// Saved graphs depend on these numbers.
#[test]
fn strokes_never_change() {
    let pen = Pen {
        periods: [0.0, 7.0],
        shift: 2.0,
        half_width: 0.1,
        presence: 0.9,
        density: 0.8,
        half_length: 0.4,
        slope: 0.3,
        tilt: 0.1,
        curl: 0.2,
    };
    let found = shapes().map(|features| features.map(|strokes| frozen(|[x, y, ..]| strokes.at([x, y], pen))));
    assert_eq!(found, [[0x6DF9_0FA9, 0xF243_C2A3], [0x5F87_5E61, 0xB623_7302]]);
}

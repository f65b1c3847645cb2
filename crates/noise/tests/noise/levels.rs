//! Every level and every interface gives the bits of the scalar definition.

use proptest::prelude::*;
use travertine_noise::{Basis, Columns, Interpolation, Level, Noise, Pointwise, Slope, math};

use crate::support::{frozen, mixture};

const LENGTHS: [usize; 10] = [0, 1, 3, 7, 8, 15, 16, 17, 64, 100];

const INTERPOLATIONS: [Interpolation; 5] = [
    Interpolation::Linear,
    Interpolation::Cosine,
    Interpolation::Smoothstep,
    Interpolation::Smootherstep,
    Interpolation::Cubic,
];

/// Every kind of noise.
fn noises() -> Vec<Noise> {
    let mut noises = Vec::new();
    for basis in [Basis::Gradient, Basis::Value] {
        for dimensions in 1..=4 {
            for interpolation in INTERPOLATIONS {
                noises.extend(Noise::new(basis, dimensions, interpolation, 0xC0FF_EE00 + u32::from(dimensions)));
            }
        }
    }
    assert_eq!(noises.len(), 4 * 4 + 4 * 5);
    noises
}

/// Every kind of noise, without periods and with short and long ones.
fn noises_and_tiles() -> Vec<Noise> {
    let mut all = noises();
    for periods in [[1, 2, 3, 4], [5, 1, 1, 2], [4096, 7, 1_000_003, 1 << 24]] {
        all.extend(noises().into_iter().filter_map(|noise| noise.with_periods(periods)));
    }
    assert_eq!(all.len(), 4 * noises().len());
    all
}

/// Splits samples into `count` rows.
fn lines(mut samples: &mut [f32], count: usize) -> Vec<&mut [f32]> {
    let width = samples.len() / count;
    (0..count).map(|_| samples.split_off_mut(..width).unwrap_or_default()).collect()
}

fn assert_same(found: &[f32], expected: &[f32], what: impl Fn() -> String) {
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(found.to_bits(), expected.to_bits(), "{}, sample {i}: {found} not {expected}", what());
        assert!((-1.0..=1.0).contains(found), "{}, sample {i}: {found}", what());
    }
}

#[test]
fn lanes_give_the_bits_of_the_definition() {
    let axes = [1, 2, 3, 4].map(|seed| mixture(seed, 2000));
    for noise in noises_and_tiles() {
        let expected: Vec<f32> = (0..2000).map(|i| noise.at([0, 1, 2, 3].map(|axis| axes[axis][i]))).collect();
        for level in Level::available() {
            for length in LENGTHS.into_iter().chain([2000]) {
                let start = 2000 - length;
                let position = [0, 1, 2, 3].map(|axis| match axis < usize::from(noise.dimensions()) {
                    true => &axes[axis][start..],
                    false => &[],
                });
                let mut out = vec![9.0; length];
                noise.lanes(level, position, &mut out);
                assert_same(&out, &expected[start..], || format!("{noise:?} at {level}, {length} samples"));
            }
        }
    }
}

/// Coordinates along an axis for `count` samples: on lines as in pictures, at a few positions, or anywhere.
fn any_coordinates(count: usize) -> impl Strategy<Value = Vec<f32>> {
    let origin = prop_oneof![
        -4.0f32..4.0,
        prop::sample::select(vec![0.0, -0.0, -1e-30, 1e6, 2_147_483_000.0, -3e9, 1e30, f32::INFINITY, f32::NAN])
    ];
    let step = prop_oneof![-0.04f32..0.04, -0.3f32..0.3, prop::sample::select(vec![0.0, 0.5, 1.0 / 3.0, 128.0, 1e28])];
    let line = (1..50usize, origin, step)
        .prop_map(|(length, origin, step)| (0..length).map(|i| i as f32 * step + origin).collect());
    let position = prop_oneof![-1.0f32..2.0, prop::sample::select(vec![0.0, -0.0, f32::NAN, -1e10])];
    prop_oneof![
        prop::collection::vec(line, count / 20 + 1).prop_map(|lines: Vec<Vec<f32>>| lines.concat()),
        positions(position, count),
        any::<u32>().prop_map(move |seed| mixture(seed, count)),
    ]
    .prop_map(move |mut coordinates: Vec<f32>| {
        coordinates.resize(count, 0.75);
        coordinates
    })
}

/// Runs of samples, each run at one position.
fn positions(position: impl Strategy<Value = f32>, count: usize) -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec((1..30usize, position), count / 10 + 1).prop_map(move |runs| {
        let mut coordinates: Vec<f32> = runs.into_iter().flat_map(|(length, x)| vec![x; length]).collect();
        coordinates.resize(count, 0.75);
        coordinates
    })
}

/// A coordinate that hardly ever changes.
fn steady(count: usize) -> impl Strategy<Value = Vec<f32>> {
    let hard = vec![0.0, -0.0, -1e-30, 1e6, 2_147_483_000.0, -3e9, 1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let position = prop_oneof![-4.0f32..4.0, prop::sample::select(hard)];
    prop::collection::vec((20..400usize, position), count / 20 + 1)
        .prop_map(move |pieces| pieces.into_iter().flat_map(|(length, x)| vec![x; length]).take(count).collect())
}

/// Samples of any kind of noise, with the coordinates along each axis.
fn any_samples() -> impl Strategy<Value = (Noise, [Vec<f32>; 4])> {
    // At times enough for several vectors of runs.
    let count = prop_oneof![4 => 0..40usize, 4 => 100..300usize, 1 => 1000..2000usize];
    let samples = count.prop_flat_map(|count| {
        let axis = || any_coordinates(count).boxed();
        // Where gradient noise is 0, the sign of a zero shows.
        let zeros = || positions(prop::sample::select(vec![0.0, -0.0]), count).boxed();
        let steady = || steady(count).boxed();
        prop_oneof![
            4 => [axis(), axis(), axis(), axis()],
            1 => [zeros(), zeros(), zeros(), zeros()],
            1 => [axis(), axis(), axis(), steady()],
            2 => [axis(), axis(), steady(), steady()],
            1 => [zeros(), zeros(), zeros(), steady()],
        ]
    });
    let noise = (prop::sample::select(noises_and_tiles()), any::<u32>());
    (noise.prop_map(|(noise, seed)| noise.with_seed(seed)), samples)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Sharing between neighbors must not affect the result, for any arrangement of samples.
    #[test]
    fn lanes_at_any_positions_give_the_bits_of_the_definition((noise, axes) in any_samples()) {
        let count = axes[0].len();
        let expected: Vec<u32> =
            (0..count).map(|i| noise.at([0, 1, 2, 3].map(|axis| axes[axis][i])).to_bits()).collect();
        for level in Level::available() {
            let mut out = vec![9.0; count];
            noise.lanes(level, axes.each_ref().map(|axis| &axis[..]), &mut out);
            let found: Vec<u32> = out.iter().map(|value| value.to_bits()).collect();
            prop_assert_eq!(&found, &expected, "{:?} at {}", noise, level);
        }
    }
}

/// The slopes of noises along every axis.
fn slopes(noises: Vec<Noise>) -> Vec<Slope> {
    noises.into_iter().flat_map(|noise| (0..4).filter_map(move |axis| Slope::new(noise, axis))).collect()
}

#[test]
fn slopes_have_the_bits_of_their_definition_and_keep_their_bounds() {
    const COUNT: usize = 500;
    let axes = [1, 2, 3, 4].map(|seed| mixture(seed, COUNT));
    for slope in slopes(noises_and_tiles()) {
        let expected: Vec<f32> = (0..COUNT).map(|i| slope.at([0, 1, 2, 3].map(|axis| axes[axis][i]))).collect();
        assert!(expected.iter().all(|value| value.abs() <= slope.greatest()), "{slope:?}");
        for level in Level::available() {
            let mut out = vec![9.0; COUNT];
            slope.lanes(level, axes.each_ref().map(|axis| &axis[..]), &mut out);
            assert_eq!(
                out.iter().map(|value| value.to_bits()).collect::<Vec<_>>(),
                expected.iter().map(|value| value.to_bits()).collect::<Vec<_>>(),
                "{slope:?} at {level}"
            );
        }
    }
}

#[test]
fn slopes_of_one_noise_have_the_bits_of_each_alone() {
    const COUNT: usize = 100;
    let line = |step: f32| (0..COUNT).map(|i| i as f32 * step - 3.0).collect::<Vec<f32>>();
    let places = [[1, 2, 3, 4].map(|seed| mixture(seed, COUNT)), [0.5, 1.0, 0.25, -0.0].map(line)];
    for (noise, axes) in noises_and_tiles().into_iter().flat_map(|noise| places.each_ref().map(|axes| (noise, axes))) {
        let mut slopes = slopes(vec![noise]);
        slopes.reverse();
        assert!(slopes.iter().all(|slope| slope.along_x() == slopes[0].along_x()));
        for level in Level::available() {
            let mut out = vec![vec![9.0; COUNT]; slopes.len()];
            let mut slices: Vec<&mut [f32]> = out.iter_mut().map(Vec::as_mut_slice).collect();
            Slope::lanes_together(&slopes, level, axes.each_ref().map(Vec::as_slice), &mut slices);
            for (slope, found) in slopes.iter().zip(&out) {
                for (i, found) in found.iter().enumerate() {
                    let expected = slope.at(axes.each_ref().map(|axis| axis[i]));
                    assert_eq!(found.to_bits(), expected.to_bits(), "{slope:?} at {level}, sample {i}");
                }
            }
        }
    }
}

/// Rows of samples: as in pictures, at several scales and positions, and some unlike any picture.
fn rows() -> Vec<Vec<f32>> {
    let mut rows = Vec::new();
    for length in LENGTHS {
        for (origin, step) in [
            (0.0, 1.0 / 64.0),
            (-3.3, 0.11),
            (1e6, 0.125),
            (-7.0, 0.5),
            (2.5, -0.06),
            (1e9, 64.0),
            (3e9, 256.0),
            (-1e20, 1e13),
            (0.3, 0.0),
            (-2_147_483_900.0, 128.0),
            (2_147_483_000.0, 128.0),
            (5.0, 1e35),
        ] {
            rows.push((0..length).map(|i| i as f32 * step + origin).collect());
        }
        rows.push(mixture(length as u32, length));
        rows.push((0..length).map(|i| (i * 7 % 5) as f32 * 0.9).collect());
    }
    rows
}

#[test]
fn rows_give_the_bits_of_the_definition() {
    let rows = rows();
    let rests = [[0.4, -1.7, 3.2], [-0.0, f32::NAN, 1e9], [7.0, f32::INFINITY, -1e-40]];
    // One for all rows: cached values of a row must not affect the next.
    let mut columns = Columns::default();
    for noise in noises_and_tiles() {
        for xs in &rows {
            columns.prepare(noise.interpolation(), xs);
            for [y, z, t] in rests {
                let expected: Vec<f32> = xs.iter().map(|&x| noise.at([x, y, z, t])).collect();
                for level in Level::available() {
                    let mut out = vec![9.0; xs.len()];
                    noise.row(level, &mut columns, [y, z, t], &mut out);
                    assert_same(&out, &expected, || format!("{noise:?} at {level}, y {y}, xs {xs:?}"));
                }
            }
        }
    }
}

/// The y, z and time of some rows, axis by axis.
fn by_axis(rests: &[[f32; 3]]) -> [Vec<f32>; 3] {
    [0, 1, 2].map(|axis| rests.iter().map(|rest| rest[axis]).collect())
}

/// Sharing with previous rows must not affect the result, in either direction.
#[test]
fn rows_together_give_the_bits_of_each() {
    const ROWS: usize = 35;
    const WIDTH: usize = 37;
    let mut columns = Columns::default();
    for noise in noises_and_tiles() {
        for (step, rise) in [(1.0 / 16.0, 0.3), (0.4, -0.3), (1.0, 0.0), (-1.3, 1.0), (2.0, -2.6)] {
            let xs: Vec<f32> = (0..WIDTH).map(|i| i as f32 * step - 3.3).collect();
            columns.prepare(noise.interpolation(), &xs);
            // Towards the end z and time change, too.
            let rests: Vec<[f32; 3]> = (0..ROWS)
                .map(|row| [row as f32 * rise + 0.6, (row / 8) as f32 * 0.5, (row / 9) as f32 * 0.7 - 1.0])
                .collect();
            for level in Level::available() {
                let (mut out, mut sums) = (vec![9.0; ROWS * WIDTH], vec![9.0; ROWS * WIDTH]);
                let by_axis = by_axis(&rests);
                let by_axis = by_axis.each_ref().map(Vec::as_slice);
                noise.rows(level, &mut columns, by_axis, &mut lines(&mut out, ROWS));
                sums.copy_from_slice(&out);
                columns.take(level, noise, 0.5, by_axis);
                let columns = std::slice::from_mut(&mut columns);
                Columns::sum_onto(columns, 1.0, &mut lines(&mut sums, ROWS));
                for (row, [y, z, t]) in rests.iter().enumerate() {
                    let row = row * WIDTH..(row + 1) * WIDTH;
                    let expected: Vec<f32> = xs.iter().map(|&x| noise.at([x, *y, *z, *t])).collect();
                    assert_same(&out[row.clone()], &expected, || format!("{noise:?} at {level}, y {y}, step {step}"));
                    let octave = |value: &f32| math::add(*value, math::mul(*value, 0.5)).to_bits();
                    assert!(sums[row].iter().map(|sum| sum.to_bits()).eq(expected.iter().map(octave)));
                }
            }
        }
    }
}

/// Octaves of all kinds in one sum, near the origin and far from it, with factors and divisors that make some steps
/// saturate.
#[test]
fn sums_of_rows_do_the_arithmetic_of_single_steps() {
    const ROWS: usize = 6;
    let noises = noises_and_tiles();
    for (round, xs) in rows().iter().enumerate() {
        let width = xs.len();
        let noise = |octave: usize| noises[(round * 7 + octave * octave) % noises.len()];
        let factors = [1.0, -0.3, 0.25, 1e30, f32::MAX, 0.0, 0.7, -1e-40];
        let count = 1 + round % 8;
        let xs = |octave: usize| xs.iter().map(|x| x * [1.0, 2.0, 31.0][octave % 3]).collect::<Vec<f32>>();
        let rests = |octave: usize| -> Vec<[f32; 3]> {
            (0..ROWS).map(|row| [row as f32 * 0.4 - 1.7, octave as f32 * 3.2, 0.1]).collect()
        };
        let divisor = [1.0, 1.875, 0.25, 0.0, -3.0][round % 5];
        for (level, onto) in Level::available().into_iter().flat_map(|level| [(level, false), (level, true)]) {
            let mut columns: Vec<Columns> = vec![Columns::default(); count];
            for (octave, columns) in columns.iter_mut().enumerate() {
                columns.prepare(noise(octave).interpolation(), &xs(octave));
                let by_axis = by_axis(&rests(octave));
                let by_axis = by_axis.each_ref().map(Vec::as_slice);
                columns.take(level, noise(octave), factors[(octave + round / 3) % 8], by_axis);
            }
            // Some initial values are the greatest float.
            let start = |i: usize| if i.is_multiple_of(5) { f32::MAX } else { i as f32 };
            let mut out: Vec<f32> = (0..width * ROWS).map(start).collect();
            match onto {
                true => Columns::sum_onto(&mut columns, divisor, &mut lines(&mut out, ROWS)),
                false => Columns::sum(&mut columns, divisor, &mut lines(&mut out, ROWS)),
            }
            for (i, out) in out.iter().enumerate() {
                let mut sum = onto.then(|| start(i));
                for octave in 0..count {
                    let (x, [y, z, t]) = (xs(octave)[i % width], rests(octave)[i / width]);
                    let factor = factors[(octave + round / 3) % 8];
                    let term = math::mul(noise(octave).at([x, y, z, t]), factor);
                    sum = Some(sum.map_or(term, |sum| math::add(sum, term)));
                }
                let expected = math::div(sum.unwrap(), divisor);
                assert_eq!(out.to_bits(), expected.to_bits(), "{level}, {count} octaves, row {round}, sample {i}");
            }
        }
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn values_never_change() {
    let found: Vec<u32> = noises().into_iter().map(|noise| frozen(|position| noise.at(position))).collect();
    assert_eq!(found, VALUES);
}

/// In the order of [`noises`].
const VALUES: [u32; 36] = [
    0x92CC_7EB6,
    0x6C3D_C6C3,
    0xF25E_06DF,
    0x2C98_B3FA,
    0x9BDB_5B74,
    0x42DF_C842,
    0x4620_0D84,
    0x36AC_D575,
    0x3E5E_CD66,
    0xAC9C_1A72,
    0x90B5_34DD,
    0x008D_F878,
    0xD03B_88AB,
    0xA131_C521,
    0x720E_9CEA,
    0x5BE3_DD45,
    0x3C5B_82BF,
    0x4ED7_C43C,
    0x4AD9_7E44,
    0xE1DE_F096,
    0x9A5A_DC2B,
    0x6B8D_6A6B,
    0x4771_EC2E,
    0x91D2_52BF,
    0x55F6_7453,
    0xE151_ACE8,
    0x3ACC_69A7,
    0xEF93_58A6,
    0x0C6F_26D8,
    0xD84D_3834,
    0x781E_696E,
    0xC0ED_598F,
    0x9222_A7B2,
    0xE300_6468,
    0x5764_DD72,
    0x5C58_EFCE,
];

/// Saved graphs depend on these numbers, too.
#[test]
fn slopes_never_change() {
    let found = slopes(noises())
        .into_iter()
        .fold(0u32, |sum, slope| sum.rotate_left(5).wrapping_add(frozen(|position| slope.at(position))));
    assert_eq!(found, 0x99F6_7FAB);
}

/// Checks functions; the brackets hold the names of their arguments.
macro_rules! check {
    ($arguments:tt $($name:ident),*) => { $(check!(@one $name $arguments);)* };
    (@one $name:ident [$($x:ident),*]) => {{
        const COUNT: usize = [$(stringify!($x)),*].len();
        struct $name;
        impl Pointwise<COUNT> for $name {
            #[inline(always)]
            fn at(&self, [$($x),*]: [f32; COUNT]) -> f32 {
                math::$name($($x),*)
            }
        }
        check_function(stringify!($name), $name);
    }};
}

fn check_function<const N: usize>(name: &str, function: impl Pointwise<N>) {
    const SAMPLES: usize = 5000;
    let args: [Vec<f32>; N] = std::array::from_fn(|axis| mixture(axis as u32, SAMPLES));
    let args = args.each_ref().map(|axis| &axis[..]);
    let mut expected = vec![0.0; SAMPLES];
    Level::Scalar.map(&function, args, &mut expected);
    for level in Level::available() {
        let mut out = vec![0.0; SAMPLES];
        level.map(&function, args, &mut out);
        for i in 0..SAMPLES {
            let (point, found, expected) = (args.map(|axis| axis[i]), out[i], expected[i]);
            assert!(found.is_finite(), "{name} of {point:?} is {found}");
            assert_eq!(found.to_bits(), expected.to_bits(), "{name} of {point:?} at {level}: {found} not {expected}");
        }
    }
}

#[test]
#[expect(non_camel_case_types, reason = "named after the functions")]
fn functions_give_the_same_finite_bits_at_every_level() {
    check!([x] sin, cos, tan, asin, acos, atan, exp2, exp, log2, ln, srgb_to_linear, linear_to_srgb);
    check!([x] sqrt, floor, ceil, round, fract, saturate);
    check!([x, y] atan2, pow, modulo, add, sub, mul, div);
    check!([t, a, b] lerp);
}

//! Laws that hold for every noise, everywhere.

use proptest::prelude::*;
use travertine_noise::{Basis, Interpolation, Noise, math};

fn any_noise() -> impl Strategy<Value = Noise> {
    let basis = prop_oneof![Just(Basis::Gradient), Just(Basis::Value)];
    let interpolation = prop_oneof![
        Just(Interpolation::Linear),
        Just(Interpolation::Cosine),
        Just(Interpolation::Smoothstep),
        Just(Interpolation::Smootherstep),
        Just(Interpolation::Cubic)
    ];
    (basis, 1..=4u8, interpolation, any::<u32>())
        .prop_filter_map("no such noise", |(basis, dimensions, interpolation, seed)| {
            Noise::new(basis, dimensions, interpolation, seed)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_is_in_range(noise in any_noise(), position in any::<[f32; 4]>()) {
        prop_assert!((-1.0..=1.0).contains(&noise.at(position)));
    }

    #[test]
    fn noise_is_continuous(
        noise in any_noise(),
        cell in any::<[i8; 4]>(),
        within in prop::array::uniform4(prop_oneof![Just(0.0f32), 0.0f32..1.0]),
        axis in 0..4usize,
    ) {
        const STEP: f32 = 1.0 / 4096.0;
        let mut position = [0, 1, 2, 3].map(|axis| f32::from(cell[axis]) + within[axis]);
        let here = noise.at(position);
        for step in [STEP, -STEP] {
            position[axis] = f32::from(cell[axis]) + within[axis] + step;
            let there = noise.at(position);
            // The steepest noise changes by less than 16 in a cell.
            prop_assert!((here - there).abs() < 16.0 * STEP, "from {here} to {there}");
        }
    }

    #[test]
    fn gradient_noise_is_0_at_lattice_points(noise in any_noise(), cell in any::<[i16; 4]>()) {
        if noise.basis() == Basis::Gradient {
            prop_assert_eq!(noise.at(cell.map(f32::from)), 0.0);
        }
    }

    #[test]
    fn noise_varies_far_from_the_origin(noise in any_noise(), bits in 0x4F00_0000..0x7F00_0000u32, sign in 0..2u32) {
        let noise = Noise::new(Basis::Value, noise.dimensions(), noise.interpolation(), noise.seed()).unwrap();
        for axis in 0..usize::from(noise.dimensions()) {
            let values = [0, 1, 2, 3].map(|step| {
                let mut position = [0.3; 4];
                position[axis] = f32::from_bits((sign << 31) | (bits + step));
                noise.at(position)
            });
            prop_assert!(values.iter().all(|value| *value != 0.0));
            prop_assert!(values.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }

    #[test]
    fn coordinates_that_are_not_finite_are_0(noise in any_noise(), position in any::<[f32; 4]>()) {
        let finite = position.map(|x| if x.is_finite() { x } else { 0.0 });
        prop_assert_eq!(noise.at(position), noise.at(finite));
    }

    #[test]
    fn coordinates_beyond_the_dimensions_are_ignored(noise in any_noise(), position in any::<[f32; 4]>()) {
        let mut other = position;
        other[usize::from(noise.dimensions())..].fill(1.5);
        prop_assert_eq!(noise.at(position), noise.at(other));
    }

    #[test]
    fn seeds_differ(noise in any_noise()) {
        let other = noise.with_seed(noise.seed().wrapping_add(1));
        let differ = (0..8).filter(|i| {
            let position = [0.37, 1.21, 5.43, 2.6].map(|x| x + *i as f32);
            noise.at(position) != other.at(position)
        });
        prop_assert!(differ.count() >= 7);
    }

    #[test]
    fn fractions_are_below_1(x in any::<f32>()) {
        prop_assert!((0.0..1.0).contains(&math::fract(x)));
    }

    #[test]
    fn remainders_are_below_the_divisor(a in any::<f32>(), b in any::<f32>()) {
        let rest = math::modulo(a, b);
        let divisor = math::saturate(b);
        if divisor > 0.0 {
            prop_assert!((0.0..divisor).contains(&rest), "{rest}");
        } else if divisor < 0.0 {
            prop_assert!((0.0..-divisor).contains(&-rest), "{rest}");
        } else {
            prop_assert_eq!(rest, 0.0);
        }
    }

    #[test]
    fn remainders_differ_by_whole_divisors(a in -1e6f32..1e6, b in 0.01f32..1e3) {
        let exact = f64::from(a).rem_euclid(f64::from(b));
        let error = (f64::from(math::modulo(a, b)) - exact).abs();
        prop_assert!(error <= f64::from(b) * 6e-8, "off by {error}");
    }

    #[test]
    fn roots_square_back(x in 0.0f32..1e30) {
        let root = math::sqrt(x);
        prop_assert!((root * root - x).abs() <= x * 2e-7);
        prop_assert_eq!(root, x.sqrt());
    }

    #[test]
    fn transfer_curves_are_inverse(x in -4.0f32..4.0) {
        prop_assert!((math::srgb_to_linear(math::linear_to_srgb(x)) - x).abs() <= x.abs() * 1e-6 + 1e-7);
        prop_assert!((math::linear_to_srgb(math::srgb_to_linear(x)) - x).abs() <= x.abs() * 1e-6 + 1e-7);
    }

    #[test]
    fn exponentials_and_logarithms_are_inverse(x in -80.0f32..80.0) {
        prop_assert!((math::ln(math::exp(x)) - x).abs() <= x.abs() * 2e-7 + 1e-7);
        prop_assert!((math::log2(math::exp2(x)) - x).abs() <= x.abs() * 2e-7 + 1e-7);
    }

    #[test]
    fn atan2_inverts_points_on_the_circle(x in -3.125f32..3.125) {
        prop_assert!((math::atan2(math::sin(x), math::cos(x)) - x).abs() < 1e-6);
    }
}

/// The mean and the deviation over several thousand cells.
#[test]
fn means_are_near_0() {
    for basis in [Basis::Gradient, Basis::Value] {
        for dimensions in 1..=4 {
            let noise = Noise::new(basis, dimensions, Interpolation::Smootherstep, 3).unwrap();
            const COUNT: usize = 200_000;
            let (mut sum, mut squares) = (0.0, 0.0);
            for i in 0..COUNT {
                let position = [0.618_034, 0.414_213, 0.732_05, 0.236_067]
                    .map(|step: f32| (f64::from(step) * i as f64 % 4096.0) as f32);
                let value = f64::from(noise.at(position));
                sum += value;
                squares += value * value;
            }
            let (mean, deviation) = (sum / COUNT as f64, (squares / COUNT as f64).sqrt());
            println!("{basis:?} {dimensions}D: mean {mean:.4}, deviation {deviation:.3}");
            assert!(mean.abs() < 0.02, "{basis:?} {dimensions}D: {mean}");
            assert!((0.1..0.6).contains(&deviation), "{basis:?} {dimensions}D: {deviation}");
        }
    }
}

//! One point, one value: patterns other than lattice noise, at every level.

mod support;

use support::{frozen, mixture};
use travertine_noise::{Grain, Level, Random};

/// Checks that lanes of every length give the bits of the definition, in range.
fn check(
    what: &str,
    range: std::ops::RangeInclusive<f32>,
    at: impl Fn([f32; 4]) -> f32,
    lanes: impl Fn(Level, [&[f32]; 4], &mut [f32]),
) {
    let axes = [1, 2, 3, 4].map(|seed| mixture(seed, 1000));
    let expected: Vec<f32> = (0..1000).map(|i| at([0, 1, 2, 3].map(|axis| axes[axis][i]))).collect();
    for level in Level::available() {
        for length in [0, 1, 3, 8, 15, 16, 17, 64, 1000] {
            let start = 1000 - length;
            let mut out = vec![9.0; length];
            lanes(level, axes.each_ref().map(|axis| &axis[start..]), &mut out);
            for (i, (found, expected)) in out.iter().zip(&expected[start..]).enumerate() {
                assert_eq!(found.to_bits(), expected.to_bits(), "{what} at {level}, {length} samples, {i}");
                assert!(range.contains(found), "{what}, sample {i}: {found}");
            }
        }
    }
}

fn randoms() -> impl Iterator<Item = Random> {
    [Grain::Cell, Grain::Position]
        .into_iter()
        .flat_map(|grain| (1..=4).filter_map(move |dimensions| Random::new(grain, dimensions, 77)))
}

#[test]
fn random_numbers() {
    for random in randoms() {
        check(
            &format!("{random:?}"),
            0.0..=1.0f32.next_down(),
            |position| random.at(position),
            |level, position, out| random.lanes(level, position, out),
        );
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn random_numbers_never_change() {
    let found: Vec<u32> = randoms().map(|random| frozen(|position| random.at(position))).collect();
    assert_eq!(
        found,
        [
            0xB31E_7816,
            0x423F_1D09,
            0x1266_10BC,
            0x82B1_EB52,
            0xD982_5723,
            0x70FC_AA16,
            0x68E8_C9AE,
            0x47A6_048A
        ]
    );
}

//! Patterns other than lattice noise give the bits of their definition at every level.

use std::ops::RangeInclusive;

use travertine_noise::{
    Cellular, Dots, Feature, Gabor, GaborSlope, Grain, Level, Mark, Metric, Random, Simplex, SimplexSlope, Spots, Wave,
    Waves,
};

use crate::support::{frozen, mixture};

const SAMPLES: usize = 1000;

/// Checks that lanes of every length give the bits of the definition, within the range.
///
/// `at` takes nine difficult numbers, `lanes` slices of them.
fn check(
    what: &str,
    range: RangeInclusive<f32>,
    at: impl Fn([f32; 9]) -> f32,
    lanes: impl Fn(Level, [&[f32]; 9], &mut [f32]),
) {
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|seed| mixture(seed, SAMPLES));
    let expected: Vec<f32> = (0..SAMPLES).map(|i| at(numbers.each_ref().map(|axis| axis[i]))).collect();
    for level in Level::available() {
        for length in [0, 1, 3, 8, 15, 16, 17, 64, SAMPLES] {
            let start = SAMPLES - length;
            let mut out = vec![9.0; length];
            lanes(level, numbers.each_ref().map(|axis| &axis[start..]), &mut out);
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
            |[x, y, z, time, ..]| random.at([x, y, z, time]),
            |level, [x, y, z, time, ..], out| random.lanes(level, [x, y, z, time], out),
        );
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn random_numbers_never_change() {
    let found: Vec<u32> = randoms().map(|random| frozen(|position| random.at(position))).collect();
    assert_eq!(
        found,
        [0xB31E_7816, 0x423F_1D09, 0x1266_10BC, 0x82B1_EB52, 0xD982_5723, 0x70FC_AA16, 0x68E8_C9AE, 0x47A6_048A]
    );
}

fn simplices() -> impl Iterator<Item = Simplex> {
    let plain = || (2..=4).filter_map(|dimensions| Simplex::new(dimensions, 77));
    plain().chain(plain().map(Simplex::smooth))
}

#[test]
fn simplex_noise() {
    for simplex in simplices() {
        check(
            &format!("{simplex:?}"),
            -1.0..=1.0,
            |[x, y, z, time, ..]| simplex.at([x, y, z, time]),
            |level, [x, y, z, time, ..], out| simplex.lanes(level, [x, y, z, time], out),
        );
    }
}

#[test]
fn slopes_of_simplex_noise() {
    for slope in simplices().flat_map(slopes) {
        check(
            &format!("{slope:?}"),
            -slope.greatest()..=slope.greatest(),
            |[x, y, z, time, ..]| slope.at([x, y, z, time]),
            |level, [x, y, z, time, ..], out| slope.lanes(level, [x, y, z, time], out),
        );
    }
}

fn slopes(simplex: Simplex) -> impl Iterator<Item = SimplexSlope> {
    (0..4).filter_map(move |axis| SimplexSlope::new(simplex, axis))
}

/// Saved graphs depend on these numbers.
#[test]
fn simplex_noise_never_changes() {
    let found: Vec<u32> = simplices().map(|simplex| frozen(|position| simplex.at(position))).collect();
    assert_eq!(found, [0xAE41_681A, 0x6B4C_A571, 0xBDEB_A630, 0x2E6E_BC19, 0x2ACF_5246, 0x9771_4E6E]);
    let found: Vec<u32> = simplices()
        .map(|simplex| {
            slopes(simplex)
                .fold(0u32, |sum, slope| sum.rotate_left(5).wrapping_add(frozen(|position| slope.at(position))))
        })
        .collect();
    assert_eq!(found, [0x82D4_1D54, 0x7534_3C54, 0x503A_D02D, 0x4E3E_9CA5, 0x2A79_C4A1, 0x5EF5_DDCD]);
}

fn gabors() -> impl Iterator<Item = Gabor> {
    [Wave::Value, Wave::Phase, Wave::Intensity]
        .into_iter()
        .flat_map(|wave| [2, 3].into_iter().filter_map(move |dimensions| Gabor::new(dimensions, wave, 77)))
}

#[test]
fn gabor_noise() {
    for gabor in gabors() {
        let least = if gabor.wave() == Wave::Value { -1.0 } else { 0.0 };
        check(
            &format!("{gabor:?}"),
            least..=1.0,
            |[x, y, z, frequency, anisotropy, a, b, c, _]| {
                let direction = [a, b, c];
                gabor.at([x, y, z], Waves { frequency, anisotropy, direction })
            },
            |level, [x, y, z, frequency, anisotropy, a, b, c, _], out| {
                let direction = [a, b, c];
                gabor.lanes(level, [x, y, z], Waves { frequency, anisotropy, direction }, out);
            },
        );
    }
}

fn slopes_of_gabors() -> impl Iterator<Item = GaborSlope> {
    let tiled = || gabors().filter_map(|gabor| gabor.with_periods([3, 2, 5, 1]));
    gabors().chain(tiled()).flat_map(|gabor| (0..3).filter_map(move |axis| GaborSlope::new(gabor, axis)))
}

#[test]
fn slopes_of_gabor_noise() {
    for slope in slopes_of_gabors() {
        check(
            &format!("{slope:?}"),
            f32::MIN..=f32::MAX,
            |[x, y, z, frequency, anisotropy, a, b, c, _]| {
                let direction = [a, b, c];
                slope.at([x, y, z], Waves { frequency, anisotropy, direction })
            },
            |level, [x, y, z, frequency, anisotropy, a, b, c, _], out| {
                let waves = Waves { frequency, anisotropy, direction: [a, b, c] };
                // Together with another one, which must make no difference.
                let (mut other, others) = (vec![0.0; out.len()], [slope, slope.along_x()]);
                GaborSlope::lanes_together(&others, level, [x, y, z], waves, &mut [out, &mut other]);
            },
        );
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn gabor_noise_never_changes() {
    let waves = Waves { frequency: 1.3, anisotropy: 0.4, direction: [1.0, -2.0, 0.5] };
    let found: Vec<u32> = gabors().map(|gabor| frozen(|[x, y, z, _]| gabor.at([x, y, z], waves))).collect();
    assert_eq!(found, [0xB330_BDFE, 0xDBE4_7DAF, 0xB4A1_79AA, 0x947E_7548, 0x107A_9D2B, 0x54FE_D6E7]);
    let slopes = slopes_of_gabors().map(|slope| frozen(|[x, y, z, _]| slope.at([x, y, z], waves)));
    assert_eq!(slopes.fold(0u32, |all, sum| all.wrapping_mul(31) ^ sum), 0xAEED_62F3);
}

fn cellulars() -> Vec<Cellular> {
    let mut all = Vec::new();
    let features = [Feature::F1, Feature::F2, Feature::F3, Feature::F4, Feature::F2MinusF1, Feature::Edge];
    let others = [Feature::Value, Feature::Coordinate(0), Feature::Coordinate(1), Feature::Coordinate(3)];
    for metric in [Metric::Euclidean, Metric::EuclideanSquared, Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski]
    {
        for feature in features.into_iter().chain(others) {
            all.extend((2..=4).filter_map(|dimensions| Cellular::new(dimensions, metric, feature, 77)));
        }
    }
    all
}

#[test]
fn cellular_noise() {
    for cellular in cellulars() {
        let range = match cellular.feature() {
            Feature::Coordinate(_) => f32::MIN..=f32::MAX,
            _ => 0.0..=cellular.greatest(0.5),
        };
        check(
            &format!("{cellular:?}"),
            range,
            |[x, y, z, time, jitter, exponent, ..]| cellular.at([x, y, z, time], jitter, exponent),
            |level, [x, y, z, time, jitter, exponents, ..], out| {
                cellular.lanes(level, [x, y, z, time], jitter, exponents, out);
            },
        );
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn cellular_noise_never_changes() {
    let found: Vec<u32> = cellulars()
        .chunks(30)
        .map(|metric| {
            let sums = metric.iter().map(|cellular| frozen(|position| cellular.at(position, 0.9, 1.7)));
            sums.fold(0, |all: u32, sum| all.wrapping_mul(31) ^ sum)
        })
        .collect();
    assert_eq!(found, [0xB617_C0A8, 0xEC05_7A08, 0xED6E_5503, 0x4F7B_A4DC, 0xB191_E25B]);
}

/// What the slopes of cellular noise consist of.
fn ways() -> Vec<Cellular> {
    let ways = [(1, 0), (2, 1), (3, 0), (4, 1), (1, 3)].map(|(nth, axis)| Feature::Way { nth, axis });
    let mut all = Vec::new();
    for metric in [Metric::Euclidean, Metric::EuclideanSquared, Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski]
    {
        for feature in ways.into_iter().chain([Feature::EdgeSlope(0), Feature::EdgeSlope(3)]) {
            all.extend((2..=4).filter_map(|dimensions| Cellular::new(dimensions, metric, feature, 77)));
        }
    }
    all
}

#[test]
fn ways_from_feature_points() {
    for cellular in ways() {
        check(
            &format!("{cellular:?}"),
            -cellular.greatest(0.5)..=cellular.greatest(0.5),
            |[x, y, z, time, jitter, exponent, ..]| cellular.at([x, y, z, time], jitter, exponent),
            |level, [x, y, z, time, jitter, exponents, ..], out| {
                cellular.lanes(level, [x, y, z, time], jitter, exponents, out);
            },
        );
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn ways_from_feature_points_never_change() {
    let found: Vec<u32> = ways()
        .chunks(21)
        .map(|metric| {
            let sums = metric.iter().map(|cellular| frozen(|position| cellular.at(position, 0.9, 1.7)));
            sums.fold(0, |all: u32, sum| all.wrapping_mul(31) ^ sum)
        })
        .collect();
    assert_eq!(found, [0xB52D_82F3, 0xB52D_82F3, 0x6B37_A9DC, 0xC572_15C2, 0xD399_11EC]);
}

fn dots() -> impl Iterator<Item = Dots> {
    [Mark::Cover, Mark::Value]
        .into_iter()
        .flat_map(|mark| (2..=4).filter_map(move |dimensions| Dots::new(dimensions, mark, 77)))
}

fn slopes_of_dots() -> impl Iterator<Item = Dots> {
    let slopes = [0, 1, 3].map(Mark::Slope).into_iter();
    slopes.flat_map(|mark| (2..=4).filter_map(move |dimensions| Dots::new(dimensions, mark, 77)))
}

#[test]
fn round_dots() {
    for dots in dots().chain(slopes_of_dots()) {
        check(
            &format!("{dots:?}"),
            if matches!(dots.mark(), Mark::Slope(_)) { f32::MIN..=f32::MAX } else { 0.0..=1.0 },
            |[x, y, z, time, density, radius, variation, softness, jitter]| {
                dots.at([x, y, z, time], Spots { density, radius, variation, softness, jitter })
            },
            |level, [x, y, z, time, density, radius, variation, softness, jitter], out| {
                let spots = Spots { density, radius, variation, softness, jitter };
                dots.lanes(level, [x, y, z, time], spots, out);
            },
        );
    }
}

/// Saved graphs depend on these numbers.
#[test]
fn dots_never_change() {
    let spots = Spots { density: 0.8, radius: 0.7, variation: 0.6, softness: 0.5, jitter: 0.9 };
    let found: Vec<u32> = dots().map(|dots| frozen(|position| dots.at(position, spots))).collect();
    assert_eq!(found, [0xA6D7_9E1C, 0x463B_44DA, 0xBB90_5A4C, 0xA8F7_28C8, 0x8ACE_A02A, 0x9814_EF9D]);
    let found: Vec<u32> = slopes_of_dots().map(|dots| frozen(|position| dots.at(position, spots))).collect();
    let expected = [
        0xAE06_4410,
        0x7FF0_5E77,
        0xB6ED_B17E,
        0xB841_8B80,
        0xBF25_D3C3,
        0xC288_7E24,
        0x9484_8A45,
        0x9484_8A45,
        0x46E6_D09D,
    ];
    assert_eq!(found, expected);
}

/// Rows of neighbors, which share the points of the cells around them, with few or many samples in a cell.
#[test]
fn neighbors_have_the_bits_of_the_definition() {
    const COUNT: usize = 120;
    let spots = |radius| Spots { density: 0.8, radius, variation: 0.5, softness: 0.5, jitter: 1.0 };
    for (row, step) in [1.0 / 64.0, 1.0 / 8.0, 0.3, 1.0].into_iter().enumerate() {
        let along: Vec<f32> = (0..COUNT).map(|i| i as f32 * step - 2.0).collect();
        let (low, slow) = (vec![row as f32 - 0.625; COUNT], along.iter().map(|x| x * 0.1).collect::<Vec<_>>());
        let position = [&along[..], &slow, &low, &slow];
        // At the end the jitter changes within a cell.
        let jitter: Vec<f32> = (0..COUNT).map(|i| if i < COUNT - 20 { 1.0 } else { 0.5 }).collect();
        let fill = |value: f32| vec![value; COUNT];
        let (exponents, fields) = (fill(1.5), [0.8, 0.5, 0.5].map(fill));
        let compare = |what: &str, lanes: &dyn Fn(Level, &mut [f32]), at: &dyn Fn(usize) -> f32| {
            let expected: Vec<u32> = (0..COUNT).map(|i| at(i).to_bits()).collect();
            for level in Level::available() {
                let mut out = fill(9.0);
                lanes(level, &mut out);
                let found: Vec<u32> = out.into_iter().map(f32::to_bits).collect();
                assert_eq!(found, expected, "{what} at {level}, {step} apart");
            }
        };
        let sample = |i: usize| position.map(|axis| axis[i]);
        let all = || cellulars().into_iter().chain(ways());
        let tiled = all().filter_map(|noise| noise.with_periods([3, 2, 5, 1]));
        for noise in all().chain(tiled) {
            compare(
                &format!("{noise:?}"),
                &|level, out| noise.lanes(level, position, &jitter, &exponents, out),
                &|i| noise.at(sample(i), jitter[i], exponents[i]),
            );
        }
        for (dots, radius) in dots().chain(slopes_of_dots()).flat_map(|dots| [(dots, 0.4), (dots, 1.7)]) {
            for dots in [Some(dots), dots.with_periods([3, 2, 5, 1])].into_iter().flatten() {
                let radii = fill(radius);
                let [density, variation, softness] = [0, 1, 2].map(|field: usize| &fields[field][..]);
                compare(
                    &format!("{dots:?} of radius {radius}"),
                    &|level, out| {
                        let jitter = &jitter[..];
                        dots.lanes(
                            level,
                            position,
                            Spots { density, radius: &radii, variation, softness, jitter },
                            out,
                        );
                    },
                    &|i| dots.at(sample(i), Spots { jitter: jitter[i], ..spots(radius) }),
                );
            }
        }
    }
}

/// Checks functions that share work: together they have the bits of each alone.
fn compare_together(what: &str, count: usize, expected: &[Vec<f32>], together: impl Fn(Level, &mut [&mut [f32]])) {
    for level in Level::available() {
        let mut out = vec![vec![9.0; count]; expected.len()];
        let mut slices: Vec<&mut [f32]> = out.iter_mut().map(Vec::as_mut_slice).collect();
        together(level, &mut slices);
        for (index, (found, expected)) in out.iter().zip(expected).enumerate() {
            for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
                assert_eq!(found.to_bits(), expected.to_bits(), "{what}, function {index} at {level}, sample {i}");
            }
        }
    }
}

/// Positions near the origin and far from it, along rows, and on lattice lines.
fn places(count: usize) -> [[Vec<f32>; 4]; 3] {
    let line = |step: f32, origin: f32| (0..count).map(|i| i as f32 * step + origin).collect::<Vec<f32>>();
    [
        [1, 2, 3, 4].map(|seed| mixture(seed, count)),
        [line(0.21, -3.0), line(0.03, 0.4), line(-0.11, 2.0), line(0.05, 0.0)],
        [line(0.5, -7.0), vec![1.0; count], line(0.25, -2.0), vec![-0.0; count]],
    ]
}

#[test]
fn features_of_one_search_have_the_bits_of_each_alone() {
    const COUNT: usize = 75;
    let all: Vec<Cellular> = cellulars().into_iter().chain(ways()).collect();
    let tiled = all.iter().filter_map(|noise| noise.with_periods([3, 2, 5, 1]));
    let mut left: Vec<Cellular> = all.iter().copied().chain(tiled).collect();
    let (jitter, exponents) = (vec![0.9; COUNT], vec![1.3; COUNT]);
    let mut most = 0;
    while let Some(first) = left.first().copied() {
        let (group, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|noise| noise.search() == first.search());
        left = others;
        most = most.max(group.len());
        for places in places(COUNT) {
            let alone = |noise: &Cellular| {
                let at = |i: usize| noise.at(places.each_ref().map(|axis| axis[i]), jitter[i], exponents[i]);
                (0..COUNT).map(at).collect::<Vec<f32>>()
            };
            let expected: Vec<Vec<f32>> = group.iter().map(alone).collect();
            let mut sets: Vec<std::ops::Range<usize>> = (0..group.len()).map(|i| i..(i + 2).min(group.len())).collect();
            sets.push(0..group.len());
            for set in sets {
                compare_together(&format!("{:?}", &group[set.clone()]), COUNT, &expected[set.clone()], |level, out| {
                    let position = places.each_ref().map(Vec::as_slice);
                    Cellular::lanes_together(&group[set.clone()], level, position, &jitter, &exponents, out);
                });
            }
        }
    }
    // Both Euclidean metrics share a search, and so do the edges of all metrics.
    assert_eq!(most, (9 + 9 + 5) + (5 + 5 + 2 * 5));
}

#[test]
fn marks_of_dots_have_the_bits_of_each_alone() {
    const COUNT: usize = 75;
    for dimensions in 2..=4 {
        let marks = [Mark::Value, Mark::Cover, Mark::Slope(1), Mark::Slope(0)]
            .map(|mark| Dots::new(dimensions, mark, 77).unwrap());
        assert!(marks.iter().all(|dots| dots.search() == marks[0].search()));
        for (places, radius) in
            places(COUNT).into_iter().flat_map(|places| [0.0, 0.3, 1.1, 2.6].map(|r| (places.clone(), r)))
        {
            // Samples of one block may differ in everything.
            let field = |seed: u32, number: f32| -> Vec<f32> {
                let wild = mixture(seed, COUNT);
                (0..COUNT).map(|i| if i < 40 { number } else { wild[i] }).collect()
            };
            let [density, variation, softness, jitter] = [0.6, 0.7, 0.4, 0.9].map(|number| field(5, number));
            let radius = vec![radius; COUNT];
            let spots = |i: usize| Spots {
                density: density[i],
                radius: radius[i],
                variation: variation[i],
                softness: softness[i],
                jitter: jitter[i],
            };
            let expected = marks.map(|dots| {
                (0..COUNT).map(|i| dots.at(places.each_ref().map(|axis| axis[i]), spots(i))).collect::<Vec<f32>>()
            });
            compare_together(&format!("{dimensions}D dots of radius {}", radius[0]), COUNT, &expected, |level, out| {
                let spots = Spots {
                    density: &density[..],
                    radius: &radius,
                    variation: &variation,
                    softness: &softness,
                    jitter: &jitter,
                };
                Dots::lanes_together(&marks, level, places.each_ref().map(Vec::as_slice), spots, out);
            });
        }
    }
}

//! Tiles: noises with periods have the same bits whole periods apart, and equal plain noise within a period.

use proptest::prelude::*;
use travertine_noise::hash::hash;
use travertine_noise::{
    Basis, Cellular, Columns, Dots, Feature, Fractal, Gabor, Interpolation, Level, Mark, Metric, Noise, Slope, Spots,
    Wave, Waves,
};

const INTERPOLATIONS: [Interpolation; 5] = [
    Interpolation::Linear,
    Interpolation::Cosine,
    Interpolation::Smoothstep,
    Interpolation::Smootherstep,
    Interpolation::Cubic,
];

const PERIODS: [[u32; 4]; 5] = [[1; 4], [2, 1, 3, 2], [3, 2, 1, 5], [4, 8, 16, 4], [5, 7, 64, 11]];

/// Every kind of noise with each of the periods.
fn tiles() -> Vec<Noise> {
    let mut tiles = Vec::new();
    for (basis, interpolation) in
        [Basis::Gradient, Basis::Value].into_iter().flat_map(|basis| INTERPOLATIONS.map(|by| (basis, by)))
    {
        for dimensions in 1..=4 {
            let noise = Noise::new(basis, dimensions, interpolation, 11);
            tiles.extend(PERIODS.into_iter().filter_map(|periods| noise?.with_periods(periods)));
        }
    }
    assert_eq!(tiles.len(), 36 * PERIODS.len());
    tiles
}

/// Positions near the origin with coordinates that are multiples of 1/4096.
fn positions(count: i32) -> impl Iterator<Item = [f32; 4]> {
    (0..count).map(|i| [0, 1, 2, 3].map(|axis| (hash(axis, [i]) as i32 >> 14) as f32 / 4096.0))
}

/// The position moved by a number of periods along an axis.
fn moved(mut position: [f32; 4], periods: [u32; 4], axis: usize, times: f32) -> [f32; 4] {
    position[axis] += times * periods[axis] as f32;
    position
}

/// Checks that a function has the same bits whole periods apart, along each of its axes.
fn assert_tiles(what: &str, periods: [u32; 4], dimensions: u8, at: impl Fn([f32; 4]) -> f32) {
    for position in positions(60) {
        for axis in 0..dimensions.into() {
            for times in [1.0, -1.0, 7.0] {
                let there = moved(position, periods, axis, times);
                assert_eq!(at(there).to_bits(), at(position).to_bits(), "{what} at {position:?} and {there:?}");
            }
        }
    }
}

#[test]
fn noises_and_their_slopes_tile_bit_for_bit() {
    for (tile, periods) in tiles().into_iter().map(|tile| (tile, tile.periods().unwrap())) {
        assert_tiles(&format!("{tile:?}"), periods, tile.dimensions(), |position| tile.at(position));
        for slope in (0..4).filter_map(|axis| Slope::new(tile, axis)) {
            assert_tiles(&format!("{slope:?}"), periods, tile.dimensions(), |position| slope.at(position));
        }
    }
}

#[test]
fn fractals_tile_bit_for_bit() {
    for (tile, periods) in tiles().into_iter().map(|tile| (tile, tile.periods().unwrap())) {
        for (octaves, lacunarity) in [(4.0, 2.0), (3.0, 2.3), (7.6, 1.7), (2.0, 0.4)] {
            let fractal = Fractal::new(tile, octaves, lacunarity, 0.5).unwrap();
            let what = format!("{fractal:?}");
            assert_tiles(&what, periods, tile.dimensions(), |position| fractal.at(position));
        }
    }
}

#[test]
fn cells_tile_bit_for_bit() {
    let features = [
        Feature::F1,
        Feature::F2,
        Feature::F3,
        Feature::F4,
        Feature::F2MinusF1,
        Feature::Edge,
        Feature::Value,
        Feature::Coordinate(0),
        Feature::Coordinate(1),
    ];
    for metric in [Metric::Euclidean, Metric::Manhattan, Metric::Minkowski] {
        for (feature, periods) in features.into_iter().flat_map(|f| PERIODS.map(|periods| (f, periods))) {
            for dimensions in 2..=3 {
                let cells = Cellular::new(dimensions, metric, feature, 5).unwrap().with_periods(periods).unwrap();
                let what = format!("{cells:?}");
                assert_tiles(&what, periods, dimensions, |position| cells.at(position, 0.9, 1.5));
            }
        }
    }
}

#[test]
fn dots_and_waves_tile_bit_for_bit() {
    let spots = Spots { density: 0.8, radius: 1.3, variation: 0.5, softness: 0.5, jitter: 0.9 };
    let waves = Waves { frequency: 1.7, anisotropy: 0.6, direction: [0.3, -0.5, 0.7] };
    for (dimensions, periods) in (2..=4).flat_map(|dimensions| PERIODS.map(|periods| (dimensions, periods))) {
        for mark in [Mark::Cover, Mark::Value] {
            let dots = Dots::new(dimensions, mark, 5).unwrap().with_periods(periods).unwrap();
            assert_tiles(&format!("{dots:?}"), periods, dimensions, |position| dots.at(position, spots));
        }
        for wave in [Wave::Value, Wave::Phase, Wave::Intensity] {
            let Some(gabor) = Gabor::new(dimensions, wave, 5) else { continue };
            let gabor = gabor.with_periods(periods).unwrap();
            let at = |[x, y, z, _]: [f32; 4]| gabor.at([x, y, z], waves);
            assert_tiles(&format!("{gabor:?}"), periods, dimensions, at);
        }
    }
}

/// Within a long period patterns equal those without periods; those with a short period differ.
#[test]
fn dots_and_waves_with_long_periods_equal_those_without() {
    let spots = Spots { density: 0.8, radius: 1.3, variation: 0.5, softness: 0.5, jitter: 0.9 };
    let waves = Waves { frequency: 1.7, anisotropy: 0.6, direction: [0.3, -0.5, 0.7] };
    let (dots, gabor) = (Dots::new(3, Mark::Cover, 5).unwrap(), Gabor::new(3, Wave::Value, 5).unwrap());
    let both = |dots: Dots, gabor: Gabor, [x, y, z, time]: [f32; 4]| {
        [dots.at([x, y, z, time], spots), gabor.at([x, y, z], waves)]
    };
    let with = |length| (dots.with_periods([length; 4]).unwrap(), gabor.with_periods([length; 4]).unwrap());
    let mut differ = 0;
    for position in positions(200) {
        // At least two cells from the ends.
        let inside = position.map(|x| 2.0 + x.rem_euclid(4092.0));
        let (long_dots, long_gabor) = with(4096);
        assert_eq!(both(long_dots, long_gabor, inside), both(dots, gabor, inside), "{inside:?}");
        let (short_dots, short_gabor) = with(3);
        differ += i32::from(both(short_dots, short_gabor, inside)[1] != both(dots, gabor, inside)[1]);
    }
    assert!(differ > 190, "{differ}");
}

/// The features of a cell are those of its repeats, including repeats that the end of a period cuts.
#[test]
fn a_cell_has_the_same_point_in_all_repeats() {
    let feature =
        |feature| Cellular::new(2, Metric::Euclidean, feature, 3).unwrap().with_periods([3, 2, 1, 1]).unwrap();
    let [value, x, y] = [Feature::Value, Feature::Coordinate(0), Feature::Coordinate(1)].map(feature);
    let mut known: Vec<[f32; 3]> = positions(5000).map(|p| [value, x, y].map(|cells| cells.at(p, 1.0, 2.0))).collect();
    known.sort_by(|a, b| a[0].total_cmp(&b[0]));
    known.dedup();
    assert_eq!(known.len(), 6, "one point for each cell of the tile");
    assert!(known.iter().all(|[_, x, y]| (0.0..=3.0).contains(x) && (0.0..=2.0).contains(y)));
}

#[test]
fn rows_and_lanes_tile_bit_for_bit() {
    let xs: Vec<f32> = (0..64).map(|i| i as f32 / 8.0 - 3.0).collect();
    let mut columns = Columns::default();
    for (tile, [period, ..]) in tiles().into_iter().map(|tile| (tile, tile.periods().unwrap())) {
        let row = |level, columns: &mut Columns, times: f32| {
            let xs: Vec<f32> = xs.iter().map(|x| x + times * period as f32).collect();
            let mut out = [vec![0.0; 64], vec![0.0; 64]];
            columns.prepare(tile.interpolation(), &xs);
            tile.row(level, columns, [0.25, 1.5, -0.75], &mut out[0]);
            tile.lanes(level, [&xs, &[0.25; 64], &[1.5; 64], &[-0.75; 64]], &mut out[1]);
            out.map(|out| out.into_iter().map(f32::to_bits).collect::<Vec<_>>())
        };
        let expected: Vec<u32> = xs.iter().map(|&x| tile.at([x, 0.25, 1.5, -0.75]).to_bits()).collect();
        for level in Level::available() {
            for times in [0.0, 1.0, -1.0, 7.0] {
                let [row, lanes] = row(level, &mut columns, times);
                assert_eq!((&row, &lanes), (&expected, &expected), "{tile:?} at {level}, {times} periods on");
            }
        }
    }
}

#[test]
fn noise_within_a_long_period_equals_plain_noise() {
    for tile in tiles() {
        let plain = Noise::new(tile.basis(), tile.dimensions(), tile.interpolation(), tile.seed()).unwrap();
        let long = plain.with_periods([4096; 4]).unwrap();
        for position in positions(200) {
            // At least two cells from the ends.
            let inside = position.map(|x| 2.0 + x.rem_euclid(4092.0));
            assert_eq!(long.at(inside).to_bits(), plain.at(inside).to_bits(), "{long:?} at {inside:?}");
        }
    }
}

#[test]
fn finer_tiles_have_longer_periods() {
    let plain = Noise::new(Basis::Value, 3, Interpolation::Linear, 1).unwrap();
    let tile = plain.with_periods([4, 5, 6, 7]).unwrap();
    assert_eq!(tile.finer(3.0).periods(), Some([12, 15, 18, 3]));
    assert_eq!([0.2, -5.0, f32::NAN].map(|frequency| tile.finer(frequency)), [tile; 3]);
    assert_eq!(tile.finer(1e30).periods(), Some([Noise::LONGEST_PERIOD; 4]));
    assert_eq!(plain.finer(3.0), plain);
}

/// The mean and the deviation over tiles of many seeds equal those of noise without periods.
#[test]
fn tiles_have_the_moments_of_plain_noise() {
    for (basis, dimensions) in [Basis::Gradient, Basis::Value].into_iter().flat_map(|b| [1, 2, 3, 4].map(|d| (b, d))) {
        let moments = |periods: Option<[u32; 4]>| {
            let (mut sum, mut squares) = (0.0, 0.0);
            const COUNT: u32 = 100_000;
            for (seed, position) in (0..COUNT).zip(positions(COUNT as i32)) {
                let noise = Noise::new(basis, dimensions, Interpolation::Smootherstep, seed).unwrap();
                let noise = periods.map_or(noise, |periods| noise.with_periods(periods).unwrap());
                let value = f64::from(noise.at(position));
                sum += value;
                squares += value * value;
            }
            [sum / f64::from(COUNT), (squares / f64::from(COUNT)).sqrt()]
        };
        let [_, expected] = moments(None);
        for periods in [[2, 2, 2, 2], [4, 4, 4, 4], [3, 64, 5, 9]] {
            let [mean, deviation] = moments(Some(periods));
            println!(
                "{basis:?} {dimensions}D, periods {periods:?}: mean {mean:.4}, deviation {deviation:.4} of {expected:.4}"
            );
            assert!(mean.abs() < 0.006, "{basis:?} {dimensions}D, periods {periods:?}: {mean}");
            assert!((deviation / expected - 1.0).abs() < 0.02, "{basis:?} {dimensions}D: {deviation}, not {expected}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wrapped_positions_have_the_same_noise_and_lie_in_the_first_period(
        x in -1_000_000i32..1_000_000,
        period in 1u32..800,
        times in -10i32..10,
        seed in any::<u32>(),
    ) {
        let plain = Noise::new(Basis::Gradient, 1, Interpolation::Smootherstep, seed).unwrap();
        let tile = plain.with_periods([period; 4]).unwrap();
        // Both values have few enough digits for a float.
        let here = [x as f32 / 1024.0, 0.0, 0.0, 0.0];
        let there = moved(here, [period; 4], 0, times as f32);
        prop_assume!(f64::from(there[0]) == f64::from(here[0]) + f64::from(times) * f64::from(period));
        prop_assert_eq!(tile.at(here).to_bits(), tile.at(there).to_bits());
        let [wrapped, ..] = tile.wrap(here);
        prop_assert_eq!(f64::from(wrapped), f64::from(here[0]).rem_euclid(f64::from(period)));
        prop_assert_eq!(tile.wrap(there), tile.wrap(here));
        prop_assert_eq!(tile.at([wrapped, 0.0, 0.0, 0.0]).to_bits(), tile.at(here).to_bits());
    }

    #[test]
    fn any_coordinate_wraps_into_the_period(x in any::<f32>(), period in 1u32..=Noise::LONGEST_PERIOD) {
        let tile = Noise::new(Basis::Value, 1, Interpolation::Linear, 0).unwrap().with_periods([period; 4]).unwrap();
        let [wrapped, ..] = tile.wrap([x, 0.0, 0.0, 0.0]);
        prop_assert!((0.0..period as f32).contains(&wrapped), "{}", wrapped);
        prop_assert!((-1.0..=1.0).contains(&tile.at([x, 0.0, 0.0, 0.0])));
    }

    /// Neither the noise nor its sums jump at the end of a period.
    #[test]
    fn there_is_no_seam(
        steps in any::<[i16; 4]>(),
        axis in 0usize..3,
        lacunarity in 1.0f32..3.0,
        index in 0usize..180,
    ) {
        let tile = tiles()[index];
        let fractal = Fractal::new(tile, 3.0, lacunarity, 0.5).unwrap();
        let position = steps.map(|x| f32::from(x) / 512.0);
        let mut sides = [position, position];
        let end = tile.periods().unwrap()[axis] as f32;
        (sides[0][axis], sides[1][axis]) = (end - 1.0 / 65_536.0, 0.0);
        let [before, after] = sides.map(|position| fractal.at(position));
        // The steepest noise changes by less than 16 in a cell, and the finest octave has up to 9 cells in one.
        prop_assert!((before - after).abs() < 16.0 * 9.0 / 65_536.0, "{} and {}", before, after);
    }
}

/// Tiles repeat after a period, but not before.
#[test]
fn tiles_do_not_repeat_within_a_period() {
    for tile in tiles().into_iter().filter(|tile| tile.periods().unwrap()[0] > 3) {
        let differ = positions(100).filter(|position| {
            let there = moved(*position, [1; 4], 0, 1.0);
            (tile.at(*position) - tile.at(there)).abs() > 1e-3
        });
        assert!(differ.count() > 60, "{tile:?}");
    }
}

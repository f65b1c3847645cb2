//! Kernels: the functions that graphs are made of, over rows of samples.
#![expect(clippy::expect_used, reason = "3 dimensions and periods of 16 cells are valid")]

use std::hint::black_box;

use travertine_noise::{
    Basis, Cellular, Columns, Dots, Feature, Gabor, Interpolation, Level, Mark, Metric, Noise, Pointwise, Simplex,
    SimplexSlope, Slope, Spots, Wave, Waves, math,
};

/// Samples per row.
pub const ROW: usize = 1024;

/// Samples per lattice cell along an axis.
const CELL: f32 = 64.0;

/// A kernel with its name.
pub struct Kernel {
    /// Its name in benchmarks.
    pub name: &'static str,
    /// Computes a number of rows.
    pub run: fn(level: Level, rows: usize),
}

/// Every kernel.
pub const ALL: [Kernel; 20] = [
    Kernel { name: "perlin-row", run: |level, rows| row(level, rows, noise(Basis::Gradient), CELL) },
    Kernel { name: "perlin-row-fine", run: |level, rows| row(level, rows, noise(Basis::Gradient), 4.0) },
    Kernel { name: "perlin-row-tile", run: |level, rows| row(level, rows, tile(), CELL) },
    Kernel { name: "value-row", run: |level, rows| row(level, rows, noise(Basis::Value), CELL) },
    Kernel { name: "perlin-scattered", run: |level, rows| scattered(level, rows, noise(Basis::Gradient)) },
    Kernel { name: "perlin-scattered-tile", run: |level, rows| scattered(level, rows, tile()) },
    Kernel { name: "value-scattered", run: |level, rows| scattered(level, rows, noise(Basis::Value)) },
    Kernel { name: "perlin-slope", run: slope },
    Kernel { name: "simplex", run: |level, rows| simplex(level, rows, any_simplex()) },
    Kernel { name: "simplex-smooth", run: |level, rows| simplex(level, rows, any_simplex().smooth()) },
    Kernel { name: "simplex-slope", run: simplex_slope },
    Kernel { name: "cellular-f1", run: |level, rows| cellular(level, rows, Metric::Euclidean, Feature::F1) },
    Kernel { name: "cellular-edge", run: |level, rows| cellular(level, rows, Metric::Euclidean, Feature::Edge) },
    Kernel { name: "cellular-minkowski", run: |level, rows| cellular(level, rows, Metric::Minkowski, Feature::F1) },
    Kernel { name: "gabor", run: gabor },
    Kernel { name: "dots", run: dots },
    Kernel { name: "cosine", run: cosines },
    Kernel { name: "exponential", run: |level, rows| map(level, rows, &Exponential) },
    Kernel { name: "srgb-to-linear", run: |level, rows| map(level, rows, &SrgbToLinear) },
    Kernel { name: "linear-to-srgb", run: |level, rows| map(level, rows, &LinearToSrgb) },
];

fn noise(basis: Basis) -> Noise {
    Noise::new(basis, 3, Interpolation::Smootherstep, 7).expect("a valid noise")
}

fn tile() -> Noise {
    noise(Basis::Gradient).with_periods([16; 4]).expect("valid periods")
}

fn any_simplex() -> Simplex {
    Simplex::new(3, 7).expect("a valid noise")
}

fn coordinates(cell: f32) -> Vec<f32> {
    (0..ROW).map(|index| (index as f32 + 0.5) / cell).collect()
}

fn row(level: Level, rows: usize, noise: Noise, cell: f32) {
    // Rows at a time: those of a tile of a picture.
    const TILE_ROWS: usize = 8;
    let (mut columns, mut out) = (Columns::default(), vec![0.0; TILE_ROWS * ROW]);
    columns.prepare(noise.interpolation(), &coordinates(cell));
    for first in (0..rows).step_by(TILE_ROWS) {
        let count = TILE_ROWS.min(rows - first);
        let ys: [f32; TILE_ROWS] = std::array::from_fn(|row| ((first + row) as f32 + 0.5) / cell);
        let rests = [ys, [0.3; TILE_ROWS], [0.7; TILE_ROWS]];
        let mut rows: Vec<&mut [f32]> = black_box(&mut out).chunks_mut(ROW).take(count).collect();
        noise.rows(level, &mut columns, rests.each_ref().map(|rest| &rest[..count]), &mut rows);
    }
}

/// Calls `f` with the coordinates of each row, and a buffer for its samples.
fn lanes(rows: usize, f: impl Fn([&[f32]; 4], &mut [f32])) {
    let (xs, rest) = (coordinates(CELL), vec![0.3; ROW]);
    let (mut ys, mut out) = (vec![0.0; ROW], vec![0.0; ROW]);
    for row in 0..rows {
        ys.fill((row as f32 + 0.5) / CELL);
        f([&xs, &ys, &rest, &rest], black_box(&mut out));
    }
}

fn scattered(level: Level, rows: usize, noise: Noise) {
    lanes(rows, |position, out| noise.lanes(level, position, out));
}

fn slope(level: Level, rows: usize) {
    let slope = Slope::new(noise(Basis::Gradient), 0).expect("a valid slope");
    lanes(rows, |position, out| slope.lanes(level, position, out));
}

fn simplex(level: Level, rows: usize, simplex: Simplex) {
    lanes(rows, |position, out| simplex.lanes(level, position, out));
}

fn simplex_slope(level: Level, rows: usize) {
    let slope = SimplexSlope::new(any_simplex(), 0).expect("a valid slope");
    lanes(rows, |position, out| slope.lanes(level, position, out));
}

fn cellular(level: Level, rows: usize, metric: Metric, feature: Feature) {
    let cellular = Cellular::new(3, metric, feature, 7).expect("a valid noise");
    let (jitter, exponent) = (vec![1.0; ROW], vec![1.5; ROW]);
    lanes(rows, |position, out| cellular.lanes(level, position, &jitter, &exponent, out));
}

/// Isotropic Gabor noise.
fn gabor(level: Level, rows: usize) {
    let gabor = Gabor::new(3, Wave::Value, 7).expect("a valid noise");
    let [none, one, frequency] = [0.0, 1.0, 1.5].map(|value| vec![value; ROW]);
    let waves = Waves { frequency: &frequency[..], anisotropy: &none, direction: [&one, &none, &none] };
    lanes(rows, |[x, y, z, _], out| gabor.lanes(level, [x, y, z], waves, out));
}

/// Dots with the node's defaults.
fn dots(level: Level, rows: usize) {
    let dots = Dots::new(3, Mark::Cover, 7).expect("valid dots");
    let [density, radius, variation, softness, jitter] = [0.8, 0.4, 0.5, 0.2, 1.0].map(|value| vec![value; ROW]);
    let spots =
        Spots { density: &density[..], radius: &radius, variation: &variation, softness: &softness, jitter: &jitter };
    lanes(rows, |position, out| dots.lanes(level, position, spots, out));
}

fn cosines(level: Level, rows: usize) {
    let (xs, mut out) = (coordinates(ROW as f32), vec![0.0; ROW]);
    for _ in 0..rows {
        math::cosines(level, black_box(&xs), black_box(&mut out));
    }
}

fn map(level: Level, rows: usize, f: &impl Pointwise<1>) {
    let (xs, mut out) = (coordinates(ROW as f32), vec![0.0; ROW]);
    for _ in 0..rows {
        level.map(f, [black_box(&xs)], black_box(&mut out));
    }
}

macro_rules! functions {
    ($($name:ident = $function:path;)*) => {$(
        struct $name;

        impl Pointwise<1> for $name {
            #[inline(always)]
            fn at(&self, [x]: [f32; 1]) -> f32 {
                $function(x)
            }
        }
    )*};
}

functions! {
    Exponential = math::exp;
    SrgbToLinear = math::srgb_to_linear;
    LinearToSrgb = math::linear_to_srgb;
}

//! Kernels: the functions under the graphs, over rows of samples.

use std::hint::black_box;

use travertine_noise::{
    Basis, Cellular, Columns, Feature, Interpolation, Level, Metric, Noise, Pointwise, Simplex, Slope, math,
};

/// How many samples a row has.
pub const ROW: usize = 1024;

/// Samples along a lattice cell.
const CELL: f32 = 64.0;

/// A kernel.
pub struct Kernel {
    /// What it is called.
    pub name: &'static str,
    /// Computes so many rows.
    pub run: fn(level: Level, rows: usize),
}

/// Every kernel.
pub const ALL: [Kernel; 12] = [
    Kernel { name: "perlin-row", run: |level, rows| row(level, rows, Basis::Gradient, CELL) },
    Kernel { name: "perlin-row-fine", run: |level, rows| row(level, rows, Basis::Gradient, 4.0) },
    Kernel { name: "value-row", run: |level, rows| row(level, rows, Basis::Value, CELL) },
    Kernel { name: "perlin-scattered", run: |level, rows| scattered(level, rows, Basis::Gradient) },
    Kernel { name: "value-scattered", run: |level, rows| scattered(level, rows, Basis::Value) },
    Kernel { name: "perlin-slope", run: slope },
    Kernel { name: "simplex", run: simplex },
    Kernel { name: "cellular-f1", run: cellular },
    Kernel { name: "cosine", run: |level, rows| map(level, rows, &Cosine) },
    Kernel { name: "exponential", run: |level, rows| map(level, rows, &Exponential) },
    Kernel { name: "srgb-to-linear", run: |level, rows| map(level, rows, &SrgbToLinear) },
    Kernel { name: "linear-to-srgb", run: |level, rows| map(level, rows, &LinearToSrgb) },
];

#[expect(clippy::expect_used, reason = "3 dimensions and this interpolation exist for every basis")]
fn noise(basis: Basis) -> Noise {
    Noise::new(basis, 3, Interpolation::Smootherstep, 7).expect("a noise that exists")
}

fn coordinates(cell: f32) -> Vec<f32> {
    (0..ROW).map(|index| (index as f32 + 0.5) / cell).collect()
}

fn row(level: Level, rows: usize, basis: Basis, cell: f32) {
    let (noise, mut columns, mut out) = (noise(basis), Columns::default(), vec![0.0; ROW]);
    columns.prepare(noise.interpolation(), &coordinates(cell));
    for row in 0..rows {
        noise.row(level, &mut columns, [(row as f32 + 0.5) / cell, 0.3, 0.7], black_box(&mut out));
    }
}

/// Calls `f` with the coordinates of each row and a place for its samples.
fn lanes(rows: usize, f: impl Fn([&[f32]; 4], &mut [f32])) {
    let (xs, rest) = (coordinates(CELL), vec![0.3; ROW]);
    let (mut ys, mut out) = (vec![0.0; ROW], vec![0.0; ROW]);
    for row in 0..rows {
        ys.fill((row as f32 + 0.5) / CELL);
        f([&xs, &ys, &rest, &rest], black_box(&mut out));
    }
}

fn scattered(level: Level, rows: usize, basis: Basis) {
    let noise = noise(basis);
    lanes(rows, |position, out| noise.lanes(level, position, out));
}

#[expect(clippy::expect_used, reason = "noise in 3 dimensions has a slope along the first")]
fn slope(level: Level, rows: usize) {
    let slope = Slope::new(noise(Basis::Gradient), 0).expect("a slope that exists");
    lanes(rows, |position, out| slope.lanes(level, position, out));
}

#[expect(clippy::expect_used, reason = "there is simplex noise in 3 dimensions")]
fn simplex(level: Level, rows: usize) {
    let simplex = Simplex::new(3, 7).expect("a noise that exists");
    lanes(rows, |position, out| simplex.lanes(level, position, out));
}

#[expect(clippy::expect_used, reason = "there is cellular noise in 3 dimensions")]
fn cellular(level: Level, rows: usize) {
    let cellular = Cellular::new(3, Metric::Euclidean, Feature::F1, 7).expect("a noise that exists");
    let (jitter, exponent) = (vec![1.0; ROW], vec![1.5; ROW]);
    lanes(rows, |position, out| cellular.lanes(level, position, &jitter, &exponent, out));
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
    Cosine = math::cos;
    Exponential = math::exp;
    SrgbToLinear = math::srgb_to_linear;
    LinearToSrgb = math::linear_to_srgb;
}

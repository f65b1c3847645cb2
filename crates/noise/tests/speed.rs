//! How fast the kernels are, on one core. To run it:
//!
//!     cargo test --release -p travertine-noise --test speed -- --ignored --nocapture --test-threads 1

use std::hint::black_box;
use std::time::Instant;

use travertine_noise::{
    Basis, Cellular, Columns, Dots, Feature, Gabor, Interpolation, Level, Mark, Metric, Noise, Pointwise,
    Simplex, SimplexSlope, Spots, Wave, Waves, math,
};

const SIZE: usize = 1024;

/// Million samples per second: the best of several runs.
fn speed(samples: usize, mut work: impl FnMut()) -> f64 {
    work();
    let best = (0..5).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    samples as f64 / best.fold(f64::INFINITY, f64::min) / 1e6
}

/// A slice of 1024 x 1024 samples with the given number of samples in a cell.
fn slice(noise: Noise, cell: f32) -> String {
    let xs: Vec<f32> = (0..SIZE).map(|i| (i as f32 + 0.5) / cell).collect();
    let mut out = vec![0.0; SIZE];
    let mut report = format!(
        "{:?} {}D {:?}, {cell} samples a cell, lanes and row, M/s:",
        noise.basis(),
        noise.dimensions(),
        noise.interpolation()
    );
    for level in Level::available() {
        let (mut ys, zs, ts) = (vec![0.0; SIZE], vec![0.3; SIZE], vec![0.7; SIZE]);
        let lanes = speed(SIZE * SIZE, || {
            for y in &xs {
                ys.fill(*y);
                noise.lanes(level, [&xs, &ys, &zs, &ts], black_box(&mut out));
            }
        });
        let mut columns = Columns::default();
        let row = speed(SIZE * SIZE, || {
            columns.prepare(noise.interpolation(), &xs);
            for y in &xs {
                noise.row(level, &mut columns, [*y, 0.3, 0.7], black_box(&mut out));
            }
        });
        report += &format!(" {level} {lanes:.0} {row:.0},");
    }
    report
}

#[test]
#[ignore = "a measurement"]
fn slices() {
    let noise = |basis, dimensions| Noise::new(basis, dimensions, Interpolation::Smootherstep, 1).unwrap();
    for basis in [Basis::Gradient, Basis::Value] {
        for dimensions in 1..=4 {
            println!("{}", slice(noise(basis, dimensions), 64.0));
        }
    }
    println!("{}", slice(Noise::new(Basis::Value, 3, Interpolation::Cubic, 1).unwrap(), 64.0));
    for (basis, dimensions) in [(Basis::Gradient, 2), (Basis::Gradient, 3), (Basis::Value, 3)] {
        let tile = noise(basis, dimensions).with_periods([16; 4]).unwrap();
        println!("with periods: {}", slice(tile, 64.0));
    }
    println!("with periods: {}", slice(noise(Basis::Gradient, 3).with_periods([64; 4]).unwrap(), 4.0));
    for cell in [2.0, 4.0, 6.3, 8.0, 13.0, 16.0, 32.0, 41.0, 256.0] {
        println!("{}", slice(noise(Basis::Gradient, 3), cell));
    }
}

/// Million samples per second at each level, of a slice with 64 samples in a cell.
fn pattern(lanes: impl Fn(Level, [&[f32]; 4], &mut [f32])) -> String {
    let rows = SIZE / 8;
    let xs: Vec<f32> = (0..SIZE).map(|i| (i as f32 + 0.5) / 64.0).collect();
    let ys: Vec<Vec<f32>> = (0..rows).map(|row| vec![row as f32 / 8.0; SIZE]).collect();
    let rest = vec![0.3; SIZE];
    let mut out = vec![0.0; SIZE];
    let mut speed = |level| {
        let work = || ys.iter().for_each(|y| lanes(level, [&xs, y, &rest, &rest], black_box(&mut out)));
        format!("{level} {:.1}", speed(SIZE * rows, work))
    };
    Level::available().into_iter().map(&mut speed).collect::<Vec<_>>().join(", ")
}

#[test]
#[ignore = "a measurement"]
fn patterns() {
    let (zeros, jitter, exponents) = (vec![0.0; SIZE], vec![1.0; SIZE], vec![1.5; SIZE]);
    for dimensions in 2..=4 {
        let simplex = Simplex::new(dimensions, 1).unwrap();
        for simplex in [simplex, simplex.smooth()] {
            println!(
                "{simplex:?}: {} M/s",
                pattern(|level, position, out| simplex.lanes(level, position, out))
            );
            let slope = SimplexSlope::new(simplex, 0).unwrap();
            println!("its slope: {} M/s", pattern(|level, position, out| slope.lanes(level, position, out)));
        }
    }
    for dimensions in 2..=3 {
        let gabor = Gabor::new(dimensions, Wave::Value, 1).unwrap();
        let waves =
            Waves { frequency: &exponents[..], anisotropy: &zeros, direction: [&jitter, &zeros, &zeros] };
        let lanes = |level, [x, y, z, _]: [&[f32]; 4], out: &mut [f32]| {
            gabor.lanes(level, [x, y, z], waves, out);
        };
        println!("{gabor:?}: {} M/s", pattern(lanes));
    }
    for dimensions in 2..=4 {
        let dots = Dots::new(dimensions, Mark::Cover, 1).unwrap();
        let [density, radius, variation, softness] = [0.8, 0.4, 0.5, 0.2].map(|value| vec![value; SIZE]);
        let spots = Spots {
            density: &density[..],
            radius: &radius,
            variation: &variation,
            softness: &softness,
            jitter: &jitter,
        };
        let lanes = |level, position: [&[f32]; 4], out: &mut [f32]| dots.lanes(level, position, spots, out);
        println!("{dots:?}: {} M/s", pattern(lanes));
    }
    for dimensions in 2..=4 {
        let features = [Feature::F1, Feature::F4, Feature::F2MinusF1, Feature::Edge, Feature::Value];
        let metrics = [Metric::Manhattan, Metric::Chebyshev, Metric::Minkowski];
        let euclidean = features.map(|feature| (Metric::Euclidean, feature));
        for (metric, feature) in euclidean.into_iter().chain(metrics.map(|metric| (metric, Feature::F1))) {
            let cellular = Cellular::new(dimensions, metric, feature, 1).unwrap();
            let lanes = |level, position: [&[f32]; 4], out: &mut [f32]| {
                cellular.lanes(level, position, &jitter, &exponents, out);
            };
            println!("{cellular:?}: {} M/s", pattern(lanes));
        }
    }
}

macro_rules! functions {
    ($($name:ident),*) => {{
        $(
            struct $name;
            impl Pointwise<1> for $name {
                #[inline(always)]
                fn at(&self, [x]: [f32; 1]) -> f32 {
                    math::$name(x)
                }
            }
            let xs: Vec<f32> = (0..4096).map(|i| i as f32 / 4096.0).collect();
            let mut out = vec![0.0; 4096];
            let speeds: Vec<String> = Level::available().into_iter().map(|level| {
                let speed = speed(4096 * 64, || {
                    for _ in 0..64 {
                        level.map(&$name, [&xs], black_box(&mut out));
                    }
                });
                format!("{level} {speed:.0}")
            }).collect();
            println!("{}: {} M/s", stringify!($name), speeds.join(", "));
        )*
    }};
}

#[test]
#[ignore = "a measurement"]
#[allow(non_camel_case_types)]
fn mathematics() {
    functions!(floor, round, fract, sqrt, sin, cos, tan, asin, acos, atan, exp2, exp, log2, ln);
    functions!(srgb_to_linear, linear_to_srgb);
}

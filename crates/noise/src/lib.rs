//! Deterministic noise: hashes, lattices, bases, interpolants and the mathematics they need.
//!
//! A [`Noise`] is a small description: the basis, the number of dimensions, the interpolation between lattice points
//! and a seed. [`Noise::at`] is its definition, one sample at a time:
//!
//! ```
//! use travertine_noise::{Basis, Interpolation, Noise};
//!
//! let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 7).expect("it has 1 to 4 dimensions");
//! let value = noise.at([0.3, 1.7, -4.2, 0.0]);
//! assert!((-1.0..=1.0).contains(&value));
//! ```
//!
//! [`Noise::lanes`] computes the same bits faster at many points, at any SIMD [`Level`] that the machine has:
//!
//! ```
//! # use travertine_noise::{Basis, Interpolation, Noise};
//! use travertine_noise::Level;
//!
//! # let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 7).unwrap();
//! let (xs, ys, zs) = ([0.1, 0.2, 0.3], [1.7; 3], [-4.2; 3]);
//! for level in Level::available() {
//!     let mut out = [0.0; 3];
//!     noise.lanes(level, [&xs, &ys, &zs, &[]], &mut out);
//!     assert_eq!(out, xs.map(|x| noise.at([x, 1.7, -4.2, 0.0])));
//! }
//! ```
//!
//! Rows of samples are fastest: samples of a row share everything that does not change along x, and neighboring rows
//! share everything that does not change along y. [`Columns`] are prepared once for many rows; [`Noise::rows`] computes
//! several rows at a time, and [`Columns::sum`] sums several octaves of them:
//!
//! ```
//! # use travertine_noise::{Basis, Interpolation, Level, Noise};
//! use travertine_noise::Columns;
//!
//! # let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, 7).unwrap();
//! let xs: Vec<f32> = (0..256).map(|i| i as f32 / 64.0).collect();
//! let mut columns = Columns::default();
//! columns.prepare(noise.interpolation(), &xs);
//! let mut out = vec![0.0; 256];
//! for y in [0.5, 0.6, 0.7] {
//!     noise.row(Level::detect(), &mut columns, [y, -4.2, 0.0], &mut out);
//!     assert_eq!(out[9], noise.at([xs[9], y, -4.2, 0.0]));
//! }
//! ```
//!
//! [`Noise::with_periods`] makes a noise repeat, for tiles. A [`Fractal`] sums octaves of a noise;
//! [`Noise::gradient`] is its gradient, and a [`Slope`] its derivative along one axis. Other patterns have `at` and
//! `lanes` of their own: [`Simplex`], [`Cellular`] and [`Gabor`] noise, [`Dots`], [`Strokes`], and a [`Random`] number
//! for each cell or position. [`mod@reference`] reproduces published noises value for value, [`math`] replaces
//! functions whose platform versions would break determinism, [`hash`](mod@hash) has the lattice hashes, and
//! [`interpolant`] the curves between lattice points.
//!
//! # Your own kernels
//!
//! Write the scalar definition as a [`Pointwise`]; [`Level::map`] vectorizes it:
//!
//! ```
//! use travertine_noise::{Level, Pointwise, math};
//!
//! struct Rings;
//!
//! impl Pointwise<2> for Rings {
//!     #[inline(always)]
//!     fn at(&self, [x, y]: [f32; 2]) -> f32 {
//!         math::sin(math::sqrt(x * x + y * y))
//!     }
//! }
//!
//! let mut out = [0.0; 2];
//! Level::detect().map(&Rings, [&[0.0, 3.0], &[0.0, 4.0]], &mut out);
//! assert_eq!(out, [0.0, math::sin(5.0)]);
//! ```

pub mod hash;
pub mod interpolant;
pub mod math;
pub mod reference;

mod basis;
mod blocks;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod cellular;
mod cellwise;
mod columns;
mod far;
mod fractal;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod gabor;
mod gradient;
mod interval;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod lattice;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod lattice_rows;
mod level;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod narrow;
mod noise;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod period;
mod positions;
mod random;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod row;
mod scale;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod scattered;
mod simplex;
mod slope;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod strokes;
mod value;

pub use basis::Basis;
pub use cellular::{Cellular, Dots, Feature, Mark, Metric, Spots};
pub use columns::Columns;
pub use fractal::Fractal;
pub use gabor::{Gabor, GaborSlope, Wave, Waves};
pub use interpolant::Interpolation;
pub use interval::Interval;
pub use level::{Kernel, Level, Pointwise, UnknownLevel, VectorKernel, Vectors};
pub use noise::Noise;
pub use random::{Grain, Random};
pub use simplex::{Simplex, SimplexSlope};
pub use slope::Slope;
pub use strokes::{Pen, StrokeFeature, StrokeShape, Strokes};

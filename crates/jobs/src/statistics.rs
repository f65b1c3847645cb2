//! Statistics of an output over a square: range, moments, percentiles, histogram and power spectrum.

mod fourier;
mod measure;
mod picture;
mod spectrum;

pub use self::measure::{BINS, Component, Statistics};
pub use self::picture::picture;
pub use self::spectrum::{Band, Spectrum};

//! Deterministic noise: hashes, lattices, bases, interpolants and the mathematics under them.

pub mod hash;
pub mod interpolant;
pub mod math;

mod fractal;
mod gradient;
mod lattice;
mod level;
mod noise;
mod row;
mod scale;
mod value;

pub use fractal::Fractal;
pub use interpolant::Interpolation;
pub use level::{Kernel, Level, Pointwise, UnknownLevel};
pub use noise::{Basis, Noise};
pub use row::Columns;

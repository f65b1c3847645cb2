//! Fields for every kind of value. Each shows a value and returns what it became, if it changed.

pub mod choice;
pub mod color;
pub mod curve;
pub mod number;
pub mod ramp;
pub mod seed;

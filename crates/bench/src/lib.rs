//! Benchmarks that compare Travertine with other libraries on the same workloads.
//!
//! A [`Workload`] is a pattern over a grid of positions. [`contenders`](contenders::all) compute it in turns: other
//! libraries, and Travertine at several SIMD levels. [`measure`](measure::measure) takes the median of their times. A
//! [`Report`] gives the speed relative to the crate `noise` in the same run, a ratio that varies less than absolute
//! times. [`kernel`] has the single kernels for finer benchmarks.
#![forbid(unsafe_code)]

pub mod contender;
pub mod contenders;
pub mod editor;
pub mod estimates;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod grid;
pub mod growth;
pub mod instructions;
pub mod kernel;
pub mod measure;
pub mod nodes;
pub mod page;
mod peers;
pub mod report;
pub mod slider;
pub mod travertine;
pub mod waits;
pub mod workload;

pub use contender::Contender;
pub use report::Report;
pub use waits::Waits;
pub use workload::Workload;

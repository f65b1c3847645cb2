//! The workloads that Travertine measures itself with, each beside the same work done by its peers.
//!
//! A [`Workload`] is a pattern over a grid of positions. [`contenders`](contenders::all) do it, Travertine at several
//! instruction levels and other libraries, in turns; [`measure`](measure::measure) takes the median of their times, and a
//! [`Report`] says how many times faster than the crate `noise` each is: the ratio of two times in one run, which hardly
//! depends on the machine's mood. [`kernel`] has the kernels under all that, for the benchmarks that look closer.
#![forbid(unsafe_code)]

pub mod contender;
pub mod contenders;
pub mod editor;
pub mod grid;
pub mod growth;
pub mod instructions;
pub mod kernel;
pub mod measure;
pub mod page;
mod peers;
pub mod report;
pub mod slider;
pub mod travertine;
pub mod workload;

pub use contender::Contender;
pub use report::Report;
pub use workload::Workload;

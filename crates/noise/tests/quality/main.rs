//! How good the noises are, in numbers. The types' documentation states them; here they are measured. To see all:
//!
//!     cargo test --release -p travertine-noise --test quality -- --include-ignored --nocapture --test-threads 1

#![expect(clippy::disallowed_methods, reason = "statistics in double precision, far from pixels")]
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "helpers of tests that report what they measure"
)]

mod bounds;
mod cellular;
mod continuity;
mod fourier;
mod gabor;
mod hashes;
mod moments;
mod pattern;
mod simplex_faces;
mod spectrum;
mod statistics;

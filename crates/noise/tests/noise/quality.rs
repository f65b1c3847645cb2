//! Measures the quality of the noises, as given in the documentation of the types. To see all numbers:
//!
//!     cargo test --release -p travertine-noise --test noise quality -- --include-ignored --nocapture --test-threads 1

#![expect(clippy::disallowed_methods, reason = "statistics in double precision that reach no pixel")]
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "test helpers that print their measurements")]

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

//! Tests of differences and merges on whole documents.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod conflicts;
mod differences;
mod laws;
mod random;
mod scale;
mod support;

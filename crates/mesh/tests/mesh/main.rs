//! Tests of mesh files.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod bounds;
mod refusals;
mod skins;

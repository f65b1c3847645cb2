//! Shaders as code, and compiled by a C++ compiler if there is one.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic fails the test, and figures are printed")]

mod adversary;
mod cpp;
mod names;
mod sites;
mod sizes;
mod tape;
mod targets;
mod textures;
mod together;
mod tolerance;
mod whole;

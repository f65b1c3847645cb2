//! The binary as its users meet it: what it prints, what it writes, and what it ends with.
#![allow(clippy::unwrap_used, reason = "a test that panics says where")]

mod check;
mod compare;
mod golden;
mod interrupt;
mod memory;
mod nodes;
mod pictures;
mod render;
mod sample;
mod shape;
mod support;
mod usage;
mod volume;

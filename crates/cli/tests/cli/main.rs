//! The binary as its users meet it: what it prints, what it writes, and what it ends with.
#![allow(clippy::unwrap_used, reason = "a test that panics says where")]

mod animate;
mod bake;
mod check;
mod compare;
mod faults;
mod full_disk;
mod golden;
mod interrupt;
mod kills;
mod memory;
mod nodes;
mod pictures;
mod places;
mod render;
mod sample;
mod schema;
mod sets;
mod shape;
mod supersampling;
mod support;
mod terminal;
mod threads;
mod usage;
mod variations;
mod volume;

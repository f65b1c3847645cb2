//! Black-box tests of the binary: output, files and exit codes.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod animate;
mod bake;
mod check;
mod compare;
mod draw;
mod faults;
mod full_disk;
mod golden;
mod group;
mod images;
mod interrupt;
mod kills;
mod library;
mod memory;
mod nodes;
mod page;
mod pictures;
mod presets;
mod render;
mod revisions;
mod sample;
mod schema;
mod sets;
mod shape;
mod supersampling;
mod support;
mod targets;
mod terminal;
mod threads;
mod usage;
mod variations;
mod volume;

//! The kinds of jobs, one file each: fields, help, and how it runs.

pub mod animate;
pub mod bake;
pub mod render;
pub mod shape;
pub mod variations;
pub mod volume;

//! Runs programs over domains, and writes pictures.
//!
//! The renderer knows no nodes, and only its sinks know files. A [`Render`] walks a [`Slice`] of space in tiles on
//! several threads, a [`VolumeRender`] the [`Brick`]s of a [`Volume`]; what varies along one axis only is computed once along it. Neither the instruction level, nor the
//! number of threads, nor the size of a tile changes a bit of the result.
#![forbid(unsafe_code)]

mod bricks;
mod cancel;
mod chains;
mod crew;
mod domain;
mod error;
mod feed;
mod image;
mod interleave;
mod kept;
mod mean;
mod memory;
mod plan;
mod pool;
mod rasters;
mod renderer;
mod rows;
mod sample;
pub mod sink;
mod sums;
mod threads;
mod volume;
mod workspace;

pub use bricks::VolumeRender;
pub use cancel::Cancel;
pub use domain::{Plane, Rectangle, Slice};
pub use error::RenderError;
pub use feed::{Feed, write_rows};
pub use image::{Format, Image};
pub use kept::Kept;
pub use memory::default_budget;
pub use pool::Pool;
pub use renderer::{Estimate, MAX_SIDE, MAX_THREADS, Options, Render, Tile};
pub use rows::Rows;
pub use sample::{Sampler, sample};
pub use volume::{Brick, Volume};

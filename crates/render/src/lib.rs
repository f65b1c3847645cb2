//! Evaluates programs over domains and writes pictures.
//!
//! A [`Render`] evaluates a [`Slice`] of space in tiles on several threads; a [`VolumeRender`] evaluates the [`Brick`]s
//! of a [`Volume`]. Values that vary along one axis only are computed once along it. The bits of the result do not
//! depend on the instruction level, the number of threads or the size of a tile.
//!
//! The renderer does not depend on nodes or graphs. Only its sinks depend on file formats.
#![forbid(unsafe_code)]

mod bricks;
mod cancel;
mod canonical;
mod context;
#[cfg(feature = "image")]
mod conversions;
mod domain;
mod error;
mod evaluated;
mod evaluator;
mod fingerprint;
mod format;
mod image;
mod interleave;
mod mean;
mod memory;
mod pilot;
mod pool;
mod profile;
mod quantity;
mod raster_cache;
mod rasters;
mod render_cache;
mod renderer;
mod reuse;
mod rgba;
mod row_writer;
mod rows;
mod sample;
mod schedule;
mod scoped;
pub mod sink;
mod site_grid;
#[cfg_attr(not(feature = "threads"), path = "threads_off.rs")]
mod threads;
mod tile_executor;
mod volume;
mod work;
mod workspace;

pub use bricks::VolumeRender;
pub use cancel::Cancel;
pub use context::{Context, MAX_THREADS, Tile};
pub use domain::{MAX_SIDE, Plane, Rectangle, Slice};
pub use error::RenderError;
pub use evaluator::Evaluator;
pub use fingerprint::fingerprint;
pub use format::Format;
pub use image::Image;
pub use memory::{OverBudget, default_budget, within_memory, within_memory_beside};
pub use pool::Pool;
pub use profile::{Part, Profile};
pub use raster_cache::{RasterCache, RasterProgress};
pub use render_cache::RenderCache;
pub use renderer::{Estimate, Render};
pub use row_writer::{RowWriter, write_rows};
pub use rows::Rows;
pub use sample::{Sampler, sample, sample_work};
pub use scoped::side_by_side;
pub use site_grid::{Coordinates, SiteGrid};
pub use volume::{Brick, Volume};
pub use work::{DEFAULT_WORK, within_work};

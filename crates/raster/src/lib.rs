//! Rasters: fields sampled on a grid, for passes that need neighbors, such as erosion.
//!
//! The grid belongs to the node, not to the picture. Its samples do not depend on the picture, so that a field over a
//! raster has one value at each position, like any other field.
//!
//! ```
//! use travertine_noise::Level;
//! use travertine_raster::pass::{Pass, Smooth};
//! use travertine_raster::{Edge, Grid, Plane, Raster, Sampling};
//!
//! let grid = Grid { resolution: 4, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
//! let steps = Plane::Full((0..16).map(|sample| (sample % 4) as f32).collect());
//! let smooth = Pass::from(Smooth { iterations: 1 });
//! let channels = smooth.run(grid, &[steps], Level::detect(), &|| false).expect("nothing stops it");
//! let raster = Raster::new(grid, channels);
//! assert!((0.0..=3.0).contains(&raster.at(0, 0.3, 0.6)));
//! ```
#![forbid(unsafe_code)]

mod grid;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod lanes;
pub mod pass;
mod plane;
mod raster;
mod weights;

pub use grid::{Edge, Grid, Sampling, center, rounded};
pub use plane::Plane;
pub use raster::Raster;
pub use weights::{cubic, cubic_slope, power};

//! Writes volumes of Travertine's fields into files: Zarr, NRRD, DDS, DF3, raw samples, PNG slices and atlases.
//!
//! A [`VolumeFile`] holds path and format. [`VolumeFile::start`] starts a [`Job`], or continues the partial output of
//! an earlier process. A volume is evaluated and written brick by brick, so memory does not grow with its size. It
//! appears under its name when it is complete.
//!
//! ```
//! use travertine::{Context, Texture, Volume};
//! use travertine_volume::VolumeFile;
//!
//! let texture = Texture::parse(r#"{
//!     "format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 4}}},
//!     "outputs": {"height": {"node": "noise"}}
//! }"#)?;
//! let folder = tempfile::tempdir()?;
//! let height = texture.field("height")?;
//!
//! let file = VolumeFile::new(folder.path().join("block.nrrd"))?; // or .zarr, .dds, .df3, .raw
//! let job = file.start(&height, Volume::new(32, 32, 32), &Context::default())?;
//! job.run()?;
//! assert!(file.path.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bricks;
mod description;
mod error;
mod file;
mod format;
mod job;
mod journal;
mod numbers;
mod start;
mod store;
mod writing;

pub use error::Error;
pub use file::{VolumeFile, VolumeFormat};
pub use job::Job;
pub use numbers::Bits;
pub use store::{MAX_PARTS, MAX_TIMES, Part, Store};
pub use writing::Written;

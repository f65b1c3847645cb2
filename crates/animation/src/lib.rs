//! Animations of fields: a slice rendered at successive times.
//!
//! A [`Timeline`] numbers the frames and gives each its time. An [`AnimationFile`] holds all frames in one APNG, GIF or
//! WebP; [`FrameFiles`] writes each frame into a picture file of its own. Both resume where an earlier run of the same
//! work was interrupted.
//!
//! ```
//! use travertine::{Context, Slice, Texture};
//! use travertine_animation::{Animation, AnimationFile, Timeline};
//!
//! let texture = Texture::parse(r#"{
//!     "format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"dimensions": 4}}},
//!     "outputs": {"height": {"node": "noise"}}
//! }"#)?;
//! let animation = Animation {
//!     field: &texture.first_field()?,
//!     slice: Slice::new(16, 16),
//!     crop: None,
//!     timeline: Timeline::new(0..=3, 24.0)?,
//!     context: Context::default(),
//! };
//! let folder = tempfile::tempdir()?;
//! let file = AnimationFile::new(folder.path().join("clouds.webp"))?;
//! let made = file.write(&animation)?;
//! assert_eq!(made.rendered, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod animation;
mod encode;
mod error;
mod file;
mod frame_files;
mod limits;
mod timeline;

pub use animation::Animation;
pub use error::Error;
pub use file::{AnimationFile, AnimationKind};
pub use frame_files::{FrameCounts, FrameFiles};
pub use limits::MAX_FRAMES;
pub use timeline::Timeline;

//! Whether textures tile over the unit square or loop in time, and which changes make them.
//!
//! [`tilings`] and [`looping`] compare an output with itself one unit or one period on, and name the nodes that break
//! the repetition. For each they try other values of its inputs; [`apply`] makes the changes that help. [`seamless`]
//! makes any texture tile by blending its borders. Nothing is proved: fields are evaluated at many positions, which
//! covers all node types, and all ways to wire them.
//!
//! ```
//! use travertine::{Context, Texture};
//! use travertine_tiling::{apply, tilings};
//!
//! let mut texture = Texture::parse(r#"{
//!     "format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 4}}},
//!     "outputs": {"height": {"node": "noise"}}
//! }"#)?;
//! let tiling = tilings(&texture, &Context::default())?.remove(0);
//! assert!(!tiling.tiles && tiling.fixed);
//! assert_eq!(tiling.breaks[0].node, "noise");
//! apply(&mut texture, &tiling.breaks[0].fix)?;
//! assert!(tilings(&texture, &Context::default())?[0].tiles);
//! # Ok::<(), travertine::Error>(())
//! ```
#![forbid(unsafe_code)]

mod change;
mod draft;
mod effort;
mod fix;
mod motion;
mod seamless;
mod search;
mod wires;

pub use change::{Change, apply};
pub use effort::PROGRESS;
pub use seamless::{Along, Seam, seamless};
pub use search::{Break, MAX_PERIOD, Tiling, looping, tilings};

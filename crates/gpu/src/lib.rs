//! Textures on GPUs.
//!
//! A [`Gpu`] is an open GPU that has passed a test. It makes outputs of a texture a [`Kernel`], which evaluates them at
//! grids and lists of sites. In the exact [`Tier`] the values have the bits of the library, apart from the sign
//! of a zero and from what depends on floats below 1.2e-38.
//!
//! ```
//! use travertine::{SiteGrid, Texture};
//! use travertine_gpu::{Gpu, Tier};
//!
//! let texture = Texture::parse(r#"{"format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin"}}, "outputs": {"height": {"node": "noise"}}}"#)?;
//! // Without a driver, the CPU computes the same values.
//! if let Ok(gpu) = Gpu::new(None, Tier::Exact) {
//!     let kernel = gpu.prepare(&texture, &["height"])?;
//!     let position = [0.3, 0.7, 0.1, 0.0];
//!     let mut values = [0.0];
//!     kernel.evaluate(&SiteGrid::list(&[position]), &mut values)?;
//!     assert_eq!(values, texture.field("height")?.sample(&[position])?[0]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod batch;
mod code;
mod device;
mod error;
mod evaluator;
mod frame;
mod gpu;
mod interpreter;
mod kernel;
mod part;
mod pipeline;
mod self_test;
mod specialised;
mod step_code;
mod textures;

pub use error::Error;
pub use evaluator::Kernels;
pub use gpu::Gpu;
pub use kernel::Kernel;
pub use travertine_shader::Tier;

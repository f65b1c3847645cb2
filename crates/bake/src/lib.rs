//! Bakes solid textures onto meshes.
//!
//! A [`Bake`] evaluates a texture at the positions in space of the texels of a
//! [`TextureSet`](travertine_mesh::TextureSet): the coordinates of the mesh, with the transforms of its nodes applied,
//! times a scale, plus an offset. So there are no seams and no stretching, whatever the UVs.
//!
//! ```
//! use travertine::{Context, Green, PictureFormat, Texture};
//! use travertine_bake::{Bake, Options, Placement};
//! use travertine_mesh::Model;
//!
//! # let folder = tempfile::tempdir()?;
//! # let (mesh, out) = (folder.path().join("quad.obj"), folder.path().join("quad"));
//! # std::fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n")?;
//! let texture = Texture::parse(r#"{
//!     "format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 8}}},
//!     "outputs": {"height": {"node": "noise"}}
//! }"#)?;
//! let sets = Model::open(mesh, 0)?.texture_sets(None)?;
//! let options = Options {
//!     size: [64, 64],
//!     samples_per_side: 1,
//!     margin: None,
//!     placement: Placement::default(),
//!     time: 0.0,
//!     outputs: Vec::new(),
//!     relief: None,
//!     green: Green::Up,
//!     occlusion: None,
//!     occlusion_rays: 128,
//!     format: PictureFormat::Exr,
//!     keeps_depth: false,
//!     overwrite: false,
//! };
//! let bake = Bake::new(&texture, sets, options)?;
//! bake.write(&out, &Context::default())?;
//! assert!(out.join("quad_height.exr").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bake;
mod constants;
mod dilate;
mod edit;
mod error;
mod fingerprint;
mod glb;
mod job;
mod maps;
mod material;
mod mtl;
mod obj;
mod occlusion;
mod options;
mod page;
mod pass;
mod rewrite;
mod source;
mod surface;
mod tangent;
mod target;
mod texels;
mod warnings;

pub use bake::{Bake, Estimate, Report};
pub use error::Error;
pub use options::{MAX_MARGIN, MAX_RAYS, Options, RAYS, Relief};
pub use page::Page;
pub use source::Source;
pub use surface::Placement;
pub use target::Target;

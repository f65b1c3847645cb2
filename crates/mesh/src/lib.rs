//! Meshes: read from files, given UVs, and hit by rays.
//!
//! A [`Model`] holds the meshes of an OBJ, STL, PLY or glTF file. Meshes with the same material form a [`TextureSet`],
//! whose UVs come from the file, from a [`Projection`] or from an [`Unwrap`]. A [`Tree`] finds the triangle that a ray
//! meets first.
//!
//! ```
//! use travertine_mesh::{Model, Tree, Vector};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("triangle.obj");
//! std::fs::write(&path, "v 0 0 1\nv 2 0 1\nv 0 2 1\nf 1 2 3\n")?;
//! let model = Model::open(path, 0)?;
//! let mesh = &model.meshes[0];
//! let tree = Tree::new((0..1).map(|triangle| mesh.positions_of(triangle)));
//! assert!(tree.is_hit(Vector::new(0.5, 0.5, 0.0), Vector::Z, f64::INFINITY));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod component;
pub mod coverage;
mod curvature;
mod error;
pub mod memory;
mod mesh;
pub mod neighbors;
mod project;
mod read;
mod set;
pub mod shapes;
mod smooth;
mod tile;
mod tree;
mod unwrap;
pub mod uvs;
mod vector;
pub mod weld;

pub use error::Error;
pub use mesh::{Mesh, Origin, anchor, from_anchor};
pub use project::Projection;
pub use read::{MAX_FILE, Original, Place, files, files_within, json_size};
pub use set::{MAX_SIDE, Model, TextureSet, check_size};
pub use tile::{Tile, in_words, square};
pub use tree::packet::{self, Packet};
pub use tree::{Hit, Tree};
pub use unwrap::{Unwrap, Unwrapped};
pub use vector::Vector;

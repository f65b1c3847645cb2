//! Meshes: read from files, given UVs, and hit by rays.
//!
//! A [`Model`] holds the meshes of an OBJ, STL, PLY or glTF file. Meshes with the same material form a [`TextureSet`],
//! whose UVs come from the file, from a [`Projection`] or from an [`Unwrap`]. A [`Tree`] finds the triangle that a ray
//! meets first.
//!
//! ```
//! use travertine_mesh::{Model, Tree};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("triangle.obj");
//! std::fs::write(&path, "v 0 0 1\nv 2 0 1\nv 0 2 1\nf 1 2 3\n")?;
//! let model = Model::open(path, 0)?;
//! let mesh = &model.meshes[0];
//! let corners = |corners: &[u32; 3]| corners.map(|corner| mesh.positions[corner as usize]);
//! let tree = Tree::new(mesh.triangles.iter().map(corners));
//! assert!(tree.hits([0.5, 0.5, 0.0], [0.0, 0.0, 1.0], f64::INFINITY));
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
pub mod vector;
pub mod weld;

pub use error::Error;
pub use mesh::{Mesh, Origin, anchor, from_anchor};
pub use project::Projection;
pub use read::{MAX_FILE, Original, Place, files, files_within, json_size};
pub use set::{MAX_SIDE, Model, TextureSet, check_size};
pub use tile::{Tile, in_words, square};
pub use tree::{Hit, Tree};
pub use unwrap::{Unwrap, Unwrapped};

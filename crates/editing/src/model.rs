//! Models: meshes of files as solids that a texture is carved onto.
//!
//! A [`Model`] fills the unit cube around 0, as the shapes of [`travertine_shape`] do, so cameras, lights and placements
//! are those of a [`Scene`](travertine_shape::Scene). Its openness, the part of the sky that its points and the ground see, is computed when the
//! file is read.

mod camera;
mod light;
mod mesh;
mod open;
mod openness;
mod picture;
mod skin;
mod tree;
mod vector;

pub use light::Environment;
pub use mesh::Model;
pub(crate) use picture::render;
pub(crate) use skin::Skin;

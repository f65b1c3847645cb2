//! Bakes from meshes to files.
#![allow(clippy::unwrap_used, reason = "a test that panics says where")]

mod bounds;
mod files;
mod hostile;
mod models;
mod normals;
mod occlusion;
mod support;
mod texels;

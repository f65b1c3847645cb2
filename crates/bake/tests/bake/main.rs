//! Tests of bakes, from mesh files to texture files.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod bounds;
mod files;
mod hostile;
mod instances;
mod kept;
mod looks;
mod models;
mod normals;
mod obj;
mod occlusion;
mod reading;
mod support;
mod surfaces;
mod texels;
mod udim;
mod up;

//! Documents, node definitions, validation, lowering, programs, and the rasters that programs sample.
#![forbid(unsafe_code)]

pub mod arguments;
pub mod constant;
pub mod curve;
pub mod definition;
pub mod diagnostic;
pub mod document;
pub mod graph;
pub mod json;
pub mod lowering;
pub mod program;
pub mod ramp;
pub mod raster;
pub mod registry;
pub mod suggest;

//! Documents, node definitions, validation, and lowering to programs.
#![forbid(unsafe_code)]

pub mod arguments;
pub mod constant;
pub mod definition;
mod detail;
pub mod diagnostic;
pub mod document;
pub mod graph;
pub mod json;
pub mod lowering;
pub mod ramp;
pub mod registry;
pub mod suggest;

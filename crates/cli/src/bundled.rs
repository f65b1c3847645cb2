//! The bundled graphs.

/// Names and documents. The build script lists them.
pub static GRAPHS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/graphs.rs"));

//! Documents: the content of a graph's file.
//!
//! A [`Document`] mirrors the JSON and checks only its shape; [`Graph`](crate::graph::Graph) checks its meaning.
//! Editors change documents, and files hold them. Unknown node types and unknown fields survive a load and a save.
//!
//! ```
//! use travertine_graph::document::Document;
//!
//! let text = br#"{"format": "travertine", "version": 1, "outputs": {"value": {"node": "noise"}},
//!                 "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 4.0}}}}"#;
//! let mut document = Document::parse(text)?;
//! document.set_input("noise", "scale", "8.50")?;
//! assert!(document.to_json().contains("\"scale\": 8.5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotations;
mod attach;
mod build;
mod digest;
mod edit;
pub mod fields;
mod image;
mod lost;
mod model;
mod read;
mod relief;
mod shared;
mod up;
mod write;

pub use annotations::{Annotations, Frame};
pub use attach::ImageMemory;
pub(crate) use edit::value_from_argument;
pub(crate) use image::ImageFault;
pub use image::{Image, image_path_problem};
pub use model::{
    Document, FORMAT, Group, GroupSource, Input, MAX_ENTRIES, MAX_GROUP_DEPTH, MAX_GROUP_NAME, MAX_GROUPS, MAX_NAME,
    Node, Parameter, Preset, VERSION, group_name, name_problem,
};
pub use shared::Shared;
pub use up::{Turn, Up};

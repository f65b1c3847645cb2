//! What can be made of a graph: pictures, solids, bakes, volumes, animations, sheets of variations, and shaders.
//!
//! A kind of job is one file in `kinds/`: a struct whose fields are what a user can choose, with names, help and
//! defaults, and its `run`. Command lines, build files, schemas and other programs read these definitions. What differs
//! between the places in which a job runs is a [`Host`].
#![forbid(unsafe_code)]

pub mod clipping;
pub mod describe;
pub mod estimate;
pub mod failure;
mod field;
pub mod flags;
mod host;
pub mod json;
mod kind;
pub mod kinds;
pub mod mesh;
mod naming;
pub mod reader;
pub mod set;
pub mod statistics;
pub mod target;
pub mod tiling;
pub mod variations;

pub use failure::Failure;
pub use field::{Field, Shape, Values};
pub use host::Host;
pub use kind::{Definition, Job, Kind, MeshFile};
pub use kinds::KINDS;
pub use naming::{Naming, quoted, spell};

//! Files and folders that appear under their names only when they are whole.
//!
//! An [`AtomicFile`] is written next to its target and then replaces it. A [`PartialOutput`] is a folder next to the
//! target in which long work gathers, so that the same work can resume after an interruption; several processes may
//! write a [`SharedOutput`]. A [`Fingerprint`] of everything that the bytes depend on identifies the work. [`Inputs`]
//! are files that are read, and that nothing may be written over.
//!
//! ```
//! use std::fs;
//! use travertine_files::{Fingerprint, Opened, PartialOutput};
//!
//! let folder = tempfile::tempdir()?;
//! let target = folder.path().join("sum.txt");
//! let work = Fingerprint::new().with(format_args!("sum of 1 and 2"));
//!
//! let output = PartialOutput::open(&target, work)?;
//! fs::write(output.path("one"), "1")?;
//! output.leave(); // interrupted
//!
//! let output = PartialOutput::open(&target, work)?;
//! assert_eq!(output.opened(), Opened::Resumed);
//! assert_eq!(fs::read_to_string(output.path("one"))?, "1");
//! fs::write(output.path("sum"), "3")?;
//! output.finish("sum")?;
//! assert_eq!(fs::read_to_string(&target)?, "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod atomic;
mod data;
mod error;
mod exchange;
mod fingerprint;
mod fnv;
mod inputs;
mod lock;
mod name;
mod partial_output;
mod path;
mod shared_output;

pub use atomic::{AtomicFile, discard_unfinished, write};
pub use data::data_folder;
pub use error::{Error, explain};
pub use fingerprint::Fingerprint;
pub use fnv::Fnv1a;
pub use inputs::{Inputs, check_distinct};
pub use lock::{Lock, change_file, change_file_now, write_folder};
pub use name::{TEMPORARY, folded, is_device};
pub use partial_output::{Opened, PartialOutput};
pub use path::{existing_file, flush_folder, open_regular, real, resolve, resolve_folder};
pub use shared_output::SharedOutput;

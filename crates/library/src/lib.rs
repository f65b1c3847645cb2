//! Libraries: groups to choose from.
//!
//! A group of a library is a file with an ordinary graph. A document that uses it holds a copy, with the path of the
//! file and its [digest](travertine_graph::document::Document::digest), so it never changes by itself:
//! [`Library::newer`] reports whether the library has another version, and [`update`] takes it over.
//!
//! [`Library::new`] gathers three folders: `library` next to the document, `library` in the user's data folder, and the
//! bundled groups. A path in an earlier one hides the same path in later ones.
#![forbid(unsafe_code)]

mod embed;
mod entry;
mod library;
mod read;

pub use embed::{Embedded, Updated, embed, update};
pub use entry::{Entry, Origin};
pub use library::Library;
pub use read::{MAX_FILES, Problem, read};

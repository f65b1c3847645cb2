//! JSON as a tree that knows where everything stands.
//!
//! `serde_json` reports no places, keeps the last of duplicate keys without a word, and rounds
//! numbers to what an `f64` holds. A diagnostic needs the places, and a save must not change
//! what the user wrote, so this small parser keeps the text of every number, refuses duplicates,
//! and gives the byte range of every value and key.
//!
//! - [`parse`]: bytes to a [`Json`] tree with places
//! - [`Value`]: the same without places, as a document keeps it
//! - [`Number`]: a decimal number in its shortest exact form
//! - [`Writer`]: the canonical layout
//! - [`mod@pointer`]: JSON pointers (RFC 6901)

mod location;
mod look_up;
mod number;
mod parse;
pub mod pointer;
mod problem;
mod syntax;
mod text;
mod tree;
mod value;
mod write;

pub use location::{Location, locations};
pub(crate) use look_up::Locator;
pub use number::Number;
pub use parse::{Parsed, parse};
pub use tree::{Json, JsonValue, Key, MAX_KEY, MAX_NESTING, MAX_SIZE, MAX_VALUES, Span};
pub use value::Value;
pub use write::{LINE_WIDTH, Writer};

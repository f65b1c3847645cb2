//! JSON as a tree with text locations.
//!
//! `serde_json` reports no locations, silently keeps the last of duplicate keys, and rounds numbers to `f64`.
//! Diagnostics need locations, and a save must not change numbers. This small parser keeps the text of every number,
//! refuses duplicates, and returns the byte range of every value and key.
//!
//! - [`parse`]: bytes to a [`Json`] tree with locations
//! - [`Value`]: the same tree without locations, for documents; [`object`], [`texts`] and [`fn@number`] make values
//! - [`Number`]: a decimal number in its shortest exact form
//! - [`Writer`]: the canonical layout
//! - [`mod@pointer`]: JSON pointers (RFC 6901)

mod location;
mod look_up;
mod make;
mod memory;
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
pub use make::{number, object, texts};
pub use memory::memory;
pub use number::Number;
pub use parse::{Parsed, parse};
pub use tree::{Json, JsonValue, Key, MAX_KEY, MAX_NESTING, MAX_SIZE, MAX_VALUES, Span};
pub use value::Value;
pub use write::{LINE_WIDTH, Writer};

//! Operations: edits of a graph as words, or as objects in JSON, for scripts and other programs.
//!
//! [`OPERATIONS`] is their only description: names, arguments, help, and what each does by the
//! [actions](crate::actions) of the editor. [`Operation::parse`] reads one, [`edit`] carries out a list of them, all or
//! none.
//!
//! ```
//! use travertine::{Document, registry};
//! use travertine_edits::operations::{Operation, Surroundings, edit};
//!
//! let lines = ["add noise/perlin grain", "set grain.scale 8", r#"{"do": "output", "name": "height", "from": "grain"}"#];
//! let operations: Vec<Operation> = lines.iter().map(|line| Operation::parse(line)).collect::<Result<_, _>>()?;
//! let document = edit(Document::default(), &operations, &Surroundings::new(registry()))?;
//! assert!(document.nodes["grain"].inputs.contains_key("scale"));
//! # Ok::<(), travertine_edits::Refusal>(())
//! ```

mod argument;
mod operation;
mod table;
mod words;
mod work;

pub use argument::{Argument, Takes};
pub use operation::{MAX_OPERATIONS, Operation, edit};
pub use table::{Kind, OPERATIONS};
pub use work::Surroundings;

//! Editing graphs: all of an editor but its window. The edits themselves are in the crate `edits`.
//!
//! The document is the model. Every change of it is an [`Edit`], whose application gives the edit that takes it back; a
//! [`History`] holds a document and the steps that led to it. What a user does is an [`Action`]: an edit with a label,
//! which the functions of [`actions`] make of an [`Outline`] of the document, or else say why it cannot be done.
//!
//! ```
//! use travertine::{Document, registry};
//! use travertine_editing::{History, Outline, Socket, actions};
//!
//! let mut history = History::new(Document::default());
//! let outline = |history: &History| Outline::new(history.document().clone(), registry());
//! history.apply(actions::insert(&outline(&history), "noise/perlin", [0.0, 0.0])?, None)?;
//! history.apply(actions::insert(&outline(&history), "math/absolute", [200.0, 0.0])?, None)?;
//! let (from, to) = (Socket::new("perlin", "value"), Socket::new("absolute", "value"));
//! history.apply(actions::connect(&outline(&history), &from, &to)?, None)?;
//! let back = actions::connect(&outline(&history), &Socket::new("absolute", "value"), &Socket::new("perlin", "scale"));
//! assert!(back.is_err(), "it would close a circle");
//! assert_eq!(history.undo(), Some("Connect"));
//! # Ok::<(), travertine_editing::Refusal>(())
//! ```
#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod files;
pub mod palette;
pub mod render;
#[cfg(test)]
#[path = "../../edits/src/testing.rs"]
mod testing;

pub use travertine_edits::{
    Action, Edit, History, Offer, Refusal, Target, actions, color, offers, offers_around, operations, slider,
};
pub use travertine_presentation::{Copied, Held, Known, Outline, Socket};

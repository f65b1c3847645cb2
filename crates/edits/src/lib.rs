//! Edits of graphs: what changes a document, by hand or by a program.
//!
//! The document is the model. Every change of it is an [`Edit`], whose application gives the edit that takes it back; a
//! [`History`] holds a document and the steps that led to it. What a user does is an [`Action`]: an edit with a label,
//! which the functions of [`actions`] make of an [`Outline`](travertine_presentation::Outline) of the document, or else
//! say why it cannot be done. The [`operations`] are actions in words or in JSON.
#![forbid(unsafe_code)]

pub mod actions;
pub mod color;
mod difference;
mod edit;
mod history;
mod offers;
pub mod operations;
mod place;
pub mod slider;
mod target;
#[cfg(test)]
mod testing;

pub use edit::{Action, Edit, Refusal, inside_mut};
pub use history::History;
pub use offers::{Offer, offers, offers_around};
pub use place::Place;
pub use target::Target;

//! Lettering: texts in a font of lines and arcs, as distances to its strokes.
//!
//! A [`Layout`] places the letters of a text; a [`Lettering`] finds the nearest stroke; a [`LetteringFunction`] is an
//! output of it as a function of x and y, both in the height of capital letters, with y downward.
//!
//! The result has the bits of a comparison of all strokes. A tree of boxes skips strokes that are too far away to
//! matter, with a margin for rounding, and neighboring samples share a search.
#![forbid(unsafe_code)]

mod composed;
mod font;
mod glyph;
mod kerning;
mod layout;
mod lettering;
mod letters;
mod signs;
mod stroke;
mod tree;

pub use font::{MAX_LENGTH, Problem, characters, check};
pub use layout::{Align, Anchor, Layout, Letter};
pub use lettering::{Lettering, LetteringFunction, LetteringKey, LetteringOutput};

//! Support for tests.

pub mod documents;
pub mod outlines;

//! The visual editor of Travertine.
#![forbid(unsafe_code)]
#![expect(missing_docs)]
pub mod canvas { pub mod sharp; }
pub mod theme;
pub mod widgets;

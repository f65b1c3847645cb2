//! The view of a document that the canvas draws.

use travertine_editing::Outline;

use crate::pictures::Pictures;
use crate::problems::Problems;

/// A document, and everything else that the canvas shows.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The document, and the types of its nodes.
    pub outline: &'a Outline,
    /// The revision of the document.
    pub revision: u64,
    /// Everything that is wrong with the document.
    pub problems: &'a Problems,
    /// The pictures and values of its nodes.
    pub pictures: &'a Pictures,
    /// The node that the preview shows.
    pub previewed: Option<&'a str>,
    /// The size of a point of the document, in points of the screen.
    pub zoom: f32,
}

//! The input of the canvas.

use travertine_editing::Outline;

use super::heat::Heats;
use crate::pictures::of_nodes::NodePictures;
use crate::project::problems::Problems;

/// A document, and the state around it that the canvas shows.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The document with its definitions and types.
    pub outline: &'a Outline,
    /// The revision of the document.
    pub revision: u64,
    /// The errors and warnings of the document.
    pub problems: &'a Problems,
    /// The pictures and values of its nodes.
    pub pictures: &'a NodePictures,
    /// The times of nodes; `None` while heat is not shown.
    pub heat: Option<Heats<'a>>,
    /// The previewed node.
    pub previewed: Option<&'a str>,
    /// Points of the screen per point of the document.
    pub zoom: f32,
}

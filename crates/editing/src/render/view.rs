//! Views: pictures that the worker keeps up to date.

use travertine_presentation::{Display, Socket};

use super::viewport::Viewport;

/// The subject of a picture.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// The output of the graph with this name.
    Output(String),
    /// An output of a node.
    Node(Socket),
}

/// A picture that the worker keeps up to date.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The output that it shows.
    pub subject: Subject,
    /// The part of the field that it shows, and its size in pixels.
    pub viewport: Viewport,
    /// How values become colors.
    pub display: Display,
    /// Whether the time of its nodes is measured. Then the CPU computes all of it, without values of earlier pictures.
    pub is_measured: bool,
}

impl View {
    /// A view with the default display.
    pub fn new(subject: Subject, viewport: Viewport) -> View {
        View { subject, viewport, display: Display::default(), is_measured: false }
    }
}

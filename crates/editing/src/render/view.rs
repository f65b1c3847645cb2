//! Views: the pictures that an editor wants.

use super::display::Display;
use super::frame::Frame;
use crate::outline::Socket;

/// The thing that a picture shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// The output of the graph of that name.
    Output(String),
    /// An output of a node.
    Node(Socket),
}

/// A picture that is kept up to date.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The thing that it shows.
    pub subject: Subject,
    /// The part of space that it shows, and its size in pixels.
    pub frame: Frame,
    /// How its values are shown.
    pub display: Display,
}

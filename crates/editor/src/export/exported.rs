//! What the export window receives and requests.

use std::path::Path;
use std::sync::Arc;

use travertine::{Document, RasterCache};

use crate::dialogs::file_dialog::Purpose;
use crate::preview::Preview;

/// The width of the rows of settings, in points.
pub const WIDTH: f32 = 420.0;

/// What can be exported now.
pub struct Exported<'a> {
    /// The whole graph.
    pub document: &'a Arc<Document>,
    /// Its file.
    pub graph: Option<&'a Path>,
    /// Whether the file differs from the graph.
    pub is_changed: bool,
    /// The preview, whose view can be adopted.
    pub preview: &'a Preview,
    /// The rasters of the pictures.
    pub rasters: &'a Arc<RasterCache>,
    /// Whether the platform's file dialogs are used.
    pub has_dialogs: bool,
}

/// What the user wants of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// It stays open.
    Stay,
    /// It is closed.
    Close,
    /// A file is to be chosen.
    Choose(Purpose),
}

impl Exported<'_> {
    /// The names of the outputs.
    pub fn outputs(&self) -> impl Iterator<Item = &str> {
        self.document.outputs.iter().map(|(name, _)| name.as_str())
    }
}

//! Orders: a document and the settings of its export.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine::{Cancel, Document, RasterCache, image_files};
use travertine_shape::Scene;

use crate::settings::Settings;

/// An export of a document as it is at that moment.
#[derive(Clone)]
pub struct Order {
    /// What to make of it.
    pub settings: Settings,
    /// The document.
    pub document: Arc<Document>,
    /// Its file, for the names of a set.
    pub graph: Option<PathBuf>,
    /// The scene of a solid.
    pub scene: Scene,
    /// The rasters that other renders have made.
    pub rasters: Arc<RasterCache>,
}

impl Order {
    /// The files that the graph consists of: its own, and images.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.graph.iter().cloned().collect();
        if let Some(folder) = self.graph.as_deref().and_then(Path::parent) {
            files.extend(image_files(&self.document, folder));
        }
        files
    }
}

/// What an export has made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The files and folders.
    pub files: Vec<PathBuf>,
    /// What the user should know, a sentence each.
    pub notes: Vec<String>,
}

/// The progress of an export, and a flag that cancels it.
#[derive(Default)]
pub(crate) struct Progress {
    pub cancel: Cancel,
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Sets the total: pixels, samples or texels, as they are reported.
    pub fn of(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    /// Adds finished units.
    pub fn advance(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// The fraction that is done, from 0 to 1.
    pub fn fraction(&self) -> f32 {
        let total = self.total.load(Ordering::Relaxed).max(1);
        (self.done.load(Ordering::Relaxed) as f64 / total as f64).min(1.0) as f32
    }
}

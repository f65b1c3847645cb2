//! The folders for an editor's own files.

use std::path::{Path, PathBuf};

/// The folder for an editor's own files: preferences, recovery, window layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    data: PathBuf,
}

impl Folders {
    /// The [data folder](travertine_files::data_folder). `None` without a home folder.
    pub fn of_platform() -> Option<Folders> {
        Some(Folders { data: travertine_files::data_folder()? })
    }

    /// A folder, which need not exist yet.
    pub fn at(data: impl Into<PathBuf>) -> Folders {
        Folders { data: data.into() }
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder for unsaved documents.
    pub fn recovery(&self) -> PathBuf {
        self.data.join("recovery")
    }

    /// The file for the size of the window and its panels.
    pub fn window(&self) -> PathBuf {
        self.data.join("window.ron")
    }

    /// The file with the preferences.
    pub fn preferences(&self) -> PathBuf {
        self.data.join("preferences.json")
    }
}

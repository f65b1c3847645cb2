//! The folders for an editor's own files.

use std::path::{Path, PathBuf};

/// The folder for an editor's own files: recent files, recovery, window layout.
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

    /// The file with the favorite groups of libraries.
    pub fn favorites(&self) -> PathBuf {
        self.data.join("favourites.json")
    }

    /// The file with the last settings of exports.
    pub fn exports(&self) -> PathBuf {
        self.data.join("exports.json")
    }

    /// The file with the last looks of solids.
    pub fn looks(&self) -> PathBuf {
        self.data.join("looks.json")
    }

    /// The file with the device that computes pictures.
    pub fn device(&self) -> PathBuf {
        self.data.join("device.json")
    }

    /// The file with the list of recent files.
    pub fn recent(&self) -> PathBuf {
        self.data.join("recent.json")
    }

    /// The file with the favorite node types.
    pub fn favorite_nodes(&self) -> PathBuf {
        self.data.join("favorite-nodes.json")
    }

    /// The file with the node types added last.
    pub fn recent_nodes(&self) -> PathBuf {
        self.data.join("recent-nodes.json")
    }

    /// The file with the colors chosen last.
    pub fn colors(&self) -> PathBuf {
        self.data.join("colors.json")
    }
}

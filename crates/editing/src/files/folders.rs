//! The folders for an editor's own files.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

/// The folder for an editor's own files: recent files, recovery, window layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    data: PathBuf,
}

impl Folders {
    /// The platform's data folder for this program, such as `$XDG_DATA_HOME/travertine`, or the folder named by the
    /// environment variable `TRAVERTINE_DATA`. `None` without a home folder.
    pub fn of_platform() -> Option<Folders> {
        let named = env::var_os("TRAVERTINE_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
        let platform = || Some(choose_native_strategy().ok()?.data_dir().join("travertine"));
        let data = named.or_else(platform)?;
        Some(Folders { data })
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

    /// The file with the list of recent files.
    pub fn recent(&self) -> PathBuf {
        self.data.join("recent.json")
    }
}

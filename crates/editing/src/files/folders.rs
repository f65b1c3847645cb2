//! Folders: where an editor keeps its own files.

use std::env;
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

/// Where an editor keeps what is not the user's: recent files, and what can be recovered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folders {
    data: PathBuf,
}

impl Folders {
    /// The platform's data folder for this program: `$XDG_DATA_HOME/travertine` and so on; or what the environment
    /// variable `TRAVERTINE_DATA` names. None where there is no home.
    pub fn of_platform() -> Option<Folders> {
        let named = env::var_os("TRAVERTINE_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
        let platform = || Some(choose_native_strategy().ok()?.data_dir().join("travertine"));
        let data = named.or_else(platform)?;
        Some(Folders { data })
    }

    /// That folder; it need not exist yet.
    pub fn at(data: impl Into<PathBuf>) -> Folders {
        Folders { data: data.into() }
    }

    /// The folder itself.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Where documents are kept until they are saved.
    pub fn recovery(&self) -> PathBuf {
        self.data.join("recovery")
    }

    /// How large the window was, and its panels.
    pub fn window(&self) -> PathBuf {
        self.data.join("window.ron")
    }

    /// The list of recent files.
    pub fn recent(&self) -> PathBuf {
        self.data.join("recent.json")
    }
}

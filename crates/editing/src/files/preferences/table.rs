//! The lists of preferences, and what their entries are.

use std::path::{Path, PathBuf};

use travertine_graph::json::Value;

use super::of_graph::OfGraph;
use super::store::{Entry, List, Preferences};

/// The files opened or saved last.
pub const RECENT_FILES: List<PathBuf> = List::new("recent_files", 20);
/// The ids of the node types added last.
pub const RECENT_NODES: List<String> = List::new("recent_nodes", 6);
/// The colors chosen last.
pub const RECENT_COLORS: List<Color> = List::new("recent_colors", 13);
/// The ids of the node types that the user marked.
pub const FAVORITE_NODES: List<String> = List::new("favorite_nodes", 1000);
/// The groups of libraries that the user marked, by their paths within the libraries.
pub const FAVORITE_GROUPS: List<String> = List::new("favorite_groups", 1000);
/// The device chosen last to compute pictures, by its name. The empty name is the CPU.
pub const DEVICES: List<String> = List::new("devices", 1);
/// The last settings of exports, each as members that only exports understand.
pub const EXPORTS: List<OfGraph> = List::new("exports", 100);

/// A linear color with straight alpha.
pub type Color = [f32; 4];

impl Preferences {
    /// Moves a file to the front of the recent files. A path that is not Unicode is ignored.
    pub fn add_recent_file(&mut self, path: &Path) {
        match std::path::absolute(path) {
            Ok(path) if path.to_str().is_some() => self.add(&RECENT_FILES, &path),
            _ => {}
        }
    }
}

impl Entry for String {
    fn read(value: &Value) -> Option<String> {
        value.as_text().map(str::to_owned)
    }

    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl Entry for PathBuf {
    fn read(value: &Value) -> Option<PathBuf> {
        value.as_text().map(PathBuf::from)
    }

    fn write(&self) -> Value {
        self.to_str().map_or(Value::Null, Value::from)
    }
}

impl Entry for Color {
    fn read(value: &Value) -> Option<Color> {
        let Value::List(channels) = value else { return None };
        let channels: Option<Vec<f32>> = channels.iter().map(|channel| channel.as_number()?.as_f32()).collect();
        channels?.try_into().ok()
    }

    fn write(&self) -> Value {
        Value::from(*self)
    }
}
